//! Splits text into records.

use alloc::vec::Vec;

/// The games in a text of GGF, each with the number of its line, from 1. What is between games is skipped. A game that has no end ends
/// where the next one begins, so that one broken game does not spoil others.
pub(super) fn ggf(text: &str) -> Vec<(usize, &str)> {
    let mut records = Vec::new();
    let (mut line, mut place) = (1, 0);
    while let Some(start) = find(text, place, "(;") {
        line += lines(&text[place..start]);
        let end = if is_sgf(&text[start + 2..]) {
            end_of_tree(text, start)
        } else {
            end_of(text, start + 2)
        };
        records.push((line, &text[start..end]));
        line += lines(&text[start..end]);
        place = end;
    }
    records
}

fn find(text: &str, from: usize, what: &str) -> Option<usize> {
    text.get(from..)?.find(what).map(|place| from + place)
}

fn lines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

/// Where the game ends whose content begins there.
fn end_of(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut inside = false;
    let mut place = from;
    while let Some(&byte) = bytes.get(place) {
        match byte {
            b'[' => inside = true,
            b']' => inside = false,
            b';' if !inside && text[place + 1..].trim_start().starts_with(')') => {
                let close = find(text, place, ")").unwrap_or(place);
                return close + 1;
            }
            // A game begins at the beginning of a line, behind a number of games at most.
            b'\n' if begins(&bytes[place + 1..]) => return place + 1,
            b'(' if !inside && bytes.get(place + 1) == Some(&b';') => return place,
            b')' if !inside => return place + 1,
            _ => {}
        }
        place += 1;
    }
    bytes.len()
}

/// Whether the game whose content begins there is one of SGF: it says so first, or a `;` comes before a property, not far behind the
/// beginning, so that no file takes long.
pub(super) fn is_sgf(text: &str) -> bool {
    if ["FF[", "GM[2]"].iter().any(|first| text.trim_start().starts_with(first)) {
        return true;
    }
    let mut outside = true;
    let mut bytes = text.bytes().take(4096);
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' => outside = false,
            b']' => outside = true,
            b';' if outside => {
                let next = bytes.find(|byte| !byte.is_ascii_whitespace());
                return next.is_some_and(|byte| byte.is_ascii_uppercase());
            }
            b'(' | b')' if outside => return false,
            _ => {}
        }
    }
    false
}

/// Where the game of SGF ends that begins there, variations included. One without end ends where a line begins another.
fn end_of_tree(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut inside, mut escaped) = (0, false, false);
    for (place, &byte) in bytes.iter().enumerate().skip(from) {
        if escaped {
            escaped = false;
            continue;
        }
        match byte {
            b'\\' if inside => escaped = true,
            b'[' => inside = true,
            b']' => inside = false,
            b'\n' if begins_game(&bytes[place + 1..]) => return place + 1,
            b'(' if !inside => depth += 1,
            b')' if !inside => {
                depth -= 1;
                if depth == 0 {
                    return place + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// Whether a line begins a game of SGF, and no variation, which begins with a move.
fn begins_game(line: &[u8]) -> bool {
    let properties = line.strip_prefix(b"(;");
    properties.is_some_and(|rest| !rest.starts_with(b"B[") && !rest.starts_with(b"W["))
}

fn begins(line: &[u8]) -> bool {
    let rest = line.iter().position(|byte| !byte.is_ascii_digit() && *byte != b' ');
    rest.is_some_and(|rest| line[rest..].starts_with(b"(;"))
}

/// The lines with their numbers, from 1, without empty ones and comments (`#` or `%` first).
pub(super) fn lines_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    // Some editors write a byte-order mark.
    let text = text.trim_start_matches('\u{feff}');
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '%']))
}

#[cfg(test)]
mod tests {
    use super::ggf;

    #[test]
    fn games_are_found_whatever_is_between_them_and_one_without_end_spoils_no_other() {
        let text = "rubbish\n2 (;A[;)]B[\n];)(;B[x] ; )\n\n(;C[no end\n1 (;D[x](;E[;)\n(;F[y];)";
        let records = ggf(text);
        let found: Vec<(usize, &str)> =
            records.iter().map(|(line, text)| (*line, text.trim())).collect();
        assert_eq!(
            found,
            [
                (2, "(;A[;)]B[\n];)"),
                (3, "(;B[x] ; )"),
                (5, "(;C[no end"),
                (6, "(;D[x]"),
                (6, "(;E[;)"),
                (7, "(;F[y];)"),
            ]
        );
        assert!(ggf("").is_empty() && ggf("f5d6").is_empty());
        // SGF, with variations, an escaped bracket, and a game without end.
        let text = "(;GM[2];B[f5]C[a \\] (b]\n(;W[d6])\n(;W[f6]))\n(;GM[2];B[f5]\n(;GM[2];B[d3])";
        let lines: Vec<usize> = ggf(text).iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 4, 5]);
    }
}
