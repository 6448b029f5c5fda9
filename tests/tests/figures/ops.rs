//! Reads a display list back into shapes, as the page does, and says where each of them is.

use chart::{DisplayList, measure, op};

/// One operation that leaves something on the canvas.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A filled or stroked rectangle, circle, polygon or path: its bounding box.
    Drawn(Bounds),
    /// A text and its estimated box.
    Text(String, Bounds),
}

/// A box in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Bounds {
    /// Inside a canvas of this size, but for `slack` pixels.
    pub fn is_inside(&self, (width, height): (u32, u32), slack: f64) -> bool {
        let (right, bottom) = (f64::from(width) + slack, f64::from(height) + slack);
        self.left >= -slack && self.top >= -slack && self.right <= right && self.bottom <= bottom
    }

    /// Whether the two share more than an edge.
    pub fn overlaps(&self, other: &Bounds) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn around(points: &[f64]) -> Bounds {
        let coordinates = |offset: usize| points.iter().skip(offset).step_by(2).copied();
        Bounds {
            left: coordinates(0).fold(f64::INFINITY, f64::min),
            top: coordinates(1).fold(f64::INFINITY, f64::min),
            right: coordinates(0).fold(f64::NEG_INFINITY, f64::max),
            bottom: coordinates(1).fold(f64::NEG_INFINITY, f64::max),
        }
    }
}

/// All shapes of a frame, in drawing order; panics where the list is not what the protocol says.
pub fn shapes(list: &DisplayList) -> Vec<Shape> {
    lines(list).iter().filter_map(|operation| shape(operation, &list.texts)).collect()
}

/// The frame as text, one operation a line, so that a change can be read.
pub fn readable(list: &DisplayList) -> String {
    let mut text = String::new();
    for operation in lines(list) {
        let (name, numbers) = (name(operation[0]), &operation[1..]);
        text += name;
        for (place, number) in numbers.iter().enumerate() {
            let colour = place == 0 && matches!(name, "fill" | "stroke");
            text += &if colour { format!(" {:08x}", *number as u32) } else { format!(" {number}") };
        }
        if name == "text" {
            text += &format!(" {}", list.texts[numbers[numbers.len() - 1] as usize]);
        }
        text.push('\n');
    }
    text
}

/// The list cut into operations.
fn lines(list: &DisplayList) -> Vec<&[f64]> {
    let mut operations = Vec::new();
    let mut rest = list.ops.as_slice();
    while !rest.is_empty() {
        let (operation, after) = rest.split_at(length(rest));
        operations.push(operation);
        rest = after;
    }
    operations
}

fn length(rest: &[f64]) -> usize {
    match name(rest[0]) {
        "fill" => 2,
        "stroke" => 3,
        "rect" | "outline" => 5,
        "path" | "polygon" => 2 + 2 * rest[1] as usize,
        "disc" | "circle" => 4,
        _ => 9,
    }
}

fn name(code: f64) -> &'static str {
    match code {
        op::FILL => "fill",
        op::STROKE => "stroke",
        op::RECT => "rect",
        op::OUTLINE => "outline",
        op::PATH => "path",
        op::POLYGON => "polygon",
        op::DISC => "disc",
        op::CIRCLE => "circle",
        op::TEXT => "text",
        _ => panic!("no operation has the code {code}"),
    }
}

fn shape(operation: &[f64], texts: &[String]) -> Option<Shape> {
    let numbers = &operation[1..];
    match name(operation[0]) {
        "fill" | "stroke" => None,
        "rect" | "outline" => {
            let &[left, top, width, height] = numbers else { panic!("{operation:?}") };
            assert!(width > 0.0 && height > 0.0, "an empty rectangle: {operation:?}");
            Some(Shape::Drawn(Bounds { left, top, right: left + width, bottom: top + height }))
        }
        "path" | "polygon" => Some(Shape::Drawn(Bounds::around(&numbers[1..]))),
        "disc" | "circle" => {
            let &[x, y, r] = numbers else { panic!("{operation:?}") };
            Some(Shape::Drawn(Bounds { left: x - r, top: y - r, right: x + r, bottom: y + r }))
        }
        _ => Some(text(numbers, texts)),
    }
}

fn text(numbers: &[f64], texts: &[String]) -> Shape {
    let &[x, y, size, quarter, h, v, _bold, index] = numbers else { panic!("{numbers:?}") };
    assert_eq!((quarter, v), (0.0, 1.0), "every text lies flat on its middle");
    let text = texts[index as usize].clone();
    let width = f64::from(measure(&text, size).0);
    let left = x - width * h / 2.0;
    Shape::Text(text, Bounds { left, top: y - size / 2.0, right: left + width, bottom: y + size / 2.0 })
}
