//! What an attempt to pull decides, before anything is done about it.

use smp::balance::{Attempt, Candidate, Conclusion, Detach, DomainState, Found, Idle, Next, Offer};
use smp::{Checks, SmpReason};

use super::attempt::Pulling;
use super::candidates::InLine;
use crate::trace::IDLE;

/// A decision that nothing has been done about yet.
pub(super) struct Decision {
    pub moves: Vec<Move>,
    /// Tasks that were looked at and left, in this order.
    pub left: Vec<u16>,
    /// What the CPU knows of the domain from then on.
    pub state: DomainState,
    /// What the last look at the groups found.
    pub found: Option<Found>,
    pub looked: u32,
    pub pinned: Option<bool>,
    /// The CPU that is to let its running task go, and why.
    pub push: Option<(usize, SmpReason)>,
    pub declined: Option<SmpReason>,
    pub goes_on: bool,
}

/// A task that goes to another CPU.
pub(super) struct Move {
    pub task: u16,
    pub to: usize,
    pub why: SmpReason,
}

/// Tells of a task that was offered; one that comes after the end is none.
pub(super) fn tell_offer<C: Checks>(candidate: &Candidate, offer: Offer, checks: &mut C) {
    match offer {
        Offer::Stop => {}
        Offer::Take => checks.offered(candidate.task, None),
        Offer::Leave(obstacle) => checks.offered(candidate.task, Some(obstacle)),
    }
}

impl Decision {
    /// Nothing is decided yet.
    pub fn new(state: DomainState) -> Decision {
        Decision {
            moves: Vec::new(),
            left: Vec::new(),
            state,
            found: None,
            looked: 0,
            pinned: None,
            push: None,
            declined: None,
            goes_on: true,
        }
    }

    /// The CPU that it would have pulled from, or [`IDLE`].
    pub fn source(&self) -> u16 {
        let source = self.found.and_then(|found| found.source.ok());
        source.map_or(IDLE, |source| source.src as u16)
    }

    /// That nothing was pulled is told of who had run out of work, and of who found a source in vain; by the clock it is the
    /// rule.
    pub fn is_told(&self, pulling: Pulling) -> bool {
        self.goes_on && (pulling.idle == Idle::Newly || self.source() != IDLE)
    }

    /// Offers one task after the other, as it is `seen`; those that are left go to the end.
    pub fn offer_all<C: Checks>(
        &mut self,
        detach: &mut Detach,
        queue: &mut InLine,
        seen: impl Fn(u16) -> Candidate,
        why: SmpReason,
        checks: &mut C,
    ) {
        while let Some(task) = queue.next() {
            let candidate = seen(task);
            let offer = detach.offer(&candidate);
            tell_offer(&candidate, offer, checks);
            match offer {
                Offer::Stop => return queue.put_back(task),
                Offer::Take => self.moves.push(Move { task, to: detach.attempt().dst, why }),
                Offer::Leave(_) => {
                    self.left.push(task);
                    queue.leave(task);
                }
            }
        }
    }

    pub fn end<'a>(&mut self, conclusion: Conclusion<'a>) -> Option<Attempt<'a>> {
        self.pinned = conclusion.pinned.or(self.pinned);
        match conclusion.next {
            Next::Again(attempt) => return Some(attempt),
            Next::Declined(reason) if self.moves.is_empty() => self.declined = Some(reason),
            _ => {}
        }
        None
    }
}
