//! The engine: discrete events in integer ns around the policy of `sched`.
//!
//! A [`Scenario`] says what tasks do, a [`Side`] which kernel they run under.
//! [`simulate`] gives a [`Run`]: the trace of everything that happened, each decision
//! with its reason, and checkpoints from which any instant can be had again.
//!
//! Nothing here knows a clock, a thread, a file or a float: the same scenario gives the
//! same [`Trace`](trace::Trace) hash on every machine, natively and in wasm.
//!
//! ```
//! use sim::{simulate, Duration, Scenario, Side, Step, Thread};
//!
//! let hog = |name: &str| Thread::new(name, vec![Step::Run(Duration::Fixed(0))]);
//! let scenario = Scenario { threads: vec![hog("a"), hog("b")], ..Scenario::default() };
//! let run = simulate(&scenario, &Side::new("6.5"))?;
//! let stats = sim::measure::measure(&run.trace().events, 2, run.end_ns());
//! assert_eq!(stats.tasks[0].share_permille, 520); // 13 of 25 ticks of 4 ms
//! # Ok::<(), sim::Error>(())
//! ```

mod admission;
pub mod between;
mod channel;
mod checkpoint;
pub mod clocks;
pub mod closed_loop;
pub mod costs;
pub mod engine;
mod error;
mod event;
pub mod explain;
mod groups;
mod hardware;
pub mod idle_queued;
pub mod lags;
pub mod levels;
pub mod limits;
pub mod looks;
mod masks;
pub mod measure;
mod plan;
mod program;
pub mod recording;
pub mod replay;
pub mod rng;
pub mod run;
pub mod scenario;
mod scheduling;
mod settings;
pub mod spent;
mod task;
mod timer;
pub mod trace;
pub mod tracks;
mod value;
pub mod values;
mod why;

pub use engine::{Observer, Placing, Progress, Sim};
pub use error::{Error, nearest, suggestion};
pub use plan::TaskInfo;
pub use run::{Run, simulate};
pub use scenario::{
    Cgroup, CostChoice, Duration, Knob, Policy, Preemption, Scenario, Side, Step, Thread, TimedChange,
};
pub use scheduling::Scheduling;
pub use settings::kernel;
pub use task::State;
pub use timer::Timer;
pub use value::Value;
pub use why::Why;
