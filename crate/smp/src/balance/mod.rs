//! Balancing: tasks are pulled to where there is less to do.
//!
//! 1. **The machine as a whole.** A flag says whether any CPU has a task to give, another whether one has too much to do (`root.rs`).
//! 2. **Whose turn.** Of each group one CPU balances for all; who has just run out of work always may (`turn.rs`).
//! 3. **Groups.** A domain's groups are added up: load, utilisation, tasks, idle CPUs (`stats.rs`, `survey.rs`). On the way it is
//!    found how far a wakeup is to search a cache.
//! 4. **How busy.** What they add up to makes each of a type, from spare to overloaded (`classify.rs`).
//! 5. **The busiest** is that of the highest type; each type has its own comparison between equals (`busiest.rs`).
//! 6. **Balanced or not.** It must be clearly busier than the own group and the average, unless its type forces a move (`source.rs`).
//! 7. **How much.** Tasks, load or utilisation, by what the groups lack (`imbalance.rs`); groups of several cores are compared in
//!    proportion, and nodes may differ a little (`sibling.rs`).
//! 8. **From which CPU.** The one of the busiest group that has most of what is to be moved (`queue.rs`).
//! 9. **Which tasks.** Least recently run first, those that may be moved (`candidate.rs`) and are not too much (`detach.rs`).
//! 10. **What follows.** Moved, again without that CPU, or failed; in the end the running task is pushed aside (`conclude.rs`, `active.rs`).
//! 11. **Too big.** A task that its CPU is too small for marks that CPU, until a bigger one takes it (`misfit.rs`).
//! 12. **Out of work.** Who has nothing left looks, domain after domain, as long as that is short beside how long it is idle on
//!     average (`newidle.rs`, `cost.rs`); what seldom succeeds is left to chance (`lottery.rs`).
//! 13. **By the clock.** A tick finds domains due; the interval doubles while there is nothing to do (`periodic.rs`, `state.rs`).
//! 14. **For others.** A busy CPU's tick asks an idle one to balance for all whose tick is stopped (`nohz.rs`).
//! 15. **Stealing.** Where the feature is on, who found nothing takes from any queue of its cache (`steal.rs`).
//!
//! Not modelled: preferred CPUs (ITMT), tasks drawn to their memory (NUMA balancing) and to their cache (7.2, SCHED_CACHE).

mod active;
mod attempt;
mod busiest;
mod candidate;
mod classify;
mod conclude;
mod cost;
mod detach;
#[cfg(test)]
mod fixture;
mod imbalance;
#[cfg(test)]
mod laws;
mod lottery;
mod misfit;
mod newidle;
mod nohz;
mod periodic;
mod queue;
mod root;
mod settings;
mod sibling;
mod source;
mod state;
mod stats;
mod steal;
mod survey;
#[cfg(test)]
mod tests;
mod turn;

pub use active::need_active_balance;
pub use attempt::{Attempt, Idle, View, is_pinned};
pub use candidate::Candidate;
pub use classify::{GroupType, classify};
pub use conclude::{Conclusion, Next, conclude, conclude_balanced};
pub use cost::avg_idle_after;
pub use detach::{Detach, Offer};
pub use imbalance::{Imbalance, Migration};
pub use misfit::misfit_load;
pub use newidle::{Newidle, NewidleStep};
pub use nohz::{Kick, NohzState};
pub use periodic::{CpuBalance, Due, Periodic};
pub use root::RootFacts;
pub use settings::Settings;
pub use sibling::adjust_numa_imbalance;
pub use source::{Found, Source, find_source};
pub use state::DomainState;
pub use stats::GroupStats;
pub use steal::{note_queued, obstacle_to_theft, steal_refusal, victims};
pub use survey::{Survey, survey};
pub use turn::should_we_balance;
