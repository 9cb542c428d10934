//! The rules of ARCHITECTURE.md, checked in the source text: imports between rooms, outside crates, threads,
//! clocks, printing, words.

use crate::support::sources::{crate_folders, rust_files};
use jobs::Setting;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A file of the program: where it is, its path from its room on, and its code without comments and
/// tests.
struct Source {
    file: PathBuf,
    path: String,
    code: String,
}

/// Returns true if a file below `src` has nothing except tests.
fn is_test(path: &Path) -> bool {
    path.iter().any(|part| part == "tests" || part == "tests.rs")
}

fn sources() -> Vec<Source> {
    let mut all = Vec::new();
    for (folder, room) in crate_folders() {
        let root = Path::new(env!("ROOT")).join(folder);
        for file in rust_files(&root) {
            let below = file.strip_prefix(&root).unwrap();
            if !is_test(below) {
                let path = format!("{room}{}", below.to_str().unwrap().replace('\\', "/"));
                all.push(Source { code: shipped_code(&file), path, file });
            }
        }
    }
    assert!(all.len() > 150, "{} files were found", all.len());
    all
}

/// The text of a file without comments and tests.
fn shipped_code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let shipped = text.split("#[cfg(test)]\nmod ").next().unwrap();
    let code = shipped.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.map(|line| format!("{line}\n")).collect()
}

impl Source {
    /// The top-level module.
    fn room(&self) -> &str {
        let first = self.path.split('/').next().unwrap();
        first.trim_end_matches(".rs")
    }

    /// The module that the file is: `book/layout/mod.rs` is `book`, `layout`.
    fn module(&self) -> Vec<&str> {
        let mut parts: Vec<_> = self.path.trim_end_matches(".rs").split('/').collect();
        if ["mod", "lib", "main"].contains(parts.last().unwrap()) {
            parts.pop();
        }
        parts
    }

    fn is_in(&self, places: &[&str]) -> bool {
        places.iter().any(|place| self.path.starts_with(place))
    }

    /// What follows each occurrence of some words.
    fn after<'a>(&'a self, words: &'a str) -> impl Iterator<Item = &'a str> {
        let code = &self.code;
        code.match_indices(words).filter_map(move |(at, _)| {
            let before = code[..at].chars().next_back();
            let inside = before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':');
            (!inside).then(|| &code[at + words.len()..])
        })
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns true if code has words that are not the end of a longer name.
fn has_text(code: &str, words: &str) -> bool {
    code.match_indices(words).any(|(at, _)| !code[..at].ends_with(is_of_name))
}

/// Returns true if code has these words, also behind a longer path, in a group of imports, or under
/// a name of its own: `std::thread::spawn`, `use std::thread::{Builder, spawn}`, `use std::env as e`.
fn has_words(code: &str, words: &str) -> bool {
    if has_text(code, words) {
        return true;
    }
    let Some((first, rest)) = words.split_once("::") else { return false };
    for (path, name) in imported_paths(code) {
        let is_renamed = path.last().is_some_and(|last| last == first) && name != first;
        if has_text(&format!("{}(", path.join("::")), words)
            || is_renamed && has_text(code, &format!("{name}::{rest}"))
        {
            return true;
        }
    }
    false
}

/// The paths that code imports, each with its name.
fn imported_paths(code: &str) -> Vec<(Vec<String>, String)> {
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let before = code[..at].rsplit('\n').next().unwrap().trim();
        if !before.is_empty() && !before.starts_with("pub") {
            continue;
        }
        if let Some((text, _)) = code[at + "use ".len()..].split_once(';') {
            expand(text, &[], &mut paths);
        }
    }
    paths
}

