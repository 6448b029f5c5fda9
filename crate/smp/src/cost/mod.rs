//! What scheduling takes in time, where the model itself cannot know it.
//!
//! 1. **Parameters** (`table`). Each path of the kernel between CPUs has a name, and a time that a user may set. The values here are those
//!    of a preset for a machine; each says what it rests on: measured, derived from a measurement, or assumed ([`Basis`]).
//! 2. **Cycles** (`table`). The kernel's own work is cycles, and becomes time on a core ([`Core`]): of the biggest CPU of the machine at its
//!    fastest. On any other it takes as much longer as all work does. A core that executes in order needs almost twice the cycles of
//!    one that does not; what was measured on such a core counts as it is there, and for as much less elsewhere.
//! 3. **Times** (`table`). What waits for hardware is ns wherever it is: interrupts on their way, lines of a cache, a clock.
//! 4. **Refill** (`refill`). A task that moved, or that others ran after, finds less of its memory in the caches near it: what is missing comes
//!    from the nearest place that has it, line by line, several at a time ([`refill_ns`]). It is work of the task, not idle time.
//! 5. **Idle states** (`idle`). The longer a CPU is going to be idle, the deeper it sleeps, and the longer it takes to wake; one that
//!    is going to be idle for next to no time polls ([`idle_state`]).
//!
//! None of this is a rule of the kernel. What is known of times was published with changes to it, for a few machines; sums of the
//! table agree with these within a quarter, as the tests show.

mod idle;
mod refill;
mod table;

pub use idle::{IdleState, idle_state};
pub use refill::{Footprint, Lines, Nearest, left_in_cache_kib, refill_ns};
pub use table::{Basis, Core, PARAMETERS, Parameter, Unit};

#[cfg(test)]
mod tests;
