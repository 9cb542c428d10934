//! Orders that change several entries of the folder of books: whole or not at all, whatever fails.
//! `tests/campaign/studio` has each order at each system call.

use crate::support::crashes::tree;
use crate::support::program::{Bench, program};
use crate::support::studio::{RunningStudio, files_below, small_book};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

const SVG: &[u8] =
    br#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>"#;

/// The calls that decide a change and replace a draft, and those that move to a free place. strace
/// counts each call by itself.
const REPLACE: &str = "/^rename(at)?$";
const MOVE: &str = "renameat2";

/// Returns a studio with a book that has a logo.
fn prepare() -> RunningStudio {
    let studio = RunningStudio::start();
    studio.send_file("/api/upload", "rainy", "logo.svg", SVG);
    let mut values = small_book();
    values.insert("logo".to_owned(), "rainy/logo.svg".to_owned());
    studio.post("/api/save", &json!({ "book": "rainy", "values": values }));
    studio
}

/// A program that watches a studio.
struct AttachedStrace {
    child: Child,
    /// It ends if nobody can read its messages.
    _messages: BufReader<ChildStderr>,
}

impl AttachedStrace {
    /// Attaches strace to a studio.
    fn new(studio: &RunningStudio, options: &[&str]) -> Self {
        let mut child = Command::new("strace")
            .args(["-f", "-p", &studio.id().to_string()])
            .args(options)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut messages = BufReader::new(child.stderr.take().unwrap());
        // It names the process when it is attached.
        let mut line = String::new();
        messages.read_line(&mut line).unwrap();
        assert!(line.contains("attached"), "{line}");
        std::thread::sleep(Duration::from_millis(200));
        Self { child, _messages: messages }
    }

    /// Lets strace do something at calls: see [`AttachedStrace::new`].
    fn inject(studio: &RunningStudio, calls: &str, what: &str) -> Self {
        let (trace, inject) = (format!("trace={calls}"), format!("inject={calls}:{what}"));
        Self::new(studio, &["-o", "/dev/null", "-e", &trace, "-e", &inject])
    }

    /// Waits for the end, which that of the studio brings.
    fn wait(&mut self) {
        self.child.wait().unwrap();
    }

    /// Leaves the studio alone.
    fn detach(&mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").arg(id).status().unwrap().success());
        self.wait();
    }
}

/// Returns the books of the next start, without those entries that no user sees.
fn start_again(studio: RunningStudio) -> (RunningStudio, Vec<String>) {
    let studio = RunningStudio::start_in(studio.kill());
    let books = studio.get("/api/books").json()["books"].as_array().unwrap().clone();
    let names = books.iter().map(|book| book["name"].as_str().unwrap().to_owned()).collect();
    (studio, names)
}

/// Returns the hidden entries that changes leave in the folder of books.
fn leftovers(studio: &RunningStudio) -> Vec<String> {
    let mut names = studio.bench.names("books");
    names.retain(|name| name.starts_with('.'));
    names
}

fn series() -> (&'static str, Value) {
    let values = json!({ "title": "S", "volume-titles": "A\nB\nA" });
    ("/api/new", json!({ "start": "series", "values": values }))
}

fn shelf_order(action: &str) -> (&'static str, Value) {
    let order = json!({ "book": "rainy", "action": action, "title": "Sunny", "printer": "ingram" });
    ("/api/shelf", order)
}

