//! How far the lag of each task went, watched while it is simulated.

use sched::{Family, Params};

use crate::engine::{Observer, Sim};
use crate::levels::Levels;
use crate::trace::Event;

/// Least and greatest lag of each task whenever it was switched in or out.
///
/// As service owed, in real ns: V − vruntime weighs a task's own lag by its weight. That of a task that left the queue is the
/// one with which it left. Between two switches lag moves in one direction, so these are its extremes but for what others'
/// arrivals and departures do to V meanwhile.
#[derive(Clone, Debug, Default)]
pub struct Lags {
    extremes_ns: Vec<Option<(i64, i64)>>,
    greatest_slice_ns: u64,
}

impl Lags {
    /// Least and greatest of a task; zeros if it never ran.
    pub fn extremes_ns(&self, task: usize) -> (i64, i64) {
        self.extremes_ns.get(task).copied().flatten().unwrap_or_default()
    }

    /// By how much lag may differ from 0 in this run; 0 where there is no bound. See [`bound_ns`].
    pub fn bound_ns(&self, params: &Params) -> u64 {
        bound_ns(params, self.greatest_slice_ns)
    }

    fn look(&mut self, sim: &Sim, cpu: u16, task: u16) {
        let (queue, pool, entity) = (sim.queue(cpu), sim.pool(), sim.entity(task));
        let mean = || Levels::new(queue, pool).of(sim.entity_id(task)).mean;
        let lag = if entity.on_rq { mean().since(entity.vruntime) } else { entity.vlag };
        let lag_ns = service_ns(lag, entity.weight.load);
        let index = usize::from(task);
        if self.extremes_ns.len() <= index {
            self.extremes_ns.resize(index + 1, None);
        }
        let (least, greatest) = self.extremes_ns[index].unwrap_or((lag_ns, lag_ns));
        self.extremes_ns[index] = Some((least.min(lag_ns), greatest.max(lag_ns)));
        self.greatest_slice_ns = self.greatest_slice_ns.max(entity.slice_ns);
    }
}

impl Observer for Lags {
    fn event(&mut self, sim: &Sim, event: &Event) {
        if event.kind().is_switch() {
            event.tasks().for_each(|task| self.look(sim, event.cpu, task));
        }
    }
}

/// By how much lag may differ from 0 where no slice is greater than this: what a task may bring back from its last time on the
/// queue (the kernel's clamp), and a request and a tick of the one that it then waits for. 0 under CFS, which does not limit lag.
///
/// The theory's bound, a slice, is for a scheduler that acts at any instant and takes a task's lag along whole. The kernel acts at
/// ticks; and a task that blocks while it is owed, wakes again into another's protected request, which it has to wait for each time.
/// Random workloads without costs stay below half of this, nearly all of them; the worst that was searched for comes to 84 %.
pub fn bound_ns(params: &Params, slice_ns: u64) -> u64 {
    match params.family {
        Family::Cfs => 0,
        Family::Eevdf => {
            params.rules.lag_clamp.bound_ns(slice_ns, params.tick_ns) + slice_ns + params.tick_ns
        }
    }
}

/// Virtual time of an entity of this load as service.
fn service_ns(lag: i64, load: u64) -> i64 {
    let scaled = i128::from(lag) * i128::from(load) / i128::from(sched::NICE_0_LOAD);
    scaled.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Duration, Run, Scenario, Side, Step, Thread};

    fn lags(kernel: &str, nice: i8) -> (Run, Lags) {
        let hog =
            |name: &str, nice| Thread { nice, ..Thread::new(name, vec![Step::Run(Duration::Fixed(0))]) };
        let scenario = Scenario { threads: vec![hog("a", 0), hog("b", nice)], ..Scenario::default() };
        let side = Side { features: vec!["NO_HRTICK".into()], ..Side::new(kernel) };
        let side = if kernel == "7.2" { side } else { Side::new(kernel) };
        let (mut run, mut lags) = (Run::start(&scenario, &side).expect("it is valid"), Lags::default());
        while !run.advance_watched(usize::MAX, &mut lags) {}
        (run, lags)
    }

    #[test]
    fn equal_hogs_are_a_turn_apart_at_most() {
        let (run, lags) = lags("7.2", 0);
        // Turns of a tick, 4 ms: after its turn the first is 2 ms ahead of V, and the other behind by as much.
        assert_eq!([0, 1].map(|task| lags.extremes_ns(task)), [(-2_000_000, 0), (0, 2_000_000)]);
        assert_eq!(
            lags.bound_ns(run.params()),
            2 * (700_000 + 4_000_000),
            "the clamp of 7.2 is a slice and a tick"
        );
    }

    #[test]
    fn a_wider_clamp_is_a_wider_bound() {
        let (run, lags) = lags("6.12.y", 0);
        let slice_ns = run.params().tunables.base_slice_ns;
        assert_eq!(lags.bound_ns(run.params()), (2 * slice_ns).max(4_000_000) + slice_ns + 4_000_000);
    }

    #[test]
    fn lag_is_service_whatever_the_weight() {
        let (_, lags) = lags("7.2", 5);
        let ((least_a, greatest_a), (least_b, greatest_b)) = (lags.extremes_ns(0), lags.extremes_ns(1));
        // What one is owed the other has had too much.
        assert!((least_a + greatest_b).abs() < 10 && (greatest_a + least_b).abs() < 10, "{lags:?}");
    }

    #[test]
    fn there_is_no_bound_under_cfs() {
        let (run, lags) = lags("6.5", 0);
        assert_eq!(lags.bound_ns(run.params()), 0);
        assert_eq!(lags.extremes_ns(9), (0, 0), "nobody");
    }
}
