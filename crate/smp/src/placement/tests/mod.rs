//! Every branch of placement, on machines that have it.

mod affine;
mod asymmetric;
mod clusters;
mod descent;
mod energy;
mod laws;
mod recorded;
mod rig;
mod search;
mod wakeup;
