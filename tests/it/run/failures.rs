//! What the system does to a run: crashes and failing calls at any point, passing errors, planted links, pipes, two commands
//! at once. `tests/campaign` tries every call and random moments.

use crate::support::crashes::{CREATE, Tree, archive_is_sound, injected, spawn, tree, undisturbed};
use crate::support::program::Bench;
use files::output::AtomicFile;
use files::{AtomicDir, Overwrite};
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{PermissionsExt as _, lchown, symlink};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A command for which one kind of call always fails where it is about this file.
fn failing(bench: &Bench, run: &str, call: &str, error: &str, file: &str) -> Output {
    let mut strace = Command::new("strace");
    // By its name as the program says it, and by what an open file has.
    strace.args(["-f", "-o", "/dev/null", "-P", file, "-P"]).arg(bench.path(file));
    strace.args(["-e", &format!("trace={call}"), "-e", &format!("inject={call}:error={error}")]);
    strace.arg(crate::support::program::program()).args(run.split_whitespace());
    strace.current_dir(bench.path(".")).output().unwrap()
}

/// A `stat` that failed counted as "no such file": the old catalogue stayed beside the new book, with exit 0.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn lookup_error_is_not_a_missing_file() {
    let force = "run --quota 1=2,2=2 --seed 1 -q --force puzzles --threads 1 --volumes 2 --out w";
    for file in ["", "/catalog.csv", "/book-01.pdf", "/SHA256SUMS", "/manifest.json"] {
        let bench = Bench::new();
        bench.ends("run --quota 1=2 --seed 9 -q --volumes 2 --out w", 0, "");
        let file = format!("w/.sudoku-press.done{file}");
        let ended = failing(&bench, force, "statx", "EIO", &file);
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(said.contains("Input/output error"), "{file}: {said}");
        assert_eq!(ended.status.code(), Some(74), "{file}: {said}");
        bench.ends(force, 0, "");
        bench.ends("verify w", 0, "");
        assert_eq!(bench.names("w").len(), 6, "{file}");
    }
}

/// The sheet had the error among its findings, and the next command left it as it was, with exit 0.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn passing_error_stays_in_no_proof_sheet() {
    let bench = Bench::new();
    bench.ends("run --quota 1=2 --seed 5 -q --out r", 0, "");
    let verify = "verify r --sheet r/proof.html -q";
    for file in ["catalog.csv", "datapackage.json", "book.pdf", "SHA256SUMS", "manifest.json"] {
        let ended = failing(&bench, verify, "read", "EIO", &format!("r/{file}"));
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(74), "{file}: {said}");
        assert!(said.contains("cannot read r/"), "{file}: {said}");
        assert!(!bench.path("r/proof.html").exists(), "{file}");
    }
    bench.ends(verify, 0, "");
}

/// The sheet had the error as a finding, or had no pages and code 0.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn thread_that_cannot_start_makes_no_proof_sheet() {
    let bench = Bench::new();
    bench.ends(
        "run --quota 1=24 --seed 5 -q --printer kdp --trim 6x9 --fill-pages --cover --out r",
        0,
        "",
    );
    bench.ends("verify r --sheet right.html --threads 2 -q", 0, "");
    let right = bench.read("right.html");
    let (mut refused, mut made) = (0, 0);
    for when in 1..40 {
        let out = format!("{when}.html");
        let proof = format!("verify r --sheet {out} --threads 2 -q");
        let (ended, hit) =
            injected(&bench, &proof, "clone,clone3", "error=EAGAIN", &when.to_string());
        match ended.status.code() {
            Some(0) => {
                made += 1;
                assert!(bench.read(&out) == right, "{when}");
            }
            _ => {
                refused += 1;
                let said = String::from_utf8(ended.stderr).unwrap();
                assert!(said.contains("cannot start"), "{when}: {said}");
                assert!(!bench.path(&out).exists(), "{when}");
            }
        }
        if !hit {
            break;
        }
    }
    assert!(refused > 4 && made > 0, "{refused} {made}");
}

/// What a killed writer has left in the folder was a file of the user on the sheet.
#[test]
fn proof_sheet_is_the_same_after_a_kill() {
    let bench = Bench::new();
    bench.ends("run --quota 1=2 --seed 5 -q --out r", 0, "");
    let verify = "verify r --sheet r/proof.html -q";
    bench.ends(verify, 0, "");
    let right = bench.read("r/proof.html");
    for left in [".proof.html.0123456789abcdef.part", ".book.toml.0123456789abcdef.part"] {
        fs::write(bench.path("r").join(left), "half").unwrap();
        bench.ends(verify, 0, "");
        assert!(bench.read("r/proof.html") == right, "{left}");
    }
}

/// The time of the last success was lost when the file could not be read.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn unreadable_metrics_of_earlier_nights_are_kept() {
    let bench = Bench::new();
    let run = "run --quota 1=2 --seed 5 -q --metrics-file m.prom";
    bench.ends(run, 0, "");
    let before = bench.read("m.prom");
    failing(&bench, &format!("{run} --nosuch"), "read", "EIO", "m.prom");
    assert!(bench.read("m.prom") == before);
}

