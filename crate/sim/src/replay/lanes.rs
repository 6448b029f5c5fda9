//! A recording of several CPUs, taken apart into what happened on each, and what came there from the others.
//!
//! 1. **Order.** Charges, wakeups, moves and switches of a queue are recorded under its lock, so the file has them in the order
//!    in which they were made, from whatever CPU. Flags are shown for the CPU that records, and tell nothing of another.
//! 2. **Whose.** A charge belongs to the CPU on which its task runs, a wakeup to the one chosen. All else stays where it was recorded.
//! 3. **From elsewhere.** A charge, wakeup or move that another CPU makes, or an interrupt for one, is a turn and no event of
//!    the CPU that it concerns: what looks ahead sees only a mark ([`Kind::Migrate`]), as what follows may be due to it.
//! 4. **Moves.** A pull takes tasks off one queue and puts them onto the other with the next charge of the CPU that records it, the
//!    last taken first; with none if nobody ran there.

use sched::Params;

use crate::recording::{Event, Kind, Recording, TaskRef, Waking};

use super::merged;
use super::model::{FirstCharge, charge_of};

/// What a CPU's queue goes through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The next event of its own.
    Event,
    /// The wakeup of this index begins elsewhere.
    Waking(usize),
    /// The charge of this index is made from elsewhere.
    Charge(usize),
    /// The wakeup of this index, from elsewhere, is done.
    Woken(usize),
    /// A task that sleeps is going to wake on another CPU.
    Leave(TaskRef),
    /// A waiting task is taken off.
    Detach(TaskRef),
    /// Tasks are about to be put on.
    Await,
    /// They are.
    Attach(Vec<TaskRef>),
}

/// The recordings of the single CPUs, and the turns of all in their order.
pub(super) struct Lanes {
    pub(super) recordings: Vec<Recording>,
    pub(super) turns: Vec<(usize, Turn)>,
    /// The first charge of each CPU that says to which vruntime it led.
    pub(super) first_charges: Vec<Option<FirstCharge>>,
    /// Those are whole.
    are_settled: Vec<bool>,
}

impl Lanes {
    pub(super) fn of(recording: &Recording, params: &Params) -> Lanes {
        let marks = Marks::of(recording);
        let mut empty = recording.clone();
        empty.events.clear();
        let recordings = vec![empty; recording.cpus as usize];
        let (first_charges, are_settled) = (vec![None; recordings.len()], vec![false; recordings.len()]);
        let mut lanes = Lanes { recordings, turns: Vec::new(), first_charges, are_settled };
        for index in 0..recording.events.len() {
            lanes.place((recording, params), &marks, index);
        }
        lanes
    }

    fn place(&mut self, (recording, params): (&Recording, &Params), marks: &Marks, index: usize) {
        let event = &recording.events[index];
        let Some(lane) = marks.lanes[index] else { return };
        self.note_first_charge(lane, charge_of(recording, params, event), lane as u32 == event.cpu);
        if let Some((cpu, task, ran_ns)) = marks.lost[index] {
            let kind = Kind::Runtime { task, ran_ns, vruntime: None };
            self.event(cpu as usize, Event { t_ns: event.t_ns, cpu, kind });
        }
        if let Some(waking) = marks.begins[index] {
            self.mark(lane, event);
            self.turn(lane, Turn::Waking(waking));
        }
        let arriving = &marks.arrivals[index];
        if marks.is_charged[index] && !arriving.is_empty() {
            self.mark(lane, event);
            self.turn(lane, Turn::Await);
        }
        match &event.kind {
            Kind::Runtime { .. } if marks.is_foreign[index] => self.turn(lane, Turn::Charge(index)),
            Kind::Wakeup(_) | Kind::WakeupNew(_) if marks.is_foreign[index] => {
                self.turn(lane, Turn::Woken(index));
            }
            Kind::Migrate { task, .. } if marks.is_foreign[index] => self.turn(lane, Turn::Leave(*task)),
            Kind::Migrate { task, .. } => self.turn(lane, Turn::Detach(*task)),
            Kind::Waking(waking) => {
                let to = marks.targets[index].unwrap_or(waking.to);
                self.event(lane, Event { kind: Kind::Waking(Waking { to, ..*waking }), ..event.clone() });
            }
            _ => self.event(lane, event.clone()),
        }
        self.attach(marks, index, event);
    }

