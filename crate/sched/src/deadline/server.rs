//! The fair server: a reservation that keeps realtime tasks from starving the fair class (6.12).
//!
//! Fair tasks use it up whenever they run, at whatever priority. As long as they get their share
//! it begins anew again and again and never competes. It lies back: only where what is left would just fit before its deadline
//! does it compete, with that deadline, and then whoever the fair class picks runs before realtime tasks.

use super::budget::{Budget, Waking};
use super::entity::{DlParams, DlPool};
use super::queue::{Contender, DlQueue};
use super::timer::{Expired, Timer};
use crate::call::{Resched, Verdict};
use crate::params::Params;
use crate::reason::Reason;
use crate::rules::FairServer;

/// The timer is put off for what fair tasks ran meanwhile if that was more than this, ns (`dl_server_min_res`).
const LEAST_PUT_OFF_NS: u64 = 1_000_000;

/// Where the server is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// There are no fair tasks.
    Stopped,
    /// It waits for the last moment.
    LyingBack,
    /// It competes.
    Competing,
    /// It competed and has used up its budget. The next charge, which schedule() makes at once, begins it anew.
    Spent,
}

/// The server of one CPU (`struct rq: fair_server`).
#[derive(Clone, Debug)]
pub(super) struct Server {
    params: DlParams,
    budget: Budget,
    phase: Phase,
    /// It had to compete and has not used up its budget since: it does not lie back again.
    starving: bool,
    stops: FairServer,
}

impl Server {
    /// The server of these rules; `None` where there is none or its runtime was set to 0.
    pub(super) fn new(params: &Params) -> Option<Server> {
        let tunables = &params.tunables;
        let (runtime_ns, period_ns) = (tunables.fair_server_runtime_ns, tunables.fair_server_period_ns);
        let exists = params.rules.fair_server != FairServer::Absent && runtime_ns > 0;
        exists.then(|| Server {
            params: DlParams { runtime_ns, deadline_ns: period_ns, period_ns, reclaim: false },
            budget: Budget::default(),
            phase: Phase::Stopped,
            starving: false,
            stops: params.rules.fair_server,
        })
    }

    /// When what is left just fits before the deadline.
    fn last_moment_ns(&self) -> u64 {
        self.budget.deadline_at_ns.saturating_sub(self.budget.left_ns.max(0) as u64)
    }

    fn shown(&self) -> (i64, i64) {
        (self.budget.left_ns, self.budget.deadline_at_ns as i64)
    }
}

impl DlQueue {
    /// Whether there is a fair server.
    pub fn has_server(&self) -> bool {
        self.server.is_some()
    }

    /// Sets what is left of the server's present period, and its end: it lies back, and periods go on from before what is looked at.
    pub fn set_server(&mut self, left_ns: u64, deadline_at_ns: u64) {
        let Some(server) = &mut self.server else { return };
        server.budget = Budget { left_ns: left_ns as i64, deadline_at_ns };
        server.phase = Phase::LyingBack;
        self.timers.set(server.last_moment_ns(), Timer::Server);
    }

    /// The fair class has somebody to run (`dl_server_start`). `idle_ns`: how long the CPU was idle until now.
    pub fn server_start(&mut self, tasks: &DlPool, idle_ns: u64, now_ns: u64) -> Verdict {
        let Some(server) = self.server.as_mut().filter(|server| server.phase == Phase::Stopped) else {
            return Verdict::stay(Reason::Nothing {});
        };
        server.budget.left_ns = (server.budget.left_ns - idle_ns as i64).max(0);
        server.starving &= server.budget.left_ns > 0;
        let fresh = server.budget.wake(&server.params, now_ns) == Waking::Fresh;
        server.phase = Phase::LyingBack;
        let lies_back = !server.starving && server.last_moment_ns() >= now_ns;
        if lies_back {
            self.timers.set(server.last_moment_ns(), Timer::Server);
            let (runtime, deadline) = server.shown();
            return match fresh {
                true => Verdict::stay(Reason::ServerLiesBack { runtime, deadline }),
                false => Verdict::stay(Reason::Nothing {}),
            };
        }
        self.compete(tasks)
    }

    /// From here on the server competes by its deadline.
    fn compete(&mut self, tasks: &DlPool) -> Verdict {
        let Some(server) = &mut self.server else { return Verdict::stay(Reason::Nothing {}) };
        server.phase = Phase::Competing;
        let deadline_at_ns = server.budget.deadline_at_ns;
        let (runtime, deadline) = server.shown();
        self.insert_at(deadline_at_ns, Contender::FairServer);
        let asks = self.is_before_curr(tasks, deadline_at_ns);
        let resched = if asks { Resched::Hard } else { Resched::No };
        Verdict { resched, why: Reason::ServerCompetes { runtime, deadline } }
    }

