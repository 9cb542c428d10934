//! Several windows at once, clients that are slow, the start of the browser, and the end.

use crate::support::program::{Bench, program};
use crate::support::studio::RunningStudio;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The settings of a book that takes a minute.
fn long_book() -> Value {
    json!({ "title": "Long", "ladder": "human", "levels": "2-4", "total": "60000", "seed": "7" })
}

/// Begins to make a book, and returns a reader of its lines.
fn begin_making(studio: &RunningStudio, values: &Value) -> BufReader<TcpStream> {
    let body = json!({ "book": "rainy", "values": values }).to_string();
    BufReader::new(studio.begin("POST /api/make", &body))
}

/// Reads lines up to one with these words.
fn read_to(lines: &mut BufReader<TcpStream>, words: &str) -> String {
    let mut line = String::new();
    while !line.contains(words) {
        line.clear();
        assert_ne!(lines.read_line(&mut line).unwrap(), 0, "no line has {words}");
    }
    line
}

#[test]
fn stop_is_answered_beside_a_reader_of_progress() {
    let studio = RunningStudio::start();
    let mut making = begin_making(&studio, &long_book());
    read_to(&mut making, "\"done\"");
    // Another window joins, as one does after a reload.
    let mut joined = BufReader::new(studio.begin("GET /api/make", ""));
    read_to(&mut joined, "\"done\"");
    let begin = Instant::now();
    assert_eq!(studio.get("/api/books").status, 200);
    assert_eq!(studio.post("/api/stop", &json!({})).status, 200);
    // A tenth of a second on a machine that does nothing else.
    assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
    for lines in [&mut making, &mut joined] {
        let end = read_to(lines, "\"end\"");
        assert!(end.contains("\"code\":130"), "{end}");
    }
}

#[test]
fn preview_that_nobody_sees_is_stopped() {
    let studio = RunningStudio::start();
    let order = |window: &str, total: &str| {
        let values = json!({ "title": "T", "ladder": "human", "levels": "3-5", "total": total });
        json!({ "book": "rainy", "window": window, "values": values })
    };
    let is_cancelled = |other_windows: &[&str]| {
        std::thread::scope(|scope| {
            let long = scope.spawn(|| studio.post("/api/preview", &order("a", "5000")).json());
            std::thread::sleep(Duration::from_millis(300));
            for window in other_windows {
                let ask = || studio.post("/api/preview", &order(window, "3")).json();
                // On a busy machine the long order may come later, and stop this one.
                let mut asked = std::iter::repeat_with(ask).take(10);
                let short = asked.find(|short| short["cancelled"] != true);
                assert_eq!(short.unwrap()["puzzles"], 3);
            }
            long.join().unwrap()["cancelled"] == true
        })
    };
    // The next change of the same window, and so many other windows that this one gives way.
    assert!(is_cancelled(&["a"]));
    assert!(is_cancelled(&["b", "c", "d", "e", "f", "g", "h", "i"]));
}

#[test]
fn previews_of_two_windows_live_side_by_side() {
    let studio = RunningStudio::start();
    let values = json!({ "title": "T", "ladder": "human", "levels": "2-4", "total": "3000" });
    let order = |window: &str, total: &str| {
        let mut values = values.clone();
        values["total"] = total.into();
        json!({ "book": "rainy", "window": window, "values": values })
    };
    let (first, second) = std::thread::scope(|scope| {
        let first = scope.spawn(|| studio.post("/api/preview", &order("a", "3000")).json());
        std::thread::sleep(Duration::from_millis(300));
        let second = studio.post("/api/preview", &order("b", "8")).json();
        (first.join().unwrap(), second)
    });
    assert_eq!((&first["puzzles"], &second["puzzles"]), (&json!(3000), &json!(8)), "{first}");
    for preview in [&first["preview"], &second["preview"]] {
        let page = studio.get(&format!("/api/preview/{preview}/pages/1.svg"));
        assert_eq!(page.status, 200);
    }
    // The next change in a window replaces its preview, and no other one.
    let third = studio.post("/api/preview", &order("b", "9")).json();
    let page = |preview: &Value| studio.get(&format!("/api/preview/{preview}/pages/1.svg")).status;
    let previews = [&first["preview"], &second["preview"], &third["preview"]];
    assert_eq!(previews.map(page), [200, 404, 200]);
}

