//! A decision in words, made from its kind and its typed reason: kernel words, with the operands filled in.
//!
//! Sentences are templates. `{task}`, `{other}`, `{next}` and `{curr}` are names; every other word in braces is an operand of
//! the reason or the difference of two, written in ms. Nobody recomputes a rule here: what is said is what the rule
//! itself reported.

use sched::Reason;
use sim::trace::Kind;

use crate::axis;
use crate::words;

/// The names in a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Actors<'a> {
    /// The event's task.
    pub task: &'a str,
    /// The event's other task, if there is one.
    pub other: Option<&'a str>,
    /// Who was running at that moment, if anybody.
    pub curr: Option<&'a str>,
}

/// What happened and why, in one sentence.
///
/// A reason that says nothing leaves the first half alone.
pub fn sentence(kind: Kind, reason: Reason, actors: &Actors) -> String {
    let cast = Cast::of(kind, actors);
    let head = cast.fill(words::head(kind, actors.other.is_some()), reason);
    let nobody_was_picked = kind.is_switch() && actors.other.is_none();
    match words::because(reason) {
        because if because.is_empty() || nobody_was_picked => format!("{head}."),
        because => format!("{head}: {}.", cast.fill(because, reason)),
    }
}

/// The operands of a reason by name, in the unit that the kernel's own files use.
pub fn operands(reason: Reason) -> Vec<(&'static str, String)> {
    let written = |(name, value): (&&'static str, i64)| {
        let text = if is_count(name) { value.to_string() } else { format!("{} ns", grouped(value)) };
        (*name, text)
    };
    reason.operand_names().iter().zip(reason.operands()).map(written).collect()
}

/// Nanoseconds as ms: three decimals, or six where three would hide something; below a microsecond as ns.
pub fn amount(ns: i64) -> String {
    if ns != 0 && ns.unsigned_abs() < 1_000 {
        return format!("{ns} ns").replace('-', "−");
    }
    if ns == 0 {
        return "0 ms".to_owned();
    }
    let decimals = if ns % 1_000 == 0 { 3 } else { 6 };
    format!("{} ms", axis::signed_ms(ns, decimals))
}

/// An integer with its thousands apart, so that nine digits can be read.
pub fn grouped(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::from(if value < 0 { "−" } else { "" });
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// Operands that are no times.
fn is_count(name: &str) -> bool {
    matches!(name, "from" | "to")
}

/// Who is meant by each name of a template.
struct Cast<'a> {
    task: &'a str,
    other: &'a str,
    next: &'a str,
    curr: &'a str,
}

impl<'a> Cast<'a> {
    fn of(kind: Kind, actors: &Actors<'a>) -> Cast<'a> {
        let Actors { task, other, curr } = *actors;
        let other = other.unwrap_or("nobody");
        let (next, curr) = match kind {
            _ if kind.is_switch() => (other, task),
            _ => (task, curr.unwrap_or("the running task")),
        };
        Cast { task, other, next, curr }
    }

    /// The template with every brace filled.
    fn fill(&self, template: &str, reason: Reason) -> String {
        let mut text = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            let (hole, after) = after.split_once('}').unwrap_or((after, ""));
            text += before;
            text += &self.value(hole, reason);
            rest = after;
        }
        text + rest
    }

    fn value(&self, hole: &str, reason: Reason) -> String {
        match hole {
            "task" => self.task.to_owned(),
            "other" => self.other.to_owned(),
            "next" => self.next.to_owned(),
            "curr" => self.curr.to_owned(),
            _ if is_count(hole) => operand(hole, reason).to_string(),
            _ => match hole.split_once('-') {
                Some((more, less)) => amount(operand(more, reason).wrapping_sub(operand(less, reason))),
                None => amount(operand(hole, reason)),
            },
        }
    }
}

