//! Where realtime tasks go on an HiKey and an HiKey960, by hand.

use super::{AboveFacts, AboveView, Pushed, RtTask, Spread, place, push, takes, waits};
use crate::topology::{Topology, machine};
use crate::{CpuSet, SmpReason, smp_rules};

/// A machine on which CPUs run realtime tasks of these priorities, 0 where they do not.
struct Rig {
    topology: Topology,
    cpus: Vec<AboveFacts>,
    kernel: &'static str,
}

impl Rig {
    fn new(name: &str, running: [u8; 8]) -> Rig {
        let preset = machine(name).expect("a preset");
        let topology = Topology::new(&preset.machine());
        let facts =
            |priority: u8| AboveFacts { queued: priority, running: priority, ..AboveFacts::default() };
        Rig { topology, cpus: running.map(facts).to_vec(), kernel: "7.2" }
    }

    fn view(&self) -> AboveView<'_> {
        AboveView { topology: &self.topology, cpus: &self.cpus, rules: smp_rules(self.kernel) }
    }

    /// A task of this priority that was on CPU 2, woken by `asking`: where it wakes.
    #[track_caller]
    fn check(&self, task: RtTask, asking: usize, cpu: usize, why: SmpReason) {
        let choice = place(&self.view(), &task, asking, Spread::default(), &mut ());
        assert_eq!((choice.cpu, choice.why), (cpu, why));
    }
}

fn task(cpu: usize, priority: u8) -> RtTask {
    RtTask { cpu, priority, allowed: CpuSet::ALL, capacity: 0 }
}

#[test]
fn a_task_wakes_where_it_was_unless_it_would_wait() {
    let stays = |running| SmpReason::RtPlacedHere { priority: 10, running };
    Rig::new("hikey", [0; 8]).check(task(2, 10), 5, 2, stays(0));
    Rig::new("hikey", [0, 0, 9, 0, 0, 0, 0, 0]).check(task(2, 10), 5, 2, stays(9));
    let lowest = SmpReason::RtPlacedLowest { priority: 10, queued: 0 };
    Rig::new("hikey", [0, 0, 10, 0, 0, 0, 0, 0]).check(task(2, 10), 3, 3, lowest);
    let mut pinned = Rig::new("hikey", [0, 0, 9, 0, 0, 0, 0, 0]);
    pinned.cpus[2].is_pinned = true;
    pinned.check(task(2, 10), 3, 3, lowest);
}

/// Near to where it was comes before the CPU that wakes it, if that is in another cluster; up to 5.10 the first, later each time
/// another one.
#[test]
fn near_cpus_come_first() {
    let lowest = SmpReason::RtPlacedLowest { priority: 10, queued: 0 };
    let mut rig = Rig::new("hikey", [0, 0, 50, 0, 0, 0, 0, 0]);
    rig.check(task(2, 10), 5, 1, lowest);
    let first = place(&rig.view(), &task(2, 10), 5, Spread::default(), &mut ());
    assert_eq!(place(&rig.view(), &task(2, 10), 5, first.spread, &mut ()).cpu, 3);
    rig.kernel = "5.10";
    rig.check(task(2, 10), 5, 0, lowest);
    let far = Rig::new("hikey", [50, 50, 50, 50, 0, 0, 0, 0]);
    far.check(task(2, 10), 5, 5, lowest);
}

#[test]
fn the_least_urgent_makes_way_and_nobody_more_urgent() {
    let rig = Rig::new("hikey", [20, 20, 20, 20, 20, 7, 5, 20]);
    rig.check(task(2, 10), 0, 6, SmpReason::RtPlacedLowest { priority: 10, queued: 5 });
    rig.check(task(2, 5), 0, 2, SmpReason::RtPlacedNowhere { priority: 5, running: 20 });
    let pinned = RtTask { allowed: CpuSet::one(2), ..task(2, 10) };
    rig.check(pinned, 0, 2, SmpReason::RtPlacedNowhere { priority: 10, running: 20 });
}

/// A DEADLINE task is above all; up to 6.11 a realtime task that wakes makes way for it, later it is pushed.
#[test]
fn deadline_is_above_every_priority() {
    let mut rig = Rig::new("hikey", [0; 8]);
    rig.cpus[2] = AboveFacts { has_deadline: true, running: AboveFacts::DEADLINE, ..AboveFacts::default() };
    rig.check(task(2, 99), 3, 2, SmpReason::RtPlacedHere { priority: 99, running: 100 });
    assert!(waits(&rig.view(), &task(2, 99)));
    rig.kernel = "6.8";
    rig.check(task(2, 99), 3, 3, SmpReason::RtPlacedLowest { priority: 99, queued: 0 });
    assert!(!waits(&rig.view(), &task(3, 1)));
}

/// A task that asks for a big CPU gets one, if one would let it run; otherwise it stays where it is.
#[test]
fn a_big_task_goes_to_a_big_cpu() {
    let big = RtTask { capacity: 1024, ..task(0, 10) };
    let lowest = SmpReason::RtPlacedLowest { priority: 10, queued: 0 };
    Rig::new("hikey960", [0; 8]).check(big, 0, 4, lowest);
    Rig::new("hikey960", [0, 0, 0, 0, 50, 50, 9, 50]).check(
        big,
        0,
        6,
        SmpReason::RtPlacedLowest { priority: 10, queued: 9 },
    );
    let busy = Rig::new("hikey960", [0, 0, 0, 0, 50, 50, 50, 50]);
    busy.check(big, 0, 0, SmpReason::RtPlacedHere { priority: 10, running: 0 });
    let waiting = Rig::new("hikey960", [50, 0, 0, 0, 50, 50, 50, 50]);
    waiting.check(big, 1, 1, lowest);
}

#[test]
fn who_waits_is_pushed_unless_it_is_about_to_run() {
    let rig = Rig::new("hikey", [0, 0, 50, 0, 0, 0, 0, 0]);
    let pushed = |rig: &Rig, priority| push(&rig.view(), &task(2, priority), 2, Spread::default(), &mut ());
    let why = SmpReason::RtPushed { priority: 10, queued: 0 };
    assert!(matches!(pushed(&rig, 10), Pushed::To { cpu: 1, why: told, .. } if told == why));
    assert_eq!(pushed(&rig, 60), Pushed::Outbids);
    assert!(matches!(pushed(&Rig::new("hikey", [20; 8]), 20), Pushed::Stays { .. }));
}

#[test]
fn a_pull_takes_what_is_more_urgent_and_would_wait() {
    let rig = Rig::new("hikey", [0, 5, 50, 0, 0, 0, 0, 0]);
    assert!(takes(&rig.view(), 1, &task(2, 10)).is_ok());
    assert!(takes(&rig.view(), 1, &task(2, 5)).is_err(), "it has one that is as urgent");
    assert!(takes(&rig.view(), 1, &task(2, 60)).is_err(), "it is about to run there");
}
