//! What a tunable is set to.

use std::collections::BTreeMap;

use sched::KERNELS;
use serde::Serialize;

use super::read::KNOB_MAX;
use crate::error::{Error, suggestion};
use crate::value::{At, Value};

/// A number, or one of the words that the kernel's file takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Knob {
    /// In the unit that the name ends with, ns without one.
    Number(u64),
    /// As in `cgroup_mode`.
    Word(String),
}

impl From<u64> for Knob {
    fn from(value: u64) -> Knob {
        Knob::Number(value)
    }
}

impl From<&str> for Knob {
    fn from(word: &str) -> Knob {
        Knob::Word(word.to_owned())
    }
}

/// Knob values by kernel name, as in `{"base_slice_ns": 3000000}`.
pub type Knobs = BTreeMap<String, Knob>;

/// Reads an object of knobs.
pub(super) fn knobs(at: &At) -> Result<Knobs, Error> {
    at.entries()?.into_iter().map(|(name, at)| Ok((name.to_owned(), knob(name, &at)?))).collect()
}

/// What is a choice in some kernel must be one of its words, anything else a number; whether the kernel of a side has it, is
/// found when a run starts.
fn knob(name: &str, at: &At) -> Result<Knob, Error> {
    let choices = KERNELS.iter().flat_map(|kernel| kernel.choice_infos);
    match (choices.into_iter().find(|info| info.name == name), at.value) {
        (Some(info), Value::Text(word)) if info.values.contains(&word.as_str()) => {
            Ok(Knob::Word(word.clone()))
        }
        (Some(info), Value::Text(word)) => {
            Err(at.error(&format!("is nothing that {name} can be"), suggestion(word, info.values)))
        }
        (Some(info), _) => {
            let remedy = format!("write one of \"{}\"", info.values.join("\", \""));
            Err(at.error(&format!("is no word that {name} can be"), remedy))
        }
        (None, _) => Ok(Knob::Number(at.number(0, KNOB_MAX)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: Value) -> Result<Knob, String> {
        let map = Value::Map(vec![("cgroup_mode".to_owned(), value)]);
        let knobs = knobs(&At::root(&map)).map_err(|error| error.to_string())?;
        Ok(knobs["cgroup_mode"].clone())
    }

    #[test]
    fn a_choice_is_one_of_its_words() {
        assert_eq!(read(Value::Text("tasks".into())), Ok(Knob::from("tasks")));
        let wrong = |value: Value| read(value).expect_err("it is refused");
        assert_eq!(
            wrong(Value::Text("task".into())),
            "cgroup_mode: `task` is nothing that cgroup_mode can be; did you mean `tasks`?"
        );
        assert_eq!(
            wrong(Value::Integer(2)),
            "cgroup_mode: 2 is no word that cgroup_mode can be; write one of \"up\", \"smp\", \"concur\", \"max\", \"tasks\""
        );
    }
}
