//! Node's side: the page's packages, and the programs that come with them.

use std::path::PathBuf;
use std::process::Command;

use crate::stamp::Stamp;
use crate::{Result, command, place, progress};

/// The oldest Node that Vite and the tests run on.
const NODE: (u32, u32) = (20, 19);

/// Installs exactly the packages of the lock file, unless they are there already.
///
/// Fails if Node is missing or too old, with what to do, or if the registry cannot be reached.
pub fn install() -> Result {
    let www = place::www();
    let stamp =
        Stamp::of(remembered("packages"), &[www.join("package-lock.json"), www.join("package.json")])?;
    if stamp.is_current(&[www.join("node_modules/vite")]) {
        progress::say("The page's packages are up to date");
        return Ok(());
    }
    check_node()?;
    progress::step("Fetching the page's packages (npm ci)", || {
        command::run_quietly("npm ci", npm().args(["ci", "--no-audit", "--no-fund"]))
    })?;
    stamp.write()
}

/// A script of `package.json`, ready to run.
pub fn script(name: &str) -> Command {
    let mut npm = npm();
    npm.args(["run", "--silent", name]);
    npm
}

/// Where a step that works on the page remembers its inputs: gone when the packages are fetched anew.
pub fn remembered(step: &str) -> PathBuf {
    place::www().join("node_modules/.xtask").join(step)
}

fn npm() -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(place::www());
    npm
}

fn check_node() -> Result {
    let needed = format!("Node {}.{} or newer is needed, with npm", NODE.0, NODE.1);
    let version = command::read("node", Command::new("node").arg("--version"))
        .map_err(|error| format!("{needed}: {error}"))?;
    match parse_version(version.trim()) {
        Some(found) if found >= NODE => Ok(()),
        _ => Err(format!("{needed}; this is {}", version.trim())),
    }
}

fn parse_version(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.strip_prefix('v')?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_numbers() {
        assert_eq!(parse_version("v20.20.2"), Some((20, 20)));
        assert!(parse_version("v20.9.0").unwrap() < NODE);
        assert!(parse_version("v22.1.0").unwrap() > NODE);
        assert_eq!(parse_version("20"), None);
    }
}
