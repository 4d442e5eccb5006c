//! What the explorer's server gives, and to whom.

use std::net::TcpStream;
use std::sync::atomic::Ordering;

use super::visit::served;

#[test]
#[ignore = "needs the explorer's page"]
fn the_server_gives_the_page_to_this_machine_only_and_nothing_else() {
    use std::io::{Read as _, Write as _};
    let (address, stop, thread) = served();
    let own = address.trim_start_matches("http://").trim_end_matches('/');
    let get = |request: &str| {
        let mut stream = TcpStream::connect(own).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    };
    let ask = |method: &str, path: &str, host: &str| {
        get(&format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    };
    let index = ask("GET", "/", own);
    assert!(
        index.starts_with("HTTP/1.1 200") && index.contains("<title>plyscope explorer"),
        "{index}"
    );
    for header in
        ["Content-Security-Policy: default-src 'none'", "frame-ancestors 'none'", "nosniff"]
    {
        assert!(index.contains(header), "{index}");
    }
    assert!(ask("GET", "/module.wasm.gz?x", own).contains("application/gzip"));
    for (method, path, host, status) in [
        ("GET", "/../Cargo.toml", own, "404"),
        ("GET", "/%2e%2e/Cargo.toml", own, "404"),
        ("GET", "//etc/passwd", own, "404"),
        ("GET", "/none.js", own, "404"),
        ("POST", "/", own, "405"),
        ("GET", "/", "example.org", "421"),
    ] {
        let answer = ask(method, path, host);
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{method} {path} {host}: {answer}"
        );
    }
    let port: u16 = own.rsplit(':').next().unwrap().parse().unwrap();
    // Another address of this machine is not bound.
    assert!(TcpStream::connect(("127.0.0.2", port)).is_err());
    stop.store(true, Ordering::Relaxed);
    thread.join().unwrap();
}
