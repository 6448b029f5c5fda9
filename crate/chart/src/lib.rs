//! The pictures: schedules of two sides on one time axis, drawn with plotters over any backend.
//!
//! The same figure is recorded as a [`DisplayList`] for a page's canvas ([`record`]) and written as SVG ([`svg`]).
//! Nothing here knows a browser or a font, and nothing decides anything about scheduling: text about a decision is made
//! from the decision's own typed reason ([`sentence`]). What is drawn is bounded by the pixels, never by the length of
//! the trace.

mod axis;
mod curve;
mod decimate;
mod decision;
mod figure;
mod history;
mod layout;
mod legend;
mod lines;
mod list;
mod marks;
mod metrics;
mod palette;
mod pen;
mod plot;
mod prepared;
mod sentence;
mod shares;
mod stroke;
mod svg;
mod timeline;
mod words;

pub use decision::{Seek, Told, find, tell};
pub use figure::{Figure, Scene, SideScene, draw};
pub use history::History;
pub use layout::{Layout, Panel, PanelKind};
pub use list::{DisplayList, op, record};
pub use metrics::measure;
pub use palette::{Theme, css};
pub use pen::Area;
pub use prepared::Prepared;
pub use sentence::{Actors, sentence};
pub use svg::{Metered, svg};
