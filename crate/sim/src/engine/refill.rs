//! What a task misses in the caches when it gets a CPU: it works longer by that.

use smp::cost::{Footprint, Lines, Nearest, left_in_cache_kib, refill_ns};

use super::Sim;
use crate::task::Work;

/// Where a task's memory was used last.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Warmth {
    /// The CPU that it ran on last.
    last: Option<u16>,
    /// What had gone through the cache of that core by then, KiB.
    passed_kib: u64,
    /// What its next step takes longer, ns.
    pub owed_ns: u64,
}

impl Sim {
    /// A task gets a CPU.
    #[inline]
    pub(super) fn warm_up(&mut self, cpu: usize, task: u16) {
        if self.plan.has_footprints {
            self.refill(cpu, task);
        }
    }

    fn refill(&mut self, cpu: usize, task: u16) {
        let Footprint { kib, sensitivity_per_mille } = self.plan.tasks[usize::from(task)].footprint;
        if kib == 0 {
            return;
        }
        let (missing_kib, nearest) = self.missing(cpu, task, kib);
        let costs = &self.plan.costs.between;
        let lines = Lines {
            l2_ns: costs.line_l2_ns,
            llc_ns: costs.line_llc_ns,
            memory_ns: costs.line_memory_ns,
            remote_ns: costs.line_remote_ns,
        };
        let more_ns = refill_ns(missing_kib, sensitivity_per_mille, nearest, &lines);
        let core = self.plan.hardware.core_of[cpu];
        self.cpus[core].passed_kib += missing_kib;
        let passed_kib = self.cpus[core].passed_kib;
        let state = &mut self.tasks[usize::from(task)];
        (state.warmth.last, state.warmth.passed_kib) = (Some(cpu as u16), passed_kib);
        match &mut state.work {
            Work::User { left_ns } | Work::Kernel { left_ns } | Work::Dying { left_ns } => {
                *left_ns = left_ns.saturating_add(more_ns);
            }
            Work::Next => state.warmth.owed_ns += more_ns,
        }
    }

    /// How much of its memory a task does not find near a CPU, and the nearest place that has it.
    fn missing(&self, cpu: usize, task: u16, kib: u64) -> (u64, Nearest) {
        let hardware = &self.plan.hardware;
        let warmth = &self.tasks[usize::from(task)].warmth;
        let Some(last) = warmth.last.map(usize::from) else {
            return (kib, Nearest::Memory);
        };
        let core = hardware.core_of[cpu];
        if hardware.core_of[last] == core {
            let others_kib = self.cpus[core].passed_kib - warmth.passed_kib;
            return (kib - left_in_cache_kib(kib, others_kib, hardware.l2_kib[cpu]), Nearest::Llc);
        }
        if self.plan.topology.shares_llc(last, cpu) {
            return (kib, Nearest::Llc);
        }
        let is_near = hardware.node_of[last] == hardware.node_of[cpu];
        (kib, if is_near { Nearest::Memory } else { Nearest::Remote })
    }
}

#[cfg(test)]
mod tests {
    use crate::costs::{Between, Costs};
    use crate::run::simulate;
    use crate::scenario::{CostChoice, Duration, Machine, Scenario, Side, Step, Thread};

    /// How long after its 1 ms of work a thread of 256 KiB ends, µs: it wakes on each of these CPUs in turn.
    #[track_caller]
    fn check(machine: &str, cpus: &[u32], sensitivity: u16, expected_ns: u64) {
        let mut script = Vec::new();
        for cpu in cpus {
            script.push(Step::Affinity("t".to_owned(), vec![*cpu]));
            script.push(Step::Run(Duration::Fixed(1_000)));
        }
        let thread = Thread {
            affinity: Some(vec![cpus[0]]),
            footprint_kib: 256,
            miss_sensitivity_per_mille: Some(sensitivity),
            ..Thread::new("t", script)
        };
        let machine = Machine::preset(smp::topology::machine(machine).expect("a preset"));
        let scenario = Scenario { machine, threads: vec![thread], ..Scenario::default() };
        let between = Between {
            line_l2_ns: 5,
            line_llc_ns: 15,
            line_memory_ns: 110,
            line_remote_ns: 140,
            ..Between::FREE
        };
        let costs = CostChoice::Custom(Costs { between, ..Costs::default() });
        let run = simulate(&scenario, &Side { costs, ..Side::new("7.2") }).expect("a valid scenario");
        let last = run.state_at_event(run.trace().events.len());
        assert_eq!(last.entity(0).sum_exec_ns, cpus.len() as u64 * 1_000_000 + expected_ns);
    }

    #[test]
    fn the_first_time_everything_comes_from_memory() {
        check("xeon-2s", &[0], 1000, 112_640);
        check("xeon-2s", &[0], 500, 56_320);
        check("xeon-2s", &[0], 0, 0);
    }

    #[test]
    fn the_farther_a_task_moves_the_longer_it_works() {
        check("epyc-16", &[0, 1], 1000, 112_640 + 15_360);
        check("epyc-16", &[0, 8], 1000, 112_640 + 112_640);
        check("xeon-2s", &[0, 10], 1000, 112_640 + 143_360);
    }

    #[test]
    fn a_thread_of_the_same_core_finds_everything() {
        check("xeon-2s", &[0, 20], 1000, 112_640);
    }
}
