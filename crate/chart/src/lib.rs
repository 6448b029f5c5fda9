//! The pictures: schedules of two sides on one time axis, drawn with plotters over any backend.
//!
//! The same figure is recorded as a [`DisplayList`] for a page's canvas ([`record`]) and written as SVG ([`svg`]).
//! Nothing here knows a browser or a font, and nothing decides anything about scheduling: text about a decision is made
//! from the decision's own typed reason ([`sentence`]). What is drawn is bounded by the pixels, never by the length of
//! the trace.

mod arrows;
mod axis;
mod between;
mod blocks;
mod busy;
mod cast;
mod clock;
mod curve;
mod decimate;
mod decision;
mod differences;
mod distribution;
mod figure;
mod flags;
mod held;
mod history;
mod hit;
mod lane_plan;
mod lanes;
mod layout;
mod legend;
mod lines;
mod list;
mod log;
mod log_axis;
mod looks;
mod machine;
mod marks;
mod metrics;
mod near;
mod palette;
mod pen;
mod plot;
mod prepared;
mod protection;
mod recording;
mod rows;
mod scene;
mod sentence;
mod shares;
mod sketch;
mod span;
mod strip;
mod stroke;
mod svg;
mod task_rows;
mod timeline;
mod waits;
mod words;

pub use between::{BetweenTold, TestTold};
pub use decision::{LevelTold, Rows, Seek, Told, find, say, tell};
pub use distribution::{Distribution, record_distribution};
pub use figure::{Figure, draw};
pub use history::History;
pub use hit::{Hit, Subject, What, hit};
pub use layout::{GroupPlace, Header, LanePlaces, Layout, Panel, PanelKind, RECORDED, RowPlace, Sight};
pub use list::{DisplayList, op, record};
pub use log::{Filter, Group, Log};
pub use looks::{LookTold, looks};
pub use machine::{LaneCpu, LaneGroup, Machine};
pub use metrics::measure;
pub use palette::{Theme, css};
pub use pen::Area;
pub use prepared::Prepared;
pub use recording::Recording;
pub use scene::{Axis, Face, Lines, Scene, SideScene};
pub use sentence::{Actors, sentence};
pub use sketch::{Sketch, sketch};
pub use span::{Span, SpanKind, span, span_on, stretch};
pub use strip::{Strip, record_strip};
pub use svg::{Metered, svg};
