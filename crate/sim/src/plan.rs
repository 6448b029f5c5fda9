//! A scenario and a side, checked and made ready to run.

use sched::{Family, Kernel, Params, Policy as FairPolicy, Preemption as Model, UnknownName};

use crate::costs::Costs;
use crate::error::{Error, suggestion};
use crate::program::{Op, compile};
use crate::scenario::{CostChoice, Knobs, Preemption, Scenario, Side, Step, Thread};

/// What a task of a run is, apart from what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskInfo {
    /// Its name in the scenario.
    pub name: String,
    /// Its policy at the start.
    pub policy: FairPolicy,
    /// Its nice value at the start.
    pub nice: i8,
    /// Its own slice, if it asks for one.
    pub slice_ns: Option<u64>,
    /// It is left out of this run.
    pub muted: bool,
    pub(crate) first_wakeup_ns: Option<u64>,
}

/// Everything about a run that does not change while it runs.
#[derive(Debug)]
pub(crate) struct Plan {
    pub params: Params,
    pub costs: Costs,
    pub tasks: Vec<TaskInfo>,
    pub names: Vec<String>,
    pub programs: Vec<Vec<Op>>,
    pub cpus: usize,
    pub channels: usize,
    pub seed: u64,
    pub first_tick_ns: u64,
    pub end_ns: u64,
    pub start_vruntime: u64,
}

/// Before time 0 of a recording another thread ran for so long.
pub(crate) const RECORDED_LEAD_NS: u64 = 30_000_000;
const HZ: [u32; 4] = [100, 250, 300, 1000];

/// The kernel that a run happens under.
#[derive(Debug)]
pub(crate) struct Conditions {
    pub params: Params,
    pub costs: Costs,
    /// Where the queue's min_vruntime stands at time 0; the tasks stand at 0.
    pub start_vruntime: u64,
}

impl Conditions {
    fn of(scenario: &Scenario, side: &Side) -> Result<Conditions, Error> {
        let params = params(scenario, side)?;
        let (costs, start_vruntime) = match &side.costs {
            CostChoice::Zero => (Costs::default(), 0),
            CostChoice::Custom(costs) => (costs.clone(), 0),
            CostChoice::Recorded => (Costs::recorded(params.kernel), RECORDED_LEAD_NS),
        };
        Ok(Conditions { params, costs, start_vruntime })
    }
}

impl Plan {
    /// Check and prepare; the error names what is wrong or not modelled yet.
    pub fn new(scenario: &Scenario, side: &Side) -> Result<Plan, Error> {
        Plan::under(scenario, Conditions::of(scenario, side)?)
    }

    /// The same under conditions that are known already.
    pub fn under(scenario: &Scenario, conditions: Conditions) -> Result<Plan, Error> {
        scenario.check()?;
        refuse_unmodelled(scenario)?;
        let Conditions { params, costs, start_vruntime } = conditions;
        let threads = 0..scenario.threads.len();
        let programs = threads.map(|thread| compile(scenario, thread, &costs)).collect::<Result<_, _>>()?;
        Ok(Plan {
            costs,
            tasks: scenario.threads.iter().map(task_info).collect(),
            names: scenario.threads.iter().map(|t| t.name.clone()).collect(),
            programs,
            cpus: scenario.machine.cpus as usize,
            channels: scenario.channels,
            seed: scenario.seed,
            first_tick_ns: params.tick_ns - scenario.phase_us * 1000 % params.tick_ns,
            end_ns: scenario.duration_us * 1000,
            start_vruntime,
            params,
        })
    }
}

fn task_info(thread: &Thread) -> TaskInfo {
    TaskInfo {
        name: thread.name.clone(),
        policy: thread.policy.fair().expect("other policies were refused"),
        nice: thread.nice,
        slice_ns: thread.slice_ns.filter(|ns| *ns > 0),
        muted: thread.muted,
        first_wakeup_ns: (!thread.spawned && !thread.muted).then_some(thread.start_us * 1000),
    }
}

/// The error for what a scenario may say but the model cannot do yet.
fn refuse_unmodelled(s: &Scenario) -> Result<(), Error> {
    let refuse = |place: String, value: String, remedy: &str| Err(Error::new(place, value, remedy));
    if s.machine.cpus != 1 {
        let value = format!("{} CPUs; only one is modelled yet", s.machine.cpus);
        return refuse("machine.cpus".into(), value, "write 1");
    }
    if !s.cgroups.is_empty() {
        return refuse(
            "cgroups".into(),
            "groups are not modelled yet".into(),
            "remove them, and `cgroup` of threads",
        );
    }
    for (i, thread) in s.threads.iter().enumerate() {
        if thread.policy.fair().is_none() {
            let value = format!("{} is not modelled yet", thread.policy.name());
            return refuse(format!("threads[{i}].policy"), value, "use NORMAL, BATCH or IDLE");
        }
        if thread.affinity.as_ref().is_some_and(|cpus| !cpus.contains(&0)) {
            let value = "no CPU of this machine is in the list".into();
            return refuse(format!("threads[{i}].affinity"), value, "add CPU 0");
        }
        thread.script.iter().enumerate().try_for_each(|(k, step)| refuse_step(step, i, k))?;
    }
    Ok(())
}

