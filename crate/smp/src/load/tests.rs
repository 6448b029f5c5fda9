//! Tasks on queues: the worked examples as a CPU lives them, moves between CPUs, and laws over random lives.

use proptest::prelude::*;
use sched::pelt::Doing;

use super::{CpuLoad, Speed, TaskLoad};
use crate::facts::CpuFacts;
use crate::rules::{IdleDecay, UtilEstimate};

const MS: u64 = 1_000_000;
const WEIGHT: u64 = 1024;
const RUNS: Doing = Doing { load: 1, runnable: 1, running: true };
const NOBODY: Doing = Doing { load: 0, runnable: 0, running: false };
const ONE: Doing = Doing { load: WEIGHT, runnable: 1, running: true };

/// A CPU and the only task there is, of which nothing is known, enqueued and running at time 0.
fn alone(speed: Speed) -> (CpuLoad, TaskLoad) {
    let (mut cpu, mut task) = (CpuLoad::default(), TaskLoad::of_new_task(0));
    cpu.advance(0, speed);
    cpu.enqueue(&mut task, WEIGHT, NOBODY);
    cpu.becomes_busy();
    (cpu, task)
}

fn run(cpu: &mut CpuLoad, task: &mut TaskLoad, speed: Speed, from_ms: u64, to_ms: u64, step_ms: u64) {
    for ms in (from_ms..to_ms).step_by(step_ms as usize) {
        cpu.advance((ms + step_ms) * MS, speed);
        cpu.update_task(task, WEIGHT, RUNS, ONE);
    }
}

/// Columns: ms, util_sum, period_units, util_avg.
#[test]
fn a_task_alone_fills_its_queue_tick_by_tick() {
    let (mut cpu, mut task) = alone(Speed::FULL);
    let mut at_ms = 0;
    for (ms, util_sum, period_units, util_avg) in [
        (4, 3_863_552, 834, 81),
        (8, 7_390_060, 644, 156),
        (32, 23_403_924, 530, 495),
        (100, 42_112_778, 376, 894),
    ] {
        run(&mut cpu, &mut task, Speed::FULL, at_ms, ms, 4);
        at_ms = ms;
        for avg in [cpu.avg(), &task.avg] {
            assert_eq!((avg.util_sum, avg.period_units, avg.util_avg), (util_sum, period_units, util_avg));
        }
    }
}

#[test]
fn a_sleeping_task_fades_with_its_queue() {
    for (ms, util_sum, util_avg) in [(4, 38_617_587, 823), (32, 21_988_634, 461), (128, 2_997_346, 63)] {
        let (mut cpu, mut task) = alone(Speed::FULL);
        run(&mut cpu, &mut task, Speed::FULL, 0, 100, 4);
        cpu.becomes_idle(0);
        cpu.advance((100 + ms) * MS, Speed::FULL);
        cpu.enqueue(&mut task, WEIGHT, NOBODY);
        assert_eq!((cpu.avg().util_sum, cpu.avg().util_avg), (util_sum, util_avg));
        assert_eq!((task.avg.util_sum, task.avg.util_avg), (util_sum, util_avg));
    }
}

#[test]
fn two_of_ten_ms_settle() {
    let (mut cpu, mut task) = alone(Speed::FULL);
    let mut after_run = 0;
    for round in 0..100 {
        run(&mut cpu, &mut task, Speed::FULL, round * 10, round * 10 + 2, 2);
        after_run = task.avg.util_avg;
        cpu.becomes_idle(0);
        cpu.advance((round + 1) * 10 * MS, Speed::FULL);
        cpu.enqueue(&mut task, WEIGHT, NOBODY);
        cpu.becomes_busy();
    }
    assert_eq!((after_run, task.avg.util_avg), (222, 188));
}

#[test]
fn a_small_cpu_fills_slowly_but_wholly() {
    let speed = Speed { capacity: 462, frequency: 1024 };
    let (mut cpu, mut task) = alone(speed);
    run(&mut cpu, &mut task, speed, 0, 400, 1);
    assert_eq!((cpu.avg().util_avg, cpu.avg().util_sum), (999, 46_820_098));
}

