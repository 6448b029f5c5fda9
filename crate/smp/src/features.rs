//! Switches of `/sys/kernel/debug/sched/features` for what is decided between CPUs, by their kernel names.

use crate::kernel::{SmpRules, smp_rules};
use crate::rules::{IdleScan, NewidleLottery};

macro_rules! features {
    ($($(#[doc = $doc:literal])* $variant:ident $name:literal;)*) => {
        /// A switch that does something where there are several CPUs.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum SmpFeature { $($(#[doc = $doc])* $variant,)* }

        impl SmpFeature {
            /// Every one, in the order in which they are listed.
            pub const ALL: &'static [SmpFeature] = &[$(SmpFeature::$variant),*];

            /// The kernel's name.
            pub const fn name(self) -> &'static str {
                match self { $(SmpFeature::$variant => $name,)* }
            }

            /// What it does, in a line.
            pub const fn meaning(self) -> &'static str {
                match self { $(SmpFeature::$variant => concat!($($doc),*).trim_ascii(),)* }
            }
        }
    };
}

features! {
    /// A wakeup for a CPU of another cache, or for an idle one, is left to that CPU.
    TtwuQueue "TTWU_QUEUE";
    /// A search for an idle CPU looks at as many as the average idle time pays for; where SIS_UTIL is on, that decides.
    SisProp "SIS_PROP";
    /// A search for an idle CPU looks at the fewer the busier its cache is.
    SisUtil "SIS_UTIL";
    /// A wakeup may go to the waker's CPU or the one before, whichever is idle.
    WaIdle "WA_IDLE";
    /// A wakeup may go to the waker's CPU or the one before, whichever has less load.
    WaWeight "WA_WEIGHT";
    /// The load of the CPU before counts for more in that comparison.
    WaBias "WA_BIAS";
    /// The task that is to be picked next counts as hot where it is.
    CacheHotBuddy "CACHE_HOT_BUDDY";
    /// What a task needs is remembered while it sleeps.
    UtilEst "UTIL_EST";
    /// Tasks of little load are not moved for it.
    LbMin "LB_MIN";
    /// A CPU without work searches a domain as often as that succeeds.
    NiRandom "NI_RANDOM";
    /// And more often where it searches seldom.
    NiRate "NI_RATE";
    /// A CPU that has run out of urgent tasks asks others to push theirs, instead of taking them.
    RtPushIpi "RT_PUSH_IPI";
    /// A CPU without work takes a waiting task from another of its cache (never merged).
    Steal "STEAL";
}

/// Which of them a kernel has, and which are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmpFeatures {
    on: u16,
    present: u16,
}

impl SmpFeatures {
    /// Those of a preset, as it boots; panics for a name that is none.
    pub fn of(kernel: &str) -> SmpFeatures {
        let (rules, is_cfs) = (smp_rules(kernel), is_cfs(kernel));
        let mut features = SmpFeatures { on: 0, present: 0 };
        for feature in SmpFeature::ALL {
            if let Some(on) = boots(*feature, kernel, rules, is_cfs) {
                features.present |= bit(*feature);
                features.switch(*feature, on);
            }
        }
        features
    }

    /// Whether a feature is on; false where the kernel does not have it.
    #[inline]
    pub const fn has(self, feature: SmpFeature) -> bool {
        self.on & bit(feature) != 0
    }

    /// Every feature of the kernel with its state.
    pub fn list(self) -> impl Iterator<Item = (SmpFeature, bool)> {
        let present = move |feature: &SmpFeature| self.present & bit(*feature) != 0;
        SmpFeature::ALL.iter().copied().filter(present).map(move |feature| (feature, self.has(feature)))
    }

    /// Switches by kernel name: `NAME` on, `NO_NAME` off; false, and nothing changes, for a name that is none of this kernel's.
    pub fn set(&mut self, word: &str) -> bool {
        let (name, on) = word.strip_prefix("NO_").map_or((word, true), |name| (name, false));
        let found = self.list().map(|(feature, _)| feature).find(|feature| feature.name() == name);
        if let Some(feature) = found {
            self.switch(feature, on);
        }
        found.is_some()
    }

