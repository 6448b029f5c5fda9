//! How values and refusals cross to JavaScript and back.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sim::Error;
use wasm_bindgen::prelude::*;

/// A refusal on its way to the page: thrown there as an `Error` that has a `place` beside its message.
///
/// Only what somebody wrote is refused. The place is empty where there is none, as of a question that was asked while nothing
/// was open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    message: String,
    place: String,
}

impl Refusal {
    /// A refusal without a place.
    pub fn new(message: impl Into<String>) -> Refusal {
        Refusal { message: message.into(), place: String::new() }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal { message: error.to_string(), place: error.place }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

impl From<Refusal> for JsValue {
    fn from(refusal: Refusal) -> JsValue {
        let error = js_sys::Error::new(&refusal.message);
        let set = js_sys::Reflect::set(&error, &"place".into(), &refusal.place.into());
        debug_assert_eq!(set, Ok(true), "a new error takes any property");
        error.into()
    }
}

/// Maps become objects, large integers numbers and `None` null, as the protocol has them.
pub fn to_js<T: Serialize>(value: &T) -> Result<JsValue, Refusal> {
    let serializer = serde_wasm_bindgen::Serializer::new();
    let serializer = serializer.serialize_maps_as_objects(true).serialize_missing_as_null(true);
    value.serialize(&serializer).map_err(of_serde)
}

/// A value of the page; refused if it has not the shape that the protocol gives it.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, Refusal> {
    serde_wasm_bindgen::from_value(value).map_err(of_serde)
}

/// What is wrong, without the `Error: ` that JavaScript puts before it.
fn of_serde(error: serde_wasm_bindgen::Error) -> Refusal {
    Refusal::new(String::from(js_sys::Error::from(JsValue::from(error)).message()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_has_the_place_and_it_stands_apart() {
        let refusal =
            Refusal::from(Error::new("threads[1].nice", "25 is outside -20..=19", "use a value inside"));
        assert_eq!(refusal.place, "threads[1].nice");
        assert_eq!(refusal.to_string(), "threads[1].nice: 25 is outside -20..=19; use a value inside");
    }
}
