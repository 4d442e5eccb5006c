//! Programs of others that end with this one, however it ends.
//!
//! On Unix each gets a process group of its own: Ctrl-C is for this program, and the program's own children can be ended with it. The
//! first process of the group is a shell that waits for the end of a pipe from here and then kills the group. So the group also ends
//! when this program is killed. The group exists before the program starts, so there is no moment without this guard.
//!
//! A process that leaves the group, as a daemon does, is not ended with it. On Linux the `plyscope` command adopts such
//! processes once they have lost their parent, and ends them when none of its programs runs any more, at the latest at its own end.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub use adopted::{adopt, end_all};

/// The process numbers of running programs and their guards. Locked while one starts, so that none is taken for an adopted process.
static OURS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn ours() -> MutexGuard<'static, Vec<u32>> {
    OURS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running program. Dropping it ends the program and its group.
#[derive(Debug)]
pub struct Guarded {
    child: Child,
    #[cfg(unix)]
    guard: Child,
    /// The numbers of these processes.
    numbers: [u32; 2],
    is_over: bool,
}

/// What the guard runs. Signals for the whole group, from a script that ends its own children, are not for the guard.
#[cfg(unix)]
const GUARD: &str = "trap '' HUP INT QUIT TERM; read -r _; kill -KILL 0";

impl Guarded {
    /// Starts `command`.
    ///
    /// # Errors
    /// If the program, or the guard's shell, cannot start.
    #[cfg(unix)]
    pub fn start(command: &mut Command) -> io::Result<Self> {
        use std::os::unix::process::CommandExt as _;
        use std::process::Stdio;

        let mut ours = ours();
        let mut guard = Command::new("sh");
        guard.args(["-c", GUARD, "plyscope-guard"]).process_group(0);
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut guard = guard
            .spawn()
            .map_err(|error| io::Error::new(error.kind(), format!("its guard, sh: {error}")))?;
        let group = i32::try_from(guard.id()).map_err(io::Error::other)?;
        match command.process_group(group).spawn() {
            Ok(child) => {
                let numbers = [child.id(), guard.id()];
                ours.extend(numbers);
                Ok(Self { child, guard, numbers, is_over: false })
            }
            Err(error) => {
                let _ = guard.kill();
                let _ = guard.wait();
                Err(error)
            }
        }
    }

    /// Starts `command`.
    ///
    /// # Errors
    /// If the program cannot start.
    #[cfg(not(unix))]
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let child = command.spawn()?;
        let numbers = [child.id(); 2];
        ours().extend(numbers);
        Ok(Self { child, numbers, is_over: false })
    }

    /// The program's process, for its pipes and its exit status.
    pub const fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Whether the program has ended. Its group may still run.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends the program and its group. Returns the program's exit status.
    pub fn end(&mut self) -> Option<ExitStatus> {
        if self.is_over {
            return self.child.try_wait().ok().flatten();
        }
        self.is_over = true;
        // The guard has not been waited for, so its number is still that of the group, and nothing else is killed.
        #[cfg(unix)]
        {
            let group =
                i32::try_from(self.guard.id()).ok().and_then(rustix::process::Pid::from_raw);
            if let Some(group) = group {
                let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            }
        }
        let _ = self.child.kill();
        let status = self.child.wait().ok();
        #[cfg(unix)]
        {
            let _ = self.guard.kill();
            let _ = self.guard.wait();
        }
        let mut ours = ours();
        ours.retain(|number| !self.numbers.contains(number));
        adopted::tidy(&ours);
        status
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.end();
    }
}

/// Processes that lost their parent, on Linux.
#[cfg(target_os = "linux")]
mod adopted {
    use std::fs;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread::sleep;
    use std::time::Duration;

    use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

    /// Whether this process adopts.
    static ADOPTS: AtomicBool = AtomicBool::new(false);

    /// Rounds of killing: the children of a killed process are adopted, and killed in the next round.
    const ROUNDS: u32 = 100;
    const ROUND: Duration = Duration::from_millis(2);

    /// The children of this process; `None` if the system does not tell.
    fn children() -> Option<Vec<u32>> {
        let mut all = Vec::new();
        for task in fs::read_dir("/proc/self/task").ok()? {
            let task = task.ok()?.path();
            match fs::read_to_string(task.join("children")) {
                Ok(text) => {
                    all.extend(text.split_whitespace().filter_map(|word| word.parse::<u32>().ok()));
                }
                // If the thread has ended, its children are another's now.
                Err(_) if !task.exists() => {}
                Err(_) => return None,
            }
        }
        Some(all)
    }

    /// Adopts what loses its parent from now on. A process with children from before, which a script may have started before it
    /// became this program, adopts nothing: they must not be killed.
    pub fn adopt() {
        if children().is_some_and(|children| children.is_empty())
            && rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_ok()
        {
            ADOPTS.store(true, Ordering::Relaxed);
        }
    }

    /// Takes note of adopted processes that have ended, and kills the others if no program of ours runs.
    pub(super) fn tidy(ours: &[u32]) {
        if !ADOPTS.load(Ordering::Relaxed) {
            return;
        }
        for _ in 0..ROUNDS {
            let mut adopted = children().unwrap_or_default();
            adopted.retain(|number| !ours.contains(number));
            if adopted.is_empty() {
                return;
            }
            for pid in
                adopted.iter().filter_map(|&number| Pid::from_raw(i32::try_from(number).ok()?))
            {
                if ours.is_empty() {
                    let _ = kill_process(pid, Signal::KILL);
                }
                let _ = waitpid(Some(pid), WaitOptions::NOHANG);
            }
            if !ours.is_empty() {
                return;
            }
            sleep(ROUND);
        }
    }

    /// Kills all programs that still run, and what was adopted. Only for the end of this process.
    pub fn end_all() {
        // Not locked: a thread that starts a program must not hold up the end. Guards end what is missed.
        tidy(&[]);
    }
}

/// Nothing is adopted.
#[cfg(not(target_os = "linux"))]
mod adopted {
    pub const fn adopt() {}

    pub(super) const fn tidy(_: &[u32]) {}

    pub const fn end_all() {}
}
