//! The engine: discrete events in integer ns over the policy of `sched`.

pub mod costs;
mod error;
pub mod limits;
pub mod recording;
pub mod scenario;
pub mod trace;
mod value;

pub use error::{Error, nearest, suggestion};
pub use value::Value;
