//! Colours of tasks and of the paper, for light, dark and print.
//!
//! Task hues are those of Okabe and Ito, which differ for every common kind of colour blindness; a few are shifted in
//! lightness so that a thin line keeps a contrast of 3 : 1 with its paper. Colour is never alone: beyond eight tasks the
//! bars are hatched, lines are dashed by task, and names are written where there is room.

use plotters::style::RGBColor;

/// Tasks before colours repeat with a pattern.
pub const HUES: usize = 8;

/// Which paper the figure is drawn on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// For a bright room.
    Light,
    /// For a dark one, and for projectors.
    Dark,
    /// For paper and slides: pure white, pure black.
    Print,
}

impl Theme {
    /// The theme of this name, as the page writes it; `None` for any other.
    pub fn parse(name: &str) -> Option<Theme> {
        match name {
            "light" => Some(Theme::Light),
            "dark" => Some(Theme::Dark),
            "print" => Some(Theme::Print),
            _ => None,
        }
    }

    /// The inks for everything that is not a task.
    pub fn inks(self) -> &'static Inks {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::Print => &PRINT,
        }
    }

    /// The colour of the task with this index; repeats after [`HUES`], see [`Theme::pattern`].
    pub fn task(self, index: usize) -> RGBColor {
        let table = match self {
            Theme::Light | Theme::Print => &ON_WHITE,
            Theme::Dark => &ON_BLACK,
        };
        table[index % HUES]
    }
}

/// Colours of paper, text, grid and zones.
#[derive(Debug, PartialEq)]
pub struct Inks {
    /// The background.
    pub paper: RGBColor,
    /// Titles and the reference line (V, min_vruntime).
    pub ink: RGBColor,
    /// Axis labels and legends.
    pub muted: RGBColor,
    /// Grid lines.
    pub grid: RGBColor,
    /// Edges of panels, ticks.
    pub edge: RGBColor,
    /// The zone in which an entity is eligible.
    pub zone: RGBColor,
    /// Where A and B run different tasks.
    pub differ: RGBColor,
}

