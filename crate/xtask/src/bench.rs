//! `cargo xtask bench`: gathers the figures that the programs measure and lays them out.
//!
//! Each program prints rows of `name TAB value TAB unit`; what they mean is written where they are measured.

use std::process::Command;

use crate::{Result, chromium, command, npm, page, place, progress};

/// How the rows are printed.
#[derive(Clone, Copy)]
pub enum Output {
    Table,
    Json,
}

#[derive(Debug, PartialEq)]
struct Row {
    name: String,
    value: f64,
    unit: String,
}

/// Measures natively, then in Chromium, and prints the rows.
///
/// Fails if something does not build or a program prints what is not a row; a slow machine is no failure.
pub fn chore(output: Output) -> Result {
    page::build()?;
    let mut rows = progress::step("Measuring natively", native)?;
    rows.extend(progress::step("Measuring in Chromium", browser)?);
    rows.extend(shares(&rows));
    print!(
        "{}",
        match output {
            Output::Table => table(&rows),
            Output::Json => json(&rows),
        }
    );
    Ok(())
}

fn native() -> Result<Vec<Row>> {
    let mut program = Command::new("cargo");
    // The profile of the engine in the page, so that only the target differs.
    program.args(["run", "--locked", "--profile", "wasm", "--package", "tests", "--bin", "bench"]);
    parse(&command::read("bench", program.current_dir(place::root()))?)
}

fn browser() -> Result<Vec<Row>> {
    parse(&command::read("bench", npm::script("bench").env("CHROMIUM", chromium::find()?))?)
}

/// What of the native speed is left in the browser, for each scenario: on a busy machine truer than either speed.
fn shares(rows: &[Row]) -> Vec<Row> {
    let wasm = |scenario: &str| rows.iter().find(|row| row.name == format!("switches_per_s/wasm/{scenario}"));
    let share = |native: &Row| {
        let scenario = native.name.strip_prefix("switches_per_s/native/")?;
        let value = wasm(scenario)?.value / native.value;
        Some(Row { name: format!("wasm_share/{scenario}"), value, unit: "x native".to_owned() })
    };
    rows.iter().filter_map(share).collect()
}

fn parse(text: &str) -> Result<Vec<Row>> {
    text.lines()
        .map(|line| parse_row(line).ok_or_else(|| format!("not a row of the bench: \"{line}\"")))
        .collect()
}

fn parse_row(line: &str) -> Option<Row> {
    let mut cells = line.split('\t');
    let (name, value, unit) = (cells.next()?, cells.next()?, cells.next()?);
    let value: f64 = value.parse().ok()?;
    (value.is_finite() && cells.next().is_none()).then(|| Row {
        name: name.to_owned(),
        value,
        unit: unit.to_owned(),
    })
}

fn table(rows: &[Row]) -> String {
    let width = |cell: fn(&Row) -> usize| rows.iter().map(cell).max().unwrap_or(0);
    let (name, unit) = (width(|row| row.name.len()), width(|row| row.unit.len()));
    let line =
        |row: &Row| format!("| {:name$} | {:>12} | {:unit$} |\n", row.name, number(row.value), row.unit);
    let head = format!("| {:name$} | {:>12} | {:unit$} |\n", "what", "value", "unit");
    let rule = format!("| {:-<name$} | -----------: | {:-<unit$} |\n", "", "");
    head + &rule + &rows.iter().map(line).collect::<String>()
}

fn json(rows: &[Row]) -> String {
    let object = |row: &Row| {
        let Row { name, value, unit } = row;
        format!(r#"{{"name":"{name}","value":{},"unit":"{unit}"}}"#, number(*value))
    };
    format!("{{\"rows\":[{}]}}\n", rows.iter().map(object).collect::<Vec<_>>().join(","))
}

/// Whole from a hundred up, else with two decimals: nothing here is known better.
fn number(value: f64) -> String {
    if value >= 100.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, value: f64, unit: &str) -> Row {
        Row { name: name.to_owned(), value, unit: unit.to_owned() }
    }

    #[test]
    fn rows_are_read_and_anything_else_is_named() {
        assert_eq!(parse("a/b\t12.5\tms\n"), Ok(vec![row("a/b", 12.5, "ms")]));
        assert!(parse("a/b\tNaN\tms").unwrap_err().contains("a/b"));
        assert!(parse("warning: slow").is_err());
    }

    #[test]
    fn the_share_of_the_browser_needs_both_speeds() {
        let rows = [row("switches_per_s/native/a", 4.0, "1/s"), row("switches_per_s/wasm/a", 3.0, "1/s")];
        assert_eq!(shares(&rows), [row("wasm_share/a", 0.75, "x native")]);
        assert_eq!(shares(&rows[..1]), []);
    }

    #[test]
    fn both_layouts_hold_every_row() {
        let rows =
            [row("switches_per_s/wasm/hogs-30", 1_234_567.8, "1/s"), row("floor_ratio/native", 2.345, "x")];
        let expected = r#"{"rows":[{"name":"switches_per_s/wasm/hogs-30","value":1234568,"unit":"1/s"},{"name":"floor_ratio/native","value":2.35,"unit":"x"}]}"#;
        assert_eq!(json(&rows).trim(), expected.replace("2.35", &number(2.345)));
        assert_eq!(table(&rows).lines().count(), 4);
    }
}
