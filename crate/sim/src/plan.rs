//! A scenario and a side, checked and made ready to run.

use sched::bandwidth::KEPT_NS;
use sched::{GroupId, Params};

use crate::admission;
use crate::costs::{Between, Costs};
use crate::error::{Error, suggestion};
use crate::groups::Groups;
use crate::hardware::{Hardware, Setup};
use crate::masks::Masks;
use crate::program::{Meaning, Op, TimedOp, compile, timed};
use crate::scenario::{CostChoice, CostTable, Policy, Scenario, Side, Step, Thread, Uclamp};
use crate::scheduling::Scheduling;
use crate::settings::params;
use smp::clamp::Requests;
use smp::cost::Footprint;
use smp::placement::is_energy_aware;
use smp::{CpuSet, SmpFeatures, SmpRules, Topology, smp_rules};

/// What a task of a run is, apart from what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskInfo {
    /// Its name in the scenario.
    pub name: String,
    /// The name of the group that it begins in; `None` for the root.
    pub cgroup: Option<String>,
    /// Its policy at the start.
    pub policy: Policy,
    /// Its class at the start, with the parameters of that.
    pub scheduling: Scheduling,
    /// Its nice value at the start.
    pub nice: i8,
    /// Its own slice, if it asks for one.
    pub slice_ns: Option<u64>,
    /// What it asks for of clamps.
    pub clamps: Requests,
    /// What it uses of memory again and again.
    pub footprint: Footprint,
    /// It is left out of this run.
    pub muted: bool,
    /// Its colour in pictures, if the scenario chose one.
    pub color: Option<u8>,
    pub(crate) group: GroupId,
    pub(crate) first_wakeup_ns: Option<u64>,
    pub(crate) allowed: CpuSet,
}

/// Everything about a run that does not change while it runs.
#[derive(Debug)]
pub(crate) struct Plan {
    pub params: Params,
    pub costs: Costs,
    pub tasks: Vec<TaskInfo>,
    pub names: Vec<String>,
    pub programs: Vec<Vec<Op>>,
    /// Changes from elsewhere, in the order in which they are made.
    pub changes: Vec<TimedOp>,
    pub cpus: usize,
    pub topology: Topology,
    /// Tasks are placed by energy where they can be.
    pub energy_aware: bool,
    /// Clocks, heat and caches.
    pub hardware: Hardware,
    /// What the kernel does about clamps.
    pub uclamp: Uclamp,
    /// Clamps may count in this run, or levels of groups take time: an enqueue is more than the policy.
    pub pays_on_queues: bool,
    /// Load is tracked: there are several CPUs, or clocks that change.
    pub tracks_load: bool,
    /// A task has a footprint.
    pub has_footprints: bool,
    /// What the kernel does between CPUs.
    pub smp: &'static SmpRules,
    pub smp_features: SmpFeatures,
    pub masks: Masks,
    pub channels: usize,
    pub seed: u64,
    pub first_tick_ns: u64,
    pub end_ns: u64,
    pub start: Start,
    pub groups: Groups,
    /// Several CPUs share the weights of groups: load is tracked level by level.
    pub levels: bool,
    /// There is, or may come, a task of a class above fair.
    pub above: bool,
}

/// How queues stand at time 0; the tasks stand at 0.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Start {
    /// min_vruntime.
    pub vruntime: u64,
    /// What the queue of each group with a quota has of an earlier taking.
    pub quota_left_ns: i64,
    /// Ticks that were counted before; in these CPUs have balanced, each at a time of its own, by chance.
    pub ticks: u64,
}

impl Start {
    /// As in a recording: another thread ran before for so long, and the threads ran in their groups, and slept.
    pub const RECORDED: Start = Start { vruntime: 30_000_000, quota_left_ns: KEPT_NS as i64, ticks: 1000 };
}

/// The kernel that a run happens under.
#[derive(Debug)]
pub(crate) struct Conditions {
    pub params: Params,
    /// What is switched on between CPUs.
    pub smp_features: SmpFeatures,
    pub costs: Costs,
    pub start: Start,
    pub setup: Setup,
}

