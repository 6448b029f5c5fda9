//! The format as it is written: one struct for the header line, one for all events.
//!
//! Reading and writing share them, so that a field has one name in one place.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What tells a recording from other files.
#[derive(Deserialize)]
pub(super) struct RawFormat {
    pub format: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct RawHeader {
    pub format: String,
    pub kernel: String,
    pub kernel_tag: String,
    pub preempt: String,
    #[serde(default)]
    pub config: BTreeMap<String, String>,
    pub machine: RawMachine,
    pub overhead_ns: Option<BTreeMap<String, u64>>,
    pub scenario: Box<RawValue>,
    pub knobs: BTreeMap<String, String>,
    #[serde(default)]
    pub cfs_rq_at_start: BTreeMap<String, BTreeMap<String, String>>,
    #[serde(default)]
    pub threads_at_start: BTreeMap<String, RawThreadStart>,
    #[serde(default)]
    pub other_threads: BTreeMap<String, RawOtherStart>,
    #[serde(default)]
    pub trace_lines_lost: u64,
    #[serde(default)]
    pub summary: BTreeMap<String, RawSummary>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct RawMachine {
    pub cpus: u32,
}

/// Milliseconds stay text, so that their nanoseconds are exact.
#[derive(Serialize, Deserialize)]
pub(super) struct RawThreadStart {
    #[serde(rename = "se.vruntime")]
    pub vruntime_ms: Box<RawValue>,
    #[serde(rename = "se.sum_exec_runtime")]
    pub sum_exec_ms: Box<RawValue>,
    #[serde(rename = "se.slice", skip_serializing_if = "Option::is_none")]
    pub slice_ns: Option<u64>,
    #[serde(rename = "se.load.weight", skip_serializing_if = "Option::is_none")]
    pub weight: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<u32>,
    pub prio: i32,
}

#[derive(Serialize, Deserialize)]
pub(super) struct RawOtherStart {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<u32>,
    pub prio: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nice: Option<i8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub v: Option<i64>,
    #[serde(rename = "sum_exec", skip_serializing_if = "Option::is_none")]
    pub sum_exec_ns: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sv: Option<[i64; 5]>,
}

/// The averages are for people; a reader makes its own.
#[derive(Serialize, Deserialize)]
pub(super) struct RawSummary {
    pub runtime_ns: i64,
    pub switches_in: u64,
    pub voluntary: u64,
    pub involuntary: u64,
    pub wait_sum_ns: i64,
    pub wait_max_ns: i64,
    pub wait_count: u64,
    pub wake_wait_sum_ns: i64,
    pub wake_wait_max_ns: i64,
    pub wake_count: u64,
    pub run_stretch_count: u64,
    pub migrations: u64,
    #[serde(default)]
    pub wait_avg_ns: i64,
    #[serde(default)]
    pub wake_wait_avg_ns: i64,
    #[serde(default)]
    pub run_stretch_avg_ns: i64,
}

/// A text field of an event, borrowed from the line where it has no escapes.
pub(super) type Text<'a> = Option<Cow<'a, str>>;

/// An event: which fields it has depends on `e`.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct RawEvent<'a> {
    pub t: i64,
    pub c: u32,
    #[serde(borrow)]
    pub e: Cow<'a, str>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub p: Text<'a>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub s: Text<'a>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub n: Text<'a>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub x: Text<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub by: Text<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub irq: Option<u8>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub rs: Text<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub v: Option<i64>,
    #[serde(borrow, default, rename = "fn", skip_serializing_if = "Option::is_none")]
    pub function: Text<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lag: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub q: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pv: Option<[i64; 5]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nv: Option<[i64; 5]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pg: Option<[i64; 6]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ng: Option<[i64; 6]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xv: Option<[i64; 5]>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub k: Text<'a>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub pk: Text<'a>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub nk: Text<'a>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub bk: Text<'a>,
}
