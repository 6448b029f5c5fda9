//! A run with everything that frames look up in it, so that a frame costs by its window.

use sched::{Family, Params};
use sim::Run;
use sim::tracks::Tracks;

use crate::figure::SideScene;
use crate::history::History;
use crate::sentence::amount;

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
    history: History,
    overview: Overview,
    window: Option<Window>,
}

/// Thinned lines of the whole run, made step by step.
#[derive(Debug, Default)]
struct Overview {
    tracks: Tracks,
    /// Events that it covers.
    events: usize,
}

/// Lines of a stretch, a little wider than what was asked for so that small moves need no new ones.
#[derive(Debug)]
struct Window {
    from_ns: u64,
    to_ns: u64,
    tracks: Tracks,
}

impl Prepared {
    /// Reads the run's trace once. What happens in it after that is not seen.
    pub fn new(run: Run) -> Prepared {
        let history = History::of(&run.trace().events, run.task_names().len(), run.end_ns());
        Prepared { title: title(run.params()), run, history, overview: Overview::default(), window: None }
    }

    /// The run itself.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Surveys some more of a run that is too long to be run again for a frame: the part done, 1 when it can be drawn.
    ///
    /// A caller that wants no progress leaves it to [`Prepared::cover`].
    pub fn survey(&mut self) -> f64 {
        let all = self.run.trace().events.len();
        if all > EVENTS_PER_FRAME_MAX && self.overview.events < all {
            self.overview.extend(&self.run);
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

    /// A window with half its length to spare on each side, if that is not too long.
    fn window_around(&self, from_ns: u64, to_ns: u64) -> Window {
        let spare_ns = to_ns.saturating_sub(from_ns) / 2;
        let (wide_from_ns, wide_to_ns) = (from_ns.saturating_sub(spare_ns), to_ns.saturating_add(spare_ns));
        let fits = self.events_in(wide_from_ns, wide_to_ns) <= EVENTS_PER_FRAME_MAX;
        let (from_ns, to_ns) = if fits { (wide_from_ns, wide_to_ns) } else { (from_ns, to_ns) };
        Window { from_ns, to_ns, tracks: self.run.tracks(from_ns, to_ns, WINDOW_POINTS) }
    }

    /// This side of a figure, with the lines of the last [`Prepared::cover`]; without lines before that.
    pub fn scene(&self) -> SideScene<'_> {
        let tracks = self.window.as_ref().map_or(&self.overview.tracks, |window| &window.tracks);
        SideScene {
            title: self.title.clone(),
            family: self.run.params().family,
            history: &self.history,
            tracks,
        }
    }
}

impl Overview {
    /// Adds the lines of the next events.
    fn extend(&mut self, run: &Run) {
        let events = &run.trace().events;
        let end = (self.events + EVENTS_PER_STEP).min(events.len());
        let from_ns = if self.events == 0 { 0 } else { events[self.events].t_ns };
        let to_ns = events.get(end).map_or(run.end_ns(), |event| event.t_ns);
        let points = OVERVIEW_POINTS * (end - self.events) / events.len();
        let more = run.tracks(from_ns, to_ns, points);
        self.tracks.coarse |= more.coarse;
        self.tracks.queue.extend(more.queue);
        self.tracks.entities.resize_with(more.entities.len(), Vec::new);
        self.tracks.entities.iter_mut().zip(more.entities).for_each(|(line, more)| line.extend(more));
        self.events = end;
    }
}

impl Window {
    /// It covers the stretch and was not thinned for one much longer.
    fn serves(&self, from_ns: u64, to_ns: u64) -> bool {
        let covers = self.from_ns <= from_ns && to_ns <= self.to_ns;
        let span_ns = to_ns.saturating_sub(from_ns);
        covers && (!self.tracks.coarse || self.to_ns - self.from_ns <= span_ns.saturating_mul(3))
    }
}

/// Policy, version, tick and the slice that matters most, in a line.
fn title(params: &Params) -> String {
    let hz = 1_000_000_000 / params.tick_ns.max(1);
    let (knob, value_ns) = match params.family {
        Family::Cfs => ("latency", params.tunables.latency_ns),
        Family::Eevdf => ("base slice", params.tunables.base_slice_ns),
    };
    let value = amount(value_ns as i64);
    format!("{} {} · {hz} Hz · {knob} {}", params.family.name(), params.kernel.name, short(&value))
}

/// Without the zeros that a title does not need.
fn short(amount: &str) -> String {
    match amount.split_once(' ') {
        Some((number, unit)) => format!("{} {unit}", number.trim_end_matches('0').trim_end_matches('.')),
        None => amount.to_owned(),
    }
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
    fn short_keeps_whole_numbers() {
        assert_eq!(short("10.000 ms"), "10 ms");
        assert_eq!(short("0.750 ms"), "0.75 ms");
    }
}
