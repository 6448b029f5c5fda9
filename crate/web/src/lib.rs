//! The door to JavaScript: one handle, columns out, plain objects for what is small.
//!
//! Used by the page's worker alone. Nothing here decides anything; the handle keeps the comparison that is open, the
//! one that is being opened, and the last frame.

mod answer;
mod comparison;
mod cross;
mod opening;
mod pictures;
mod queries;
mod recorded;
mod strips;
mod view;

use chart::{DisplayList, Figure, Recording};
use sim::scenario::Machine;
use sim::{Scenario, Value};
use wasm_bindgen::prelude::*;

use comparison::Comparison;
use cross::{Refusal, from_js, to_js};
use opening::Opening;

/// The engine of one page.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    opening: Option<Opening>,
    open: Option<Comparison>,
    frame: DisplayList,
    layout: Option<answer::Layout>,
    figure: Option<Figure>,
    recording: Option<Recording>,
}

#[wasm_bindgen]
impl Engine {
    /// An engine with nothing open. A panic in it is logged on the console before the trap.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Engine {
        std::panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
        Engine::default()
    }

    /// Every kernel preset, with the defaults of a machine of so many CPUs.
    pub fn presets(&self, assumed_cpus: u32) -> Result<JsValue, Refusal> {
        to_js(&answer::presets(assumed_cpus))
    }

    /// What differs from preset to preset: every rule, feature and tunable.
    pub fn versions(&self) -> Result<JsValue, Refusal> {
        to_js(&answer::versions())
    }

    /// Every machine that has a name.
    pub fn machines(&self) -> Result<JsValue, Refusal> {
        to_js(&answer::machines())
    }

    /// What a machine of a scenario is. The error names place, value and remedy.
    pub fn machine(&self, machine: JsValue) -> Result<JsValue, Refusal> {
        let machine = Machine::from_value(&from_js::<Value>(machine)?)?;
        to_js(&answer::machine_map(&machine)?)
    }

    /// Begins to open a comparison; what is open stays open until `advance` has reached the end.
    ///
    /// The error names place, value and remedy.
    pub fn open(&mut self, scenario: JsValue, sides: JsValue) -> Result<(), Refusal> {
        self.opening = None;
        let scenario = Scenario::from_value(&from_js::<Value>(scenario)?)?;
        let sides = opening::sides(&from_js(sides)?)?;
        self.opening = Some(Opening::new(&scenario, &sides)?);
        Ok(())
    }

    /// Simulates about `max_events` more of what is being opened: the part done, 1 when it is open.
    ///
    /// An error refuses it: a loop in which no time passes, more events than memory is set aside for.
    pub fn advance(&mut self, max_events: u32) -> Result<f64, Refusal> {
        let Some(mut opening) = self.opening.take() else { return Ok(1.0) };
        let part = opening.advance(max_events as usize)?;
        if part < 1.0 {
            self.opening = Some(opening);
        } else {
            self.open = Some(opening.finish());
        }
        Ok(part)
    }

    /// Forgets what is being opened.
    pub fn cancel(&mut self) {
        self.opening = None;
    }

    /// Hashes and per-task numbers of what is open.
    pub fn summary(&self) -> Result<JsValue, Refusal> {
        let comparison = self.open.as_ref().ok_or_else(nothing_open)?;
        to_js(&answer::summary(comparison))
    }

    /// Simulates side A of a scenario to its end and forgets it: the number of switches. The caller times it.
    pub fn bench(&self, scenario: JsValue) -> Result<f64, Refusal> {
        let scenario = Scenario::from_value(&from_js::<Value>(scenario)?)?;
        let side =
            scenario.a.as_ref().ok_or_else(|| Refusal::new("a: missing; name the kernel to measure"))?;
        let run = sim::simulate(&scenario, side)?;
        Ok(run.trace().events.iter().filter(|event| event.kind().is_switch()).count() as f64)
    }
}

fn nothing_open() -> Refusal {
    Refusal::new("nothing is open yet")
}
