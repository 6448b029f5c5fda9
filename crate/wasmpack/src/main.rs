//! `wasmpack IN.wasm OUT_DIR`: writes the JavaScript glue of a compiled wasm module.
//!
//! The generator is used as a library, pinned beside `wasm-bindgen`: the two speak a private
//! schema, and a command installed by hand drifts from it.

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [input, out_dir] = args.as_slice() else {
        eprintln!("usage: wasmpack IN.wasm OUT_DIR");
        return ExitCode::from(2);
    };
    match generate(input, out_dir) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("wasmpack: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes `NAME.js`, its types and `NAME_bg.wasm` for a module that a page loads by address.
///
/// Fails if the input is not a module made with the pinned `wasm-bindgen`. Function names are
/// dropped: they are a fifth of the module and only a profiler reads them.
fn generate(input: &str, out_dir: &str) -> Result<(), String> {
    let mut generator = wasm_bindgen_cli_support::Bindgen::new();
    generator.input_path(input).typescript(true).remove_name_section(true);
    generator
        .web(true)
        .and_then(|ready| ready.generate(out_dir))
        .map_err(|error| format!("{input}: {error:#}"))
}
