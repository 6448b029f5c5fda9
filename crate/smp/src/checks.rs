//! What was looked at on the way to a decision: told to whoever wants to know, and free if nobody does.
//!
//! A decision takes a `C: Checks` and tells it each test with its operands and how it came out, in the order of the kernel.
//! A run passes `()`, for which nothing is left of it; the inspector passes a `Vec<Check>`.

use crate::reason::SmpReason;

/// A test that a rule made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was asked.
    pub rule: CheckRule,
    /// The CPU that was looked at.
    pub cpu: usize,
    /// What was compared; as [`CheckRule::operand_names`] names it, 0 where there are fewer than two.
    pub operands: [i64; 2],
    /// Whether it is so.
    pub holds: bool,
}

impl Check {
    /// A test without operands.
    pub fn new(rule: CheckRule, cpu: usize, holds: bool) -> Check {
        Check { rule, cpu, operands: [0; 2], holds }
    }
}

/// Who wants to know what was looked at.
pub trait Checks {
    /// Somebody does: what is only looked at to be told of is worth it.
    const LISTEN: bool = true;

    /// Takes note of a test.
    fn check(&mut self, check: Check);

    /// Takes note of a task that could be moved: why it is left, or that it is taken.
    fn offered(&mut self, task: usize, left: Option<SmpReason>) {
        let _ = (task, left);
    }
}

/// Nobody does.
impl Checks for () {
    const LISTEN: bool = false;

    #[inline(always)]
    fn check(&mut self, _: Check) {}
}

impl Checks for Vec<Check> {
    fn check(&mut self, check: Check) {
        self.push(check);
    }
}

macro_rules! check_rules {
    ($($(#[doc = $doc:literal])* $name:ident { $($field:ident),* } in $source:literal;)*) => {
        /// What a rule may ask about a CPU.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum CheckRule { $($(#[doc = $doc])* $name,)* }

        impl CheckRule {
            /// Name of the variant.
            pub const fn name(self) -> &'static str {
                match self { $(CheckRule::$name => stringify!($name),)* }
            }

            /// Names of what is compared, at most two.
            pub const fn operand_names(self) -> &'static [&'static str] {
                match self { $(CheckRule::$name => &[$(stringify!($field)),*],)* }
            }

            /// Where the test stands in the kernel: file and function.
            pub const fn source(self) -> &'static str {
                match self { $(CheckRule::$name => $source,)* }
            }

            /// Every variant once: for tables and tests.
            pub const ALL: &'static [CheckRule] = &[$(CheckRule::$name),*];
        }
    };
}