/// An order, the calls, what strace does at them, and the books of the next start.
type Case = ((&'static str, Value), &'static str, &'static str, &'static [&'static str]);

#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn killed_orders_are_whole_or_undone() {
    let (old, sunny) = (&["rainy"][..], &["sunny"][..]);
    let volumes = &["a", "b", "a-2", "rainy"][..];
    let cases: [Case; 7] = [
        // A kill comes before the call. The first rename decides: before it nothing has changed,
        // after it everything follows.
        (series(), "/^mkdir", "signal=KILL:when=3", old),
        (series(), REPLACE, "signal=KILL:when=1", old),
        (series(), MOVE, "signal=KILL:when=1", volumes),
        (series(), MOVE, "signal=KILL:when=3", volumes),
        (shelf_order("rename"), MOVE, "signal=KILL:when=1", sunny),
        (shelf_order("rename"), REPLACE, "signal=KILL:when=2", sunny),
        (shelf_order("copy"), "fsync", "signal=KILL:when=2", old),
    ];
    for ((path, body), calls, what, expected) in cases {
        let studio = prepare();
        let mut strace = AttachedStrace::inject(&studio, calls, what);
        let answer = studio.post(path, &body);
        assert_eq!(answer.status, 0, "{body} {calls} {what} did not kill it");
        strace.wait();
        let (studio, mut names) = start_again(studio);
        names.sort();
        let mut expected: Vec<_> = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(names, expected, "{body} {calls} {what}");
        assert_eq!(leftovers(&studio), Vec::<String>::new(), "{body} {calls} {what}");
        if names == ["sunny"] {
            let book = studio.get("/api/books/sunny").json();
            assert_eq!(
                (&book["title"], &book["values"]["logo"]),
                (&json!("Sunny"), &json!("sunny/logo.svg"))
            );
        }
    }
}

#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn failed_orders_leave_the_folder_as_it_was() {
    for ((path, body), calls, what) in [
        (series(), MOVE, "error=EIO:when=4"),
        (series(), "write,pwrite64", "error=ENOSPC:when=6"),
        (series(), "/^mkdir", "error=ENOSPC:when=2"),
        (shelf_order("rename"), REPLACE, "error=EIO:when=2"),
        (shelf_order("rename"), "fsync", "error=EIO:when=3"),
        (shelf_order("copy"), REPLACE, "error=ENOSPC:when=1+"),
        (shelf_order("duplicate"), MOVE, "error=EIO:when=1"),
        (shelf_order("remove"), MOVE, "error=EACCES:when=2"),
    ] {
        let studio = prepare();
        let before = tree(&studio.bench);
        let mut strace = AttachedStrace::inject(&studio, calls, what);
        let answer = studio.post(path, &body).json();
        let after = tree(&studio.bench);
        let message = answer["message"].as_str().unwrap_or_default();
        assert!(message.starts_with("cannot "), "{body} {calls} {what}: {answer}");
        assert_eq!(after, before, "{body} {calls} {what}: {answer}");
        drop(studio);
        strace.wait();
    }
}

#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn change_that_cannot_end_is_kept() {
    let studio = prepare();
    let mut strace = AttachedStrace::inject(&studio, "/^rename", "error=EIO:when=2+");
    let (path, body) = shelf_order("rename");
    let answer = studio.post(path, &body).json();
    let message = answer["message"].as_str().unwrap();
    assert!(message.starts_with("the change is kept"), "{answer}");
    strace.detach();
    // The same studio completes it when the shelf is shown.
    assert_eq!(studio.get("/api/books").json()["books"][0]["name"], "sunny");
    assert_eq!(studio.get("/api/books/sunny").json()["values"]["logo"], "sunny/logo.svg");
    assert_eq!(leftovers(&studio), Vec::<String>::new());
}

/// The order of the calls after which a power failure loses nothing.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn changes_are_synced_before_they_are_named() {
    let studio = prepare();
    let folder = temp_dir::TempDir::new().unwrap();
    let log = folder.child("calls");
    let options = ["-y", "-e", "trace=fsync,/^rename", "-o", log.to_str().unwrap()];
    let mut strace = AttachedStrace::new(&studio, &options);
    let (path, body) = shelf_order("duplicate");
    assert_eq!(studio.post(path, &body).json(), json!({ "book": "rainy-2" }));
    drop(studio.kill());
    strace.wait();
    let text = fs::read_to_string(&log).unwrap_or_default();
    let calls: Vec<_> =
        text.lines().filter(|line| line.contains("fsync(") || line.contains("rename")).collect();
    let place = |words: &[&str]| {
        let found = calls.iter().position(|call| words.iter().all(|word| call.contains(word)));
        found.unwrap_or_else(|| panic!("no {words:?} in {text}"))
    };
    let decided = place(&["rename", ".part", ".done"]);
    for written in ["/0/book.toml>", "/0/logo.svg>", "/0>", "/moves.json>", ".part>"] {
        assert!(place(&["fsync(", written]) < decided, "{written} in {text}");
    }
    let named = place(&["rename", "/0\"", "rainy-2\""]);
    let folder_synced = calls.iter().positions_of("/books>");
    assert!(folder_synced.iter().any(|at| (decided..named).contains(at)), "{text}");
    assert!(folder_synced.iter().any(|at| *at > named), "{text}");
}

