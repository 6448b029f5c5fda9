//! How fast CPUs run: what they ask their clock for, what they get, and what that takes in energy.
//!
//! 1. **Demand** (`demand`). A CPU asks for its utilisation and a quarter more, so that a fifth stays free. Clamps bound that: before
//!    6.8 the quarter came on top of them, since then they are exact (`FrequencyMargin`). A realtime task makes it ask for everything
//!    where clamps are not counted ([`performance`]).
//! 2. **Policy** (`policy`). CPUs with one clock are a policy, and the highest demand of them counts. The governor turns it into a
//!    clock, and that into the lowest point that the hardware has and that is not slower ([`Policy::request`]). The governor
//!    `performance` knows only the fastest.
//! 3. **Not too often** (`policy`). After a change no other is made for a while. A CPU that has a clock for itself and has not been
//!    idle since it was last asked is not made slower, unless a clamp holds it down (5.18, `BusyHold`).
//! 4. **Not at once** (`policy`). A new point takes effect after the hardware's latency; one that is asked for meanwhile takes its place
//!    and waits no longer.
//! 5. **Energy** (`energy`). A point has a power, and a cost for the same work: power by performance. From them are estimated
//!    what a placement would take ([`PerfDomain::energy`]) and counted what was used ([`Energy`]).
//! 6. **Heat** (`thermal`). What is used heats, with one time constant; above what can be carried off in the long run the fastest points are
//!    taken away, one after the other ([`Thermal`]).
//! 7. **Work** (`work`). How fast a program gets on: size of the CPU times its clock, and less while a thread of the same core works too
//!    ([`WorkRate`]). The kernel does not know the latter.

mod demand;
mod energy;
mod policy;
mod thermal;
mod work;

pub use demand::{CpuDemand, Performance, performance};
pub use energy::{Energy, PerfDomain, Point, perf_domains};
pub use policy::{Answer, Change, Governor, Policy, Timing};
pub use thermal::Thermal;
pub use work::WorkRate;
