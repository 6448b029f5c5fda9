//! Which tasks are taken (rule 9).

use crate::clamp::task_fits_cpu;
use crate::load::task_util_est;
use crate::reason::SmpReason;
use crate::rules::UtilSkip;

use super::attempt::{Attempt, Idle};
use super::candidate::{Candidate, Terms, obstacle, other_dst};
use super::imbalance::Migration;
use super::settings::Settings;
use super::source::Source;

/// Load of a task below which LB_MIN leaves it.
const LOAD_MIN: u64 = 16;

/// What is done with a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// It is moved.
    Take,
    /// It is left, and goes to the front of the order, so that the next balance meets others first.
    Leave(SmpReason),
    /// No more are looked at; this one was not.
    Stop,
}

/// Takes tasks from one queue until the imbalance is gone (`detach_tasks`).
#[derive(Clone, Copy, Debug)]
pub struct Detach<'a> {
    attempt: Attempt<'a>,
    settings: &'a Settings,
    failed: u32,
    now_ns: u64,
    src: usize,
    migration: Migration,
    is_push: bool,
    src_nr_running: u32,
    /// What is left of the imbalance; 0 or less once it is gone.
    pub left: i64,
    /// Candidates looked at.
    pub looked: u32,
    /// Candidates taken.
    pub moved: u32,
    /// Another CPU of the own group to which one may go that may not go here (`LBF_DST_PINNED`).
    pub other_dst: Option<usize>,
    /// One may not go here (`LBF_SOME_PINNED`).
    pub some_pinned: bool,
    /// None of those looked at may go here (`LBF_ALL_PINNED`).
    pub all_pinned: bool,
}

impl<'a> Detach<'a> {
    /// Begins to take from a source, after so many `failed` balances; `now_ns` is the source's task clock.
    pub fn new(
        attempt: Attempt<'a>,
        source: &Source,
        settings: &'a Settings,
        failed: u32,
        now_ns: u64,
    ) -> Detach<'a> {
        let src_nr_running = attempt.view.cpus[source.src].nr_running;
        Detach {
            attempt,
            settings,
            failed,
            now_ns,
            src: source.src,
            migration: source.imbalance.migration,
            is_push: false,
            src_nr_running,
            left: source.imbalance.amount,
            looked: 0,
            moved: 0,
            other_dst: None,
            some_pinned: false,
            all_pinned: src_nr_running > 1,
        }
    }

    /// The same after the running task was pushed aside by the stopper: it takes one, whichever comes first and may go, hot or
    /// not (`active_load_balance_cpu_stop`). What it counts as is load, so that one that sleeps may go too.
    pub fn push(
        attempt: Attempt<'a>,
        source: &Source,
        settings: &'a Settings,
        failed: u32,
        now_ns: u64,
    ) -> Detach<'a> {
        let migration = Migration::Load;
        Detach { is_push: true, migration, ..Detach::new(attempt, source, settings, failed, now_ns) }
    }

    /// Goes on towards another CPU of the own group, with what is left.
    pub fn towards(self, dst: usize) -> Detach<'a> {
        Detach { attempt: self.attempt.towards(dst), other_dst: None, looked: 0, ..self }
    }

    /// The attempt, whose `dst` is where tasks go now.
    pub fn attempt(&self) -> &Attempt<'a> {
        &self.attempt
    }

    /// Decides about the next candidate.
    pub fn offer(&mut self, candidate: &Candidate) -> Offer {
        if self.is_done() {
            return Offer::Stop;
        }
        self.looked += 1;
        match self.obstacle(candidate).or_else(|| self.weigh(candidate)) {
            Some(reason) => Offer::Leave(reason),
            None => {
                self.moved += 1;
                self.src_nr_running -= 1;
                Offer::Take
            }
        }
    }

    /// A push takes one; a preemptible kernel that has run out of work, too, so that it gets to run it. The source keeps its last
    /// task for itself if the CPU here is idle.
    fn is_done(&self) -> bool {
        if self.is_push {
            return self.moved > 0;
        }
        let one = self.attempt.idle == Idle::Newly && self.settings.is_preemptible;
        let keeps = if self.attempt.idle.is_idle() || self.looked == 0 { 1 } else { 0 };
        self.left <= 0
            || (one && self.moved > 0)
            || self.src_nr_running <= keeps
            || self.looked >= self.loop_max()
    }

    fn loop_max(&self) -> u32 {
        self.settings.nr_migrate.min(self.attempt.view.cpus[self.src].nr_running)
    }

    fn obstacle(&mut self, candidate: &Candidate) -> Option<SmpReason> {
        let Detach { settings, failed, now_ns, migration, is_push, .. } = *self;
        let terms = Terms { attempt: &self.attempt, settings, failed, now_ns, migration, is_push };
        let found = obstacle(&terms, candidate);
        match found {
            Some(SmpReason::SkipPinned {}) => {
                self.some_pinned = true;
                self.other_dst = self.other_dst.or_else(|| other_dst(&terms, candidate));
            }
            Some(
                SmpReason::SkipDelayed {}
                | SmpReason::SkipThrottled {}
                | SmpReason::SkipIneligible {}
                | SmpReason::SkipKthread {},
            ) => {}
            _ => self.all_pinned = false,
        }
        found
    }

    /// Takes a candidate's part off the imbalance, or says that it is too big for it; a push does not weigh.
    fn weigh(&mut self, candidate: &Candidate) -> Option<SmpReason> {
        match self.migration {
            _ if self.is_push => None,
            Migration::Load => self.load(candidate.facts.load_avg.max(1)),
            Migration::Util => {
                let halvings = match self.attempt.view.rules.util_skip {
                    UtilSkip::Plain => 0,
                    UtilSkip::HalvedByFailures => self.failed,
                };
                self.subtract(task_util_est(&candidate.facts), halvings)
            }
            Migration::Task => {
                self.left -= 1;
                None
            }
            Migration::Misfit => self.misfit(candidate),
        }
    }

    /// Leaves what is hardly worth it, if that is set.
    fn load(&mut self, load_avg: u64) -> Option<SmpReason> {
        if self.settings.lb_min && load_avg < LOAD_MIN && self.failed == 0 {
            let (amount, imbalance) = (load_avg as i64, self.left);
            return Some(SmpReason::SkipSmall { amount, imbalance });
        }
        self.subtract(load_avg, self.failed)
    }

    /// Leaves what, halved so often, is above the imbalance.
    fn subtract(&mut self, amount: u64, halvings: u32) -> Option<SmpReason> {
        let amount = amount as i64;
        if amount >> halvings.min(62) > self.left {
            return Some(SmpReason::SkipBig { amount, imbalance: self.left });
        }
        self.left -= amount;
        None
    }

    /// Only what does not fit where it is goes, and one of it.
    fn misfit(&mut self, candidate: &Candidate) -> Option<SmpReason> {
        let view = &self.attempt.view;
        let src = &view.cpus[self.src];
        if task_fits_cpu(&candidate.facts, src, view.rules.clamp_fit, view.clamps_used) {
            let util = task_util_est(&candidate.facts) as i64;
            return Some(SmpReason::SkipFits { util, capacity: src.capacity as i64 });
        }
        self.left = 0;
        None
    }
}

#[cfg(test)]
mod tests;
