//! Heat: what is used above what can be carried off takes the fastest points away.

/// Heat of a machine, or of a part of it, with one time constant.
///
/// It follows the power with that constant, and is told in µW: the power that would keep it there. No kernel rule stands behind
/// it; the real governor of temperature is closer to the hardware than a model with two numbers can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thermal {
    heat_uw: u64,
    /// Power that can be carried off in the long run, µW.
    sustainable_uw: u64,
    /// After that long about two thirds of a change have arrived, ns.
    time_constant_ns: u64,
    /// Points that are taken away.
    steps: usize,
}

/// Below this share of the sustainable power a point is given back, in percent: or it would go to and fro.
const RELIEVED_PERCENT: u64 = 95;

impl Thermal {
    /// A cold machine; the time constant is not 0.
    pub fn new(sustainable_uw: u64, time_constant_ns: u64) -> Thermal {
        Thermal { heat_uw: 0, sustainable_uw, time_constant_ns, steps: 0 }
    }

    /// The same with a heat from before.
    pub fn heated(self, heat_uw: u64) -> Thermal {
        Thermal { heat_uw, ..self }
    }

    /// The heat, µW.
    pub fn heat_uw(&self) -> u64 {
        self.heat_uw
    }

    /// For the last `elapsed_ns` the power was `power_uw`; how many of the fastest points of each clock are away from now on, at most
    /// `most`. At each call one more is taken away, or one given back.
    pub fn pass(&mut self, power_uw: u64, elapsed_ns: u64, most: usize) -> usize {
        let (power, heat) = (i128::from(power_uw), i128::from(self.heat_uw));
        let constant = i128::from(self.time_constant_ns) + i128::from(elapsed_ns);
        self.heat_uw = (heat + (power - heat) * i128::from(elapsed_ns) / constant) as u64;
        if self.heat_uw > self.sustainable_uw {
            self.steps = (self.steps + 1).min(most);
        } else if self.heat_uw * 100 < self.sustainable_uw * RELIEVED_PERCENT {
            self.steps = self.steps.saturating_sub(1);
        }
        self.steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    fn after(thermal: &mut Thermal, power_uw: u64, count: usize) -> usize {
        (0..count).map(|_| thermal.pass(power_uw, 100 * MS, 4)).last().expect("some time")
    }

    #[test]
    fn heat_follows_power_with_its_time_constant() {
        let mut thermal = Thermal::new(u64::MAX / 200, 10_000 * MS);
        after(&mut thermal, 1_000_000, 100);
        assert_eq!(thermal.heat_uw(), 630_255, "63 % after one constant");
        after(&mut thermal, 0, 100);
        assert!((230_000..234_000).contains(&thermal.heat_uw()), "{}", thermal.heat_uw());
    }

    #[test]
    fn points_go_one_after_the_other_and_come_back() {
        let mut thermal = Thermal::new(500_000, 1_000 * MS);
        assert_eq!(after(&mut thermal, 1_000_000, 7), 0);
        assert_eq!(after(&mut thermal, 1_000_000, 1), 1);
        assert_eq!(after(&mut thermal, 1_000_000, 1), 2);
        assert_eq!(after(&mut thermal, 1_000_000, 9), 4, "no more than there are");
        assert_eq!(after(&mut thermal, 490_000, 100), 4, "neither too hot nor relieved");
        assert_eq!(after(&mut thermal, 0, 1), 3);
        assert_eq!(after(&mut thermal, 0, 9), 0);
    }

    #[test]
    fn the_second_run_is_slower_whatever_it_is() {
        let mut thermal = Thermal::new(4_500_000, 10_000 * MS);
        let first = after(&mut thermal, 7_270_000, 80);
        let second = after(&mut thermal, 7_270_000, 80);
        assert_eq!((first, second), (0, 4));
    }
}
