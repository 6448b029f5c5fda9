//! How much input a reader takes, each bound with its reason.

/// Bytes of a file before decompression: 40 times the largest recording we know (1.5 MB unpacked).
pub const FILE_BYTES_MAX: usize = 64 << 20;

/// Bytes after decompression. Gzip can pack zeros a thousandfold: reading stops here.
pub const TEXT_BYTES_MAX: usize = 256 << 20;

/// Bytes of one line. A header is about 16 kB, an event 310 bytes.
pub const LINE_BYTES_MAX: usize = 1 << 20;

/// Events of a recording: 46 times the largest we know.
pub const EVENTS_MAX: usize = 1_000_000;

const _: () = assert!(size_of::<sim::recording::Event>() <= 256, "so many events stay below 256 MB");

/// Tasks of a recording, scenario threads and kernel threads together; real ones have a few dozen.
pub const TASKS_MAX: usize = 10_000;

/// Bytes of a scenario file, all on one line or not: 10 000 steps, the most it may have, fit three times.
pub const SCENARIO_BYTES_MAX: usize = LINE_BYTES_MAX;
