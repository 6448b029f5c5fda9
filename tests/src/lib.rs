//! What spans crates.

pub mod conformance;
pub mod data;
pub mod silent;
