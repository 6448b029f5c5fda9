//! The entry: which way a placement goes (rules 1 to 4, 8 and 9).

use crate::above::Spread;
use crate::checks::{CheckRule, Checks};
use crate::facts::TaskFacts;
use crate::reason::SmpReason;
use crate::rules::RecentCpu;
use crate::topology::Flags;

use super::affine::{self, Aim};
use super::search::{Choice, Search};
use super::view::View;
use super::wakees::{llc_size, wake_wide};
use super::{descent, energy, fallback, sibling};

/// What a task is placed for (`WF_*`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// It wakes; `sync` if the waker said that it is about to sleep, and is not exiting.
    Wakeup {
        /// See the variant.
        sync: bool,
    },
    /// It is new.
    Fork,
    /// It executes another program, and has little in any cache.
    Exec,
}

impl Call {
    /// Whether a domain with these flags places such tasks by looking for its least busy group.
    pub(super) fn descends(self, flags: &Flags) -> bool {
        match self {
            Call::Wakeup { .. } => false,
            Call::Fork => flags.balance_fork,
            Call::Exec => flags.balance_exec,
        }
    }
}

/// The CPU that places, and what runs on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waker {
    /// Its number.
    pub cpu: usize,
    /// Flips of the task that runs on it, this wakeup among them; also if an interrupt wakes.
    pub wakee_flips: u64,
    /// Load of that task (`task_h_load`).
    pub load_avg: u64,
    /// What is left of its CPU's idle time for searches, ns ([`super::WakeIdle`]).
    pub wake_idle_ns: u64,
    /// A kernel thread of this CPU alone wakes, no interrupt.
    pub is_own_kthread: bool,
}

/// Where a task goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// There: one that it may run on.
    pub cpu: usize,
    /// Why.
    pub why: SmpReason,
    /// How often a CPU was looked at: it takes time.
    pub looked: u32,
    /// What is to be kept for the next time.
    pub remembered: Remembered,
}

/// What a search leaves behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remembered {
    /// The task's `recent_used_cpu` from now on, if it changes.
    pub recent_used_cpu: Option<usize>,
    /// The running task's, if it changes.
    pub waker_recent_used_cpu: Option<usize>,
    /// This cache, by its record, has no core that is idle as a whole.
    pub no_idle_cores: Option<usize>,
    /// Where a search for a realtime task ended.
    pub spread: Option<Spread>,
    /// A search of so many CPUs came to its end; what it took enters the average of the waker's CPU.
    pub scanned: Option<u32>,
}

/// Places a task: see the module.
///
/// Panics if the task may run on no CPU of the machine, which its scenario is checked for.
pub fn select<C: Checks>(view: &View, call: Call, waker: &Waker, task: &TaskFacts, checks: &mut C) -> Placed {
    let mut search = Search::new(view, waker, task, checks);
    let choice = match fallback::only_allowed(view.topology.cpu_count(), &task.allowed) {
        Some(cpu) => Choice { cpu, why: SmpReason::PlacedPinned { cpu: cpu as i64 } },
        None => fallback::allowed(view, task, class_choice(&mut search, call)),
    };
    Placed { cpu: choice.cpu, why: choice.why, looked: search.looked, remembered: search.remembered }
}

/// What the fair class asks for (`select_task_rq_fair`).
fn class_choice<C: Checks>(search: &mut Search<C>, call: Call) -> Choice {
    match call {
        Call::Wakeup { sync } => wakeup(search, sync),
        Call::Fork | Call::Exec => descent::find_dst_cpu(search, call),
    }
}

fn wakeup<C: Checks>(search: &mut Search<C>, sync: bool) -> Choice {
    if let Some(choice) = energy::find_energy_efficient_cpu(search) {
        return choice;
    }
    let drawn = is_drawn(search);
    let prev = search.task.cpu;
    let aim = if drawn { aim(search, sync) } else { Aim::previous(prev) };
    search.tell(CheckRule::Target, aim.cpu, [search.waker.cpu as u64, prev as u64], true);
    let choice = sibling::select_idle_sibling(search, aim);
    if drawn && search.view.rules.recent_cpu == RecentCpu::WhenUsed {
        search.remembered.waker_recent_used_cpu = Some(search.waker.cpu);
    }
    choice
}

/// Whether the task may be drawn to its waker.
fn is_drawn<C: Checks>(search: &mut Search<C>) -> bool {
    let (waker, cpu) = (search.waker.wakee_flips, search.waker.cpu);
    let wakee = search.task.wakee_flips;
    let wide = wake_wide(waker, wakee, llc_size(search.view, cpu));
    search.tell(CheckRule::WakesWide, cpu, [waker.max(wakee), waker.min(wakee)], wide);
    !wide && search.is_allowed(CheckRule::WakerAllowed, cpu)
}

/// Where the search starts: at the waker's CPU or at prev, if a domain has both and draws tasks together.
fn aim<C: Checks>(search: &mut Search<C>, sync: bool) -> Aim {
    let prev = search.task.cpu;
    let both = |flags: &Flags, has_prev| flags.wake_affine && has_prev;
    let mut domains = search.view.topology.domains_of(search.waker.cpu);
    let shared = domains.find(|domain| both(&domain.flags, domain.span.contains(prev)));
    match shared {
        Some(domain) if search.waker.cpu != prev => affine::wake_affine(search, domain.imbalance_pct, sync),
        _ => Aim::previous(prev),
    }
}
