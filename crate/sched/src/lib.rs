//! The scheduling classes as data structures and decisions.
//!
//! A [`FairQueue`] is the fair runqueue of one CPU, an [`RtQueue`] its realtime one, a [`Pool`] holds the entities of a
//! machine, [`Params`] says which kernel version's rules are in force. There is no clock
//! here and no event: `now_ns` is an argument, and the caller decides when things happen.
//!
//! * A kernel version is a value ([`KERNELS`]); each rule that differs is one enum and one
//!   `match`. The two policies are explained in `cfs` and `eevdf`.
//! * Load tracking ([`pelt`]) stands beside them, for group weights and several CPUs.
//! * Quotas of groups ([`bandwidth`]) say when their tasks may not run.
//! * Every decision returns the rule that made it with its operands ([`Reason`]).
//! * Integers only; equal calls give equal results on every machine.
//!
//! ```
//! use sched::{Enqueue, Entity, FairQueue, Params, Policy, Pool, kernel};
//!
//! let params = Params::new(kernel("7.2").expect("a preset"), 250, 1);
//! let (mut pool, mut queue) = (Pool::new(), FairQueue::new(params));
//! let [a, b] = [0, 5].map(|nice| pool.add(Entity::new(Policy::Normal, nice)));
//! for task in [a, b] {
//!     queue.enqueue(&mut pool, task, Enqueue::Wakeup, 0);
//! }
//! let pick = queue.pick(&mut pool, 0).expect("two tasks are queued");
//! assert_eq!(pick.next, a); // equal vruntime, but the heavier one has the earlier deadline
//! ```

pub mod bandwidth;
mod buddies;
mod call;
mod cfs;
mod cgroup_mode;
mod change;
mod class;
mod deadline;
mod descent;
mod described;
mod eevdf;
mod entity;
mod fair;
mod features;
mod flat;
mod group;
mod hrtick;
mod kernel;
mod level;
mod migrate;
mod order;
mod params;
pub mod pelt;
mod preemption;
mod queue;
mod reason;
mod rt;
mod rules;
mod running;
mod silent;
mod switched;
mod tick;
mod time;
mod tracking;
mod tree;
mod tunables;
mod versions;
mod wakeup;
mod weight;

pub use call::{Dequeue, Dequeued, Enqueue, Pick, Resched, Verdict, Wake};
pub use cgroup_mode::{CgroupMode, GroupCount, LoadPart};
pub use change::{CUSTOM_SLICE_RANGE_NS, Change};
pub use class::FairQueue;
pub use deadline::{Contender, DlEntity, DlParams, DlPick, DlPool, DlQueue, Expired, Overbooked};
pub use described::{Described, Scope};
pub use entity::{Entity, EntityId, GroupId, Policy, Pool};
pub use features::{Feature, Features, UnknownName};
pub use group::Shares;
pub use hrtick::{ArmAt, HrtickArm};
pub use kernel::{KERNELS, Kernel, kernel};
pub use order::Class;
pub use params::Params;
pub use preemption::Preemption;
pub use reason::Reason;
pub use rt::{PeriodEnd, RtEntity, RtPolicy, RtPool, RtQueue};
pub use rules::{
    BuddyPick, CfsIdle, ChargeRule, DelayedLag, DeltaRule, ExtServer, FairServer, Family, FirstRequest,
    GroupIdle, GroupPick, GroupSlice, HrtickRule, IdealCap, IdleCurr, LagClamp, LagInflation, MeanWeights,
    NrLatency, OwnSlice, PreemptedBuddy, ProtectWhen, Protection, Reclaim, Refill, RelativeDeadline, Requeue,
    Reweight, RtThrottling, Rules, Throttling, TreeOrder, WakeClass, WakeupPick, WakeupRule, YieldRule,
};
pub use silent::SilentNames;
pub use time::Vtime;
pub use tracking::{EmptyGroup, Sharing};
pub use tunables::{ChoiceInfo, TunableInfo, Tunables, scaling_factor};
pub use versions::{Cell, Line, Topic, versions};
pub use weight::{NICE_0_LOAD, Weight, calc_delta, calc_delta_fair, group_weight, scale_down};
