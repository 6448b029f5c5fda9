//! What is asked for, and what is in force of it.

/// Everything of a CPU.
pub(super) const FULL: u64 = 1024;

/// A minimum and a maximum, each 0..=1024; the minimum may be the larger one and then is cut where it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clamps {
    /// Not to be taken for less (`UCLAMP_MIN`).
    pub min: u64,
    /// Not to be taken for more (`UCLAMP_MAX`).
    pub max: u64,
}

impl Clamps {
    /// Nothing is clamped.
    pub const NONE: Clamps = Clamps { min: 0, max: FULL };
    /// No value is forbidden: what the system allows by default.
    pub const ALL: Clamps = Clamps { min: FULL, max: FULL };

    /// A utilisation within them; the minimum wins if they contradict each other.
    pub fn clamp(self, util: u64) -> u64 {
        util.min(self.max).max(self.min)
    }
}

/// What a task asked for with `sched_setattr`; `None` is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Requests {
    /// Its minimum.
    pub min: Option<u64>,
    /// Its maximum.
    pub max: Option<u64>,
}

impl Requests {
    /// What it counts as asking for (`uclamp_req`); a realtime task without a minimum asks for `rt_default`
    /// (`sched_util_clamp_min_rt_default`).
    pub fn values(self, is_realtime: bool, rt_default: u64) -> Clamps {
        let default_min = if is_realtime { rt_default } else { Clamps::NONE.min };
        Clamps { min: self.min.unwrap_or(default_min), max: self.max.unwrap_or(Clamps::NONE.max) }
    }
}

/// What is in force for a task that asks for `request`, in a group with `group`; `None` is a task of the root group, which
/// restricts nothing (`uclamp_eff_get`). Above `system` nothing goes.
pub fn effective(request: Clamps, group: Option<Clamps>, system: Clamps) -> Clamps {
    let within = |value: u64| group.map_or(value, |group| group.clamp_below(value));
    Clamps { min: within(request.min).min(system.min), max: within(request.max).min(system.max) }
}

/// What is in force of what a group asks for, inside a group in which `parent` is (`cpu_util_update_eff`); that of the root
/// group is what the system allows.
pub fn group_clamps(request: Clamps, parent: Clamps) -> Clamps {
    let max = request.max.min(parent.max);
    Clamps { min: request.min.min(parent.min).min(max), max }
}

impl Clamps {
    /// A value brought within them; the maximum is not below the minimum, as that of a group in force never is.
    fn clamp_below(self, value: u64) -> u64 {
        value.max(self.min).min(self.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn min_of(request: u64, group: Option<(u64, u64)>, system: u64) -> u64 {
        let group = group.map(|(min, max)| Clamps { min, max });
        effective(Clamps { min: request, max: FULL }, group, Clamps { min: system, max: FULL }).min
    }

    #[test]
    fn groups_restrict_and_protect_and_the_system_caps() {
        assert_eq!(min_of(800, None, 1024), 800);
        assert_eq!(min_of(800, Some((0, 512)), 1024), 512);
        assert_eq!(min_of(100, Some((300, 700)), 1024), 300);
        assert_eq!(min_of(800, None, 600), 600);
        assert_eq!(min_of(800, Some((300, 700)), 600), 600);
    }

    #[test]
    fn the_maximum_goes_the_same_way() {
        let max_of =
            |max, group| effective(Clamps { min: 0, max }, group, Clamps { min: FULL, max: 900 }).max;
        assert_eq!(max_of(1024, None), 900);
        assert_eq!(max_of(200, Some(Clamps { min: 300, max: 700 })), 300);
        assert_eq!(max_of(1024, Some(Clamps { min: 300, max: 700 })), 700);
    }

    #[test]
    fn realtime_asks_for_everything_unless_it_says_otherwise() {
        assert_eq!(Requests::default().values(true, 1024).min, 1024);
        assert_eq!(Requests::default().values(true, 300).min, 300);
        assert_eq!(Requests { min: Some(100), max: None }.values(true, 1024).min, 100);
        assert_eq!(Requests::default().values(false, 1024), Clamps::NONE);
        assert_eq!(Requests { min: None, max: Some(512) }.values(false, 1024), Clamps { min: 0, max: 512 });
    }

    #[test]
    fn a_group_has_at_most_what_is_around_it() {
        let parent = Clamps { min: 400, max: 700 };
        assert_eq!(group_clamps(Clamps { min: 500, max: 1024 }, parent), parent);
        assert_eq!(group_clamps(Clamps { min: 500, max: 300 }, parent), Clamps { min: 300, max: 300 });
        assert_eq!(group_clamps(Clamps::NONE, Clamps::ALL), Clamps::NONE);
    }

    #[test]
    fn of_contradicting_clamps_the_minimum_wins() {
        assert_eq!(Clamps { min: 600, max: 500 }.clamp(100), 600);
        assert_eq!(Clamps { min: 100, max: 500 }.clamp(800), 500);
        assert_eq!(Clamps { min: 100, max: 500 }.clamp(300), 300);
    }
}
