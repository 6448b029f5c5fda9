//! One decision between CPUs laid open: every test on the way to it, in the order of the kernel.
//!
//! Plain data, no text. The machine is run again to the moment before the decision, which is then asked for once more: what is
//! told is what the rules themselves report, and what they choose is what happened.

use smp::balance::Idle;
use smp::placement::Call;
use smp::{Check, CheckRule, Checks, SmpReason};

use crate::engine::{Looked, Looking, Observer, Placing, Pulling, Sim};
use crate::run::Run;
use crate::trace::{Event, Kind};

/// Events between the decision to push a running task away and the switch at which it leaves; far fewer, as a rule.
const PUSH_EVENTS_MAX: usize = 256;

/// What a decision between CPUs was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A task was to be placed.
    Place(Call),
    /// Tasks were to be pulled to a CPU.
    Pull {
        /// Which.
        to: u16,
        /// What it was doing.
        idle: Idle,
    },
    /// A CPU that found nothing by balancing was to steal.
    Steal,
    /// A CPU had a realtime task that waited, and looked for one for it.
    PushUrgent {
        /// Where it waited.
        from: u16,
    },
    /// A CPU was about to run something less urgent than it ran.
    PullUrgent {
        /// That CPU.
        to: u16,
    },
    /// A task was to be given to a CPU that had asked for it.
    Push {
        /// That CPU.
        to: u16,
    },
}

/// A decision between CPUs with everything that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Between {
    /// The event that tells the outcome.
    pub event: Event,
    /// What it was for.
    pub asked: Asked,
    /// The CPU that carried it out.
    pub on: u16,
    /// What was looked at, in order.
    pub findings: Vec<Finding>,
    /// What it came to when it was asked for again: CPU and reason. Never another than the event's.
    pub again: (u16, SmpReason),
}

/// Something that was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A test of a CPU, and the task that had it, or [`IDLE`](crate::trace::IDLE).
    Test(Check, u16),
    /// A task that could be moved: why it is left, or that it is taken.
    Offer(u16, Option<SmpReason>),
}

impl Between {
    /// The finding that settled it. `None` where nothing was found, and all stays as it is for want of it.
    pub fn decisive(&self) -> Option<usize> {
        let why = self.event.smp_reason()?;
        if self.event.kind() != Kind::Placed && self.event.kind() != Kind::NothingPulled {
            let taken = Finding::Offer(self.event.task, None);
            return self.findings.iter().rposition(|finding| *finding == taken);
        }
        let (rule, at) = settled_by(why, usize::from(self.event.cpu))?;
        let settles = |check: &Check| {
            (check.rule, check.holds) == (rule, at.is_some()) && at.is_none_or(|cpu| cpu == check.cpu)
        };
        self.findings.iter().rposition(|finding| matches!(finding, Finding::Test(check, _) if settles(check)))
    }
}

/// The rule whose test, which holds for the `chosen` CPU or fails for any, settles a decision.
fn settled_by(why: SmpReason, chosen: usize) -> Option<(CheckRule, Option<usize>)> {
    use SmpReason::*;
    let holds = |rule| Some((rule, Some(chosen)));
    let fails = |rule| Some((rule, None));
    match why {
        PlacedPreviousIdle { .. } | PlacedWakerIdle { .. } | PlacedPreviousNear { .. } => {
            holds(CheckRule::Idle)
        }
        PlacedRecent { .. } | PlacedPreviousFar { .. } | PlacedRecentFar { .. } => holds(CheckRule::Idle),
        PlacedIdleThread { .. } | PlacedIdleCore { .. } | PlacedIdleCpu { .. } => holds(CheckRule::Idle),
        PlacedClosest { .. } => holds(CheckRule::Idle),
        PlacedFits { .. } => holds(CheckRule::Fits),
        PlacedKthread { .. } => holds(CheckRule::WokenByOwnKthread),
        PlacedSyncWaker { .. } => holds(CheckRule::WakerLeaves),
        PlacedLighterWaker { .. } => holds(CheckRule::WakerLighter),
        PlacedShallowest { .. } => holds(CheckRule::WakesFastest),
        PlacedLeastLoaded { .. } => holds(CheckRule::LeastLoaded),
        PlacedOnlyOfGroup { .. } => holds(CheckRule::GroupLeastBusy),
        PlacedCheapest { .. } | PlacedFitsBetter { .. } => holds(CheckRule::Cheaper),
        RtPlacedHere { .. } => holds(CheckRule::RtLetsIn),
        RtPlacedLowest { .. } => holds(CheckRule::RtLowest),
        NewidleQuiet {} => fails(CheckRule::MachineOverloaded),
        NewidleShort { .. } | StealShort { .. } => fails(CheckRule::IdleLongEnough),
        DomainDear { .. } => fails(CheckRule::DomainWorthIt),
        LotteryLost { .. } => fails(CheckRule::LotteryWon),
        NotBalancer { .. } | NewidleWork { .. } => fails(CheckRule::Balances),
        _ => None,
    }
}