fn name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// Each crate, and the places that use it.
const CRATES: &[(&str, &[&str])] = &[
    ("rustix", &["files/", "proof/isolation/limits.rs"]),
    ("rayon", &["make/ordered_map.rs", "pdf-reader/limits.rs", "studio/preview.rs"]),
    // `archive/lib.rs` is a file of ours.
    ("calamine", &["tables/spreadsheet.rs"]),
    ("zip", &["studio/zip_files.rs", "tables/spreadsheet.rs", "tables/workbook.rs"]),
    ("csv", &["tables/", "archive/lib.rs"]),
    ("csv_core", &["tables/format/csv_fields.rs"]),
    ("encoding_rs", &["files/reading.rs", "tables/format/lines.rs"]),
    ("parquet", &["tables/"]),
    ("zstd", &["tables/compress.rs", "page/typesetting/font.rs"]),
    ("flate2", &["tables/compress.rs", "pdf-reader/object.rs"]),
    ("zlib_rs", &["page/pdf/document.rs"]),
    ("printpdf", &["page/pdf/"]),
    ("qrcode", &["page/draw/qr.rs"]),
    ("png", &["page/draw/picture.rs", "page/draw/canvas.rs"]),
    ("usvg", &["page/draw/logo/svg.rs"]),
    ("subsetter", &["page/pdf/"]),
    (
        "lopdf",
        &[
            "page/pdf/",
            "pdf-reader/",
            "preflight/",
            "proof/readback/",
            "proof/sheet/pictures.rs",
            "proof/verify/",
        ],
    ),
    ("skrifa", &["page/typesetting/", "pdf-reader/program.rs", "pdf-reader/glyph_names.rs"]),
    ("pulldown_cmark", &["book/text/manuscript.rs"]),
    ("unicode_linebreak", &["page/typesetting/"]),
    ("hypher", &["page/typesetting/"]),
    ("unicode_normalization", &["words/toml_file.rs", "tables/title.rs"]),
    ("rusqlite", &["archive/"]),
    ("tokio_postgres", &["archive/server/"]),
    ("tokio_rustls", &["archive/server/tls.rs"]),
    ("rustls_native_certs", &["archive/server/tls.rs"]),
    ("tokio", &["archive/server/"]),
    (
        "toml",
        &[
            "jobs/job/",
            "book/text/language.rs",
            "page/palette.rs",
            "words/toml_file.rs",
            "explain/text/",
            "studio/assets.rs",
        ],
    ),
    ("sha2", &["grid/key.rs", "files/checksum.rs", "page/pdf/"]),
    ("chacha20", &["grid/random.rs"]),
    ("clap", &["cli/"]),
    ("clap_complete", &["cli/completions.rs"]),
    ("indicatif", &["cli/progress.rs"]),
    ("signal_hook", &["cli/signals.rs"]),
    ("anyhow", &["cli/"]),
    ("askama", &["proof/sheet/", "explain/"]),
    ("strsim", &["jobs/nearest_name.rs"]),
    ("base64", &["proof/sheet/pictures.rs", "studio/"]),
    ("httparse", &["studio/http.rs"]),
    (
        "percent_encoding",
        &["captions/puzzle_link.rs", "studio/api.rs", "archive/server/connect_options.rs"],
    ),
];

#[test]
fn each_outside_crate_is_used_where_architecture_says() {
    let sources = sources();
    for (outside, places) in CRATES {
        let path = format!("{outside}::");
        let users: Vec<_> =
            sources.iter().filter(|source| source.after(&path).next().is_some()).collect();
        assert!(!users.is_empty(), "{outside} is used nowhere");
        for source in users {
            assert!(source.is_in(places), "{} uses {outside}", source.path);
        }
    }
}

/// Words of the code, why they are kept together, and where they may be.
const KEPT: [(&str, &[&str]); 13] = [
    // Threads.
    ("thread::spawn", &[]),
    (
        "thread::Builder",
        &[
            "files/atomic_dir.rs",
            "proof/isolation/mod.rs",
            "cli/signals.rs",
            "studio/lib.rs",
            "studio/puzzle_search.rs",
        ],
    ),
    ("thread::scope", &["files/atomic_dir.rs", "studio/puzzle_search.rs"]),
    // Clocks.
    // A client of the studio that sends nothing must not be waited for without end.
    // A preview must not search without end.
    ("Instant::now", &["cli/", "studio/estimate.rs", "studio/http.rs", "studio/puzzle_search.rs"]),
    ("SystemTime::now", &["cli/"]),
    // The rights of a book that begins have the year of today, and a version the time of its making.
    ("Timestamp::now", &["cli/", "studio/choices.rs"]),
    // Arguments and environment.
    // PGPASSWORD: a secret that no setting may hold.
    // Cargo names the folders of a build script in variables.
    ("env::var", &["cli/", "archive/server/connect_options.rs", "built-in/"]),
    ("env::args", &["cli/"]),
    // Standard error may be deaf, standard output closed: these panic then.
    ("println!", &["built-in/"]),
    ("eprintln!", &[]),
    ("eprint!", &[]),
    // Random numbers of puzzles come from a seed.
    ("rand::rng(", &[]),
    // Registers of the processor.
    ("unsafe", &["grid/solver/"]),
];

