//! A look for tasks, asked about: what would come of it now, and everything that would be looked at on the way.

use smp::balance::{Newidle, NewidleStep};
use smp::{Checks, SmpReason};

use super::attempt::Pulling;
use super::decision::{Decision, Move};
use super::push::Push;
use crate::engine::Sim;
use crate::trace::IDLE;

/// What a CPU is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looking {
    /// It has nobody to run: is it worth looking at all?
    Begins {
        /// Which.
        cpu: usize,
    },
    /// It asks whether the next domain is worth it.
    Goes {
        /// Which.
        cpu: usize,
        /// The search so far.
        newidle: Newidle,
    },
    /// A domain is looked through.
    Domain(Pulling),
    /// It has found nobody by balancing, and steals.
    Steals {
        /// Which.
        cpu: usize,
    },
    /// It has a realtime task that waits, and looks for a CPU for it.
    PushesUrgent {
        /// The CPU that carries it out.
        on: usize,
        /// Which.
        cpu: usize,
    },
    /// It is about to run something less urgent than it ran, and looks at what waits on another.
    TakesUrgent {
        /// Which.
        cpu: usize,
        /// The other.
        src: usize,
    },
    /// It gives a task to one that asked for it.
    Pushes {
        /// Which.
        src: usize,
        /// What was asked for.
        push: Push,
    },
}

/// What came of a look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    /// Tasks that go, where to, and why.
    pub moves: Vec<(u16, u16, SmpReason)>,
    /// The CPU that is asked to let its running task go, and why.
    pub push: Option<(u16, SmpReason)>,
    /// The CPU that a source was found in, whatever came of it.
    pub source: Option<u16>,
    /// Why nothing is moved.
    pub declined: Option<SmpReason>,
    /// The trace tells of it.
    pub is_told: bool,
}

impl Looked {
    fn of(found: Result<(u16, u16, SmpReason), SmpReason>) -> Looked {
        match found {
            Ok(moved) => Looked { moves: vec![moved], is_told: true, ..Looked::default() },
            Err(reason) => Looked::declined(Some(reason)),
        }
    }

    fn declined(declined: Option<SmpReason>) -> Looked {
        Looked { declined, is_told: declined.is_some(), ..Looked::default() }
    }
}

impl Sim {
    /// What would come of a look now; everything that is looked at is told.
    pub fn looked<C: Checks>(&self, looking: Looking, checks: &mut C) -> Looked {
        match looking {
            Looking::Begins { cpu } => Looked::declined(self.refused(cpu, checks)),
            Looking::Goes { cpu, newidle } => Looked::declined(self.left_out(cpu, newidle, checks)),
            Looking::Domain(pulling) => {
                let decision = self.decide(pulling, checks);
                let is_told = !decision.moves.is_empty() || decision.is_told(pulling);
                let source = Some(decision.source()).filter(|cpu| *cpu != IDLE);
                let Decision { moves, push, declined, .. } = decision;
                let moved = |Move { task, to, why }: &Move| (*task, *to as u16, *why);
                let push = push.map(|(src, why)| (src as u16, why));
                Looked { moves: moves.iter().map(moved).collect(), push, source, declined, is_told }
            }
            Looking::Steals { cpu } => {
                Looked::of(self.victim(cpu, checks).map(|(task, why)| (task, cpu as u16, why)))
            }
            Looking::PushesUrgent { on, cpu } => {
                let moves: Vec<_> = self.urgent_push(on, cpu, checks).into_iter().collect();
                Looked { is_told: !moves.is_empty(), moves, ..Looked::default() }
            }
            Looking::TakesUrgent { cpu, src } => {
                let moves: Vec<_> = self.urgent_take(cpu, src, checks).into_iter().collect();
                Looked { is_told: !moves.is_empty(), moves, ..Looked::default() }
            }
            Looking::Pushes { src, push } => {
                let moves = self.pushed(src, push, checks).map(|task| (task, push.dst, push.why));
                Looked { moves: moves.into_iter().collect(), is_told: true, ..Looked::default() }
            }
        }
    }

    fn refused<C: Checks>(&self, cpu: usize, checks: &mut C) -> Option<SmpReason> {
        let (settings, states) = (&self.balancing.settings, &self.balancing.states[cpu]);
        let mut balance = self.balancing.cpus[cpu];
        let (view, ticks) = (self.balance_view(), self.jiffies());
        Newidle::begin(&view, cpu, states, &mut balance, settings, ticks, checks).err()
    }

    fn left_out<C: Checks>(&self, cpu: usize, mut newidle: Newidle, checks: &mut C) -> Option<SmpReason> {
        let (settings, mut states) = (&self.balancing.settings, self.balancing.states[cpu].clone());
        let random = self.balancing.rng.clone().bits() as u32;
        match newidle.next(&self.balance_view(), &mut states, settings, self.now_ns, random, checks) {
            NewidleStep::LeftOut(_, reason) | NewidleStep::TooDear(reason) => Some(reason),
            NewidleStep::Look(_) | NewidleStep::Over => None,
        }
    }
}