impl Run {
    /// What was looked at before event `index`; `None` if there is no such event or it was not decided between CPUs. A task that
    /// moves to where it was placed, as by exec, does what the event of its placement tells.
    pub fn explain_between(&self, index: usize) -> Option<Between> {
        let event = *self.trace().events.get(index)?;
        let is_told = |why: &SmpReason| event.kind() == Kind::Placed || !why.is_placement();
        let why = event.smp_reason().filter(|_| event.kind().names_cpu()).filter(is_told)?;
        let mut watch = Watch { index, event, why, gates: Vec::new(), seen: None };
        let mut sim = self.checkpoint_before(match event.kind() {
            Kind::Placed | Kind::NothingPulled => index,
            _ => index.saturating_sub(PUSH_EVENTS_MAX),
        });
        while sim.events() <= index {
            sim.step(&mut watch);
        }
        watch.seen
    }
}

/// Asks once more for each decision that could be the one of event `index`; the last that comes to the same is it.
struct Watch {
    index: usize,
    event: Event,
    why: SmpReason,
    /// What a search for work has asked so far.
    gates: Vec<Finding>,
    seen: Option<Between>,
}

impl Observer for Watch {
    fn event(&mut self, _: &Sim, _: &Event) {}

    fn placing(&mut self, sim: &Sim, placing: Placing) {
        let is_it = self.event.kind() == Kind::Placed && sim.events() == self.index;
        if is_it && placing.task == self.event.task {
            let mut findings = Findings::new(sim);
            let (placed, checks) = sim.placement(placing);
            checks.into_iter().for_each(|check| findings.check(check));
            let again = (placed.cpu as u16, placed.why);
            self.see(Asked::Place(placing.call), placing.on, findings.list, again);
        }
    }

    fn looking(&mut self, sim: &Sim, looking: Looking) {
        let is_push = matches!(looking, Looking::Pushes { .. });
        let is_near = sim.now_ns() == self.event.t_ns && sim.events() <= self.index;
        if self.event.kind() == Kind::Placed || !(is_near || is_push) {
            return;
        }
        if let Looking::Begins { .. } = looking {
            self.gates.clear();
        }
        let mut findings = Findings { sim, list: self.gates.clone() };
        let looked = sim.looked(looking, &mut findings);
        if matches!(looking, Looking::Begins { .. } | Looking::Goes { .. }) {
            self.gates.clone_from(&findings.list);
        }
        self.compare(sim, looking, &looked, findings.list);
    }
}

impl Watch {
    fn see(&mut self, asked: Asked, on: u16, findings: Vec<Finding>, again: (u16, SmpReason)) {
        self.seen = Some(Between { event: self.event, asked, on, findings, again });
    }

    /// Takes note of a look that came to what the event tells.
    fn compare(&mut self, sim: &Sim, looking: Looking, looked: &Looked, findings: Vec<Finding>) {
        let (on, dst, asked) = parts(looking);
        let Event { cpu, task, .. } = self.event;
        if self.event.kind() == Kind::NothingPulled {
            let is_it = dst == cpu && sim.events() == self.index && looked.declined == Some(self.why);
            if is_it {
                self.see(asked, on, findings, (cpu, self.why));
            }
            return;
        }
        let is_pull = self.event.kind() == Kind::Pulled;
        let is_it = |moved: &&(u16, u16, SmpReason)| {
            (moved.0, moved.2) == (task, self.why) && (moved.1 == cpu || !is_pull)
        };
        if let Some((_, to, why)) = looked.moves.iter().find(is_it) {
            self.see(asked, on, findings, (if is_pull { *to } else { cpu }, *why));
        }
    }
}

/// Who looks, for which CPU, and what for.
pub(crate) fn parts(looking: Looking) -> (u16, u16, Asked) {
    let pull = |on: usize, to: usize, idle| (on as u16, to as u16, Asked::Pull { to: to as u16, idle });
    match looking {
        Looking::Begins { cpu } | Looking::Goes { cpu, .. } => pull(cpu, cpu, Idle::Newly),
        Looking::Domain(Pulling { on, dst, idle, .. }) => pull(on, dst, idle),
        Looking::Steals { cpu } => (cpu as u16, cpu as u16, Asked::Steal),
        Looking::PushesUrgent { on, cpu } => (on as u16, cpu as u16, Asked::PushUrgent { from: cpu as u16 }),
        Looking::TakesUrgent { cpu, .. } => (cpu as u16, cpu as u16, Asked::PullUrgent { to: cpu as u16 }),
        Looking::Pushes { src, push } => (src as u16, push.dst, Asked::Push { to: push.dst }),
    }
}

/// Findings of a decision as they are told.
pub(crate) struct Findings<'a> {
    sim: &'a Sim,
    pub list: Vec<Finding>,
}

impl Findings<'_> {
    pub fn new(sim: &Sim) -> Findings<'_> {
        Findings { sim, list: Vec::new() }
    }
}

impl Checks for Findings<'_> {
    fn check(&mut self, check: Check) {
        self.list.push(Finding::Test(check, self.sim.running(check.cpu as u16)));
    }

    fn offered(&mut self, task: usize, left: Option<SmpReason>) {
        self.list.push(Finding::Offer(task as u16, left));
    }
}
