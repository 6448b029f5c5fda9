//! The door's pictures: the figure, and where things are in it.

use chart::{Machine, Prepared, RECORDED, Scene, Subject};
use js_sys::Float64Array;
use wasm_bindgen::prelude::*;

use crate::cross::{Refusal, from_js, to_js};
use crate::view::View;
use crate::{Engine, answer, nothing_open};

/// Of a recording below nothing.
static NO_MACHINE: Machine = Machine { cpus: Vec::new(), groups: Vec::new() };

#[wasm_bindgen]
impl Engine {
    /// Records a frame; `ops`, `texts` and `layout` then give it.
    pub fn frame(&mut self, view: JsValue) -> Result<(), Refusal> {
        let view: View = from_js(view)?;
        let mut list = std::mem::take(&mut self.frame);
        let figure = self.draw(&view, |scene| chart::record(&mut list, scene))?;
        self.frame = list;
        let comparison = self.open.as_ref().ok_or_else(nothing_open)?;
        self.layout = Some(answer::layout(&figure, view.theme(), comparison));
        self.figure = Some(figure);
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
    pub fn layout(&self) -> Result<JsValue, Refusal> {
        to_js(self.layout.as_ref().ok_or_else(|| Refusal::new("no frame has been recorded"))?)
    }

    /// What is under a pixel of the last frame; `null` for nothing.
    pub fn hit(&self, x: f64, y: f64) -> Result<JsValue, Refusal> {
        let subjects = self.subjects();
        let at = (x.floor() as i32, y.floor() as i32);
        let found = self.figure.as_ref().and_then(|figure| chart::hit(figure, &subjects, at));
        let Some(hit) = found else { return Ok(JsValue::NULL) };
        let names = subjects.iter().find(|subject| subject.side == hit.side);
        to_js(&answer::hit(hit, names.map_or(&[][..], |subject| &subject.names)))
    }

    /// The view as SVG text.
    pub fn svg(&mut self, view: JsValue) -> Result<String, Refusal> {
        self.draw(&from_js(view)?, chart::svg)
    }
}

impl Engine {
    /// The sides of the last frame: what is open, and the recording.
    fn subjects(&self) -> Vec<Subject<'_>> {
        let sides = self.open.iter().flat_map(|comparison| comparison.sides.iter().enumerate());
        let recorded = self.recording.as_ref().map(|recording| Subject {
            side: RECORDED,
            history: recording.history(),
            names: recording.names(),
            machine: self.open.as_ref().map_or(&NO_MACHINE, |comparison| comparison.sides[0].machine()),
        });
        sides.map(|(side, prepared)| subject(side, prepared)).chain(recorded).collect()
    }

    /// Has `draw` draw the view of what is open.
    fn draw<T>(&mut self, view: &View, draw: impl FnOnce(&Scene) -> T) -> Result<T, Refusal> {
        let comparison = self.open.as_mut().ok_or_else(nothing_open)?;
        if let Some(recording) = &mut self.recording {
            recording.align(comparison.faces());
        }
        Ok(comparison.draw(view, self.recording.as_ref(), draw))
    }
}

fn subject(side: usize, prepared: &Prepared) -> Subject<'_> {
    let names = prepared.faces().iter().map(|face| face.name.as_str()).collect();
    Subject { side, history: prepared.history(), names, machine: prepared.machine() }
}