/// The first volumes were in the way of the very command that had made them.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn stopped_book_of_volumes_is_finished_on_rerun() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=60 --seed 5 -q --out c.csv", 0, "");
    let book = "book c.csv --volumes 3 -q --out v.pdf";
    bench.ends(book, 0, "");
    let whole = tree(&bench);
    bench.ends(book, 2, "v-01.pdf exists");
    for stopped in ["signal=KILL", "signal=TERM"] {
        for n in ["1", "2", "3"] {
            for volume in 1..=3 {
                fs::remove_file(bench.path(&format!("v-0{volume}.pdf"))).unwrap();
            }
            injected(&bench, book, "/^link", stopped, n);
            if !bench.path("v-03.pdf").exists() {
                bench.ends(book, 0, "");
            }
            assert_eq!(tree(&bench), whole, "{stopped} {n}");
        }
    }
    // Another book is not mixed with them.
    fs::remove_file(bench.path("v-03.pdf")).unwrap();
    bench.ends(&format!("{book} --title Other"), 2, "v-01.pdf exists");
    assert!(!bench.path("v-03.pdf").exists());
}

/// `series.archive` is there once; who comes second finds the volume locked.
#[test]
fn concurrent_series_makes_end_with_0_or_11() {
    let bench = Bench::new();
    let series = "languages = [\"en\"]\n[all]\nseries = \"Rain\"\nauthor = \"A\"\ntrim = \"6x9\"\n\
                  total = 20\nlevels = \"1\"\nseed = 1\ncover = false\n[[volume]]\ntitle = \"Rain\"\n\
                  [[volume]]\ntitle = \"Sun\"\n";
    fs::write(bench.path("s.toml"), series).unwrap();
    bench.ends("series s.toml --out probe", 0, "");
    for round in 0..4 {
        let make = format!("series s.toml --out o{round} -q");
        let both = [spawn(&bench, &make), spawn(&bench, &make), spawn(&bench, &make)];
        let codes = both.map(|mut child| child.wait().unwrap().code().unwrap());
        assert!(codes.contains(&0), "{codes:?}");
        assert!(codes.iter().all(|code| [0, 11].contains(code)), "{codes:?}");
    }
}

/// A file that another program writes while ours is being made.
#[test]
fn a_file_that_appears_meanwhile_is_not_replaced() {
    let bench = Bench::new();
    let path = bench.path("c.csv");
    let mut file = AtomicFile::create_with(&path, Overwrite::Never).unwrap();
    file.write_all(b"ours").unwrap();
    fs::write(&path, "theirs").unwrap();
    assert_eq!(file.commit().unwrap_err().kind(), ErrorKind::AlreadyExists);
    let target = bench.path("all");
    let mut folder = AtomicDir::create(&target, Overwrite::Never).unwrap();
    folder.write("1.svg", b"ours").unwrap();
    fs::create_dir(&target).unwrap();
    fs::write(target.join("1.svg"), "theirs").unwrap();
    assert_eq!(folder.commit().unwrap_err().kind(), ErrorKind::DirectoryNotEmpty);
    assert_eq!(bench.read("c.csv"), b"theirs");
    assert_eq!(bench.read("all/1.svg"), b"theirs");
    assert_eq!(bench.names("."), ["all", "c.csv"]);
    fs::write(bench.path("new"), "ours").unwrap();
    assert!(files::rename_noreplace(&bench.path("new"), &path).is_err());
}

#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn only_missing_hard_links_lead_to_a_rename() {
    let bench = Bench::new();
    let make = "generate --quota 1=2 --seed 1 -q --out d.csv";
    assert!(injected(&bench, make, "/^link", "error=EPERM", "1+").0.status.success());
    assert!(bench.read("d.csv").starts_with(b"id,"));
    let other = make.replace("d.csv", "e.csv");
    let ended = injected(&bench, &other, "/^link", "error=EIO", "1+").0;
    assert_eq!(ended.status.code(), Some(74));
    assert!(!bench.path("e.csv").exists());
}

/// In a folder where all may write, another user plants a link to a file that is not theirs.
#[test]
#[cfg_attr(not(has_root), ignore = "needs root")]
fn outputs_follow_no_link_of_another_user() {
    const NOBODY: u32 = 65_534;
    let bench = Bench::new();
    fs::create_dir(bench.path("open")).unwrap();
    fs::set_permissions(bench.path("open"), fs::Permissions::from_mode(0o1777)).unwrap();
    fs::create_dir(bench.path("own")).unwrap();
    fs::write(bench.path("precious"), "mine").unwrap();
    fs::write(bench.path("own/data.csv"), "mine").unwrap();
    bench.ends("generate --quota 1=2 --seed 1 -q --out c.csv", 0, "");
    let commands = [
        ("run --quota 1=2 --seed 1 -q --metrics-file open/N", 74),
        ("book c.csv -q --force --out open/N.pdf", 74),
        ("solve c.csv --force --out open/N", 74),
        ("generate --quota 1=2 --seed 1 -q --force --out open/N.csv", 74),
        ("verify c.csv -q --force --sheet open/N.html", 74),
    ];
    for (n, (command, code)) in commands.into_iter().enumerate() {
        let name = command.rsplit_once('/').unwrap().1.replace('N', &format!("planted-{n}"));
        let link = bench.path(&format!("open/{name}"));
        symlink("../precious", &link).unwrap();
        lchown(&link, Some(NOBODY), Some(NOBODY)).unwrap();
        let command = command.replace('N', &format!("planted-{n}"));
        bench.ends(&command, code, "a link of another user");
        assert_eq!(bench.read("precious"), b"mine", "{command}");
        // One of one's own leads where it should. A metrics file replaces only its like.
        lchown(&link, Some(0), Some(0)).unwrap();
        if command.contains("--metrics-file") {
            fs::write(bench.path("precious"), "# HELP sudoku_press_").unwrap();
        }
        bench.ends(&command, 0, "");
        assert_ne!(bench.read("precious"), b"mine", "{command}");
        assert!(link.is_symlink());
        fs::write(bench.path("precious"), "mine").unwrap();
    }
    let link = bench.path("open/folder");
    symlink("../own", &link).unwrap();
    lchown(&link, Some(NOBODY), Some(NOBODY)).unwrap();
    bench.ends("export svg c.csv --force --out open/folder", 74, "a link of another user");
    assert_eq!(bench.names("own"), ["data.csv"]);
    assert_eq!(bench.read("own/data.csv"), b"mine");
}

