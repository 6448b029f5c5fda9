//! What spans crates.
