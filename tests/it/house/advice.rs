//! What messages advise: every flag, setting and command that a text of the program names exists, and each message with
//! a whole command has a case in which the message appears and its advice is followed.

use crate::support::program::Bench;
use crate::support::sources::{code, crate_folders, literals, rust_files, script_names};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Error, ErrorKind};
use std::path::Path;

/// A text of the program: a literal in its source, without the line breaks of the source.
struct Text {
    file: String,
    words: String,
}

/// Returns the texts of the program. Their files are named from their room on.
fn texts() -> Vec<Text> {
    let mut texts = Vec::new();
    for (folder, room) in crate_folders() {
        let root = Path::new(env!("ROOT")).join(folder);
        for path in rust_files(&root) {
            let file = format!("{room}{}", path.strip_prefix(&root).unwrap().display());
            for words in literals(&code(&fs::read_to_string(&path).unwrap())) {
                texts.push(Text { file: file.clone(), words });
            }
        }
    }
    texts
}

/// The commands with their flags, as their help lists them.
struct Commands(BTreeMap<String, BTreeSet<String>>);

impl Commands {
    fn read(bench: &Bench) -> Self {
        let mut commands = BTreeMap::new();
        let mut open = vec![String::new()];
        while let Some(name) = open.pop() {
            let help = String::from_utf8(bench.run(&format!("{name} --help")).stdout).unwrap();
            let words = help.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
            let flags = words.filter_map(|word| word.strip_prefix("--")).map(str::to_owned);
            // Names of commands stand alone, indented by two, before their descriptions.
            let inner = help.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
            let is_name =
                |word: &&str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
            for word in inner.filter(is_name).filter(|word| *word != "help") {
                let inner = format!("{name} {word}").trim().to_owned();
                let usage = bench.run(&format!("{inner} --help"));
                if usage.status.success() && name.split(' ').count() < 2 && inner != name {
                    open.push(inner);
                }
            }
            commands.insert(name, flags.collect());
        }
        Self(commands)
    }

    fn has_flag(&self, flag: &str) -> bool {
        self.0.values().any(|flags| flags.contains(flag))
    }
}

/// Returns the words behind each `--` of a text.
fn flags(words: &str) -> Vec<&str> {
    let begins = words
        .match_indices("--")
        .filter(|(at, _)| words[..*at].chars().next_back().is_none_or(|c| " (`'\"\n".contains(c)));
    let name = |(at, _): (usize, &str)| {
        let name = &words[at + 2..];
        let end = name.find(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
        &name[..end.unwrap_or(name.len())]
    };
    begins.map(name).filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase())).collect()
}

/// The kinds of errors of the system that the studio translates, besides that of links in a circle.
const KINDS: [ErrorKind; 15] = [
    ErrorKind::NotFound,
    ErrorKind::PermissionDenied,
    ErrorKind::AlreadyExists,
    ErrorKind::StorageFull,
    ErrorKind::QuotaExceeded,
    ErrorKind::ReadOnlyFilesystem,
    ErrorKind::IsADirectory,
    ErrorKind::NotADirectory,
    ErrorKind::DirectoryNotEmpty,
    ErrorKind::FileTooLarge,
    ErrorKind::InvalidFilename,
    ErrorKind::ResourceBusy,
    ErrorKind::CrossesDevices,
    ErrorKind::OutOfMemory,
    ErrorKind::TimedOut,
];

