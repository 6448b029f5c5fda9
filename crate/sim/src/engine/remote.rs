//! What one CPU asks of another.
//!
//! A wakeup for a CPU that shares no cache with the waker, or has nothing to do, is left to that CPU: the task is put on its list
//! and it enqueues the task itself (`ttwu_queue_wakelist`, feature TTWU_QUEUE). Otherwise the waker does it, and only a request to
//! reschedule has to be sent. A message arrives as an interrupt; where messages take no time, wakeups and
//! requests are done at once.

use sched::Resched;
use smp::SmpFeature;
use smp::rules::QueuedWakeup;

use super::balance::Push;
use super::cpu::Cpu;
use super::{Observer, Sim};
use crate::trace::Kind;

/// A message to a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// Enqueue `task`, which `by` woke.
    Wake { task: u16, by: u16, sync: bool },
    /// Reschedule.
    Resched { resched: Resched, cause: Kind },
    /// Balance for all that are idle, or only age their averages.
    Balance { balances: bool },
    /// Let a task go.
    Push(Push),
    /// Let go realtime tasks that wait.
    PushUrgent,
}

impl Sim {
    /// Whether a wakeup for another CPU is left to that one (`ttwu_queue_cond`). Where messages take no time it is done at once, so that
    /// the next one at the same instant sees it.
    pub(super) fn leaves_wakeup(&self, on: usize, to: usize) -> bool {
        if on == to || self.plan.costs.ipi_ns == 0 || !self.plan.smp_features.has(SmpFeature::TtwuQueue) {
            return false;
        }
        let has_nothing = self.facts[to].nr_running == 0;
        match self.plan.smp.queued_wakeup {
            _ if !self.plan.topology.shares_llc(on, to) => true,
            // A task that is just leaving its CPU has left it by the time of the next event.
            QueuedWakeup::WhileLeaving => false,
            QueuedWakeup::ToIdle => has_nothing,
        }
    }

    /// `on` sends a message, which takes its time and that of the way.
    pub(super) fn send(&mut self, on: usize, to: usize, message: Message) {
        let at_ns = self.now_ns + self.message_way_ns(on, to);
        if self.plan.costs.between.ipi_send_ns > 0 && !self.polls(to) {
            self.reach(on);
            self.cpus[on].spend(self.now_ns, self.plan.costs.between.ipi_send_ns);
        }
        self.reach(to);
        self.cpus[to].receive(at_ns, message);
        self.look(to);
    }

    /// How long a message is on its way: longer to another cache, and to another node. One that polls needs none.
    fn message_way_ns(&self, on: usize, to: usize) -> u64 {
        let (costs, hardware) = (&self.plan.costs, &self.plan.hardware);
        if self.polls(to) {
            return costs.between.polling_wake_ns;
        }
        let more_ns = match () {
            _ if self.plan.topology.shares_llc(on, to) => 0,
            _ if hardware.node_of[on] == hardware.node_of[to] => costs.between.ipi_socket_ns,
            _ => costs.between.ipi_remote_ns,
        };
        costs.ipi_ns.max(more_ns) * self.cpus[on].crowd
    }

    /// `on` has raised a request on another CPU, on which `before` was pending: a hard one is a message, if messages take time.
    pub(super) fn send_request(&mut self, on: usize, to: usize, before: Resched) {
        let takes_time = on != to && self.message_way_ns(on, to) > 0;
        let here = &mut self.cpus[to];
        let (resched, cause) = (here.pending, here.cause);
        if !takes_time || resched <= before || resched != Resched::Hard {
            return;
        }
        here.pending = before;
        self.send(on, to, Message::Resched { resched, cause });
    }

    /// Handles a message that has arrived.
    pub(super) fn handle_message<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        match self.cpus[cpu].take_message() {
            None => {}
            Some(Message::Resched { resched, cause }) => self.cpus[cpu].request(resched, cause),
            Some(Message::Balance { balances }) => self.balance_for_idle(cpu, balances, out),
            Some(Message::Push(push)) => self.push_one(cpu, push, out),
            Some(Message::PushUrgent) => self.push_asked(cpu, out),
            Some(Message::Wake { task, by, sync }) => {
                self.tasks[usize::from(task)].arriving = false;
                self.wake_here([cpu, cpu], task, by, sync, out);
            }
        }
    }
}

impl Cpu {
    /// A message that is going to arrive; of equal times the one sent first comes first.
    fn receive(&mut self, at_ns: u64, message: Message) {
        let place = self.messages.partition_point(|(other_ns, _)| *other_ns <= at_ns);
        self.messages.insert(place, (at_ns, message));
        self.note_first_message();
    }

    /// A schedule() serves all requests made before it, also those whose message is still on its way.
    pub fn forget_requests(&mut self) {
        self.messages.retain(|(_, message)| !matches!(message, Message::Resched { .. }));
    }

    fn take_message(&mut self) -> Option<Message> {
        let taken = self.messages.pop_front();
        self.note_first_message();
        taken.map(|(_, message)| message)
    }

    fn note_first_message(&mut self) {
        self.message_ns = self.messages.front().map_or(u64::MAX, |(at_ns, _)| *at_ns);
    }

    /// A wakeup is on its way here (`ttwu_pending`).
    pub fn wakeup_pending(&self) -> bool {
        self.messages.iter().any(|(_, message)| matches!(message, Message::Wake { .. }))
    }
}

#[cfg(test)]
mod tests {
    use crate::costs::{Between, Costs};
    use crate::run::simulate;
    use crate::scenario::{CostChoice, Duration, Machine, Scenario, Side, Step, Thread};
    use crate::trace::Kind;

    /// A thread on CPU 0 of a machine works for 1 ms and wakes one that waits on another CPU: how much later that wakes, ns.
    #[track_caller]
    fn check(machine: &str, cpu: u32, expected_ns: u64) {
        let on = |cpu| Some(vec![cpu]);
        let waker = vec![Step::Run(Duration::Fixed(1_000)), Step::Post(0)];
        let threads = vec![
            Thread { affinity: on(0), ..Thread::new("waker", waker) },
            Thread { affinity: on(cpu), ..Thread::new("wakee", vec![Step::Wait(0)]) },
        ];
        let machine = Machine::preset(smp::topology::machine(machine).expect("a preset"));
        let scenario = Scenario { machine, threads, channels: 1, ..Scenario::default() };
        let between = Between { ipi_socket_ns: 1_700, ipi_remote_ns: 1_900, ..Between::FREE };
        let costs = CostChoice::Custom(Costs { ipi_ns: 1_100, between, ..Costs::default() });
        let run = simulate(&scenario, &Side { costs, ..Side::new("6.5") }).expect("a valid scenario");
        let mut wakeups =
            run.trace().events.iter().filter(|event| event.task == 1 && event.t_ns >= 1_000_000);
        let woken = wakeups.find(|event| event.kind().is_wakeup()).expect("it wakes");
        assert_eq!((woken.kind(), woken.t_ns), (Kind::WakeupIdle, 1_000_000 + expected_ns));
    }

    #[test]
    fn the_farther_a_message_goes_the_longer_it_takes() {
        check("epyc-16", 1, 1_100);
        check("epyc-16", 8, 1_700);
        check("xeon-2s", 10, 1_900);
    }
}
