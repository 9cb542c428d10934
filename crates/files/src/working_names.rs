//! The working names of files and directories that are not complete, and what crashes left of them.

use super::checksum::Checksum;
use super::fs_path::{self, hidden_name, parent_dir};
use super::link_free;
use super::lock::Lock;
use std::fs::{self, File};
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Returns a new working name for a target.
pub(super) fn working_name(target: &Path) -> io::Result<PathBuf> {
    let name = format!("{}{}{WORKING_SUFFIX}", working_prefix(target)?, random_suffix());
    Ok(target.with_file_name(name))
}

/// Returns a new working name for a target in a directory that several hosts share. It begins with
/// the mark of this host.
pub(super) fn shared_working_name(target: &Path) -> io::Result<PathBuf> {
    let (mark, random) = (host_mark(), random_suffix());
    let name =
        format!("{}{mark}{}{WORKING_SUFFIX}", working_prefix(target)?, &random[mark.len()..]);
    Ok(target.with_file_name(name))
}

/// Returns 32 bits in hexadecimal that name this host until it boots again; nothing if the system
/// has no such name.
fn host_mark() -> &'static str {
    static MARK: LazyLock<String> = LazyLock::new(|| {
        let boot = fs::read("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        if boot.is_empty() {
            String::new()
        } else {
            Checksum::from_bytes(&boot).text()[..8].to_owned()
        }
    });
    &MARK
}

/// Returns 64 random bits in hexadecimal, for a working name. They are unrelated to the random
/// numbers for puzzles, which depend only on the seed.
pub(crate) fn random_suffix() -> String {
    format!("{:016x}", RandomState::new().hash_one(()))
}

/// Returns the beginning of all working names for a target.
pub(super) fn working_prefix(target: &Path) -> io::Result<String> {
    let name = target.file_name().ok_or_else(|| {
        io::Error::new(io::ErrorKind::InvalidInput, "expected a path that ends in a file name")
    })?;
    Ok(hidden_name(name, ".", MAX_WORKING_ENDING_BYTES).to_string_lossy().into_owned())
}

/// The most bytes that follow the beginning of a working name: 16 digits, the end of working names,
/// and a suffix of SQLite.
const MAX_WORKING_ENDING_BYTES: usize = 16 + 5 + 8;
/// The end of working names.
const WORKING_SUFFIX: &str = ".part";
/// The suffixes of the files that SQLite keeps beside a database.
pub(super) const SQLITE_SUFFIXES: [&str; 3] = ["-journal", "-wal", "-shm"];

/// Removes the working files and directories of a target that crashed writers have left.
pub(super) fn sweep(target: &Path) {
    if let Ok(begin) = working_prefix(target) {
        sweep_prefix(parent_dir(target), &begin, "");
    }
}

/// Removes the working files of a target that crashed writers of this host have left in a directory
/// that several hosts share. Locks show whether a writer of the same host lives.
pub(super) fn sweep_shared(target: &Path) {
    let mark = host_mark();
    if let Ok(begin) = working_prefix(target)
        && !mark.is_empty()
    {
        sweep_prefix(parent_dir(target), &begin, mark);
    }
}

/// The beginning of the working names of all targets.
pub(super) const ANY_TARGET: &str = ".";

/// Returns true for a working name that begins with this prefix: that of one target, or of all.
pub(super) fn is_working_name(name: &str, prefix: &str) -> bool {
    let Some(rest) = name.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(WORKING_SUFFIX))
    else {
        return false;
    };
    let suffix = match rest.rsplit_once('.') {
        Some((_, suffix)) if prefix == ANY_TARGET => suffix,
        None if prefix == ANY_TARGET => return false,
        _ => rest,
    };
    is_random_suffix(suffix)
}

/// Returns true for the text of [`random_suffix`].
pub(super) fn is_random_suffix(suffix: &str) -> bool {
    suffix.len() == 16 && u64::from_str_radix(suffix, 16).is_ok()
}

/// Removes the working files with this prefix, and this mark after it, that crashed writers have
/// left.
pub(super) fn sweep_prefix(folder: &Path, begin: &str, mark: &str) {
    if link_free::check(folder).is_err() {
        return;
    }
    // SQLite's files beside a working file have longer names and come after it.
    let mut entries: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    let is_ours = |working: &str| {
        let is_marked = working.get(begin.len()..).is_some_and(|rest| rest.starts_with(mark));
        is_working_name(working, begin) && is_marked
    };
    for entry in entries {
        let file_name = entry.file_name();
        let name = file_name.to_string_lossy();
        // An archive is locked while it is created.
        if Lock::name_of_locked(&name).is_some_and(is_ours) {
            Lock::sweep(&entry.path());
            continue;
        }
        let beside = SQLITE_SUFFIXES.iter().find_map(|end| name.strip_suffix(end));
        let working = beside.unwrap_or(&name);
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        if !is_ours(working) || !(kind.is_file() || kind.is_dir()) {
            continue;
        }
        // The lock is held until the file is gone, so that nobody takes its name in between.
        let file = File::open(entry.path());
        let left = match beside {
            Some(_) => fs_path::exists(&folder.join(working)).is_ok_and(|there| !there),
            None => file.as_ref().is_ok_and(|file| file.try_lock().is_ok()),
        };
        if left {
            let _ = if kind.is_dir() {
                fs::remove_dir_all(entry.path())
            } else {
                fs::remove_file(entry.path())
            };
        }
    }
}