#[test]
fn same_folder_has_the_same_port() {
    let studio = RunningStudio::start();
    let port = studio.port;
    let studio = RunningStudio::start_in(studio.kill());
    assert_eq!(studio.port, port);
    let other = RunningStudio::start();
    assert_ne!(other.port, port);
    // A port that is taken is replaced, unless the user named it.
    let bench = studio.kill();
    let _taken = TcpListener::bind(("127.0.0.1", port)).unwrap();
    bench.ends(
        &format!("studio books --no-browser --port {port}"),
        74,
        &format!("port {port} is in use by another program"),
    );
    let studio = RunningStudio::start_in(bench);
    assert_ne!(studio.port, port);
    assert_eq!(studio.get("/api/books").status, 200);
}

/// Starts the studio of a folder that has one already. Returns the exit code and both outputs.
fn start_again(studio: &RunningStudio, folder: &str, more: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(program());
    command.args(["studio", folder]).args(more).current_dir(studio.bench.path(""));
    // The browser is that of `start_with_browser`, if there is one.
    let path = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}:{path}", studio.bench.path("bin").display()));
    let said = command.stdin(Stdio::null()).output().unwrap();
    let [out, err] = [said.stdout, said.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (said.status.code().unwrap(), out, err)
}

#[test]
#[cfg(unix)]
fn second_start_finds_the_open_studio() {
    let mut studio = RunningStudio::start();
    let address = format!("http://127.0.0.1:{}/#{}\n", studio.port, studio.token);
    std::os::unix::fs::symlink("books", studio.bench.path("link")).unwrap();
    let port = studio.port.to_string();
    for (folder, more) in
        [("books", &[][..]), ("./books/", &["--port", "0"]), ("link", &["--port", &port])]
    {
        let args = [&["--no-browser"], more].concat();
        let (code, out, said) = start_again(&studio, folder, &args);
        assert_eq!((code, &*out), (0, &*address), "{folder}: {said}");
        assert!(said.contains("open already") && said.lines().count() == 1, "{said}");
    }
    assert!(studio.is_alive());
    assert_eq!(studio.get("/api/books").status, 200);
    // What a crash leaves leads nowhere, and what ends in order leaves nothing.
    let mut next = RunningStudio::start_in(studio.kill());
    assert!(!address.contains(&next.token));
    assert_eq!(next.get("/api/books").status, 200);
    assert_eq!(next.end_by("INT").0, Some(0));
    let last = RunningStudio::start_in(next.kill());
    assert_eq!(last.get("/api/books").status, 200);
}

/// The record of a studio in the private folder of this user.
#[cfg(unix)]
fn record_of(studio: &RunningStudio) -> std::path::PathBuf {
    let temp = std::env::temp_dir();
    let folders = std::fs::read_dir(temp).unwrap().flatten().map(|entry| entry.path());
    let folders = folders.filter(|path| path.to_string_lossy().contains("sudoku-press-user-"));
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten());
    let mut files = files.flatten().map(|entry| entry.path());
    let is_own = |path: &std::path::PathBuf| {
        std::fs::read_to_string(path).is_ok_and(|text| text.contains(&studio.token))
    };
    files.find(is_own).unwrap()
}

#[test]
#[cfg(unix)]
fn record_of_a_studio_is_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let mut studio = RunningStudio::start();
    let record = record_of(&studio);
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&record), mode(record.parent().unwrap())), (0o600, 0o700));
    assert_eq!(studio.get("/api/books").status, 200);
    assert_eq!(studio.end_by("INT").0, Some(0));
    assert!(!record.exists());
}

