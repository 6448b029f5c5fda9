//! The machine of a scenario: by name, by the numbers of its parts, or by lists of CPUs.
//!
//! `{"cpus": 4}` is four equal CPUs under one cache, `{"preset": "hikey"}` a machine that has a name, and
//! `{"sockets": 2, "cores": 10, "threads": 2}` says how many of each part are in the one above it. Lists such as
//! `"llc_cpus": ["0-3", "4-7"]` say what numbers cannot; `kinds` says what the CPUs are. Recordings bring `smp`, the
//! emulator's words.

mod cpulist;
mod emulator;
mod parts;
mod read;
mod write;

pub use parts::{Kind, Parts};
pub(super) use read::machine;
pub use smp::topology::{Numbering, Shape, Style};

use smp::Topology;
use smp::topology::{Fault, Part, Preset};

use crate::error::{Error, suggestion};
use crate::value::{At, Value};

/// The machine of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// Number of CPUs: what the rest says, or without it all there is to say.
    pub cpus: u32,
    /// What is told of them.
    pub told: Told,
}

/// What is told of a machine's CPUs.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// Nothing: they are equal and share a cache.
    Nothing,
    /// The emulator's words for the topology.
    Smp(String),
    /// The name of a machine that is known.
    Preset(String),
    /// Its parts.
    Parts(Box<Parts>),
}

impl Default for Machine {
    /// One CPU.
    fn default() -> Machine {
        Machine::of_cpus(1)
    }
}

impl Machine {
    /// Equal CPUs that share a cache.
    pub fn of_cpus(cpus: u32) -> Machine {
        Machine { cpus, told: Told::Nothing }
    }

    /// A machine that has a name.
    pub fn preset(preset: &Preset) -> Machine {
        let cpus = preset.machine().cpu_count() as u32;
        Machine { cpus, told: Told::Preset(preset.name.to_owned()) }
    }

    /// A machine of these parts; not checked.
    pub fn of_parts(parts: Parts) -> Machine {
        Machine { cpus: parts.shape.cpu_count() as u32, told: Told::Parts(Box::new(parts)) }
    }

    /// Reads and checks one that stands alone. The error names the place that is wrong.
    pub fn from_value(value: &Value) -> Result<Machine, Error> {
        let machine = machine(&At { place: "machine".to_owned(), value })?;
        machine.check()?;
        Ok(machine)
    }

    /// The same machine by its parts, so that one can be changed.
    pub fn parts(&self) -> Result<Parts, Error> {
        match &self.told {
            Told::Nothing => Ok(Parts::of_cpus(self.cpus as usize)),
            Told::Smp(words) => emulator::parts(words, self.cpus),
            Told::Preset(name) => preset(name).map(Parts::of_preset),
            Told::Parts(parts) => Ok((**parts).clone()),
        }
    }

    /// What it is; the error names the place of what cannot be.
    pub fn description(&self) -> Result<smp::topology::Machine, Error> {
        let machine = match &self.told {
            Told::Parts(parts) => parts.machine()?,
            _ => self.parts()?.machine()?,
        };
        machine.check().map_err(|fault| self.place(fault))?;
        if machine.cpu_count() != self.cpus as usize {
            let value = format!("{} CPUs, but {} are described", self.cpus, machine.cpu_count());
            return Err(Error::new("machine.cpus", value, "say it once"));
        }
        Ok(machine)
    }

    /// Its domains; the error names the place of what cannot be.
    pub fn topology(&self) -> Result<Topology, Error> {
        Ok(Topology::new(&self.description()?))
    }

    /// Whether there can be such a machine. One CPU of which nothing is told costs nothing.
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.cpus == 1 && self.told == Told::Nothing { Ok(()) } else { self.description().map(drop) }
    }

    /// A fault where the scenario says what is wrong: at a list if it has one, or else at the machine.
    fn place(&self, fault: Fault) -> Error {
        let listed = match &self.told {
            Told::Parts(parts) => parts.len_of(fault.part),
            _ => 0,
        };
        let place = match (fault.part, listed) {
            (Part::Cpus, _) | (_, 0) => "machine".to_owned(),
            (part, len) if fault.index >= len => format!("machine.{}", parts::key(part)),
            (part, _) => format!("machine.{}[{}]", parts::key(part), fault.index),
        };
        Error::new(place, fault.wrong, fault.remedy)
    }
}

/// The machine of that name; the error lists what there is.
fn preset(name: &str) -> Result<&'static Preset, Error> {
    let known: Vec<&str> = smp::topology::machines().iter().map(|preset| preset.name).collect();
    let unknown =
        || Error::new("machine.preset", format!("no machine is called `{name}`"), suggestion(name, &known));
    smp::topology::machine(name).ok_or_else(unknown)
}