/// The places of the calls that name a path.
trait Positions {
    fn positions_of(self, words: &str) -> Vec<usize>;
}

impl<'a, I: Iterator<Item = &'a &'a str>> Positions for I {
    fn positions_of(self, words: &str) -> Vec<usize> {
        self.enumerate().filter(|(_, call)| call.contains(words)).map(|(at, _)| at).collect()
    }
}

#[test]
fn planted_change_moves_nothing_outside() {
    let studio = prepare();
    fs::write(studio.bench.path("outside.txt"), "mine").unwrap();
    let planted = studio.folder().join(".sudoku-press.change.0123456789abcdef.done");
    fs::create_dir(&planted).unwrap();
    for list in [
        r#"[{"from":"../outside.txt","to":"x","replaces":false,"inode":null}]"#,
        r#"[{"from":"rainy","to":"../x","replaces":false,"inode":null}]"#,
        r#"[{"from":"/etc/hostname","to":"x","replaces":false,"inode":null}]"#,
        "[",
    ] {
        fs::write(planted.join("moves.json"), list).unwrap();
        let before = files_below(&studio.bench.path(""));
        assert_eq!(studio.get("/api/books").status, 200);
        assert_eq!(files_below(&studio.bench.path("")), before, "{list}");
        let (path, body) = shelf_order("duplicate");
        let answer = studio.post(path, &body).json();
        assert!(answer["message"].as_str().unwrap().contains("move it to another"), "{answer}");
    }
    fs::rename(&planted, studio.bench.path("elsewhere")).unwrap();
    let (path, body) = shelf_order("duplicate");
    assert_eq!(studio.post(path, &body).json(), json!({ "book": "rainy-2" }));
}

#[test]
fn reserved_names_are_given_to_no_book() {
    let studio = RunningStudio::start();
    let begin = |title: &str| {
        let body = json!({ "start": "to-sell", "values": { "title": title } });
        studio.post("/api/new", &body).json()["book"].as_str().unwrap().to_owned()
    };
    assert_eq!(begin("Removed"), "removed-2");
    assert_eq!(begin("REMOVED!"), "removed-3");
    assert_eq!(begin("COM¹"), "to-sellcom¹");
    for name in ["removed", "Removed", "CON", "nul", "Lpt1"] {
        let body = json!({ "book": name, "values": small_book() });
        assert_eq!(studio.post("/api/save", &body).status, 400, "{name}");
    }
    let order = json!({ "book": "removed-2", "action": "remove" });
    assert_eq!(studio.post("/api/shelf", &order).json(), json!({ "book": "" }));
    assert_eq!(studio.bench.names("books/removed"), ["removed-2"]);
    // A draft in the folder of removed books is no book of the shelf.
    fs::copy(
        studio.folder().join("removed-3/book.toml"),
        studio.folder().join("removed/book.toml"),
    )
    .unwrap();
    assert_eq!(studio.get("/api/books/removed").status, 404);
}

#[test]
fn copies_of_a_killed_studio_are_swept() {
    let bench = Bench::new();
    let (copy, other) = ("sudoku-press-0123456789abcdef", "sudoku-press-mine");
    for name in ["work", &format!("work/{copy}"), &format!("work/{other}")] {
        let path = bench.path(name);
        fs::create_dir(&path).unwrap();
        #[cfg(unix)]
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    }
    fs::write(bench.path(&format!("work/{copy}/book.pdf")), "of a user").unwrap();
    let mut command = Command::new(program());
    command.args(["studio", "books", "--no-browser"]);
    command.env_remove("XDG_RUNTIME_DIR").env("TMPDIR", bench.path("work"));
    let studio = RunningStudio::start_by(bench, command);
    let names = studio.bench.names("work");
    assert!(!names.contains(&copy.to_owned()), "{names:?}");
    assert!(names.contains(&other.to_owned()), "{names:?}");
    // The folder of the books was missing.
    assert!(studio.folder().is_dir());
}

