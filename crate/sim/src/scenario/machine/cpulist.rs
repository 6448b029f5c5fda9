//! Sets of CPUs as the kernel writes them: `0-3,8`.

use smp::{CPUS_MAX, CpuSet};

use crate::error::Error;
use crate::value::At;

/// Reads one; the error says which piece of it is none.
pub(super) fn cpulist(at: &At) -> Result<CpuSet, Error> {
    let mut cpus = CpuSet::EMPTY;
    for piece in at.text()?.split(',') {
        let (first, last) = range(piece).ok_or_else(|| {
            let highest = CPUS_MAX - 1;
            at.error(
                &format!("is no list of CPUs at `{piece}`"),
                format!("write CPUs 0 to {highest} as in \"0-3,8\""),
            )
        })?;
        (first..=last).for_each(|cpu| cpus.insert(cpu));
    }
    Ok(cpus)
}

fn range(piece: &str) -> Option<(usize, usize)> {
    let (first, last) = piece.split_once('-').unwrap_or((piece, piece));
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    let (first, last) = (number(first)?, number(last)?);
    (first <= last && last < CPUS_MAX).then_some((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let value = Value::Text(text.into());
        let found = cpulist(&At::root(&value)).ok().map(|cpus| cpus.to_string());
        assert_eq!(found.as_deref(), expected, "{text}");
    }

    #[test]
    fn lists_are_those_of_the_kernel() {
        check("0-3,8", Some("0-3,8"));
        check("511", Some("511"));
        check("3,1,2", Some("1-3"));
        for wrong in ["", "3-1", "512", "0-512", "a", "1-", "-1", "+1", "1,,2", " 1", "0-3:1/2"] {
            check(wrong, None);
        }
    }
}
