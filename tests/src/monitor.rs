//! QEMU's monitor: it presses keys, and has the display's picture.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use std::{env, fs, process};

use plyscope::device::{EmulatedBoard, Emulator, Pace};
use serde_json::{Value, json};

use crate::firmware::{Terminal, firmware_of};

/// Milliseconds of the emulator's time for which a key is held, and then none: longer than contacts bounce.
const HELD: u32 = 60;

/// Time limit for an answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The size of QEMU's picture of a display, in pixels of the display.
const SIZE: (usize, usize) = (128, 64);

/// QEMU's pixels for a pixel of the display, across and down.
const SCALE: usize = 4;

/// A monitor, which speaks QMP.
#[derive(Debug)]
pub struct Monitor {
    answers: BufReader<TcpStream>,
    requests: TcpStream,
    /// Where QEMU writes pictures.
    file: PathBuf,
}

/// A board's usual firmware in QEMU, with a terminal at its link.
///
/// # Panics
/// With what to do, if QEMU or the firmware is missing.
#[must_use]
pub fn emulate_with_monitor(board: EmulatedBoard) -> (Terminal, Monitor) {
    static COUNT: AtomicU32 = AtomicU32::new(0);

    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let option = format!("tcp:{}", listener.local_addr().unwrap());
    let options = ["-qmp".into(), OsString::from(option)];
    let (emulator, link) =
        Emulator::start_with(board, Some(&firmware_of(board)), Pace::Fast, &options)
            .unwrap_or_else(|error| panic!("{board}: {error}"));
    // It connects to this before it runs.
    let (requests, _) = listener.accept().unwrap();
    requests.set_read_timeout(Some(PATIENCE)).unwrap();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("plyscope-display-{}-{count}.ppm", process::id());
    let answers = BufReader::new(requests.try_clone().unwrap());
    let mut monitor = Monitor { answers, requests, file: env::temp_dir().join(name) };
    monitor.ask("qmp_capabilities", &json!({}));
    (Terminal::at(emulator, link), monitor)
}

impl Monitor {
    /// Makes a request and waits for the answer.
    fn ask(&mut self, request: &str, arguments: &Value) {
        let line = json!({ "execute": request, "arguments": arguments });
        writeln!(self.requests, "{line}").unwrap();
        loop {
            let mut answer = String::new();
            self.answers.read_line(&mut answer).unwrap_or_else(|error| panic!("{line}: {error}"));
            let answer: Value = serde_json::from_str(&answer).unwrap();
            assert!(answer.get("error").is_none(), "{line}: {answer}");
            // Others are events, and a greeting.
            if answer.get("return").is_some() {
                return;
            }
        }
    }

    /// Presses and releases a key of the keyboard, by QEMU's name for it, after those pressed before.
    ///
    /// # Panics
    /// If QEMU does not.
    pub fn press(&mut self, key: &str) {
        let keys = json!([{ "type": "qcode", "data": key }]);
        self.ask("send-key", &json!({ "keys": keys, "hold-time": HELD }));
    }

    /// What the display shows, as a PBM file: pixels are lit or not, and no grey. Lit ones are white.
    ///
    /// # Panics
    /// If QEMU's picture is another one than that of such a display.
    pub fn picture(&mut self) -> Vec<u8> {
        self.ask("screendump", &json!({ "filename": self.file }));
        let file = fs::read(&self.file).unwrap();
        fs::remove_file(&self.file).unwrap();
        let (width, height) = SIZE;
        let header = format!("P6\n{} {}\n255\n", width * SCALE, height * SCALE);
        let pixels = file.strip_prefix(header.as_bytes()).expect("the header");
        assert_eq!(pixels.len(), 3 * width * height * SCALE * SCALE);
        let line = 3 * width * SCALE;
        let mut picture = format!("P4\n{width} {height}\n").into_bytes();
        for lines in pixels.chunks_exact(line * SCALE) {
            let first = &lines[..line];
            assert!(lines.chunks_exact(line).all(|line| line == first), "a row of the display");
            let mut byte = 0;
            for (x, pixel) in first.chunks_exact(3 * SCALE).enumerate() {
                let is_lit = pixel.iter().all(|&level| level == 255);
                assert!(is_lit || pixel.iter().all(|&level| level == 0), "{pixel:?} at {x}");
                // In a PBM, ones are black.
                byte = byte << 1 | u8::from(!is_lit);
                if x % 8 == 7 {
                    picture.push(byte);
                }
            }
        }
        picture
    }
}
