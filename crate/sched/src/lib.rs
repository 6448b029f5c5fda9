//! The fair scheduling class as data structures and decisions.
//!
//! A [`FairQueue`] is the fair runqueue of one CPU, a [`Pool`] holds the entities of a
//! machine, [`Params`] says which kernel version's rules are in force. There is no clock
//! here and no event: `now_ns` is an argument, and the caller decides when things happen.
//!
//! * A kernel version is a value ([`KERNELS`]); each rule that differs is one enum and one
//!   `match`. The two policies are explained in `cfs` and `eevdf`.
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

mod call;
mod cfs;
mod change;
mod class;
mod eevdf;
mod entity;
mod features;
mod hrtick;
mod kernel;
mod params;
mod queue;
mod reason;
mod rules;
mod time;
mod tree;
mod tunables;
mod weight;

pub use call::{Dequeue, Dequeued, Enqueue, Pick, Resched, Verdict, Wake};
pub use change::{CUSTOM_SLICE_RANGE_NS, Change};
pub use entity::{Entity, EntityId, Policy, Pool};
pub use features::{Feature, Features, UnknownName, WITHOUT_EFFECT};
pub use hrtick::{ArmAt, HrtickArm};
pub use kernel::{KERNELS, Kernel, Preemption, kernel};
pub use params::Params;
pub use queue::FairQueue;
pub use reason::Reason;
pub use rules::{
    BuddyPick, ChargeRule, DelayedLag, DeltaRule, Family, HrtickRule, IdealCap, IdleCurr, LagClamp,
    MeanWeights, ProtectWhen, Protection, RelativeDeadline, Requeue, Rules, WakeupRule, YieldRule,
};
pub use time::Vtime;
pub use tunables::{TunableInfo, Tunables, scaling_factor, tunables_of};
pub use weight::{NICE_0_LOAD, Weight, calc_delta, calc_delta_fair, scale_down};
