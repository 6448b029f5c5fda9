//! A small web server for this machine only: the files of one folder, and nothing else.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::{Result, page, place, progress};

/// Tried first, so that the address is the same from day to day.
const USUAL_PORT: u16 = 8417;

/// Longest request line and headers that are read; a browser's are a tenth of it.
const REQUEST_BYTES_MAX: u64 = 16 * 1024;

/// A connection that says nothing for so long is closed.
const PATIENCE: Duration = Duration::from_secs(5);

/// `cargo xtask serve`: builds what changed, then serves until interrupted.
///
/// Fails if the page does not build or the asked-for port is taken.
pub fn chore(port: Option<u16>) -> Result {
    page::build()?;
    let listener = listen(port)?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    progress::say(&format!("Ready after {}; Ctrl-C ends it", progress::seconds(progress::since_start())));
    println!("http://{address}/");
    serve(&listener, &place::dist());
    Ok(())
}

/// The asked-for port, or the usual one, or any that is free.
fn listen(port: Option<u16>) -> Result<TcpListener> {
    let bind = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    match port {
        Some(port) => {
            bind(port).map_err(|error| format!("port {port}: {error}; choose another with --port N"))
        }
        None => bind(USUAL_PORT).or_else(|_| bind(0)).map_err(|error| format!("no free port: {error}")),
    }
}

/// Answers each connection on a thread of its own: a browser opens several and leaves some idle.
fn serve(listener: &TcpListener, folder: &Path) {
    for stream in listener.incoming().filter_map(std::result::Result::ok) {
        let folder = folder.to_owned();
        std::thread::spawn(move || {
            // A browser that closes the connection early is its own business.
            let _gone = answer(&stream, &folder);
        });
    }
}

fn answer(mut stream: &TcpStream, folder: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let request = read_request(stream)?;
    let reply = reply(&request, folder);
    let body: &[u8] = if request.starts_with("HEAD ") { &[] } else { &reply.body };
    stream.write_all(reply.head().as_bytes())?;
    stream.write_all(body)
}

/// The request line; the headers are read to their end and not needed.
fn read_request(stream: &TcpStream) -> std::io::Result<String> {
    let mut lines = BufReader::new(stream.take(REQUEST_BYTES_MAX)).lines();
    let first = lines.next().unwrap_or(Err(ErrorKind::UnexpectedEof.into()))?;
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    Ok(first)
}

struct Reply {
    status: &'static str,
    mime: &'static str,
    body: Vec<u8>,
}

impl Reply {
    fn error(status: &'static str) -> Reply {
        Reply { status, mime: "text/plain; charset=utf-8", body: format!("{status}\n").into_bytes() }
    }

    /// Every file may be a newer one next time, so browsers are told to ask again.
    fn head(&self) -> String {
        let Reply { status, mime, body } = self;
        let length = body.len();
        format!(
            "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\n\
             X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        )
    }
}

fn reply(request: &str, folder: &Path) -> Reply {
    let mut words = request.split(' ');
    let (Some(method), Some(target)) = (words.next(), words.next()) else {
        return Reply::error("400 Bad Request");
    };
    if !matches!(method, "GET" | "HEAD") {
        return Reply::error("405 Method Not Allowed");
    }
    let file = file_of(target, folder);
    match file.as_ref().map(std::fs::read) {
        Some(Ok(body)) => Reply { status: "200 OK", mime: mime(file.as_deref()), body },
        _ => Reply::error("404 Not Found"),
    }
}

/// The file that a request's target means: `/` is the page; nothing outside the folder has a name.
fn file_of(target: &str, folder: &Path) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = decode(path)?;
    let name = if path.is_empty() { "index.html" } else { &path };
    // Resolved on disk, so that neither `..` nor a link leads out.
    let file = folder.join(name).canonicalize().ok()?;
    file.starts_with(folder.canonicalize().ok()?).then_some(file)
}

/// Undoes `%20` and the like; `None` if what comes out is not UTF-8 or the escape is not two hex digits.
fn decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped = *first == b'%';
        bytes.push(if escaped { hex(tail)? } else { *first });
        rest = if escaped { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).ok()
}

fn hex(tail: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
    u8::from_str_radix(digits, 16).ok()
}

/// The type by the name's ending: browsers compile streamed wasm and run module scripts only under the right one.
fn mime(file: Option<&Path>) -> &'static str {
    match file.and_then(Path::extension).and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "map") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests;