    /// The server's timer (`dl_server_timer`): fair tasks ran meanwhile and it is put off, or it competes. What is left would take
    /// all of the time up to its deadline, so that it has more than its share, and begins a new period.
    pub(super) fn server_timer(&mut self, tasks: &DlPool, has_fair: bool, now_ns: u64) -> Expired {
        let Some(server) = self.server.as_mut().filter(|server| server.phase == Phase::LyingBack) else {
            return Expired::UNSEEN;
        };
        if !has_fair {
            server.phase = Phase::Stopped;
            return Expired::UNSEEN;
        }
        let last_moment_ns = server.last_moment_ns();
        if now_ns + LEAST_PUT_OFF_NS < last_moment_ns {
            self.timers.set(last_moment_ns, Timer::Server);
            return Expired::UNSEEN;
        }
        server.starving = true;
        server.budget.wake(&server.params, now_ns);
        Expired { task: None, verdict: self.compete(tasks) }
    }

    /// Fair tasks ran for `delta_ns` (`dl_server_update`). With nothing left the server makes way if it competed; then it begins
    /// anew from now, and lies back.
    pub fn server_charge(&mut self, delta_ns: u64, now_ns: u64) -> Verdict {
        let Some(server) = self.server.as_mut().filter(|server| server.phase != Phase::Stopped) else {
            return Verdict::stay(Reason::Nothing {});
        };
        server.budget.left_ns -= delta_ns as i64;
        let over = -server.budget.left_ns;
        match server.phase {
            Phase::Competing if delta_ns > 0 && over >= 0 => {
                server.phase = Phase::Spent;
                let runtime = server.params.runtime_ns as i64;
                self.remove(Contender::FairServer);
                return Verdict::hard(Reason::ServerSpent { over, runtime });
            }
            Phase::LyingBack if delta_ns > 0 && over >= 0 => self.begin_anew(now_ns),
            Phase::Spent => self.begin_anew(now_ns),
            _ => {}
        }
        Verdict::stay(Reason::Nothing {})
    }

    /// A new period begins now, and the server lies back.
    fn begin_anew(&mut self, now_ns: u64) {
        let Some(server) = &mut self.server else { return };
        server.budget.begin(&server.params, now_ns);
        (server.phase, server.starving) = (Phase::LyingBack, false);
        self.timers.set(server.last_moment_ns(), Timer::Server);
    }

    /// The fair class has nobody to run any more, or was found to have nobody; what is left is kept (`dl_server_stop`).
    pub fn server_stop(&mut self, found: bool) {
        let Some(server) = &mut self.server else { return };
        if found || server.stops == FairServer::StopsWhenEmpty {
            server.phase = Phase::Stopped;
            self.timers.cancel(Timer::Server);
            self.remove(Contender::FairServer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DlPool, kernel};

    const MS: u64 = 1_000_000;

    fn started(kernel_name: &str) -> DlQueue {
        let params = Params::new(kernel(kernel_name).expect("a preset"), 250, 1);
        let mut queue = DlQueue::new(&params);
        queue.server_start(&DlPool::new(), 0, MS);
        queue
    }

    /// Runs the server's timer; whether it competes afterwards.
    fn fires(queue: &mut DlQueue, at_ns: u64) -> bool {
        assert_eq!(queue.next_timer_ns(), Some(at_ns));
        queue.expire(&mut DlPool::new(), true, at_ns);
        !queue.is_empty()
    }

    #[test]
    fn starving_tasks_get_50_ms_at_the_end_of_each_second() {
        let mut queue = started("7.2");
        assert!(fires(&mut queue, 951 * MS));
        assert_eq!(queue.server_charge(49 * MS, 1000 * MS).resched, Resched::No);
        assert_eq!(queue.server_charge(4 * MS, 1004 * MS).resched, Resched::Hard);
        assert!(queue.is_empty());
        assert_eq!(queue.next_timer_ns(), None);
        queue.server_charge(0, 1004 * MS);
        assert!(fires(&mut queue, 1954 * MS));
    }

    #[test]
    fn what_they_got_anyway_puts_it_off() {
        let mut queue = started("6.12.y");
        queue.server_charge(30 * MS, 500 * MS);
        assert!(!fires(&mut queue, 951 * MS));
        assert!(fires(&mut queue, 981 * MS));
        assert_eq!(
            queue.server_charge(49 * MS, 1030 * MS).resched,
            Resched::No,
            "it competes with all of a budget"
        );
        let mut queue = started("6.12.y");
        queue.server_charge(50 * MS, 500 * MS);
        assert!(fires(&mut queue, 1450 * MS));
    }

    #[test]
    fn up_to_6_11_there_is_none() {
        assert!(!started("6.8").has_server());
        assert_eq!(started("6.8").next_timer_ns(), None);
    }

    #[test]
    fn it_stops_at_once_in_6_12_and_when_found_idle_later() {
        for (kernel_name, running) in [("6.12.0", false), ("7.2", true)] {
            let mut queue = started(kernel_name);
            queue.server_stop(false);
            assert_eq!(queue.next_timer_ns().is_some(), running, "{kernel_name}");
            queue.server_stop(true);
            assert_eq!(queue.next_timer_ns(), None);
        }
    }
}
