//! What spans crates.

pub mod data;
