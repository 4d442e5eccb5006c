//! Reads of whole files, with a bound.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

/// One megabyte, as in messages.
pub const MB: u64 = 1_000_000;

/// Reads a file, pipe or device of at most so many bytes.
///
/// # Errors
/// If it cannot be read, or has more; the message names the bound.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    bounded(file, length, most)
}

/// Reads an ordinary file of at most so many bytes. Reads nothing from anything else: a pipe without a writer would never end.
///
/// # Errors
/// As [`read`], and for all that is no ordinary file.
pub fn read_ordinary(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let data = fs::metadata(path)?;
    if data.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory, not a file"));
    }
    if !data.is_file() {
        let reason = "it is a device or a pipe, not an ordinary file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    }
    read(path, most)
}

/// Reads a stream of at most so many bytes.
///
/// # Errors
/// As [`read`].
pub fn read_stream(stream: impl io::Read, most: u64) -> io::Result<Vec<u8>> {
    bounded(stream, 0, most)
}

/// The bytes as text.
///
/// # Errors
/// If they are not UTF-8.
pub fn text(bytes: Vec<u8>) -> io::Result<String> {
    let wrong = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not valid UTF-8 text");
    String::from_utf8(bytes).map_err(wrong)
}

/// `length`: as the system says, 0 where it does not.
fn bounded(stream: impl io::Read, length: u64, most: u64) -> io::Result<Vec<u8>> {
    let too_large = || {
        let reason = format!("it is larger than {} MB, the most that is read", most / MB);
        io::Error::new(io::ErrorKind::FileTooLarge, reason)
    };
    if length > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // One more, in case that it is written meanwhile.
    stream.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::tests::directory;
    use super::{MB, read, read_ordinary, text};

    #[test]
    fn nothing_larger_than_the_bound_is_read() {
        let directory = directory("bounds");
        let path = directory.join("file");
        fs::write(&path, vec![b'x'; 3_000_000]).unwrap();
        assert_eq!(read(&path, 3 * MB).unwrap().len(), 3_000_000);
        let error = read_ordinary(&path, 2 * MB).unwrap_err().to_string();
        assert!(error.contains("larger than 2 MB"), "{error}");
        assert!(text(vec![0xff]).is_err());
        assert!(read_ordinary(&directory, MB).unwrap_err().to_string().contains("a directory"));
        fs::remove_dir_all(&directory).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn endless_devices_end_at_the_bound_and_pipes_are_not_waited_for() {
        let error = read(Path::new("/dev/zero"), 5 * MB).unwrap_err().to_string();
        assert!(error.contains("larger than 5 MB"), "{error}");
        let error = read_ordinary(Path::new("/dev/zero"), MB).unwrap_err().to_string();
        assert!(error.contains("not an ordinary file"), "{error}");
        let directory = directory("pipes");
        let pipe = directory.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        read_ordinary(&pipe, MB).unwrap_err();
        fs::remove_dir_all(&directory).unwrap();
    }
}
