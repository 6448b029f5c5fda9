//! What kernel paths cost, as named parameters in ns.
//!
//! A timer interrupt at its expiry, a wakeup in it that preempts, and the wakee's next sleep:
//!
//! ```text
//! expiry ─ timer_interrupt ─ wakeup ─┬─ after_wakeup ─ schedule ─┬─ context_switch ─ its work ─ sleep ─┬─
//!                                 Wakeup                       Switch                              Switch
//! ```

mod between;

use std::collections::BTreeMap;

use sched::{Family, Kernel, MeanWeights};
use serde::Serialize;
use smp::cost::{Core, PARAMETERS};
use smp::topology::Machine;

pub use between::Between;

macro_rules! costs {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        /// The time that each kernel path takes, charged to the CPU and to the task that runs it.
        ///
        /// All zero is the default of teaching scenarios: then every time in the trace is
        /// policy and nothing else.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
        pub struct Costs {
            $($(#[doc = $doc])* pub $name: u64,)*
            /// What is paid only with several CPUs, groups, clamps or clocks.
            #[serde(flatten)]
            pub between: Between,
        }

        impl Costs {
            /// Names of the parameters of one CPU, in the order of the fields.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Every parameter of one CPU with its name, its time and what it stands for, in the order of the fields.
            pub fn list(&self) -> Vec<(&'static str, u64, &'static str)> {
                vec![$((stringify!($name), self.$name, concat!($($doc),*).trim_ascii())),*]
            }

            /// The parameter of this name, to set; `None` if there is no such.
            pub fn parameter(&mut self, name: &str) -> Option<&mut u64> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    other => self.between.parameter(other),
                }
            }
        }
    };
}

costs! {
    /// From the expiry of a timer until its handler begins.
    timer_interrupt_ns,
    /// A wakeup by a timer, up to its preemption test.
    wakeup_ns,
    /// From a wakeup's preemption test to the end of the interrupt or system call.
    after_wakeup_ns,
    /// The periodic tick, from its test to the end of the interrupt.
    tick_ns,
    /// How much later than asked the slice timer expires.
    hrtick_late_ns,
    /// The slice timer, from its test to the end of the interrupt.
    hrtick_ns,
    /// From serving a request to reschedule to the switch.
    schedule_ns,
    /// From the switch to the next task's first instruction.
    context_switch_ns,
    /// From finding nothing to take to the switch.
    block_ns,
    /// A change of an attribute.
    syscall_ns,
    /// Going to sleep on a timer, up to the switch.
    sleep_ns,
    /// `sched_yield`, up to the switch.
    yield_ns,
    /// A byte into a pipe, without the wakeup.
    pipe_write_ns,
    /// A byte out of a pipe.
    pipe_read_ns,
    /// Raising a semaphore, without the wakeup.
    futex_post_ns,
    /// Lowering a semaphore.
    futex_wait_ns,
    /// A wakeup by a running task, up to its preemption test.
    task_wakeup_ns,
    /// Creating a thread, up to its preemption test.
    spawn_ns,
    /// What an exiting thread still does before it is gone.
    exit_ns,
    /// Looking at a CPU in the search for a place, for each.
    scan_cpu_ns,
    /// A message to another CPU, until its interrupt begins there.
    ipi_ns,
}

impl Costs {
    /// Costs as in the recordings of a kernel, the recorder's own share included.
    ///
    /// Source: the spacing of events in `c-hog-sleeper`, `c-hog-heavysleeper`, `a2-hogs`, `j-2yielders`,
    /// `h-pipe-pair`, `h-futex-pair` and `i-spawn-short`, where each path stands alone between two
    /// events; the sums of a pipe roundtrip agree
    /// with `traced.pipe_pingpong_roundtrip_ns` of the headers within 6 %.
    pub fn recorded(kernel: &Kernel) -> Costs {
        match (kernel.family, kernel.rules.mean_weights) {
            (Family::Cfs, _) => RECORDED_6_1,
            (Family::Eevdf, MeanWeights::ScaledDown) => RECORDED_6_12,
            (Family::Eevdf, MeanWeights::Full) => RECORDED_7_2,
        }
    }
}