/// Folders of runs and archives were written through such links, although files were not.
#[test]
#[cfg_attr(not(has_root), ignore = "needs root")]
fn paths_through_foreign_links_are_refused() {
    const NOBODY: u32 = 65_534;
    let bench = Bench::new();
    fs::create_dir(bench.path("open")).unwrap();
    fs::set_permissions(bench.path("open"), fs::Permissions::from_mode(0o1777)).unwrap();
    let series = "languages = [\"en\"]\n[all]\nseries = \"Rain\"\nauthor = \"A\"\ntrim = \"6x9\"\n\
                  total = 20\nlevels = \"1\"\nseed = 1\ncover = false\n[[volume]]\ntitle = \"Rain\"\n";
    fs::write(bench.path("s.toml"), series).unwrap();
    bench.ends("archive create bak", 0, "");
    for (n, (command, is_folder)) in [
        ("run --quota 1=2 --seed 1 -q --out open/N", true),
        ("series s.toml -q --out open/N", true),
        ("generate --quota 1=2 --seed 1 -q --into open/N", true),
        ("man open/N", true),
        ("archive restore bak --archive open/N", false),
        ("generate --quota 1=2 --seed 1 -q --out c.csv --force --archive open/N", false),
    ]
    .into_iter()
    .enumerate()
    {
        let (name, target) = (format!("planted-{n}"), format!("target-{n}"));
        if is_folder {
            fs::create_dir(bench.path(&target)).unwrap()
        } else {
            bench.ends(&format!("archive create {target}"), 0, "")
        }
        let link = bench.path(&format!("open/{name}"));
        symlink(format!("../{target}"), &link).unwrap();
        lchown(&link, Some(NOBODY), Some(NOBODY)).unwrap();
        let command = command.replace('N', &name);
        let state = || {
            if is_folder {
                bench.names(&target).join(" ").into_bytes()
            } else {
                bench.read(&target)
            }
        };
        let before = state();
        bench.ends(&command, 74, "found a link of another user");
        assert!(state() == before, "{command}");
        // A link of one's own leads where it should, and so does any link above the last name.
        lchown(&link, Some(0), Some(0)).unwrap();
        bench.ends(&command, 0, "");
        assert!(link.is_symlink());
        if command.starts_with("run") {
            lchown(&link, Some(NOBODY), Some(NOBODY)).unwrap();
            bench.ends(&command.replace(&name, &format!("{name}/below")), 0, "");
        }
    }
}

/// What the system refuses to read ends with 74, whatever was read.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn errors_of_reading_end_with_74() {
    let bench = Bench::new();
    bench.ends(CREATE, 0, "");
    let run = "run --quota 1=4 --seed 5 -q --archive a";
    bench.ends(run, 0, "");
    let commands = [
        run,
        "verify out",
        "verify out -q --force --sheet p.html",
        "book out -q --force --out b.pdf",
        "listing out",
        "export svg out --force --out e",
        "solve out/catalog.csv",
        "archive import out/catalog.csv --archive a",
        "archive find out/catalog.csv --archive a",
        "archive check --archive a",
    ];
    let mut met = 0;
    for file in ["a", "out/manifest.json", "out/catalog.csv"] {
        for (call, error) in
            [("openat", "EIO"), ("openat", "EMFILE"), ("openat", "EACCES"), ("read,pread64", "EIO")]
        {
            for command in commands {
                let ended = failing(&bench, command, call, error, file);
                if ended.status.success() {
                    continue;
                }
                let said = String::from_utf8(ended.stderr).unwrap();
                let how = format!("{command}, {call} {error} {file}: {said}");
                assert_eq!(ended.status.code(), Some(74), "{how}");
                let mut lines = said.lines().filter(|line| !line.starts_with("strace: "));
                let line = lines.next().unwrap();
                assert!(line.contains(&format!("cannot read {file}: ")), "{how}");
                assert_eq!(line.matches("os error").count(), 1, "{how}");
                met += 1;
            }
        }
    }
    assert!(met > 60, "{met} commands failed");
    bench.ends("verify out --archive a", 0, "");
}

/// The program was ended by SIGXFSZ, with its working files left.
#[test]
fn the_limit_of_file_size_ends_with_74() {
    let bench = Bench::new();
    let mut refused = 0;
    for blocks in [1, 30, 90, 400] {
        for args in [
            "run --quota 1=900 --seed 5 -q",
            "generate --quota 1=900 --seed 5 -q --out c.csv",
            "archive create a",
        ] {
            let line =
                format!("ulimit -f {blocks} && exec {} {args}", crate::support::program::program());
            let mut shell = Command::new("sh");
            let ended = shell.args(["-c", &line]).current_dir(bench.path(".")).output().unwrap();
            let said = String::from_utf8(ended.stderr).unwrap();
            if ended.status.code() != Some(0) {
                assert_eq!(ended.status.code(), Some(74), "{args}, {blocks}: {said}");
                assert!(said.contains("cannot write"), "{said}");
                refused += 1;
            }
            let left = tree(&bench).into_keys().find(|name| name.ends_with(".part"));
            assert_eq!(left, None, "{args}, {blocks}");
            let _ = fs::remove_file(bench.path("c.csv"));
            let _ = fs::remove_file(bench.path("a"));
        }
    }
    assert!(refused > 5, "{refused} commands were refused");
}

