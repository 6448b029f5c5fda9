//! The pictures: schedules of two sides on one time axis, drawn with plotters over any backend.
//!
//! The same figure is recorded as a [`DisplayList`] for a page's canvas and written as SVG. Nothing here knows a browser
//! or a font, and nothing decides anything about scheduling: text about a decision is made from the decision's own
//! typed reason. What is drawn is bounded by the pixels, never by the length of the trace.

mod axis;
mod decimate;
mod history;
mod layout;
mod list;
mod marks;
mod metrics;
mod palette;
mod pen;
mod sentence;
mod svg;
mod timeline;
mod words;

pub use history::History;
pub use list::{DisplayList, op};
pub use metrics::measure;
pub use palette::Theme;
pub use sentence::{Actors, sentence};
pub use svg::Metered;
pub use words::rule;
