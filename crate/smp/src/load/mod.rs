//! How much the fair tasks of a CPU weigh, want and use: the kernel's load tracking, glued to queues and moves.
//!
//! The arithmetic is `sched::pelt`; here is what belongs to one CPU ([`CpuLoad`]) and to one task ([`TaskLoad`]), and when which of
//! them changes.
//!
//! 1. **Clock** (`cpu`). A CPU's averages live in a time of their own: slower while a small or slow CPU works, catching
//!    up when it becomes idle, unless it was saturated. The machine says how time passes
//!    ([`CpuLoad::advance`], [`CpuLoad::becomes_idle`], [`CpuLoad::becomes_busy`]); nothing else reads a clock.
//! 2. **Update before change** (`cpu`). Whatever changes what a task or the queue does is preceded by accounting for what it did
//!    until now: arguments of type `Doing` always say what was, not what will be.
//! 3. **Joining and leaving** (`cpu`). A task that sleeps stays in its queue's averages, and fades with them. It leaves
//!    them only to another CPU: at once if it was queued ([`CpuLoad::detach`]), at the old CPU's next update if it slept
//!    ([`CpuLoad::remove`]). It joins where it is enqueued next.
//! 4. **Missed idle time** (`cpu`). The averages of an idle CPU may be old. A task that wakes elsewhere has its own brought up to
//!    an estimate of that CPU's present first (6.1, `IdleDecay`).
//! 5. **Estimates** (`estimate`). What a task needed when it last went to sleep; a queue adds up those of the tasks that want to run.
//! 6. **Utilisation of a CPU** (`util`). The larger of the average and the sum of the estimates, as far as there is a CPU for
//!    it; with or without a task.
//! 7. **Capacity** (`capacity`). What the classes above leave, and when a utilisation fits into it.
//!
//! What an event calls, in order, after [`CpuLoad::advance`]:
//!
//! | event | calls |
//! |---|---|
//! | a task is enqueued | `add_estimate`, `enqueue` |
//! | a task is picked, put back or seen by the tick | `update_task` |
//! | a task goes to sleep | `take_estimate`, `update_task`, `TaskLoad::sleeps` |
//! | its sleep is delayed, and it leaves later | the same; then `update_task` |
//! | a delayed task wakes in its place | `add_estimate`, `update_task` |
//! | a queued task is moved | `take_estimate`, `update_task`, `detach`; there `enqueue` with its estimate |
//! | a sleeping task wakes elsewhere, or a task is gone | `remove`; there as above |
//! | a task is born | on its CPU `begin`, then as above |
//! | a task's weight changes | `update_task`, `reweight` |
//! | an idle CPU is looked after | `update` |

mod capacity;
mod cpu;
mod estimate;
mod task;
mod util;

pub use capacity::{actual_capacity, capacity_greater, fits_capacity, frequency_scale, scale_rt_capacity};
pub use cpu::{CpuLoad, Speed};
pub use estimate::Estimate;
pub use task::TaskLoad;
pub use util::{cpu_util, cpu_util_boost, cpu_util_to, cpu_util_without, task_util_est};

#[cfg(test)]
mod tests;
