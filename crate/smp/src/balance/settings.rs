//! What of balancing can be set.

/// Sysctls, features and build options that balancing asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// A task that ran within this time is hot, and a queue that is idle for less on average does not look for work by the older
    /// rule; none makes every task hot (`sched_migration_cost_ns`, −1).
    pub migration_cost_ns: Option<u64>,
    /// Tasks looked at in one go, at most (`sched_nr_migrate`; 8 on realtime kernels).
    pub nr_migrate: u32,
    /// A CPU that ran out of work takes one task at a time, as on every kernel that preempts itself (`CONFIG_PREEMPTION`).
    pub is_preemptible: bool,
    /// Whoever is to run next is hot (`CACHE_HOT_BUDDY`).
    pub cache_hot_buddy: bool,
    /// Lag is kept (`PLACE_LAG`): without it there is no point in asking whether a task is eligible.
    pub place_lag: bool,
    /// Tasks of little load are not moved for it, until a balance has failed (`LB_MIN`).
    pub lb_min: bool,
    /// Searches that seldom succeed are left to chance (`NI_RANDOM`), where the version can.
    pub ni_random: bool,
    /// Rare searches are left to chance less (`NI_RATE`), where the version can.
    pub ni_rate: bool,
    /// A CPU that found nothing steals from its cache (`STEAL`).
    pub steal: bool,
    /// NUMA nodes up to which it does (`sched_steal_node_limit`).
    pub steal_node_limit: usize,
    /// Ticks a second.
    pub hz: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            migration_cost_ns: Some(500_000),
            nr_migrate: 32,
            is_preemptible: true,
            cache_hot_buddy: true,
            place_lag: true,
            lb_min: false,
            ni_random: true,
            ni_rate: true,
            steal: false,
            steal_node_limit: 2,
            hz: 250,
        }
    }
}
