//! Whether a task wakes so many others that it and they should be spread (rule 3).

use super::view::View;

/// Whom a task woke last, and how often that changed (`last_wakee`, `wakee_flips`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wakees {
    /// How often it woke another one than before; halved once a second.
    pub flips: u64,
    last: Option<u64>,
    halved_jiffies: u64,
}

impl Wakees {
    /// Counts a wakeup of the task `wakee` in this jiffy (`record_wakee`).
    ///
    /// It is the task that runs that is counted for, be it the idle task or one that an interrupt has stopped. However many
    /// seconds have gone by, the count is halved once.
    pub fn record(&mut self, wakee: u64, jiffies: u64, hz: u64) {
        if jiffies > self.halved_jiffies + hz {
            self.flips /= 2;
            self.halved_jiffies = jiffies;
        }
        if self.last != Some(wakee) {
            self.last = Some(wakee);
            self.flips += 1;
        }
    }
}

/// Whether one of the two wakes at least as many as share the waker's cache, and the other that many times more (`wake_wide`).
pub fn wake_wide(waker_flips: u64, wakee_flips: u64, llc_size: u64) -> bool {
    let (most, least) = (waker_flips.max(wakee_flips), waker_flips.min(wakee_flips));
    least >= llc_size && most >= least * llc_size
}

/// CPUs that share the last-level cache with this one.
pub(super) fn llc_size(view: &View, cpu: usize) -> u64 {
    view.topology.llcs[view.topology.llc_of[cpu]].len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_must_wake_as_many_as_share_the_cache() {
        let cases = [
            (60, 3, 16, false),
            (255, 16, 16, false),
            (256, 16, 16, true),
            (16, 4, 4, true),
            (64, 8, 8, true),
            (8, 64, 8, true),
            (63, 8, 8, false),
        ];
        for (waker, wakee, llc, expected) in cases {
            assert_eq!(wake_wide(waker, wakee, llc), expected, "{waker}/{wakee} of {llc}");
        }
    }

    #[test]
    fn only_a_change_of_wakee_is_counted() {
        let mut wakees = Wakees::default();
        let wakes =
            |wakees: &mut Wakees, all: &[u64]| all.iter().for_each(|wakee| wakees.record(*wakee, 0, 250));
        wakes(&mut wakees, &[0, 0, 0]);
        assert_eq!(wakees.flips, 1);
        wakes(&mut wakees, &[1, 0, 1]);
        assert_eq!(wakees.flips, 4);
    }

    #[test]
    fn after_more_than_a_second_the_count_is_halved_once() {
        let mut wakees = Wakees { flips: 9, last: Some(1), halved_jiffies: 0 };
        wakees.record(1, 250, 250);
        assert_eq!(wakees.flips, 9);
        wakees.record(1, 251, 250);
        assert_eq!(wakees.flips, 4);
        wakees.record(2, 501, 250);
        assert_eq!(wakees.flips, 5);
        wakees.record(2, 10_000, 250);
        assert_eq!(wakees.flips, 2);
    }
}
