//! Placeholder replaced in the first slice.
