//! The limits of memory and of processor time of a child process.

use files::fs_path::{entry_names, metadata_opt, symlink_metadata_opt};
use std::path::Path;
use std::str::FromStr;
use std::{fmt, io};
use words::{Clause, clause};

/// The memory in bytes that any file may take. The program itself takes 30 MB.
const BASE_BYTES: u64 = 320 << 20;
/// The memory in bytes that each byte of a file may take.
const BYTES_PER_FILE_BYTE: u64 = 32;
/// The memory in bytes for the stack of a thread, of which the system gives as much as is used.
const STACK_BYTES: u64 = 10 << 20;
/// The processor time in seconds that a PDF of any size may take. A book of 500 pages takes half a
/// second.
const BASE_SECONDS: u64 = 6;
/// The processor time in seconds that each megabyte of a PDF may take.
const SECONDS_PER_MEGABYTE: u64 = 20;

/// The maximum number of entries whose sizes are added up.
const MAX_TREE_ENTRIES: usize = 100_000;

/// Returns the size in bytes of a file, or of the files in a folder and its folders, up to
/// 100,000 of them. Links inside a folder, pipes and devices have no size, and neither has a
/// missing file.
fn size_of_tree(path: &Path) -> io::Result<u64> {
    let mut folders = match metadata_opt(path)? {
        Some(about) if about.is_dir() => vec![path.to_owned()],
        Some(about) if about.is_file() => return Ok(about.len()),
        _ => return Ok(0),
    };
    let (mut bytes, mut left) = (0_u64, MAX_TREE_ENTRIES);
    while let Some(folder) = folders.pop() {
        for name in entry_names(&folder)? {
            if left == 0 {
                return Ok(bytes);
            }
            left -= 1;
            let path = folder.join(name);
            match symlink_metadata_opt(&path)? {
                Some(about) if about.is_dir() => folders.push(path),
                Some(about) if about.is_file() => bytes = bytes.saturating_add(about.len()),
                _ => {}
            }
        }
    }
    Ok(bytes)
}

/// The limits of a child process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChildLimits {
    /// The maximum memory in bytes.
    memory: u64,
    /// The maximum processor time in seconds; `None` for work whose time depends on puzzles.
    seconds: Option<u64>,
}

/// A limit of this process, which it has from its user, shell or service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InheritedLimit {
    /// Memory.
    Memory {
        /// The limit in bytes.
        limit: u64,
        /// The bytes that the child may take.
        needed: u64,
    },
    /// Seconds of processor time.
    Time(u64),
}

impl From<InheritedLimit> for Clause {
    fn from(limit: InheritedLimit) -> Self {
        match limit {
            InheritedLimit::Memory { limit, needed } => clause!(
                "the memory of this process is limited to {} MB (ulimit -d, ulimit -v), and reading may take \
                 {} MB; raise the limit",
                limit >> 20,
                needed >> 20,
            ),
            InheritedLimit::Time(seconds) => clause!(
                "the processor time of this process is limited to {} s (ulimit -t); raise the limit",
                seconds,
            ),
        }
    }
}

impl ChildLimits {
    /// Returns the limit of memory that this process has, if it is stricter than that of the child.
    #[cfg(unix)]
    pub fn inherited_memory(self) -> Option<InheritedLimit> {
        use rustix::process::{Resource, getrlimit};
        let data = getrlimit(Resource::Data).current;
        let limit = data.into_iter().chain(getrlimit(Resource::As).current).min()?;
        let needed = self.memory;
        (limit < needed).then_some(InheritedLimit::Memory { limit, needed })
    }

    /// Returns the limit of time that this process has, if it is stricter than that of the child.
    #[cfg(unix)]
    pub fn inherited_time(self) -> Option<InheritedLimit> {
        use rustix::process::{Resource, getrlimit};
        let limit = getrlimit(Resource::Cpu).current?;
        self.seconds.is_none_or(|own| limit < own).then_some(InheritedLimit::Time(limit))
    }

    /// Returns no limit: this system has none.
    #[cfg(not(unix))]
    pub fn inherited_memory(self) -> Option<InheritedLimit> {
        None
    }

    /// Returns no limit: this system has none.
    #[cfg(not(unix))]
    pub fn inherited_time(self) -> Option<InheritedLimit> {
        None
    }

    /// Returns the limits for work on these files and folders on `threads` threads; 0 means one for
    /// each core. `are_pdfs` is true if all of them are PDFs or pictures.
    ///
    /// # Errors
    /// If the system cannot tell the sizes.
    pub fn for_files(paths: &[&Path], threads: usize, are_pdfs: bool) -> io::Result<Self> {
        let mut bytes: u64 = 0;
        for path in paths {
            bytes = bytes.saturating_add(size_of_tree(path)?);
        }
        let threads = make::Workers::count(threads) as u64;
        let memory = bytes.saturating_mul(BYTES_PER_FILE_BYTE);
        let seconds = (bytes >> 20).saturating_mul(SECONDS_PER_MEGABYTE);
        let max_seconds = seconds.saturating_add(BASE_SECONDS);
        Ok(Self {
            memory: memory.saturating_add(BASE_BYTES + STACK_BYTES.saturating_mul(threads)),
            seconds: if are_pdfs { Some(max_seconds) } else { None },
        })
    }

    /// Limits this process. A stricter limit stays. Core files are switched off.
    ///
    /// # Errors
    /// If the system refuses a limit.
    #[cfg(unix)]
    pub fn apply(self) -> io::Result<()> {
        use rustix::process::Resource;
        limit(Resource::Data, self.memory)?;
        limit(Resource::Core, 0)?;
        if let Some(seconds) = self.seconds {
            limit(Resource::Cpu, seconds)?;
        }
        // A parent that is killed takes its child with it.
        #[cfg(target_os = "linux")]
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
        Ok(())
    }

    /// Limits nothing: this system has no such limits.
    ///
    /// # Errors
    /// Never.
    #[cfg(not(unix))]
    pub fn apply(self) -> io::Result<()> {
        Ok(())
    }
}

/// Limits a resource of this process. A stricter limit stays.
#[cfg(unix)]
fn limit(resource: rustix::process::Resource, max: u64) -> io::Result<()> {
    use rustix::process::{Rlimit, getrlimit, setrlimit};
    let known = getrlimit(resource);
    let current = known.current.unwrap_or(max).min(max);
    Ok(setrlimit(resource, Rlimit { current: Some(current), ..known })?)
}

/// Writes the limits as an argument: `335544320` or `335544320,6`.
impl fmt::Display for ChildLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seconds {
            Some(seconds) => write!(f, "{},{seconds}", self.memory),
            None => self.memory.fmt(f),
        }
    }
}

/// Parses the argument.
impl FromStr for ChildLimits {
    type Err = std::num::ParseIntError;

    fn from_str(limits: &str) -> Result<Self, Self::Err> {
        let (memory, seconds) = match limits.split_once(',') {
            Some((memory, seconds)) => (memory, Some(seconds.parse()?)),
            None => (limits, None),
        };
        Ok(Self { memory: memory.parse()?, seconds })
    }
}
