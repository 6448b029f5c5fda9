//! *Idle while queued*: a CPU has nothing to do while another one with the same last-level cache has two tasks or more that want
//! to run. What balancing leaves undone is the length of this time.

use smp::Topology;

use crate::trace::{Event, IDLE, Kind};

/// A last-level cache at the moment, and the stretches of the past.
#[derive(Clone, Debug, Default)]
struct Llc {
    idle: u32,
    crowded: u32,
    since_ns: Option<u64>,
    stretches: Vec<(u64, u64)>,
}

/// What a CPU has to do.
#[derive(Clone, Copy, Debug)]
struct Load {
    running: u16,
    waiting: u32,
}

impl Load {
    fn runnable(self) -> u32 {
        self.waiting + u32::from(self.running != IDLE)
    }
}

/// Reads a run's events in order.
#[derive(Clone, Debug)]
pub struct IdleQueued {
    llc_of: Vec<usize>,
    llcs: Vec<Llc>,
    cpus: Vec<Load>,
    /// Of each task, on whose queue it waits.
    waits_on: Vec<Option<u16>>,
}

impl IdleQueued {
    /// A machine whose CPUs are all idle, before the first event.
    pub fn new(topology: &Topology) -> IdleQueued {
        let idle = |cpus: &smp::CpuSet| Llc { idle: cpus.len() as u32, ..Llc::default() };
        IdleQueued {
            llc_of: topology.llc_of.clone(),
            llcs: topology.llcs.iter().map(idle).collect(),
            cpus: vec![Load { running: IDLE, waiting: 0 }; topology.cpu_count()],
            waits_on: Vec::new(),
        }
    }

    /// Reads the next event.
    pub fn read(&mut self, event: &Event) {
        let (kind, task) = (event.kind(), event.task);
        if kind.is_switch() {
            return self.switch(event);
        }
        match kind {
            _ if kind.is_wakeup() => self.arrive(task, event.cpu, event.t_ns),
            Kind::Fork | Kind::DelayedWake | Kind::Unthrottled => self.arrive(task, event.cpu, event.t_ns),
            Kind::Throttled | Kind::DelayedOut => self.leave(task, event.t_ns),
            Kind::Pulled if self.waits_on(task).is_some() => {
                self.leave(task, event.t_ns);
                self.arrive(task, event.cpu, event.t_ns);
            }
            _ => {}
        }
    }

    /// The stretches of each last-level cache, in order of time, up to the end of the run.
    pub fn finish(mut self, end_ns: u64) -> Vec<Vec<(u64, u64)>> {
        self.llcs.iter_mut().for_each(|llc| llc.close(end_ns));
        self.llcs.into_iter().map(|llc| llc.stretches).collect()
    }

    fn switch(&mut self, event: &Event) {
        self.leave(event.other, event.t_ns);
        self.shift(event.cpu, event.t_ns, |load| load.running = event.other);
        if event.kind().is_preemption() {
            self.arrive(event.task, event.cpu, event.t_ns);
        }
    }

    /// A task comes to wait on a CPU's queue; one that runs there, or waits already, changes nothing.
    fn arrive(&mut self, task: u16, cpu: u16, t_ns: u64) {
        let index = usize::from(task);
        if self.waits_on.len() <= index {
            self.waits_on.resize(index + 1, None);
        }
        if self.cpus[usize::from(cpu)].running != task && self.waits_on[index].is_none() {
            self.waits_on[index] = Some(cpu);
            self.shift(cpu, t_ns, |load| load.waiting += 1);
        }
    }

    fn leave(&mut self, task: u16, t_ns: u64) {
        if let Some(cpu) = self.waits_on(task) {
            self.waits_on[usize::from(task)] = None;
            self.shift(cpu, t_ns, |load| load.waiting -= 1);
        }
    }

    fn waits_on(&self, task: u16) -> Option<u16> {
        self.waits_on.get(usize::from(task)).copied().flatten()
    }

    fn shift(&mut self, cpu: u16, t_ns: u64, change: impl FnOnce(&mut Load)) {
        let cpu = usize::from(cpu);
        let (load, llc) = (&mut self.cpus[cpu], &mut self.llcs[self.llc_of[cpu]]);
        let before = load.runnable();
        change(load);
        let after = load.runnable();
        llc.idle = llc.idle + u32::from(after == 0) - u32::from(before == 0);
        llc.crowded = llc.crowded + u32::from(after > 1) - u32::from(before > 1);
        match llc.idle > 0 && llc.crowded > 0 {
            true => llc.since_ns = llc.since_ns.or(Some(t_ns)),
            false => llc.close(t_ns),
        }
    }
}

impl Llc {
    /// The stretch that is open ends; one without length never was, and one that goes on from the last is part of it.
    fn close(&mut self, t_ns: u64) {
        let Some(from_ns) = self.since_ns.take().filter(|from_ns| *from_ns < t_ns) else { return };
        match self.stretches.last_mut() {
            Some(last) if last.1 == from_ns => last.1 = t_ns,
            _ => self.stretches.push((from_ns, t_ns)),
        }
    }
}

#[cfg(test)]
mod tests {
    use smp::topology::{CpuKind, Shape};

    use super::*;

    /// Two caches of two CPUs each.
    fn topology() -> Topology {
        let kind = CpuKind {
            name: "CPU".to_owned(),
            capacity_dmips_mhz: 1024,
            opps: Vec::new(),
            power_coefficient: 0,
            idle_exit_ns: Vec::new(),
            l2_kib: 0,
            llc_kib: 0,
        };
        Topology::new(&Shape { llcs: 2, cores: 2, ..Shape::ONE }.machine(kind))
    }

    fn event(t_ns: u64, kind: Kind, cpu: u16, task: u16, other: u16) -> Event {
        Event { t_ns, a: 0, b: 0, cpu, task, other, kind: kind as u8, code: 0 }
    }

    #[track_caller]
    fn check(events: &[Event], expected: [&[(u64, u64)]; 2]) {
        let mut reader = IdleQueued::new(&topology());
        events.iter().for_each(|event| reader.read(event));
        assert_eq!(reader.finish(100), expected);
    }

    #[test]
    fn a_queue_beside_an_idle_cpu_counts_until_a_task_is_pulled() {
        let events = [
            event(0, Kind::SwitchIdle, 0, IDLE, 0),
            event(10, Kind::Wakeup, 0, 1, IDLE),
            event(30, Kind::Pulled, 1, 1, 0),
            event(30, Kind::SwitchIdle, 1, IDLE, 1),
        ];
        check(&events, [&[(10, 30)], &[]]);
    }

    #[test]
    fn an_idle_cpu_of_another_cache_does_not_count() {
        let events = [
            event(0, Kind::SwitchIdle, 0, IDLE, 0),
            event(0, Kind::SwitchIdle, 1, IDLE, 1),
            event(20, Kind::Wakeup, 0, 2, IDLE),
            event(60, Kind::SwitchBlocked, 1, 1, IDLE),
        ];
        check(&events, [&[(60, 100)], &[]]);
    }

    #[test]
    fn a_task_that_is_about_to_run_is_nobodys_queue() {
        let events = [
            event(0, Kind::WakeupIdle, 2, 0, IDLE),
            event(5, Kind::SwitchIdle, 2, IDLE, 0),
            event(7, Kind::SwitchDelayed, 2, 0, IDLE),
        ];
        check(&events, [&[], &[]]);
    }
}