#[test]
fn folder_that_is_a_file_is_refused() {
    let bench = Bench::new();
    fs::write(bench.path("books"), "mine").unwrap();
    bench.ends("studio books --no-browser", 2, "name another folder");
    assert_eq!(bench.read("books"), b"mine");
}

#[test]
fn upload_with_a_comma_can_be_set() {
    let studio = RunningStudio::start();
    let kept = studio.send_file("/api/upload", "rainy", "a,b, c.md", b"About me.");
    let file = kept["file"].as_str().unwrap();
    let mut values = small_book();
    values.insert("text".to_owned(), format!("about={file}"));
    let body = json!({ "book": "rainy", "values": values });
    assert_eq!(studio.post("/api/preview", &body).json()["problems"], json!([]), "{kept}");
}

/// A title of 120,000 letters kept the preview busy for more than a minute.
#[test]
fn texts_that_are_too_long_are_refused() {
    let studio = RunningStudio::start();
    let refused = "expected a text of at most 2000 characters, found 2001; shorten it";
    for setting in ["title", "subtitle", "author", "copyright"] {
        let mut values = small_book();
        values.insert(setting.to_owned(), "雨".repeat(2_001));
        let body = json!({ "book": "rainy", "values": values });
        let problems = &studio.post("/api/preview", &body).json()["problems"];
        assert_eq!(problems[0]["setting"], setting, "{problems}");
        assert!(problems[0]["message"].as_str().unwrap().contains(refused), "{problems}");
        let long = "x".repeat(2_001);
        studio.bench.ends(&format!("run --{setting} {long} --quota 1=1 --out r"), 2, refused);
    }
    let mut values = small_book();
    values.insert("copyright".to_owned(), "a word ".repeat(200));
    let body = json!({ "book": "rainy", "values": values });
    assert_eq!(studio.post("/api/preview", &body).json()["problems"], json!([]));
}

/// A preview of puzzles that hardly exist ran for minutes without a word.
#[test]
fn preview_gives_up_a_barren_search() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    let wishes = [("ladder", "human"), ("levels", "1"), ("total", "4"), ("minutes", "40-60")];
    values.extend(wishes.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let begun = std::time::Instant::now();
    let body = json!({ "book": "rainy", "values": values });
    let problems = &studio.post("/api/preview", &body).json()["problems"];
    assert!(begun.elapsed().as_secs() < 60);
    assert_eq!(problems[0]["setting"], "minutes", "{problems}");
    let said = problems[0]["message"].as_str().unwrap();
    assert!(said.starts_with("0 of 4 puzzles were found, and no other one in 8 s"), "{said}");
}

#[test]
fn messages_have_a_bound() {
    let studio = RunningStudio::start();
    let long = "a b".repeat(40_000);
    for setting in ["total", "levels", "printer", "logo", "trim", "seed", "isbn"] {
        let mut values = small_book();
        values.insert(setting.to_owned(), long.clone());
        let answer =
            studio.post("/api/preview", &json!({ "book": "rainy", "values": values })).json();
        for problem in answer["problems"].as_array().unwrap() {
            let message = problem["message"].as_str().unwrap();
            assert!(message.chars().count() < 3_500, "{setting}: {}", message.chars().count());
        }
    }
    for order in [
        json!({ "book": long, "action": "remove" }),
        json!({ "book": "rainy", "action": "copy", "printer": long }),
    ] {
        let answer = studio.post("/api/shelf", &order).json();
        assert!(answer["message"].as_str().unwrap().chars().count() < 3_500);
    }
    for flags in [
        "run --total",
        "run --title T --levels",
        "run --job",
        "book",
        "--log-format jsonl run --total",
    ] {
        let said = studio.bench.run(&format!("{flags} {}", "x".repeat(100_000)));
        let said = String::from_utf8(said.stderr).unwrap();
        assert!(said.len() < 5_000, "{flags}: {}", said.len());
    }
}
