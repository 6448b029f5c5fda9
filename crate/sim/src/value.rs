//! A tree of plain values, as any text format or JavaScript object gives it.
//!
//! Scenarios are read from this tree by hand and not by derive, so that a
//! refusal can name the place (`threads[2].script[4]`), whatever the format was.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use crate::error::{Error, suggestion};
use crate::limits::DEPTH_MAX;

/// A value of a scenario file before it is understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Absent on purpose; the same as leaving the key out.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number of any kind that JSON can hold.
    Integer(i128),
    /// A number with a fraction: kept as text, for no field wants one.
    Fraction(String),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object, in the order of the file.
    Map(Vec<(String, Value)>),
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        Seed { depth: 0 }.deserialize(deserializer)
    }
}

/// Carries the depth, so that a hostile file cannot exhaust the stack.
struct Seed {
    depth: usize,
}

impl Seed {
    fn deeper<E: serde::de::Error>(&self) -> Result<Seed, E> {
        if self.depth == DEPTH_MAX {
            return Err(E::custom(format_args!("nested deeper than {DEPTH_MAX}")));
        }
        Ok(Seed { depth: self.depth + 1 })
    }
}

impl<'de> DeserializeSeed<'de> for Seed {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a scenario's value")
    }

    fn visit_bool<E>(self, v: bool) -> Result<Value, E> {
        Ok(Value::Bool(v))
    }

    fn visit_i64<E>(self, v: i64) -> Result<Value, E> {
        Ok(Value::Integer(v.into()))
    }

    fn visit_u64<E>(self, v: u64) -> Result<Value, E> {
        Ok(Value::Integer(v.into()))
    }

    fn visit_f64<E>(self, v: f64) -> Result<Value, E> {
        // JavaScript and some writers have only one kind of number: 5.0 is 5.
        let text = v.to_string();
        Ok(text.parse().map_or(Value::Fraction(text), Value::Integer))
    }

    fn visit_str<E>(self, v: &str) -> Result<Value, E> {
        Ok(Value::Text(v.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = access.next_element_seed(self.deeper()?)? {
            list.push(value);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut map: Vec<(String, Value)> = Vec::new();
        while let Some(key) = access.next_key::<String>()? {
            if map.iter().any(|(k, _)| *k == key) {
                return Err(A::Error::custom(format_args!("key `{key}` stands twice")));
            }
            map.push((key, access.next_value_seed(self.deeper()?)?));
        }
        Ok(Value::Map(map))
    }
}

impl fmt::Display for Value {
    /// Short, for messages: containers only say what they are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(b) => write!(f, "{b}"),
            Value::Integer(n) => write!(f, "{n}"),
            Value::Fraction(text) => f.write_str(text),
            Value::Text(text) => write!(f, "`{}`", text.chars().take(40).collect::<String>()),
            Value::List(list) => write!(f, "a list of {}", list.len()),
            Value::Map(_) => f.write_str("an object"),
        }
    }
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct At<'v> {
    pub place: String,
    pub value: &'v Value,
}

impl<'v> At<'v> {
    pub fn root(value: &'v Value) -> At<'v> {
        At { place: String::new(), value }
    }

    /// An error about this value.
    pub fn error(&self, wrong: &str, remedy: impl Into<String>) -> Error {
        Error::new(self.place.clone(), format!("{} {wrong}", self.value), remedy)
    }

    /// A whole number from `min` to `max`, both included.
    pub fn integer(&self, min: i128, max: i128) -> Result<i128, Error> {
        match self.value {
            Value::Integer(n) if (min..=max).contains(n) => Ok(*n),
            Value::Integer(_) => Err(self.error(&format!("is outside {min}..={max}"), "use a value inside")),
            _ => Err(self.error("is not a whole number", format!("write one from {min} to {max}"))),
        }
    }

    /// A whole number as the integer type that holds `min..=max`.
    pub fn number<T: TryFrom<i128>>(&self, min: i128, max: i128) -> Result<T, Error> {
        let n = self.integer(min, max)?;
        T::try_from(n).map_err(|_| self.error("does not fit", "use a smaller value"))
    }

    pub fn text(&self) -> Result<&'v str, Error> {
        match self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.error("is not a string", "write it in quotes")),
        }
    }

    pub fn bool(&self) -> Result<bool, Error> {
        match self.value {
            Value::Bool(b) => Ok(*b),
            _ => Err(self.error("is neither true nor false", "write one of them")),
        }
    }

    /// The elements of a list of at most `max`.
    pub fn list(&self, max: usize) -> Result<Vec<At<'v>>, Error> {
        let Value::List(list) = self.value else {
            return Err(self.error("is not a list", "write [ … ]"));
        };
        if list.len() > max {
            return Err(self.error("is too long", format!("at most {max} fit")));
        }
        let at = |(i, value)| At { place: format!("{}[{i}]", self.place), value };
        Ok(list.iter().enumerate().map(at).collect())
    }

    /// The entries of an object whose keys are free.
    pub fn entries(&self) -> Result<Vec<(&'v str, At<'v>)>, Error> {
        let Value::Map(map) = self.value else {
            return Err(self.error("is not an object", "write { … }"));
        };
        Ok(map.iter().map(|(key, value)| (key.as_str(), self.child(key, value))).collect())
    }

    /// The fields of an object that has none but `known` ones.
    pub fn fields(&self, known: &[&str]) -> Result<Fields<'v>, Error> {
        let entries = self.entries()?;
        if let Some((key, at)) = entries.iter().find(|(key, _)| !known.contains(key)) {
            return Err(Error::new(
                at.place.clone(),
                format!("unknown field `{key}`"),
                suggestion(key, known),
            ));
        }
        Ok(Fields { place: self.place.clone(), entries })
    }

    fn child(&self, key: &str, value: &'v Value) -> At<'v> {
        let place = if self.place.is_empty() { key.to_owned() } else { format!("{}.{key}", self.place) };
        At { place, value }
    }
}

/// An object of which every key is known.
pub(crate) struct Fields<'v> {
    place: String,
    entries: Vec<(&'v str, At<'v>)>,
}

impl<'v> Fields<'v> {
    /// The field, if it is there and not null.
    pub fn get(&self, key: &str) -> Option<&At<'v>> {
        let found = self.entries.iter().find(|(k, _)| *k == key)?;
        (found.1.value != &Value::Null).then_some(&found.1)
    }

    /// The field, or an error that it is missing.
    pub fn need(&self, key: &str) -> Result<&At<'v>, Error> {
        let missing = || Error::new(self.place.clone(), format!("`{key}` is missing"), "add it");
        self.get(key).ok_or_else(missing)
    }

    /// The field read by `read`, `None` without it.
    pub fn map<T>(
        &self,
        key: &str,
        read: impl FnOnce(&At<'v>) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        self.get(key).map(read).transpose()
    }
}
