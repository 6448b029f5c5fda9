//! Whether the groups of a scenario form a tree within the kernel's limits.

use super::{Cgroup, Scenario};
use crate::error::{Error, suggestion};

/// Levels of groups below the root: the kernel has no such limit, pictures and people have.
const LEVELS_MAX: usize = 16;

pub(super) fn groups(s: &Scenario) -> Result<(), Error> {
    let mut seen = std::collections::BTreeSet::new();
    for (i, group) in s.cgroups.iter().enumerate() {
        let place = format!("cgroups[{i}]");
        if group.name.is_empty() {
            return Err(Error::new(format!("{place}.name"), "an empty name", "give every group a name"));
        }
        if !seen.insert(group.name.as_str()) {
            let value = format!("`{}` stands twice", group.name);
            return Err(Error::new(format!("{place}.name"), value, "use another name"));
        }
        if let Some(parent) = &group.parent {
            known(s, parent, &format!("{place}.parent"))?;
        }
        burst(group, &place)?;
    }
    (0..s.cgroups.len()).try_for_each(|i| ends_at_root(s, i))
}

/// A group of this name must exist.
pub(super) fn known(s: &Scenario, group: &str, place: &str) -> Result<(), Error> {
    if s.cgroups.iter().any(|known| known.name == group) {
        return Ok(());
    }
    let known: Vec<&str> = s.cgroups.iter().map(|group| group.name.as_str()).collect();
    Err(Error::new(place, format!("no cgroup is called `{group}`"), suggestion(group, &known)))
}

fn burst(group: &Cgroup, place: &str) -> Result<(), Error> {
    let most_us = group.quota_us.unwrap_or(0);
    if group.burst_us <= most_us {
        return Ok(());
    }
    let value = format!("{} µs, more than the quota of {most_us} µs", group.burst_us);
    Err(Error::new(format!("{place}.burst_us"), value, "write at most the quota"))
}

fn ends_at_root(s: &Scenario, start: usize) -> Result<(), Error> {
    let place = || format!("cgroups[{start}].parent");
    let (mut path, mut at) = (vec![s.cgroups[start].name.as_str()], &s.cgroups[start]);
    while let Some(parent) = &at.parent {
        path.push(parent);
        if *parent == s.cgroups[start].name {
            return Err(Error::new(
                place(),
                format!("a cycle: {}", path.join(" in ")),
                "cut it at one group",
            ));
        }
        if path.len() > LEVELS_MAX {
            let value = format!("more than {LEVELS_MAX} groups inside each other");
            return Err(Error::new(place(), value, "nest fewer, and look for a cycle"));
        }
        at = s.cgroups.iter().find(|group| group.name == *parent).expect("its parent was found just now");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(groups: &[(&str, &str)]) -> Scenario {
        let group = |(name, parent): &(&str, &str)| Cgroup {
            parent: (!parent.is_empty()).then(|| (*parent).to_owned()),
            ..Cgroup::new(*name)
        };
        Scenario { cgroups: groups.iter().map(group).collect(), ..Scenario::default() }
    }

    fn check(listed: &[(&str, &str)], refused_at: Option<&str>) {
        let place = groups(&scenario(listed)).err().map(|error| error.place);
        assert_eq!(place.as_deref(), refused_at, "{listed:?}");
    }

    #[test]
    fn groups_form_a_tree() {
        check(&[("a", ""), ("b", "a"), ("c", "b")], None);
        check(&[("b", "a"), ("a", "")], None);
        check(&[("a", ""), ("a", "")], Some("cgroups[1].name"));
        check(&[("a", "x")], Some("cgroups[0].parent"));
        check(&[("a", "a")], Some("cgroups[0].parent"));
        check(&[("a", "b"), ("b", "a")], Some("cgroups[0].parent"));
        check(&[("c", "a"), ("a", "b"), ("b", "a")], Some("cgroups[0].parent"));
    }

    #[test]
    fn a_burst_needs_a_quota() {
        let mut s = scenario(&[("a", "")]);
        (s.cgroups[0].quota_us, s.cgroups[0].burst_us) = (Some(5000), 5000);
        assert_eq!(groups(&s), Ok(()));
        s.cgroups[0].burst_us = 5001;
        assert!(groups(&s).is_err());
    }
}
