//! The step language: what a task does, one array a step.

use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Policy;
use crate::value::{At, Value};

/// One step of a script; in files an array, its word first.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `["run", us]`: execute; 0 = forever.
    Run(Duration),
    /// `["sleep", us]`: block for a time.
    Sleep(Duration),
    /// `["periodic", period, offset]`: sleep to the next instant `offset + k·period`.
    Periodic {
        /// Distance of the instants, µs.
        period_us: u64,
        /// The first of them, µs.
        offset_us: u64,
    },
    /// `["until", us]`: sleep to an absolute time.
    Until(u64),
    /// `["write", channel]`: put a byte into a pipe.
    Write(usize),
    /// `["read", channel]`: take a byte, or block until there is one.
    Read(usize),
    /// `["post", channel]`: raise a futex semaphore.
    Post(usize),
    /// `["wait", channel]`: lower it, or block until it can be.
    Wait(usize),
    /// `["yield"]`: `sched_yield`.
    Yield,
    /// `["loop", n]`: repeat up to the matching `end` n times; 0 = forever.
    Loop(u64),
    /// `["end"]`.
    End,
    /// `["nice", thread, value]`: change a thread's nice value.
    Nice(String, i8),
    /// `["affinity", thread, [cpus]]`: change where a thread may run.
    Affinity(String, Vec<u32>),
    /// `["policy", thread, policy, priority]`: change a thread's policy.
    Policy(String, Policy, Option<u8>),
    /// `["slice", thread, ns]`: change a thread's slice; 0 gives it back the default.
    Slice(String, u64),
    /// `["uclamp", thread, min, max]`: change what a thread asks for of clamps.
    Uclamp {
        /// Whose.
        thread: String,
        /// Not to be taken for less, 0 to 1024.
        min: u16,
        /// Not to be taken for more, 0 to 1024.
        max: u16,
    },
    /// `["group", thread, group]`: move a thread to another group; `""` is the root.
    Group(String, String),
    /// `["weight", group, weight]`: change a group's `cpu.weight`.
    Weight(String, u32),
    /// `["quota", group, quota µs, period µs]`: change a group's `cpu.max`; a quota of 0 removes it.
    Quota {
        /// Whose.
        group: String,
        /// CPU time of each period, µs; 0 for as much as there is.
        quota_us: u64,
        /// The period, µs.
        period_us: u64,
    },
    /// `["exec"]`: execute another program, which may begin on another CPU.
    Exec,
    /// `["spawn", thread]`: create a thread that is marked `spawned`.
    Spawn(String),
    /// `["exit"]`: end here.
    Exit,
}

