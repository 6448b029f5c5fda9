//! Programs of recorded threads: lists such as `["run", 200]`.

use serde_json::Value;
use sim::recording::Step;

/// One step; the error says what is wrong with it.
pub(super) fn step(values: &[Value]) -> Result<Step, String> {
    let Some((name, operands)) = values.split_first() else {
        return Err("an empty list is no step".into());
    };
    let name = name.as_str().ok_or_else(|| format!("{name} is no name of a step"))?;
    parse(name, operands).ok_or_else(|| format!("{} is no step with such operands", Value::from(values)))
}

fn parse(name: &str, operands: &[Value]) -> Option<Step> {
    Some(match (name, operands) {
        ("run", [us]) => Step::Run(us.as_u64()?),
        ("sleep", [us]) => Step::Sleep(us.as_u64()?),
        ("periodic", [period, offset]) => {
            Step::Periodic { period_us: period.as_u64()?, offset_us: offset.as_u64()? }
        }
        ("until", [us]) => Step::Until(us.as_u64()?),
        ("write", [channel]) => Step::Write(small(channel)?),
        ("read", [channel]) => Step::Read(small(channel)?),
        ("post", [channel]) => Step::Post(small(channel)?),
        ("wait", [channel]) => Step::Wait(small(channel)?),
        ("yield", []) => Step::Yield,
        ("loop", [count]) => Step::Loop(count.as_u64()?),
        ("end", []) => Step::End,
        ("nice", [thread, nice]) => Step::Nice(text(thread)?, i8::try_from(nice.as_i64()?).ok()?),
        ("affinity", [thread, cpus]) => Step::Affinity(text(thread)?, cpu_list(cpus)?),
        ("policy", [thread, policy, rest @ ..]) => {
            Step::Policy(text(thread)?, text(policy)?, priority(rest)?)
        }
        ("slice", [thread, ns]) => Step::Slice(text(thread)?, ns.as_u64()?),
        ("spawn", [thread]) => Step::Spawn(text(thread)?),
        ("exit", []) => Step::Exit,
        _ => return None,
    })
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_string)
}

fn small(value: &Value) -> Option<u32> {
    u32::try_from(value.as_u64()?).ok()
}

fn cpu_list(value: &Value) -> Option<Vec<u32>> {
    value.as_array()?.iter().map(small).collect()
}

/// The real-time priority of a policy step, which fair policies leave out.
fn priority(operands: &[Value]) -> Option<u8> {
    match operands {
        [] => Some(0),
        [priority] => u8::try_from(priority.as_u64()?).ok(),
        _ => None,
    }
}
