//! What is paid only with several CPUs, groups, clamps or clocks.

use serde::Serialize;

macro_rules! between {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        /// The parts of [`Costs`](super::Costs) that no recording of one CPU can tell; all zero unless something is said.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
        pub struct Between {
            $($(#[doc = $doc])* #[serde(skip_serializing_if = "is_zero")] pub $name: u64,)*
        }

        impl Between {
            /// Nothing costs anything.
            pub const FREE: Between = Between { $($name: 0),* };

            /// Names of the parameters, in the order of the fields.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Every parameter with its name, its value and what it stands for, in the order of the fields.
            pub fn list(&self) -> Vec<(&'static str, u64, &'static str)> {
                vec![$((stringify!($name), self.$name, concat!($($doc),*).trim_ascii())),*]
            }

            /// The parameter of this name, to set; `None` if there is no such.
            pub fn parameter(&mut self, name: &str) -> Option<&mut u64> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

between! {
    /// Each level of groups, for an enqueue and a dequeue together.
    group_level_ns,
    /// Counting clamps at an enqueue, where a key was turned on.
    clamp_enqueue_ns,
    /// Counting clamps at a dequeue, where a key was turned on.
    clamp_dequeue_ns,
    /// Counting clamps at an enqueue, without a key.
    clamp_keyless_enqueue_ns,
    /// Counting clamps at a dequeue, without a key.
    clamp_keyless_dequeue_ns,
    /// A pick, more for each time that the number of tasks doubles.
    pick_doubling_ns,
    /// Moving a task to another CPU.
    migrate_ns,
    /// Sending a message to another CPU.
    ipi_send_ns,
    /// A message to a CPU of another last-level cache, until its interrupt begins there; at least as long as within one.
    ipi_socket_ns,
    /// A message to another socket, until its interrupt begins there; at least as long as within one.
    ipi_remote_ns,
    /// Until an idle CPU that polls sees that it has work.
    polling_wake_ns,
    /// A balance of a domain, without looking at CPUs.
    balance_ns,
    /// Each CPU that a balance looks at.
    balance_cpu_ns,
    /// Stealing a task.
    steal_ns,
    /// From asking for another clock until it is there.
    clock_change_ns,
    /// A line from the core's own cache.
    line_l2_ns,
    /// A line from the last-level cache.
    line_llc_ns,
    /// A line from memory, or from another last-level cache of the socket.
    line_memory_ns,
    /// A line from another socket.
    line_remote_ns,
    /// What a thread loses while another one of its core works, in thousandths.
    smt_loss_per_mille,
    /// CPUs of the host on which those of the machine take turns: what the kernel does takes longer, the more are busy. 0 if each has its
    /// own. Steps of work count a thread's own time and are as long as ever.
    host_cpus,
    /// How much of the time that it takes to leave an idle state counts, in thousandths.
    idle_exit_per_mille,
}

fn is_zero(value: &u64) -> bool {
    *value == 0
}
