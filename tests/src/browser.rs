//! Debian's `chromium` without a window, driven through its pipe: what a page shows, says and asks for, with real key presses.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::{Value, json};

/// A page in a browser of its own.
#[derive(Debug)]
pub struct Browser {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
    session: String,
    /// What the page and its workers wrote to the console, uncaught errors and refusals of the content security policy
    /// included.
    pub console: Vec<String>,
    /// The addresses that the page and its workers asked for.
    pub requests: BTreeSet<String>,
}

impl Browser {
    /// Starts a browser with a profile in this directory.
    ///
    /// # Panics
    /// If there is no `chromium`.
    #[must_use]
    pub fn start(directory: &Path) -> Self {
        let profile = directory.join("profile");
        let _ = fs::remove_dir_all(&profile);
        fs::create_dir_all(&profile).expect("a directory of the test's own");
        // The browser reads its commands from descriptor 3 and answers on 4.
        let script = "exec chromium --headless --disable-gpu --disable-background-networking --no-first-run --no-sandbox \
                      --remote-debugging-pipe --user-data-dir=\"$0\" 3<&0 4>&1 </dev/null >/dev/null 2>&1";
        let mut child = Command::new("sh")
            .args(["-c", script])
            .arg(&profile)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (console, requests) = (Vec::new(), BTreeSet::new());
        let mut browser =
            Self { child, input, output, next: 0, session: String::new(), console, requests };
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let target = target["targetId"].clone();
        let attached =
            browser.call("Target.attachToTarget", &json!({ "targetId": target, "flatten": true }));
        browser.session = attached["sessionId"].as_str().expect("a session").to_owned();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        let workers =
            json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true });
        browser.call("Target.setAutoAttach", &workers);
        browser
    }

    fn send(&mut self, session: &str, method: &str, parameters: &Value) -> u64 {
        self.next += 1;
        let mut message = json!({ "id": self.next, "method": method, "params": parameters });
        if !session.is_empty() {
            message["sessionId"] = session.into();
        }
        self.input.write_all(message.to_string().as_bytes()).expect("a running browser");
        self.input.write_all(b"\0").expect("a running browser");
        self.next
    }

    fn receive(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.output.read_until(0, &mut bytes).expect("a running browser");
        assert_eq!(
            bytes.pop(),
            Some(0),
            "the browser ended; it is needed here, on Debian: apt-get install chromium"
        );
        serde_json::from_slice(&bytes).expect("JSON")
    }

    /// Calls a method of the browser's protocol.
    ///
    /// # Panics
    /// If the browser refuses.
    pub fn call(&mut self, method: &str, parameters: &Value) -> Value {
        let session = self.session.clone();
        let id = self.send(&session, method, parameters);
        loop {
            let message = self.receive();
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.event(&message);
        }
    }

    fn event(&mut self, message: &Value) {
        let about = &message["params"];
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        match message["method"].as_str().unwrap_or_default() {
            "Target.attachedToTarget" if about["targetInfo"]["type"] == "worker" => {
                let session = about["sessionId"].as_str().expect("a session").to_owned();
                for method in
                    ["Runtime.enable", "Network.enable", "Runtime.runIfWaitingForDebugger"]
                {
                    self.send(&session, method, &json!({}));
                }
            }
            "Runtime.consoleAPICalled" => self.console.push(about["args"].to_string()),
            "Runtime.exceptionThrown" => self.console.push(about["exceptionDetails"].to_string()),
            "Log.entryAdded" => self.console.push(text(&about["entry"]["text"])),
            "Network.requestWillBeSent" => {
                self.requests.insert(text(&about["request"]["url"]));
            }
            _ => {}
        }
    }

    /// Opens an address, anew.
    pub fn open(&mut self, address: &str) {
        self.call("Page.navigate", &json!({ "url": "about:blank" }));
        self.call("Page.navigate", &json!({ "url": address }));
    }

    /// The value of an expression in the page.
    ///
    /// # Panics
    /// If it throws.
    pub fn value(&mut self, expression: &str) -> Value {
        let parameters =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let result = self.call("Runtime.evaluate", &parameters);
        let thrown = &result["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {thrown}");
        result["result"]["value"].clone()
    }

    /// The value of an expression that is a text.
    pub fn text(&mut self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression holds.
    ///
    /// # Panics
    /// After a minute.
    pub fn until(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.value(&format!("Boolean({expression})")) != true {
            assert!(begun.elapsed() < Duration::from_secs(60), "never: {expression}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses a key: `Tab`, `Enter`, ` `, `ArrowLeft` and others, or a letter.
    pub fn press(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            " " => 32,
            "PageUp" => 33,
            "PageDown" => 34,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            letter => letter.bytes().next().unwrap_or_default().to_ascii_uppercase(),
        };
        let text = match key {
            "Enter" => "\r",
            key if key.len() == 1 => key,
            _ => "",
        };
        let name = if key == " " { "Space" } else { key };
        let mut event =
            json!({ "type": "keyDown", "key": key, "code": name, "windowsVirtualKeyCode": code });
        if !text.is_empty() {
            event["text"] = text.into();
        }
        self.call("Input.dispatchKeyEvent", &event);
        event["type"] = "keyUp".into();
        self.call("Input.dispatchKeyEvent", &event);
    }

    /// Sets the window's size, and whether the system is dark.
    pub fn show_as(&mut self, width: u32, height: u32, dark: bool) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &size);
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", &media);
    }

    /// Takes a picture of the whole page, if `PLYSCOPE_SCREENSHOTS` names a directory to keep it in.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn picture(&mut self, name: &str) {
        let Some(pictures) = std::env::var_os("PLYSCOPE_SCREENSHOTS") else { return };
        let taken = self.call(
            "Page.captureScreenshot",
            &json!({ "format": "png", "captureBeyondViewport": true }),
        );
        let file = Path::new(&pictures).join(format!("{name}.png"));
        fs::write(file, decoded(taken["data"].as_str().unwrap_or_default())).expect("a directory");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The shell has become the browser.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Decodes base64 as the browser writes it.
fn decoded(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => u32::from(byte - b'A'),
        b'a'..=b'z' => u32::from(byte - b'a') + 26,
        b'0'..=b'9' => u32::from(byte - b'0') + 52,
        b'+' => 62,
        _ => 63,
    };
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for group in text.chunks(4) {
        let bits =
            group.iter().fold(0, |bits, &byte| bits << 6 | value(byte)) << (6 * (4 - group.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    bytes
}
