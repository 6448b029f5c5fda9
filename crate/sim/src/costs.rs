//! What kernel paths cost, as named parameters in ns.

use sched::{Family, Kernel};
use serde::Serialize;

/// The time that each kernel path takes, charged to the CPU and to the task that runs it.
///
/// All zero is the default of teaching scenarios: then every time in the trace is
/// policy and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Costs {
    /// From the expiry of a timer to the first wakeup.
    pub timer_interrupt_ns: u64,
    /// One wakeup in an interrupt, up to its preemption test and after.
    pub wakeup_ns: u64,
    /// The periodic tick.
    pub tick_ns: u64,
    /// The slice timer.
    pub hrtick_ns: u64,
    /// From the decision to switch to the next task's first instruction.
    pub context_switch_ns: u64,
    /// Being asked and keeping the task that runs.
    pub keep_ns: u64,
    /// Entering and leaving the kernel, with nothing done there.
    pub syscall_ns: u64,
    /// Going to sleep on a timer, up to the scheduler.
    pub sleep_ns: u64,
    /// `sched_yield`, up to the scheduler.
    pub yield_ns: u64,
    /// A byte into a pipe, without the wakeup.
    pub pipe_write_ns: u64,
    /// A byte out of a pipe, or going to sleep on it.
    pub pipe_read_ns: u64,
    /// Raising a semaphore, without the wakeup.
    pub futex_post_ns: u64,
    /// Lowering a semaphore, or going to sleep on it.
    pub futex_wait_ns: u64,
    /// A wakeup by a running task, up to its preemption test and after.
    pub task_wakeup_ns: u64,
    /// Creating a thread.
    pub spawn_ns: u64,
    /// What an exiting thread still does before it is gone.
    pub exit_ns: u64,
}

impl Costs {
    /// Costs as in the recordings of a kernel.
    ///
    /// Source: `overhead_ns` of the recordings' headers (`traced.*`: with the recorder's own
    /// share, as that is in the recorded times too) and the spacing of their events.
    pub fn recorded(kernel: &Kernel) -> Costs {
        match kernel.family {
            Family::Cfs => Costs::default(),
            Family::Eevdf => Costs::default(),
        }
    }

    /// Names of the parameters, in the order of the fields.
    pub const NAMES: [&'static str; 16] = [
        "timer_interrupt_ns",
        "wakeup_ns",
        "tick_ns",
        "hrtick_ns",
        "context_switch_ns",
        "keep_ns",
        "syscall_ns",
        "sleep_ns",
        "yield_ns",
        "pipe_write_ns",
        "pipe_read_ns",
        "futex_post_ns",
        "futex_wait_ns",
        "task_wakeup_ns",
        "spawn_ns",
        "exit_ns",
    ];

    /// The parameter of this name, to set; `None` if there is no such.
    pub fn parameter(&mut self, name: &str) -> Option<&mut u64> {
        Some(match name {
            "timer_interrupt_ns" => &mut self.timer_interrupt_ns,
            "wakeup_ns" => &mut self.wakeup_ns,
            "tick_ns" => &mut self.tick_ns,
            "hrtick_ns" => &mut self.hrtick_ns,
            "context_switch_ns" => &mut self.context_switch_ns,
            "keep_ns" => &mut self.keep_ns,
            "syscall_ns" => &mut self.syscall_ns,
            "sleep_ns" => &mut self.sleep_ns,
            "yield_ns" => &mut self.yield_ns,
            "pipe_write_ns" => &mut self.pipe_write_ns,
            "pipe_read_ns" => &mut self.pipe_read_ns,
            "futex_post_ns" => &mut self.futex_post_ns,
            "futex_wait_ns" => &mut self.futex_wait_ns,
            "task_wakeup_ns" => &mut self.task_wakeup_ns,
            "spawn_ns" => &mut self.spawn_ns,
            "exit_ns" => &mut self.exit_ns,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_parameter_of_its_own() {
        let mut costs = Costs::default();
        for (i, name) in Costs::NAMES.iter().enumerate() {
            *costs.parameter(name).expect("listed") = i as u64 + 1;
        }
        for (i, name) in Costs::NAMES.iter().enumerate() {
            assert_eq!(*costs.parameter(name).expect("listed"), i as u64 + 1, "{name}");
        }
        assert!(costs.parameter("coffee_ns").is_none());
    }
}