impl Conditions {
    pub fn of(scenario: &Scenario, side: &Side) -> Result<Conditions, Error> {
        let (params, smp_features) = params(scenario, side)?;
        let of_table = |table| match table {
            CostTable::Machine => Ok((Costs::of_machine(&scenario.machine.description()?), Start::default())),
            CostTable::Recorded => Ok((Costs::recorded(params.kernel), Start::RECORDED)),
        };
        let (costs, start) = match &side.costs {
            CostChoice::Zero => (Costs::default(), Start::default()),
            CostChoice::Custom(costs) => (costs.clone(), Start::default()),
            CostChoice::Machine => of_table(CostTable::Machine)?,
            CostChoice::Recorded => of_table(CostTable::Recorded)?,
            CostChoice::Changed(table, changes) => {
                let (mut costs, start) = of_table(*table)?;
                costs.set(changes).map_err(|name| unknown_cost(&name))?;
                (costs, start)
            }
        };
        Ok(Conditions { params, smp_features, costs, start, setup: Setup::of(side) })
    }
}

fn unknown_cost(name: &str) -> Error {
    let known: Vec<&str> = Costs::NAMES.iter().chain(Between::NAMES).copied().collect();
    Error::new("side.costs", format!("no cost is called `{name}`"), suggestion(name, &known))
}

impl Plan {
    /// How many CPUs' load is tracked: that of all or of none.
    pub fn tracked_cpus(&self) -> usize {
        if self.tracks_load { self.cpus } else { 0 }
    }

    /// Check and prepare; the error names what is wrong or not modelled yet.
    pub fn new(scenario: &Scenario, side: &Side) -> Result<Plan, Error> {
        Plan::under(scenario, Conditions::of(scenario, side)?)
    }

    /// The same under conditions that are known already.
    pub fn under(scenario: &Scenario, conditions: Conditions) -> Result<Plan, Error> {
        scenario.check()?;
        refuse_unmodelled(scenario)?;
        let Conditions { params, smp_features, costs, start, setup } = conditions;
        let (machine, topology) = (scenario.machine.description()?, scenario.machine.topology()?);
        let hardware = Hardware::new(&machine, &topology.capacities, &setup, &costs);
        refuse_clocks(scenario, &hardware)?;
        admission::check(scenario, &params)?;
        let (groups, masks) = (Groups::of(scenario), Masks::of(scenario));
        let meaning = Meaning { scenario, groups: &groups, masks: &masks };
        let threads = 0..scenario.threads.len();
        let programs = threads.map(|thread| compile(meaning, thread, &costs)).collect::<Result<_, _>>()?;
        let changes = timed(meaning)?;
        let level_ns = costs.between.group_level_ns;
        Ok(Plan {
            costs,
            tasks: scenario.threads.iter().map(|thread| task_info(&groups, &masks, thread)).collect(),
            names: scenario.threads.iter().map(|t| t.name.clone()).collect(),
            programs,
            changes,
            cpus: scenario.machine.cpus as usize,
            tracks_load: scenario.machine.cpus > 1 || hardware.has_changing_clocks(),
            energy_aware: is_energy_aware(&topology, &hardware.domains, setup.governor),
            topology,
            hardware,
            uclamp: setup.uclamp,
            pays_on_queues: setup.uclamp != Uclamp::default() || asks_for_clamps(scenario) || level_ns > 0,
            has_footprints: scenario.threads.iter().any(|thread| thread.footprint_kib > 0),
            smp: smp_rules(params.kernel.name),
            smp_features,
            masks,
            channels: scenario.channels,
            seed: scenario.seed,
            first_tick_ns: params.tick_ns - scenario.phase_us * 1000 % params.tick_ns,
            end_ns: scenario.duration_us * 1000,
            start,
            levels: scenario.machine.cpus > 1 && !groups.ids().is_empty(),
            groups,
            above: admission::needs_classes_above(scenario),
            params,
        })
    }
}

