//! Other people's files, and ours: recordings of real kernels, scenarios, tables.
//!
//! Every reader takes bytes or text and gives a value or one [`Error`] that names place, value and
//! remedy; none touches a file or the network, so all of them work in the browser too. How much a
//! reader may take is stated in [`limits`] and checked while reading.

pub mod csv;
pub mod delays;
pub mod limits;
pub mod perf_table;
pub mod recorder;
pub mod recording;
pub mod scenario;

mod decimal;
mod error;
mod lines;
mod locate;

pub use sim::Error;
