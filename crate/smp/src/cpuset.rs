//! Sets of CPUs.

use std::fmt;

/// CPUs that a machine may have: what its topology can be drawn of, and what a set of CPUs holds as a plain value.
pub const CPUS_MAX: usize = 512;

const WORD_BITS: usize = 64;
const WORDS: usize = CPUS_MAX / WORD_BITS;

/// Some of the CPUs 0..[`CPUS_MAX`] (`struct cpumask`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CpuSet([u64; WORDS]);

impl CpuSet {
    /// No CPU.
    pub const EMPTY: CpuSet = CpuSet([0; WORDS]);
    /// Every CPU that there can be: an affinity that forbids nothing.
    pub const ALL: CpuSet = CpuSet([u64::MAX; WORDS]);

    /// The CPU alone; panics if no machine has so many.
    pub fn one(cpu: usize) -> CpuSet {
        let mut set = CpuSet::EMPTY;
        set.insert(cpu);
        set
    }

    /// CPUs 0..`count`; panics if no machine has so many.
    pub fn first(count: usize) -> CpuSet {
        (0..count).collect()
    }

    /// Adds a CPU; panics if no machine has so many.
    pub fn insert(&mut self, cpu: usize) {
        assert!(cpu < CPUS_MAX, "CPU {cpu} of at most {CPUS_MAX}");
        self.0[cpu / WORD_BITS] |= 1 << (cpu % WORD_BITS);
    }

    /// Takes a CPU out, if it is in.
    pub fn remove(&mut self, cpu: usize) {
        if cpu < CPUS_MAX {
            self.0[cpu / WORD_BITS] &= !(1 << (cpu % WORD_BITS));
        }
    }

    /// Adds a CPU or takes it out; panics if no machine has so many.
    #[inline]
    pub fn set(&mut self, cpu: usize, is_in: bool) {
        let (word, bit) = (&mut self.0[cpu / WORD_BITS], cpu % WORD_BITS);
        *word = *word & !(1 << bit) | u64::from(is_in) << bit;
    }

    /// Whether a CPU is in; one that no machine has is not.
    #[inline]
    pub fn contains(&self, cpu: usize) -> bool {
        cpu < CPUS_MAX && self.0[cpu / WORD_BITS] & 1 << (cpu % WORD_BITS) != 0
    }

    /// Number of CPUs in it (`cpumask_weight`).
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Number of CPUs in it that are below `cpu`.
    pub fn len_below(&self, cpu: usize) -> usize {
        let (whole, rest) = (cpu / WORD_BITS, cpu % WORD_BITS);
        let below: usize = self.0.iter().take(whole).map(|word| word.count_ones() as usize).sum();
        below + self.0.get(whole).map_or(0, |word| (word & ((1 << rest) - 1)).count_ones() as usize)
    }

    /// How many of it [`CpuSet::iter_from`] comes to from `start` up to and with `last`, which is in it.
    pub fn len_up_to(&self, start: usize, last: usize) -> usize {
        let (before, up_to) = (self.len_below(start), self.len_below(last + 1));
        if last >= start { up_to - before } else { self.len() - before + up_to }
    }

    /// Whether no CPU is in it.
    pub fn is_empty(&self) -> bool {
        self.0 == CpuSet::EMPTY.0
    }

    /// The lowest CPU in it.
    pub fn lowest(&self) -> Option<usize> {
        self.next_from(0)
    }

