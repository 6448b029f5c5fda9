//! Preemption models: where a request to reschedule is served.

/// How a reschedule request takes effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preemption {
    /// At the return to user space, or where the kernel blocks.
    None,
    /// Also at the kernel's voluntary points, which lie where a path might block. Paths are modelled as a whole, and a
    /// voluntary point inside one is not: on this machine it delays what `None` does.
    Voluntary,
    /// Also when leaving any kernel section that cannot be preempted.
    Full,
    /// As full, but the fair class asks gently: served at the return to user space, at
    /// the latest from the next tick on (6.13).
    Lazy,
}

impl Preemption {
    /// Every model, from the longest delay of a request on.
    pub const ALL: [Preemption; 4] =
        [Preemption::None, Preemption::Voluntary, Preemption::Full, Preemption::Lazy];

    /// `none`, `voluntary`, `full` or `lazy`.
    pub const fn name(self) -> &'static str {
        match self {
            Preemption::None => "none",
            Preemption::Voluntary => "voluntary",
            Preemption::Full => "full",
            Preemption::Lazy => "lazy",
        }
    }

    /// The model of that name.
    pub fn parse(name: &str) -> Option<Preemption> {
        Preemption::ALL.into_iter().find(|model| model.name() == name)
    }
}
