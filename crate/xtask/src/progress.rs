//! Says what happens while it happens: one line when a step begins, one when it ends, and a sign of life between.

use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

const SIGN_OF_LIFE: Duration = Duration::from_secs(20);

/// Runs one step and says so before and after, with the time since the chore began and the time the step took.
pub fn step<T>(name: &str, work: impl FnOnce() -> crate::Result<T>) -> crate::Result<T> {
    say(name);
    let begun = Instant::now();
    let result = work();
    let how = if result.is_ok() { "done" } else { "FAILED" };
    say(&format!("{name}: {how} in {}", seconds(begun.elapsed())));
    result
}

/// One line on the error stream, so that a chore's product can be piped on.
pub fn say(line: &str) {
    eprintln!("[{:>8}] {line}", seconds(since_start()));
}

/// `12.3 s`.
pub fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Time since the first call.
pub fn since_start() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Says every twenty seconds that something still runs, until it is dropped.
pub struct SignOfLife {
    _stop: Sender<()>,
}

impl SignOfLife {
    /// Begins; `what` is what the lines say.
    pub fn of(what: &str) -> SignOfLife {
        let (stop, stopped) = channel::<()>();
        let what = what.to_owned();
        let begun = Instant::now();
        std::thread::spawn(move || {
            while stopped.recv_timeout(SIGN_OF_LIFE) == Err(RecvTimeoutError::Timeout) {
                say(&format!("{what}: still at it after {:.0} s", begun.elapsed().as_secs_f64()));
            }
        });
        SignOfLife { _stop: stop }
    }
}