/// It ended with 0, and the monitor saw the figures of an earlier night.
#[test]
fn metrics_that_cannot_be_written_end_with_74() {
    let bench = Bench::new();
    let run = "run --quota 1=2 --seed 5 --log-format jsonl --metrics-file none/m.prom";
    let ended = bench.run(run);
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(74), "{said}");
    assert!(said.contains("cannot write none/m.prom"), "{said}");
    let summary: serde_json::Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    assert_eq!(summary["exit_code"], 74);
    // The run is whole, and any other code stays what it is.
    fs::create_dir(bench.path("none")).unwrap();
    bench.ends(run, 0, "nothing to do");
    bench.ends("run --quota 1=3 --metrics-file nowhere/m.prom", 2, "cannot write nowhere/m.prom");
}

/// The documents promise 74 for a file that exists and cannot be read or written, whichever it is.
#[test]
#[cfg(unix)]
#[cfg_attr(not(has_root), ignore = "needs root")]
fn unreadable_files_of_any_kind_end_with_74() {
    let bench = Bench::new();
    let program = crate::support::program::program();
    // Another process writes it: a child of another test that held it open would make it busy.
    let copied = Command::new("cp").arg(program).arg(bench.path("press")).status().unwrap();
    assert!(copied.success());
    bench.ends("generate --quota 1=1 --seed 1 -q --out c.csv", 0, "");
    bench.ends("run --quota 1=1 --seed 1 -q --out run", 0, "");
    let closed = |name: &str, mode: u32| {
        fs::set_permissions(bench.path(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    for ending in ["toml", "csv", "ttf", "png", "svg", "md", "txt", "pdf", "a", "prom"] {
        let name = format!("x.{ending}");
        fs::write(bench.path(&name), "x").unwrap();
        closed(&name, 0);
    }
    fs::create_dir(bench.path("full")).unwrap();
    closed("full", 0o555);
    closed("run/manifest.json", 0);
    closed("press", 0o755);
    closed(".", 0o777);
    let as_nobody = |args: &str| {
        let mut command = Command::new("setpriv");
        command.args(["--reuid", "nobody", "--clear-groups"]).arg(bench.path("press"));
        command.args(args.split(' ')).current_dir(bench.path(".")).stdin(Stdio::null());
        command.output().unwrap()
    };
    assert!(as_nobody("--version").status.success());
    for args in [
        "run --job x.toml",
        "run --template x.toml",
        "run --lang x.toml",
        "run --printer x.toml",
        "run --font x.ttf",
        "run --logo x.svg",
        "run --text about=x.md",
        "run --pattern x.txt",
        "run --cover --printer kdp --cover-picture x.png",
        "run --archive x.a",
        "run --out full/run",
        "run --out run",
        "generate --out full/c.csv",
        "generate --into full/parts --seed 1",
        "generate --quota 1=1 --out g.csv --metrics-file x.prom",
        "book x.csv",
        "book run",
        "listing run",
        "series x.toml",
        "export svg x.csv --out o",
        "export svg c.csv --out full/o",
        "verify x.csv",
        "verify x.pdf",
        "verify run",
        "template check x.toml",
        "printer show x.toml",
        "lang check x.toml",
        "preflight x.pdf --printer kdp",
        "preflight c.csv --printer x.toml",
        "solve x.csv",
        "explain c.csv --next --givens x.txt",
        "solve c.csv --out full/s.txt",
        "archive stats x.a",
        "archive create full/a",
        "job show x.toml",
        "man full/pages",
        "one --pdf full/one.pdf",
    ] {
        let output = as_nobody(args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(74), "{args}: {said}");
        assert!(said.contains("ermission denied"), "{args}: {said}");
    }
}

/// Working names are longer than the names that they stand for.
#[test]
fn names_of_255_bytes_are_written_and_resumed() {
    let bench = Bench::new();
    for (one, ending) in [("a", ".csv"), ("é", ".csv")] {
        let name = |length: usize| one.repeat((length - ending.len()) / one.len()) + ending;
        for length in [228, 233, 250, 255] {
            let name = name(length);
            bench.ends(&format!("generate --quota 1=3 --seed 1 -q --out {name}"), 0, "");
            bench.ends(&format!("generate --quota 1=3 --seed 1 -q --out {name} --force"), 0, "");
            let book = name.replace(ending, ".pdf");
            bench.ends(&format!("book {name} -q --out {book}"), 0, "");
            fs::remove_file(bench.path(&name)).unwrap();
            fs::remove_file(bench.path(&book)).unwrap();
        }
        // Only the first letters of the two names of the working files are equal.
        let (first, second) = (name(255), name(253).replacen(one, "b", 1));
        bench.ends(&format!("generate --quota 1=3 --seed 1 -q --out {first}"), 0, "");
        bench.ends(&format!("generate --quota 1=3 --seed 2 -q --out {second}"), 0, "");
        assert_ne!(bench.read(&first), bench.read(&second));
        fs::remove_file(bench.path(&first)).unwrap();
        fs::remove_file(bench.path(&second)).unwrap();
    }
    // The records of the books stay, which say that the books were ours.
    assert!(bench.names(".").iter().all(|name| name.starts_with(".sudoku-press.")));
    let archive = "b".repeat(246);
    bench.ends(&format!("archive create {archive}"), 0, "");
    bench.ends(&format!("generate --quota 1=3 --seed 1 -q --out c.csv --archive {archive}"), 0, "");
}

/// The message was that of the system, which says "File exists" or "entity not found".
#[test]
#[cfg(unix)]
fn dangling_link_is_named_with_its_target() {
    let bench = Bench::new();
    symlink("nowhere", bench.path("link")).unwrap();
    symlink("nowhere", bench.path("link.pdf")).unwrap();
    bench.ends("generate --quota 1=1 --seed 1 -q --out c.csv", 0, "");
    for args in [
        "run --quota 1=1 -q --out link",
        "generate --quota 1=1 -q --out link",
        "generate --quota 1=1 -q --out link --force",
        "book c.csv --force --out link.pdf",
        "book link",
        "verify link",
        "solve link",
        "run --job link",
        "run --template link",
        "preflight link.pdf --printer kdp",
    ] {
        let output = bench.run(args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{args}");
        assert!(
            said.contains("found a link to ") && said.contains("nowhere, which does not exist"),
            "{args}: {said}"
        );
    }
    // The remedy.
    fs::write(bench.path("nowhere"), bench.read("c.csv")).unwrap();
    bench.ends("verify link", 0, "");
}

/// The other command made it between the first look and the lock.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn series_reports_only_its_own_volumes_as_made() {
    let bench = Bench::new();
    let series = "languages = [\"en\"]\n[all]\nseries = \"Rain\"\nauthor = \"A\"\ntrim = \"6x9\"\n\
                  total = 20\nlevels = \"1\"\nseed = 1\ncover = false\n[[volume]]\ntitle = \"Rain\"\n";
    fs::write(bench.path("s.toml"), series).unwrap();
    fs::create_dir(bench.path("o")).unwrap();
    bench.ends("archive create o/series.archive", 0, "");
    let make = ["series", "s.toml", "-q", "--out", "o"];
    let mut late = Command::new("strace");
    late.args(["-f", "-o", "log", "-e", "trace=flock"]);
    late.args(["-e", "inject=flock:delay_enter=8000000:when=1"]);
    late.arg(crate::support::program::program()).args(make).current_dir(bench.path("."));
    let late = late.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let waits = || fs::read_to_string(bench.path("log")).is_ok_and(|log| log.contains("flock"));
    let begun = Instant::now();
    while !waits() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no command waits");
        std::thread::sleep(Duration::from_millis(20));
    }
    let first = bench.run(&make.join(" "));
    assert!(String::from_utf8(first.stdout).unwrap().starts_with("made "));
    let late = String::from_utf8(late.wait_with_output().unwrap().stdout).unwrap();
    assert!(late.starts_with("was there "), "{late}");
}

/// A file that was written between the look and the rename was replaced, where the file system has no hard links.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn without_hard_links_no_file_is_replaced_either() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=2 --seed 1 -q --out c.csv", 0, "");
    let links = ["-e", "inject=link,linkat:error=EPERM"];
    for has_step in [true, false] {
        let mut solve = Command::new("strace");
        solve.args(["-f", "-o", "log", "-e", "trace=link,linkat,/^rename,openat"]).args(links);
        // Time for the other file to come, just before the name is given.
        if has_step {
            solve.args(["-e", "inject=/^rename:delay_enter=3000000"])
        } else {
            solve.args(["-e", "inject=renameat2:error=EINVAL:delay_exit=3000000"])
        };
        solve.arg(crate::support::program::program()).args(["solve", "c.csv", "--out", "s.txt"]);
        let solve = solve.current_dir(bench.path(".")).stderr(Stdio::piped()).spawn().unwrap();
        let waits =
            || fs::read_to_string(bench.path("log")).is_ok_and(|log| log.contains("INJECTED"));
        while !waits() {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(500));
        fs::write(bench.path("s.txt"), "theirs").unwrap();
        let ended = solve.wait_with_output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(2), "{has_step}: {said}");
        assert!(said.contains("s.txt exists"), "{said}");
        assert_eq!(bench.read("s.txt"), b"theirs", "{has_step}");
        fs::remove_file(bench.path("s.txt")).unwrap();
        fs::remove_file(bench.path("log")).unwrap();
    }
    // Where nobody else wants the name, the file gets it either way.
    for without in ["link,linkat", "link,linkat,renameat2"] {
        let error = if without.contains("renameat2") { "error=EINVAL" } else { "error=EPERM" };
        let mut solve = Command::new("strace");
        solve.args(["-f", "-o", "/dev/null", "-e", &format!("trace={without}")]).args(links);
        if without.contains("renameat2") {
            solve.args(["-e", &format!("inject=renameat2:{error}")]);
        }
        solve.arg(crate::support::program::program()).args(["solve", "c.csv", "--out", "s.txt"]);
        let ended = solve.current_dir(bench.path(".")).output().unwrap();
        assert!(ended.status.success(), "{without}: {ended:?}");
        assert_eq!(bench.names("."), ["c.csv", "s.txt"]);
        fs::remove_file(bench.path("s.txt")).unwrap();
    }
}

