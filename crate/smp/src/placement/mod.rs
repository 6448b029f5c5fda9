//! On which CPU a task wakes, is born, or goes on with another program.
//!
//! [`select`] is asked by the CPU that does it (the *waker*), for a task that was on another or the same one (*prev*). It reads
//! what the CPUs look like and changes nothing: what is to be remembered stands in its answer ([`Remembered`]).
//!
//! 1. **No choice.** A task with one allowed CPU goes there (`select.rs`).
//! 2. **Energy.** Where CPUs are unequal, tasks are placed by energy and no CPU has more to do than fits it, a wakeup goes to the CPU
//!    where it takes least (`energy.rs`). Otherwise it has a waker and a place where the task was: rules 3 to 7. A new program has
//!    neither data in a cache nor a reason to stay: rule 8 (`select.rs`).
//! 3. **Wide or near.** Waker and wakee that both wake more tasks than share a cache are spread: the search starts at prev.
//!    Others may be drawn to each other (`wakees.rs`).
//! 4. **Waker or prev.** Where both are in one domain the waker's CPU is taken if it is idle or about to be, else prev if
//!    that is idle, else the one with less load (`affine.rs`). That is the *target*.
//! 5. **A sibling of the target.** The target if idle, or prev, or the CPU before that, if they share its cache (`sibling.rs`).
//! 6. **Search.** The target's cache is searched for an idle core, CPU or thread, at most as many CPUs as pay off: by how
//!    busy the cache is (`utilisation.rs`), before 6.0 by how long the waker's CPU is idle (`proportional.rs`); whole cores
//!    by `cores.rs`, the limits by `limits.rs`.
//! 7. **Unequal CPUs.** Instead of the cache the whole range of capacities is searched for an idle CPU that is big enough (`asymmetric.rs`).
//! 8. **Fork and exec** walk the domains from the top to the least busy group and in it to the CPU that wakes fastest (`descent.rs`,
//!    `groups.rs`, `within.rs`).
//! 9. **Not allowed.** A choice that the task may not use, as its affinity was changed, is replaced (`fallback.rs`).
//!
//! A delayed task is woken where it is and never comes here; nor does one that is still being switched out, if its CPU is
//! to do the rest of the wakeup.

mod affine;
mod asymmetric;
mod cores;
mod descent;
mod energy;
mod fallback;
mod groups;
mod limits;
mod proportional;
mod search;
mod select;
mod sibling;
mod utilisation;
mod view;
mod wakees;
mod within;

pub use cores::core_became_idle;
pub use energy::is_energy_aware;
pub use fallback::{fallback_cpu, only_allowed};
pub use limits::{WakeIdle, nr_idle_scan, scan_average_ns};
pub use select::{Call, Placed, Remembered, Waker, select};
pub(crate) use view::searched_range;
pub use view::{View, idle_llcs};
pub use wakees::{Wakees, wake_wide};

#[cfg(test)]
mod tests;