/// The studio finds a translation by the exact text of a message, so that a key that no text of the program equals is of
/// a message that is no more.
#[test]
#[cfg(target_os = "linux")]
fn each_translated_message_is_one_of_the_program() {
    let mut known: BTreeSet<String> = texts().into_iter().map(|text| text.words).collect();
    for (_, printer) in preflight::Printer::BUILTIN {
        known.extend(literals(printer));
    }
    known.extend(script_names());
    let links = Error::from_raw_os_error(40).kind();
    let kinds = KINDS.into_iter().chain([links, ErrorKind::UnexpectedEof]);
    known.extend(kinds.map(|kind| kind.to_string()));
    let mut count = 0;
    let folder = Path::new(env!("ROOT")).join("crates/studio/templates");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    for file in files.filter(|path| path.extension().is_some_and(|ending| ending == "toml")) {
        for line in fs::read_to_string(&file).unwrap().lines() {
            let texts = literals(line);
            let message = texts.first().and_then(|key| key.strip_prefix("say."));
            let Some(message) = message.filter(|_| !line.starts_with('#')) else { continue };
            count += 1;
            assert!(known.contains(message), "{}: {message:?}", file.display());
        }
    }
    assert!(count > 300, "{count}");
}

/// Flags of other programs: cargo, sbatch and PostgreSQL.
const OF_OTHERS: [&str; 4] = ["features", "path", "release", "array"];

#[test]
fn flags_in_messages_exist() {
    let bench = Bench::new();
    let commands = Commands::read(&bench);
    assert!(commands.0.len() > 40, "{:?}", commands.0.keys());
    let mut found = 0;
    for Text { file, words } in texts() {
        for flag in flags(&words).into_iter().filter(|flag| !OF_OTHERS.contains(flag)) {
            found += 1;
            assert!(commands.has_flag(flag), "{file}: --{flag} in {words:?}");
            // In the file of a command the flag is one of its own, unless another command stands beside it.
            let own = file.strip_prefix("cli/").and_then(|file| file.strip_suffix(".rs"));
            let is_beside = words.contains(['`', '('])
                || words.contains("sudoku-press ")
                || words.starts_with("--");
            if let Some(own) = own.filter(|own| commands.0.contains_key(*own) && !is_beside) {
                let inner = format!("{own} ");
                let mut all =
                    commands.0.iter().filter(|(name, _)| *name == own || name.starts_with(&inner));
                assert!(
                    all.any(|(_, flags)| flags.contains(flag)),
                    "{file}: --{flag} in {words:?}"
                );
            }
        }
    }
    assert!(found > 150, "{found}");
}

/// Returns the settings that the messages of a code name, each with its value, or an empty one.
fn named_settings(code: &str) -> Vec<(&str, &str)> {
    // `setting("grid").to("cyclic")`, `.with_setting("grid")`, `.with_setting_value("grid", "cyclic")`.
    let mut named = Vec::new();
    for begin in ["setting(\"", ".with_setting_value(\""] {
        for part in code.split(begin).skip(1) {
            let (name, rest) = part.split_once('"').unwrap();
            let value = rest.strip_prefix(").to(\"").or(rest.strip_prefix(", \""));
            let value = value.and_then(|rest| rest.split('"').next());
            named.push((name, value.unwrap_or_default()));
        }
    }
    named
}

/// A message that names the setting `grid = pattern` is advice to type `--grid pattern`.
#[test]
fn settings_in_messages_take_their_values() {
    let bench = Bench::new();
    let commands = Commands::read(&bench);
    let (mut names, mut values) = (0, 0);
    for (folder, room) in crate_folders() {
        for path in rust_files(&Path::new(env!("ROOT")).join(folder)) {
            let file = format!("{room}{}", path.display());
            let code = code(&fs::read_to_string(&path).unwrap());
            for (name, value) in named_settings(&code) {
                if name.is_empty() {
                    continue;
                }
                names += 1;
                assert!(commands.has_flag(name), "{file}: {name}");
                if value.is_empty() || !commands.0["run"].contains(name) {
                    continue;
                }
                values += 1;
                let value = value.trim_matches('\'');
                let shown =
                    bench.command(&format!("job show --{name}")).arg(value).output().unwrap();
                let said = String::from_utf8_lossy(&shown.stderr);
                let is_alone =
                    said.contains("too, found none") || said.contains("cannot be used with");
                assert!(shown.status.success() || is_alone, "{file}: {name} = {value}: {said}");
            }
        }
    }
    assert!(names > 60 && values > 12, "{names} names, {values} values");
}

