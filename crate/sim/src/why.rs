//! Why an event is as it is: by a rule on one CPU, or by one between CPUs.

use sched::Reason;
use smp::SmpReason;

use crate::trace::Event;

/// The rule of an event with its operands, wherever it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A rule of the classes, on the CPU of the event.
    Here(Reason),
    /// A rule between CPUs: placement, balancing, clocks.
    Between(SmpReason),
}

impl Why {
    /// No rule: nothing was decided.
    pub const NOTHING: Why = Why::Here(Reason::Nothing {});

    /// Name of the rule.
    pub fn name(self) -> &'static str {
        match self {
            Why::Here(reason) => reason.name(),
            Why::Between(reason) => reason.name(),
        }
    }

    /// Where the rule stands in the kernel: file and function.
    pub fn source(self) -> &'static str {
        match self {
            Why::Here(reason) => reason.source(),
            Why::Between(reason) => reason.source(),
        }
    }

    /// Its operands; 0 where there are fewer than two.
    pub fn operands(self) -> [i64; 2] {
        match self {
            Why::Here(reason) => reason.operands(),
            Why::Between(reason) => reason.operands(),
        }
    }

    /// Names of its operands, as many as it has.
    pub fn operand_names(self) -> &'static [&'static str] {
        match self {
            Why::Here(reason) => reason.operand_names(),
            Why::Between(reason) => reason.operand_names(),
        }
    }
}

impl Event {
    /// The rule that decided; [`Why::NOTHING`] for events that decide nothing.
    pub fn why(&self) -> Why {
        let here = self.reason().map(Why::Here);
        here.or_else(|| self.smp_reason().map(Why::Between)).unwrap_or(Why::NOTHING)
    }

    /// The CPU that its `other` is, if its kind names one.
    pub fn other_cpu(&self) -> Option<u16> {
        (self.kind().names_cpu() && self.other != crate::trace::IDLE).then_some(self.other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{IDLE, Kind};

    #[track_caller]
    fn check(kind: Kind, code: u8, other: u16, expected: (&str, Option<u16>)) {
        let event = Event { t_ns: 0, a: 3, b: 5, cpu: 1, task: 0, other, kind: kind as u8, code };
        assert_eq!((event.why().name(), event.other_cpu()), expected);
    }

    #[test]
    fn rules_of_both_tables_are_found_by_their_code() {
        let placed = SmpReason::PlacedRecent { recent: 3, target: 5 };
        check(Kind::Placed, placed.code(), 2, ("PlacedRecent", Some(2)));
        check(Kind::NothingPulled, SmpReason::NoBusyGroup {}.code(), IDLE, ("NoBusyGroup", None));
        check(Kind::SwitchTick, Reason::PickOnly {}.code(), 2, ("PickOnly", None));
        check(Kind::Tick, 255, IDLE, ("Nothing", None));
    }
}
