//! A decision in words, made from its kind and its typed reason: kernel words, with the operands filled in.
//!
//! Sentences are templates. `{task}`, `{other}`, `{next}` and `{curr}` are names, `{here}` and `{there}` the numbers of CPUs; every
//! other word in braces is an operand of the reason or the difference of two, a time in ms. Nobody recomputes a rule here: what is said is what the rule
//! itself reported.

use sim::Why;
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
    /// The event's CPU.
    pub cpu: u16,
    /// The other CPU of an event that names one, unless it is the same.
    pub from: Option<u16>,
}

/// What happened and why, in one sentence.
///
/// A reason that says nothing leaves the first half alone.
pub fn sentence(kind: Kind, why: Why, actors: &Actors) -> String {
    let cast = Cast::of(kind, actors);
    let has_other = actors.other.is_some() || actors.from.is_some();
    let head = cast.fill(words::head(kind, has_other), why);
    let nobody_was_picked = kind.is_switch() && actors.other.is_none();
    match words::because(why) {
        because if because.is_empty() || nobody_was_picked => format!("{head}."),
        because => format!("{head}: {}.", cast.fill(because, why)),
    }
}

/// Why `next` was chosen beside `curr`, in half a sentence.
pub fn because(why: Why, next: &str, curr: Option<&str>) -> String {
    let curr = curr.unwrap_or("the running task");
    // A pick has no other CPU in its reason.
    Cast { task: next, other: next, next, curr, here: 0, there: 0 }.fill(words::because(why), why)
}

/// The operands of a reason by name, in the unit that the kernel's own files use.
pub fn operands(why: Why) -> Vec<(&'static str, String)> {
    let written = |(name, value): (&&'static str, i64)| {
        let text = if is_count(name, why) { grouped(value) } else { format!("{} ns", grouped(value)) };
        (*name, text)
    };
    why.operand_names().iter().zip(why.operands()).map(written).collect()
}

/// A template with every brace filled by what `value` says of the word in it.
pub fn filled(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (hole, after) = after.split_once('}').unwrap_or((after, ""));
        text += before;
        text += &value(hole);
        rest = after;
    }
    text + rest
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

