//! The running task of a CPU is pushed to another that asked for it.

use sched::Resched;
use smp::balance::{Attempt, Candidate, Detach, Idle, Imbalance, Migration, Offer, Source};
use smp::{Checks, SmpReason};

use super::Looking;
use super::attempt::Pulling;
use super::decision::tell_offer;
use crate::engine::remote::Message;
use crate::engine::{Observer, Sim};
use crate::trace::Kind;

/// What a CPU is asked to give away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    /// The CPU that wants it.
    pub dst: u16,
    /// In which of its domains, counted from the lowest.
    level: u8,
    pub why: SmpReason,
}

impl Sim {
    /// Asks a CPU to let its running task go (`stop_one_cpu_nowait`); it is asked by one at a time.
    pub(super) fn ask_push(&mut self, pulling: Pulling, src: usize, why: SmpReason) {
        if !std::mem::replace(&mut self.balancing.pushing[src], true) {
            let push = Push { dst: pulling.dst as u16, level: pulling.level as u8, why };
            self.send(pulling.dst, src, Message::Push(push));
        }
    }

    /// The stopper takes the CPU for a moment and moves one task, the running one among them
    /// (`active_load_balance_cpu_stop`).
    ///
    /// Of two switches only one is seen here: the pushed task leaves the CPU, and the next one is picked.
    pub(in crate::engine) fn push_one<O: Observer>(&mut self, src: usize, push: Push, out: &mut O) {
        self.balancing.pushing[src] = false;
        let (dst, level) = (usize::from(push.dst), usize::from(push.level));
        out.looking(self, Looking::Pushes { src, push });
        let Some(task) = self.pushed(src, push, &mut ()) else { return };
        self.balancing.states[dst][level].failed = 0;
        let why = (push.why.code(), push.why.operands());
        if self.cpus[src].curr == Some(task) {
            self.tasks[usize::from(task)].leaves_to = Some((push.dst, why));
            self.cpus[src].request(Resched::Hard, Kind::SwitchMigrated);
        } else {
            let before = self.cpus[dst].pending;
            self.move_waiting(task, dst, why, true, out);
            self.send_request(src, dst, before);
        }
    }

    /// The first task that may go, as if none ran.
    pub(super) fn pushed<C: Checks>(&self, src: usize, push: Push, checks: &mut C) -> Option<u16> {
        let (dst, level) = (usize::from(push.dst), usize::from(push.level));
        let domain = self.plan.topology.chains[dst][level];
        let attempt = Attempt::new(self.balance_view(), domain, dst, Idle::Idle);
        let imbalance = Imbalance { migration: Migration::Load, amount: 1 };
        let source = Source { src, imbalance, reason: SmpReason::NoBusyQueue {} };
        let state = &self.balancing.states[dst][level];
        let mut detach = Detach::push(attempt, &source, &self.balancing.settings, state.failed, self.now_ns);
        let standing = |candidate| Candidate { is_running: false, ..candidate };
        let taken = self.candidates(src).map(standing).find(|candidate| {
            let offer = detach.offer(candidate);
            tell_offer(candidate, offer, checks);
            offer == Offer::Take
        });
        taken.map(|candidate| candidate.task as u16)
    }
}
