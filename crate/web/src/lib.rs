//! The door to JavaScript: one handle, columns out, plain objects for what is small.
//!
//! Used by the page's worker alone. Nothing here decides anything; the handle keeps the comparison that is open, the
//! one that is being opened, and the last frame.

mod answer;
mod comparison;
mod view;

use chart::{DisplayList, Seek};
use js_sys::Float64Array;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sim::{Scenario, Side, Value};
use wasm_bindgen::prelude::*;

use comparison::{Comparison, Opening};
use view::View;

/// The engine of one page.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    opening: Option<Opening>,
    open: Option<Comparison>,
    frame: DisplayList,
    layout: Option<answer::Layout>,
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
    pub fn presets(&self, assumed_cpus: u32) -> Result<JsValue, JsError> {
        to_js(&answer::presets(assumed_cpus))
    }

    /// Begins to open a comparison; what is open stays open until `advance` has reached the end.
    ///
    /// The error names place, value and remedy.
    pub fn open(&mut self, scenario: JsValue, sides: JsValue) -> Result<(), JsError> {
        self.opening = None;
        let scenario = Scenario::from_value(&from_js::<Value>(scenario)?)?;
        let sides: Vec<Side> = from_js(sides)?;
        self.opening = Some(Opening::new(&scenario, &sides)?);
        Ok(())
    }

    /// Simulates about `max_events` more of what is being opened: the part done, 1 when it is open.
    ///
    /// An error refuses it: a loop in which no time passes, more events than memory is set aside for.
    pub fn advance(&mut self, max_events: u32) -> Result<f64, JsError> {
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
    pub fn summary(&self) -> Result<JsValue, JsError> {
        let comparison = self.open.as_ref().ok_or_else(nothing_open)?;
        to_js(&answer::summary(comparison))
    }

    /// Records a frame; `ops`, `texts` and `layout` then give it.
    pub fn frame(&mut self, view: JsValue) -> Result<(), JsError> {
        let view: View = from_js(view)?;
        let comparison = self.open.as_mut().ok_or_else(nothing_open)?;
        let figure = comparison.record(&view, &mut self.frame);
        let tasks = comparison.sides[0].run().task_names().len();
        self.layout = Some(answer::layout(&figure, view.theme(), tasks));
        Ok(())
    }

    /// The operations of the last frame, copied out.
    pub fn ops(&self) -> Float64Array {
        Float64Array::from(self.frame.ops.as_slice())
    }

    /// The strings of the last frame.
    pub fn texts(&self) -> Vec<String> {
        self.frame.texts.clone()
    }

    /// Where things are in the last frame.
    pub fn layout(&self) -> Result<JsValue, JsError> {
        to_js(self.layout.as_ref().ok_or_else(|| JsError::new("no frame has been recorded"))?)
    }

    /// The last decision at or before `t_ns` (step 0), or the one before or after row `index`, or without an index
    /// before or after `t_ns` (steps -1 and 1); `null` if there is none.
    pub fn decision(
        &self,
        side: u32,
        t_ns: f64,
        index: Option<u32>,
        step: i32,
        deciding: bool,
    ) -> Result<JsValue, JsError> {
        let comparison = self.open.as_ref().ok_or_else(nothing_open)?;
        let side = side as usize;
        let Some(told) = comparison.decision(side, seek(t_ns, index, step), deciding) else {
            return Ok(JsValue::NULL);
        };
        to_js(&answer::decision(side, told, comparison.sides[side].run().task_names()))
    }

    /// The view as SVG text.
    pub fn svg(&mut self, view: JsValue) -> Result<String, JsError> {
        let view: View = from_js(view)?;
        Ok(self.open.as_mut().ok_or_else(nothing_open)?.svg(&view))
    }

    /// Simulates side A of a scenario to its end and forgets it: the number of switches. The caller times it.
    pub fn bench(&self, scenario: JsValue) -> Result<f64, JsError> {
        let scenario = Scenario::from_value(&from_js::<Value>(scenario)?)?;
        let side =
            scenario.a.as_ref().ok_or_else(|| JsError::new("a: missing; name the kernel to measure"))?;
        let run = sim::simulate(&scenario, side)?;
        Ok(run.trace().events.iter().filter(|event| event.kind().is_switch()).count() as f64)
    }
}

fn seek(t_ns: f64, index: Option<u32>, step: i32) -> Seek {
    let (t_ns, row) = (t_ns as u64, index.map(|index| index as usize));
    match (step.signum(), row) {
        (0, _) => Seek::At(t_ns),
        (-1, Some(row)) => Seek::BeforeRow(row),
        (-1, None) => Seek::BeforeTime(t_ns),
        (_, Some(row)) => Seek::AfterRow(row),
        (_, None) => Seek::AfterTime(t_ns),
    }
}

fn nothing_open() -> JsError {
    JsError::new("nothing is open yet")
}

/// Maps become objects and large integers numbers, as the protocol has them.
fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_maps_as_objects(true);
    Ok(value.serialize(&serializer)?)
}

/// The error is what is wrong, without the `Error: ` that JavaScript puts before it.
fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    serde_wasm_bindgen::from_value(value).map_err(|error| {
        let message = js_sys::Error::from(JsValue::from(error)).message();
        JsError::new(&String::from(message))
    })
}
