//! Looking for work when there is none left (rule 12).

use crate::checks::{Check, CheckRule, Checks};
use crate::facts::CpuFacts;
use crate::reason::SmpReason;
use crate::rules::NewidleGate;
use crate::topology::{Domain, interval_ticks};

use super::attempt::View;
use super::cost::raise_cost;
use super::lottery::{Draw, count, draw};
use super::periodic::CpuBalance;
use super::settings::Settings;
use super::state::DomainState;

/// A search through the domains of a CPU that has just run out of work, smallest first (`sched_balance_newidle`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Newidle {
    cpu: usize,
    /// The next domain, counted from the lowest.
    level: usize,
    /// For how many searches the one under way counts.
    weight: u32,
    spent_ns: u64,
    next_balance_ticks: u64,
}

/// What comes next in such a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewidleStep {
    /// Look in this domain, counted from the lowest, and say what came of it ([`Newidle::looked`]).
    Look(usize),
    /// This domain is left out by chance.
    LeftOut(usize, SmpReason),
    /// A further domain would take longer than the CPU is idle for.
    TooDear(SmpReason),
    /// There is no further domain.
    Over,
}

impl Newidle {
    /// Begins, if looking is worth it: some CPU has a task to give, and the CPU is idle for long enough on average. Otherwise the
    /// periodic balance is brought forward nevertheless.
    pub fn begin(
        view: &View,
        cpu: usize,
        states: &[DomainState],
        balance: &mut CpuBalance,
        settings: &Settings,
        now_ticks: u64,
        checks: &mut impl Checks,
    ) -> Result<Newidle, SmpReason> {
        still_without_work(&view.cpus[cpu])?;
        let next_balance_ticks = now_ticks + settings.hz;
        let mut newidle = Newidle { cpu, level: 0, weight: 1, spent_ns: 0, next_balance_ticks };
        let refused = refusal(view, cpu, states, settings, checks);
        if let Some(reason) = refused {
            if let (Some(domain), Some(state)) = (view.topology.domains_of(cpu).next(), states.first()) {
                newidle.bring_forward(view, domain, state, settings);
            }
            newidle.end(balance);
            return Err(reason);
        }
        Ok(newidle)
    }

    /// The next domain; `random` is any number, drawn anew each time, and only looked at where chance decides.
    pub fn next(
        &mut self,
        view: &View,
        states: &mut [DomainState],
        settings: &Settings,
        now_ns: u64,
        random: u32,
        checks: &mut impl Checks,
    ) -> NewidleStep {
        let level = self.level;
        let (Some(domain), Some(state)) = (domain_at(view, self.cpu, level), states.get_mut(level)) else {
            return NewidleStep::Over;
        };
        self.bring_forward(view, domain, state, settings);
        let avg_idle_ns = view.cpus[self.cpu].avg_idle_ns;
        let cost_ns = self.spent_ns + state.max_newidle_cost_ns;
        let (avg_idle, cost) = (avg_idle_ns as i64, cost_ns as i64);
        let mut tell = |rule, operands, holds| checks.check(Check { rule, cpu: self.cpu, operands, holds });
        tell(CheckRule::DomainWorthIt, [avg_idle, cost], avg_idle_ns >= cost_ns);
        if avg_idle_ns < cost_ns {
            return NewidleStep::TooDear(SmpReason::DomainDear { avg_idle, cost });
        }
        self.level += 1;
        let drawn = |operands, holds| tell(CheckRule::LotteryWon, operands, holds);
        match draw(state, view.rules.newidle_lottery, settings, random, drawn) {
            Draw::Won { weight } => {
                self.weight = weight;
                NewidleStep::Look(level)
            }
            Draw::Lost(reason) => {
                count(state, 0, view.rules.newidle_lottery, settings, now_ns);
                NewidleStep::LeftOut(level, reason)
            }
        }
    }

