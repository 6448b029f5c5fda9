//! Machines: what is read and written of them, and the domains that are built.

#[path = "machines/laws.rs"]
mod laws;
#[path = "machines/random.rs"]
mod random;
#[path = "machines/reading.rs"]
mod reading;
#[path = "machines/recorded.rs"]
mod recorded;
#[path = "machines/vectors.rs"]
mod vectors;