/// The operand of this name. A test fills every template, so that a name nobody has is found there.
fn operand(name: &str, reason: Reason) -> i64 {
    let place = reason.operand_names().iter().position(|known| *known == name);
    let place = place.unwrap_or_else(|| panic!("{} has no operand {name}", reason.name()));
    reason.operands()[place]
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: Actors = Actors { task: "S", other: None, curr: Some("H") };
    const SWITCH: Actors = Actors { task: "H", other: Some("S"), curr: Some("H") };

    #[track_caller]
    fn check(kind: Kind, reason: Reason, actors: &Actors, expected: &str) {
        assert_eq!(sentence(kind, reason, actors), expected);
    }

    #[test]
    fn a_cfs_wakeup_that_preempts() {
        check(
            Kind::WakeupPreempts,
            Reason::WakeBeyondGranularity { behind: 3_000_000, granularity: 1_000_000 },
            &BOTH,
            "S preempts H at its wakeup: H's vruntime is ahead by 3.000 ms, more than wakeup_granularity 1.000 ms.",
        );
    }

    #[test]
    fn an_eevdf_wakeup_that_waits() {
        check(
            Kind::Wakeup,
            Reason::WakeLaterDeadline { deadline: 44_500_000, best_deadline: 42_500_000 },
            &BOTH,
            "S wakes and does not preempt H: its deadline is 2.000 ms after the earliest of the eligible.",
        );
    }

    #[test]
    fn a_switch_at_the_tick() {
        check(
            Kind::SwitchTick,
            Reason::PickCurrIneligible { deadline: 44_500_000, curr_ahead: 1_000_000 },
            &SWITCH,
            "S takes the CPU from H at the tick: H is 1.000 ms ahead of V, not eligible, and of the eligible, S has the \
             earliest deadline.",
        );
    }

    #[test]
    fn a_switch_to_idle_gives_no_reason() {
        let actors = Actors { task: "S", other: None, curr: Some("S") };
        check(Kind::SwitchBlocked, Reason::PickOnly {}, &actors, "S blocks and the CPU goes idle.");
    }

    #[test]
    fn a_changed_nice_is_no_time() {
        check(
            Kind::Change,
            Reason::PriorityLowered { from: -5, to: 10 },
            &Actors { task: "H", other: Some("C"), curr: Some("H") },
            "C changes H: its priority was lowered from nice -5 to 10.",
        );
    }

    #[test]
    fn every_reason_under_every_kind_fills_its_braces() {
        for kind in Kind::ALL {
            for reason in Reason::ALL {
                for actors in [BOTH, SWITCH, Actors { task: "S", other: None, curr: None }] {
                    let text = sentence(kind, *reason, &actors);
                    assert!(!text.contains(['{', '}']), "{kind:?} {reason:?}: {text}");
                    assert!(text.ends_with('.') && !text.contains(".."), "{kind:?} {reason:?}: {text}");
                }
            }
        }
    }

    #[test]
    fn every_reason_says_something_of_its_own() {
        let because: Vec<_> = Reason::ALL.iter().map(|reason| words::because(*reason)).collect();
        assert_eq!(because.iter().filter(|words| words.is_empty()).count(), 1, "only Nothing says nothing");
        for (at, words) in because.iter().enumerate() {
            assert!(!because[..at].contains(words), "{words}");
        }
    }

    #[test]
    fn amounts_hide_nothing() {
        assert_eq!(amount(3_000_000), "3.000 ms");
        assert_eq!(amount(2_000_217), "2.000217 ms");
        assert_eq!(amount(-1), "−1 ns");
        assert_eq!(amount(0), "0 ms");
        assert_eq!(amount(-500_000), "−0.500 ms");
    }

    #[test]
    fn thousands_are_apart() {
        assert_eq!(grouped(-41_500_000), "−41\u{202f}500\u{202f}000");
        assert_eq!(grouped(750), "750");
    }

    #[test]
    fn operands_carry_their_unit() {
        let reason = Reason::IdealExceeded { ran: 4_000_000, ideal: 3_000_000 };
        let expected = [("ran", "4\u{202f}000\u{202f}000 ns"), ("ideal", "3\u{202f}000\u{202f}000 ns")];
        assert_eq!(operands(reason), expected.map(|(name, text)| (name, text.to_owned())));
        assert_eq!(operands(Reason::PriorityLowered { from: 0, to: 5 })[1].1, "5");
    }
}
