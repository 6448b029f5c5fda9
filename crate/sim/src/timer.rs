//! The scheduler's high-resolution timers, by the names that recordings have for them.

/// A high-resolution timer of the scheduler other than the slice timer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timer {
    /// A period of a group's quota ends.
    QuotaPeriod,
    /// What emptied queues gave back to a quota is given out.
    QuotaSlack,
    /// A period of realtime throttling ends.
    RtPeriod,
    /// A DEADLINE task's next period begins, or the fair server's last moment is there.
    Deadline,
    /// A sleeping DEADLINE task's bandwidth is not in use from here on.
    ZeroLag,
}

impl Timer {
    /// The kernel's function that it calls.
    pub const fn function(self) -> &'static str {
        match self {
            Timer::QuotaPeriod => "sched_cfs_period_timer",
            Timer::QuotaSlack => "sched_cfs_slack_timer",
            Timer::RtPeriod => "sched_rt_period_timer",
            Timer::Deadline => "dl_task_timer",
            Timer::ZeroLag => "inactive_task_timer",
        }
    }

    /// The timer that calls this function; `None` for one that is none of the scheduler's.
    pub fn of_function(function: &str) -> Option<Timer> {
        let all = [Timer::QuotaPeriod, Timer::QuotaSlack, Timer::RtPeriod, Timer::Deadline, Timer::ZeroLag];
        all.into_iter().find(|timer| timer.function() == function)
    }
}
