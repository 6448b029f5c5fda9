//! What a recording says happened.

use super::{GroupNumbers, Numbers, TaskRef};

/// One recorded event.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Relative to time 0, from -1 ms.
    pub t_ns: i64,
    /// The CPU that recorded it.
    pub cpu: u32,
    /// What happened.
    pub kind: Kind,
}

/// What happened. Values of EEVDF kernels are `None` in recordings of CFS and for other classes.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// The CPU went from one task to another.
    Switch(Switch),
    /// A wake-up begins.
    Waking(Waking),
    /// A wake-up is done: the task is queued and the preemption check made.
    Wakeup(Wakeup),
    /// The same for a new thread.
    WakeupNew(Wakeup),
    /// A task goes to another CPU.
    Migrate {
        /// Who.
        task: TaskRef,
        /// Its CPU before.
        from: u32,
        /// Its CPU after.
        to: u32,
    },
    /// The running task was charged.
    Runtime {
        /// Who.
        task: TaskRef,
        /// Time since the last charge.
        ran_ns: i64,
        /// CFS: its vruntime after.
        vruntime: Option<i64>,
    },
    /// The periodic tick's handler begins.
    Tick {
        /// Who is running.
        task: TaskRef,
        /// Reschedule flags before the handler.
        resched: Flags,
    },
    /// The slice timer's handler begins.
    Hrtick {
        /// Who is running.
        task: TaskRef,
        /// Reschedule flags before the handler.
        resched: Flags,
    },
    /// Another high-resolution timer.
    Hrtimer {
        /// Name of the kernel's function.
        function: String,
    },
    /// The thread begins to exit; it runs some 10 to 100 µs more.
    Exit {
        /// Who.
        task: TaskRef,
    },
}

/// Operands of [`Kind::Switch`], recorded after the pick.
#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    /// Who stops.
    pub prev: TaskRef,
    /// Why it may or may not run again.
    pub prev_state: PrevState,
    /// Who runs.
    pub next: TaskRef,
    /// Numbers of `prev`.
    pub prev_numbers: Option<Numbers>,
    /// Numbers of `next`.
    pub next_numbers: Option<Numbers>,
    /// Numbers of the entity of `prev`'s group, if it is in one.
    pub prev_group: Option<GroupNumbers>,
    /// Numbers of the entity of `next`'s group, if it is in one.
    pub next_group: Option<GroupNumbers>,
}

/// State in which a task is switched out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrevState {
    /// `R`: runnable; it yielded or was preempted at the return to user space.
    Runnable,
    /// `R+`: runnable; it was preempted inside the kernel or at a reschedule point.
    Preempted,
    /// `S`: interruptible sleep.
    Sleeping,
    /// `D`: uninterruptible sleep.
    Uninterruptible,
    /// `X`: dead.
    Dead,
    /// `I`: an idle kernel thread.
    IdleThread,
    /// Any other letter: it is not runnable.
    Other,
}

impl PrevState {
    /// Whether it stays on the run queue.
    pub fn is_runnable(self) -> bool {
        matches!(self, PrevState::Runnable | PrevState::Preempted)
    }
}

/// Operands of [`Kind::Waking`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waking {
    /// Who is woken.
    pub task: TaskRef,
    /// Its CPU as it was.
    pub to: u32,
    /// Who was running.
    pub by: TaskRef,
    /// Where the wake-up came from.
    pub context: Context,
    /// Reschedule flags.
    pub resched: Flags,
    /// EEVDF: the `vlag` field.
    pub lag: Option<i64>,
    /// EEVDF: still on the queue (delayed, or not yet switched out).
    pub queued: Option<bool>,
}

/// Operands of [`Kind::Wakeup`] and [`Kind::WakeupNew`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wakeup {
    /// Who is runnable now.
    pub task: TaskRef,
    /// The CPU chosen.
    pub to: u32,
    /// Who was running.
    pub by: TaskRef,
    /// Where the wake-up came from.
    pub context: Context,
    /// Reschedule flags after the preemption check.
    pub resched: Flags,
    /// EEVDF: its numbers, placed.
    pub numbers: Option<Numbers>,
}

/// Where kernel code ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// In a thread.
    Thread,
    /// In a hard interrupt.
    Hard,
    /// In a soft interrupt.
    Soft,
}

/// The need-resched column of a trace, reduced to what was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// A reschedule at the next opportunity (`N`, `n`, `p`, and `b`, `B`, `L`).
    pub hard: bool,
    /// A lazy one: at the return to user space or the next tick (`l`, `L`, `b`, `B`).
    pub lazy: bool,
}

impl Flags {
    /// Whether any reschedule is pending.
    pub fn any(self) -> bool {
        self.hard || self.lazy
    }
}
