//! The door's recording: what a real kernel did, below what is simulated.

use chart::{History, Recording};
use formats::recording;
use sim::recording::{end_ns, task_count, trace_of};
use sim::{Error, measure, replay};
use wasm_bindgen::prelude::*;

use crate::cross::{Refusal, to_js};
use crate::{Engine, answer};

#[wasm_bindgen]
impl Engine {
    /// Shows a recording, given as the bytes of its file, gzip or plain, from the next frame on; takes it away without any.
    ///
    /// Says what it is, `null` for none. The error is the reader's, with the line, or says what is not modelled; what was shown
    /// before then stays.
    pub fn recording(&mut self, bytes: Option<Vec<u8>>) -> Result<JsValue, Refusal> {
        let Some(bytes) = bytes else {
            self.recording = None;
            return Ok(JsValue::NULL);
        };
        let (shown, told) = read(&bytes)?;
        self.recording = Some(shown);
        to_js(&told)
    }
}

/// A recording as it is drawn, and as it is told.
fn read(bytes: &[u8]) -> Result<(Recording, answer::Recorded), Error> {
    let recording = recording::read(bytes)?;
    if let Some(reason) = not_drawn(&recording) {
        let remedy = "take one of a workload and a kernel that can be chosen";
        return Err(Error::new("header", format!("not modelled: {reason}"), remedy));
    }
    let (events, tasks, end_ns) = (trace_of(&recording), task_count(&recording), end_ns(&recording));
    let topology = recording.scenario.machine.topology()?;
    let stats = measure::measure_on(&topology, &events, tasks, end_ns);
    let told = answer::recorded(&recording, &stats)?;
    // The idle task is first, and has no place in a trace.
    let names = recording.tasks.iter().skip(1).map(|task| task.name.clone()).collect();
    let history = History::of_machine(&topology, &events, tasks, end_ns);
    Ok((Recording::new(format!("Recorded · {}", recording.kernel), names, history), told))
}

/// Why a recording cannot be drawn; `None` if it can.
fn not_drawn(recording: &sim::recording::Recording) -> Option<String> {
    let (cpus, told) = (recording.cpus, recording.scenario.machine.cpus);
    if cpus != told {
        return Some(format!("{cpus} CPUs that run a scenario for {told}"));
    }
    replay::not_modelled(recording)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEVERAL: &[u8] = include_bytes!("../../../tests/recordings-smp/7.2/l4-5hogs.jsonl.gz");
    const FILE: &[u8] = include_bytes!("../../../tests/recordings/7.2/c-hog-longsleeper.jsonl.gz");

    #[test]
    fn a_recording_is_drawn_and_told() {
        let (shown, _) = read(FILE).expect("a recording of ours can be read");
        assert!(shown.title.starts_with("Recorded · 7.2"), "{}", shown.title);
        assert!(shown.history().lanes[0].runs.len() > 50);
    }

    #[test]
    fn a_recording_of_several_cpus_has_a_lane_for_each() {
        let (shown, _) = read(SEVERAL).expect("a recording of ours can be read");
        let history = shown.history();
        assert!(history.lanes.len() == 4 && history.lanes.iter().all(|lane| !lane.runs.is_empty()));
        assert!(history.moves.len() > 5, "hogs are pulled: {:?}", history.moves);
    }

    #[test]
    fn a_bad_file_is_refused_in_the_words_of_the_reader() {
        let place = |bytes: &[u8]| read(bytes).err().map(|error| error.place);
        assert_eq!(place(b""), Some("file".to_owned()));
        assert_eq!(place(b"{}\n"), Some("line 1, field \"format\"".to_owned()));
        assert!(place(&FILE[..FILE.len() / 2]).is_some(), "half of a file");
    }
}
