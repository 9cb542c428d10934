//! Judges the order of system calls: after a power failure at any moment, each name leads to a
//! whole file, and the names of a finished command are on the disk.

use crate::support::program::{Bench, program};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The calls that write, sync, name or remove files. A system may lack some of them.
const CALLS: [&str; 19] = [
    "openat",
    "write",
    "pwrite64",
    "writev",
    "ftruncate",
    "copy_file_range",
    "sendfile",
    "fsync",
    "fdatasync",
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "mkdir",
    "mkdirat",
    "unlink",
    "unlinkat",
    "rmdir",
];

/// Runs a command to its end under strace, and returns the log.
#[track_caller]
pub fn traced(bench: &Bench, args: &str) -> String {
    let log = bench.path("strace.log");
    let mut strace = Command::new("strace");
    strace.args(["-f", "-y", "-qq", "-o"]).arg(&log);
    strace.args(["-e", &format!("trace=?{}", CALLS.join(",?"))]);
    strace.arg(program()).args(args.split_whitespace()).current_dir(bench.path("."));
    let ended = strace.output().unwrap();
    assert!(ended.status.success(), "{args}: {}", String::from_utf8_lossy(&ended.stderr));
    let text = fs::read_to_string(&log).unwrap();
    fs::remove_file(log).unwrap();
    text
}

/// Returns the faults in a log of commands that ran in this folder.
pub fn faults(log: &str, folder: &Path) -> Vec<String> {
    let mut disk = DiskState {
        folder,
        contents: BTreeSet::new(),
        open: BTreeSet::new(),
        names: BTreeSet::new(),
        faults: Vec::new(),
    };
    for call in finished_calls(log) {
        disk.apply(&call);
    }
    disk.end()
}

/// Returns the calls that succeeded, each in one piece, in the order in which they ended.
fn finished_calls(log: &str) -> Vec<String> {
    let mut begun = BTreeMap::new();
    let mut calls = Vec::new();
    for line in log.lines() {
        let (process, text) = line.split_once(' ').unwrap();
        let text = text.trim_start();
        if let Some(begin) = text.strip_suffix(" <unfinished ...>") {
            begun.insert(process, begin);
            continue;
        }
        let call = match text.split_once(" resumed>") {
            Some((_, end)) => begun.remove(process).unwrap_or_default().to_owned() + end,
            None => text.to_owned(),
        };
        if call
            .rsplit_once(" = ")
            .is_some_and(|(_, result)| result.starts_with(|c: char| c.is_ascii_digit()))
        {
            calls.push(call);
        }
    }
    calls
}

/// Returns the paths of the open files among the arguments.
fn open_files(arguments: &str) -> Vec<PathBuf> {
    let pieces = arguments.split('<').skip(1);
    pieces.map(|piece| PathBuf::from(piece.split('>').next().unwrap_or_default())).collect()
}

/// What a power failure would leave.
struct DiskState<'a> {
    folder: &'a Path,
    /// Files whose content is not on the disk.
    contents: BTreeSet<PathBuf>,
    /// Files that were opened for writing after their last sync: a library may write by other ways.
    open: BTreeSet<PathBuf>,
    /// New names that are not on the disk.
    names: BTreeSet<PathBuf>,
    faults: Vec<String>,
}

