//! A run with everything that frames look up in it, so that a frame costs by its window.

use sched::{Family, Params};
use sim::Run;
use sim::clocks::{Clock, ClockWatch};
use sim::tracks::Tracks;

use crate::blocks::Blocks;
use crate::history::History;
use crate::machine::Machine;
use crate::scene::{Face, SideScene};
use crate::sentence::short;

/// Windows with more events are drawn from the overview: running them again would outlast a frame.
const EVENTS_PER_FRAME_MAX: usize = 30_000;
/// Points of the lines of one window, all tasks together.
const WINDOW_POINTS: usize = 40_000;
/// Points of the lines of the whole run: a few MB.
const OVERVIEW_POINTS: usize = 60_000;
/// Events that one step of the survey runs again.
const EVENTS_PER_STEP: usize = 20_000;

/// A run that can be drawn.
#[derive(Debug)]
pub struct Prepared {
    run: Run,
    title: String,
    faces: Vec<Face>,
    machine: Machine,
    clocks: ClockWatch,
    history: History,
    blocks: Blocks,
    overview: Overview,
    window: Option<Window>,
    /// Whose lines are drawn.
    cpu: u16,
}

/// Thinned lines of the whole run, made step by step.
#[derive(Debug, Default)]
struct Overview {
    tracks: Tracks,
    /// Events that it covers.
    events: usize,
}

/// Lines of a stretch, mostly longer than what was asked for so that small moves need no new ones.
#[derive(Debug)]
struct Window {
    from_ns: u64,
    to_ns: u64,
    tracks: Tracks,
}

impl Prepared {
    /// Reads the run's trace once. What happens in it after that is not seen.
    pub fn new(run: Run) -> Prepared {
        let clocks = ClockWatch::of(&run);
        Prepared::watched(run, clocks)
    }

    /// The same for a run whose clocks were watched while it happened.
    pub fn watched(run: Run, clocks: ClockWatch) -> Prepared {
        let (history, machine) = (History::of_run(&run), Machine::of(&run));
        let (title, faces) = (title(run.params()), Face::of(&run));
        let blocks = Blocks::of(&history);
        let (overview, window) = (Overview::default(), None);
        Prepared { title, faces, run, machine, clocks, history, blocks, overview, window, cpu: 0 }
    }

    /// The run itself.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// What its tasks look like.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// What ran and waited.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Its CPUs as lanes.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Its clocks over time.
    pub fn clocks(&self) -> &[Clock] {
        &self.clocks.clocks
    }

    /// From now on lines are those of this CPU's queue, or of the last CPU's if there is no such one.
    pub fn look_at(&mut self, cpu: usize) {
        let cpu = cpu.min(self.machine.cpus.len().saturating_sub(1)) as u16;
        if cpu != self.cpu {
            (self.cpu, self.window, self.overview) = (cpu, None, Overview::default());
        }
    }

    /// Surveys some more of a run that is too long to be run again for a frame: the part done, 1 when it can be drawn.
    ///
    /// A caller that wants no progress leaves it to [`Prepared::cover`].
    pub fn survey(&mut self) -> f64 {
        let all = self.run.trace().events.len();
        if all > EVENTS_PER_FRAME_MAX && self.overview.events < all {
            self.overview.extend(&self.run, self.cpu);
        }
        if all > EVENTS_PER_FRAME_MAX { self.overview.events as f64 / all as f64 } else { 1.0 }
    }

    /// Sees to the lines of this window; [`Prepared::scene`] then has them.
    ///
    /// Runs the window again unless the last one covers it; too long a window is drawn from the survey.
    pub fn cover(&mut self, from_ns: u64, to_ns: u64) {
        if self.events_in(from_ns, to_ns) > EVENTS_PER_FRAME_MAX {
            self.window = None;
            while self.survey() < 1.0 {}
        } else if !self.window.as_ref().is_some_and(|window| window.serves(from_ns, to_ns)) {
            self.window = Some(self.window_around(from_ns, to_ns));
        }
    }

    fn events_in(&self, from_ns: u64, to_ns: u64) -> usize {
        self.run.first_event_at(to_ns).saturating_sub(self.run.first_event_at(from_ns))
    }

