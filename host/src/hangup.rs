//! The other ends of stdin and stdout: whether they are gone.

/// Whether the other end of a pipe, a socket or a terminal is closed for good. Files have no other end.
#[cfg(unix)]
pub(crate) fn is_hung_up(end: impl std::os::fd::AsFd) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let mut ends = [PollFd::new(&end, PollFlags::empty())];
    let gone = PollFlags::HUP | PollFlags::ERR;
    poll(&mut ends, Some(&Timespec::default())).is_ok_and(|_| ends[0].revents().intersects(gone))
}

/// Elsewhere this is not known.
#[cfg(not(unix))]
pub(crate) fn is_hung_up<T>(_: T) -> bool {
    false
}