fn task_info(groups: &Groups, masks: &Masks, thread: &Thread) -> TaskInfo {
    TaskInfo {
        name: thread.name.clone(),
        cgroup: thread.cgroup.clone(),
        policy: thread.policy,
        scheduling: Scheduling::of(thread.policy, None, thread),
        nice: thread.nice,
        slice_ns: thread.slice_ns.filter(|ns| *ns > 0),
        clamps: Requests { min: thread.uclamp_min.map(u64::from), max: thread.uclamp_max.map(u64::from) },
        footprint: Footprint {
            kib: thread.footprint_kib.into(),
            sensitivity_per_mille: thread.miss_sensitivity_per_mille.unwrap_or(1000).into(),
        },
        muted: thread.muted,
        color: thread.color,
        group: groups.of_thread(thread.session.as_deref(), thread.cgroup.as_deref()),
        allowed: thread.affinity.as_deref().map_or(masks.machine(), |cpus| masks.on_machine(cpus)),
        first_wakeup_ns: (!thread.spawned && !thread.muted).then_some(thread.start_us * 1000),
    }
}

/// The error for what a scenario may say but the model cannot do yet.
fn refuse_unmodelled(s: &Scenario) -> Result<(), Error> {
    if s.machine.cpus > 1 {
        refuse_of_several_cpus(s)?;
    }
    for (i, change) in s.changes.iter().enumerate() {
        refuse_step(s, &change.step, format!("changes[{i}].step"))?;
    }
    for (i, thread) in s.threads.iter().enumerate() {
        if thread.affinity.as_ref().is_some_and(|cpus| names_no_cpu(s, cpus)) {
            return Err(no_cpu(s, format!("threads[{i}].affinity")));
        }
        let place = |k: usize| format!("threads[{i}].script[{k}]");
        thread.script.iter().enumerate().try_for_each(|(k, step)| refuse_step(s, step, place(k)))?;
    }
    Ok(())
}

/// Whether a thread or a group asks for clamps.
fn asks_for_clamps(s: &Scenario) -> bool {
    let asks = |min: Option<u16>, max: Option<u16>| min.is_some() || max.is_some();
    let thread = s.threads.iter().any(|thread| asks(thread.uclamp_min, thread.uclamp_max));
    let scripts = s.threads.iter().flat_map(|thread| &thread.script);
    let mut steps = scripts.chain(s.changes.iter().map(|change| &change.step));
    thread
        || steps.any(|step| matches!(step, Step::Uclamp { .. }))
        || s.cgroups.iter().any(|group| asks(group.uclamp_min, group.uclamp_max))
}

/// A clock that follows needs the load of all classes.
fn refuse_clocks(s: &Scenario, hardware: &Hardware) -> Result<(), Error> {
    if hardware.follows && admission::needs_classes_above(s) {
        let value = "schedutil beside realtime and DEADLINE threads is not modelled yet";
        return Err(Error::new("side.governor", value, "write performance, or leave these threads out"));
    }
    Ok(())
}

/// What is modelled on one CPU only: quotas of task groups, and DEADLINE.
fn refuse_of_several_cpus(s: &Scenario) -> Result<(), Error> {
    let refuse = |place: String, value: &str| {
        Err(Error::new(place, value, "write 1 for machine.cpus, or leave it out"))
    };
    if let Some(i) = s.cgroups.iter().position(|group| group.quota_us.is_some()) {
        return refuse(format!("cgroups[{i}].quota_us"), "quotas are not modelled on several CPUs yet");
    }
    if let Some(place) = admission::first_deadline(s) {
        return refuse(place, "DEADLINE is not modelled on several CPUs yet");
    }
    Ok(())
}

/// As the kernel, which takes from a list the CPUs that there are, and wants one at least.
fn names_no_cpu(s: &Scenario, cpus: &[u32]) -> bool {
    !cpus.iter().any(|cpu| *cpu < s.machine.cpus)
}

/// The refusal of such a list.
fn no_cpu(s: &Scenario, place: String) -> Error {
    let remedy = match s.machine.cpus {
        1 => "add CPU 0, the only one".to_owned(),
        cpus => format!("add some of CPUs 0 to {}", cpus - 1),
    };
    Error::new(place, "no CPU of this machine is in the list", remedy)
}

fn refuse_step(s: &Scenario, step: &Step, place: String) -> Result<(), Error> {
    match step {
        Step::Quota { .. } if s.machine.cpus > 1 => {
            let value = "quotas are not modelled on several CPUs yet";
            Err(Error::new(place, value, "write 1 for machine.cpus, or leave the step out"))
        }
        Step::Affinity(_, cpus) if names_no_cpu(s, cpus) => Err(no_cpu(s, place)),
        _ => Ok(()),
    }
}
