//! Whether a kernel counts clamps, and what that costs.

/// What a kernel does about clamps at each enqueue and dequeue (`sched_uclamp_used`, `CONFIG_UCLAMP_TASK`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClampKey {
    /// Nothing: it was built without, and knows no clamps.
    #[default]
    CompiledOut,
    /// Nothing until somebody asks for a clamp; then [`ClampKey::Used`] until reboot.
    Off,
    /// It counts them.
    Used,
    /// It counts them, as it has no key: so it was before 5.9.
    Always,
}

impl ClampKey {
    /// Every state with the name that files and the page have for it.
    pub const ALL: [(&'static str, ClampKey); 4] = [
        ("compiled-out", ClampKey::CompiledOut),
        ("off", ClampKey::Off),
        ("used", ClampKey::Used),
        ("always", ClampKey::Always),
    ];

    /// The state of this name, if one has it.
    pub fn by_name(name: &str) -> Option<ClampKey> {
        ClampKey::ALL.iter().find(|(own, _)| *own == name).map(|(_, key)| *key)
    }

    /// What files and the page call it.
    pub fn name(self) -> &'static str {
        match self {
            ClampKey::CompiledOut => "compiled-out",
            ClampKey::Off => "off",
            ClampKey::Used => "used",
            ClampKey::Always => "always",
        }
    }

    /// Whether clamps are counted, and so seen by anybody (`uclamp_is_used`).
    #[inline]
    pub fn is_used(self) -> bool {
        match self {
            ClampKey::CompiledOut | ClampKey::Off => false,
            ClampKey::Used | ClampKey::Always => true,
        }
    }

    /// Somebody asks for a clamp: a task for itself, or the system or a group (`sched_uclamp_enable`). False if the kernel knows no
    /// clamps and refuses.
    #[must_use]
    pub fn ask(&mut self) -> bool {
        if *self == ClampKey::Off {
            *self = ClampKey::Used;
        }
        *self != ClampKey::CompiledOut
    }

    /// What of a runqueue's clamps a clock or a placement sees of `values`.
    #[inline]
    pub fn seen(self, values: super::Clamps) -> super::Clamps {
        if self.is_used() { values } else { super::Clamps::NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Clamps;
    use super::*;

    #[test]
    fn the_first_request_turns_it_on_for_good() {
        let mut key = ClampKey::Off;
        assert!(!key.is_used());
        assert!(key.ask());
        assert_eq!(key, ClampKey::Used);
        assert!(key.ask() && key.is_used());
    }

    #[test]
    fn what_is_compiled_out_is_refused() {
        let mut key = ClampKey::CompiledOut;
        assert!(!key.ask());
        assert_eq!(key, ClampKey::CompiledOut);
        let mut always = ClampKey::Always;
        assert!(always.is_used() && always.ask());
    }

    #[test]
    fn nobody_sees_what_is_not_counted() {
        let values = Clamps { min: 200, max: 300 };
        assert_eq!(ClampKey::Used.seen(values), values);
        assert_eq!(ClampKey::Off.seen(values), Clamps::NONE);
    }

    #[test]
    fn every_state_has_a_name() {
        for (name, key) in ClampKey::ALL {
            assert_eq!((key.name(), ClampKey::by_name(name)), (name, Some(key)));
        }
        assert_eq!(ClampKey::by_name("on"), None);
    }
}
