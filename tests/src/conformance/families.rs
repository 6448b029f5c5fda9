//! What the letters of families stand for.

/// Families of recorded workloads: the letter that their names begin with, and what they are about.
pub const FAMILIES: &[(&str, &str)] = &[
    ("a", "equal hogs"),
    ("b", "nice levels"),
    ("c", "a hog and a sleeper, policies"),
    ("d", "wakeups among three hogs"),
    ("e", "custom slices"),
    ("f", "features switched"),
    ("g", "slices and granularities"),
    ("h", "pairs that wake each other"),
    ("i", "creation and exit"),
    ("j", "sched_yield"),
    ("k", "real-time and deadline tasks"),
    ("m", "nice and policy changed"),
    ("o", "group weights and quotas"),
    ("p", "mixtures"),
];

/// Families of things that CFS does not have.
pub const ONLY_EEVDF: &[&str] = &["e"];

/// The same of machines with several CPUs.
pub const FAMILIES_BETWEEN: &[(&str, &str)] =
    &[("l", "several CPUs"), ("n", "affinity changed on several CPUs")];