impl Step {
    /// The step's word.
    pub fn word(&self) -> &'static str {
        match self {
            Step::Run(_) => "run",
            Step::Sleep(_) => "sleep",
            Step::Periodic { .. } => "periodic",
            Step::Until(_) => "until",
            Step::Write(_) => "write",
            Step::Read(_) => "read",
            Step::Post(_) => "post",
            Step::Wait(_) => "wait",
            Step::Yield => "yield",
            Step::Loop(_) => "loop",
            Step::End => "end",
            Step::Nice(..) => "nice",
            Step::Affinity(..) => "affinity",
            Step::Policy(..) => "policy",
            Step::Slice(..) => "slice",
            Step::Uclamp { .. } => "uclamp",
            Step::Group(..) => "group",
            Step::Weight(..) => "weight",
            Step::Quota { .. } => "quota",
            Step::Exec => "exec",
            Step::Spawn(_) => "spawn",
            Step::Exit => "exit",
        }
    }

    /// The thread that the step is about, if any.
    pub fn target(&self) -> Option<&str> {
        match self {
            Step::Nice(name, _) | Step::Affinity(name, _) | Step::Policy(name, ..) => Some(name),
            Step::Slice(name, _) | Step::Spawn(name) | Step::Group(name, _) => Some(name),
            Step::Uclamp { thread, .. } => Some(thread),
            _ => None,
        }
    }

    /// The group that the step is about, if any and if it is not the root.
    pub fn group(&self) -> Option<&str> {
        match self {
            Step::Group(_, group) if group.is_empty() => None,
            Step::Group(_, group) | Step::Weight(group, _) | Step::Quota { group, .. } => Some(group),
            _ => None,
        }
    }

    /// Whether it changes a thread or a group, which can also be done from elsewhere at a given time.
    pub fn is_change(&self) -> bool {
        let of_thread =
            matches!(self, Step::Nice(..) | Step::Affinity(..) | Step::Policy(..) | Step::Slice(..));
        let clamps = matches!(self, Step::Uclamp { .. });
        of_thread || clamps || matches!(self, Step::Group(..) | Step::Weight(..) | Step::Quota { .. })
    }

    fn arguments(&self) -> Vec<Argument<'_>> {
        use Argument::*;
        match self {
            Step::Run(d) | Step::Sleep(d) => vec![Time(d)],
            Step::Periodic { period_us, offset_us } => vec![Number(*period_us), Number(*offset_us)],
            Step::Until(n) | Step::Loop(n) => vec![Number(*n)],
            Step::Write(c) | Step::Read(c) | Step::Post(c) | Step::Wait(c) => vec![Number(*c as u64)],
            Step::Yield | Step::End | Step::Exec | Step::Exit => vec![],
            Step::Nice(name, nice) => vec![Text(name), Signed(*nice)],
            Step::Affinity(name, cpus) => vec![Text(name), Cpus(cpus)],
            Step::Policy(name, policy, None) => vec![Text(name), Text(policy.name())],
            Step::Policy(name, policy, Some(p)) => vec![Text(name), Text(policy.name()), Number((*p).into())],
            Step::Slice(name, ns) => vec![Text(name), Number(*ns)],
            Step::Uclamp { thread, min, max } => {
                vec![Text(thread), Number((*min).into()), Number((*max).into())]
            }
            Step::Group(name, group) => vec![Text(name), Text(group)],
            Step::Weight(group, weight) => vec![Text(group), Number((*weight).into())],
            Step::Quota { group, quota_us, period_us } => {
                vec![Text(group), Number(*quota_us), Number(*period_us)]
            }
            Step::Spawn(name) => vec![Text(name)],
        }
    }
}

/// What stands behind a step's word.
#[derive(Serialize)]
#[serde(untagged)]
enum Argument<'a> {
    Text(&'a str),
    Number(u64),
    Signed(i8),
    Cpus(&'a [u32]),
    Time(&'a Duration),
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let word = std::iter::once(Argument::Text(self.word()));
        serializer.collect_seq(word.chain(self.arguments()))
    }
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Step, D::Error> {
        let value = Value::deserialize(deserializer)?;
        super::read_step::step(&At::root(&value)).map_err(serde::de::Error::custom)
    }
}

/// How long a `run` or `sleep` lasts, in µs: fixed, or drawn anew each time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Duration {
    /// Always the same. For `run`, 0 means forever.
    Fixed(u64),
    /// Anything from the first to the second, equally likely.
    Uniform(u64, u64),
    /// Memoryless, with this mean.
    Exponential(u64),
    /// The logarithm is normal: this median, and a sigma in thousandths.
    Lognormal {
        /// Half of the draws are shorter.
        median: u64,
        /// Spread of the logarithm, in thousandths.
        sigma_permille: u32,
    },
}

impl Serialize for Duration {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = |serializer: S| serializer.serialize_map(Some(1));
        match self {
            Duration::Fixed(us) => serializer.serialize_u64(*us),
            Duration::Uniform(low, high) => {
                let mut map = named(serializer)?;
                map.serialize_entry("uniform", &[low, high])?;
                map.end()
            }
            Duration::Exponential(mean) => {
                let mut map = named(serializer)?;
                map.serialize_entry("exponential", mean)?;
                map.end()
            }
            Duration::Lognormal { median, sigma_permille } => {
                let mut map = named(serializer)?;
                let shape = [("median", *median), ("sigma_permille", u64::from(*sigma_permille))];
                map.serialize_entry("lognormal", &std::collections::BTreeMap::from(shape))?;
                map.end()
            }
        }
    }
}
