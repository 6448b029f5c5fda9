//! From names in a recording to small integers.

use std::collections::BTreeMap;

use sim::recording::{TaskInfo, TaskKind, TaskRef, TaskStart};
use sim::{Error, Scenario, Thread};

use super::event::Problem;
use crate::error::excerpt;
use crate::limits::TASKS_MAX;

/// Name of the idle task.
const IDLE: &str = "idle";

/// Names that a recording uses for tasks outside the scenario.
const OUTSIDERS: [(&str, TaskKind); 3] =
    [("main", TaskKind::Main), ("other", TaskKind::Other), ("other_rt", TaskKind::OtherRt)];

/// Whether every thread has a name that a recording does not use otherwise.
///
/// The error names the first thread called `idle`, `main`, `other` or `other_rt`.
pub fn check_names(scenario: &Scenario) -> Result<(), Error> {
    let taken = |name: &str| name == IDLE || OUTSIDERS.iter().any(|(outsider, _)| *outsider == name);
    match scenario.threads.iter().position(|thread| taken(&thread.name)) {
        Some(index) => {
            let value = format!("in a recording `{}` is somebody else", scenario.threads[index].name);
            Err(Error::new(format!("threads[{index}].name"), value, "use another name"))
        }
        None => Ok(()),
    }
}

/// Everybody seen so far.
pub(super) struct Names {
    tasks: Vec<TaskInfo>,
    by_name: BTreeMap<String, TaskRef>,
    by_identity: BTreeMap<String, TaskRef>,
    outside_starts: BTreeMap<String, TaskStart>,
}

impl Names {
    /// The idle task and the scenario's threads, with the states that the header gives.
    pub fn new(
        threads: &[Thread],
        mut starts: BTreeMap<String, TaskStart>,
        outside_starts: BTreeMap<String, TaskStart>,
    ) -> Names {
        let mut names = Names {
            tasks: Vec::new(),
            by_name: BTreeMap::new(),
            by_identity: BTreeMap::new(),
            outside_starts,
        };
        names.add(IDLE, TaskKind::Idle, IDLE, None);
        for (index, thread) in threads.iter().enumerate() {
            let start = starts.remove(&thread.name);
            names.add(&thread.name, TaskKind::Scenario(index), &thread.name, start);
        }
        let known = names.tasks.iter().zip(0..);
        names.by_name = known.map(|(task, index)| (task.name.clone(), TaskRef(index))).collect();
        names
    }

    /// Whom this name means, with the identity that stands beside it.
    ///
    /// A name that is neither the scenario's nor one of the format's is refused; so is the 10001st task.
    pub fn resolve(
        &mut self,
        field: &'static str,
        name: &str,
        identity: Option<&str>,
    ) -> Result<TaskRef, Problem> {
        if let Some(&task) = self.by_name.get(name) {
            return Ok(task);
        }
        let Some(&(_, kind)) = OUTSIDERS.iter().find(|(known, _)| *known == name) else {
            let value = format!("no thread is called \"{}\"", excerpt(name));
            return Err(Problem::field(
                field,
                value,
                "use a thread of the scenario, idle, main, other or other_rt",
            ));
        };
        let identity = identity.unwrap_or(name);
        match self.by_identity.get(identity) {
            Some(&task) => Ok(task),
            None => self.add_outsider(field, name, kind, identity),
        }
    }

    /// All tasks, in the order of their references.
    pub fn into_tasks(self) -> Vec<TaskInfo> {
        self.tasks
    }

    fn add_outsider(
        &mut self,
        field: &'static str,
        name: &str,
        kind: TaskKind,
        identity: &str,
    ) -> Result<TaskRef, Problem> {
        if self.tasks.len() == TASKS_MAX {
            return Err(Problem::field(field, "one task too many", format!("use at most {TASKS_MAX} tasks")));
        }
        let start = self.outside_starts.remove(identity);
        let task = self.add(name, kind, identity, start);
        self.by_identity.insert(identity.to_string(), task);
        Ok(task)
    }

    fn add(&mut self, name: &str, kind: TaskKind, identity: &str, start: Option<TaskStart>) -> TaskRef {
        let task = TaskRef(u32::try_from(self.tasks.len()).expect("TASKS_MAX is below 2³²"));
        self.tasks.push(TaskInfo { name: name.into(), kind, identity: identity.into(), start });
        task
    }
}
