//! What scenarios say of machines: read, refused, written.

use proptest::prelude::*;
use serde_json::{Value, json};
use sim::Scenario;
use sim::scenario::machine::Machine;

use super::random;

fn read(machine: &Value) -> Result<Machine, String> {
    let scenario =
        json!({ "machine": machine, "duration_us": 1, "threads": [{ "name": "a", "script": [] }] });
    serde_json::from_value::<Scenario>(scenario)
        .map(|scenario| scenario.machine)
        .map_err(|error| error.to_string())
}

fn written(machine: &Machine) -> Value {
    serde_json::to_value(machine).expect("plain data")
}

#[track_caller]
fn check(machine: Value, cpus: u32) {
    let read = read(&machine).expect("it reads well");
    assert_eq!((read.cpus, written(&read)), (cpus, machine));
}

#[track_caller]
fn check_refused(machine: Value, expected: &str) {
    assert_eq!(read(&machine).expect_err("it cannot be"), expected, "{machine}");
}

#[test]
fn machines_are_written_as_they_are_read() {
    check(json!({ "cpus": 1 }), 1);
    check(json!({ "cpus": 512 }), 512);
    check(json!({ "cpus": 4, "smp": "4,sockets=1,cores=2,threads=2" }), 4);
    check(json!({ "preset": "hikey" }), 8);
    check(json!({ "sockets": 2, "cores": 10, "threads": 2 }), 40);
    check(json!({ "style": "arm", "cpus": 8, "llc_cpus": ["0-3", "4-7"] }), 8);
    check(json!({ "threads": 2, "numbering": "threads-first" }), 2);
    check(
        json!({
            "style": "arm",
            "llcs": 2,
            "cores": 4,
            "policy_cpus": ["0-7"],
            "kinds": [
                {
                    "cpus": "0-3",
                    "name": "A53",
                    "capacity_dmips_mhz": 592,
                    "opps_khz_uv": [[533_000, 712_500], [1_844_000, 1_100_000]],
                    "power_uw_mhz_v2": 110,
                    "idle_exit_us": [650, 1600],
                    "l2_kib": 512,
                    "llc_kib": 512,
                },
                { "cpus": "4-7", "opps_khz_uv": [[2_362_000]] },
            ],
        }),
        8,
    );
    check(json!({ "sockets": 2, "distances": [[10, 21], [21, 10]] }), 2);
}

#[test]
fn a_machine_without_a_word_has_one_cpu() {
    assert_eq!(read(&json!({})), Ok(Machine::of_cpus(1)));
    assert_eq!(read(&json!({ "smp": "1" })).map(|machine| machine.cpus), Ok(1));
}

#[test]
fn numbers_that_are_one_need_not_be_said() {
    let long = read(&json!({ "sockets": 1, "llcs": 1, "cores": 4, "threads": 1, "style": "x86" }));
    assert_eq!(long.as_ref().map(written), Ok(json!({ "cpus": 4 })));
}

#[test]
fn a_named_machine_is_its_parts() {
    for preset in smp::topology::machines() {
        let machine = Machine::preset(preset);
        let parts = Machine::of_parts(machine.parts().expect("it is known"));
        assert_eq!(parts.description(), Ok(preset.machine()), "{}", preset.name);
        assert_eq!(read(&written(&parts)), Ok(parts), "{}", preset.name);
    }
}

#[test]
fn two_ways_of_saying_the_same_are_refused() {
    check_refused(
        json!({ "cpus": 8, "threads": 2 }),
        "machine.cpus: 8 stands beside `threads`, which says it too; leave out `cpus` or `threads`",
    );
    check_refused(
        json!({ "preset": "hikey", "cpus": 8 }),
        "machine.preset: `hikey` stands beside `cpus`, which says it too; leave out `preset` or `cpus`",
    );
    check_refused(
        json!({ "cpus": 4, "smp": "4", "style": "arm" }),
        "machine.smp: `4` stands beside `style`, which says it too; leave out `smp` or `style`",
    );
}