fn refuse_step(step: &Step, thread: usize, at: usize) -> Result<(), Error> {
    let place = format!("threads[{thread}].script[{at}]");
    match step {
        Step::Policy(_, policy, _) if policy.fair().is_none() => {
            let value = format!("{} is not modelled yet", policy.name());
            Err(Error::new(place, value, "use NORMAL, BATCH or IDLE"))
        }
        Step::Affinity(_, cpus) if !cpus.contains(&0) => {
            Err(Error::new(place, "no CPU of this machine is in the list", "add CPU 0"))
        }
        _ => Ok(()),
    }
}

fn params(s: &Scenario, side: &Side) -> Result<Params, Error> {
    let kernel = kernel(&side.kernel)?;
    let hz = side.hz.or(s.hz).unwrap_or(250);
    if !HZ.contains(&hz) {
        return Err(Error::new("hz", format!("{hz} ticks a second"), "write 100, 250, 300 or 1000"));
    }
    let mut params = Params::new(kernel, hz, side.assumed_cpus);
    let (own_knobs, own_place) = match params.family {
        Family::Cfs => (&s.knobs_cfs, "knobs_cfs"),
        Family::Eevdf => (&s.knobs_eevdf, "knobs_eevdf"),
    };
    set_knobs(&mut params, &s.knobs, "knobs")?;
    set_knobs(&mut params, own_knobs, own_place)?;
    set_knobs(&mut params, &side.knobs, "side.knobs")?;
    set_features(&mut params, &s.features, "features")?;
    set_features(&mut params, &side.features, "side.features")?;
    if let Some(model) = side.preemption {
        params.preemption = preemption(kernel, model)?;
    }
    Ok(params)
}

/// The preset of this name; the error lists what there is.
pub fn kernel(name: &str) -> Result<&'static Kernel, Error> {
    let known: Vec<&str> = sched::KERNELS.iter().map(|k| k.name).collect();
    let unknown =
        || Error::new("side.kernel", format!("no kernel is called `{name}`"), suggestion(name, &known));
    sched::kernel(name).ok_or_else(unknown)
}

fn set_knobs(params: &mut Params, knobs: &Knobs, place: &str) -> Result<(), Error> {
    for (name, value) in knobs {
        let place = format!("{place}.{name}");
        check_range(params.family, name, *value, &place)?;
        params.set_tunable(name, *value).map_err(|error| unknown(place, params.kernel, "tunable", error))?;
    }
    Ok(())
}

fn check_range(family: Family, name: &str, value: u64, place: &str) -> Result<(), Error> {
    let info = sched::tunables_of(family).iter().find(|info| info.name == name);
    match info.map(|info| info.range_ns) {
        Some((min, max)) if !(min..=max).contains(&value) => {
            Err(Error::new(place, format!("{value} is outside {min}..={max}"), "use a value inside"))
        }
        _ => Ok(()),
    }
}

fn set_features(params: &mut Params, features: &[String], place: &str) -> Result<(), Error> {
    for (i, feature) in features.iter().enumerate() {
        let place = format!("{place}[{i}]");
        params.set_feature(feature).map_err(|error| unknown(place, params.kernel, "feature", error))?;
    }
    Ok(())
}

fn unknown(place: String, kernel: &Kernel, what: &str, error: UnknownName) -> Error {
    let value = format!("kernel {} has no {what} `{}`", kernel.name, error.name);
    Error::new(place, value, suggestion(error.name.trim_start_matches("NO_"), &error.known))
}

fn preemption(kernel: &Kernel, model: Preemption) -> Result<Model, Error> {
    let refuse = |value: &str, remedy: &str| Err(Error::new("side.preemption", value, remedy));
    match model {
        Preemption::Full => Ok(Model::Full),
        Preemption::Lazy if kernel.has_lazy => Ok(Model::Lazy),
        Preemption::Lazy => refuse("this kernel has no lazy preemption", "write full or voluntary"),
        Preemption::Voluntary if !kernel.has_lazy => Ok(Model::Voluntary),
        Preemption::Voluntary => refuse("this kernel has no voluntary preemption", "write full or lazy"),
    }
}