    /// Takes note of a look that took `cost_ns`. The caller goes on with the next domain if it pulled nothing and the CPU still has
    /// nothing to run.
    pub fn looked(
        &mut self,
        view: &View,
        states: &mut [DomainState],
        settings: &Settings,
        pulled: bool,
        cost_ns: u64,
        now: (u64, u64),
    ) {
        let (now_ns, now_ticks) = now;
        let state = &mut states[self.level - 1];
        self.spent_ns += cost_ns;
        raise_cost(state, view.rules.newidle_cost, settings, pulled, cost_ns, now_ticks);
        let success = if pulled { self.weight } else { 0 };
        count(state, success, view.rules.newidle_lottery, settings, now_ns);
    }

    /// Ends the search: the periodic balance comes no later than the domains looked at want it.
    pub fn end(self, balance: &mut CpuBalance) {
        balance.max_idle_cost_ns = balance.max_idle_cost_ns.max(self.spent_ns);
        balance.next_balance_ticks = balance.next_balance_ticks.min(self.next_balance_ticks);
    }

    fn bring_forward(&mut self, view: &View, domain: &Domain, state: &DomainState, settings: &Settings) {
        debug_assert!(domain.span.contains(self.cpu));
        let wait_ticks = interval_ticks(state.interval_ms, false, settings.hz, view.topology.cpu_count());
        self.next_balance_ticks = self.next_balance_ticks.min(state.last_balance_ticks + wait_ticks);
    }
}

fn domain_at<'a>(view: &View<'a>, cpu: usize, level: usize) -> Option<&'a Domain> {
    view.topology.chains[cpu].get(level).map(|domain| &view.topology.domains[*domain])
}

/// A wakeup on its way ends the search before it begins.
fn still_without_work(cpu: &CpuFacts) -> Result<(), SmpReason> {
    let nr_running = i64::from(cpu.nr_running);
    if cpu.wakeup_pending { Err(SmpReason::NewidleWork { nr_running }) } else { Ok(()) }
}