const fn rgb(hex: u32) -> RGBColor {
    RGBColor((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

static LIGHT: Inks = Inks {
    paper: rgb(0xfc_fcfb),
    ink: rgb(0x1d_2229),
    muted: rgb(0x5c_6570),
    grid: rgb(0xea_ecee),
    edge: rgb(0xc3_c9cf),
    zone: rgb(0xe9_f3ee),
    differ: rgb(0x8a_939e),
};

static DARK: Inks = Inks {
    paper: rgb(0x14_171c),
    ink: rgb(0xe8_eaed),
    muted: rgb(0x9d_a6b0),
    grid: rgb(0x23_2830),
    edge: rgb(0x46_4e59),
    zone: rgb(0x19_2a26),
    differ: rgb(0x7d_8794),
};

static PRINT: Inks = Inks {
    paper: rgb(0xff_ffff),
    ink: rgb(0x00_0000),
    muted: rgb(0x40_4040),
    grid: rgb(0xe4_e4e4),
    edge: rgb(0xa0_a0a0),
    zone: rgb(0xec_f4ef),
    differ: rgb(0x70_7070),
};

/// Blue, orange, green, purple, vermillion, sky, grey, yellow.
static ON_WHITE: [RGBColor; HUES] = [
    rgb(0x00_72b2),
    rgb(0xcb_7f00),
    rgb(0x00_926a),
    rgb(0xbb_5f92),
    rgb(0xd5_5e00),
    rgb(0x2f_8cc6),
    rgb(0x6b_6f75),
    rgb(0x92_8900),
];

static ON_BLACK: [RGBColor; HUES] = [
    rgb(0x3d_9be0),
    rgb(0xf0_a92b),
    rgb(0x1f_bf92),
    rgb(0xd9_8bb8),
    rgb(0xee_7733),
    rgb(0x7c_c8f5),
    rgb(0xa3_a9b2),
    rgb(0xf0_e442),
];

/// What tells tasks apart without colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern {
    /// Bars carry strokes across, so many pixels apart; none for plain ones.
    pub hatch_px: Option<i32>,
    /// Pixels drawn and left out in turn along a line; empty is solid.
    pub dash_px: &'static [i32],
}

impl Theme {
    /// The pattern of the task with this index: dashes change with every task, so that neighbours differ. On a screen bars are
    /// hatched when their colour is in use a second time; in print, where colours may turn grey, they change with every task too.
    pub fn pattern(self, index: usize) -> Pattern {
        const DASHES: [&[i32]; 4] = [&[], &[9, 4], &[3, 3], &[11, 3, 3, 3]];
        const PRINTED: [Option<i32>; 4] = [None, Some(8), Some(4), Some(14)];
        let turn = index + index / HUES;
        let on_screen = ((index / HUES) % 2 == 1).then_some(9);
        let hatch_px = if self == Theme::Print { PRINTED[turn % PRINTED.len()] } else { on_screen };
        Pattern { hatch_px, dash_px: DASHES[turn % DASHES.len()] }
    }
}

/// So much of one colour over another, from 0 to 1.
pub fn blend(over: RGBColor, under: RGBColor, part: f64) -> RGBColor {
    let mix = |over: u8, under: u8| (f64::from(over) * part + f64::from(under) * (1.0 - part) + 0.5) as u8;
    RGBColor(mix(over.0, under.0), mix(over.1, under.1), mix(over.2, under.2))
}

/// Black or white, whichever is easier to read on `back`.
pub fn text_on(back: RGBColor) -> RGBColor {
    let (white, black) = (rgb(0xff_ffff), rgb(0x10_1318));
    if contrast(back, white) >= contrast(back, black) { white } else { black }
}

/// `#rrggbb`, as a page writes a colour.
pub fn css(color: RGBColor) -> String {
    format!("#{:02x}{:02x}{:02x}", color.0, color.1, color.2)
}

/// The contrast ratio of two colours, 1 to 21.
pub fn contrast(a: RGBColor, b: RGBColor) -> f64 {
    let (la, lb) = (luminance(a), luminance(b));
    (la.max(lb) + 0.05) / (la.min(lb) + 0.05)
}

/// Relative luminance, the sRGB curve within a hundredth by products alone: the same with every libm.
fn luminance(color: RGBColor) -> f64 {
    let linear = |channel: u8| {
        let unit = f64::from(channel) / 255.0;
        unit * unit * (0.8 + 0.2 * unit)
    };
    0.2126 * linear(color.0) + 0.7152 * linear(color.1) + 0.0722 * linear(color.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const THEMES: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Print];

    #[test]
    fn every_task_stands_out_from_its_paper() {
        for theme in THEMES {
            for index in 0..HUES {
                let ratio = contrast(theme.task(index), theme.inks().paper);
                assert!(ratio >= 3.0, "{theme:?} task {index}: {ratio:.2}");
            }
        }
    }

    #[test]
    fn text_is_readable_on_paper_and_zone() {
        for theme in THEMES {
            let inks = theme.inks();
            assert!(contrast(inks.muted, inks.paper) >= 4.5, "{theme:?} muted on paper");
            assert!(contrast(inks.muted, inks.zone) >= 4.5, "{theme:?} muted on zone");
        }
    }

    #[test]
    fn names_are_readable_inside_bars() {
        for theme in THEMES {
            for index in 0..HUES {
                let bar = theme.task(index);
                assert!(contrast(text_on(bar), bar) >= 3.0, "{theme:?} task {index}");
            }
        }
    }

    #[test]
    fn no_two_of_the_first_sixteen_look_the_same() {
        for theme in THEMES {
            let look = |i| (theme.task(i), theme.pattern(i).hatch_px);
            for a in 0..2 * HUES {
                assert!((0..a).all(|b| look(a) != look(b)), "{theme:?}: task {a} looks like an earlier one");
            }
        }
    }

    #[test]
    fn neighbours_differ_by_dash_and_in_print_by_hatching() {
        for index in 0..3 * HUES {
            let [one, next] = [index, index + 1].map(|index| Theme::Print.pattern(index));
            assert!(one.dash_px != next.dash_px && one.hatch_px != next.hatch_px, "task {index}");
        }
    }
}
