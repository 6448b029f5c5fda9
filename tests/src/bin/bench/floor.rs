//! The least that a discrete-event simulator does: a bare binary heap that pops one timer and pushes the next, and a row
//! of the trace's size for each.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hint::black_box;
use std::time::Instant;

use sim::trace::{Event, IDLE};

const EVENTS: u32 = 400_000;

/// Events a second of the bare loop with so many timers pending.
pub fn events_per_s(timers: usize) -> f64 {
    let begun = Instant::now();
    black_box(run(timers));
    f64::from(EVENTS) / begun.elapsed().as_secs_f64()
}

/// Ties are decided by a sequence number, as in any simulator that must repeat itself.
fn run(timers: usize) -> Vec<Event> {
    let mut heap: BinaryHeap<Reverse<(u64, u32, u16)>> =
        (0..timers).map(|timer| Reverse((timer as u64, timer as u32, timer as u16))).collect();
    let mut trace = Vec::new();
    let mut chance = 1_u64;
    for sequence in 0..EVENTS {
        let Some(Reverse((t_ns, _, task))) = heap.pop() else { break };
        trace.push(Event { t_ns, a: 0, b: 0, cpu: 0, task, other: IDLE, kind: 0, code: 0 });
        // A linear congruential step: anything that the processor cannot foresee.
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        heap.push(Reverse((t_ns + (chance >> 44), sequence + timers as u32, task)));
    }
    trace
}
