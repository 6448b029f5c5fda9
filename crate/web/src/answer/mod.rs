//! What the page is told: plain data in the shapes of `www/src/worker/protocol.ts`.
//!
//! Times are numbers, exact below 2⁵³ ns, which is a hundred days; hashes and virtual times, which use all 64 bits, are
//! text.

mod between;
mod costs;
mod decision;
mod hit;
mod layout;
mod log;
mod looks;
mod machines;
mod presets;
mod recorded;
mod span;
mod summary;
mod values;
mod versions;

pub use decision::decision;
pub use hit::hit;
pub use layout::{Layout, layout};
pub use log::{LogPart, log};
pub use looks::looks;
pub use machines::{machine_map, machines};
pub use presets::presets;
pub use recorded::{Recorded, recorded};
pub use span::{Span, bare_span, span};
pub use summary::summary;
pub use values::values;
pub use versions::versions;
