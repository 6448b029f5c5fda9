//! The command line: words to a [`Command`].

use sim::suggestion;

use crate::failure::Failure;
use crate::help;

/// What was asked for.
#[derive(Debug, PartialEq)]
pub enum Command {
    /// Print this text.
    Help(&'static str),
    /// Print the version.
    Version,
    /// List the kernel presets, or describe one.
    Presets(Option<String>),
    /// Print the table feature × version.
    Versions,
    /// Say whether a file is right.
    Check(String),
    /// Compare the model with a recording.
    Replay(String),
    /// Simulate a scenario.
    Run(RunOptions),
}

/// The options of `run`.
#[derive(Debug, Default, PartialEq)]
pub struct RunOptions {
    /// The scenario's file, or `-`.
    pub path: String,
    /// The kernel to run under, instead of the side's.
    pub kernel: Option<String>,
    /// The side of the scenario to take.
    pub side: Option<SideName>,
    /// What kernel paths cost, instead of what the side says.
    pub costs: Option<CostName>,
    /// The seed, instead of the scenario's.
    pub seed: Option<u64>,
    /// Ticks a second, instead of what side and scenario say.
    pub hz: Option<u32>,
    /// What to print.
    pub format: Format,
}

/// One of a scenario's two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideName {
    /// The first.
    A,
    /// The second.
    B,
}

impl SideName {
    /// Its key in a scenario.
    pub fn letter(self) -> &'static str {
        match self {
            SideName::A => "a",
            SideName::B => "b",
        }
    }
}

/// Costs that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostName {
    /// Kernel paths take no time.
    Zero,
    /// They take what they took in the recordings.
    Recorded,
    /// They take what is likely on the scenario's machine.
    Machine,
}

/// What `run` prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Header and events as a recorder in the kernel writes them.
    Recording,
    /// Delays per task, as `perf sched latency` shows them.
    #[default]
    Table,
    /// Every event with the rule that decided it.
    Csv,
    /// The hash of the trace.
    Hash,
}

const COMMANDS: [&str; 4] = ["run", "replay", "presets", "check"];
const RUN_OPTIONS: [&str; 6] = ["--kernel", "--side", "--costs", "--seed", "--hz", "--format"];
const FORMATS: [(&str, Format); 4] = [
    ("recording", Format::Recording),
    ("table", Format::Table),
    ("csv", Format::Csv),
    ("hash", Format::Hash),
];
const SIDES: [(&str, SideName); 2] = [("a", SideName::A), ("b", SideName::B)];
const COSTS: [(&str, CostName); 3] =
    [("zero", CostName::Zero), ("recorded", CostName::Recorded), ("machine", CostName::Machine)];

/// Understands the words after the program's name.
pub fn parse(words: Vec<String>) -> Result<Command, Failure> {
    let Some((command, rest)) = words.split_first() else {
        return Err(Failure::usage(
            "command",
            "none is given",
            format!("write one of {}", COMMANDS.join(", ")),
        ));
    };
    let wants_help = rest.iter().any(|word| word == "--help" || word == "-h");
    match command.as_str() {
        "--help" | "-h" | "help" => Ok(Command::Help(help::GENERAL)),
        "--version" | "-V" => Ok(Command::Version),
        "run" if wants_help => Ok(Command::Help(help::RUN)),
        "run" => run(rest).map(Command::Run),
        "replay" if wants_help => Ok(Command::Help(help::REPLAY)),
        "replay" => one("replay", "a recording", rest).map(Command::Replay),
        "presets" if wants_help => Ok(Command::Help(help::PRESETS)),
        "presets" if rest == ["--table"] => Ok(Command::Versions),
        "presets" => at_most_one("presets", rest).map(Command::Presets),
        "check" if wants_help => Ok(Command::Help(help::CHECK)),
        "check" => one("check", "a file", rest).map(Command::Check),
        other => Err(unknown("command", other, &COMMANDS)),
    }
}

fn run(words: &[String]) -> Result<RunOptions, Failure> {
    let mut options = RunOptions::default();
    let mut given = Vec::new();
    let mut words = Words { rest: words };
    while let Some((word, inline)) = words.next() {
        let name = if word.starts_with("--") { word } else { "file" };
        if given.contains(&name) {
            return Err(Failure::usage(name, "it is given twice", "give it once"));
        }
        given.push(name);
        match word {
            "--kernel" => options.kernel = Some(words.value(word, inline)?.to_string()),
            "--side" => options.side = Some(choice(word, words.value(word, inline)?, &SIDES)?),
            "--costs" => options.costs = Some(choice(word, words.value(word, inline)?, &COSTS)?),
            "--seed" => options.seed = Some(number(word, words.value(word, inline)?)?),
            "--hz" => options.hz = Some(number(word, words.value(word, inline)?)?),
            "--format" => options.format = choice(word, words.value(word, inline)?, &FORMATS)?,
            _ if word.starts_with("--") => return Err(unknown("option", word, &RUN_OPTIONS)),
            _ => options.path = word.to_string(),
        }
    }
    if !given.contains(&"file") {
        return Err(Failure::usage("run", "no file is given", "name a scenario, or - for standard input"));
    }
    Ok(options)
}

/// The words still to come.
struct Words<'a> {
    rest: &'a [String],
}

impl<'a> Words<'a> {
    /// The next word; of `--name=value` both parts.
    fn next(&mut self) -> Option<(&'a str, Option<&'a str>)> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        match first.split_once('=') {
            Some((name, value)) if name.starts_with("--") => Some((name, Some(value))),
            _ => Some((first, None)),
        }
    }

    /// The value of an option: what stood behind its `=`, or the next word.
    fn value(&mut self, option: &str, inline: Option<&'a str>) -> Result<&'a str, Failure> {
        let missing = || Failure::usage(option, "its value is missing", format!("write {option} VALUE"));
        inline.map_or_else(|| self.next_word().ok_or_else(missing), Ok)
    }

    fn next_word(&mut self) -> Option<&'a str> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }
}

fn choice<T: Copy>(option: &str, word: &str, known: &[(&str, T)]) -> Result<T, Failure> {
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let found = known.iter().find(|(name, _)| *name == word);
    found.map(|(_, value)| *value).ok_or_else(|| unknown(option, word, &names))
}

fn number<T: std::str::FromStr>(option: &str, word: &str) -> Result<T, Failure> {
    let wrong =
        || Failure::usage(option, format!("`{word}` is no whole number that fits"), "write one such as 250");
    word.parse().map_err(|_| wrong())
}

fn one(command: &str, what: &str, words: &[String]) -> Result<String, Failure> {
    at_most_one(command, words)?
        .ok_or_else(|| Failure::usage(command, format!("{what} is missing"), format!("name {what}")))
}

fn at_most_one(command: &str, words: &[String]) -> Result<Option<String>, Failure> {
    match words {
        [] => Ok(None),
        [word] if word.starts_with("--") => {
            Err(Failure::usage(command, format!("`{word}` is no option of it"), "leave it out"))
        }
        [word] => Ok(Some(word.clone())),
        [_, second, ..] => {
            Err(Failure::usage(command, format!("`{second}` is one word too many"), "leave it out"))
        }
    }
}

fn unknown(what: &str, word: &str, known: &[&str]) -> Failure {
    Failure::usage(what, format!("`{word}` is not known"), suggestion(word, known))
}