/// The same without the zeros that a title or label does not need.
pub fn short(ns: i64) -> String {
    let amount = amount(ns);
    match amount.split_once(' ') {
        Some((number, unit)) if number.contains('.') => {
            format!("{} {unit}", number.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => amount,
    }
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

/// Operands that are no times. The rules on one CPU compare times, mostly, and those between CPUs counts.
fn is_count(name: &str, why: Why) -> bool {
    match why {
        Why::Here(_) => is_count_here(name),
        Why::Between(_) => !words::is_time(name),
    }
}

fn is_count_here(name: &str) -> bool {
    matches!(
        name,
        "from"
            | "to"
            | "queues"
            | "class"
            | "curr_class"
            | "priority"
            | "curr_priority"
            | "equals"
            | "left_ticks"
            | "quantum_ticks"
            | "sum"
            | "limit"
            | "weight"
    )
}

/// Who is meant by each name of a template.
struct Cast<'a> {
    task: &'a str,
    other: &'a str,
    next: &'a str,
    curr: &'a str,
    here: u16,
    there: u16,
}

impl<'a> Cast<'a> {
    fn of(kind: Kind, actors: &Actors<'a>) -> Cast<'a> {
        let Actors { task, other, curr, cpu: here, from } = *actors;
        let other = other.unwrap_or("nobody");
        let (next, curr) = match kind {
            _ if kind.is_switch() => (other, task),
            _ => (task, curr.unwrap_or("the running task")),
        };
        Cast { task, other, next, curr, here, there: from.unwrap_or(here) }
    }

    /// The template with every brace filled.
    fn fill(&self, template: &str, why: Why) -> String {
        filled(template, |hole| self.value(hole, why))
    }

    fn value(&self, hole: &str, why: Why) -> String {
        if let Some(name) = hole.strip_prefix("type ") {
            return words::group_type(operand(name, why)).to_owned();
        }
        match hole {
            "task" => self.task.to_owned(),
            "other" => self.other.to_owned(),
            "next" => self.next.to_owned(),
            "curr" => self.curr.to_owned(),
            "here" => self.here.to_string(),
            "there" => self.there.to_string(),
            _ if matches!(why, Why::Between(_)) && is_count(hole, why) => grouped(operand(hole, why)),
            _ if is_count(hole, why) => operand(hole, why).to_string(),
            _ => match hole.split_once('-') {
                Some((more, less)) => amount(operand(more, why).wrapping_sub(operand(less, why))),
                None => amount(operand(hole, why)),
            },
        }
    }
}

/// The operand of this name. A test fills every template, so that a name nobody has is found there.
fn operand(name: &str, why: Why) -> i64 {
    let place = why.operand_names().iter().position(|known| *known == name);
    let place = place.unwrap_or_else(|| panic!("{} has no operand {name}", why.name()));
    why.operands()[place]
}

#[cfg(test)]
mod tests {
    use sched::Reason;
    use smp::SmpReason;

    use super::*;

    const BOTH: Actors = Actors { task: "S", other: None, curr: Some("H"), cpu: 3, from: None };
    const SWITCH: Actors = Actors { task: "H", other: Some("S"), ..BOTH };
    const MOVED: Actors = Actors { curr: None, from: Some(1), ..BOTH };

    #[track_caller]
    fn check(kind: Kind, reason: Reason, actors: &Actors, expected: &str) {
        assert_eq!(sentence(kind, Why::Here(reason), actors), expected);
    }

    #[track_caller]
    fn check_between(kind: Kind, reason: SmpReason, actors: &Actors, expected: &str) {
        assert_eq!(sentence(kind, Why::Between(reason), actors), expected);
    }

    #[test]
    fn a_placement_names_both_cpus_and_the_rule() {
        let recent = SmpReason::PlacedRecent { recent: 3, target: 2 };
        let because = "CPU 3, which it used before, is idle and shares the cache with CPU 2";
        check_between(
            Kind::Placed,
            recent,
            &MOVED,
            &format!("S is placed on CPU 3, before on CPU 1: {because}."),
        );
        check_between(Kind::Placed, recent, &BOTH, &format!("S stays on CPU 3: {because}."));
    }

    #[test]
    fn pulls_and_empty_balances_tell_counts_and_times() {
        check_between(
            Kind::Pulled,
            SmpReason::PullTasks { imbalance: 1, queued: 4 },
            &MOVED,
            "S moves to CPU 3 from CPU 1: 1 tasks are to be moved from the CPU that has most, 4.",
        );
        check_between(
            Kind::NothingPulled,
            SmpReason::NewidleShort { avg_idle: 41_000, cost: 50_000 },
            &BOTH,
            "CPU 3 looks for tasks and pulls none: its idle times last 0.041 ms on average, less than looking for work \
             takes, 0.050 ms.",
        );
        check_between(
            Kind::NothingPulled,
            SmpReason::LocalTypeHigher { local: 6, busiest: 0 },
            &MOVED,
            "CPU 3 pulls nothing from CPU 1: its own group is overloaded, and the busiest other one only has_spare.",
        );
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
        let actors = Actors { curr: Some("S"), ..BOTH };
        check(Kind::SwitchBlocked, Reason::PickOnly {}, &actors, "S blocks and the CPU goes idle.");
    }

    #[test]
    fn a_changed_nice_is_no_time() {
        check(
            Kind::Change,
            Reason::PriorityLowered { from: -5, to: 10 },
            &Actors { other: Some("C"), ..SWITCH },
            "C changes H: its priority was lowered from nice -5 to 10.",
        );
    }

    fn every_why() -> Vec<Why> {
        let here = Reason::ALL.iter().map(|reason| Why::Here(*reason));
        here.chain(SmpReason::ALL.iter().map(|reason| Why::Between(*reason))).collect()
    }

    #[test]
    fn every_reason_under_every_kind_fills_its_braces() {
        for kind in Kind::ALL {
            for why in every_why() {
                for actors in [BOTH, SWITCH, MOVED, Actors { curr: None, ..BOTH }] {
                    let text = sentence(kind, why, &actors);
                    assert!(!text.contains(['{', '}']), "{kind:?} {why:?}: {text}");
                    assert!(text.ends_with('.') && !text.contains(".."), "{kind:?} {why:?}: {text}");
                }
            }
        }
    }

    #[test]
    fn every_rule_between_cpus_is_written_down() {
        assert!(SmpReason::ALL.iter().all(|reason| !words::rule(Why::Between(*reason)).is_empty()));
    }

    #[test]
    fn every_reason_says_something_of_its_own() {
        let because: Vec<_> = every_why().into_iter().map(words::because).collect();
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
    fn a_short_amount_keeps_whole_numbers() {
        assert_eq!(short(10_000_000), "10 ms");
        assert_eq!(short(750_000), "0.75 ms");
        assert_eq!(short(-30), "−30 ns");
        assert_eq!(short(0), "0 ms");
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
        assert_eq!(operands(Why::Here(reason)), expected.map(|(name, text)| (name, text.to_owned())));
        assert_eq!(operands(Why::Here(Reason::PriorityLowered { from: 0, to: 5 }))[1].1, "5");
        let cheapest = Why::Between(SmpReason::PlacedCheapest { delta: 1_500, prev_delta: 0 });
        assert_eq!(operands(cheapest)[0].1, "1\u{202f}500");
    }
}