#[test]
fn threads_clocks_printing_and_unsafe_keep_their_places() {
    for source in sources() {
        for (words, places) in KEPT {
            let found = has_words(&source.code, words);
            assert!(!found || source.is_in(places), "{} has {words}", source.path);
        }
    }
}

#[test]
fn kept_words_are_found_in_each_form() {
    for (code, words) in [
        ("let worker = thread::spawn(work);", "thread::spawn"),
        ("let worker = std::thread::spawn(work);", "thread::spawn"),
        ("let worker = ::std::thread::spawn(work);", "thread::spawn"),
        ("use std::thread::spawn;\nspawn(work);", "thread::spawn"),
        ("use std::thread::{Builder, spawn};", "thread::spawn"),
        ("use std::{io, thread::{self, Builder}};", "thread::Builder"),
        ("use std::thread as threads;\nthreads::spawn(work);", "thread::spawn"),
        ("    use std::thread::spawn as start;", "thread::spawn"),
        ("let begun = std::time::Instant::now();", "Instant::now"),
        ("use std::time::Instant as Clock;\nClock::now();", "Instant::now"),
        ("jiff::Timestamp::now()", "Timestamp::now"),
        ("std::env::var(\"HOME\")", "env::var"),
        ("env::vars_os()", "env::var"),
        ("use std::env::{args, var};", "env::args"),
        ("std::println!(\"text\")", "println!"),
        ("std::fs::rename(from, to)", "fs::rename"),
        ("use std::fs::{read_dir, rename};", "fs::rename"),
        ("pub use std::fs::remove_file;", "fs::remove_file"),
        ("use rand::rng;", "rand::rng("),
        ("std::fs::create_dir_all(path)", "fs::create_dir"),
    ] {
        assert!(has_words(code, words), "{words} is not found in: {code}");
    }
    for (code, words) in [
        ("my_thread::spawn(work);", "thread::spawn"),
        ("use std::thread::{sleep, JoinHandle};", "thread::spawn"),
        ("use std::thread as threads;\nthreads::sleep(pause);", "thread::spawn"),
        ("eprintln!(\"text\")", "println!"),
        ("use rand::rngs::SysRng;", "rand::rng("),
        ("fs_path::create_dir(folder)", "fs::create_dir"),
    ] {
        assert!(!has_words(code, words), "{words} is found in: {code}");
    }
}

/// What every thread does for every puzzle took one lock for all of them, and made words that were drawn once in
/// thousands of times.
#[test]
fn counting_a_puzzle_takes_no_lock() {
    for file in ["progress", "observer"] {
        let code = fs::read_to_string(format!("{}/src/cli/{file}.rs", env!("ROOT"))).unwrap();
        for lock in ["Mutex", "RwLock", "Condvar", "set_message"] {
            assert!(!code.contains(lock), "{file}.rs has {lock}");
        }
    }
}

/// Where such a call is not inlined, it costs more than the work in it. One for each shift of a register made solving on ARM
/// take four to seven times as many instructions; one for each word of a set made a puzzle of band 6 take a quarter more in a
/// build from source. Tests do not count instructions: `tests/platforms/instructions` does.
#[test]
fn register_lanes_call_no_standard_library() {
    for (file, calls) in [
        ("solver/lanes.rs", &[".map(", "from_fn(", ".zip("][..]),
        ("explainer/fast/bit_set.rs", &[".zip("]),
    ] {
        let source = sources().into_iter().find(|source| source.path.ends_with(file));
        let code = source.expect("these files hold the hot loops").code;
        for call in calls {
            assert!(!code.contains(call), "{file}: {call}");
        }
    }
}

