//! A visit to the explorer's page: a server, and a browser there.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use plyscope::explorer::{Page, Server};
use plyscope_tests::browser::Browser;

use super::ROOT;

/// A server with a browser at its page.
pub(super) struct Visit {
    pub(super) browser: Browser,
    pub(super) address: String,
    stop: Arc<AtomicBool>,
    server: Option<JoinHandle<()>>,
}

pub(super) fn served() -> (String, Arc<AtomicBool>, JoinHandle<()>) {
    let site = std::env::var_os("PLYSCOPE_EXPLORER")
        .map_or_else(|| Path::new(ROOT).join("target/explorer"), PathBuf::from);
    let page = Page::read(&site).unwrap_or_else(|error| panic!("{error}"));
    let server = Server::bind(page, 0).unwrap();
    let address = format!("http://127.0.0.1:{}/", server.port());
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let thread =
        std::thread::spawn(move || server.serve(|| stopped.load(Ordering::Relaxed)).unwrap());
    (address, stop, thread)
}

impl Visit {
    pub(super) fn new(name: &str) -> Self {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explorer").join(name);
        fs::create_dir_all(&directory).unwrap();
        let (address, stop, server) = served();
        let mut browser = Browser::start(&directory);
        browser.show_as(1280, 900, false);
        Self { browser, address, stop, server: Some(server) }
    }

    /// Opens a view, and waits until it can be used.
    pub(super) fn open(&mut self, hash: &str) {
        self.browser.open(&format!("{}{hash}", self.address));
        self.browser.until("document.documentElement?.dataset.ready === 'true'");
    }

    pub(super) fn status(&mut self, id: &str) -> String {
        self.browser.text(&format!("document.getElementById('{id}').textContent"))
    }

    /// What is to be true of every visit.
    pub(super) fn is_quiet(&self) {
        assert_eq!(self.browser.console, Vec::<String>::new());
        let others: Vec<&String> = self
            .browser
            .requests
            .iter()
            .filter(|url| {
                !url.starts_with(&self.address)
                    && !url.starts_with("data:")
                    && *url != "about:blank"
            })
            .collect();
        assert_eq!(others, Vec::<&String>::new(), "requests to another host");
        assert!(self.browser.requests.len() > 10, "the page and its files were asked for");
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(server) = self.server.take() {
            let _ = server.join();
        }
    }
}