impl DiskState<'_> {
    fn apply(&mut self, call: &str) {
        let Some((name, arguments)) = call.split_once('(') else { return };
        let paths = self.named_paths(arguments);
        match name {
            "openat" => self.open(&paths[0], arguments),
            "fsync" | "fdatasync" => self.sync(&open_files(arguments)[0]),
            "rename" | "renameat" | "renameat2" => {
                self.give_name(&paths[0], &paths[1]);
                self.rename(&paths[0], &paths[1]);
            }
            "link" | "linkat" => self.give_name(&paths[0], &paths[1]),
            "mkdir" | "mkdirat" => self.add_name(&paths[0]),
            "unlink" | "unlinkat" | "rmdir" => self.remove(&paths[0]),
            // What is copied comes first.
            "copy_file_range" => self.write(open_files(arguments).remove(1)),
            _ => self.write(open_files(arguments).remove(0)),
        }
    }

    /// Returns the quoted paths. A relative one belongs to the open folder before it, if any.
    fn named_paths(&self, arguments: &str) -> Vec<PathBuf> {
        let pieces: Vec<_> = arguments.split('"').collect();
        let mut paths = Vec::new();
        for pair in pieces.chunks_exact(2) {
            let base = pair[0].split_once('<').map_or(self.folder, |(_, base)| {
                Path::new(base.split_once('>').map_or("", |(base, _)| base))
            });
            paths.push(self.folder.join(base).join(pair[1]));
        }
        paths
    }

    /// Locks have no content that matters.
    fn is_judged(&self, path: &Path) -> bool {
        path.starts_with(self.folder) && !path.to_string_lossy().ends_with("lock")
    }

    fn open(&mut self, path: &Path, arguments: &str) {
        if arguments.contains("O_TRUNC") {
            self.write(path.to_owned());
        }
        if arguments.contains("O_CREAT") {
            self.add_name(path);
        }
        let is_writable = arguments.contains("O_WRONLY") || arguments.contains("O_RDWR");
        if is_writable && self.is_judged(path) {
            self.open.insert(path.to_owned());
        }
    }

    fn write(&mut self, file: PathBuf) {
        if self.is_judged(&file) {
            self.contents.insert(file);
        }
    }

    fn sync(&mut self, path: &Path) {
        self.contents.remove(path);
        self.open.remove(path);
        self.names.retain(|name| name.parent() != Some(path));
    }

    fn add_name(&mut self, path: &Path) {
        if self.is_judged(path) {
            self.names.insert(path.to_owned());
        }
    }

    /// A file gets a name when it is whole; a folder, when all in it is; a manifest, when all beside
    /// it is.
    fn give_name(&mut self, from: &Path, to: &Path) {
        let is_inside = |path: &&PathBuf| path.starts_with(from);
        if let Some(file) = self.contents.iter().chain(&self.open).find(is_inside) {
            self.faults.push(format!(
                "{} is named before {} is synced",
                self.short(to),
                self.short(file)
            ));
        }
        if let Some(name) = self.names.iter().find(|name| name.starts_with(from) && *name != from) {
            self.faults.push(format!(
                "{} is named before the name {} is synced",
                self.short(to),
                self.short(name)
            ));
        }
        let is_beside = |name: &&PathBuf| name.parent() == to.parent() && *name != from;
        if to.ends_with("manifest.json")
            && let Some(name) = self.names.iter().find(is_beside)
        {
            self.faults.push(format!(
                "{} is named before the name {} is synced",
                self.short(to),
                self.short(name)
            ));
        }
        self.add_name(to);
    }

    fn rename(&mut self, from: &Path, to: &Path) {
        self.names.remove(from);
        for paths in [&mut self.contents, &mut self.open, &mut self.names] {
            let moved = |path: &PathBuf| match path.strip_prefix(from) {
                Ok(rest) if rest.as_os_str().is_empty() => to.to_owned(),
                Ok(rest) => to.join(rest),
                Err(_) => path.clone(),
            };
            *paths = paths.iter().map(moved).collect();
        }
    }

    fn remove(&mut self, path: &Path) {
        for paths in [&mut self.contents, &mut self.open, &mut self.names] {
            paths.retain(|other| !other.starts_with(path));
        }
    }

    fn end(mut self) -> Vec<String> {
        for file in &self.contents {
            self.faults.push(format!("{} is never synced", self.short(file)));
        }
        for name in &self.names {
            self.faults.push(format!("the name {} is never synced", self.short(name)));
        }
        self.faults
    }

    fn short(&self, path: &Path) -> String {
        path.strip_prefix(self.folder).unwrap_or(path).display().to_string()
    }
}
