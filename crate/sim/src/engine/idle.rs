//! How deep idle CPUs sleep, and what it takes to wake them.
//!
//! 1. A CPU that goes idle expects to be until its next timer, but no longer than it is as a rule, and chooses its state by that
//!    ([`smp::cost::idle_state`]).
//! 2. The interrupt, or the request without one, that ends the state comes only after the time that it takes to leave it; one that
//!    brings no work lets the CPU choose again.
//! 3. A CPU that polls is sent no message: it sees by itself that it has work.
//!
//! Where the costs say that idle states take no time, nobody looks at them.

use sched::Reason;
use smp::SmpReason;
use smp::cost::IdleState;
use smp::placement::scan_average_ns;

use super::cpu::Cpu;
use super::{Observer, Sim};
use crate::trace::Kind;

/// The idle state of a CPU that has nobody to run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Idling {
    /// Since when it is in its state.
    since_ns: u64,
    /// How long it is idle as a rule: each time an eighth of the difference is taken over; unknown until it was once.
    usual_ns: Option<u64>,
    /// What it took to leave the last state.
    left: IdleState,
}

impl Sim {
    /// Every CPU was idle before the beginning.
    pub(super) fn begin_idle(&mut self) {
        if self.plan.hardware.sleeps {
            (0..self.cpus.len()).for_each(|cpu| self.fall_asleep(cpu));
        }
    }

    /// A CPU has nobody any more, or somebody again.
    pub(super) fn note_idle_state(&mut self, cpu: usize, is_busy: bool) {
        match is_busy {
            _ if !self.plan.hardware.sleeps => {}
            false => self.fall_asleep(cpu),
            true => {
                self.show_exit(cpu, 0);
                let here = &mut self.cpus[cpu];
                // How long a CPU was idle before the beginning is not known.
                let Some(since_ns) = here.idle_since_ns.filter(|since_ns| *since_ns > 0) else { return };
                let idle_ns = self.now_ns - since_ns;
                let average = |usual_ns| scan_average_ns(usual_ns, idle_ns);
                here.idling.usual_ns = Some(here.idling.usual_ns.map_or(idle_ns, average));
            }
        }
    }

    fn fall_asleep(&mut self, cpu: usize) {
        self.cpus[cpu].idling.since_ns = self.now_ns;
        self.show_exit(cpu, self.idle_state(cpu).exit_ns);
    }

    /// Placement sees how long it would take; on one CPU there is none.
    fn show_exit(&mut self, cpu: usize, exit_ns: u64) {
        if let Some(facts) = self.facts.get_mut(cpu) {
            facts.exit_latency_ns = exit_ns;
        }
    }

    /// The state that an idle CPU is in.
    fn idle_state(&self, cpu: usize) -> IdleState {
        let Cpu { idling, timers, .. } = &self.cpus[cpu];
        let timer_ns = timers.next_ns().map_or(u64::MAX, |at_ns| at_ns.saturating_sub(idling.since_ns));
        self.plan.hardware.idle_state(cpu, timer_ns.min(idling.usual_ns.unwrap_or(u64::MAX)))
    }

    /// How long a CPU takes to leave a state, as far as that counts.
    fn exit_ns(&self, state: IdleState) -> u64 {
        state.exit_ns * self.plan.costs.between.idle_exit_per_mille / 1000
    }

    /// Whether an idle CPU has to leave its state before anything else; if so the time that this takes begins.
    #[inline]
    pub(super) fn leaves_idle_state(&mut self, cpu: usize) -> bool {
        self.plan.hardware.sleeps && self.cpus[cpu].curr.is_none() && self.leave_idle_state(cpu)
    }

    fn leave_idle_state(&mut self, cpu: usize) -> bool {
        let state = self.idle_state(cpu);
        let (now_ns, exit_ns) = (self.now_ns, self.exit_ns(state));
        let here = &mut self.cpus[cpu];
        here.busy_until_ns = here.busy_until_ns.max(now_ns) + exit_ns;
        here.idling.left = IdleState { exit_ns, polls: state.polls && here.message_ns <= now_ns };
        here.idling.since_ns = here.busy_until_ns;
        exit_ns > 0
    }

    /// Whether a CPU is idle and polls: what it is sent arrives without a message.
    pub(super) fn polls(&self, cpu: usize) -> bool {
        self.plan.hardware.sleeps && self.cpus[cpu].curr.is_none() && self.idle_state(cpu).polls
    }

    /// A task came onto the queue: what its CPU takes to wake is told, if it has to.
    pub(super) fn emit_arrival<O: Observer>(
        &mut self,
        [on, cpu]: [usize; 2],
        kind: Kind,
        who: [u16; 2],
        why: Reason,
        out: &mut O,
    ) {
        let waking = if self.plan.hardware.sleeps { self.waking_reason(on, cpu) } else { None };
        match waking {
            Some(waking) => self.emit_smp(out, cpu, kind, who, waking),
            None => self.emit(out, cpu, kind, who, why),
        }
    }

    /// What an idle CPU took to wake, or is going to if another one brings the task; `None` where that is nothing.
    fn waking_reason(&self, on: usize, cpu: usize) -> Option<SmpReason> {
        let here = &self.cpus[cpu];
        let since_ns = here.idle_since_ns.filter(|_| here.curr.is_none())?;
        let (idle_ns, wake_ns) = ((self.now_ns - since_ns) as i64, self.plan.costs.between.polling_wake_ns);
        let is_awake = on == cpu || here.in_interrupt;
        let state = if is_awake { here.idling.left } else { self.idle_state(cpu) };
        let exit_ns = if is_awake { state.exit_ns } else { self.exit_ns(state) };
        match (exit_ns, state.polls && wake_ns > 0) {
            (0, false) => None,
            (0, true) => Some(SmpReason::WakePolling { wake_ns: wake_ns as i64, idle_ns }),
            _ => Some(SmpReason::WakeFromSleep { exit_ns: exit_ns as i64, idle_ns }),
        }
    }
}

#[cfg(test)]
mod tests;
