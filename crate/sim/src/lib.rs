//! Placeholder replaced in the first slice.
pub mod recording;
