//! Clamps of utilisation (uclamp): how much of a CPU a task is to be taken for, at least and at most.
//!
//! 1. **Request** (`value`). A task asks for a minimum and a maximum, 0 to 1024. One that asked for nothing has 0 and 1024; a
//!    realtime task that asked for no minimum gets the system's default, 1024.
//! 2. **Groups** (`value`). A group asks too. Each of its values is at most that of the group around it, and its minimum at most its
//!    maximum ([`group_clamps`]).
//! 3. **In force** (`value`). What a task asks for, brought between the minimum and the maximum of its group, and then at most
//!    the system's value ([`effective`]). Computed when the task is enqueued, and when one of these changes. That a group's minimum
//!    is what its tasks get at least, and not at most, is of 5.14, and of the stable kernels of 5.10 since 5.10.50: every preset has it.
//! 4. **Buckets** (`bucket`). A runqueue counts its tasks in five buckets a clamp. The value of a bucket is the highest that was in
//!    it since it was last empty, the value of the runqueue that of its highest bucket that is not empty: so it is never too low,
//!    and may stay too high by a fifth while others are there ([`ClampRq`]).
//! 5. **The last one** (`bucket`). A runqueue that runs empty keeps the maximum of the task that left, lest its clock jump up for
//!    nothing, and gives up the minimum. The next task to come replaces both.
//! 6. **The key** (`key`). All of this may be compiled out, or skipped until somebody asks for the first time ([`ClampKey`]). Then clocks
//!    and placement see 0 and 1024 everywhere. It is never switched off again.
//! 7. **Fit** (`fit`). Whether a CPU is big enough for a utilisation that is clamped, by version: a maximum that the CPU has makes it
//!    fit whatever the task does, a minimum that it does not have makes it fit worse or not at all ([`util_fits_cpu`]).
//!
//! Clamps change the clock, and where tasks are placed on CPUs of different size; neither shares nor loads, nor what is
//! measured as utilisation.

mod bucket;
mod fit;
mod key;
mod value;

pub use bucket::{BUCKETS, ClampRq, bucket_of};
pub use fit::{Fit, cpu_overutilized, task_fits_cpu, util_fits_cpu};
pub use key::ClampKey;
pub use value::{Clamps, Requests, effective, group_clamps};
