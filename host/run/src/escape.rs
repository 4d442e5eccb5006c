//! Escapes text for its destination. Names of engines and files, and the contents of manifests, are untrusted: they must not
//! break a table, run as a spreadsheet formula or send control codes to a terminal.

use std::ffi::OsStr;
use std::fmt::Write as _;

/// Whether a terminal shows this character, instead of doing something: it is no control character, and does not reverse the order
/// of the text that follows, or hide it.
#[must_use]
pub fn is_shown(c: char) -> bool {
    let turns =
        matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !turns
}

/// For a terminal: one line, with control characters as escapes such as `\x1b` and `\n`.
#[must_use]
pub fn terminal(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(escaped, "\\x{:02x}", u32::from(c));
            }
            c if !is_shown(c) => {
                let _ = write!(escaped, "\\u{{{:x}}}", u32::from(c));
            }
            c => escaped.push(c),
        }
    }
    escaped
}

/// For a cell of a Markdown table, or a line of Markdown: no HTML, end of cell, line break, link or code.
#[must_use]
pub fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in terminal(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '|' | '`' | '[' | ']' | '\\' => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped
}

/// For a text field in CSV, before quoting: prefixes an apostrophe to text that a spreadsheet would take for a formula. After a
/// sign, that is only text with references or calls: `+3.1 nodes (-0.5 to 6.7)` is unchanged.
#[must_use]
pub fn spreadsheet(text: &str) -> String {
    let signed = text.strip_prefix(['+', '-']).is_some_and(|rest| {
        let calls = rest.char_indices().any(|(place, c)| {
            c == '(' && rest[..place].ends_with(|before: char| before.is_alphanumeric())
        });
        calls || rest.contains(['|', '!', '=', '@', '+', '*', '/', '^', ':', '&'])
    });
    let formula = signed || text.starts_with(['=', '@', '\t', '\r']);
    if formula { format!("'{text}") } else { text.to_owned() }
}

/// A word of a command line, quoted for a shell. Bytes that are not UTF-8 and control characters are written as in `$'x\xff'`,
/// which bash, zsh and ksh accept.
#[must_use]
pub fn shell(word: &OsStr) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=.,:/+@%".contains(c);
    match word.to_str() {
        Some(text) if !text.is_empty() && text.chars().all(plain) => text.to_owned(),
        Some(text) if !text.contains(char::is_control) => {
            format!("'{}'", text.replace('\'', "'\\''"))
        }
        _ => {
            let mut quoted = String::from("$'");
            for chunk in word.as_encoded_bytes().utf8_chunks() {
                for c in chunk.valid().chars() {
                    match c {
                        '\'' | '\\' => quoted.extend(['\\', c]),
                        c if c.is_control() && c.is_ascii() => {
                            let _ = write!(quoted, "\\x{:02x}", u32::from(c));
                        }
                        c if c.is_control() => {
                            let _ = write!(quoted, "\\u{:04x}", u32::from(c));
                        }
                        c => quoted.push(c),
                    }
                }
                for byte in chunk.invalid() {
                    let _ = write!(quoted, "\\x{byte:02x}");
                }
            }
            quoted + "'"
        }
    }
}

/// Words as a command line, quoted for a shell.
#[must_use]
pub fn command_line<W: AsRef<OsStr>>(words: impl IntoIterator<Item = W>) -> String {
    words.into_iter().map(|word| shell(word.as_ref())).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::{markdown, shell, spreadsheet, terminal};

    #[test]
    fn a_terminal_gets_no_controls_and_one_line() {
        assert_eq!(terminal("a\x1b[31m\n\tb\u{9b}\u{202e}é"), "a\\x1b[31m\\n\\tb\\x9b\\u{202e}é");
    }

    #[test]
    fn markdown_gets_neither_cells_nor_html() {
        let hostile = "a|b\n<script>`x`[l](u)\\&lt;";
        assert_eq!(markdown(hostile), "a\\|b\\\\n&lt;script>\\`x\\`\\[l\\](u)\\\\&amp;lt;");
        assert_eq!(markdown("fe 2.5 ± 0.1 (p < 1 %)"), "fe 2.5 ± 0.1 (p &lt; 1 %)");
    }

    #[test]
    fn a_spreadsheet_gets_no_formula() {
        assert_eq!(spreadsheet("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0");
        assert_eq!(spreadsheet("@SUM(1,2)"), "'@SUM(1,2)");
        assert_eq!(spreadsheet("-2+3+cmd|' /C calc'!A0"), "'-2+3+cmd|' /C calc'!A0");
        assert_eq!(spreadsheet("+HYPERLINK(x)"), "'+HYPERLINK(x)");
        for plain in ["-1.5", "+3.1 nodes (-0.5 to 6.7)", "depth", "-", ""] {
            assert_eq!(spreadsheet(plain), plain);
        }
    }

    #[test]
    fn a_shell_reads_the_word_that_was_meant() {
        assert_eq!(shell(OsStr::new("--depth=3")), "--depth=3");
        assert_eq!(shell(OsStr::new("it's")), "'it'\\''s'");
        assert_eq!(shell(OsStr::new("")), "''");
        assert_eq!(shell(OsStr::new("a\n'b")), "$'a\\x0a\\'b'");
    }

    #[cfg(unix)]
    #[test]
    fn bash_reads_bytes_that_are_no_text() {
        use std::os::unix::ffi::OsStrExt as _;
        let word = OsStr::from_bytes(b"x\xff'\\\x01\xc2\x85 y");
        let script = format!("printf %s {}", shell(word));
        let output = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
        assert_eq!(output.stdout, word.as_bytes());
    }
}
