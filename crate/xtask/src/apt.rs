//! Debian's packages: installed when we may, else the line to type.

use std::process::Command;

use crate::{Result, command, progress};

/// Installs packages with apt.
///
/// Fails with the one line to type if this is not root on a machine with apt, and with apt's own words if it fails.
pub fn install(packages: &[&str]) -> Result {
    if !can_install() {
        return Err(format!("missing here; as root on Debian: {}", line_to_type(packages)));
    }
    let names = packages.join(" ");
    progress::step(&format!("Installing {names} with apt"), || {
        // Without the lists apt knows no package, or an old one that the mirror has dropped.
        command::run_quietly("apt-get update", apt_get().args(["-qq", "update"]))?;
        let install = ["-qq", "-y", "--no-install-recommends", "install"];
        command::run_quietly("apt-get install", apt_get().args(install).args(packages))
    })
}

/// Whether apt is here and we are root.
pub fn can_install() -> bool {
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    root && command::succeeds(apt_get().arg("--version"))
}

/// What a person types to get the packages.
pub fn line_to_type(packages: &[&str]) -> String {
    format!("apt-get update && apt-get install --no-install-recommends {}", packages.join(" "))
}

fn apt_get() -> Command {
    let mut apt = Command::new("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    apt
}
