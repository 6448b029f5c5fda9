//! The record of what happened: one row of 32 bytes an event, and a rolling hash.
//!
//! A row holds only what cannot be had again; everything else (the whole queue
//! at an instant, the candidates of a pick) comes from running again from the
//! nearest checkpoint, see [`crate::run::Run::state_at_event`].

use sched::Reason;
use smp::SmpReason;

/// No task: the idle CPU, or nobody.
pub const IDLE: u16 = u16::MAX;

/// One event of a run.
///
/// `code`, `a` and `b` are the decision's reason (`sched::Reason`): which rule
/// decided, and the two numbers that it compared.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// When, in ns since the beginning.
    pub t_ns: u64,
    /// First operand of the reason.
    pub a: i64,
    /// Second operand of the reason.
    pub b: i64,
    /// The CPU on which it happened.
    pub cpu: u16,
    /// The task that it happened to; see [`Kind`] for each kind.
    pub task: u16,
    /// The other task of the event, or [`IDLE`]; the group, as the scenario lists them, if the kind names one.
    pub other: u16,
    /// Which [`Kind`].
    pub kind: u8,
    /// Which [`Reason`].
    pub code: u8,
}

const _: () = assert!(size_of::<Event>() == 32, "a row is 32 bytes: a million events are 32 MB");

impl Event {
    /// The kind of the event.
    pub fn kind(&self) -> Kind {
        Kind::from(self.kind)
    }

    /// Why a decision between CPUs fell so; `None` for any other event.
    pub fn smp_reason(&self) -> Option<SmpReason> {
        SmpReason::from_parts(self.code, [self.a, self.b])
    }

    /// Why the scheduler decided so; [`Reason::Nothing`] for events that decide nothing, and `None` for decisions between CPUs.
    pub fn reason(&self) -> Option<Reason> {
        Reason::from_parts(self.code, [self.a, self.b])
    }

    /// The tasks that it names, idle left out.
    pub fn tasks(&self) -> impl Iterator<Item = u16> {
        let not_a_task = self.kind().names_group() || self.kind().names_cpu();
        let other = if not_a_task { IDLE } else { self.other };
        [self.task, other].into_iter().filter(|task| *task != IDLE)
    }

    fn words(&self) -> [u64; 4] {
        let names = u64::from(self.cpu) | u64::from(self.task) << 16 | u64::from(self.other) << 32;
        let last = names | u64::from(self.kind) << 48 | u64::from(self.code) << 56;
        [self.t_ns, self.a as u64, self.b as u64, last]
    }
}

