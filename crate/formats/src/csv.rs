//! The trace of a simulation as comma-separated values, a line for each event.

use std::fmt::Write as _;

use sim::Run;
use sim::trace::{Event, IDLE};

/// Names of the columns, the first line of the text.
///
/// The rule's operands are named beside their values, since each rule has its own; events that decide
/// nothing leave them empty.
pub const HEAD: &str = "t_ns,cpu,event,task,other,rule,operand_1,value_1,operand_2,value_2";

/// Every event of the run so far, after the line of column names.
pub fn write(run: &Run) -> String {
    let mut text = format!("{HEAD}\n");
    for event in &run.trace().events {
        line(&mut text, run.task_names(), event);
    }
    text
}

fn line(text: &mut String, names: &[String], event: &Event) {
    let (task, other) = (quoted(name(names, event.task)), quoted(name(names, event.other)));
    let _ = write!(text, "{},{},{:?},{task},{other},", event.t_ns, event.cpu, event.kind());
    let reason = event.reason();
    text.push_str(reason.map_or("", |reason| reason.name()));
    let operands = reason.map_or(&[][..], |reason| reason.operand_names());
    for (index, value) in [event.a, event.b].into_iter().enumerate() {
        match operands.get(index) {
            Some(operand) => drop(write!(text, ",{operand},{value}")),
            None => text.push_str(",,"),
        }
    }
    text.push('\n');
}

/// A task's name; idle and nobody are empty.
fn name(names: &[String], task: u16) -> &str {
    if task == IDLE { "" } else { &names[usize::from(task)] }
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
        let text = write(&run);
        let columns = HEAD.split(',').count();
        assert!(text.lines().all(|line| line.split(',').count() == columns), "{text}");
        assert_eq!(text.lines().count(), run.trace().events.len() + 1);
        assert!(text.contains(",TickResched,a,,") || text.contains(",Hrtick,a,,"), "{text}");
    }

    #[test]
    fn names_with_commas_stay_one_field() {
        assert_eq!(quoted("a"), "a");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