    /// Switches one feature; no effect where the kernel does not have it.
    pub const fn switch(&mut self, feature: SmpFeature, on: bool) {
        self.on = if on { self.on | bit(feature) & self.present } else { self.on & !bit(feature) };
    }
}

/// Whether a feature is on when the kernel boots; `None` if it does not have it.
fn boots(feature: SmpFeature, kernel: &str, rules: &SmpRules, is_cfs: bool) -> Option<bool> {
    match feature {
        SmpFeature::TtwuQueue | SmpFeature::WaIdle | SmpFeature::WaWeight | SmpFeature::WaBias => Some(true),
        SmpFeature::CacheHotBuddy | SmpFeature::UtilEst | SmpFeature::RtPushIpi => Some(true),
        SmpFeature::LbMin => Some(false),
        SmpFeature::SisUtil => (rules.idle_scan == IdleScan::Utilisation).then_some(true),
        SmpFeature::SisProp if rules.idle_scan == IdleScan::Proportional => Some(true),
        SmpFeature::SisProp => matches!(kernel, "6.1" | "6.5" | "6.6").then_some(false),
        SmpFeature::NiRandom => (rules.newidle_lottery != NewidleLottery::Never).then_some(true),
        SmpFeature::NiRate => (rules.newidle_lottery == NewidleLottery::BySuccessAndRate).then_some(true),
        SmpFeature::Steal => is_cfs.then_some(false),
    }
}

fn is_cfs(kernel: &str) -> bool {
    sched::kernel(kernel).is_some_and(|kernel| kernel.family == sched::Family::Cfs)
}

const fn bit(feature: SmpFeature) -> u16 {
    1 << feature as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The features of a preset as its file would show them.
    fn line(kernel: &str) -> String {
        let word =
            |(feature, on): (SmpFeature, bool)| format!("{}{}", if on { "" } else { "NO_" }, feature.name());
        SmpFeatures::of(kernel).list().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_kernel_has_its_own() {
        let common = "WA_IDLE WA_WEIGHT WA_BIAS CACHE_HOT_BUDDY UTIL_EST NO_LB_MIN";
        assert_eq!(line("5.10"), format!("TTWU_QUEUE SIS_PROP {common} RT_PUSH_IPI NO_STEAL"));
        assert_eq!(
            line("6.1"),
            format!("TTWU_QUEUE NO_SIS_PROP SIS_UTIL {common} NI_RANDOM RT_PUSH_IPI NO_STEAL")
        );
        assert_eq!(line("6.12.0"), format!("TTWU_QUEUE SIS_UTIL {common} RT_PUSH_IPI"));
        assert_eq!(line("7.2"), format!("TTWU_QUEUE SIS_UTIL {common} NI_RANDOM NI_RATE RT_PUSH_IPI"));
    }

    /// What is told of one CPU as a name without effect is a switch here, and the other way round.
    #[test]
    fn they_are_names_that_the_kernel_has() {
        for kernel in sched::KERNELS {
            let silent = |name: &str| kernel.silent.iter().any(|names| names.contains(&name));
            for (feature, _) in SmpFeatures::of(kernel.name).list().filter(|(f, _)| *f != SmpFeature::Steal) {
                assert!(silent(feature.name()), "{}: {}", kernel.name, feature.name());
            }
        }
    }

    #[test]
    fn names_switch_and_others_are_left_to_others() {
        let mut features = SmpFeatures::of("6.5");
        assert!(features.set("STEAL") && features.has(SmpFeature::Steal));
        assert!(features.set("NO_WA_IDLE") && !features.has(SmpFeature::WaIdle));
        assert!(!features.set("START_DEBIT") && !features.set("NO_NI_RANDOM"));
        assert!(!SmpFeatures::of("7.2").set("STEAL"));
    }
}
