//! What `--help` prints.

/// For the whole program.
pub const GENERAL: &str = "\
schedlens: the same tasks under Linux's CFS and EEVDF, exact to the nanosecond

  schedlens run FILE --kernel PRESET    simulate a scenario and print what happened
  schedlens replay FILE                 compare the model with a recording of a real kernel
  schedlens presets [PRESET]            list the kernels, or one with its knobs
  schedlens check FILE                  say whether a scenario or recording is right
  schedlens COMMAND --help              say more about a command
  schedlens --version

Exit code: 0 if all went well, 1 if the input was refused or disagrees, 2 if the command line was wrong.
";

/// For `run`.
pub const RUN: &str = "\
schedlens run FILE [OPTIONS]

Simulates a scenario to its end and prints what happened. FILE is a scenario (JSON), a recording
(plain or gzip) of which the scenario is taken, or - for standard input.

  --kernel PRESET     the kernel to run under, see `schedlens presets`; without it, --side says
  --side a|b          a side of the scenario, with its kernel, knobs and features
  --costs zero|recorded|machine
                      what kernel paths cost: nothing (default), as in the recordings, or as is likely
                      on the scenario's machine
  --seed N            where all chance comes from, instead of the scenario's seed
  --hz N              ticks a second: 100, 250, 300 or 1000
  --format table      delays per task in the layout of `perf sched latency` (default)
           recording  header and events in the recordings' format, kernel-sched-trace/1
           csv        every event with the rule that decided it and the numbers compared
           hash       16 hexadecimal digits that differ as soon as any event does

  schedlens run tests/scenarios/long-sleeper.json --side b
  schedlens run tests/scenarios/equal-hogs.json --kernel 6.5 --hz 1000 --format csv
";

/// For `replay`.
pub const REPLAY: &str = "\
schedlens replay FILE

Drives the model with what happened in a recording (wakeups, blocks, ticks, exact run times) and asks
it only for the decisions. Prints how many decisions and numbers agree with the kernel's, to the
nanosecond, and the first disagreements. Exit code 1 if there is one. FILE may be plain or gzip, or -.
";

/// For `presets`.
pub const PRESETS: &str = "\
schedlens presets [PRESET | --table]

Lists the kernel versions that are modelled. With a preset's name, its tunables and features with
their defaults and what each means, under the kernel's own names. With --table every rule, feature
and tunable of every version, and where each differs from the version before.
";

/// For `check`.
pub const CHECK: &str = "\
schedlens check FILE

Reads a scenario or a whole recording and says what it is, or the first place that is wrong and
what would be right there. FILE may be - for standard input.
";