check_rules! {
    /// Waker and wakee wake so many others (`most` and `least` of their flips) that one cache would not hold them all.
    WakesWide { most, least } in "kernel/sched/fair.c: wake_wide";
    /// The task may run on the waker's CPU.
    WakerAllowed {} in "kernel/sched/fair.c: select_task_rq_fair";
    /// The waker's CPU is idle and shares the cache with `prev`.
    WakerIdleNear { prev } in "kernel/sched/fair.c: wake_affine_idle";
    /// The waker is about to sleep and has its CPU for itself: `nr_running` tasks, of which `delayed` do not want to run.
    WakerLeaves { nr_running, delayed } in "kernel/sched/fair.c: wake_affine_idle";
    /// The CPU that the task was on is idle.
    PreviousIdle {} in "kernel/sched/fair.c: wake_affine_idle";
    /// With the task, the waker's CPU would have less load (`waker_load`) than the other now (`prev_load`), each weighed.
    WakerLighter { waker_load, prev_load } in "kernel/sched/fair.c: wake_affine_weight";

    /// What runs there, of realtime priority `running` or 0, lets a realtime task of this `priority` run at once.
    RtLetsIn { priority, running } in "kernel/sched/rt.c: select_task_rq_rt";
    /// Of all CPUs its most urgent realtime task, of priority `queued`, is least so, and less than the `priority` of the task.
    RtLowest { priority, queued } in "kernel/sched/cpupri.c: cpupri_find_fitness";

    /// The search starts here: `waker` is the CPU that wakes, `prev` the one that the task was on.
    Target { waker, prev } in "kernel/sched/fair.c: select_task_rq_fair";
    /// The search goes through its domain of so many `cpus`.
    Domain { cpus } in "kernel/sched/topology.c: cpu_attach_domain";

    /// It is idle: its `nr_running`, of which `idle_policy` are of SCHED_IDLE.
    Idle { nr_running, idle_policy } in "kernel/sched/fair.c: available_idle_cpu";
    /// The task's `util` fits its `capacity`.
    Fits { util, capacity } in "kernel/sched/fair.c: util_fits_cpu";
    /// It shares the last-level cache with `with`.
    SharesCache { with } in "kernel/sched/fair.c: cpus_share_cache";
    /// It shares the cluster with `with`.
    SharesCluster { with } in "kernel/sched/fair.c: cpus_share_resources";
    /// The task may run on it.
    Allowed {} in "kernel/sched/fair.c: select_idle_sibling";
    /// A kernel thread of this CPU wakes it, which has the CPU for itself (`nr_running`).
    WokenByOwnKthread { nr_running } in "kernel/sched/fair.c: select_idle_sibling";
    /// A whole core of its cache may be idle.
    HasIdleCores {} in "kernel/sched/fair.c: test_idle_cores";
    /// So many CPUs (`limit`) are looked at in its cache.
    Searched { limit } in "kernel/sched/fair.c: select_idle_cpu";

    /// Its group, of type `group_type` (0 has spare … 6 overloaded) with `queued` fair tasks, is the one to compare with.
    OwnGroup { group_type, queued } in "kernel/sched/fair.c: update_sg_wakeup_stats";
    /// Of its group's `cpus`, some are idle (`idle_cpus`).
    GroupHasIdle { idle_cpus, cpus } in "kernel/sched/fair.c: group_has_capacity";
    /// Its group's utilisation is `util`, of its `capacity`, and it is overloaded.
    GroupOverloaded { util, capacity } in "kernel/sched/fair.c: group_is_overloaded";
    /// Its group, with so many `idle_cpus` and `avg_load` per capacity, is the least busy of the domain so far.
    GroupLeastBusy { idle_cpus, avg_load } in "kernel/sched/fair.c: update_pick_idlest";
    /// The least busy group is enough less busy than its own (`own` and `other`: idle CPUs, or loads).
    GroupBetter { own, other } in "kernel/sched/fair.c: sched_balance_find_dst_group";
    /// Of its group it is the best so far: its `exit_latency_ns`, idle since `idle_stamp_ns`.
    WakesFastest { exit_latency_ns, idle_stamp_ns } in "kernel/sched/fair.c: sched_balance_find_dst_group_cpu";
    /// Of its group it has the least load so far.
    LeastLoaded { load } in "kernel/sched/fair.c: sched_balance_find_dst_group_cpu";

    /// Some CPU of the machine had a task to give when that was last looked at.
    MachineOverloaded {} in "kernel/sched/fair.c: sched_balance_newidle";
    /// It is idle for long enough on average (`avg_idle`) for what looking for work takes (`cost`).
    IdleLongEnough { avg_idle, cost } in "kernel/sched/fair.c: sched_balance_newidle";
    /// It is so also with what this domain takes, `cost` together.
    DomainWorthIt { avg_idle, cost } in "kernel/sched/fair.c: sched_balance_newidle";
    /// Of 1024, the `draw` was not above `weight`, as often as searches here succeed.
    LotteryWon { draw, weight } in "kernel/sched/fair.c: sched_balance_newidle";
    /// It is for this CPU to balance here.
    Balances {} in "kernel/sched/fair.c: should_we_balance";
    /// So much (`amount`) is to be moved: load, utilisation, tasks or a misfit (`migration`, 0 to 3).
    Imbalanced { amount, migration } in "kernel/sched/fair.c: calculate_imbalance";
    /// It has two fair tasks or more, `queued`, one of which may be stolen.
    HasToGive { queued } in "kernel/sched/fair.c: try_steal";
    /// Its group, of type `group_type` (0 has spare … 6 overloaded) with `queued` fair tasks, is the busiest so far.
    GroupBusiest { group_type, queued } in "kernel/sched/fair.c: update_sd_pick_busiest";
    /// It has most of what is to be moved so far, `amount`, for its `capacity`.
    QueueBusiest { amount, capacity } in "kernel/sched/fair.c: sched_balance_find_src_rq";

    /// The task would take so much more energy here (`delta`), less than the best so far (`best_delta`).
    Cheaper { delta, best_delta } in "kernel/sched/fair.c: find_energy_efficient_cpu";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_the_order_of_the_tests() {
        let check = |cpu| Check { rule: CheckRule::Allowed, cpu, operands: [0; 2], holds: true };
        let mut list = Vec::new();
        [3, 1, 2].into_iter().for_each(|cpu| list.check(check(cpu)));
        assert_eq!(list.iter().map(|check| check.cpu).collect::<Vec<_>>(), [3, 1, 2]);
    }

    #[test]
    fn every_rule_has_a_source_and_at_most_two_operands() {
        for rule in CheckRule::ALL {
            assert!(rule.source().starts_with("kernel/sched/"), "{}", rule.name());
            assert!(rule.operand_names().len() <= 2, "{}", rule.name());
        }
    }
}