impl Costs {
    /// Sets parameters by name; the error is a name that is none.
    pub fn set(&mut self, values: &BTreeMap<String, u64>) -> Result<(), String> {
        for (name, value) in values {
            *self.parameter(name).ok_or_else(|| name.clone())? = *value;
        }
        Ok(())
    }

    /// Costs that are likely on a machine: the table of [`smp::cost`] on its biggest core. What that has no word for takes no time.
    pub fn of_machine(machine: &Machine) -> Costs {
        let core = Core::biggest(machine);
        let ns = |name: &str| {
            let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name);
            parameter.expect("the table has this name").on(core)
        };
        let mut costs = Costs::default();
        for (name, value) in PARAMETERS.iter().map(|parameter| (parameter.name, parameter.on(core))) {
            if let Some(known) = costs.parameter(name) {
                *known = value;
            }
        }
        let leaves_ns = ns("dequeue_ns") + ns("pick_ns");
        let received_ns = ns("ipi_receive_ns");
        let woken_ns = ns("wake_ns") + ns("enqueue_ns");
        (costs.wakeup_ns, costs.task_wakeup_ns) = (woken_ns, woken_ns);
        (costs.block_ns, costs.sleep_ns) = (leaves_ns, leaves_ns);
        (costs.yield_ns, costs.schedule_ns) = (ns("pick_ns"), ns("pick_ns"));
        costs.context_switch_ns = ns("switch_same_mm_ns");
        costs.ipi_ns = ns("ipi_llc_ns") + received_ns;
        costs.between.ipi_socket_ns += received_ns;
        costs.between.ipi_remote_ns += received_ns;
        costs
    }
}

/// All CPUs of a recorded machine run on one of the emulator's, in turn.
const EMULATED: Between = Between { host_cpus: 1, ..Between::FREE };

const RECORDED_6_1: Costs = Costs {
    timer_interrupt_ns: 1_250,
    wakeup_ns: 3_030,
    after_wakeup_ns: 0,
    tick_ns: 2_600,
    hrtick_late_ns: 2_000,
    hrtick_ns: 1_000,
    schedule_ns: 2_400,
    context_switch_ns: 1_030,
    block_ns: 3_205,
    syscall_ns: 2_000,
    sleep_ns: 4_030,
    yield_ns: 2_730,
    pipe_write_ns: 1_300,
    pipe_read_ns: 1_258,
    futex_post_ns: 150,
    futex_wait_ns: 600,
    task_wakeup_ns: 2_760,
    spawn_ns: 43_700,
    exit_ns: 16_300,
    scan_cpu_ns: 40,
    ipi_ns: 1_000,
    between: EMULATED,
};

const RECORDED_6_12: Costs = Costs {
    timer_interrupt_ns: 1_150,
    wakeup_ns: 4_550,
    after_wakeup_ns: 1_740,
    tick_ns: 2_810,
    hrtick_late_ns: 2_000,
    hrtick_ns: 1_240,
    schedule_ns: 2_690,
    context_switch_ns: 3_600,
    block_ns: 3_650,
    syscall_ns: 2_000,
    sleep_ns: 4_210,
    yield_ns: 3_120,
    pipe_write_ns: 1_250,
    pipe_read_ns: 1_200,
    futex_post_ns: 400,
    futex_wait_ns: 580,
    task_wakeup_ns: 3_950,
    spawn_ns: 17_500,
    exit_ns: 17_900,
    scan_cpu_ns: 40,
    ipi_ns: 1_000,
    between: EMULATED,
};