/// What happened.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `task` woke and waits; `other` woke it, or a timer if [`IDLE`].
    Wakeup = 0,
    /// `task` woke and the running task is to make way.
    WakeupPreempts = 1,
    /// `task` woke on an idle CPU.
    WakeupIdle = 2,
    /// `task` was created and enqueued; `other` is its parent.
    Fork = 3,
    /// The periodic tick under `task`; it keeps running.
    Tick = 4,
    /// The periodic tick under `task`; it is to make way, or compete again.
    TickResched = 5,
    /// The slice timer ended under `task`.
    Hrtick = 6,
    /// `task` yielded.
    Yield = 7,
    /// `task` made way to `other`, which a wakeup or a creation asked for.
    SwitchPreempted = 8,
    /// `task` made way to `other` at a tick.
    SwitchTick = 9,
    /// `task` made way to `other` at the end of the slice timer.
    SwitchHrtick = 10,
    /// `task` blocked and left the queue; `other` runs.
    SwitchBlocked = 11,
    /// `task` blocked but stays queued until it has paid its debt; `other` runs.
    SwitchDelayed = 12,
    /// `task` yielded and `other` runs.
    SwitchYielded = 13,
    /// `task` ended; `other` runs.
    SwitchExited = 14,
    /// `task` made way to `other` after a change of nice, policy or slice.
    SwitchChanged = 15,
    /// The CPU was idle; `other` runs. `task` is [`IDLE`].
    SwitchIdle = 16,
    /// The scheduler was asked and `task` keeps running.
    Keep = 17,
    /// Delayed `task` has paid its debt and leaves the queue.
    DelayedOut = 18,
    /// `task` woke while delayed: it never left the queue. The event of its preemption
    /// test follows, as of any wakeup.
    DelayedWake = 19,
    /// An attribute of `task` was changed by `other`.
    Change = 20,
    /// `task` begins to exit.
    Exit = 21,
    /// `task` has work and may not run: the quota of its group, its own budget or its class is used up. A running
    /// one is switched out after it.
    Throttled = 22,
    /// Throttled `task` may run again.
    Unthrottled = 23,
    /// Deadline `task`, or the fair server if [`IDLE`], has its budget anew.
    Replenished = 24,
    /// Deadline `task` finished its job after its deadline.
    DeadlineMissed = 25,
    /// `task` made way to `other` because it may not run; it does not wait from here on.
    SwitchThrottled = 26,
    /// A period of the quota of group `other` began; `task` is [`IDLE`].
    QuotaRefilled = 27,
    /// `task` changed the weight or the quota of group `other`; [`IDLE`] if nobody of this machine did.
    GroupChanged = 28,
    /// A CPU was chosen for waking or new `task`: that of the event. `other` is the CPU that it was on before.
    Placed = 29,
    /// Waiting `task` was moved to this CPU; `other` is the CPU that it came from.
    Pulled = 30,
    /// The CPU looked for tasks to pull and has none; `task` is [`IDLE`]. `other` is the CPU that it would have pulled from, or
    /// [`IDLE`].
    NothingPulled = 31,
    /// `task` made way to `other` because it is moved to another CPU.
    SwitchMigrated = 32,
    /// The clock of the CPU, the lowest of those that share it, has changed; `task` is [`IDLE`].
    ClockSet = 33,
}

impl Kind {
    /// Every kind, in the order of its number.
    pub const ALL: [Kind; 34] = [
        Kind::Wakeup,
        Kind::WakeupPreempts,
        Kind::WakeupIdle,
        Kind::Fork,
        Kind::Tick,
        Kind::TickResched,
        Kind::Hrtick,
        Kind::Yield,
        Kind::SwitchPreempted,
        Kind::SwitchTick,
        Kind::SwitchHrtick,
        Kind::SwitchBlocked,
        Kind::SwitchDelayed,
        Kind::SwitchYielded,
        Kind::SwitchExited,
        Kind::SwitchChanged,
        Kind::SwitchIdle,
        Kind::Keep,
        Kind::DelayedOut,
        Kind::DelayedWake,
        Kind::Change,
        Kind::Exit,
        Kind::Throttled,
        Kind::Unthrottled,
        Kind::Replenished,
        Kind::DeadlineMissed,
        Kind::SwitchThrottled,
        Kind::QuotaRefilled,
        Kind::GroupChanged,
        Kind::Placed,
        Kind::Pulled,
        Kind::NothingPulled,
        Kind::SwitchMigrated,
        Kind::ClockSet,
    ];

    /// `other` is a group and no task.
    pub fn names_group(self) -> bool {
        matches!(self, Kind::QuotaRefilled | Kind::GroupChanged)
    }

    /// `other` is a CPU and no task.
    pub fn names_cpu(self) -> bool {
        matches!(self, Kind::Placed | Kind::Pulled | Kind::NothingPulled)
    }

    /// The CPU goes from `task` to `other`; either may be [`IDLE`].
    pub fn is_switch(self) -> bool {
        (Kind::SwitchPreempted..=Kind::SwitchIdle).contains(&self)
            || matches!(self, Kind::SwitchThrottled | Kind::SwitchMigrated)
    }

    /// `task` became runnable by waking up.
    pub fn is_wakeup(self) -> bool {
        matches!(self, Kind::Wakeup | Kind::WakeupPreempts | Kind::WakeupIdle)
    }

    /// A switch whose `task` stays runnable and therefore waits from here on.
    pub fn is_preemption(self) -> bool {
        use Kind::*;
        matches!(
            self,
            SwitchPreempted | SwitchTick | SwitchHrtick | SwitchYielded | SwitchChanged | SwitchMigrated
        )
    }

