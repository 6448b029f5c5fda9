//! A recording of a real kernel as a figure shows it: who ran and waited, among the tasks of the scenario beside it.

use crate::history::{History, Lane, Mark, Move, Queued, Run};
use crate::scene::Face;

/// What was recorded, with its tasks as the figure numbers them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    /// What it is, as in `Recorded · 7.2.13`.
    pub title: String,
    names: Vec<String>,
    recorded: History,
    aligned: Aligned,
}

/// The history in terms of some figure's tasks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Aligned {
    names: Vec<String>,
    history: History,
}

impl Recording {
    /// A recording whose tasks have these names; until [`Recording::align`] all of them are strangers, drawn grey.
    pub fn new(title: String, names: Vec<String>, recorded: History) -> Recording {
        let mut recording = Recording { title, names, recorded, aligned: Aligned::default() };
        recording.aligned.history = recording.among(&[]);
        recording
    }

    /// Numbers the tasks as these faces are, by name. Costs nothing while the names stay.
    pub fn align(&mut self, faces: &[Face]) {
        let stays = faces.iter().map(|face| &face.name).eq(&self.aligned.names);
        if !stays {
            let names: Vec<String> = faces.iter().map(|face| face.name.clone()).collect();
            self.aligned = Aligned { history: self.among(&names), names };
        }
    }

    /// What ran and waited; tasks that the figure does not have come after all of its own.
    pub fn history(&self) -> &History {
        &self.aligned.history
    }

    /// Names of the tasks of [`Recording::history`], by index.
    pub fn names(&self) -> Vec<&str> {
        self.aligned.names.iter().chain(&self.names).map(String::as_str).collect()
    }

    fn among(&self, names: &[String]) -> History {
        let place = |own: usize| {
            let found = self.names.get(own).and_then(|name| names.iter().position(|other| other == name));
            found.unwrap_or(names.len() + own)
        };
        let task = |own: u16| place(usize::from(own)) as u16;
        let run = |run: &Run| Run { task: task(run.task), ..*run };
        let mark = |mark: &Mark| Mark { task: task(mark.task), ..*mark };
        let queued = |queued: &Queued| Queued { task: task(queued.task), ..*queued };
        let moved = |moved: &Move| Move { task: task(moved.task), ..*moved };
        let lane = |lane: &Lane| Lane {
            runs: lane.runs.iter().map(run).collect(),
            marks: lane.marks.iter().map(mark).collect(),
            queue: lane.queue.iter().map(|row| row.iter().map(queued).collect()).collect(),
        };
        let tasks = names.len() + self.recorded.waits.len().max(self.names.len());
        let mut history = History {
            lanes: self.recorded.lanes.iter().map(lane).collect(),
            waits: vec![Vec::new(); tasks],
            delays: vec![Vec::new(); tasks],
            flags: Vec::new(),
            throttles: self.recorded.throttles,
            at_once: vec![0; tasks],
            moves: self.recorded.moves.iter().map(moved).collect(),
            idle_queued: self.recorded.idle_queued.clone(),
        };
        for (own, waits) in self.recorded.waits.iter().enumerate() {
            history.waits[place(own)].clone_from(waits);
        }
        for (own, marks) in self.recorded.delays.iter().enumerate() {
            history.delays[place(own)] = marks.iter().map(mark).collect();
        }
        for (own, count) in self.recorded.at_once.iter().enumerate() {
            history.at_once[place(own)] = *count;
        }
        history
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{Held, Wait};

    fn recording() -> Recording {
        let run = |from_ns, to_ns, task| Run { from_ns, to_ns, task };
        let lane = Lane { runs: vec![run(0, 10, 0), run(10, 30, 1)], ..Lane::default() };
        let wait = Wait { from_ns: 10, to_ns: 30, held: Held::Runnable, cpu: 0 };
        let history =
            History { lanes: vec![lane], waits: vec![vec![wait], Vec::new()], ..History::default() };
        Recording::new("Recorded · 7.2".to_owned(), ["hog", "kworker"].map(str::to_owned).to_vec(), history)
    }

    fn faces(names: &[&str]) -> Vec<Face> {
        names.iter().map(|name| Face { name: (*name).to_owned(), ..Face::default() }).collect()
    }

    #[test]
    fn tasks_are_found_by_name_and_strangers_come_after() {
        let mut recording = recording();
        recording.align(&faces(&["editor", "hog"]));
        let tasks: Vec<_> = recording.history().lanes[0].runs.iter().map(|run| run.task).collect();
        assert_eq!(tasks, [1, 3]);
        assert_eq!((recording.names()[1], recording.names()[3]), ("hog", "kworker"));
        assert_eq!(recording.history().waits[1].len(), 1);
    }

    #[test]
    fn another_scenario_renumbers_them() {
        let mut recording = recording();
        recording.align(&faces(&["hog"]));
        assert_eq!(recording.history().lanes[0].runs[0].task, 0);
        recording.align(&faces(&["a", "b", "hog"]));
        assert_eq!(recording.history().lanes[0].runs[0].task, 2);
    }
}
