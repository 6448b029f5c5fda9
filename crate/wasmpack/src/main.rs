//! Placeholder replaced in the first slice.
fn main() {}
