//! The server: GET of the page's files, on the loopback address.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::time::Duration;

use tiny_http::{Header, Method, Request, Response};

use super::{ExplorerError, Page};

/// How often it looks whether to stop.
const LOOK: Duration = Duration::from_millis(200);

/// As in the page itself, and besides what only a header can say: no other page may show this one in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; \
                      style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A server of the page, bound to 127.0.0.1.
pub struct Server {
    page: Page,
    server: tiny_http::Server,
    port: u16,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("port", &self.port).finish_non_exhaustive()
    }
}

fn header(name: &str, value: &str) -> Option<Header> {
    Header::from_bytes(name, value).ok()
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

impl Server {
    /// Binds a port; 0 is any free one.
    ///
    /// # Errors
    /// [`ExplorerError::Port`] if it is in use.
    pub fn bind(page: Page, port: u16) -> Result<Self, ExplorerError> {
        let failed = |cause| ExplorerError::Port { port, cause };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        let bound = listener.local_addr().map_err(failed)?.port();
        let server = tiny_http::Server::from_listener(listener, None)
            .map_err(|error| failed(io::Error::other(error.to_string())))?;
        Ok(Self { page, server, port: bound })
    }

    /// The port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Answers requests until `stopped`.
    ///
    /// # Errors
    /// If the port fails. A browser that goes away is no error.
    pub fn serve(&self, stopped: impl Fn() -> bool) -> io::Result<()> {
        while !stopped() {
            if let Some(request) = self.server.recv_timeout(LOOK)? {
                // The browser may be gone.
                let _ = self.answer(request);
            }
        }
        Ok(())
    }

    /// Whether a request names this server. Another name that leads to 127.0.0.1 is somebody else's page.
    fn is_ours(&self, request: &Request) -> bool {
        let host = request.headers().iter().find(|header| header.field.equiv("Host"));
        let host = host.map(|header| header.value.as_str()).unwrap_or_default();
        [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)]
            .iter()
            .any(|own| own == host)
    }

    fn answer(&self, request: Request) -> io::Result<()> {
        let path = request.url().split(['?', '#']).next().unwrap_or_default().to_owned();
        let (status, name, bytes): (u16, &str, &[u8]) = match self.page.file(&path) {
            _ if !self.is_ours(&request) => {
                (421, "", b"this server answers to 127.0.0.1 and localhost only\n")
            }
            _ if !matches!(request.method(), Method::Get | Method::Head) => {
                (405, "", b"this server has files to read, and no more\n")
            }
            Some((name, bytes)) => (200, name, bytes),
            None => (404, "", b"no such file\n"),
        };
        let kind = if name.is_empty() { "text/plain; charset=utf-8" } else { kind(name) };
        let headers = [
            ("Content-Type", kind),
            ("Content-Security-Policy", POLICY),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            // Another build at the same address is seen at once.
            ("Cache-Control", "no-cache"),
        ];
        let headers = headers.iter().filter_map(|(name, value)| header(name, value)).collect();
        request.respond(Response::new(status.into(), headers, bytes, Some(bytes.len()), None))
    }
}
