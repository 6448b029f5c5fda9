//! A CPU that found no work by balancing steals a task from its cache.

use smp::balance::{obstacle_to_theft, steal_refusal, victims};
use smp::{Check, CheckRule, Checks, SmpReason};

use super::Looking;
use crate::engine::{Observer, Sim};

impl Sim {
    /// Steals one task, if the feature is on and one may be stolen.
    pub(super) fn steal<O: Observer>(&mut self, cpu: usize, out: &mut O) -> bool {
        if !self.balancing.settings.steal {
            return false;
        }
        out.looking(self, Looking::Steals { cpu });
        let found = self.victim(cpu, &mut ());
        match found {
            Err(reason) => self.nothing_pulled(cpu, reason, out),
            Ok((task, why)) => {
                self.cpus[cpu].spend(self.now_ns, self.plan.costs.between.steal_ns);
                self.move_waiting(task, cpu, (why.code(), why.operands()), false, out);
            }
        }
        found.is_ok()
    }

    /// Whom it would steal, or why nobody.
    pub(super) fn victim<C: Checks>(
        &self,
        cpu: usize,
        checks: &mut C,
    ) -> Result<(u16, SmpReason), SmpReason> {
        let refusal = steal_refusal(&self.balance_view(), cpu, &self.balancing.settings);
        if let Some(reason @ SmpReason::StealShort { avg_idle, bound }) = refusal {
            let operands = [avg_idle, bound];
            checks.check(Check { operands, ..Check::new(CheckRule::IdleLongEnough, cpu, false) });
            return Err(reason);
        }
        match refusal {
            Some(reason) => Err(reason),
            None => self.victim_of_cache(cpu, checks).ok_or(SmpReason::StealNobody {}),
        }
    }

    fn victim_of_cache<C: Checks>(&self, cpu: usize, checks: &mut C) -> Option<(u16, SmpReason)> {
        let overloaded = &self.balancing.overloaded[self.plan.topology.llc_of[cpu]];
        victims(&self.balance_view(), overloaded, cpu).find_map(|(src, why)| {
            let operands = [i64::from(self.facts[src].h_nr_queued), 0];
            checks.check(Check { operands, ..Check::new(CheckRule::HasToGive, src, true) });
            let stolen = self.candidates(src).find(|candidate| {
                let left = obstacle_to_theft(candidate, cpu);
                checks.offered(candidate.task, left);
                left.is_none()
            });
            stolen.map(|candidate| (candidate.task as u16, why))
        })
    }
}