#[test]
#[cfg(unix)]
fn folder_that_others_can_read_leads_nowhere() {
    use std::os::unix::fs::PermissionsExt as _;
    let bench = Bench::new();
    std::fs::create_dir(bench.path("books")).unwrap();
    std::fs::create_dir(bench.path("temp")).unwrap();
    let start = |bench: Bench| {
        let mut command = Command::new(program());
        command.args(["studio", "books", "--no-browser"]).env("TMPDIR", bench.path("temp"));
        command.env_remove("XDG_RUNTIME_DIR");
        RunningStudio::start_by(bench, command)
    };
    let first = start(bench);
    let record = first.bench.names("temp").into_iter().next().unwrap();
    let folder = first.bench.path("temp").join(&record);
    // A listener that answers everything, as another user would have it.
    let trap = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = trap.local_addr().unwrap().port();
    let bench = first.kill();
    let names = std::fs::read_dir(&folder).unwrap().flatten().map(|entry| entry.path());
    for name in names.filter(|path| path.extension().is_none()) {
        std::fs::write(name, format!("{port} {}\n", "0".repeat(32))).unwrap();
    }
    // Nobody holds the lock, so the record of the crash is ignored.
    let second = start(bench);
    assert_ne!(second.port, port);
    let bench = second.kill();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
    let third = start(bench);
    assert!(
        !std::fs::read_dir(&folder)
            .unwrap()
            .flatten()
            .any(|entry| { std::fs::read_to_string(entry.path()).unwrap().contains(&third.token) })
    );
}

#[test]
#[cfg(unix)]
fn studio_that_does_not_answer_is_named() {
    let studio = RunningStudio::start();
    studio.signal("STOP");
    let (code, out, said) = start_again(&studio, "books", &["--no-browser"]);
    studio.signal("CONT");
    assert_eq!((code, &*out), (11, ""), "{said}");
    assert!(said.contains("does not answer (process "), "{said}");
}

#[test]
fn closing_asks_while_a_book_is_made() {
    let mut studio = RunningStudio::start();
    let mut making = begin_making(&studio, &long_book());
    read_to(&mut making, "\"done\"");
    assert_eq!(studio.post("/api/close", &json!({})).json(), json!({ "making": "rainy" }));
    assert!(studio.is_alive());
    assert_eq!(studio.get("/api/books").json()["making"], "rainy");
    assert_eq!(studio.post("/api/close", &json!({ "stop": true })).status, 200);
    let (code, said) = studio.end();
    assert_eq!(code, Some(0), "{said}");
    assert!(read_to(&mut making, "\"end\"").contains("\"code\":130"));
}

#[test]
fn begun_puzzles_are_thrown_away_only_on_request() {
    let studio = RunningStudio::start();
    let mut values = long_book();
    let mut making = begin_making(&studio, &values);
    read_to(&mut making, "\"done\":400");
    studio.post("/api/stop", &json!({}));
    read_to(&mut making, "\"end\"");
    let before = studio.bench.names("books/rainy/.sudoku-press");
    assert!(before.len() > 1, "{before:?}");

    values["total"] = "8".into();
    let mut body = json!({ "book": "rainy", "values": values });
    let lines = studio.post("/api/make", &body).lines();
    assert!(lines.iter().any(|line| line["type"] == "begun"), "{lines:?}");
    assert_eq!(lines.last().unwrap()["exists"], true);
    assert_eq!(studio.bench.names("books/rainy/.sudoku-press"), before);
    body["replace"] = true.into();
    assert_eq!(studio.post("/api/make", &body).lines().last().unwrap()["code"], 0);
}