/// One way to open a file that is read, one to write a file, and one to ask for a name, which takes no error for a
/// name that is free: all of them are in `files`. The archive follows names by itself, and SQLite opens its file.
#[test]
fn files_are_opened_in_one_room() {
    const WORDS: [&str; 14] = [
        "File::open(",
        "File::create(",
        "OpenOptions",
        "fs::read(",
        "fs::read_to_string(",
        "fs::write(",
        "fs::metadata(",
        "symlink_metadata(",
        "exists()",
        "path.is_file()",
        "path.is_dir()",
        "canonicalize(",
        // What ships is what is tested.
        "debug_assert",
        "cfg!(debug",
    ];
    // A run moves and removes whole folders.
    const STAGING: &str = "jobs/make/staging.rs";
    const RECORD: &str = "jobs/record/source_run.rs";
    const MOVES: [(&str, &[&str]); 11] = [
        ("fs::rename", &[STAGING]),
        ("fs::create_dir", &[STAGING]),
        ("fs::remove_file", &[STAGING, RECORD]),
        ("fs::remove_dir", &[STAGING, RECORD, "jobs/make/locked_folder.rs"]),
        (
            "fs::read_dir",
            &[STAGING, "jobs/record/recorded_job.rs", "jobs/make/existing_run.rs", "built-in/"],
        ),
        ("fs::copy", &[]),
        ("fs::hard_link", &[]),
        ("fs::read_link", &[]),
        ("fs::set_permissions", &[]),
        ("fs::symlink", &[]),
        ("fs::DirBuilder", &[]),
    ];
    for source in sources() {
        let code = source.code.replace("KeyFile::open(", "").replace("AtomicFile::create(", "");
        for word in WORDS.into_iter().filter(|word| code.contains(word)) {
            let own = ["files/", "archive/", "built-in/"];
            let is_debug = word.contains("debug");
            assert!(!is_debug && source.is_in(&own), "{} has {word}", source.path);
        }
        for (words, places) in MOVES {
            let is_place = source.is_in(&["files/", "archive/"]) || source.is_in(places);
            assert!(is_place || !has_words(&source.code, words), "{} has {words}", source.path);
        }
    }
}

/// Text of others is made harmless on its way out, in one place.
#[test]
fn one_file_reaches_standard_output_and_standard_error() {
    for source in sources().iter().filter(|source| source.path != "cli/terminal.rs") {
        for words in ["io::stdout", "io::stderr", "{stdout", "{stderr", "/dev/std", "/dev/tty"] {
            assert!(!source.code.contains(words), "{} has {words}", source.path);
        }
    }
}

/// A path of a `use`, from the root of the crate, and the name that it gives to what is there.
struct Import {
    path: Vec<String>,
    name: String,
    /// Whether the file lets others use it under this name.
    is_public: bool,
}

/// The paths of the text between `use` and its semicolon, each with its name.
fn expand(text: &str, before: &[&str], all: &mut Vec<(Vec<String>, String)>) {
    let words = |path: &str| -> Vec<String> {
        let words = path.split("::").map(str::trim).filter(|word| !word.is_empty());
        before.iter().copied().chain(words).map(str::to_owned).collect()
    };
    let Some((head, group)) = text.split_once('{') else {
        let (path, name) = text.split_once(" as ").unwrap_or((text, ""));
        let mut path = words(path);
        path.pop_if(|last| last == "self");
        let name = if name.is_empty() { path.last().cloned() } else { Some(name.trim().into()) };
        return all.extend(name.map(|name| (path, name)));
    };
    let path = words(head);
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let group = group.rsplit_once('}').map_or(group, |(group, _)| group);
    let (mut depth, mut begin) = (0, 0);
    for (at, c) in group.char_indices().chain([(group.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&group[begin..at], &path, all);
                begin = at + 1;
            }
            _ => {}
        }
    }
}

/// The rooms that are crates by themselves.
const CRATES_OF_ONE_ROOM: [&str; 7] =
    ["files", "archive", "tables", "explain", "page", "book", "cover"];

