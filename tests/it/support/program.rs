//! The program: how a test runs it in a folder of its own, and what it says.

use grid::Puzzle;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use temp_dir::TempDir;

/// What came of a command: exit code, standard output, standard error.
pub type Said = (i32, String, String);

/// Runs a command with this on standard input.
pub fn fed(bench: &Bench, args: &str, input: impl AsRef<[u8]>) -> Said {
    let mut child = bench
        .command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // On a thread of its own, or both sides could wait for each other.
    let feeding = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feeding.join().unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// The program: the one that cargo has built beside the tests, or another one that PROGRAM names, as
/// `tests/release` does.
pub fn program() -> &'static str {
    static PROGRAM: LazyLock<String> = LazyLock::new(|| {
        let built = env!("BUILT_PROGRAM");
        std::env::var("PROGRAM").unwrap_or_else(|_| built.to_owned())
    });
    &PROGRAM
}

/// Runs the program in a folder of its own.
pub struct Bench {
    folder: TempDir,
}

impl Bench {
    pub fn new() -> Self {
        let folder = temp_dir::TempDir::new().unwrap();
        Self { folder }
    }

    pub fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub fn command(&self, args: &str) -> Command {
        let mut command = Command::new(program());
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command.args(args.split_whitespace());
        command
    }

    pub fn run(&self, args: &str) -> Output {
        self.command(args).output().unwrap()
    }

    /// Runs, and demands this exit code and these words on standard error.
    #[track_caller]
    pub fn ends(&self, args: &str, code: i32, words: &str) {
        let output = self.run(args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{args}: {said}");
        assert!(said.contains(words), "{args}: {said}");
    }

    /// Runs with a standard output that nobody reads.
    pub fn unread(&self, args: &str) -> Output {
        let mut command = self.command(args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        child.wait_with_output().unwrap()
    }

    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<_> =
            entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }
}

/// What lies in the folder of a finished run of one volume.
pub const OF_A_RUN: [&str; 5] =
    ["SHA256SUMS", "book.pdf", "catalog.csv", "datapackage.json", "manifest.json"];

/// Puzzles of all bands, made by the program.
pub fn puzzles_of_all_bands(bench: &Bench) -> Vec<Puzzle> {
    bench.ends("generate --seed 7 --ladder human --levels 1-7 --count 4 --out human.csv", 0, "");
    let text = String::from_utf8(bench.read("human.csv")).unwrap();
    let rows = text.lines().skip(1).map(|row| row.split(',').nth(1).unwrap().to_owned());
    rows.map(|line| Puzzle::prove(line.parse().unwrap()).unwrap()).collect()
}
