//! What the modules of the page may import, and which of them must know nothing of the document.

use crate::files::File;
use crate::lexer::names;

const SOURCES: &str = "www/src/";

/// Modules, and folders of them, that must stay free of the document, with all that they import.
const PURE: &[&str] = &[
    "www/src/state/state.ts",
    "www/src/state/trail.ts",
    "www/src/link/url.ts",
    "www/src/tasks/",
    "www/src/knobs/",
    "www/src/numbers/",
];

/// What a browser gives to a page and not to a plain function.
const DOCUMENT: &[&str] = &[
    "document",
    "window",
    "location",
    "history",
    "navigator",
    "localStorage",
    "sessionStorage",
    "requestAnimationFrame",
    "addEventListener",
    "fetch",
    "HTMLElement",
    "HTMLCanvasElement",
    "CanvasRenderingContext2D",
];

/// Every import that goes the wrong way. The types of what the worker's client gives may go anywhere: they are no code.
pub fn directions(file: &File) -> Vec<String> {
    if !is_module(file) {
        return Vec::new();
    }
    let wrong = |(line, target, of_types): &(usize, String, bool)| {
        let from = file.path.trim_start_matches(SOURCES);
        let to = target.trim_start_matches(SOURCES);
        let allowed = may_import(from, to) || (*of_types && to.starts_with("worker/"));
        (!allowed).then(|| file.finding(*line, &format!("{from} may not import {to}")))
    };
    imports(file).iter().filter_map(wrong).collect()
}

fn is_module(file: &File) -> bool {
    file.path.starts_with(SOURCES) && file.is_typescript() && !file.path.contains(".test.")
}

/// Both paths from `www/src/`. Everybody may know what the messages look like.
fn may_import(from: &str, to: &str) -> bool {
    let folder = |path: &str| path.split_once('/').map_or("", |(folder, _)| folder).to_owned();
    match (folder(from).as_str(), folder(to).as_str()) {
        _ if to.starts_with("worker/protocol") => true,
        (_, "pkg") => from == "worker/worker.ts",
        ("worker", "worker") => true,
        ("canvas", to_folder) => to_folder == "canvas" || to == "time.ts",
        ("view", "worker") => false,
        ("worker", to_folder) => to_folder == "tasks" || to == "time.ts",
        (_, "view") => matches!(folder(from).as_str(), "view") || from == "main.tsx",
        ("tasks", to_folder) => to_folder == "tasks" || to == "time.ts",
        ("state", to_folder) => matches!(to_folder, "state" | "tasks" | "canvas") || to == "time.ts",
        ("knobs" | "link" | "numbers", to_folder) => to_folder != "worker" && to != "main.tsx",
        _ => true,
    }
}

fn is_pure(file: &File) -> bool {
    let is = |pure: &&str| file.path == *pure || (pure.ends_with('/') && file.path.starts_with(*pure));
    is_module(file) && PURE.iter().any(is)
}

/// Every name of the document in a pure module or in one that it imports, types aside.
pub fn pure(files: &[File]) -> Vec<String> {
    let mut reached: Vec<&File> = files.iter().filter(|file| is_pure(file)).collect();
    let mut next = 0;
    while let Some(file) = reached.get(next) {
        let targets: Vec<String> = imports(file).into_iter().map(|(_, target, _)| target).collect();
        let new = files.iter().filter(|file| targets.contains(&file.path));
        let new: Vec<&File> = new.filter(|file| !reached.iter().any(|seen| seen.path == file.path)).collect();
        reached.extend(new);
        next += 1;
    }
    reached.into_iter().flat_map(touches).collect()
}

fn touches(file: &File) -> Vec<String> {
    let global = |line: &str, at: usize, name: &str| {
        let key = line[at + name.len()..].trim_start_matches('?').starts_with(':');
        DOCUMENT.contains(&name) && !line[..at].ends_with('.') && !key
    };
    let find =
        |line: &str| names(line).find(|(at, name)| global(line, *at, name)).map(|(_, name)| name.to_owned());
    let lines = file.code.lines().enumerate();
    lines
        .filter_map(|(at, line)| Some(file.finding(at, &format!("{} is of the document", find(line)?))))
        .collect()
}

/// Line and target of each relative import, and whether it is of types only.
fn imports(file: &File) -> Vec<(usize, String, bool)> {
    let read = |(line, text): (usize, &str)| {
        let (_, rest) = text.split_once("from '").or_else(|| text.split_once("import '"))?;
        let (target, _) = rest.split_once('\'')?;
        target.starts_with('.').then(|| (line, resolve(&file.path, target), text.starts_with("import type ")))
    };
    file.text.lines().enumerate().filter_map(read).collect()
}

/// The path of the imported module: `../time` from `www/src/link/url.ts` is `www/src/time.ts`.
fn resolve(from: &str, target: &str) -> String {
    let target = target.split('?').next().unwrap_or_default();
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    let path = parts.join("/");
    let view = path.contains("/view/") || path.ends_with("/main");
    let known = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if known { path } else { path + if view { ".tsx" } else { ".ts" } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, target: &str, allowed: bool) {
        let found = directions(&File::new(path, &format!("import {{ a }} from '{target}';\n")));
        assert_eq!(found.is_empty(), allowed, "{found:?}");
    }

    #[test]
    fn only_the_worker_opens_the_engine() {
        check("www/src/worker/worker.ts", "../pkg/web.js", true);
        check("www/src/worker/client.ts", "../pkg/web.js", false);
        check("www/src/main.tsx", "./pkg/web.js", false);
    }

    #[test]
    fn views_and_canvases_know_what_they_show_and_no_more() {
        check("www/src/view/tasks.tsx", "../state/state", true);
        check("www/src/view/tasks.tsx", "../worker/protocol", true);
        check("www/src/view/tasks.tsx", "../worker/client", false);
        check("www/src/canvas/replay.ts", "../worker/client", false);
        check("www/src/canvas/replay.ts", "../view/tasks", false);
        check("www/src/canvas/replay.ts", "../state/state", false);
        check("www/src/canvas/viewport.ts", "../time", true);
        check("www/src/state/state.ts", "../view/tasks", false);
    }

    #[test]
    fn types_of_what_the_client_gives_are_no_code() {
        let file = File::new("www/src/view/figure.tsx", "import type { Frame } from '../worker/client';\n");
        assert!(directions(&file).is_empty());
    }

    #[test]
    fn the_document_is_found_also_behind_an_import() {
        let files = [
            File::new(
                "www/src/link/url.ts",
                "import { a } from '../time';\nconst b = { location: c.document };\n",
            ),
            File::new("www/src/time.ts", "export const a = document.title;\n"),
            File::new("www/src/other.ts", "window.close();\n"),
        ];
        assert_eq!(pure(&files), ["www/src/time.ts:1: document is of the document"]);
    }
}