/// Returns the commands of a text that stand in backquotes or behind the name of the program: the words that follow.
fn whole_commands<'a>(words: &'a str, commands: &Commands) -> Vec<&'a str> {
    let quoted = words.split('`').skip(1).step_by(2);
    let named = words
        .match_indices("sudoku-press ")
        .map(|(at, _)| words[at..].split(['\n', '|', ')', '#']).next().unwrap());
    let all = quoted.chain(named).map(|line| line.strip_prefix("sudoku-press ").unwrap_or(line));
    // A name alone stands for the command in a sentence, and ` = ` is in settings.
    all.filter(|line| line.contains(' ') && !line.contains(" = "))
        .filter(|line| {
            let first = line.split([' ', '{']).next().unwrap();
            let is_command = !first.is_empty() && commands.0.contains_key(first);
            line.starts_with('{') || first == "cargo" || is_command
        })
        .collect()
}

/// Help and references, whose commands are not advice of a message. Examples and documents are run by other tests.
const REFERENCES: [&str; 6] = [
    "cli/flags.rs",
    "jobs/settings/list.rs",
    "jobs/settings/schema.rs",
    "cli/help.rs",
    "files/lock.rs",
    "jobs/record/data_card.rs",
];

#[test]
fn commands_in_messages_and_help_exist() {
    let bench = Bench::new();
    let commands = Commands::read(&bench);
    let features = include_str!("../../../Cargo.toml");
    let mut found = 0;
    for Text { file, words } in texts() {
        for line in whole_commands(&words, &commands) {
            found += 1;
            let mut words = line.split_whitespace();
            let first = words.next().unwrap();
            if first == "cargo" {
                let feature =
                    line.split("--features ").nth(1).unwrap().split([' ', '`']).next().unwrap();
                assert!(features.contains(&format!("\n{feature} = [")), "{file}: {line}");
                continue;
            }
            let second = words.next().unwrap_or_default();
            let has_inner = commands.0.keys().any(|name| name.starts_with(&format!("{first} ")));
            if has_inner && second.bytes().all(|b| b.is_ascii_lowercase()) && !second.is_empty() {
                assert!(commands.0.contains_key(&format!("{first} {second}")), "{file}: {line}");
            }
            if commands.0.contains_key(first) {
                let inner = format!("{first} {second}");
                let own = commands.0.get(&inner).unwrap_or(&commands.0[first]);
                for flag in flags(line) {
                    assert!(own.contains(flag), "{file}: --{flag} in {line}");
                }
            }
        }
    }
    assert!(found > 60, "{found}");
}

/// A message with a whole command: the words of its source, and the test that follows the advice.
struct Case {
    words: &'static str,
    follow: fn(&Bench),
}

/// Makes the message appear, and runs what it advises.
#[track_caller]
fn follow(bench: &Bench, provoke: &str, code: i32, said: &str, advice: &[(&str, i32)]) {
    bench.ends(provoke, code, said);
    for (command, code) in advice {
        bench.ends(command, *code, "");
    }
}

