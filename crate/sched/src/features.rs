//! Scheduler features, switched by their kernel names.

use crate::silent::SilentNames;

/// A name that this kernel does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// What was asked for.
    pub name: String,
    /// What this kernel has.
    pub known: Vec<&'static str>,
}

impl std::fmt::Display for UnknownName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} is not among {}", self.name, self.known.join(" "))
    }
}

impl std::error::Error for UnknownName {}

macro_rules! features {
    ($($(#[doc = $doc:literal])* $variant:ident $name:literal;)*) => {
        /// A switch of `/sys/kernel/debug/sched/features` that the model knows.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Feature { $($(#[doc = $doc])* $variant,)* }

        impl Feature {
            /// Every modelled feature.
            pub const ALL: &'static [Feature] = &[$(Feature::$variant),*];

            /// The kernel's name.
            pub const fn name(self) -> &'static str {
                match self { $(Feature::$variant => $name,)* }
            }

            /// What it does, in a line.
            pub const fn meaning(self) -> &'static str {
                match self { $(Feature::$variant => concat!($($doc),*).trim_ascii(),)* }
            }
        }
    };
}

features! {
    /// Sleepers get half a latency period of credit instead of a whole one.
    GentleFairSleepers "GENTLE_FAIR_SLEEPERS";
    /// A new task starts one slice behind the others.
    StartDebit "START_DEBIT";
    /// After a wakeup preemption the preempted task is preferred next.
    LastBuddy "LAST_BUDDY";
    /// The slice is computed from all runnable tasks of the CPU.
    AltPeriod "ALT_PERIOD";
    /// No slice is shorter than the minimum granularity.
    BaseSlice "BASE_SLICE";
    /// A task keeps its lag while it sleeps.
    PlaceLag "PLACE_LAG";
    /// A new task's first request is half a slice.
    PlaceDeadlineInitial "PLACE_DEADLINE_INITIAL";
    /// A moved task keeps the rest of its request.
    PlaceRelDeadline "PLACE_REL_DEADLINE";
    /// The running task keeps the CPU until its request is served.
    RunToParity "RUN_TO_PARITY";
    /// A wakeup with a shorter slice ends that protection.
    PreemptShort "PREEMPT_SHORT";
    /// A woken task is preferred at the next pick.
    NextBuddy "NEXT_BUDDY";
    /// The preferred task is picked first if it is eligible.
    PickBuddy "PICK_BUDDY";
    /// A sleeping task with negative lag stays queued until it has served it.
    DelayDequeue "DELAY_DEQUEUE";
    /// A delayed task's lag is clipped to zero.
    DelayZero "DELAY_ZERO";
    /// A waking task may preempt the running one.
    WakeupPreemption "WAKEUP_PREEMPTION";
    /// A timer ends each slice exactly instead of at the next tick.
    Hrtick "HRTICK";
    /// A timer ends each DEADLINE task's budget exactly.
    HrtickDl "HRTICK_DL";
    /// The tick keeps its test while the slice timer is armed.
    DoubleTick "DOUBLE_TICK";
}

/// Which features are on; a set of at most 32.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    on: u32,
    present: u32,
}

impl Features {
    /// The features a kernel has, those in `on` switched on.
    pub const fn of(on: &[Feature], off: &[Feature]) -> Features {
        let on = bits(on);
        Features { on, present: on | bits(off) }
    }

    /// This set and further features, on.
    pub const fn and(self, on: &[Feature]) -> Features {
        let on = bits(on);
        Features { on: self.on | on, present: self.present | on }
    }

    /// This set and a further feature, off.
    pub const fn offering(self, feature: Feature) -> Features {
        Features { on: self.on, present: self.present | bit(feature) }
    }

    /// This set without a feature: the kernel does not have it any more.
    pub const fn without(self, gone: Feature) -> Features {
        Features { on: self.on & !bit(gone), present: self.present & !bit(gone) }
    }

    /// Whether `feature` is on; false where the kernel does not have it.
    #[inline]
    pub const fn has(self, feature: Feature) -> bool {
        self.on & bit(feature) != 0
    }

    /// Every feature of this kernel with its state.
    pub fn list(self) -> impl Iterator<Item = (Feature, bool)> {
        let present = move |feature: &Feature| self.present & bit(*feature) != 0;
        Feature::ALL.iter().copied().filter(present).map(move |feature| (feature, self.has(feature)))
    }

    /// Switches by kernel name: `NAME` on, `NO_NAME` off. Names in `silent`, which the kernel has and the model
    /// does not need, are accepted. An error for any other name.
    pub fn set(&mut self, word: &str, silent: SilentNames) -> Result<(), UnknownName> {
        let (name, on) = word.strip_prefix("NO_").map_or((word, true), |name| (name, false));
        match self.list().find(|(feature, _)| feature.name() == name) {
            Some((feature, _)) => self.switch(feature, on),
            None if silent.iter().any(|names| names.contains(&name)) => {}
            None => return Err(self.unknown(word, silent)),
        }
        Ok(())
    }

    /// Switches one feature; no effect where the kernel does not have it.
    pub const fn switch(&mut self, feature: Feature, on: bool) {
        self.on = if on { self.on | bit(feature) & self.present } else { self.on & !bit(feature) };
    }

    #[cold]
    fn unknown(self, word: &str, silent: SilentNames) -> UnknownName {
        let modelled = self.list().map(|(feature, _)| feature.name());
        let known = modelled.chain(silent.iter().copied().flatten().copied()).collect();
        UnknownName { name: word.to_owned(), known }
    }
}

const fn bit(feature: Feature) -> u32 {
    1 << feature as u32
}

const fn bits(features: &[Feature]) -> u32 {
    let (mut set, mut at) = (0, 0);
    while at < features.len() {
        set |= bit(features[at]);
        at += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_switch_and_unknown_ones_are_named() {
        let mut features = Features::of(&[Feature::RunToParity], &[Feature::NextBuddy]);
        assert!(features.has(Feature::RunToParity) && !features.has(Feature::NextBuddy));
        let silent: SilentNames = &[&["TTWU_QUEUE"]];
        features.set("NO_RUN_TO_PARITY", silent).expect("a feature of this kernel");
        features.set("NEXT_BUDDY", silent).expect("a feature of this kernel");
        features.set("NO_TTWU_QUEUE", silent).expect("has no effect");
        assert!(!features.has(Feature::RunToParity) && features.has(Feature::NextBuddy));
        let error = features.set("LAST_BUDDY", silent).expect_err("not of this kernel");
        assert_eq!(error.to_string(), "\"LAST_BUDDY\" is not among RUN_TO_PARITY NEXT_BUDDY TTWU_QUEUE");
    }
}
