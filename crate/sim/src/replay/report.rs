//! What a replay found.

/// What was compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Aspect {
    /// Who runs after a switch.
    Pick,
    /// That schedule() kept the running task.
    Keep,
    /// The reschedule flag after a wakeup or fork.
    Wakeup,
    /// Whether a tick asks for a reschedule.
    Tick,
    /// Whether the slice timer does.
    Hrtick,
    /// Whether a timer of realtime throttling, of a DEADLINE task or of the fair server is due when it expires.
    Timer,
    /// Whether a blocking task stays queued, delayed.
    Delayed,
    /// Whether a waking task is still queued.
    Queued,
    /// Whether a period of a group's quota begins.
    Period,
    /// vruntime, ns.
    Vruntime,
    /// Deadline, ns.
    Deadline,
    /// Slice, ns.
    Slice,
    /// Lag of a task that left the queue or is delayed, ns.
    Lag,
}

impl Aspect {
    /// A word for tables.
    pub const fn name(self) -> &'static str {
        match self {
            Aspect::Pick => "pick",
            Aspect::Keep => "keep",
            Aspect::Wakeup => "wakeup",
            Aspect::Tick => "tick",
            Aspect::Hrtick => "hrtick",
            Aspect::Timer => "timer",
            Aspect::Delayed => "delayed",
            Aspect::Queued => "queued",
            Aspect::Period => "period",
            Aspect::Vruntime => "vruntime",
            Aspect::Deadline => "deadline",
            Aspect::Slice => "slice",
            Aspect::Lag => "lag",
        }
    }
}

/// One disagreement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Miss {
    /// When, ns from the recording's time 0.
    pub t_ns: i64,
    /// What was compared.
    pub aspect: Aspect,
    /// The model's rule, by the name of its reason; empty for numbers.
    pub rule: &'static str,
    /// Whom it is about.
    pub task: String,
    /// What the kernel did.
    pub kernel: String,
    /// What the model said.
    pub model: String,
}

/// The score of one recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Decisions compared.
    pub decisions: u64,
    /// Those on which model and kernel agree.
    pub agree: u64,
    /// Decisions that the recording does not show.
    pub unclear: u64,
    /// Numbers compared.
    pub numbers: u64,
    /// Those equal to the nanosecond.
    pub numbers_exact: u64,
    /// Largest difference of a vruntime, ns.
    pub vruntime_error_max_ns: u64,
    /// Largest difference of a deadline, ns.
    pub deadline_error_max_ns: u64,
    /// Every disagreement, in order.
    pub misses: Vec<Miss>,
}

impl Report {
    /// Wrong decisions.
    pub const fn wrong(&self) -> u64 {
        self.decisions - self.agree
    }

    /// Numbers that differ.
    pub const fn inexact(&self) -> u64 {
        self.numbers - self.numbers_exact
    }

    /// Adds another recording's score to this one.
    pub fn absorb(&mut self, other: &Report) {
        self.decisions += other.decisions;
        self.agree += other.agree;
        self.unclear += other.unclear;
        self.numbers += other.numbers;
        self.numbers_exact += other.numbers_exact;
        self.vruntime_error_max_ns = self.vruntime_error_max_ns.max(other.vruntime_error_max_ns);
        self.deadline_error_max_ns = self.deadline_error_max_ns.max(other.deadline_error_max_ns);
        self.misses.extend(other.misses.iter().cloned());
    }
}
