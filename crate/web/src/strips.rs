//! The door's small pictures: the overview of what is open, thumbnails of what is not.

use chart::{DisplayList, Distribution, History, Prepared, RECORDED, Recording, Strip};
use js_sys::Float64Array;
use sim::{Scenario, Value};
use wasm_bindgen::prelude::*;

use crate::cross::{Refusal, from_js};
use crate::{Engine, nothing_open, opening, view};

/// Left of the lanes of a thumbnail of two sides: their letters.
const LETTERS_PX: i32 = 16;

/// A recorded picture, to be copied out and freed.
#[wasm_bindgen]
pub struct Picture {
    list: DisplayList,
}

#[wasm_bindgen]
impl Picture {
    /// Its operations.
    #[wasm_bindgen(getter)]
    pub fn ops(&self) -> Float64Array {
        Float64Array::from(self.list.ops.as_slice())
    }

    /// Its strings.
    #[wasm_bindgen(getter)]
    pub fn texts(&self) -> Vec<String> {
        self.list.texts.clone()
    }
}

impl Picture {
    fn of_strip(strip: &Strip) -> Picture {
        let mut list = DisplayList::default();
        chart::record_strip(&mut list, strip);
        Picture { list }
    }
}

#[wasm_bindgen]
impl Engine {
    /// The whole run of what is open, and of a recording, in a strip; time goes from `plot_left` to `plot_right`.
    pub fn overview(
        &mut self,
        width: f64,
        height: f64,
        plot_left: i32,
        plot_right: i32,
        theme: &str,
        hidden: Vec<String>,
    ) -> Result<Picture, Refusal> {
        let comparison = self.open.as_ref().ok_or_else(nothing_open)?;
        if let Some(recording) = &mut self.recording {
            recording.align(comparison.faces());
        }
        let sides = comparison.sides.iter().map(Prepared::history);
        let histories: Vec<&History> = sides.chain(self.recording.as_ref().map(Recording::history)).collect();
        Ok(Picture::of_strip(&Strip {
            histories: &histories,
            faces: comparison.faces(),
            hidden: &view::named(&hidden, comparison.faces()),
            window_ns: (0, comparison.sides[0].run().end_ns()),
            size: view::size(width, height),
            plot: (plot_left, plot_right),
            theme: view::theme(theme),
        }))
    }

    /// How long waits were on every side: of one task, or with an empty name of all. A task that is gone never waited.
    pub fn distribution(
        &mut self,
        width: f64,
        height: f64,
        theme: &str,
        task: &str,
    ) -> Result<Picture, Refusal> {
        let comparison = self.open.as_ref().ok_or_else(nothing_open)?;
        if let Some(recording) = &mut self.recording {
            recording.align(comparison.faces());
        }
        let faces = comparison.faces();
        let place = faces.iter().position(|face| face.name == task).unwrap_or(usize::MAX);
        let sides = comparison.sides.iter().map(Prepared::history).enumerate();
        let recorded = self.recording.as_ref().map(|recording| (RECORDED, recording.history()));
        let mut list = DisplayList::default();
        let distribution = Distribution {
            histories: &sides.chain(recorded).collect::<Vec<_>>(),
            task: (!task.is_empty()).then_some(place),
            size: view::size(width, height),
            theme: view::theme(theme),
        };
        chart::record_distribution(&mut list, &distribution);
        Ok(Picture { list })
    }

    /// Lanes of a scenario that is not open, of its first part if it is long. What is open stays open.
    ///
    /// The error names place, value and remedy, as of `open`.
    pub fn thumbnail(
        &self,
        scenario: JsValue,
        sides: JsValue,
        width: f64,
        height: f64,
        theme: &str,
    ) -> Result<Picture, Refusal> {
        let scenario = Scenario::from_value(&from_js::<Value>(scenario)?)?;
        let mut runs = opening::start(&scenario, &opening::sides(&from_js(sides)?)?)?;
        let sketch = chart::sketch(&mut runs);
        let histories: Vec<&History> = sketch.histories.iter().collect();
        let size = view::size(width, height);
        let left = if histories.len() > 1 { LETTERS_PX } else { 0 };
        Ok(Picture::of_strip(&Strip {
            histories: &histories,
            faces: &sketch.faces,
            hidden: &[],
            window_ns: (0, sketch.end_ns),
            size,
            plot: (left, size.0 as i32),
            theme: view::theme(theme),
        }))
    }
}