#[test]
fn secret_of_a_draft_stays_in_its_file() {
    let studio = RunningStudio::start();
    std::fs::create_dir(studio.bench.path("books/night")).unwrap();
    let text = "title = \"Night\"\nseed = \"from-date\"\nsecret = \"hush hush 0123456789\"\n";
    std::fs::write(studio.bench.path("books/night/book.toml"), text).unwrap();
    let shelf = studio.get("/api/books");
    assert!(!String::from_utf8_lossy(&shelf.body).contains("hush"));
    let book = shelf.json()["books"][0].clone();
    let body = json!({ "book": "night", "values": book["values"], "version": "old" });
    let conflict = studio.post("/api/save", &body);
    assert_eq!(conflict.status, 409);
    assert!(!String::from_utf8_lossy(&conflict.body).contains("hush"));
    let body = json!({ "book": "night", "values": book["values"], "version": book["version"] });
    assert_ne!(studio.post("/api/save", &body).json()["version"], "");
    let saved = String::from_utf8(studio.bench.read("books/night/book.toml")).unwrap();
    assert!(saved.contains("secret = \"hush hush 0123456789\""), "{saved}");
}

#[test]
fn draft_that_nobody_could_read_is_refused() {
    let studio = RunningStudio::start();
    let body = json!({ "book": "long", "values": { "secret": "x".repeat((1 << 20) - 100) } });
    let saved = studio.post("/api/save", &body).json();
    assert!(saved["message"].as_str().unwrap().contains("1048576 bytes"), "{saved}");
    assert_eq!(studio.get("/api/books").json()["books"], json!([]));
}

/// Starts the studio with a browser that writes its arguments into the file `opened`.
#[cfg(target_os = "linux")]
fn start_with_browser() -> RunningStudio {
    use std::os::unix::fs::PermissionsExt as _;
    let bench = Bench::new();
    for folder in ["books", "bin", "run"] {
        std::fs::create_dir(bench.path(folder)).unwrap();
    }
    let browser = bench.path("bin/xdg-open");
    let opened = bench.path("opened");
    let script = format!(
        "#!/bin/sh\ntr '\\0' ' ' < /proc/$$/cmdline > {0}.part\nmv {0}.part {0}\n",
        opened.display()
    );
    std::fs::write(&browser, script).unwrap();
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(program());
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", bench.path("bin").display());
    command.args(["studio", "books"]).env("PATH", path);
    command.env("XDG_RUNTIME_DIR", bench.path("run"));
    RunningStudio::start_by(bench, command)
}

/// Waits for the browser, and returns the file that it opens.
#[cfg(target_os = "linux")]
fn opened_file(studio: &RunningStudio) -> std::path::PathBuf {
    let opened = studio.bench.path("opened");
    for _ in 0..500 {
        if opened.exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let line = std::fs::read_to_string(opened).unwrap();
    assert!(!line.contains(&studio.token), "{line}");
    assert!(!line.contains("http"), "{line}");
    line.split_whitespace().last().unwrap().into()
}

#[test]
#[cfg(target_os = "linux")]
fn browser_gets_the_token_from_a_private_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let studio = start_with_browser();
    let file = opened_file(&studio);
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&file), mode(file.parent().unwrap())), (0o600, 0o700));
    let html = std::fs::read_to_string(&file).unwrap();
    let address = format!("url=http://127.0.0.1:{}/#{}", studio.port, studio.token);
    assert!(html.contains(&address), "{html}");
    // A client without the token does not use the file up.
    assert_eq!(studio.request("GET /api/books", &[], b"").status, 403);
    assert!(file.exists());
    open_page(&studio);
    assert!(!file.exists() && !file.parent().unwrap().exists());
}

/// Does what a browser does that opens the page.
#[cfg(target_os = "linux")]
fn open_page(studio: &RunningStudio) {
    let host = format!("127.0.0.1:{}", studio.port);
    assert_eq!(studio.request("GET /", &[("Host", &*host)], b"").status, 200);
    assert_eq!(studio.get("/api/books").status, 200);
}

