//! What the kernel decides between CPUs: on which one a task wakes, which tasks are pulled where, how fast a CPU is.
//!
//! Like `sched` it has no clock and no events: a call takes what the CPUs look like ([`CpuFacts`]) and the time, and returns
//! what was decided and why. The machine (`sim`) keeps the facts and does what was decided.

pub mod above;
pub mod balance;
mod checks;
pub mod clamp;
pub mod cost;
mod cpuset;
mod facts;
pub mod features;
pub mod frequency;
mod kernel;
pub mod load;
pub mod placement;
mod reason;
pub mod rules;
pub mod topology;
mod versions;

pub use checks::{Check, CheckRule, Checks};
pub use cpuset::{CPUS_MAX, CpuSet};
pub use facts::{CpuFacts, LlcFacts, Ready, TaskFacts};
pub use features::{SmpFeature, SmpFeatures};
pub use kernel::{SMP_RULES, SmpRules, smp_rules};
pub use reason::SmpReason;
pub use topology::Topology;
pub use versions::versions;
