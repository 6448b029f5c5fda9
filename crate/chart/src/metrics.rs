//! How wide a text is, asking no browser and no font: the layout is the same everywhere.

/// plotters names a font by its line height; a line is this many times the font's size in pixels.
pub(crate) const LINE_PER_PX: f64 = 1.24;

/// Width and height in pixels of one line of `text` in a font of `size_px`.
///
/// Errs on the wide side for every common sans-serif (DejaVu Sans, the widest, decided the numbers),
/// so that what was found to fit does fit. Never fails; a character we know nothing about counts as wide.
pub fn measure(text: &str, size_px: f64) -> (u32, u32) {
    let ems: f64 = text.chars().map(advance_em).sum();
    ((ems * size_px).ceil() as u32, (size_px * LINE_PER_PX).ceil() as u32)
}

/// The advance of one character, in ems.
fn advance_em(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'I' | 'J' | '\'' | '|' => 0.3,
        ' ' | '.' | ',' | ':' | ';' | 'f' | '-' | '/' => 0.37,
        't' | 'r' | '(' | ')' | '[' | ']' | '"' | '·' => 0.43,
        'c' | 's' | 'z' | '_' | '–' | 'L' => 0.56,
        'v' | 'x' | 'y' | 'k' | 'F' => 0.6,
        'm' | 'W' | '@' | '%' | '…' => 1.0,
        'w' | 'M' | '+' | '−' | '=' | '<' | '>' | '≤' | '≥' | '≠' | '×' | '&' => 0.87,
        'D' | 'G' | 'H' | 'N' | 'O' | 'Q' | 'U' => 0.79,
        'A'..='Z' => 0.7,
        'a'..='z' | '0'..='9' | '?' | 'µ' => 0.64,
        _ => 1.0,
    }
}

/// `text` cut to `width_px`, with an ellipsis where it was cut; empty when not even that fits.
///
/// A name that is cut in silence would look like another name, hence the mark.
pub fn fit(text: &str, size_px: f64, width_px: u32) -> String {
    if measure(text, size_px).0 <= width_px {
        return text.to_owned();
    }
    let mut kept: Vec<char> = text.chars().collect();
    while kept.pop().is_some() && !kept.is_empty() {
        let cut: String = kept.iter().collect::<String>() + "…";
        if measure(&cut, size_px).0 <= width_px {
            return cut;
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wider_text_measures_wider() {
        assert!(measure("mm", 11.0).0 > measure("ll", 11.0).0);
        assert_eq!(measure("", 11.0).0, 0);
    }

    #[test]
    fn a_text_that_fits_is_left_alone() {
        assert_eq!(fit("hog", 11.0, 100), "hog");
    }

    #[test]
    fn a_long_text_is_cut_visibly() {
        let cut = fit("a rather long task name", 11.0, 60);
        assert!(cut.ends_with('…') && measure(&cut, 11.0).0 <= 60, "{cut}");
    }

    #[test]
    fn nothing_is_left_when_nothing_fits() {
        assert_eq!(fit("hog", 11.0, 3), "");
    }
}