const CASES: &[Case] = &[
    Case {
        words: "; `sudoku-press job show` lists all settings",
        follow: |bench| {
            fs::write(bench.path("job.toml"), "zzzz = 1\n").unwrap();
            let said = "`sudoku-press job show` lists all settings";
            follow(bench, "run --job job.toml", 2, said, &[("job show", 0)]);
        },
    },
    Case {
        words: "sudoku-press verify {folder} --sheet {sheet}",
        follow: |bench| {
            follow(
                bench,
                "run --quota 1=1",
                0,
                "next: sudoku-press verify out --sheet out/proof.html",
                &[("verify out --sheet out/proof.html", 0)],
            );
        },
    },
    Case {
        words: "sudoku-press verify {}",
        follow: |bench| {
            let make = "generate --total 2 --levels 1 --out sold";
            follow(bench, make, 0, "next: sudoku-press verify sold", &[("verify sold", 0)]);
        },
    },
    Case {
        words: "sudoku-press cover {}",
        follow: |bench| {
            let run = "run --quota 1=60 --printer kdp --trim 6x9 --out kdp";
            follow(bench, run, 0, "next: sudoku-press cover kdp", &[("cover kdp", 0)]);
        },
    },
    Case {
        words: "`sudoku-press book --job {again}` makes it again",
        follow: |bench| {
            bench.ends("generate --total 4 --levels 1 --out mine.csv -q", 0, "");
            bench.ends("book mine.csv --out mine.pdf -q", 0, "");
            let said = "`sudoku-press book --job mine.pdf` makes it again";
            let advice = [("book --job mine.pdf --force", 0)];
            follow(bench, "run --job mine.pdf --out r", 2, said, &advice);
        },
    },
    Case {
        words: "`cover {folder}` uses all settings of that book",
        follow: |bench| {
            bench.ends("run --quota 1=60 -q --printer kdp --trim 6x9 --out r", 0, "");
            let said = "`cover r` uses all settings of that book";
            let advice = [
                ("cover r", 0),
                ("book r --per-page 1 --out other.pdf", 0),
                ("cover r --per-page 1 --book other.pdf --out other-cover.pdf", 0),
            ];
            follow(bench, "cover r --per-page 1", 2, said, &advice);
        },
    },
    Case {
        words: "there is no archive {0}; `archive create` creates one",
        follow: |bench| {
            let run = "run --quota 1=1 -q --archive a";
            let said = "there is no archive a; `archive create` creates one";
            follow(bench, run, 10, said, &[("archive create a", 0), (run, 0)]);
        },
    },
    Case {
        words: "{0} has no run {1}; `archive stats` lists the runs",
        follow: |bench| {
            bench.ends("archive create a", 0, "");
            let said = "`archive stats` lists the runs";
            let forget = "archive forget 0123456789abcdef --archive a";
            follow(bench, forget, 2, said, &[("archive stats a", 0)]);
        },
    },
    Case {
        words: "{0} is damaged ({1}); `archive restore --archive {0} COPY` puts a copy in its place",
        follow: |bench| {
            bench.ends("archive create a", 0, "");
            bench.ends("run --quota 1=3 -q --archive a", 0, "");
            bench.ends("archive copy a COPY", 0, "");
            let whole = bench.read("a");
            fs::write(bench.path("a"), &whole[..whole.len() / 2]).unwrap();
            let said = "`archive restore --archive a COPY` puts a copy in its place";
            let advice = [("archive restore --archive a COPY", 0), ("archive check a", 0)];
            follow(bench, "archive check a", 10, said, &advice);
        },
    },
    Case {
        words: "sudoku-press that made it, or its `archive export` and `archive import` of this one",
        follow: |bench| {
            bench.ends("archive create a", 0, "");
            bench.ends("run --quota 1=3 -q --archive a", 0, "");
            let exported = bench.run("archive export a").stdout;
            // The number of the schema, in the header of the file.
            let mut other = bench.read("a");
            other[60..64].copy_from_slice(&9_u32.to_be_bytes());
            fs::write(bench.path("a"), other).unwrap();
            fs::write(bench.path("keys.csv"), exported).unwrap();
            let said = "its `archive export` and `archive import` of this one";
            let advice = [("archive create b", 0), ("archive import keys.csv --archive b", 0)];
            follow(bench, "archive stats a", 10, said, &advice);
        },
    },
];

