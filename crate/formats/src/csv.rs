//! The trace of a simulation as comma-separated values, a line for each event.

use std::io::{self, Write};

use sim::Run;
use sim::trace::Event;

/// Names of the columns, the first line of the text.
///
/// The rule's operands are named beside their values, since each rule has its own; events that decide
/// nothing leave them empty.
pub const HEAD: &str = "t_ns,cpu,event,task,other,rule,operand_1,value_1,operand_2,value_2";

/// Writes every event of the run so far, after the line of column names; fails only where `out` does.
pub fn write(run: &Run, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{HEAD}")?;
    run.trace().events.iter().try_for_each(|event| writeln!(out, "{}", line(run, event)))
}

fn line(run: &Run, event: &Event) -> String {
    let [task, other] = run.names_in(event).map(|name| quoted(name.unwrap_or("")));
    let other = event.other_cpu().map_or(other, |cpu| format!("CPU {cpu}"));
    let rule = event.why().name();
    let [first, second] = operands(event);
    format!("{},{},{:?},{task},{other},{rule},{first},{second}", event.t_ns, event.cpu, event.kind())
}

/// Names and values of the rule's operands, empty where it has fewer.
fn operands(event: &Event) -> [String; 2] {
    let names = event.why().operand_names();
    let pair = |index: usize, value: i64| match names.get(index) {
        Some(name) => format!("{name},{value}"),
        None => ",".to_string(),
    };
    [pair(0, event.a), pair(1, event.b)]
}

/// A field as RFC 4180 wants it: in quotes if it has a comma, a quote or a line end.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}

#[cfg(test)]
mod tests {
    use sim::{Duration, Scenario, Side, Step, Thread, simulate};

    use super::*;

    #[test]
    fn one_line_an_event_and_the_same_columns_in_each() {
        let hog = |name: &str| Thread::new(name, vec![Step::Run(Duration::Fixed(0))]);
        let scenario = Scenario { threads: vec![hog("a"), hog("b")], ..Scenario::default() };
        let run = simulate(&scenario, &Side::new("7.2")).expect("it is valid");
        let mut bytes = Vec::new();
        write(&run, &mut bytes).expect("memory can be written");
        let text = String::from_utf8(bytes).expect("it is text");
        let columns = HEAD.split(',').count();
        assert!(text.lines().all(|line| line.split(',').count() == columns), "{text}");
        assert_eq!(text.lines().count(), run.trace().events.len() + 1);
        assert!(text.contains(",TickResched,a,,") || text.contains(",Hrtick,a,,"), "{text}");
    }

    #[test]
    fn decisions_between_cpus_name_the_other_cpu_and_their_rule() {
        let steps = vec![
            Step::Run(Duration::Fixed(500)),
            Step::Affinity("guest".to_owned(), vec![1]),
            Step::Sleep(Duration::Fixed(500)),
            Step::Affinity("guest".to_owned(), vec![0]),
            Step::Run(Duration::Fixed(0)),
        ];
        let guest = Thread { affinity: Some(vec![0]), ..Thread::new("guest", steps) };
        let mut scenario = Scenario { threads: vec![guest], ..Scenario::default() };
        scenario.machine = sim::scenario::Machine::of_cpus(2);
        let run = simulate(&scenario, &Side::new("7.2")).expect("it is valid");
        let lines: Vec<String> = run.trace().events.iter().map(|event| line(&run, event)).collect();
        assert!(lines.iter().any(|line| line.contains(",1,Pulled,guest,CPU 0,")), "{lines:?}");
    }

    #[test]
    fn changes_of_clocks_have_their_reason() {
        let text = r#"{
            "duration_us": 50000,
            "machine": { "preset": "hikey960" },
            "threads": [{ "name": "hog", "script": [["run", 0]] }],
            "a": { "kernel": "7.2", "governor": "schedutil" }
        }"#;
        let scenario = crate::scenario::read(text).expect("it is valid");
        let run = simulate(&scenario, &scenario.a.clone().expect("it is told")).expect("it runs");
        let mut lines = run.trace().events.iter().map(|event| line(&run, event));
        assert!(lines.any(|line| line.contains(",ClockSet,,,ClockForUtil,util,")));
    }

    #[test]
    fn names_with_commas_stay_one_field() {
        assert_eq!(quoted("a"), "a");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
