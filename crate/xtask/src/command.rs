//! Runs other programs: with their output shown, kept for the case of failure, or read line by line.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitStatus, Output, Stdio};

use crate::Result;
use crate::progress::SignOfLife;

/// Runs a program whose own output is worth seeing.
///
/// Fails if it cannot be started or says that it failed.
pub fn run(what: &str, command: &mut Command) -> Result {
    let _alive = SignOfLife::of(what);
    let status = command.status().map_err(|error| cannot_start(command, &error))?;
    check(what, status)
}

/// Runs a program whose output is noise unless it fails; then all of it is shown.
pub fn run_quietly(what: &str, command: &mut Command) -> Result {
    let output = output(what, command)?;
    if !output.status.success() {
        eprint!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    }
    check(what, output.status)
}

/// Runs a program and gives its standard output as text; fails as `run` does.
pub fn read(what: &str, command: &mut Command) -> Result<String> {
    let output = output(what, command.stderr(Stdio::inherit()))?;
    check(what, output.status)?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a program, shows its standard output and hands each line of it to `each`.
pub fn run_by_line(what: &str, command: &mut Command, mut each: impl FnMut(&str)) -> Result {
    let _alive = SignOfLife::of(what);
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| cannot_start(command, &error))?;
    for line in lines_of(&mut child) {
        println!("{line}");
        each(&line);
    }
    let status = child.wait().map_err(|error| format!("{what}: {error}"))?;
    check(what, status)
}

/// Whether a program runs and says that all is well; nothing is shown.
pub fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

fn output(what: &str, command: &mut Command) -> Result<Output> {
    let _alive = SignOfLife::of(what);
    command.output().map_err(|error| cannot_start(command, &error))
}

/// A line that is not UTF-8 is shown with marks in place of what cannot be read.
fn lines_of(child: &mut Child) -> impl Iterator<Item = String> {
    let stdout = child.stdout.take().into_iter();
    let lines = stdout.flat_map(|pipe| BufReader::new(pipe).split(b'\n').map_while(std::result::Result::ok));
    lines.map(|line| String::from_utf8_lossy(&line).into_owned())
}

fn check(what: &str, status: ExitStatus) -> Result {
    if status.success() { Ok(()) } else { Err(format!("{what}: {status}")) }
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("cannot start {}: {error}", command.get_program().display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_arrive_one_by_one_and_failure_is_told() {
        let mut lines = Vec::new();
        let done =
            run_by_line("a test", Command::new("sh").args(["-c", "echo one; echo two; exit 3"]), |line| {
                lines.push(line.to_owned());
            });
        assert_eq!(lines, ["one", "two"]);
        assert!(done.unwrap_err().contains('3'));
    }

    #[test]
    fn a_missing_program_is_named() {
        assert!(run("a test", &mut Command::new("no-such-program")).unwrap_err().contains("no-such-program"));
    }
}
