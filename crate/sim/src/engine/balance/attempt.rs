//! One attempt to pull tasks to a CPU within a domain.

use smp::balance::{
    Attempt, Detach, Found, Idle, Next, Source, conclude, conclude_balanced, find_source, should_we_balance,
};
use smp::{Check, CheckRule, Checks, CpuSet, SmpReason};

use super::Looking;
use super::decision::{Decision, Move};
use crate::engine::{Observer, Sim};
use crate::trace::{IDLE, Kind};

/// A CPU looks for tasks in one of its domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pulling {
    /// The CPU that carries it out.
    pub on: usize,
    /// The CPU to pull to.
    pub dst: usize,
    /// Which of its domains, counted from the lowest.
    pub level: usize,
    /// What that CPU is doing.
    pub idle: Idle,
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// Tasks that were moved.
    pub moved: u32,
    /// CPUs that were looked at.
    pub looked: u32,
    /// It was for this CPU to balance.
    pub goes_on: bool,
}

impl Sim {
    /// Looks in a domain, pulls what is to be pulled and tells what became of it (`sched_balance_rq`).
    pub(super) fn balance<O: Observer>(&mut self, pulling: Pulling, out: &mut O) -> Outcome {
        out.looking(self, Looking::Domain(pulling));
        let decision = self.decide(pulling, &mut ());
        self.remember_attempt(pulling, &decision);
        for Move { task, to, why } in &decision.moves {
            self.pull(pulling, *task, *to, *why, out);
        }
        match (decision.push, decision.declined) {
            (Some((src, why)), _) => self.ask_push(pulling, src, why),
            (None, Some(why)) if decision.is_told(pulling) => {
                self.emit_smp(out, pulling.dst, Kind::NothingPulled, [IDLE, decision.source()], why);
            }
            (None, Some(_)) => self.balancing.count_quiet(pulling.dst, pulling.level),
            (None, None) => {}
        }
        let Decision { moves, looked, goes_on, .. } = decision;
        Outcome { moved: moves.len() as u32, looked, goes_on }
    }

    fn remember_attempt(&mut self, pulling: Pulling, decision: &Decision) {
        let Pulling { dst, level, .. } = pulling;
        self.balancing.states[dst][level] = decision.state;
        if let Some(pinned) = decision.pinned {
            let domain = self.plan.topology.chains[dst][level];
            self.pinned[domain] = pinned;
        }
        if let Some(found) = decision.found {
            self.learn(pulling, &found);
        }
        decision.left.iter().for_each(|task| self.note_recent(*task));
    }

    fn pull<O: Observer>(&mut self, pulling: Pulling, task: u16, to: usize, why: SmpReason, out: &mut O) {
        let before = self.cpus[to].pending;
        let tests = pulling.idle != Idle::Newly;
        self.move_waiting(task, to, (why.code(), why.operands()), tests, out);
        if tests {
            self.send_request(pulling.on, to, before);
        }
    }

    /// What a look at the groups says of the machine and of the cache.
    fn learn(&mut self, pulling: Pulling, found: &Found) {
        let is_top = pulling.level + 1 == self.plan.topology.chains[pulling.dst].len();
        if is_top {
            self.root.overloaded = found.overloaded;
            self.root.overutilized = found.overutilized;
        } else {
            self.root.overutilized |= found.overutilized;
        }
        if let Some(count) = found.nr_idle_scan {
            let record = self.record_of(pulling.dst);
            self.llcs[record].nr_idle_scan = count;
        }
    }

    pub(super) fn decide<C: Checks>(&self, pulling: Pulling, checks: &mut C) -> Decision {
        let Pulling { dst, level, idle, .. } = pulling;
        let domain = self.plan.topology.chains[dst][level];
        let attempt = Attempt::new(self.balance_view(), domain, dst, idle);
        let mut decision = Decision::new(self.balancing.states[dst][level]);
        let mut next = Some(attempt);
        while let Some(attempt) = next {
            next = self.decide_once(attempt, &mut decision, checks);
        }
        decision
    }

    /// One round; another attempt if all of a queue turned out to be pinned.
    fn decide_once<'a, C: Checks>(
        &'a self,
        attempt: Attempt<'a>,
        decision: &mut Decision,
        checks: &mut C,
    ) -> Option<Attempt<'a>> {
        tell_domain(&attempt, checks);
        let turn = should_we_balance(&attempt);
        checks.check(Check::new(CheckRule::Balances, attempt.dst, turn.is_ok()));
        if let Err(reason) = turn {
            decision.goes_on = false;
            let conclusion = conclude_balanced(&attempt, reason, &mut decision.state);
            return decision.end(conclusion);
        }
        let found = find_source(&attempt, checks);
        decision.looked += found.looked;
        decision.found = Some(found);
        match found.source {
            Err(reason) => {
                let conclusion = conclude_balanced(&attempt, reason, &mut decision.state);
                decision.end(conclusion)
            }
            Ok(source) => self.offer_tasks(attempt, &source, decision, checks),
        }
    }

    /// Offers the tasks of the source, to another CPU of the group too if that is where some may go.
    fn offer_tasks<'a, C: Checks>(
        &'a self,
        attempt: Attempt<'a>,
        source: &Source,
        decision: &mut Decision,
        checks: &mut C,
    ) -> Option<Attempt<'a>> {
        let (settings, failed) = (&self.balancing.settings, decision.state.failed);
        let mut queue = self.in_line(source.src);
        let seen = |task| self.candidate(source.src, task);
        let mut detach = Detach::new(attempt, source, settings, failed, self.now_ns);
        let curr = self.cpus[source.src].curr;
        let curr_allowed = curr.map_or(CpuSet::EMPTY, |curr| self.tasks[usize::from(curr)].allowed);
        loop {
            decision.offer_all(&mut detach, &mut queue, seen, source.reason, checks);
            let conclusion = conclude(&detach, source, &curr_allowed, &mut decision.state);
            match conclusion.next {
                Next::OtherDst(other) => detach = other,
                Next::Push(why) => {
                    decision.push = Some((source.src, why));
                    return decision.end(conclusion);
                }
                _ => return decision.end(conclusion),
            }
        }
    }
}

fn tell_domain<C: Checks>(attempt: &Attempt, checks: &mut C) {
    let operands = [attempt.domain().weight() as i64, 0];
    checks.check(Check { operands, ..Check::new(CheckRule::Domain, attempt.dst, true) });
}
