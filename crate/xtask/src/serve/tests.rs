//! The server, asked over a real socket.

use super::*;
use std::fs;

/// A served folder with a secret beside it; the answer to one request.
fn ask(name: &str, request: &str) -> String {
    let base = std::env::temp_dir().join(format!("xtask-serve-{name}-{}", std::process::id()));
    let folder = base.join("dist");
    fs::create_dir_all(folder.join("assets")).unwrap();
    fs::write(folder.join("index.html"), "<p>page").unwrap();
    fs::write(folder.join("assets/a b.wasm"), "\0asm").unwrap();
    fs::write(base.join("secret"), "secret").unwrap();
    let listener = listen(Some(0)).unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || serve(&listener, &folder));
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(format!("{request}\r\nHost: x\r\n\r\n").as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    fs::remove_dir_all(base).unwrap();
    answer
}

#[test]
fn the_root_is_the_page() {
    let answer = ask("root", "GET /?a=1 HTTP/1.1");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html"), "{answer}");
    assert!(answer.contains("Cache-Control: no-cache") && answer.ends_with("\r\n\r\n<p>page"), "{answer}");
}

#[test]
fn wasm_has_its_type_and_names_may_be_escaped() {
    let answer = ask("wasm", "GET /assets/a%20b.wasm HTTP/1.1");
    assert!(answer.contains("Content-Type: application/wasm\r\nContent-Length: 4\r\n"), "{answer}");
}

#[test]
fn head_has_no_body() {
    let answer = ask("head", "HEAD / HTTP/1.1");
    assert!(answer.contains("Content-Length: 7\r\n") && answer.ends_with("\r\n\r\n"), "{answer}");
}

#[test]
fn nothing_outside_the_folder_has_a_name() {
    for path in ["/../secret", "/%2e%2e/secret", "/assets/../../secret", "//etc/hostname", "/etc/hostname"] {
        let answer = ask("outside", &format!("GET {path} HTTP/1.1"));
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
}

#[test]
fn odd_requests_are_answered() {
    assert!(ask("post", "POST / HTTP/1.1").starts_with("HTTP/1.1 405"));
    assert!(ask("word", "GET").starts_with("HTTP/1.1 400"));
    assert!(ask("escape", "GET /%zz HTTP/1.1").starts_with("HTTP/1.1 404"));
}