/// A CPU that is behind by half of 400 ms catches up when it is idle, but not if it ran all of the time.
#[test]
fn only_an_unsaturated_cpu_catches_up() {
    let speed = Speed { capacity: 512, frequency: 1024 };
    let (mut cpu, mut task) = alone(speed);
    run(&mut cpu, &mut task, speed, 0, 20, 1);
    cpu.becomes_idle(0);
    assert_eq!(cpu.clock_ns(), 20 * MS);

    let (mut cpu, mut task) = alone(speed);
    run(&mut cpu, &mut task, speed, 0, 1000, 1);
    cpu.becomes_idle(0);
    assert_eq!(cpu.clock_ns(), 500 * MS);
    cpu.advance(1010 * MS, speed);
    assert_eq!(cpu.clock_ns(), 510 * MS);
}

#[test]
fn higher_classes_saturate_a_cpu_too() {
    let speed = Speed { capacity: 512, frequency: 1024 };
    let (mut cpu, _) = alone(speed);
    cpu.advance(20 * MS, speed);
    cpu.becomes_idle(u64::from(u32::MAX));
    assert_eq!(cpu.clock_ns(), 10 * MS);
}

/// A new task on a CPU with util 300 that is 500 units into a period (worked example of attaching).
#[test]
fn a_moved_task_takes_all_of_its_part_along() {
    let (mut here, mut task) = alone(Speed::FULL);
    run(&mut here, &mut task, Speed::FULL, 0, 40, 4);
    let before = task;
    here.detach(&mut task, WEIGHT);
    assert_eq!((here.avg().util_avg, here.avg().load_avg, task.is_attached()), (0, 0, false));

    let mut there = CpuLoad::default();
    there.advance(33 * MS, Speed::FULL);
    assert!(there.enqueue(&mut task, WEIGHT, NOBODY));
    assert_eq!(task.avg.last_update_ns, there.avg().last_update_ns);
    assert_eq!((there.avg().util_avg, there.avg().load_avg), (before.avg.util_avg, before.avg.load_avg));
    assert_eq!(task.avg.util_avg, before.avg.util_avg);
}

/// The task sleeps from 40 ms on, and wakes elsewhere at 72 ms; the clock of its CPU was last brought up at 40 ms.
fn woken_elsewhere(rule: IdleDecay, is_idle: bool) -> (CpuLoad, TaskLoad) {
    let (mut cpu, mut task) = alone(Speed::FULL);
    run(&mut cpu, &mut task, Speed::FULL, 0, 40, 4);
    if is_idle {
        cpu.becomes_idle(0);
    }
    cpu.remove(&mut task, WEIGHT, 72 * MS, rule);
    (cpu, task)
}

#[test]
fn idle_time_that_was_missed_is_made_up_by_version() {
    let awake = woken_elsewhere(IdleDecay::No, true).1;
    assert_eq!(awake.avg.util_avg, 575, "as it went to sleep");
    assert_eq!(woken_elsewhere(IdleDecay::Estimated, false).1.avg.util_avg, 575, "nothing was missed");
    assert_eq!(
        woken_elsewhere(IdleDecay::Estimated, true).1.avg.util_avg,
        297,
        "half of it, after 30 periods"
    );
}

#[test]
fn those_who_left_are_taken_off_at_the_next_update() {
    let (mut cpu, mut task) = woken_elsewhere(IdleDecay::No, true);
    assert_eq!(cpu.avg().util_avg, 575);
    assert!(cpu.update(NOBODY));
    assert_eq!((cpu.avg().util_avg, cpu.avg().load_avg), (0, 0));
    assert!(!cpu.update(NOBODY), "they left once");
    cpu.remove(&mut task, WEIGHT, 80 * MS, IdleDecay::Estimated);
    assert!(!cpu.update(NOBODY), "a task that is nowhere is not taken off again");
}