    /// What is charged from elsewhere comes before the rest of a charge that is recorded later: both are one.
    fn note_first_charge(&mut self, lane: usize, charge: Option<FirstCharge>, is_own: bool) {
        let Some((task, ran_ns, after)) = charge.filter(|_| !self.are_settled[lane]) else { return };
        let first = self.first_charges[lane].unwrap_or((task, 0, after));
        if first.0 == task {
            self.first_charges[lane] = Some((task, first.1.saturating_add(ran_ns), after));
        }
        self.are_settled[lane] = is_own || first.0 != task;
    }

    fn attach(&mut self, marks: &Marks, index: usize, event: &Event) {
        let arriving = &marks.arrivals[index];
        let to = match (&event.kind, marks.lanes[index]) {
            (Kind::Migrate { to, .. }, _) => *to as usize,
            (_, Some(lane)) => lane,
            _ => return,
        };
        if arriving.is_empty() || to >= self.recordings.len() {
            return;
        }
        if !marks.is_charged[index] {
            self.mark(to, event);
            self.turn(to, Turn::Await);
        }
        self.turn(to, Turn::Attach(arriving.clone()));
    }

    fn turn(&mut self, lane: usize, turn: Turn) {
        self.turns.push((lane, turn));
    }

    fn event(&mut self, lane: usize, event: Event) {
        self.recordings[lane].events.push(event);
        self.turn(lane, Turn::Event);
    }

    /// Marks that something comes from elsewhere; who it is does not matter.
    fn mark(&mut self, lane: usize, event: &Event) {
        let cpu = lane as u32;
        let kind = Kind::Migrate { task: TaskRef::IDLE, from: cpu, to: cpu };
        self.event(lane, Event { t_ns: event.t_ns, cpu, kind });
    }
}

/// What is known of each event of a recording before it is taken apart.
struct Marks {
    /// The CPU that it belongs to; `None` if it is of none that exists.
    lanes: Vec<Option<usize>>,
    /// It comes from elsewhere; a move is that of a sleeping task.
    is_foreign: Vec<bool>,
    /// The CPU that is chosen in the wakeup that it begins.
    targets: Vec<Option<u32>>,
    /// Which wakeup from elsewhere begins with it.
    begins: Vec<Option<usize>>,
    /// The charge of its CPU's running task that was lost because of it.
    lost: Vec<Option<(u32, TaskRef, i64)>>,
    /// Who is put onto a queue with it.
    arrivals: Vec<Vec<TaskRef>>,
    /// It is the charge that goes with that.
    is_charged: Vec<bool>,
}

/// Where the walk over a recording is.
struct Walk<'r> {
    recording: &'r Recording,
    marks: Marks,
    /// Who runs on each CPU.
    running: Vec<TaskRef>,
    /// What each was charged so far without a record.
    lost_ns: Vec<i64>,
    /// By task: the event with which its wakeup began, if that is under way.
    waking: Vec<Option<usize>>,
    /// The last event that each CPU recorded.
    last: Vec<Option<usize>>,
}

impl Marks {
    fn of(recording: &Recording) -> Marks {
        let count = recording.events.len();
        let marks = Marks {
            lanes: vec![None; count],
            is_foreign: vec![false; count],
            targets: vec![None; count],
            begins: vec![None; count],
            lost: vec![None; count],
            arrivals: vec![Vec::new(); count],
            is_charged: vec![false; count],
        };
        let cpus = recording.cpus as usize;
        let (running, last) = (vec![TaskRef::IDLE; cpus], vec![None; cpus]);
        let waking = vec![None; recording.tasks.len()];
        let mut walk = Walk { recording, marks, running, lost_ns: vec![0; cpus], waking, last };
        (0..count).for_each(|index| walk.read(index));
        walk.marks
    }
}