#[test]
#[cfg(target_os = "linux")]
fn second_start_opens_the_browser_again() {
    let studio = start_with_browser();
    let first = opened_file(&studio);
    open_page(&studio);
    std::fs::remove_file(studio.bench.path("opened")).unwrap();
    let (code, out, said) = start_again(&studio, "books", &[]);
    assert_eq!((code, &*out, said.lines().count()), (0, "", 1), "{said}");
    assert!(said.contains("the browser shows its page"), "{said}");
    let second = opened_file(&studio);
    assert!(second != first && std::fs::read_to_string(&second).unwrap().contains(&studio.token));
    // The page that was open before has the secret, and does not use the file up.
    assert_eq!(studio.get("/api/books").status, 200);
    assert!(second.exists());
    // A double click starts it twice.
    assert_eq!(start_again(&studio, "books", &[]).0, 0);
    // The file stays until the slower one of the two browsers has read the page.
    open_page(&studio);
    assert!(second.exists());
    open_page(&studio);
    assert!(!second.exists());
}

#[test]
#[cfg(target_os = "linux")]
fn unused_private_file_is_gone_after_the_end() {
    let mut studio = start_with_browser();
    let file = opened_file(&studio);
    assert!(file.exists());
    let (code, said) = studio.end_by("INT");
    assert_eq!(code, Some(0), "{said}");
    assert!(!file.exists() && !file.parent().unwrap().exists());
}

/// Returns a workbook of a few kilobytes whose sheet unpacks to 70 MiB.
fn hostile_workbook() -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    let options = options.compression_method(zip::CompressionMethod::Deflated);
    let sheet = vec![b' '; 70 << 20];
    for (name, bytes) in
        [("[Content_Types].xml", &b"<Types/>"[..]), ("xl/worksheets/sheet1.xml", &sheet)]
    {
        zip.start_file(name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn hostile_files_do_not_disturb_a_making() {
    let mut studio = RunningStudio::start();
    let values =
        json!({ "title": "T", "ladder": "human", "levels": "1-2", "total": "3000", "seed": "7" });
    let mut making = begin_making(&studio, &values);
    read_to(&mut making, "\"done\"");
    let workbook = hostile_workbook();
    let pdf = super::files::pdf_with_wide_references("1099511627776");
    for _ in 0..3 {
        let read = studio.send_file("/api/read", "", "theirs.xlsx", &workbook);
        assert!(read["message"].as_str().unwrap().contains("theirs.xlsx"), "{read}");
        let checked = studio.send_file("/api/check", "", "theirs.pdf", &pdf);
        assert!(checked["message"].as_str().unwrap().contains("theirs.pdf"), "{checked}");
    }
    let end = read_to(&mut making, "\"end\"");
    assert!(end.contains("\"code\":0"), "{end}");
    assert!(studio.is_alive());
}

/// A second user of the machine reads the arguments of all processes again and again, while the
/// studio opens a browser and judges files.
#[test]
#[cfg(target_os = "linux")]
fn no_process_has_the_token_in_its_arguments() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    let is_over = Arc::new(AtomicBool::new(false));
    let seen = {
        let is_over = is_over.clone();
        std::thread::spawn(move || {
            let mut lines = std::collections::BTreeSet::new();
            while !is_over.load(Ordering::Relaxed) {
                for process in std::fs::read_dir("/proc").unwrap().flatten() {
                    let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
                    lines.insert(String::from_utf8_lossy(&line).into_owned());
                }
            }
            lines
        })
    };
    let studio = start_with_browser();
    opened_file(&studio);
    let workbook = hostile_workbook();
    for _ in 0..5 {
        studio.send_file("/api/read", "", "theirs.xlsx", &workbook);
    }
    is_over.store(true, Ordering::Relaxed);
    let lines = seen.join().unwrap();
    assert!(lines.iter().any(|line| line.contains("as-child")), "no child was seen");
    assert!(lines.iter().all(|line| !line.contains(&studio.token)));
}
