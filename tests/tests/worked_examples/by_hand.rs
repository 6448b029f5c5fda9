//! Worked examples that need no engine: the policy alone, driven by hand.

use sched::{Change, Enqueue, Entity, EntityId, FairQueue, Params, Policy, Pool, Resched, Vtime};
use serde_json::Value;

use crate::{Row, expected, vectors};

/// Three equal hogs driven by hand: a tick each period, of which interrupts take `irq_ns` that no
/// task is charged for.
struct Hogs {
    pool: Pool,
    queue: FairQueue,
    tick_ns: u64,
    irq_ns: u64,
}

impl Hogs {
    fn new(slice_ns: u64, hz: u32, irq_ns: u64, how: Enqueue) -> Hogs {
        let mut params = Params::new(sched::kernel("7.2").expect("a preset"), hz, 1);
        params.set_feature("NO_HRTICK").expect("a feature of 7.2");
        params.set_tunable("base_slice_ns", slice_ns).expect("a tunable of 7.2");
        let mut hogs =
            Hogs { pool: Pool::new(), queue: FairQueue::new(params), tick_ns: params.tick_ns, irq_ns };
        for _ in 0..3 {
            let id = hogs.pool.add(Entity::new(Policy::Normal, 0));
            hogs.queue.enqueue(&mut hogs.pool, id, how, 0);
        }
        hogs.switch(0);
        hogs
    }

    /// Pick, and switch if another was picked; who runs then.
    fn switch(&mut self, now_ns: u64) -> u32 {
        let next = self.queue.pick(&mut self.pool, now_ns).expect("three hogs are queued").next;
        if self.queue.curr() != Some(next) {
            self.queue.put_prev(&mut self.pool, now_ns);
            self.queue.set_next(&mut self.pool, next, now_ns, true);
        }
        next.0
    }

    /// The `n`-th tick; who runs after it, if the scheduler was asked.
    fn tick(&mut self, n: u64) -> Option<u32> {
        let clock_ns = n * (self.tick_ns - self.irq_ns);
        let verdict = self.queue.tick(&mut self.pool, clock_ns);
        (verdict.resched != Resched::No).then(|| self.switch(clock_ns))
    }
}

const NAMES: [&str; 3] = ["A", "B", "C"];

#[test]
fn e2f_new_tasks_have_half_a_request() {
    let want = expected(&vectors()["E2f"]["7.2"]["log"], false);
    let mut hogs = Hogs::new(3_000_000, 250, 0, Enqueue::Fork);
    let row = |hogs: &Hogs, t_ns: u64, why: &str, who: u32| {
        let v = hogs.queue.avg_vruntime(&hogs.pool);
        let entity = |(i, name): (usize, &&str)| {
            let e = &hogs.pool[EntityId(i as u32)];
            (name.to_string(), [e.vruntime.raw(), e.deadline.raw(), v.since(e.vruntime)])
        };
        let entities = NAMES.iter().enumerate().map(entity).collect();
        Row { t_ns, why: why.into(), who: NAMES[who as usize].into(), v: v.raw(), entities }
    };
    assert_eq!(row(&hogs, 0, "start", 0), want[0]);
    let mut rows = (1..).filter_map(|n| hogs.tick(n).map(|who| row(&hogs, n * 4_000_000, "tick", who)));
    for row in &want[1..] {
        assert_eq!(rows.next().as_ref(), Some(row));
    }
}

#[test]
fn e2b_interrupt_time_is_not_charged() {
    for case in vectors()["E2b"].as_array().expect("a list of cases") {
        let (slice_ns, hz) = (case["slice"].as_u64().expect("ns"), case["hz"].as_u64().expect("a rate"));
        let mut hogs = Hogs::new(slice_ns, hz as u32, 2_000, Enqueue::Wakeup);
        let (mut runs, mut since_ns, mut who) = (Vec::new(), 0, 0);
        let wanted = case["runs"].as_array().expect("a list of runs");
        for n in 1.. {
            let next = hogs.tick(n).unwrap_or(who);
            if next != who {
                runs.push(serde_json::json!([since_ns, n * hogs.tick_ns, NAMES[who as usize]]));
                (since_ns, who) = (n * hogs.tick_ns, next);
            }
            // The last run of a list is cut off where the example ends.
            if runs.len() + 1 == wanted.len() {
                break;
            }
        }
        assert_eq!(runs, wanted[..runs.len()], "slice {slice_ns}, {hz} Hz");
    }
}

#[test]
fn e1_time_over_weight() {
    let all = vectors();
    for (kernel, key) in [("6.12.y", "inv"), ("7.2", "exact")] {
        let rule = sched::kernel(kernel).expect("a preset").rules.delta;
        let delta = |weight| sched::calc_delta_fair(rule, 4_000_000, weight);
        for (nice, want) in all["E1"][key].as_object().expect("values by nice") {
            let weight = sched::Weight::of_nice(nice.parse().expect("a nice value"));
            assert_eq!(Some(delta(weight)), want.as_u64(), "{kernel}, nice {nice}");
        }
        assert_eq!(Some(delta(sched::Weight::IDLE)), all["E1"][&format!("idle_{key}")].as_u64(), "{kernel}");
    }
}

fn ints(row: &Value) -> Vec<i64> {
    row.as_array().expect("a row").iter().map(|v| v.as_i64().expect("an integer")).collect()
}

/// A policy and nice value of this weight.
fn of_weight(weight: i64) -> Entity {
    let nice = (-20..=19).find(|nice| sched::Weight::of_nice(*nice).load as i64 == weight * 1024);
    nice.map_or(Entity::new(Policy::Idle, 0), |nice| Entity::new(Policy::Normal, nice))
}

#[test]
fn e7_placement_inflates_the_lag() {
    for kernel in ["6.12.y", "7.2"] {
        for row in vectors()["E7"].as_array().expect("rows") {
            let [total, weight, vlag, used, _, after] = ints(row)[..] else { panic!("six numbers") };
            let params = Params::new(sched::kernel(kernel).expect("a preset"), 250, 1);
            let (mut pool, mut queue) = (Pool::new(), FairQueue::new(params));
            for _ in 0..total / 1024 {
                let id = pool.add(Entity::new(Policy::Normal, 0));
                queue.enqueue(&mut pool, id, Enqueue::Wakeup, 0);
            }
            let before = queue.avg_vruntime(&pool);
            let id = pool.add(of_weight(weight));
            pool[id].vlag = vlag;
            queue.enqueue(&mut pool, id, Enqueue::Wakeup, 0);
            assert_eq!(before.since(pool[id].vruntime), used, "{kernel} {row}");
            // V is rounded down, the example's column towards zero.
            assert!((0..=1).contains(&(after - queue.lag_ns(&pool, id))), "{kernel} {row}");
        }
    }
}

#[test]
fn e8_reweight_keeps_lag_and_request_in_cpu_time() {
    for row in vectors()["E8"].as_array().expect("rows") {
        let [from, to, vlag, deadline, vlag_after, deadline_after] = ints(row)[..] else {
            panic!("six numbers")
        };
        let params = Params::new(sched::kernel("7.2").expect("a preset"), 250, 1);
        let (mut pool, mut queue) = (Pool::new(), FairQueue::new(params));
        let id = pool.add(of_weight(from));
        (pool[id].vlag, pool[id].deadline, pool[id].rel_deadline) = (vlag, Vtime::from_raw(deadline), true);
        queue.change(&mut pool, id, Change::Nice(of_weight(to).nice), false, 0);
        assert_eq!((pool[id].vlag, pool[id].deadline.raw()), (vlag_after, deadline_after), "{row}");
    }
}