#[test]
fn a_new_task_begins_with_half_of_what_is_left() {
    let mut task = TaskLoad::of_new_task(WEIGHT);
    CpuLoad::default().begin(&mut task, WEIGHT, 462);
    assert_eq!((task.avg.util_avg, task.avg.runnable_avg, task.avg.load_avg), (231, 231, 1024));
}

#[test]
fn a_new_weight_changes_the_queue_it_is_on() {
    let (mut cpu, mut task) = alone(Speed::FULL);
    run(&mut cpu, &mut task, Speed::FULL, 0, 400, 4);
    cpu.reweight(&mut task, WEIGHT, 2 * WEIGHT);
    assert_eq!((task.avg.load_avg, cpu.avg().load_avg, cpu.avg().util_avg), (2047, 2047, 1023));
}

#[test]
fn estimates_of_those_who_want_to_run_add_up() {
    let (mut cpu, mut task) = alone(Speed::FULL);
    run(&mut cpu, &mut task, Speed::FULL, 0, 40, 4);
    task.sleeps(1024, UtilEstimate::One);
    let mut facts = CpuFacts::default();
    cpu.add_estimate(&task);
    cpu.add_estimate(&task);
    cpu.take_estimate(&task);
    cpu.tell(&mut facts);
    assert_eq!((facts.util_est, facts.util_avg, facts.load_avg, facts.runnable_avg), (575, 575, 575, 575));
    cpu.take_estimate(&task);
    cpu.tell(&mut facts);
    assert_eq!(facts.util_est, 0);
}

/// What happens next to one of the tasks.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// It runs until the next step, if it is not asleep.
    Run,
    /// It sleeps or wakes where it is.
    Toggle,
    /// It moves to the other CPU, asleep or not.
    Move,
}

/// Two CPUs, one of half the size, and the tasks on them.
struct World {
    now_ns: u64,
    cpus: [CpuLoad; 2],
    tasks: Vec<Living>,
}

struct Living {
    load: TaskLoad,
    cpu: usize,
    is_queued: bool,
    is_running: bool,
}

const SPEEDS: [Speed; 2] = [Speed::FULL, Speed { capacity: 512, frequency: 700 }];

impl World {
    fn new(count: usize) -> World {
        let tasks = (0..count).map(|i| Living {
            load: TaskLoad::of_new_task(WEIGHT),
            cpu: i % 2,
            is_queued: false,
            is_running: false,
        });
        World { now_ns: 0, cpus: [CpuLoad::default(); 2], tasks: tasks.collect() }
    }

    fn doing(&self, cpu: usize) -> Doing {
        let queued = self.tasks.iter().filter(|task| task.cpu == cpu && task.is_queued);
        let count = queued.clone().count() as u64;
        Doing::queue(count * WEIGHT, count, queued.clone().any(|task| task.is_running))
    }

    /// Brings everything on both CPUs up to date.
    fn pass(&mut self, ns: u64) {
        self.now_ns += ns;
        for (cpu, speed) in SPEEDS.into_iter().enumerate() {
            let queue = self.doing(cpu);
            self.cpus[cpu].advance(self.now_ns, speed);
            self.cpus[cpu].update(queue);
            for task in self.tasks.iter_mut().filter(|task| task.cpu == cpu && task.load.is_attached()) {
                let doing = Doing::task(task.is_queued, false, task.is_running);
                self.cpus[cpu].update_task(&mut task.load, WEIGHT, doing, queue);
            }
        }
    }

    fn step(&mut self, index: usize, step: Step, rule: IdleDecay) {
        let (cpu, is_queued) = (self.tasks[index].cpu, self.tasks[index].is_queued);
        match step {
            Step::Run => self.run(index),
            Step::Toggle if is_queued => self.stop(index),
            Step::Toggle => self.enqueue(index),
            Step::Move if is_queued => {
                self.stop(index);
                self.cpus[cpu].detach(&mut self.tasks[index].load, WEIGHT);
                self.tasks[index].cpu = 1 - cpu;
                self.enqueue(index);
            }
            Step::Move => {
                self.cpus[cpu].remove(&mut self.tasks[index].load, WEIGHT, self.now_ns, rule);
                self.tasks[index].cpu = 1 - cpu;
                self.enqueue(index);
            }
        }
    }