    /// The scheduler chose: a pick, or whether somebody is to make way.
    pub fn is_decision(self) -> bool {
        use Kind::*;
        match self {
            Wakeup | WakeupPreempts | WakeupIdle | Fork | TickResched | Hrtick | Keep => true,
            Tick | Yield | DelayedOut | DelayedWake | Change | Exit => false,
            ClockSet => true,
            Throttled | Unthrottled | Replenished | DeadlineMissed => true,
            QuotaRefilled | GroupChanged => false,
            SwitchPreempted | SwitchTick | SwitchHrtick | SwitchBlocked | SwitchDelayed => true,
            SwitchYielded | SwitchExited | SwitchChanged | SwitchIdle | SwitchThrottled => true,
            Placed | Pulled | NothingPulled | SwitchMigrated => true,
        }
    }
}

impl From<u8> for Kind {
    /// The kind with this number; panics for a number that no event has.
    fn from(number: u8) -> Kind {
        Kind::ALL[usize::from(number)]
    }
}

/// All events of a run, in order, with the hash of everything so far.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The rows, oldest first.
    pub events: Vec<Event>,
    hash: RollingHash,
}

impl Trace {
    /// Add a row.
    pub fn push(&mut self, event: Event) {
        self.hash.add(&event);
        self.events.push(event);
    }

    /// A number that differs as soon as any event differs: the same natively and in wasm.
    pub fn hash(&self) -> u64 {
        self.hash.0
    }
}

/// Multiply and fold, a row at a time. The words of a row are multiplied side by side, so that only the
/// last step waits for the row before.
#[derive(Clone, Copy, Debug)]
struct RollingHash(u64);

impl Default for RollingHash {
    fn default() -> RollingHash {
        RollingHash(0x9E37_79B9_7F4A_7C15)
    }
}

/// An odd number for each word of a row, so that no product loses a bit: digits of the golden ratio and
/// of the square roots of 2, 3 and 5.
const FACTORS: [u64; 4] =
    [0x9E37_79B9_7F4A_7C15, 0x6A09_E667_F3BC_C909, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B];

impl RollingHash {
    fn add(&mut self, event: &Event) {
        let [a, b, c, d] = event.words();
        let row = a.wrapping_mul(FACTORS[0])
            ^ b.wrapping_mul(FACTORS[1]).rotate_left(16)
            ^ c.wrapping_mul(FACTORS[2]).rotate_left(32)
            ^ d.wrapping_mul(FACTORS[3]).rotate_left(48);
        let mixed = (self.0 ^ row).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.0 = mixed ^ (mixed >> 32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(t_ns: u64, task: u16) -> Event {
        Event { t_ns, a: -1, b: 2, cpu: 0, task, other: IDLE, kind: Kind::Tick as u8, code: 0 }
    }

    #[test]
    fn kinds_survive_their_number() {
        for (number, kind) in Kind::ALL.iter().enumerate() {
            assert_eq!(*kind as usize, number);
            assert_eq!(Kind::from(number as u8), *kind);
        }
    }

    #[test]
    fn the_hash_sees_content_and_order() {
        let hash = |rows: &[Event]| {
            let mut trace = Trace::default();
            rows.iter().for_each(|e| trace.push(*e));
            trace.hash()
        };
        let (x, y) = (event(1, 0), event(1, 1));
        assert_eq!(hash(&[x, y]), hash(&[x, y]));
        assert_ne!(hash(&[x, y]), hash(&[y, x]));
        assert_ne!(hash(&[x]), hash(&[x, x]));
        assert_ne!(hash(&[x]), hash(&[]));
    }

    #[test]
    fn a_switch_is_a_decision() {
        assert!(Kind::ALL.iter().filter(|k| k.is_switch()).all(|k| k.is_decision()));
        assert!(Kind::ALL.iter().filter(|k| k.is_preemption()).all(|k| k.is_switch()));
    }
}
