//! What a file is that is none of games.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;

/// What is read, for those whose file is something else.
pub(super) const SUPPORTED: &str =
    "GGF, SGF, PGN with squares, WTHOR, moves with or without numbers, XOT and OBF are read";

/// What content looks like that no reader of games reads as a whole, with the remedy.
pub(super) fn like(bytes: &[u8]) -> Option<String> {
    let begins = |begin: &[u8]| bytes.starts_with(begin);
    let packed = [(&b"\x1f\x8b"[..], "gzip"), (b"PK\x03\x04", "zip"), (b"\xfd7zXZ", "xz")];
    if let Some((_, name)) = packed.into_iter().find(|(magic, _)| begins(magic)) {
        return Some(format!("this looks like a file packed by {name}: unpack it first"));
    }
    let what = if begins(b"%PDF") {
        "a PDF"
    } else if begins(b"\x89PNG") || begins(b"\xff\xd8\xff") || begins(b"GIF8") {
        "a picture"
    } else {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        let (first, rest) = text.split_first()?;
        let next = rest.trim_ascii_start().first();
        match (first, next) {
            (b'{', Some(b'"' | b'}')) | (b'[', Some(b'{')) => {
                let own = b"\"plyscope_game\"";
                if text.windows(own.len()).take(200).any(|part| part == own) {
                    return Some(
                        "this looks like a game saved by plyscope play: load it there, and save it as .ggf or .sgf"
                            .to_owned(),
                    );
                }
                "JSON"
            }
            (b'<', _)
                if rest
                    .first()
                    .is_some_and(|next| b"!?".contains(next) || next.is_ascii_alphabetic()) =>
            {
                "a page of the web, or XML"
            }
            _ => return None,
        }
    };
    Some(format!("this looks like {what}; {SUPPORTED}"))
}

#[cfg(test)]
mod tests {
    use super::like;

    #[test]
    fn what_is_no_file_of_games_is_named_with_what_to_do() {
        for (bytes, words) in [
            (&b"{\"moves\": [\"f5\"]}"[..], "JSON; GGF"),
            (b"  [\n {\"id\": 1}]", "JSON"),
            (b"{\"plyscope_game\": 1}", "saved by plyscope play"),
            (b"<!DOCTYPE html>", "page of the web"),
            (b"\x1f\x8b\x08", "gzip: unpack"),
            (b"PK\x03\x04..", "zip: unpack"),
            (b"%PDF-1.7", "a PDF"),
            (b"\x89PNG\r\n", "a picture"),
        ] {
            let looks = like(bytes).unwrap_or_default();
            assert!(looks.contains(words), "{bytes:?}: {looks}");
        }
        for games in [&b"f5d6"[..], b"[Event \"x\"]", b"(;GM[2])", b"{a comment} f5", b"", b"< f5"]
        {
            assert_eq!(like(games), None, "{games:?}");
        }
    }
}