/// Why it is not worth looking, if it is not.
fn refusal(
    view: &View,
    cpu: usize,
    states: &[DomainState],
    settings: &Settings,
    checks: &mut impl Checks,
) -> Option<SmpReason> {
    let facts = &view.cpus[cpu];
    let mut tell = |rule, operands, holds| checks.check(Check { rule, cpu, operands, holds });
    tell(CheckRule::MachineOverloaded, [0; 2], view.root.overloaded);
    if !view.root.overloaded {
        return Some(SmpReason::NewidleQuiet {});
    }
    let cost_ns = match view.rules.newidle_gate {
        NewidleGate::MigrationCost => settings.migration_cost_ns.unwrap_or(u64::MAX),
        NewidleGate::DomainCost => states.first().map_or(0, |lowest| lowest.max_newidle_cost_ns),
    };
    let (avg_idle, cost) = (facts.avg_idle_ns as i64, cost_ns.min(i64::MAX as u64) as i64);
    tell(CheckRule::IdleLongEnough, [avg_idle, cost], facts.avg_idle_ns >= cost_ns);
    (facts.avg_idle_ns < cost_ns).then_some(SmpReason::NewidleShort { avg_idle, cost })
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    /// A search of CPU 0 of the machine with two caches.
    struct Search {
        fixture: Fixture,
        states: Vec<DomainState>,
        balance: CpuBalance,
    }

    impl Search {
        fn new(kernel: &str) -> Search {
            let mut fixture = Fixture::new("hikey", kernel);
            fixture.root.overloaded = true;
            let states =
                fixture.topology.domains_of(0).map(|domain| DomainState::new(domain, 0, 0)).collect();
            let balance = CpuBalance { next_balance_ticks: 99, ..CpuBalance::new(0, &Settings::default()) };
            Search { fixture, states, balance }
        }

        fn begin(&mut self) -> Result<Newidle, SmpReason> {
            Newidle::begin(
                &self.fixture.view(),
                0,
                &self.states,
                &mut self.balance,
                &Settings::default(),
                10,
                &mut (),
            )
        }

        fn next(&mut self, newidle: &mut Newidle, random: u32) -> NewidleStep {
            newidle.next(&self.fixture.view(), &mut self.states, &Settings::default(), 0, random, &mut ())
        }

        fn looked(&mut self, newidle: &mut Newidle, pulled: bool, cost_ns: u64) {
            let view = self.fixture.view();
            newidle.looked(&view, &mut self.states, &Settings::default(), pulled, cost_ns, (0, 10));
        }
    }

    #[test]
    fn domain_after_domain_is_looked_at_as_long_as_it_pays() {
        let mut search = Search::new("6.12.0");
        search.fixture.cpus[0].avg_idle_ns = 30_000;
        let mut newidle = search.begin().expect("it is worth looking");
        assert_eq!(search.next(&mut newidle, 0), NewidleStep::Look(0));
        search.looked(&mut newidle, false, 20_000);
        assert_eq!(search.next(&mut newidle, 0), NewidleStep::Look(1));
        search.looked(&mut newidle, true, 700_000);
        assert_eq!(search.next(&mut newidle, 0), NewidleStep::Over);
        newidle.end(&mut search.balance);
        assert_eq!(search.states.iter().map(|state| state.max_newidle_cost_ns).sum::<u64>(), 720_000);
        let expected = CpuBalance { next_balance_ticks: 1, max_idle_cost_ns: 720_000 };
        assert_eq!(search.balance, expected);
        let mut again = search.begin().expect("its lowest domain is cheap");
        assert_eq!(search.next(&mut again, 0), NewidleStep::Look(0));
        search.looked(&mut again, false, 1_000);
        let dear = SmpReason::DomainDear { avg_idle: 30_000, cost: 701_000 };
        assert_eq!(search.next(&mut again, 0), NewidleStep::TooDear(dear));
    }

    #[track_caller]
    fn check_refused(kernel: &str, change: impl Fn(&mut Search), expected: SmpReason, next: u64) {
        let mut search = Search::new(kernel);
        change(&mut search);
        assert_eq!(search.begin(), Err(expected));
        assert_eq!(search.balance.next_balance_ticks, next);
    }

    #[test]
    fn looking_must_be_worth_it() {
        let quiet = |search: &mut Search| search.fixture.root.overloaded = false;
        check_refused("6.12.y", quiet, SmpReason::NewidleQuiet {}, 1);
        let woken = |search: &mut Search| search.fixture.cpus[0].wakeup_pending = true;
        check_refused("6.12.y", woken, SmpReason::NewidleWork { nr_running: 0 }, 99);
        let short = |search: &mut Search| {
            search.fixture.cpus[0].avg_idle_ns = 10_000;
            search.states[0].max_newidle_cost_ns = 10_001;
        };
        check_refused("6.12.y", short, SmpReason::NewidleShort { avg_idle: 10_000, cost: 10_001 }, 1);
        check_refused("5.10", short, SmpReason::NewidleShort { avg_idle: 10_000, cost: 500_000 }, 1);
    }

    #[test]
    fn chance_leaves_a_domain_out_and_the_next_is_tried() {
        let mut search = Search::new("6.12.y");
        let mut newidle = search.begin().expect("it is worth looking");
        let lost = SmpReason::LotteryLost { draw: 600, weight: 513 };
        assert_eq!(search.next(&mut newidle, 600), NewidleStep::LeftOut(0, lost));
        assert_eq!(search.states[0].newidle_calls, 513);
        assert_eq!(search.next(&mut newidle, 100), NewidleStep::Look(1));
        search.looked(&mut newidle, true, 1);
        assert_eq!((search.states[1].newidle_calls, search.states[1].newidle_successes), (513, 258));
    }

    #[test]
    fn a_machine_of_one_cpu_has_nowhere_to_look() {
        let mut fixture = Fixture::new("hikey", "6.12.y");
        fixture.topology.chains[0].clear();
        fixture.root.overloaded = true;
        let mut balance = CpuBalance::new(0, &Settings::default());
        let newidle =
            Newidle::begin(&fixture.view(), 0, &[], &mut balance, &Settings::default(), 10, &mut ());
        let step = newidle
            .map(|mut newidle| newidle.next(&fixture.view(), &mut [], &Settings::default(), 0, 0, &mut ()));
        assert_eq!(step, Ok(NewidleStep::Over));
    }
}