    fn run(&mut self, index: usize) {
        let cpu = self.tasks[index].cpu;
        if self.tasks[index].is_queued {
            self.tasks.iter_mut().filter(|task| task.cpu == cpu).for_each(|task| task.is_running = false);
            self.tasks[index].is_running = true;
            self.cpus[cpu].becomes_busy();
        }
    }

    fn stop(&mut self, index: usize) {
        let task = &mut self.tasks[index];
        (task.is_queued, task.is_running) = (false, false);
        let cpu = task.cpu;
        if !self.tasks.iter().any(|task| task.cpu == cpu && task.is_running) {
            self.cpus[cpu].becomes_idle(0);
        }
    }

    fn enqueue(&mut self, index: usize) {
        let queue = self.doing(self.tasks[index].cpu);
        let task = &mut self.tasks[index];
        self.cpus[task.cpu].enqueue(&mut task.load, WEIGHT, queue);
        task.is_queued = true;
    }

    /// What the attached tasks of a CPU add up to: load, runnable and util.
    fn parts(&self, cpu: usize) -> [u64; 3] {
        let attached = self.tasks.iter().filter(|task| task.cpu == cpu && task.load.is_attached());
        attached.fold([0; 3], |[load, runnable, util], task| {
            let avg = &task.load.avg;
            [load + avg.load_avg, runnable + avg.runnable_avg, util + avg.util_avg]
        })
    }
}

fn steps() -> impl Strategy<Value = Vec<(usize, Step, u64)>> {
    let step = prop_oneof![Just(Step::Run), Just(Step::Toggle), Just(Step::Move)];
    proptest::collection::vec((0..4usize, step, 1..20_000_000u64), 1..120)
}

proptest! {
    /// A queue's averages are the sum of its tasks' ones, but for rounding, as each part is rounded down by itself. What is taken off
    /// for a task that left asleep is its average as of the last end of a period: up to a 47th of 1024 is wrong each time.
    #[test]
    fn a_queue_is_the_sum_of_its_tasks(steps in steps(), estimated: bool) {
        let rule = if estimated { IdleDecay::Estimated } else { IdleDecay::No };
        let (mut world, mut wrong) = (World::new(4), 16);
        for (index, step, ns) in steps {
            wrong += if matches!(step, Step::Move) { 22 } else { 0 };
            world.step(index, step, rule);
            world.pass(ns);
            for cpu in 0..2 {
                let avg = world.cpus[cpu].avg();
                let whole = [avg.load_avg, avg.runnable_avg, avg.util_avg];
                for (whole, part) in whole.into_iter().zip(world.parts(cpu)) {
                    prop_assert!(whole.abs_diff(part) <= wrong, "{whole} of parts {part}");
                }
                prop_assert!(avg.util_sum <= (avg.divider() << 10) * 5, "four tasks may have come along");
            }
        }
    }

    /// Nothing on an idle CPU grows, once its averages know of all that it ran.
    #[test]
    fn idle_only_fades(busy_ms in 1..500u64, gaps_ns in proptest::collection::vec(1..50_000_000u64, 1..40)) {
        let (mut cpu, mut task) = alone(Speed::FULL);
        run(&mut cpu, &mut task, Speed::FULL, 0, busy_ms, 1);
        cpu.becomes_idle(0);
        let mut now_ns = busy_ms * MS + 2 * MS;
        cpu.advance(now_ns, Speed::FULL);
        cpu.update(NOBODY);
        for gap_ns in gaps_ns {
            let before = *cpu.avg();
            now_ns += gap_ns;
            cpu.advance(now_ns, Speed::FULL);
            cpu.update(NOBODY);
            let after = cpu.avg();
            prop_assert!(after.util_sum <= before.util_sum && after.load_sum <= before.load_sum);
            prop_assert!(after.util_avg <= before.util_avg && after.load_avg <= before.load_avg);
        }
    }
}