/// The program was ended by SIGABRT.
#[test]
fn rayon_s_variable_decides_no_number_of_threads() {
    let bench = Bench::new();
    for args in ["generate --quota 1=4 --seed 1 -q --out c.csv", "solve c.csv", "verify c.csv"] {
        let ended = bench.command(args).env("RAYON_NUM_THREADS", "100000").output().unwrap();
        assert!(ended.status.success(), "{args}: {ended:?}");
    }
}

/// `book`, `cover` and `listing` waited for a pipe with the name of a catalogue, `verify` for one with the name of
/// the description.
#[test]
#[cfg_attr(not(has_coreutils), ignore = "needs coreutils")]
fn pipes_in_a_runs_folder_hang_no_command() {
    let bench = Bench::new();
    bench.ends("run --quota 1=3 --seed 5 -q --printer kdp --trim 6x9 --fill-pages --cover", 0, "");
    bench.ends("generate --quota 1=30 --seed 6 -q --into d --shard 0/1", 0, "");
    let in_run =
        ["book out -q --out b.pdf", "cover out --out k.pdf", "listing out", "run --quota 1=4 -q"];
    let both = [
        "verify out d",
        "verify out -q --sheet p.html",
        "verify d -q --sheet q.html",
        "shards join d --out j.csv",
    ];
    let mut files: Vec<_> = bench.names("out").iter().map(|name| format!("out/{name}")).collect();
    files
        .extend(["d/run.json", "d/made/L1-000001.json", "d/made/L1-000001.csv"].map(str::to_owned));
    for file in files {
        let (path, aside) = (bench.path(&file), bench.path("aside"));
        fs::rename(&path, &aside).unwrap();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        for args in in_run.iter().chain(&both) {
            let mut command = Command::new("timeout");
            command.arg("60").arg(crate::support::program::program()).args(args.split(' '));
            let ended = command.current_dir(bench.path(".")).output().unwrap();
            assert_ne!(ended.status.code(), Some(124), "{args} waits for {file}");
        }
        for made in ["b.pdf", "k.pdf", "p.html", "j.csv"] {
            let _ = fs::remove_file(bench.path(made));
        }
        fs::remove_file(&path).unwrap();
        fs::rename(&aside, &path).unwrap();
    }
    bench.ends("verify out", 0, "");
}

