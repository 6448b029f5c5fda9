//! Which of several CPUs acts next.
//!
//! A CPU usually does several things in a row, most of them at one instant. It has the turn until another one is earlier, and only
//! then is the agenda of all asked.

use super::Sim;
use super::cpu::Due;

/// When each CPU acts next; the earliest is known at once, and of equal ones the one with the lowest number. Who has the turn is not
/// in it.
///
/// A change costs as many steps as the number of CPUs has bits: it is a tree in which the earlier of two goes on.
#[derive(Clone, Debug, Default)]
pub(super) struct Agenda {
    due_ns: Vec<u64>,
    /// A complete binary tree from index 1; its leaves are the CPUs, an inner node is the CPU that won below it.
    winners: Vec<u16>,
}

impl Agenda {
    /// Nobody ever acts.
    pub fn new(cpus: usize) -> Agenda {
        let leaves = cpus.next_power_of_two();
        let mut agenda = Agenda { due_ns: vec![u64::MAX; leaves], winners: vec![0; 2 * leaves] };
        for cpu in 0..leaves {
            agenda.winners[leaves + cpu] = cpu as u16;
        }
        for node in (1..leaves).rev() {
            agenda.decide(node);
        }
        agenda
    }

    /// The CPU that acts first of those that do not have the turn.
    #[inline]
    pub fn first(&self) -> usize {
        self.first_below(1)
    }

    /// When a CPU acts next.
    pub fn due_ns(&self, cpu: usize) -> u64 {
        self.due_ns[cpu]
    }

    /// Notes when a CPU acts next; `u64::MAX` if it never does.
    #[inline]
    pub fn set(&mut self, cpu: usize, due_ns: u64) {
        if std::mem::replace(&mut self.due_ns[cpu], due_ns) == due_ns {
            return;
        }
        let mut node = (self.due_ns.len() + cpu) / 2;
        while node > 0 {
            let before = self.first_below(node);
            self.decide(node);
            // Above a node that this CPU neither won nor wins nothing changes.
            if before != cpu && self.first_below(node) != cpu {
                break;
            }
            node /= 2;
        }
    }

    fn first_below(&self, node: usize) -> usize {
        usize::from(self.winners[node])
    }

    fn decide(&mut self, node: usize) {
        let [low, high] = [self.winners[2 * node], self.winners[2 * node + 1]];
        let later = self.due_ns[usize::from(high)] < self.due_ns[usize::from(low)];
        self.winners[node] = if later { high } else { low };
    }
}

/// Which CPU acts next, what it does, and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub cpu: usize,
    pub due: Due,
    pub due_ns: u64,
}

impl Turn {
    /// The first CPU has it, and nothing to do.
    pub const FIRST: Turn = Turn { cpu: 0, due: Due::Work, due_ns: u64::MAX };
}

impl Sim {
    /// Remembers a CPU that is changed in this step, beside the one that has the turn.
    #[inline]
    pub(super) fn touch(&mut self, cpu: usize) {
        if cpu != self.turn.cpu && !self.touched.contains(&(cpu as u16)) {
            self.touched.push(cpu as u16);
        }
    }

    /// Notes when the CPUs that were changed act next, and whose turn it is now.
    pub(super) fn note_due(&mut self) {
        while let Some(cpu) = self.touched.pop() {
            let due_ns = self.due_of(usize::from(cpu)).due_ns;
            self.agenda.set(usize::from(cpu), due_ns);
        }
        self.turn = self.due_of(self.turn.cpu);
        if !self.keeps_turn(self.turn.due_ns) {
            let rival = self.agenda.first();
            self.agenda.set(self.turn.cpu, self.turn.due_ns);
            self.agenda.set(rival, u64::MAX);
            self.turn = self.due_of(rival);
        }
        debug_assert!(self.agenda_is_exact(), "a CPU was changed and not reached");
    }

    /// Whether the CPU that has the turn acts before the others if it does so at a time: as far as they are noted.
    #[inline]
    pub(super) fn keeps_turn(&self, at_ns: u64) -> bool {
        let rival = self.agenda.first();
        self.touched.is_empty() && (at_ns, self.turn.cpu) <= (self.agenda.due_ns(rival), rival)
    }

    /// Whether what is noted of each CPU is what it is going to do.
    fn agenda_is_exact(&self) -> bool {
        let waits = |cpu: &usize| *cpu != self.turn.cpu;
        let exact = |cpu| self.agenda.due_ns(cpu).max(self.now_ns) == self.due_of(cpu).due_ns;
        (0..self.cpus.len()).filter(waits).all(exact)
    }

    /// Who acts next; of several at once, the first.
    #[inline]
    pub(super) fn next_turn(&self) -> Turn {
        if self.cpus.len() == 1 { self.due_of(0) } else { self.turn }
    }

    #[inline(always)]
    fn due_of(&self, cpu: usize) -> Turn {
        let here = &self.cpus[cpu];
        let timer_ns = here.expires_ns().min(self.quota_timer_ns());
        let (model, parks) = (self.plan.params.preemption, self.must_park(here));
        let (due, at_ns) = here.next_due(&self.tasks, timer_ns, model, parks);
        Turn { cpu, due, due_ns: at_ns.max(self.now_ns) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earliest_acts_first_and_of_equal_ones_the_lowest() {
        let mut agenda = Agenda::new(5);
        let mut firsts = Vec::new();
        for (cpu, due_ns) in [(3, 7), (4, 5), (1, 5), (4, 4), (4, 9), (1, u64::MAX), (3, u64::MAX)] {
            agenda.set(cpu, due_ns);
            firsts.push(agenda.first());
        }
        assert_eq!(firsts, [3, 4, 1, 4, 1, 3, 4]);
    }

    #[test]
    fn one_cpu_is_always_first() {
        let mut agenda = Agenda::new(1);
        agenda.set(0, 3);
        assert_eq!(agenda.first(), 0);
    }

    /// Against a plain search, for numbers of CPUs that are and are not powers of two.
    #[test]
    fn it_agrees_with_a_search() {
        for cpus in [2, 3, 8, 13, 64] {
            let (mut agenda, mut plain) = (Agenda::new(cpus), vec![u64::MAX; cpus]);
            let mut random = 12345_u64;
            for _ in 0..500 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let (cpu, due_ns) = ((random >> 33) as usize % cpus, random >> 60);
                agenda.set(cpu, due_ns);
                plain[cpu] = due_ns;
                let least = plain.iter().min().expect("there are CPUs");
                assert_eq!(Some(agenda.first()), plain.iter().position(|due_ns| due_ns == least));
            }
        }
    }
}
