//! The page's table of colours, which tasks choose from, is the engine's.

use chart::{Theme, css};

const PAGE: &str = include_str!("../../www/src/tasks/palette.ts");

#[test]
fn the_page_offers_the_colours_that_the_figure_draws() {
    let slots: Vec<&str> = PAGE.lines().filter(|line| line.contains("light: '#")).collect();
    assert_eq!(slots.len(), 8);
    for (slot, line) in slots.iter().enumerate() {
        for (key, theme) in [("light", Theme::Light), ("dark", Theme::Dark)] {
            let color = css(theme.task(slot));
            assert!(line.contains(&format!("{key}: '{color}'")), "slot {slot} is {color}: {line}");
        }
    }
}
