//! What a step of the machine comes to.

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more.
    Going,
    /// The scenario's end is reached.
    Ended,
    /// Steps follow each other without any time passing: this task at this step.
    Stuck {
        /// Index of the task.
        task: u16,
        /// Index of the step in its script.
        step: u32,
    },
    /// The task at this step creates a thread that still lives.
    SpawnedTwice {
        /// Index of the task.
        task: u16,
        /// Index of the step in its script.
        step: u32,
    },
}