impl Walk<'_> {
    fn read(&mut self, index: usize) {
        let event = &self.recording.events[index];
        let cpu = event.cpu as usize;
        let lane = self.lane_of(event);
        if cpu >= self.running.len() || lane >= self.running.len() {
            return;
        }
        self.marks.lanes[index] = Some(lane);
        self.marks.is_foreign[index] = lane != cpu;
        self.finish_move(index, cpu, lane);
        if lane != cpu && matches!(event.kind, Kind::Runtime { .. }) {
            self.find_lost(index, event.cpu);
        }
        match &event.kind {
            Kind::Switch(switch) => (self.running[cpu], self.lost_ns[cpu]) = (switch.next, 0),
            Kind::Waking(waking) => self.waking[waking.task.0 as usize] = Some(index),
            Kind::Wakeup(wakeup) | Kind::WakeupNew(wakeup) => self.finish_wakeup(index, wakeup.task),
            Kind::Migrate { task, .. } => {
                let sleeps = self.waking[task.0 as usize].is_some();
                self.marks.is_foreign[index] = sleeps;
                if !sleeps {
                    self.marks.arrivals[index].insert(0, *task);
                }
            }
            _ => {}
        }
        self.last[cpu] = Some(index);
    }

    /// A charge of another CPU's task hides one of the running task: that of a tick, or of a schedule() that finds nobody.
    fn find_lost(&mut self, index: usize, cpu: u32) {
        let (task, at) = (self.running[cpu as usize], cpu as usize);
        let events = &self.recording.events;
        let handles = self.last[at]
            .is_some_and(|last| matches!(events[last].kind, Kind::Tick { .. } | Kind::Hrtick { .. }));
        if task != TaskRef::IDLE && (handles || self.is_looking(index, cpu)) {
            let ran_ns = merged::lost_before(self.recording, index, cpu, task, self.lost_ns[at]);
            self.lost_ns[at] += ran_ns;
            self.marks.lost[index] = Some((cpu, task, ran_ns)).filter(|_| ran_ns > 0);
        }
    }

    /// Whether a CPU begins to look for work elsewhere, as its task has blocked.
    fn is_looking(&self, index: usize, cpu: u32) -> bool {
        let events = &self.recording.events;
        let moves = |kind: &Kind| matches!(kind, Kind::Runtime { .. } | Kind::Migrate { .. });
        let goes = |kind: &Kind| matches!(kind, Kind::Switch(switch) if !switch.prev_state.is_runnable());
        let has_begun = self.last[cpu as usize].is_some_and(|last| !self.marks.arrivals[last].is_empty());
        let mut after = events[index..].iter().filter(|event| event.cpu == cpu).map(|event| &event.kind);
        !has_begun && after.find(|kind| !moves(kind)).is_some_and(goes)
    }

    /// The CPU that an event belongs to.
    fn lane_of(&self, event: &Event) -> usize {
        let cpu = event.cpu as usize;
        match &event.kind {
            Kind::Runtime { task, .. } if self.running.get(cpu) != Some(task) => {
                self.running.iter().position(|running| running == task).unwrap_or(cpu)
            }
            Kind::Wakeup(wakeup) | Kind::WakeupNew(wakeup) => wakeup.to as usize,
            Kind::Migrate { from, .. } => *from as usize,
            _ => cpu,
        }
    }

    /// Whoever the last event of a CPU took off goes on with this one, is joined by it, or was put on at once.
    fn finish_move(&mut self, index: usize, cpu: usize, lane: usize) {
        let Some(before) = self.last[cpu].filter(|before| !self.marks.arrivals[*before].is_empty()) else {
            return;
        };
        let Kind::Migrate { to: target, .. } = self.recording.events[before].kind else { return };
        let joins = match &self.recording.events[index].kind {
            Kind::Runtime { .. } => lane == target as usize,
            Kind::Migrate { to, task, .. } => *to == target && self.waking[task.0 as usize].is_none(),
            _ => false,
        };
        if joins {
            self.marks.arrivals[index] = std::mem::take(&mut self.marks.arrivals[before]);
            self.marks.is_charged[index] = matches!(self.recording.events[index].kind, Kind::Runtime { .. });
            self.marks.is_foreign[index] = true;
        }
    }

    /// A wakeup is done: where it came from elsewhere, it begins with its charge, or without one.
    fn finish_wakeup(&mut self, index: usize, task: TaskRef) {
        let Some(waking) = self.waking[task.0 as usize].take() else { return };
        let (cpu, lane) = (self.recording.events[index].cpu as usize, self.marks.lanes[index]);
        self.marks.targets[waking] = lane.map(|lane| lane as u32);
        self.marks.is_foreign[index] |= Some(self.recording.events[waking].cpu as usize) != lane;
        if !self.marks.is_foreign[index] {
            return;
        }
        let is_charge = |at: &usize| {
            let charges = matches!(self.recording.events[*at].kind, Kind::Runtime { .. });
            *at > waking && charges && self.marks.lanes[*at] == lane && self.marks.arrivals[*at].is_empty()
        };
        let first = self.last[cpu].filter(is_charge).unwrap_or(index);
        self.marks.begins[first] = Some(waking);
        self.marks.is_foreign[first] = true;
    }
}

#[cfg(test)]
mod tests;