/// An id goes into the table of names for other programs, also where it does not name the files.
#[test]
fn no_table_has_ids_that_spreadsheets_calculate() {
    let bench = Bench::new();
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for id in ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)"] {
        fs::write(bench.path("c.csv"), format!("id,puzzle\n{id},{puzzle}\n")).unwrap();
        let words = "expected an id that no spreadsheet takes for a formula";
        let args = ["export", "text", "c.csv", "--name", "{number}", "--out", "t"];
        let ended = bench.command("").args(args).output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(ended.status.code() == Some(1) && said.contains(words), "{id}: {said}");
        assert!(!bench.path("t").exists());
    }
}

/// They were ended by SIGABRT.
#[test]
#[cfg_attr(not(has_coreutils), ignore = "needs coreutils")]
fn lack_of_memory_ends_with_message_and_code() {
    let bench = Bench::new();
    bench.ends("run --count 40 --seed 1 -q", 0, "");
    let mut refused = 0;
    // Nearer to what the program needs, the C library asks the system for each allocation again,
    // and the command takes minutes.
    for limit in [50_000, 60_000] {
        for args in ["verify out", "verify out -q --force --sheet p.html"] {
            let program = crate::support::program::program();
            let line = format!("ulimit -v {limit} && exec timeout 60 {program} {args}");
            let mut shell = Command::new("sh");
            shell.args(["-c", &line]).current_dir(bench.path("."));
            let ended = shell.output().unwrap();
            let said = String::from_utf8(ended.stderr).unwrap();
            match ended.status.code() {
                Some(0) => {}
                Some(74) => {
                    refused += 1;
                    let is_named = said.contains("memory of this process is limited")
                        || said.contains("raise the limit of processes (ulimit -u) or of memory");
                    assert!(is_named, "{said}");
                    assert!(!said.contains("backtrace"), "{said}");
                }
                // The loader finds no room for the program.
                code => assert_eq!(code, Some(127), "{args}, {limit} kB: {said}"),
            }
        }
    }
    assert!(refused > 0, "no limit was too low");
}

/// A working file that could not be looked at again was made again and again.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn unreadable_working_file_ends_the_command() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=2 --seed 1 -q --out c.csv", 0, "");
    let (ended, met) = injected(&bench, "solve c.csv --out s.csv", "statx", "error=EACCES", "4+");
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(met && ended.status.code() == Some(74), "{:?} {said}", ended.status);
    assert_eq!(bench.names("."), ["c.csv"]);
}

/// A command that is disturbed, and what comes before it.
struct Scene {
    before: &'static [&'static str],
    run: &'static str,
    /// What is in the archive in the end.
    puzzles: usize,
}

/// A new run, one that replaces another, one in two volumes, a catalogue by itself.
const SCENES: [Scene; 4] = [
    Scene {
        before: &[CREATE],
        run: "run --quota 1=2,2=1 --seed 1 --archive a --quiet",
        puzzles: 3,
    },
    Scene {
        before: &[CREATE, "run --quota 1=1 --seed 9 --archive a --quiet"],
        run: "run --quota 1=2,2=1 --seed 1 --archive a --quiet --force puzzles",
        puzzles: 4,
    },
    Scene {
        before: &[CREATE],
        run: "run --quota 1=2,2=2 --seed 1 --archive a --quiet --volumes 2",
        puzzles: 4,
    },
    Scene {
        before: &[CREATE],
        run: "generate --quota 1=2,2=1 --seed 1 --archive a --quiet --out c.csv",
        puzzles: 3,
    },
];