/// What a file imports from this crate. `modules` are all of them.
fn imports(source: &Source, modules: &BTreeMap<Vec<String>, &str>) -> Vec<Import> {
    let own = source.module();
    let mut all = Vec::new();
    for (at, _) in source.code.match_indices("use ") {
        let (before, after) = source.code.split_at(at);
        let line = before.rsplit('\n').next().unwrap().trim();
        let is_public = line.starts_with("pub");
        if !is_public && !line.is_empty() {
            continue;
        }
        let Some((text, _)) = after["use ".len()..].split_once(';') else {
            continue;
        };
        let mut paths = Vec::new();
        expand(text, &[], &mut paths);
        for (mut path, name) in paths {
            let up = path.iter().take_while(|word| *word == "super").count();
            let mut from: Vec<String> = own.iter().map(|&word| word.to_owned()).collect();
            match path[0].as_str() {
                "crate" => from.truncate(usize::from(CRATES_OF_ONE_ROOM.contains(&source.room()))),
                "super" => from.truncate(own.len() - up),
                "self" => {}
                _ => {
                    from.push(path[0].clone());
                    if !modules.contains_key(&from) {
                        continue;
                    }
                }
            }
            from.extend(path.drain(up.max(1)..));
            all.push(Import { path: from, name, is_public });
        }
    }
    all
}

/// Files that import each other, one after the other and the last one the first, are one idea in several places. A
/// file may know those of its own folder and they it; what it only hands on is imported from where it is.
#[test]
fn no_circle_of_files_import_each_other() {
    let sources = sources();
    let sources = sources.iter().filter(|source| !["lib.rs", "main.rs"].contains(&&*source.path));
    let owned = |source: &Source| source.module().into_iter().map(str::to_owned).collect();
    let modules: BTreeMap<Vec<String>, &str> =
        sources.clone().map(|source| (owned(source), &*source.path)).collect();
    let all: Vec<(&Source, Vec<Import>)> =
        sources.map(|source| (source, imports(source, &modules))).collect();
    let mut handed_on = BTreeMap::new();
    for (source, import) in
        all.iter().flat_map(|(source, all)| all.iter().map(move |i| (source, i)))
    {
        let mut name: Vec<String> = owned(source);
        name.push(import.name.clone());
        if import.is_public && !modules.contains_key(&name) {
            handed_on.insert(name, &import.path);
        }
    }
    // Where the item of a path is.
    let file_of = |path: &[String]| {
        let mut path = path.to_vec();
        for _ in 0..8 {
            let Some(n) = (1..=path.len()).find(|&n| handed_on.contains_key(&path[..n])) else {
                break;
            };
            let rest = path.split_off(n);
            path = handed_on[&path].iter().cloned().chain(rest).collect();
        }
        (1..=path.len()).rev().find_map(|n| modules.get(&path[..n]).copied())
    };
    let mut known: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (source, all) in &all {
        let folder = source.path.trim_end_matches("mod.rs").trim_end_matches("lib.rs");
        let folder = folder.trim_end_matches(".rs");
        let folder = format!("{}/", folder.trim_end_matches('/'));
        for file in all.iter().filter_map(|import| file_of(&import.path)) {
            if file != source.path && !file.starts_with(&folder) {
                known.entry(&source.path).or_default().insert(file);
            }
        }
    }
    let count: usize = known.values().map(BTreeSet::len).sum();
    assert!(count > 500, "{count} imports were found");
    // A file that imports none of those that are left is in no circle.
    loop {
        let before = known.len();
        let left: BTreeSet<&str> = known.keys().copied().collect();
        known.retain(|_, of| !of.is_disjoint(&left));
        if known.len() == before {
            break;
        }
    }
    // What is left leads to a circle.
    let Some(mut file) = known.keys().next().copied() else {
        return;
    };
    let mut circle = Vec::new();
    while !circle.contains(&file) {
        circle.push(file);
        file = known[file].iter().copied().find(|next| known.contains_key(next)).unwrap();
    }
    panic!("{} and {file} import each other", circle.join(", "));
}

