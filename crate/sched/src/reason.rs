//! Why a decision fell: a small value that carries its numbers, made where the rule is.
//!
//! A reason has at most two operands, so that it fits a trace row; text is made at the
//! edge. Virtual times are raw signed values ([`crate::Vtime::raw`]), everything else ns.

/// Makes the enum of reasons from its table: number, name, operands and where the rule stands in the kernel.
///
/// Each crate that decides has a table of its own; what is made of it is the same.
#[macro_export]
macro_rules! reasons {
    ($(#[doc = $about:literal])* $kind:ident;
     $($(#[doc = $doc:literal])* $code:literal $name:ident { $($field:ident),* } in $source:literal;)*) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "each variant's doc names its fields")]
        pub enum $kind { $($(#[doc = $doc])* $name { $($field: i64),* },)* }

        impl $kind {
            /// Number of the variant, stable across versions: traces and links hold it.
            pub const fn code(self) -> u8 {
                match self { $($kind::$name { .. } => $code,)* }
            }

            /// The operands in field order; 0 where there are fewer than two.
            pub fn operands(self) -> [i64; 2] {
                match self {
                    $($kind::$name { $($field),* } => {
                        let mut operands = [0; 2];
                        let fields: &[i64] = &[$($field),*];
                        operands[..fields.len()].copy_from_slice(fields);
                        operands
                    })*
                }
            }

            /// The inverse of `code` and `operands`; `None` for a number that no variant has.
            #[allow(unused_mut, unused_variables, reason = "variants without operands")]
            pub fn from_parts(code: u8, operands: [i64; 2]) -> Option<$kind> {
                let mut operands = operands.into_iter();
                match code {
                    $($code => Some($kind::$name { $($field: operands.next().unwrap_or(0)),* }),)*
                    _ => None,
                }
            }

            /// Name of the variant.
            pub const fn name(self) -> &'static str {
                match self { $($kind::$name { .. } => stringify!($name),)* }
            }

            /// Names of its operands.
            pub const fn operand_names(self) -> &'static [&'static str] {
                match self { $($kind::$name { .. } => &[$(stringify!($field)),*],)* }
            }

            /// Where the rule stands in the kernel: file and function.
            pub const fn source(self) -> &'static str {
                match self { $($kind::$name { .. } => $source,)* }
            }

            /// Every variant once, with operands 0: for tables and tests.
            pub const ALL: &'static [$kind] = &[$($kind::$name { $($field: 0),* }),*];
        }
    };
}

reasons! {
    /// A rule that decided, with the operands it compared.
    Reason;

    /// Nothing was decided: no time had passed, or the rule does not look.
    0 Nothing {} in "kernel/sched/fair.c: update_curr";

    /// Pick: it is the only entity queued.
    1 PickOnly {} in "kernel/sched/fair.c: pick_next_entity";
    /// Pick, EEVDF: the running entity keeps the CPU until its protection ends at `until`.
    2 PickProtected { vruntime, until } in "kernel/sched/fair.c: pick_eevdf";
    /// Pick, EEVDF: earliest `deadline` among the eligible; the running entity is eligible with `curr_deadline`.
    3 PickDeadline { deadline, curr_deadline } in "kernel/sched/fair.c: pick_eevdf";
    /// Pick, EEVDF: earliest `deadline` among the eligible; the running entity is `curr_ahead` past V, not eligible.
    4 PickCurrIneligible { deadline, curr_ahead } in "kernel/sched/fair.c: pick_eevdf";
    /// Pick, EEVDF: the running entity's `deadline` is strictly before `best_deadline`, the best in the tree.
    5 PickCurrDeadline { deadline, best_deadline } in "kernel/sched/fair.c: pick_eevdf";
    /// Pick, EEVDF: the running entity is the only one eligible; its `deadline`, its distance `behind` V.
    6 PickCurrOnlyEligible { deadline, behind } in "kernel/sched/fair.c: pick_eevdf";
    /// Pick, EEVDF: earliest `deadline` among the eligible; nothing of the fair class was running. `behind` V.
    7 PickFirst { deadline, behind } in "kernel/sched/fair.c: pick_eevdf";
    /// Pick, EEVDF: the next buddy is eligible, `behind` V.
    8 PickBuddy { deadline, behind } in "kernel/sched/fair.c: pick_next_entity";
    /// Pick, CFS: least `vruntime`; the other candidate (running or leftmost) has `other_vruntime`.
    9 PickLeftmost { vruntime, other_vruntime } in "kernel/sched/fair.c: pick_next_entity";
    /// Pick, CFS: the leftmost asked to be skipped; this one is `behind_leftmost` ns, within `granularity`.
    10 PickSkip { behind_leftmost, granularity } in "kernel/sched/fair.c: pick_next_entity";
    /// Pick, CFS: the next buddy is `behind_leftmost` ns, within `granularity`.
    11 PickNextBuddy { behind_leftmost, granularity } in "kernel/sched/fair.c: pick_next_entity";
    /// Pick, CFS: the last buddy is `behind_leftmost` ns, within `granularity`.
    12 PickLastBuddy { behind_leftmost, granularity } in "kernel/sched/fair.c: pick_next_entity";

    /// Wakeup: the CPU was idle.
    20 WakeIdleCpu {} in "kernel/sched/core.c: wakeup_preempt";
    /// Wakeup: the task is the running one.
    21 WakeIsCurr {} in "kernel/sched/fair.c: check_preempt_wakeup_fair";
    /// Wakeup: a reschedule is already pending.
    22 WakePending {} in "kernel/sched/fair.c: check_preempt_wakeup_fair";
    /// Wakeup: WAKEUP_PREEMPTION is off.
    23 WakeFeatureOff {} in "kernel/sched/fair.c: check_preempt_wakeup_fair";
    /// Wakeup: the running task is SCHED_IDLE and the woken one is not: preempts.
    24 WakeIdleCurr {} in "kernel/sched/fair.c: check_preempt_wakeup_fair";
    /// Wakeup: the woken task is SCHED_IDLE and the running one is not: does not preempt.
    25 WakeIdleWakee {} in "kernel/sched/fair.c: check_preempt_wakeup_fair";
    /// Wakeup: the woken task is BATCH or IDLE: does not preempt.
    26 WakeNotNormal {} in "kernel/sched/fair.c: check_preempt_wakeup_fair";
    /// Wakeup, CFS: the woken task's vruntime is `behind` the running one's by more than `granularity`: preempts.
    27 WakeBeyondGranularity { behind, granularity } in "kernel/sched/fair.c: wakeup_preempt_entity";
    /// Wakeup, CFS: `behind` is not more than `granularity`: does not preempt.
    28 WakeWithinGranularity { behind, granularity } in "kernel/sched/fair.c: wakeup_preempt_entity";
    /// Wakeup, EEVDF: the pick would take the woken task, of `deadline` against `curr_deadline`: preempts.
    29 WakePicked { deadline, curr_deadline } in "kernel/sched/fair.c: check_preempt_wakeup_fair";
    /// Wakeup, EEVDF: its `slice` is shorter than `curr_slice`, which ends the protection, and it is the pick: preempts.
    30 WakeShortSlice { slice, curr_slice } in "kernel/sched/fair.c: check_preempt_wakeup_fair";
    /// Wakeup, EEVDF: the running entity is protected until `until`: does not preempt.
    31 WakeProtected { curr_vruntime, until } in "kernel/sched/fair.c: check_preempt_wakeup_fair";
    /// Wakeup, EEVDF: the woken task is `ahead` of V, not eligible: does not preempt.
    32 WakeIneligible { ahead, deadline } in "kernel/sched/fair.c: check_preempt_wakeup_fair";
    /// Wakeup, EEVDF: another one has `best_deadline`, not after `deadline`: does not preempt.
    33 WakeLaterDeadline { deadline, best_deadline } in "kernel/sched/fair.c: check_preempt_wakeup_fair";
    /// Wakeup, EEVDF: a new task of no shorter slice does not preempt.
    34 WakeFork {} in "kernel/sched/fair.c: check_preempt_wakeup_fair";
    /// Wakeup, EEVDF: a synchronous waker runs on: it has run `ran`, less than `cost`.
    35 WakeSync { ran, cost } in "kernel/sched/fair.c: preempt_sync";
    /// Wakeup, EEVDF: a synchronous waker of `curr_deadline` yields to the woken task's earlier `deadline`.
    36 WakeSyncDeadline { deadline, curr_deadline } in "kernel/sched/fair.c: preempt_sync";

    /// Tick: the only runnable entity of its queue goes on.
    40 TickAlone {} in "kernel/sched/fair.c: task_tick_fair";
    /// Charge, EEVDF: `vruntime` reached `deadline`, the request is served: reschedule.
    41 RequestServed { vruntime, deadline } in "kernel/sched/fair.c: update_deadline";
    /// Charge, EEVDF: not protected any more (`vruntime` against `until`): reschedule.
    42 Unprotected { vruntime, until } in "kernel/sched/fair.c: update_curr";
    /// Charge, EEVDF: protection was cancelled and it is `ahead` of V, not eligible: reschedule.
    43 ShortIneligible { ahead, deadline } in "kernel/sched/fair.c: update_curr";
    /// Charge, EEVDF: `vruntime` has not reached `until`: goes on.
    44 WithinRequest { vruntime, until } in "kernel/sched/fair.c: update_curr";
    /// Tick, CFS: ran `ran` ns since its pick, more than its `ideal` slice: reschedule.
    45 IdealExceeded { ran, ideal } in "kernel/sched/fair.c: check_preempt_tick";
    /// Tick, CFS: ran `ran` ns, less than `min_granularity`: goes on.
    46 MinGranularity { ran, min_granularity } in "kernel/sched/fair.c: check_preempt_tick";
    /// Tick, CFS: it is `ahead` of the leftmost by more than its `ideal` slice: reschedule.
    47 LeftmostBehind { ahead, ideal } in "kernel/sched/fair.c: check_preempt_tick";
    /// Tick, CFS: ran `ran` of its `ideal` slice: goes on.
    48 WithinIdeal { ran, ideal } in "kernel/sched/fair.c: check_preempt_tick";
    /// Tick, CFS: the slice timer is armed and decides instead.
    49 TickLeftToHrtick {} in "kernel/sched/fair.c: entity_tick";
    /// The slice timer fired: reschedule.
    50 HrtickFired { ran } in "kernel/sched/fair.c: entity_tick";
    /// Arming the slice timer, the slice was already used up by `over` ns: reschedule.
    51 HrtickOverdue { over } in "kernel/sched/fair.c: hrtick_start_fair";

    /// The running task's priority was lowered from nice `from` to `to`: reschedule.
    60 PriorityLowered { from, to } in "kernel/sched/fair.c: prio_changed_fair";
    /// An exiting task was moved out of its autogroup: reschedule.
    61 ExitMoved {} in "kernel/sched/core.c: sched_move_task";
    /// A task was moved to another group: reschedule if it runs.
    70 GroupMoved {} in "kernel/sched/core.c: sched_move_task";
    /// A group's `cpu.weight` was written.
    71 WeightChanged { weight } in "kernel/sched/fair.c: sched_group_set_shares";
    /// A task of a higher class runs: fair entities wait.
    62 HigherClass {} in "kernel/sched/core.c: pick_next_task";

    /// Charge: its group ran `over` beyond what it had, and nothing of the `quota` is left: reschedule.
    80 QuotaUsedUp { over, quota } in "kernel/sched/fair.c: __account_cfs_rq_runtime";
    /// A group that ran `over` beyond its `quota` holds the task back until the next period.
    81 QuotaThrottled { over, quota } in "kernel/sched/fair.c: throttle_cfs_rq";
    /// A period begins: the pool holds `runtime`, and so many `queues` are throttled.
    82 QuotaRefilled { runtime, queues } in "kernel/sched/fair.c: do_sched_cfs_period_timer";
    /// The group was `given` what it owed and 1 ns, and may go on; so much is `left` in the pool.
    83 QuotaGiven { given, left } in "kernel/sched/fair.c: distribute_cfs_runtime";
    /// Wakeup: the woken task's group ran `over` beyond its `quota`: does not preempt.
    84 WakeThrottled { over, quota } in "kernel/sched/fair.c: check_preempt_wakeup_fair";
    /// The group's `quota` and `period` were written: it may go on.
    85 QuotaChanged { quota, period } in "kernel/sched/core.c: tg_set_cfs_bandwidth";
    /// Wakeup: a task of the class of rank `class` takes the CPU from one of the lower class `curr_class`.
    63 WakeHigherClass { class, curr_class } in "kernel/sched/core.c: wakeup_preempt";
    /// A task was moved from the class of rank `from` to that of rank `to`.
    64 ClassChanged { from, to } in "kernel/sched/core.c: __sched_setscheduler";

    /// Pick, realtime: the first of the highest `priority`, which so many `equals` have too.
    90 RtPick { priority, equals } in "kernel/sched/rt.c: pick_next_rt_entity";
    /// Wakeup, realtime: `priority` is above `curr_priority`: preempts.
    91 RtWakeHigher { priority, curr_priority } in "kernel/sched/rt.c: wakeup_preempt_rt";
    /// Wakeup, realtime: `priority` is not above `curr_priority`: does not preempt.
    92 RtWakeNotHigher { priority, curr_priority } in "kernel/sched/rt.c: wakeup_preempt_rt";
    /// Tick: a FIFO task of `priority` has no quantum.
    93 FifoTick { priority } in "kernel/sched/rt.c: task_tick_rt";
    /// Tick: an RR task has `left_ticks` of the `quantum_ticks` of its quantum.
    94 RrWithinQuantum { left_ticks, quantum_ticks } in "kernel/sched/rt.c: task_tick_rt";
    /// Tick: an RR task used up the `quantum_ticks` of its quantum, and another of its priority waits: reschedule.
    95 RrQuantumEnded { quantum_ticks } in "kernel/sched/rt.c: task_tick_rt";
    /// Tick: an RR task used up the `quantum_ticks` of its quantum, and nobody of its priority waits: goes on.
    96 RrAlone { quantum_ticks } in "kernel/sched/rt.c: task_tick_rt";
    /// Realtime tasks have `used` more than their `runtime` of the period: they are held back.
    97 RtThrottled { used, runtime } in "kernel/sched/rt.c: sched_rt_runtime_exceeded";
    /// A period ended: of the `runtime`, `used` is left over from before, and realtime tasks may run.
    98 RtUnthrottled { used, runtime } in "kernel/sched/rt.c: do_sched_rt_period_timer";
    /// A task's realtime priority went `from` one `to` another.
    99 RtPriorityChanged { from, to } in "kernel/sched/rt.c: prio_changed_rt";

    /// Pick, deadline: only one competes, with this absolute `deadline`.
    105 DlPickOnly { deadline } in "kernel/sched/deadline.c: pick_next_dl_entity";
    /// Pick, deadline: the earliest absolute `deadline`; that of the next is `next_deadline`.
    106 DlPick { deadline, next_deadline } in "kernel/sched/deadline.c: pick_next_dl_entity";
    /// Wakeup, deadline: `deadline` is before `curr_deadline`: preempts.
    107 DlWakeEarlier { deadline, curr_deadline } in "kernel/sched/deadline.c: wakeup_preempt_dl";
    /// Wakeup, deadline: `deadline` is not before `curr_deadline`: does not preempt.
    108 DlWakeNotEarlier { deadline, curr_deadline } in "kernel/sched/deadline.c: wakeup_preempt_dl";
    /// Wakeup, deadline: the task is throttled until its next period, with `runtime` left and this `deadline`.
    109 DlWakeThrottled { runtime, deadline } in "kernel/sched/deadline.c: enqueue_task_dl";
    /// Wakeup: a new instance begins, with all of the `runtime` and this absolute `deadline`.
    110 DlFresh { runtime, deadline } in "kernel/sched/deadline.c: update_dl_entity";
    /// Wakeup: `runtime` is what is left up to the same `deadline` at the task's own share.
    111 DlCut { runtime, deadline } in "kernel/sched/deadline.c: update_dl_revised_wakeup";
    /// Tick: so much of the budget of `runtime` is `left`.
    112 DlWithinBudget { left, runtime } in "kernel/sched/deadline.c: task_tick_dl";
    /// Charge: the budget of `runtime` is used up, and `over` beyond it: held back until the next period.
    113 DlThrottled { over, runtime } in "kernel/sched/deadline.c: update_curr_dl_se";
    /// The task gave up what was `left` of its `runtime`: held back until the next period.
    114 DlYielded { left, runtime } in "kernel/sched/deadline.c: yield_task_dl";
    /// A period began: `runtime` is there, to be had by this absolute `deadline`.
    115 DlReplenished { runtime, deadline } in "kernel/sched/deadline.c: replenish_dl_entity";
    /// The job ends `late` after its absolute `deadline`.
    116 DlMissed { deadline, late } in "kernel/sched/deadline.c: update_curr_dl_se";
    /// More was asked for than there is: the `sum` of all shares would be above the `limit`, in units of 2⁻²⁰.
    117 DlRefused { sum, limit } in "kernel/sched/deadline.c: __dl_overflow";

    /// The fair server begins a period with this `runtime` and absolute `deadline`, and lies back.
    125 ServerLiesBack { runtime, deadline } in "kernel/sched/deadline.c: dl_server_start";
    /// Fair tasks did not get their share: the fair server competes, with so much `runtime` and this `deadline`.
    126 ServerCompetes { runtime, deadline } in "kernel/sched/deadline.c: dl_server_timer";
    /// Charge: the fair server's `runtime` is used up, and `over` beyond it: it competes no more.
    127 ServerSpent { over, runtime } in "kernel/sched/deadline.c: update_curr_dl_se";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_give_the_reason_back() {
        for reason in Reason::ALL {
            let operands = [7, -9];
            let again = Reason::from_parts(reason.code(), operands).expect("a code of the table");
            assert_eq!(again.name(), reason.name());
            let count = reason.operand_names().len();
            assert_eq!(again.operands()[..count], operands[..count]);
        }
        assert_eq!(Reason::from_parts(255, [0, 0]), None);
    }

    #[test]
    fn codes_are_unique_and_reasons_small() {
        let mut codes: Vec<u8> = Reason::ALL.iter().map(|reason| reason.code()).collect();
        codes.dedup();
        assert_eq!(codes.len(), Reason::ALL.len());
        assert!(size_of::<Reason>() <= 24);
    }
}
