//! What kernel paths cost, by name.

use serde::Serialize;
use sim::costs::Costs;

/// A cost in the unit that its name ends with: ns, or thousandths.
#[derive(Debug, PartialEq, Serialize)]
pub struct Cost {
    name: &'static str,
    value: f64,
    meaning: &'static str,
    /// It is paid only with several CPUs, groups, clamps or clocks.
    between: bool,
}

/// Every cost of a table.
pub fn costs(table: &Costs) -> Vec<Cost> {
    let cost = |between: bool| {
        move |(name, value, meaning): (&'static str, u64, &'static str)| Cost {
            name,
            value: value as f64,
            meaning,
            between,
        }
    };
    let between = table.between.list().into_iter().map(cost(true));
    table.list().into_iter().map(cost(false)).chain(between).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cost_is_explained_and_has_a_unit() {
        let all = costs(&Costs::default());
        let has_unit = |cost: &Cost| cost.name.ends_with("_ns") || cost.name.ends_with("_per_mille");
        assert!(all.iter().all(|cost| !cost.meaning.is_empty() && has_unit(cost)), "{all:?}");
        assert!(all.iter().any(|cost| cost.between) && all.iter().any(|cost| !cost.between));
    }
}