/// Settings also come from job files and from users of the library: its errors name a setting by `NamedSetting`, which
/// only a command line shows as a flag. Flags that are no settings, such as --force, and whole commands stay.
#[test]
fn library_errors_name_settings_and_not_flags() {
    const COMMANDS: [&str; 6] = [
        "cargo ",
        "sudoku-press verify ",
        "archive restore ",
        " --shard ",
        "generate --into",
        "preflight --pdfx",
    ];
    // Advice on the proof sheet, the flags of a transform, the command line of a next step, the
    // data card, and the page of the documentation.
    const PLACES: [&str; 8] = [
        "cli/",
        "jobs/record/data_card.rs",
        "studio/book_job.rs",
        "proof/sheet/",
        "grid/transform/parts.rs",
        "shards/progress.rs",
        "jobs/settings/schema.rs",
        "words/problem.rs",
    ];
    for source in sources().iter().filter(|source| !source.is_in(&PLACES)) {
        for line in source.code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let is_command = COMMANDS.iter().any(|command| line.contains(command));
            for (at, _) in line.match_indices("--").filter(|_| !is_command) {
                let is_name = |c: &char| c.is_ascii_lowercase() || *c == '-';
                let name: String = line[at + 2..].chars().take_while(is_name).collect();
                let is_setting = Setting::find(&name).is_some();
                assert!(!is_setting && !line[at + 2..].starts_with('{'), "{}: {line}", source.path);
            }
        }
    }
}

/// Returns the name of the type that a line defines. Types of a trait are indented, and are no types
/// of the crate.
fn defined_type(line: &str) -> Option<&str> {
    let code = line.trim_start();
    let code = match code.strip_prefix("pub(") {
        Some(rest) => rest.split_once(") ")?.1,
        None => code.strip_prefix("pub ").unwrap_or(code),
    };
    let (keyword, rest) = code.split_once(' ')?;
    let is_item = ["struct", "enum", "trait", "union"].contains(&keyword);
    let is_alias = keyword == "type" && !line.starts_with(' ');
    let name = name(rest);
    ((is_item || is_alias) && name.starts_with(char::is_uppercase)).then_some(name)
}

/// A word that names several types leads a reader to the wrong one.
#[test]
fn each_word_names_one_type() {
    // Each command has its arguments.
    const SHARED: [&str; 1] = ["Args"];
    let mut places: BTreeMap<String, String> = BTreeMap::new();
    for source in sources() {
        for name in source.code.lines().filter_map(defined_type) {
            let other = places.insert(name.to_owned(), source.path.clone());
            let other = other.filter(|_| !SHARED.contains(&name));
            assert!(other.is_none(), "{name} is in {} and in {}", other.unwrap(), source.path);
        }
    }
    assert!(places.len() > 700, "{} types were found", places.len());
}

/// A long line of a comment is cut off in editors and in reviews.
#[test]
fn comments_are_wrapped_at_100_columns() {
    for source in sources() {
        let text = fs::read_to_string(&source.file).unwrap();
        let comments = text.lines().filter(|line| line.trim_start().starts_with("//"));
        for line in comments {
            assert!(line.chars().count() <= 100, "{}: {line}", source.path);
        }
    }
}

/// A crate that is published is tested by what it contains.
#[test]
fn published_crates_read_their_own_files() {
    let crates = Path::new(env!("ROOT")).join("crates");
    let names: Vec<_> =
        fs::read_dir(&crates).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let mut published = 0;
    for name in &names {
        let folder = crates.join(name);
        if fs::read_to_string(folder.join("Cargo.toml")).unwrap().contains("publish = false") {
            continue;
        }
        published += 1;
        for file in rust_files(&folder) {
            let code = fs::read_to_string(&file).unwrap();
            let outside =
                names.iter().find(|other| code.contains(&format!("../{}/", other.display())));
            assert_eq!(outside, None, "{}", file.display());
        }
    }
    assert!(published >= 7, "{published}");
}

/// ARCHITECTURE.md names every room.
#[test]
fn the_code_map_names_every_room() {
    let root = Path::new(env!("ROOT"));
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let sources = sources();
    let rooms: BTreeSet<_> = sources.iter().map(Source::room).collect();
    for room in rooms {
        if ["lib", "main"].contains(&room) {
            continue;
        }
        assert!(text.contains(&format!("`{room}")), "{room} is not in ARCHITECTURE.md");
    }
}

