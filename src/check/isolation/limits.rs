//! The limit of memory of a child process.

use crate::store::files::fs_path;
use std::fmt;
use std::io;
use std::path::Path;
use std::str::FromStr;

/// The memory in bytes that any file may take. The program itself takes 30 MB.
const BASE_BYTES: u64 = 320 << 20;
/// The memory in bytes that each byte of a file may take.
const BYTES_PER_FILE_BYTE: u64 = 32;
/// The memory in bytes for the stack of a thread, of which the system gives as much as is used.
const STACK_BYTES: u64 = 10 << 20;

/// A limit of memory in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryLimit(u64);

impl MemoryLimit {
    /// Returns the limit for work on these files and folders on `threads` threads; 0 means one for
    /// each core.
    ///
    /// # Errors
    /// If the system cannot tell the sizes.
    pub fn for_files(paths: &[&Path], threads: usize) -> io::Result<Self> {
        let mut bytes: u64 = 0;
        for path in paths {
            bytes = bytes.saturating_add(fs_path::size_of_tree(path)?);
        }
        let threads = crate::make::parallel::thread_count(threads) as u64;
        let stacks = STACK_BYTES.saturating_mul(threads);
        Ok(Self(bytes.saturating_mul(BYTES_PER_FILE_BYTE).saturating_add(BASE_BYTES + stacks)))
    }

    /// Limits the memory of this process. A stricter limit stays. Core files are switched off.
    ///
    /// # Errors
    /// If the system refuses the limit.
    #[cfg(unix)]
    pub fn apply(self) -> io::Result<()> {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let known = getrlimit(Resource::Data);
        let current = known.current.map_or(self.0, |known| known.min(self.0));
        setrlimit(Resource::Data, Rlimit { current: Some(current), ..known })?;
        let known = getrlimit(Resource::Core);
        setrlimit(Resource::Core, Rlimit { current: Some(0), ..known })?;
        // A parent that is killed takes its child with it.
        #[cfg(target_os = "linux")]
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
        Ok(())
    }

    /// Limits nothing: this system has no such limit.
    ///
    /// # Errors
    /// Never.
    #[cfg(not(unix))]
    pub fn apply(self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Display for MemoryLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for MemoryLimit {
    type Err = std::num::ParseIntError;

    fn from_str(bytes: &str) -> Result<Self, Self::Err> {
        bytes.parse().map(Self)
    }
}
