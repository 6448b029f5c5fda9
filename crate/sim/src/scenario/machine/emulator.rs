//! The emulator's words for a topology, as recordings bring them: `4,sockets=1,cores=2,threads=2`, `4:numa`.

use smp::topology::{Numbering, Shape};

use super::Parts;
use crate::error::Error;

/// The parts that the words say; of `cpus` CPUs, which stand beside them.
///
/// What is not said is one; the CPUs that no number accounts for are cores. `:numa` makes two nodes of them.
pub(super) fn parts(words: &str, cpus: u32) -> Result<Parts, Error> {
    let wrong = |value: String| {
        let remedy = "write as in 4,sockets=1,cores=2,threads=2 or 4:numa";
        Error::new("machine.smp", value, remedy)
    };
    let (counts, numa) = words.strip_suffix(":numa").map_or((words, false), |counts| (counts, true));
    let mut pieces = counts.split(',');
    if pieces.next() != Some(&cpus.to_string()) {
        return Err(wrong(format!("`{words}` does not begin with the {cpus} CPUs of machine.cpus")));
    }
    let mut numbers = [None; 4];
    for piece in pieces {
        let (at, count) = number(piece).ok_or_else(|| wrong(format!("`{piece}` is no number of parts")))?;
        numbers[at] = Some(count);
    }
    shape(numbers, cpus as usize, numa).map(Parts::of_shape).ok_or_else(|| {
        wrong(format!("`{words}` does not make {cpus} CPUs{}", if numa { " in two nodes" } else { "" }))
    })
}

const NAMES: [&str; 4] = ["sockets", "dies", "cores", "threads"];

fn number(piece: &str) -> Option<(usize, usize)> {
    let (name, count) = piece.split_once('=')?;
    let at = NAMES.iter().position(|known| *known == name)?;
    Some((at, count.parse().ok().filter(|count| (1..=smp::CPUS_MAX).contains(count))?))
}

fn shape([sockets, dies, cores, threads]: [Option<usize>; 4], cpus: usize, numa: bool) -> Option<Shape> {
    let (sockets, dies, threads) = (sockets.unwrap_or(1), dies.unwrap_or(1), threads.unwrap_or(1));
    let cores = cores.unwrap_or(cpus / (sockets * dies * threads));
    let numbering = Numbering::ThreadsFirst;
    let shape = Shape { sockets, llcs: dies, cores, threads, numbering, ..Shape::ONE };
    if shape.cpu_count() != cpus {
        return None;
    }
    match (numa, sockets) {
        (false, _) => Some(joined(shape)),
        (true, 2) => Some(shape),
        (true, 1) if dies == 1 && cores % 2 == 0 => Some(Shape { nodes: 2, cores: cores / 2, ..shape }),
        _ => None,
    }
}

/// Memory is one unless nodes are asked for, however many sockets there are.
fn joined(shape: Shape) -> Shape {
    Shape { sockets: 1, llcs: shape.sockets * shape.llcs, ..shape }
}