/// The files of the tests that drive the program, and of those that need one crate.
fn test_files() -> Vec<PathBuf> {
    let root = Path::new(env!("ROOT"));
    let packages = crate_folders().into_iter().map(|(folder, _)| root.join(folder));
    let folders = packages.map(|sources| sources.with_file_name("tests").join("it"));
    folders.filter(|folder| folder.is_dir()).flat_map(|folder| rust_files(&folder)).collect()
}

/// A name that needs more than eight words is a sentence of two tests, or says what the test's body says.
#[test]
fn test_names_have_at_most_eight_words() {
    let mut found = 0;
    for path in test_files() {
        let text = fs::read_to_string(&path).unwrap();
        for (_, after) in
            text.match_indices("#[test]\n").map(|(at, mark)| text.split_at(at + mark.len()))
        {
            let test = name(after.split_once("fn ").unwrap().1);
            let words = test.split('_').count();
            assert!(words <= 8, "{}: {test} has {words} words", path.display());
            found += 1;
        }
    }
    assert!(found > 800, "{found} tests were found");
}

/// What more than one file uses is in the folder `support` of its package.
#[test]
fn no_test_file_imports_from_another() {
    let mut found = 0;
    for path in test_files() {
        let text = fs::read_to_string(&path).unwrap();
        // This file has the words that it looks for.
        let is_own = path.ends_with("house/tidy.rs");
        for (_, after) in
            text.match_indices("crate::").map(|(at, mark)| text.split_at(at + mark.len()))
        {
            let is_support = name(after) == "support" || is_own;
            assert!(is_support, "{} uses {}", path.display(), name(after));
            found += 1;
        }
    }
    assert!(found > 10, "{found} imports were found");
}

/// A limit on the number of lines led to cells of 1,100 characters. What is read at a glance is
/// limited instead: lines, cells of tables, and paragraphs.
#[test]
fn architecture_is_read_at_a_glance() {
    let root = Path::new(env!("ROOT"));
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let (mut is_code, mut words) = (false, 0);
    for line in text.lines() {
        assert!(line.chars().count() <= 120, "a line over 120 characters: {line}");
        is_code ^= line.starts_with("```");
        if let Some(row) = line.strip_prefix('|') {
            for cell in row.split('|') {
                assert!(cell.trim().chars().count() <= 80, "a cell over 80 characters: {cell}");
            }
        }
        let is_item = line.starts_with("- ") || line.starts_with(|c: char| c.is_ascii_digit());
        if is_code || is_item || line.is_empty() || line.starts_with(['|', '#']) {
            words = 0;
        }
        if !is_code && !line.starts_with(['|', '#']) {
            words += line.split_whitespace().count();
        }
        assert!(words <= 60, "a paragraph over 60 words, at: {line}");
    }
}

/// Steps and tasks name a file, or a file and a function in it: `run/make.rs: make`.
#[test]
fn architecture_names_files_and_functions_that_exist() {
    let root = Path::new(env!("ROOT"));
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let prose: String = text.split("```").step_by(2).collect();
    let mut found = 0;
    for name in prose.split('`').skip(1).step_by(2) {
        let (file, function) = name.split_once(": ").unwrap_or((name, ""));
        let is_path = file.contains('/') && !file.contains([' ', '*', ':']);
        if !is_path && !file.ends_with(".rs") {
            continue;
        }
        let folders = crate_folders().into_iter().map(|(folder, room)| {
            root.join(folder).join(file.strip_prefix(room.as_str()).unwrap_or(file))
        });
        let Some(path) = folders.chain([root.join(file)]).find(|path| path.exists()) else {
            panic!("{file} does not exist");
        };
        if !function.is_empty() {
            let code = fs::read_to_string(&path).unwrap();
            let is_there =
                ["(", "<"].iter().any(|end| code.contains(&format!("fn {function}{end}")));
            assert!(is_there, "{file} has no function {function}");
        }
        found += 1;
    }
    assert!(found > 40, "{found} names were found");
}