/// Makes enough to be stopped anywhere.
const SHORT: Scene = Scene {
    before: &[CREATE],
    run: "run --quota 2=600,5=60 --seed 11 --archive a --quiet",
    puzzles: 660,
};

/// A scene that is set: its folder, and all files before the command and in the end.
struct Stage<'a> {
    scene: &'a Scene,
    folder: Bench,
    before: Tree,
    after: Tree,
}

impl Scene {
    fn stage(&self) -> Stage<'_> {
        let folder = Bench::new();
        for command in self.before {
            folder.ends(command, 0, "");
        }
        let before = tree(&folder);
        let bench = copied(&folder);
        bench.ends(self.run, 0, "");
        Stage { scene: self, folder, before, after: tree(&bench) }
    }
}

/// The same files in another folder.
fn copied(from: &Bench) -> Bench {
    let bench = Bench::new();
    let copied = Command::new("cp").arg("-R").args([from.path("."), bench.path(".")]).status();
    assert!(copied.unwrap().success());
    bench
}

impl Stage<'_> {
    fn set(&self) -> Bench {
        copied(&self.folder)
    }

    /// The same command once more; then all is as if nothing had happened.
    fn made_good(&self, bench: &Bench, how: &str) {
        self.nothing_half_written(bench, how);
        let again = bench.run(self.scene.run);
        let said = String::from_utf8(again.stderr).unwrap();
        // A catalogue that was complete is not written again.
        let complete = said.contains("c.csv exists");
        assert!(again.status.success() || complete, "{how}: {said}");
        // Whoever opens the archive next clears away what SQLite had to leave.
        archive_is_sound(bench, self.scene.puzzles);
        assert_eq!(tree(bench), self.after, "{how}");
    }

    /// What has no dot is what it will be, or was before.
    fn nothing_half_written(&self, bench: &Bench, how: &str) {
        for (name, hash) in tree(bench) {
            // With a crash the log of the archive stays beside it until somebody opens it.
            let working = name.contains("/.") || name.starts_with('.') || name.starts_with("a-");
            let mut whole = [&self.before, &self.after].into_iter();
            let whole = whole.any(|tree| tree.get(&name) == Some(&hash));
            assert!(working || whole, "{how}: {name}");
        }
    }
}

/// For each scene on a thread of its own: disks are waited for most of the time.
fn in_each_scene(check: impl Fn(&Stage) + Sync) {
    std::thread::scope(|scope| {
        for scene in &SCENES {
            scope.spawn(|| check(&scene.stage()));
        }
    });
}

/// What changes names of files, then what writes; and every how many of these calls are tried.
const CALLS: [(&str, usize); 6] =
    [("/^rename", 1), ("/^link", 1), ("/^unlink", 3), ("fsync", 7), ("pwrite64", 25), ("write", 7)];

#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn rerun_after_crash_makes_the_same_bytes() {
    in_each_scene(|stage| {
        for (call, every) in CALLS {
            for n in (1..).step_by(every) {
                let bench = stage.set();
                let when = n.to_string();
                let (ended, met) = injected(&bench, stage.scene.run, call, "signal=KILL", &when);
                if !met {
                    let said = String::from_utf8_lossy(&ended.stderr);
                    assert!(ended.status.success() && n > every, "{call} {n}: {said}");
                    break;
                }
                stage.made_good(&bench, &format!("{}, killed at {call} {n}", stage.scene.run));
            }
        }
    });
}

/// In one folder, again and again, each time a little later; also in order, which leaves more to go on from.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn many_crashes_in_a_row_lose_nothing() {
    let stage = SHORT.stage();
    for (call, what, every) in [
        ("/^rename", "signal=KILL", 1),
        ("/^unlink", "signal=KILL", 3),
        ("fsync", "signal=TERM", 5),
        ("write", "signal=TERM", 5),
    ] {
        let bench = stage.set();
        let ended = (1..90).step_by(every).any(|n| {
            let (ended, _) = injected(&bench, stage.scene.run, call, what, &n.to_string());
            stage.nothing_half_written(&bench, call);
            ended.status.success()
        });
        assert!(ended, "{call} {what}");
        stage.made_good(&bench, call);
    }
}

/// Whoever comes next may want something else in that folder: they get it, or the whole run that was there.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn other_settings_after_crash_leave_one_whole_run() {
    const OTHER: &str = "run --quota 3=2 --seed 2 --archive a --quiet";
    let stage = SCENES[0].stage();
    let (other, _) = undisturbed(&[CREATE], OTHER);
    let (mut first, mut second) = (0, 0);
    for (call, every) in CALLS {
        for n in (1..).step_by(every) {
            let how = format!("{call} {n}");
            let bench = stage.set();
            let when = n.to_string();
            if !injected(&bench, stage.scene.run, call, "signal=KILL", &when).1 {
                break;
            }
            let ended = bench.run(OTHER);
            let said = String::from_utf8(ended.stderr).unwrap();
            match ended.status.code() {
                // The first run was decided: it stands, and is in the way of the other.
                Some(2) => {
                    assert!(said.contains("holds a finished run"), "{how}: {said}");
                    archive_is_sound(&bench, stage.scene.puzzles);
                    // Nobody has written to the archive since.
                    let mut left = tree(&bench);
                    left.remove(".a.lock");
                    // A command that takes no lock leaves that of the killed one.
                    left.remove("out/.lock");
                    assert_eq!(left, stage.after, "{how}");
                    first += 1;
                }
                code => {
                    assert_eq!(code, Some(0), "{how}: {said}");
                    assert_eq!(tree(&bench), other, "{how}");
                    second += 1;
                }
            }
        }
    }
    assert!(first > 3 && second > 10, "{first} and {second}");
}