/// Messages whose advice another test follows, or that need another machine: the words of the source, and the test.
const ELSEWHERE: &[(&str, &str)] = &[
    ("the log {0}{1} does not belong to {0}", "archive_with_a_foreign_log_requires_a_restore"),
    ("`archive copy` makes one of this file", "copies_between_kinds_keep_runs_rows_and_notes"),
    (
        "`archive copy` makes a new archive of any kind",
        "copies_between_kinds_keep_runs_rows_and_notes",
    ),
    (
        "was not completed when it was made by `archive copy`",
        "copies_between_kinds_keep_runs_rows_and_notes",
    ),
    ("`generate --into` with the same flags", "damaged_files_are_named_and_made_again"),
    ("`sudoku-press shards join {folder}{archive}`", "each_step_names_the_next"),
    (
        "`cargo install --path . --features parquet` builds one that reads it",
        "commands_in_messages_and_help_exist",
    ),
    (
        "`archive restore --archive {0} COPY --force` puts a copy in its place",
        "foreign_file_is_replaced_only_with_force",
    ),
    (
        "`archive restore --archive {path} {copy} --force` replaces it all the same",
        "restore_names_lost_runs_and_requires_force",
    ),
    (
        "which a user who may write the archive must apply first",
        "readers_and_writers_apply_a_crash_journal",
    ),
    ("sudoku-press generate --job {folder} --out {copy}", "deliveries_repeat_no_puzzle_and_no_id"),
    ("sudoku-press series {}", "removed_volume_leaves_its_number_free"),
    ("use `sudoku-press {command}`", "other_commands_are_named"),
    ("use `sudoku-press series FILE`", "other_commands_are_named"),
    ("sudoku-press run{flags} --out {book}", "shown_command_and_draft_make_the_same_files"),
    (
        "sudoku-press {name} {puzzles}{ladder}{repeated}{flags}",
        "workbook_with_faults_becomes_a_book",
    ),
    (
        "mend these rows, or leave out those without exactly one solution: `{command} --add",
        "wrong_rows_come_with_a_remedy",
    ),
    ("`sudoku-press job show {name} > my-{name}.toml`", "job_with_two_meanings_is_said_or_refused"),
    ("the book that `sudoku-press book {file}` makes", "listing_of_a_file_has_its_figures"),
    ("#   sudoku-press run --job {}/{}", "shown_command_and_draft_make_the_same_files"),
];

#[test]
fn other_commands_are_named() {
    let bench = Bench::new();
    for (typed, command) in [
        ("canon c.csv", "transform --canonical"),
        ("check c.csv", "verify"),
        ("hint c.csv", "explain --next"),
        ("proof out", "verify X --sheet FILE"),
    ] {
        let word = typed.split(' ').next().unwrap();
        let said = format!("expected a command, found `{word}`; use `sudoku-press {command}`");
        bench.ends(typed, 2, &said);
    }
    let said = "expected a file, found `make`; use `sudoku-press series FILE`";
    bench.ends("series make rainy.toml", 2, said);
}

/// Whoever writes a message with a command writes a case for it.
#[test]
fn each_message_with_a_command_has_a_case() {
    let bench = Bench::new();
    let commands = Commands::read(&bench);
    let texts = texts();
    let known =
        || CASES.iter().map(|case| case.words).chain(ELSEWHERE.iter().map(|(words, _)| *words));
    let mut without_case = Vec::new();
    for Text { file, words } in &texts {
        let is_reference = REFERENCES.contains(&file.as_str()) || words.contains("Examples:");
        if is_reference || whole_commands(words, &commands).is_empty() {
            continue;
        }
        if !known().any(|known| words.contains(known)) {
            without_case.push(format!("{file}: {words}"));
        }
    }
    assert!(without_case.is_empty(), "no case follows the advice of {without_case:#?}");
    for known in known() {
        assert!(texts.iter().any(|text| text.words.contains(known)), "no message says {known:?}");
    }
    let root = Path::new(env!("ROOT")).join("tests/it");
    let mut tests = String::new();
    for folder in ["archive", "book", "house", "run", "studio"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            tests += &fs::read_to_string(entry.unwrap().path()).unwrap();
        }
    }
    for (words, test) in ELSEWHERE {
        assert!(tests.contains(&format!("fn {test}()")), "{words}: there is no test {test}");
    }
}

#[test]
fn advice_of_messages_works() {
    for case in CASES {
        (case.follow)(&Bench::new());
    }
}
