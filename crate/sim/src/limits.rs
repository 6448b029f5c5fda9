//! What a scenario may ask for, each bound with its reason.

/// Threads of a scenario: more do not fit on a picture, and every checkpoint holds them all.
pub const THREADS_MAX: usize = 1000;
/// Steps of all scripts together: a link or a file with more is not written by hand.
pub const STEPS_MAX: usize = 10_000;
/// Loops inside loops: each task keeps one counter a level.
pub const NESTING_MAX: usize = 16;
/// One hour, as µs: the engine's integers hold centuries, but an hour of ticks is patience's end.
pub const DURATION_US_MAX: u64 = 3_600_000_000;
/// A single time of a script, as µs: longer than any run, so that it means *never in this run*.
pub const STEP_US_MAX: u64 = 10 * DURATION_US_MAX;
/// Pipes and semaphores: as many as threads that could use them.
pub const CHANNELS_MAX: usize = 1000;
/// CPUs that a scenario may name: as many as a set of CPUs holds.
pub const CPUS_MAX: u32 = smp::CPUS_MAX as u32;
/// Levels of lists and objects in a file: ours need six.
pub const DEPTH_MAX: usize = 12;
/// Characters of a name: what a lane's label can show.
pub const NAME_MAX: usize = 40;
/// Colours that a task can be given: eight hues, each plain and hatched, are all that can be told apart.
pub const COLORS_MAX: u8 = 16;
/// Characters of a title or lesson.
pub const PROSE_MAX: usize = 4000;
/// Events of a run: 128 MB of trace, so that two sides and their picture fit into a browser's memory.
pub const EVENTS_MAX: usize = 4_000_000;
/// Small steps of the engine in a run, most of which leave no event: some seconds of computing, after
/// which a script of tiny steps is refused instead of waited for.
pub const ENGINE_STEPS_MAX: usize = 10 * EVENTS_MAX;
/// Steps in a row without any time passing, after which the scenario is called a loop.
pub const STEPS_AT_INSTANT_MAX: u32 = 100_000;
/// A single cost, as ns: a hundred times what the slowest kernel path takes.
pub const COST_NS_MAX: u64 = 1_000_000;