const RECORDED_7_2: Costs = Costs {
    timer_interrupt_ns: 1_100,
    wakeup_ns: 4_650,
    after_wakeup_ns: 2_200,
    tick_ns: 2_850,
    hrtick_late_ns: 3_870,
    hrtick_ns: 1_240,
    schedule_ns: 2_890,
    context_switch_ns: 4_300,
    block_ns: 4_000,
    syscall_ns: 2_000,
    sleep_ns: 4_436,
    yield_ns: 2_620,
    pipe_write_ns: 1_050,
    pipe_read_ns: 1_018,
    futex_post_ns: 450,
    futex_wait_ns: 600,
    task_wakeup_ns: 4_250,
    spawn_ns: 31_600,
    exit_ns: 25_000,
    scan_cpu_ns: 40,
    ipi_ns: 1_000,
    between: EMULATED,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_parameter_of_its_own() {
        let mut costs = Costs::default();
        for (i, name) in Costs::NAMES.iter().enumerate() {
            *costs.parameter(name).expect("listed") = i as u64 + 1;
        }
        for (i, name) in Costs::NAMES.iter().enumerate() {
            assert_eq!(*costs.parameter(name).expect("listed"), i as u64 + 1, "{name}");
        }
        for (i, name) in Between::NAMES.iter().enumerate() {
            *costs.parameter(name).expect("listed") = i as u64 + 1;
        }
        assert!(costs.between.list().iter().enumerate().all(|(i, (_, value, _))| *value == i as u64 + 1));
        assert!(costs.parameter("coffee_ns").is_none());
        let listed = costs.list();
        assert!(listed.iter().map(|(name, ..)| name).eq(Costs::NAMES));
        assert!(
            listed
                .iter()
                .enumerate()
                .all(|(i, (_, ns, meaning))| *ns == i as u64 + 1 && meaning.ends_with('.'))
        );
    }

    /// A byte there and back between two tasks, if each blocks before the other runs.
    fn blocking_roundtrip_ns(c: &Costs) -> u64 {
        let there_ns = c.context_switch_ns + c.pipe_write_ns + c.task_wakeup_ns + c.after_wakeup_ns;
        2 * (there_ns + c.pipe_read_ns + c.block_ns)
    }

    /// The same if one of them is preempted by its wakee and so never blocks.
    fn preempting_roundtrip_ns(c: &Costs) -> u64 {
        let both_ns = 2 * (c.context_switch_ns + c.pipe_write_ns + c.pipe_read_ns);
        both_ns + c.task_wakeup_ns + c.after_wakeup_ns + c.schedule_ns + c.block_ns
    }

    #[test]
    fn sums_agree_with_the_measured_overheads() {
        // `traced.pipe_pingpong_roundtrip_ns` of the headers, and what the kernel does there.
        let roundtrips = [
            (blocking_roundtrip_ns(&RECORDED_6_1), 19_480),
            (preempting_roundtrip_ns(&RECORDED_6_12), 25_614),
            (blocking_roundtrip_ns(&RECORDED_7_2), 32_988),
        ];
        for (sum_ns, measured_ns) in roundtrips {
            assert!(sum_ns.abs_diff(measured_ns) * 100 <= measured_ns * 6, "{sum_ns} {measured_ns}");
        }
    }

    #[test]
    fn costs_of_a_machine_are_those_of_the_table() {
        let of = |name| Costs::of_machine(&smp::topology::machine(name).expect("a preset").machine());
        let server = of("xeon-2s");
        assert_eq!((server.wakeup_ns, server.block_ns, server.context_switch_ns), (550, 433, 500));
        assert_eq!((server.ipi_ns, server.between.ipi_remote_ns), (1_100, 1_900));
        assert_eq!((server.scan_cpu_ns, server.tick_ns), (40, 1_000));
        let free: Vec<&str> = server
            .between
            .list()
            .into_iter()
            .filter(|(_, value, _)| *value == 0)
            .map(|(name, ..)| name)
            .collect();
        assert_eq!(free, ["host_cpus"], "a machine has CPUs of its own");
        assert_eq!(of("hikey").context_switch_ns, 2_375, "a slow core, and in order");
    }
}