    /// Those in both.
    pub fn and(&self, other: &CpuSet) -> CpuSet {
        CpuSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Those in either.
    pub fn or(&self, other: &CpuSet) -> CpuSet {
        CpuSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Those that are not in `other`.
    pub fn without(&self, other: &CpuSet) -> CpuSet {
        CpuSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Whether a CPU is in both.
    pub fn meets(&self, other: &CpuSet) -> bool {
        !self.and(other).is_empty()
    }

    /// Whether all of it is in `other`.
    pub fn is_within(&self, other: &CpuSet) -> bool {
        self.without(other).is_empty()
    }

    /// In rising order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<'_> {
        std::iter::successors(self.next_from(0), |cpu| self.next_from(cpu + 1))
    }

    /// In rising order from `start`, then from 0 up to it (`for_each_cpu_wrap`).
    pub fn iter_from(&self, start: usize) -> impl Iterator<Item = usize> + use<'_> {
        let high = std::iter::successors(self.next_from(start), |cpu| self.next_from(cpu + 1));
        let low = std::iter::successors(self.next_from(0), |cpu| self.next_from(cpu + 1));
        high.chain(low.take_while(move |cpu| *cpu < start))
    }

    /// The lowest CPU in it that is `start` or above.
    #[inline]
    pub fn next_from(&self, start: usize) -> Option<usize> {
        let mut index = start / WORD_BITS;
        let mut word = *self.0.get(index)? & u64::MAX << (start % WORD_BITS);
        while word == 0 {
            index += 1;
            word = *self.0.get(index)?;
        }
        Some(index * WORD_BITS + word.trailing_zeros() as usize)
    }
}

impl FromIterator<usize> for CpuSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cpus: I) -> CpuSet {
        let mut set = CpuSet::EMPTY;
        cpus.into_iter().for_each(|cpu| set.insert(cpu));
        set
    }
}

/// As the kernel prints it: `0-3,8`; nothing for the empty set.
impl fmt::Display for CpuSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut from = self.lowest();
        let mut between = "";
        while let Some(first) = from {
            let last = (first..).find(|cpu| !self.contains(cpu + 1)).unwrap_or(first);
            write!(f, "{between}{first}")?;
            if last > first {
                write!(f, "-{last}")?;
            }
            (between, from) = (",", self.next_from(last + 1));
        }
        Ok(())
    }
}

impl fmt::Debug for CpuSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cpus: &[usize]) -> CpuSet {
        cpus.iter().copied().collect()
    }

    #[test]
    fn order_wraps_at_the_start() {
        let cpus = set(&[1, 63, 64, 200, 511]);
        let from = |start| cpus.iter_from(start).collect::<Vec<_>>();
        assert_eq!(from(0), [1, 63, 64, 200, 511]);
        assert_eq!(from(64), [64, 200, 511, 1, 63]);
        assert_eq!(from(201), [511, 1, 63, 64, 200]);
        assert_eq!(from(512), [1, 63, 64, 200, 511]);
        assert_eq!(CpuSet::EMPTY.iter_from(3).count(), 0);
    }

    #[test]
    fn members_are_counted_as_they_come() {
        let cpus = set(&[1, 63, 64, 200, 511]);
        assert_eq!([0, 1, 2, 64, 65, 511, 512].map(|cpu| cpus.len_below(cpu)), [0, 0, 1, 2, 3, 4, 5]);
        for start in 0..=CPUS_MAX {
            for (before, last) in cpus.iter_from(start).enumerate() {
                assert_eq!(cpus.len_up_to(start, last), before + 1, "from {start} to {last}");
            }
        }
    }

    #[test]
    fn sets_print_as_in_the_kernel() {
        assert_eq!(set(&[0, 1, 2, 3, 8, 64, 65]).to_string(), "0-3,8,64-65");
        assert_eq!(CpuSet::EMPTY.to_string(), "");
        assert_eq!(CpuSet::ALL.to_string(), "0-511");
    }

    #[test]
    fn sets_are_compared_by_their_members() {
        let (a, b) = (CpuSet::first(4), set(&[2, 3, 4]));
        assert_eq!(a.and(&b), set(&[2, 3]));
        assert_eq!(a.or(&b), CpuSet::first(5));
        assert_eq!(a.without(&b), set(&[0, 1]));
        assert!(a.meets(&b) && !a.is_within(&b) && set(&[2]).is_within(&b));
        assert_eq!((a.len(), a.lowest(), CpuSet::EMPTY.lowest()), (4, Some(0), None));
        assert!(!CpuSet::ALL.contains(CPUS_MAX));
    }
}
