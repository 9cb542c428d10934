//! The tests, which changes each of them reaches, and what a change does to them.

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant, UNIX_EPOCH};

use crate::Flags;

pub struct Test {
    pub name: String,
    executable: PathBuf,
    /// How long it takes alone, without a change.
    time: Duration,
}

pub struct Reached {
    pub all: Vec<Test>,
    /// Which tests, shortest first, meet a change.
    by: HashMap<u32, Vec<usize>>,
    /// A name of these tests: another when they were built again.
    pub tests: String,
    limit: Duration,
}

impl Reached {
    /// The tests that a change meets, shortest first: all together take no longer than the limit.
    pub fn by(&self, number: u32) -> Vec<&Test> {
        let mut sum = Duration::ZERO;
        let tests = self.by.get(&number).into_iter().flatten().map(|&at| &self.all[at]);
        let in_time = |test: &&Test| {
            sum += test.time;
            sum <= self.limit
        };
        tests.take_while(in_time).collect()
    }
}

impl Test {
    /// Whether the test passes in time in a program in which this change was chosen; without one, it notes what it reaches.
    pub fn passes(&self, home: &Path, worker: &str, number: Option<u32>) -> bool {
        let scratch = home.join("scratch").join(worker);
        let _ = fs::remove_dir_all(&scratch);
        fs::create_dir_all(&scratch).unwrap();
        let mut command = Command::new("sh");
        command
            .args(["-c", "ulimit -v 8000000; exec \"$@\"", "sh"])
            .arg(&self.executable)
            .args(["--exact", &self.name, "--test-threads", "1"])
            .current_dir(home.join("tree"))
            .env("TMPDIR", &scratch)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0);
        match number {
            Some(number) => command.env("MUTANT", number.to_string()),
            None => command
                .env("MUTANT_REACHED", home.join("scratch").join(format!("{worker}.reached"))),
        };
        let start = Instant::now();
        let mut child = command.spawn().unwrap();
        loop {
            if let Some(status) = child.try_wait().unwrap() {
                return status.success();
            }
            if start.elapsed() > self.time * 10 + Duration::from_secs(5) {
                let group = format!("-{}", child.id());
                Command::new("kill").args(["-KILL", "--", &group]).status().unwrap();
                child.wait().unwrap();
                return false;
            }
            std::thread::sleep(
                (start.elapsed() / 20).clamp(Duration::from_millis(1), Duration::from_millis(50)),
            );
        }
    }
}

/// Runs each test once, unchanged and alone, or reads what was noted when that was done.
pub fn reached(
    home: &Path,
    part: &str,
    starts: &[&str],
    executables: &[PathBuf],
    flags: &Flags,
) -> Reached {
    let word = &flags.tests;
    let built = |path: &PathBuf| {
        let time = fs::metadata(path).unwrap().modified().unwrap();
        time.duration_since(UNIX_EPOCH).unwrap().as_nanos().to_string()
    };
    let mut built: Vec<String> = executables.iter().map(built).collect();
    built.sort();
    let stamp = built.join("+");
    let note = home.join(format!("{part}.reached"));
    let header = format!("{stamp}\n");
    if !fs::read_to_string(&note).unwrap_or_default().starts_with(&header) {
        fs::write(&note, &header).unwrap();
    }
    let noted = fs::read_to_string(&note).unwrap();
    let noted = &noted[header.len()..];
    let mut known: HashMap<&str, (Duration, Vec<u32>)> = noted
        .lines()
        .map(|line| {
            let (name, numbers) = line.split_once('\t').unwrap();
            let mut numbers = numbers.split(' ').map(|number| number.parse::<u64>().unwrap());
            let time = Duration::from_millis(numbers.next().unwrap());
            (name, (time, numbers.map(|number| number as u32).collect()))
        })
        .collect();

    let limit = Duration::from_secs(flags.seconds);
    let mut tests = Vec::new();
    for executable in executables {
        let listed = Command::new(executable).args(["--list", "--format=terse"]).output().unwrap();
        for line in String::from_utf8(listed.stdout).unwrap().lines() {
            let Some(name) = line.strip_suffix(": test") else { continue };
            let full = format!("{}::{name}", crate_of(executable));
            let is_of = |start: &&str| name.starts_with(start) || full.starts_with(start);
            if starts.iter().any(is_of) && name.contains(word) {
                let (name, executable) = (name.to_owned(), executable.clone());
                tests.push(Test {
                    name,
                    executable,
                    time: limit.min(Duration::from_secs(6_000)) / 10,
                });
            }
        }
    }
    let (mut all, mut lists) = (Vec::new(), Vec::new());
    let todo = Mutex::new(Vec::new());
    for mut test in tests {
        match known.remove(test.name.as_str()) {
            // One that took longer than was allowed then says nothing where more is allowed.
            Some((time, numbers)) if !numbers.is_empty() || time >= limit => {
                test.time = time;
                all.push(test);
                lists.push(numbers);
            }
            _ => todo.lock().unwrap().push(test),
        }
    }
    let done = Mutex::new((all, lists));
    let worker = |worker: &str| {
        loop {
            let Some(mut test) = todo.lock().unwrap().pop() else { break };
            let path = home.join("scratch").join(format!("{worker}.reached"));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            // Programs of another user note what they reach, too.
            fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
            let start = Instant::now();
            let passes = test.passes(home, worker, None);
            test.time = start.elapsed();
            if test.time < limit && !passes {
                println!("{} fails without any change, and is left out", test.name);
                continue;
            }
            let folders = fs::read_dir(&path).unwrap();
            let name = |folder: std::io::Result<fs::DirEntry>| folder.unwrap().file_name();
            let number = |folder| name(folder).to_str().unwrap().parse().unwrap();
            let mut numbers: Vec<u32> = folders.map(number).collect();
            numbers.retain(|_| test.time < limit);
            numbers.sort_unstable();
            let (all, lists) = &mut *done.lock().unwrap();
            let mut text: String = numbers.iter().map(|number| format!(" {number}")).collect();
            text = format!("{}\t{}{text}\n", test.name, test.time.as_millis());
            let mut file = fs::OpenOptions::new().append(true).open(&note).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            all.push(test);
            lists.push(numbers);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| worker("one"));
        scope.spawn(|| worker("two"));
    });
    let (all, lists) = done.into_inner().unwrap();

    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&at| all[at].time);
    let mut by: HashMap<u32, Vec<usize>> = HashMap::new();
    for at in order {
        lists[at].iter().for_each(|&number| by.entry(number).or_default().push(at));
    }
    let limited =
        if flags.seconds == u64::MAX { String::new() } else { format!("<{}", flags.seconds) };
    Reached { all, by, limit, tests: format!("{stamp}{word}{limited}") }
}

/// Returns the room of an executable of unit tests: `target/release/deps/sudoku_press_jobs-0a1b` has those of `jobs`.
fn crate_of(executable: &Path) -> &str {
    let stem = executable.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let (name, _) = stem.rsplit_once('-').unwrap_or((stem, ""));
    name.strip_prefix("sudoku_press_").unwrap_or(name)
}
