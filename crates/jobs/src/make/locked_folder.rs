//! The folder of a run, created and locked, or as it was before.

use crate::{IoContext as _, Options, RunError, SourceRun, lock};
use files::fs_path;
use files::lock::Lock;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The folder of a run, with its lock. What was created for it goes if it stays empty.
pub(super) struct LockedFolder {
    lock: Lock,
    /// The folders that were created, the innermost first.
    created: Vec<PathBuf>,
}

impl LockedFolder {
    /// Creates the folder of a run, unless it exists, and locks it. A folder that cannot be locked
    /// does not stay.
    pub fn new(folder: &Path, options: &Options) -> Result<Self, RunError> {
        let mut created = Vec::new();
        for missing in folder.ancestors().filter(|folder| !folder.as_os_str().is_empty()) {
            if fs_path::exists(missing).write_context(folder)? {
                break;
            }
            created.push(missing.to_owned());
        }
        fs_path::create_dir(folder).map_err(|e| {
            let words = "expected a folder, found a file; name another folder";
            let error = match e.kind() {
                ErrorKind::AlreadyExists => io::Error::new(e.kind(), words),
                _ => e,
            };
            RunError::Write(folder.to_owned(), error)
        })?;
        match lock(&folder.join(SourceRun::LOCK), folder, &options.holder) {
            Ok(lock) => Ok(Self { lock, created }),
            Err(e) => {
                remove_empty(&created);
                Err(e)
            }
        }
    }

    /// Unlocks the folder, and removes what was created and holds nothing.
    pub fn remove_unused(self) {
        drop(self.lock);
        remove_empty(&self.created);
    }
}

/// Removes folders as long as they are empty. What cannot be removed stays.
fn remove_empty(folders: &[PathBuf]) {
    for folder in folders {
        if fs::remove_dir(folder).is_err() {
            return;
        }
    }
}