#[test]
fn machines_that_cannot_be_are_refused_with_their_place() {
    check_refused(
        json!({ "preset": "hikey970" }),
        "machine.preset: no machine is called `hikey970`; did you mean `hikey960`?",
    );
    check_refused(json!({ "cpus": 513 }), "machine.cpus: 513 is outside 1..=512; use a value inside");
    check_refused(
        json!({ "cores": 300, "threads": 2 }),
        "machine: its parts make 600 CPUs; a machine has at most 512 (NR_CPUS)",
    );
    check_refused(
        json!({ "cpus": 4, "llc_cpus": ["0-1", "1-3"] }),
        "machine.llc_cpus[1]: CPU 1 is in last-level cache 0 too; name each CPU once",
    );
    check_refused(
        json!({ "cpus": 4, "llc_cpus": ["0-1"] }),
        "machine.llc_cpus: CPUs 2-3 are in no last-level cache; name every CPU in a last-level cache",
    );
    check_refused(
        json!({ "cpus": 4, "llc_cpus": ["0-1", "2-3"], "cluster_cpus": ["0", "1-2", "3"] }),
        "machine.cluster_cpus[1]: cluster 1-2 is in more than one last-level cache; keep each cluster within one last-level cache",
    );
    check_refused(
        json!({ "sockets": 2, "distances": [[10, 20], [30, 10]] }),
        "machine.distances[0]: Node-distance not symmetric: 0 to 1 is 20, back 30; write the same both ways",
    );
    check_refused(
        json!({ "cpus": 2, "node_cpus": ["0", "1"] }),
        "machine: last-level cache 0-1 is in more than one node; keep each last-level cache within one node",
    );
    for capacity in [0, 1025] {
        check_refused(
            json!({ "kinds": [{ "cpus": "0", "capacity_dmips_mhz": capacity }] }),
            &format!(
                "machine.kinds[0]: capacity-dmips-mhz of {capacity}; write 1 to 1024; 1024 is the biggest CPU"
            ),
        );
    }
    check_refused(
        json!({ "cpus": 2, "kinds": [{ "cpus": "0" }] }),
        "machine.kinds: CPUs 1 have no kind; give every CPU one, or leave kinds out",
    );
    check_refused(
        json!({ "cpus": 2, "kinds": [{ "cpus": "0-1" }, { "cpus": "1" }] }),
        "machine.kinds[1].cpus: CPU 1 has a kind already; name each CPU once",
    );
    check_refused(
        json!({ "cpus": 2, "kinds": [{ "cpus": "0-2" }] }),
        "machine.kinds[0].cpus: CPU 2 is not of this machine, which has 0-1; leave it out",
    );
}

#[test]
fn words_that_say_no_machine_are_refused() {
    check_refused(json!({ "llc_cpus": [] }), "machine.llc_cpus: a list of 0 says nothing; leave it out");
    check_refused(json!({ "style": "mips" }), "machine.style: `mips` is not known here; write x86 or arm");
    check_refused(
        json!({ "cpus": 2, "core_cpus": ["0-1x"] }),
        "machine.core_cpus[0]: `0-1x` is no list of CPUs at `0-1x`; write CPUs 0 to 511 as in \"0-3,8\"",
    );
    check_refused(
        json!({ "kinds": [{ "cpus": "0", "opps_khz_uv": [[]] }] }),
        "machine.kinds[0].opps_khz_uv[0]: a list of 0 is no operating point; write [kHz, µV] or [kHz]",
    );
    let remedy = "write as in 4,sockets=1,cores=2,threads=2 or 4:numa";
    for (cpus, words, wrong) in [
        (2, "4", "`4` does not begin with the 2 CPUs of machine.cpus"),
        (4, "4,books=2", "`books=2` is no number of parts"),
        (4, "4,threads=3", "`4,threads=3` does not make 4 CPUs"),
        (3, "3:numa", "`3:numa` does not make 3 CPUs in two nodes"),
    ] {
        check_refused(json!({ "cpus": cpus, "smp": words }), &format!("machine.smp: {wrong}; {remedy}"));
    }
}

/// A place of a machine's description, and what to put there.
fn mutated() -> impl Strategy<Value = Value> {
    let number = || prop_oneof![6 => (0..6i64).prop_map(Value::from), 1 => Just(json!(600)), 1 => Just(json!(null)), 1 => Just(json!("2")), 1 => Just(json!(-1))];
    let lists = prop_oneof![
        Just(json!(["0-1", "2-3"])),
        Just(json!(["0", "1-3"])),
        Just(json!(["0,2", "1,3"])),
        Just(json!(["0-1", "1-3"])),
        Just(json!(["3-0"])),
        Just(json!([[0]])),
    ];
    let key = |keys: &'static [&'static str]| proptest::sample::select(keys);
    let numbers = (key(&["cpus", "sockets", "nodes", "llcs", "clusters", "cores", "threads"]), number());
    let lists =
        (key(&["package_cpus", "node_cpus", "llc_cpus", "cluster_cpus", "core_cpus", "policy_cpus"]), lists);
    let rest = (
        key(&["style", "preset", "smp", "distances", "kinds", "numbering"]),
        proptest::sample::select(vec![
            json!("arm"),
            json!("hikey"),
            json!("4:numa"),
            json!([[10, 20], [20, 10]]),
            json!([{ "cpus": "0-3", "capacity_dmips_mhz": 5 }]),
            json!("threads-first"),
        ]),
    );
    proptest::collection::vec(prop_oneof![numbers, lists, rest], 1..4)
        .prop_map(|entries| {
            entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<serde_json::Map<_, _>>()
        })
        .prop_map(Value::Object)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever stands there is refused or has domains; and then it is written as the same machine.
    #[test]
    fn any_description_is_refused_or_a_machine(value in mutated()) {
        if let Ok(machine) = read(&value) {
            let topology = machine.topology().expect("what reads well can be");
            prop_assert_eq!(topology.cpu_count(), machine.cpus as usize);
            let again = read(&written(&machine)).expect("what is written can be read");
            prop_assert_eq!(again.topology(), Ok(topology));
            prop_assert_eq!(written(&again), written(&machine));
        }
    }

    #[test]
    fn random_machines_survive_being_written_and_read(machine in random::machine()) {
        let again = read(&written(&machine)).expect("what is written can be read");
        prop_assert_eq!(again.topology(), machine.topology());
        prop_assert_eq!(written(&again), written(&machine));
    }
}
