//! Counting agreement.

use sched::Reason;

use crate::recording::{Flags, Recording, TaskRef};

use super::report::{Aspect, Miss, Report};

/// Counts decisions and numbers into a report.
pub(super) struct Score<'r> {
    recording: &'r Recording,
    pub(super) report: Report,
    pub(super) t_ns: i64,
}

impl<'r> Score<'r> {
    pub(super) fn new(recording: &'r Recording) -> Score<'r> {
        Score { recording, report: Report::default(), t_ns: 0 }
    }

    fn name(&self, task: Option<TaskRef>) -> String {
        match task {
            None => "nobody".to_owned(),
            Some(task) => {
                let info = self.recording.task(task);
                if info.identity.is_empty() { info.name.clone() } else { info.identity.clone() }
            }
        }
    }

    /// Who runs next; returns whether model and kernel agree.
    pub(super) fn pick(
        &mut self,
        aspect: Aspect,
        kernel: Option<TaskRef>,
        model: Option<TaskRef>,
        why: Reason,
    ) -> bool {
        let names = (self.name(kernel), self.name(model));
        self.decision(aspect, &names.0.clone(), why, kernel == model, names)
    }

    /// A reschedule flag; returns whether model and kernel agree.
    pub(super) fn flags(&mut self, task: TaskRef, kernel: Flags, model: Flags, why: Reason) -> bool {
        let words = (flag_word(kernel), flag_word(model));
        self.decision(Aspect::Wakeup, &self.name(Some(task)), why, kernel == model, words)
    }

    /// A yes-or-no decision; returns whether model and kernel agree.
    pub(super) fn yes(
        &mut self,
        aspect: Aspect,
        task: TaskRef,
        kernel: bool,
        model: bool,
        why: Reason,
    ) -> bool {
        let words = (kernel.to_string(), model.to_string());
        self.decision(aspect, &self.name(Some(task)), why, kernel == model, words)
    }

    /// Whether a period of a group's quota begins.
    pub(super) fn period(&mut self, group: &str, kernel: bool, model: bool) {
        let words = (kernel.to_string(), model.to_string());
        self.decision(Aspect::Period, group, Reason::Nothing {}, kernel == model, words);
    }

    /// A decision that the recording does not show.
    pub(super) fn unclear(&mut self) {
        self.report.unclear += 1;
    }

    fn decision(
        &mut self,
        aspect: Aspect,
        whom: &str,
        why: Reason,
        agree: bool,
        (kernel, model): (String, String),
    ) -> bool {
        self.report.decisions += 1;
        self.report.agree += u64::from(agree);
        if !agree {
            let (t_ns, task) = (self.t_ns, whom.to_owned());
            self.report.misses.push(Miss { t_ns, aspect, rule: why.name(), task, kernel, model });
        }
        agree
    }

    /// A number in ns; returns whether they are equal.
    pub(super) fn number(&mut self, aspect: Aspect, task: TaskRef, kernel: i64, model: i64) -> bool {
        self.report.numbers += 1;
        let exact = kernel == model;
        self.report.numbers_exact += u64::from(exact);
        if !exact {
            self.note_error(aspect, kernel.abs_diff(model));
            let (t_ns, task) = (self.t_ns, self.name(Some(task)));
            let (kernel, model) = (kernel.to_string(), model.to_string());
            self.report.misses.push(Miss { t_ns, aspect, rule: "", task, kernel, model });
        }
        exact
    }

    fn note_error(&mut self, aspect: Aspect, error_ns: u64) {
        let largest = match aspect {
            Aspect::Vruntime => &mut self.report.vruntime_error_max_ns,
            Aspect::Deadline => &mut self.report.deadline_error_max_ns,
            _ => return,
        };
        *largest = (*largest).max(error_ns);
    }
}

fn flag_word(flags: Flags) -> String {
    match (flags.hard, flags.lazy) {
        (false, false) => "none",
        (true, false) => "hard",
        (false, true) => "lazy",
        (true, true) => "hard and lazy",
    }
    .to_owned()
}
