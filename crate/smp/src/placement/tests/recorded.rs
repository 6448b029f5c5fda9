//! Wakeups as three kernels placed them on four CPUs.
//!
//! `recorded.txt` has a line for each different wakeup of the recordings `l4-5hogs`, `l4-8sleepers`, `l4-hackbench`,
//! `l4-hogs-sleepers` and `l4-numa-5hogs`: the kernel, the number of NUMA nodes, whether the waker was about to sleep, its CPU, the
//! CPU that the task was on and the one before, how many tasks each CPU had, which of them ran one (`x`), and the CPU that the kernel
//! chose. Of 3 569 wakeups eight are left out that need another CPU to have been in another state than the events say, as the
//! emulator runs CPUs one after another, and the few in which the kernel looked at one or two CPUs only, as it found the cache busy.

use super::rig::Rig;
use crate::facts::CpuFacts;
use crate::placement::Call;
use crate::topology::{Machine, Shape, machine};

const RECORDED: &str = include_str!("recorded.txt");
const WAKEUPS: usize = 869;

fn four_cpus(nodes: usize) -> Machine {
    let kind = machine("graviton3-16").expect("a preset").machine().kinds[0].clone();
    Shape { sockets: nodes, cores: 4 / nodes, ..Shape::ONE }.machine(kind)
}

fn number(word: &str) -> usize {
    word.parse().expect("a number")
}

/// The machine at a recorded wakeup, and where the task went.
fn recorded(line: &str) -> (Rig, usize) {
    let words: Vec<&str> = line.split(' ').collect();
    let [kernel, nodes, how, waker, prev, recent, tasks, runs, chosen] = words[..] else {
        panic!("a line of another form: {line}")
    };
    let mut rig = Rig::of(&four_cpus(number(nodes)), kernel).waker(number(waker)).prev(number(prev));
    for (cpu, (tasks, runs)) in tasks.split(',').zip(runs.chars()).enumerate() {
        let nr_running = number(tasks) as u32;
        let (h_nr_queued, load_avg) = (nr_running, 1024 * u64::from(nr_running));
        let runs_idle = runs == '.';
        rig.cpus[cpu] = CpuFacts { nr_running, h_nr_queued, runs_idle, load_avg, ..CpuFacts::default() };
    }
    rig.call = Call::Wakeup { sync: how == "sync" };
    rig.waker.load_avg = 500;
    (rig.task(|task| (task.recent_used_cpu, task.load_avg) = (number(recent), 200)), number(chosen))
}

#[test]
fn wakeups_go_where_they_went() {
    assert_eq!(RECORDED.lines().count(), WAKEUPS);
    for line in RECORDED.lines() {
        let (rig, chosen) = recorded(line);
        let placed = rig.place();
        assert_eq!(placed.cpu, chosen, "{line}: {:?}", placed.why);
    }
}