/// A full disk stays full, and a broken one broken.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn rerun_succeeds_after_any_failing_call() {
    in_each_scene(|stage| {
        for (call, what, every) in [
            ("/^rename", "error=ENOSPC", 1),
            ("fsync", "error=EIO", 7),
            ("pwrite64", "error=ENOSPC", 15),
            ("write", "error=ENOSPC", 3),
        ] {
            for n in (1..).step_by(every) {
                let how = format!("{}, {call} {what} {n}", stage.scene.run);
                let bench = stage.set();
                // The last write is the message.
                let when = if call == "write" { n.to_string() } else { format!("{n}+") };
                let (ended, met) = injected(&bench, stage.scene.run, call, what, &when);
                let said = String::from_utf8(ended.stderr).unwrap();
                if !met {
                    assert!(ended.status.success() && n > every, "{how}: {said}");
                    break;
                }
                // The words in a lock file and the log's way into the archive may fail unnoticed.
                let clear = match ended.status.code() {
                    Some(0) => said.is_empty(),
                    Some(74) => said.lines().count() == 1 && said.contains("cannot write"),
                    _ => false,
                };
                assert!(clear, "{how}: {:?} {said}", ended.status);
                let left = tree(&bench);
                let rubbish = left.keys().find(|name| name.ends_with(".part"));
                assert_eq!(rubbish, None, "{how}");
                stage.made_good(&bench, &how);
            }
        }
    });
}

/// An archive that was begun and not finished; and one whose first name a crash left beside its last.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn crash_while_creating_an_archive_damages_none() {
    let mut complete = 0;
    for (call, every) in CALLS {
        for n in (1..).step_by(every.div_ceil(3)) {
            let bench = Bench::new();
            if !injected(&bench, CREATE, call, "signal=KILL", &n.to_string()).1 {
                break;
            }
            let exists = bench.path("a").exists();
            complete += usize::from(exists);
            bench.ends(CREATE, if exists { 2 } else { 0 }, "");
            archive_is_sound(&bench, 0);
            bench.ends("generate --levels 1 --count 3 -q --archive a --out c.csv", 0, "");
            fs::rename(bench.path("a"), bench.path("b")).unwrap();
            bench.ends(CREATE, 0, "");
            archive_is_sound(&bench, 0);
            fs::rename(bench.path("b"), bench.path("a")).unwrap();
            archive_is_sound(&bench, 3);
        }
    }
    assert!(complete > 0, "no crash after the archive had its name");
}

#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn rerun_after_sigterm_makes_the_same_bytes() {
    let stage = SHORT.stage();
    let mut stopped = 0;
    for (call, every) in [("write", 5), ("fsync", 7), ("/^rename", 2), ("openat", 15)] {
        for n in (1..).step_by(every) {
            let how = format!("stopped at {call} {n}");
            let bench = stage.set();
            let (ended, met) =
                injected(&bench, stage.scene.run, call, "signal=TERM", &n.to_string());
            if !met {
                break;
            }
            let (code, said) = (ended.status.code(), String::from_utf8(ended.stderr).unwrap());
            // Before the program listens, a signal is the system's business.
            assert!([None, Some(0), Some(143)].contains(&code), "{how}: {code:?}");
            if said.contains("stopped by SIGTERM") {
                stopped += 1;
                let left = tree(&bench);
                let rubbish = |name: &&String| name.ends_with(".part") || name.ends_with("lock");
                assert_eq!(left.keys().find(rubbish), None, "{how}");
            }
            stage.made_good(&bench, &how);
        }
    }
    assert!(stopped > 5, "{stopped} runs ended in order");
}

/// One folder and one archive for two: both end well, or one says 11.
#[test]
fn two_at_once_make_one_run() {
    let stage = SHORT.stage();
    for wait in ["1m", "0s", "1m", "0s"] {
        let bench = stage.set();
        let run = format!("{} --lock-wait {wait}", SHORT.run);
        let codes = [spawn(&bench, &run), spawn(&bench, &run)]
            .map(|mut child| child.wait().unwrap().code().unwrap());
        assert!(codes.contains(&0), "{codes:?}");
        let other = if wait == "1m" { [0, 0] } else { [0, 11] };
        assert!(codes.iter().all(|code| other.contains(code)), "{codes:?}");
        assert_eq!(tree(&bench), stage.after);
        archive_is_sound(&bench, SHORT.puzzles);
    }
}

/// A writer that dies between the two steps by which a file gets its name leaves both names.
#[test]
fn next_command_removes_a_leftover_working_file() {
    let bench = Bench::new();
    bench.ends("generate --count 1 --seed 1 --out c.csv", 0, "");
    let working = bench.path(".c.csv.0123456789abcdef.part");
    fs::copy(bench.path("c.csv"), &working).unwrap();
    let whole = fs::read(bench.path("c.csv")).unwrap();
    let ended = bench.run("generate --count 1 --seed 1 --out c.csv");
    assert_eq!(ended.status.code(), Some(2));
    assert!(!working.exists());
    assert_eq!(fs::read(bench.path("c.csv")).unwrap(), whole);
}