    /// The lines for this window, of a stretch around it that is the same for all nearby ones, if that is not too long.
    fn window_around(&self, from_ns: u64, to_ns: u64) -> Window {
        let (wide_from_ns, wide_to_ns) = stretch_around(from_ns, to_ns);
        let fits = self.events_in(wide_from_ns, wide_to_ns) <= EVENTS_PER_FRAME_MAX;
        let (from_ns, to_ns) = if fits { (wide_from_ns, wide_to_ns) } else { (from_ns, to_ns) };
        Window { from_ns, to_ns, tracks: self.run.tracks_of(self.cpu, from_ns, to_ns, WINDOW_POINTS) }
    }

    /// This side of a figure, with the lines of the last [`Prepared::cover`]; without lines before that.
    pub fn scene(&self) -> SideScene<'_> {
        let tracks = self.window.as_ref().map_or(&self.overview.tracks, |window| &window.tracks);
        SideScene {
            title: self.title.clone(),
            family: self.run.params().family,
            history: &self.history,
            blocks: &self.blocks,
            machine: &self.machine,
            clocks: &self.clocks.clocks,
            cpu: usize::from(self.cpu),
            tracks,
        }
    }
}

impl Overview {
    /// Adds the lines of the next events.
    fn extend(&mut self, run: &Run, cpu: u16) {
        let events = &run.trace().events;
        let end = (self.events + EVENTS_PER_STEP).min(events.len());
        let from_ns = if self.events == 0 { 0 } else { events[self.events].t_ns };
        let to_ns = events.get(end).map_or(run.end_ns(), |event| event.t_ns);
        let points = OVERVIEW_POINTS * (end - self.events) / events.len();
        let more = run.tracks_of(cpu, from_ns, to_ns, points);
        self.tracks.coarse |= more.coarse;
        self.tracks.queue.extend(more.queue);
        self.tracks.entities.resize_with(more.entities.len(), Vec::new);
        self.tracks.entities.iter_mut().zip(more.entities).for_each(|(line, more)| line.extend(more));
        self.events = end;
    }
}

impl Window {
    /// It is what would be made for this window, so that a picture does not depend on what was looked at before.
    fn serves(&self, from_ns: u64, to_ns: u64) -> bool {
        let made_ns = (self.from_ns, self.to_ns);
        made_ns == (from_ns, to_ns) || made_ns == stretch_around(from_ns, to_ns)
    }
}

/// The cells of a grid that hold a window: a cell is as long as the window, rounded up to a power of two, so that small moves
/// stay inside.
fn stretch_around(from_ns: u64, to_ns: u64) -> (u64, u64) {
    let cell_ns = to_ns.saturating_sub(from_ns).max(1).checked_next_power_of_two().unwrap_or(u64::MAX);
    let start_ns = from_ns / cell_ns * cell_ns;
    (start_ns, to_ns.checked_next_multiple_of(cell_ns).unwrap_or(u64::MAX))
}

/// Policy, version, tick and the slice that matters most, in a line.
fn title(params: &Params) -> String {
    let hz = 1_000_000_000 / params.tick_ns.max(1);
    let (knob, value_ns) = match params.family {
        Family::Cfs => ("latency", params.tunables.latency_ns),
        Family::Eevdf => ("base slice", params.tunables.base_slice_ns),
    };
    format!("{} {} · {hz} Hz · {knob} {}", params.family.name(), params.kernel.name, short(value_ns as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_names_version_tick_and_slice() {
        let params = |name| Params::new(sched::kernel(name).expect("a preset"), 250, 1);
        assert_eq!(title(&params("6.5")), "CFS 6.5 · 250 Hz · latency 6 ms");
        assert_eq!(title(&params("7.2")), "EEVDF 7.2 · 250 Hz · base slice 0.7 ms");
    }

    #[test]
    fn a_stretch_holds_its_window_and_small_moves() {
        assert_eq!(stretch_around(0, 100), (0, 128));
        assert_eq!(stretch_around(20, 120), (0, 128));
        assert_eq!(stretch_around(30, 130), (0, 256));
        assert_eq!(stretch_around(5, 5), (5, 5));
        assert_eq!(stretch_around(0, u64::MAX), (0, u64::MAX));
    }
}
