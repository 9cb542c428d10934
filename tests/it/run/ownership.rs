//! Files of the user are kept: files with the names of a run, links, files that are not regular, replaced
//! and repeated runs.

use crate::support::crashes::{CREATE, archive_is_sound, injected, tree};
use crate::support::pictures::png;
use crate::support::program::{Bench, OF_A_RUN};
use files::UserText;
use files::lock::Lock;
use files::output::{self, AtomicFile, FileRecord};
use jobs::BookRecord;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::process::{Command, Stdio};

const RUN: &str = "run --quota 1=4 --seed 5 -q";

/// A folder in which somebody keeps a book of his own.
#[test]
fn run_never_replaces_foreign_files() {
    for name in [
        "catalog.csv",
        "book.pdf",
        "book-01.pdf",
        "datapackage.json",
        "SHA256SUMS",
        "manifest.json",
    ] {
        let bench = Bench::new();
        fs::create_dir(bench.path("out")).unwrap();
        let path = format!("out/{name}");
        fs::write(bench.path(&path), "mine").unwrap();
        for force in ["", " --force"] {
            bench.ends(&format!("{RUN}{force}"), 2, name);
            assert_eq!(bench.read(&path), b"mine");
            let names = bench.names("out");
            assert_eq!(names, [name], "nothing is left behind");
        }
    }
    // A file that no run writes is in nobody's way, and stays through a replacement.
    let bench = Bench::new();
    fs::create_dir(bench.path("out")).unwrap();
    fs::write(bench.path("out/notes.txt"), "mine").unwrap();
    bench.ends(RUN, 0, "");
    bench.ends(&format!("{RUN} --title Other --force"), 0, "");
    assert_eq!(bench.read("out/notes.txt"), b"mine");
    let verified = bench.run("verify out");
    let said = String::from_utf8(verified.stdout).unwrap();
    assert!(verified.status.success() && said.contains("note: out/notes.txt"), "{said}");
    // One with the name of a run's file would be taken for a part of the book.
    fs::write(bench.path("out/book-07.pdf"), "mine").unwrap();
    bench.ends("verify out", 1, "");
    bench.ends(&format!("{RUN} --title Third --force"), 2, "book-07.pdf");
}

/// A file that has the name of our lock is not emptied.
#[test]
fn user_file_named_like_a_lock_is_kept() {
    let bench = Bench::new();
    fs::create_dir(bench.path("out")).unwrap();
    fs::write(bench.path("out/.lock"), "mine").unwrap();
    bench.ends(RUN, 74, "out/.lock: expected a lock file, found another file");
    assert_eq!(bench.read("out/.lock"), b"mine");
    fs::write(bench.path(".c.csv.lock"), "mine").unwrap();
    bench.ends("generate --quota 1=1 -q --out c.csv", 74, ".c.csv.lock: expected a lock file");
    assert_eq!(bench.read(".c.csv.lock"), b"mine");
    // One that a crash has left is in nobody's way.
    for left in ["", "sudoku-press lock: process 77"] {
        fs::write(bench.path("out/.lock"), left).unwrap();
        bench.ends(&format!("{RUN} --force"), 0, "");
        assert!(!bench.path("out/.lock").exists());
    }
}

/// A manifest is read by everybody who has the folder: it must not lead out of it.
#[test]
fn a_manifest_that_names_files_elsewhere_removes_nothing() {
    let bench = Bench::new();
    bench.ends(RUN, 0, "");
    let manifest = String::from_utf8(bench.read("out/manifest.json")).unwrap();
    fs::write(bench.path("precious.pdf"), "mine").unwrap();
    let absolute = bench.path("precious.pdf");
    for name in ["../precious.pdf", absolute.to_str().unwrap(), "notes.txt", "book-1.pdf"] {
        let lie = manifest.replace("\"book.pdf\"", &format!("{name:?}"));
        fs::write(bench.path("out/manifest.json"), lie).unwrap();
        fs::write(bench.path("out/notes.txt"), "mine").unwrap();
        bench.ends(&format!("{RUN} --force"), 2, "expected the manifest of a run");
        bench.ends("verify out", 1, "");
        assert_eq!(bench.read("precious.pdf"), b"mine");
        assert_eq!(bench.read("out/notes.txt"), b"mine");
    }
}

/// `book`, `cover`, `generate`, `solve`: what is there stays unless it is named with --force.
#[test]
fn outputs_that_exist_are_refused_without_force() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=30 --seed 1 -q --out c.csv", 0, "");
    for (command, out) in [
        ("book c.csv", "b.pdf"),
        ("cover c.csv --spine 0.3in", "f.pdf"),
        ("generate --quota 1=1 --seed 1 -q", "g.csv"),
        ("solve c.csv", "s.txt"),
        ("transform --canonical c.csv", "k.txt"),
    ] {
        fs::write(bench.path(out), "mine").unwrap();
        let command = format!("{command} --out {out}");
        bench.ends(&command, 2, &format!("{out} exists; --force"));
        assert_eq!(bench.read(out), b"mine", "{command}");
        bench.ends(&format!("{command} --force"), 0, "");
        assert_ne!(bench.read(out), b"mine", "{command}");
    }
    // A volume of several: not one of them is written.
    fs::write(bench.path("v-02.pdf"), "mine").unwrap();
    bench.ends("book c.csv --volumes 2 --out v.pdf", 2, "v-02.pdf exists");
    assert!(!bench.path("v-01.pdf").exists());
    assert_eq!(bench.read("v-02.pdf"), b"mine");
}

/// The answers, booklets and volumes of the book before stayed beside the new book.
#[test]
fn book_made_again_keeps_no_older_volumes() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=30 --seed 1 -q --out c.csv", 0, "");
    let volumes = "book c.csv -q --volumes 2 --answers apart --impose booklet --out b/x.pdf";
    fs::create_dir(bench.path("b")).unwrap();
    fs::write(bench.path("b/x-03.pdf"), "mine").unwrap();
    bench.ends(volumes, 0, "");
    let visible = |bench: &Bench| {
        let names = bench.names("b").into_iter();
        names.filter(|name| !name.starts_with('.')).collect::<Vec<_>>()
    };
    assert_eq!(visible(&bench).len(), 7);
    // Without consent nothing goes, and the command says what is older.
    let older = "x-01.pdf is of the book before; --force removes it";
    bench.ends("book c.csv --out b/x.pdf", 0, older);
    assert_eq!(visible(&bench).len(), 8);
    fs::write(bench.path("b/x-booklet-01.pdf"), "notes").unwrap();
    bench.ends("book c.csv -q --out b/x.pdf --force", 0, "");
    assert_eq!(visible(&bench), ["x-03.pdf", "x-booklet-01.pdf", "x.pdf"]);
    assert_eq!(bench.read("b/x-03.pdf"), b"mine");
    bench.ends("cover c.csv -q --spine 0.3in --volumes 2 --out b/y.pdf", 0, "");
    bench.ends("cover c.csv -q --spine 0.3in --out b/y.pdf --force", 0, "");
    assert_eq!(visible(&bench), ["x-03.pdf", "x-booklet-01.pdf", "x.pdf", "y.pdf"]);
}

/// A killed making was forgotten, and its files stayed beside the next book.
#[test]
fn files_of_an_interrupted_book_are_known() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=30 --seed 1 -q --out c.csv", 0, "");
    fs::create_dir(bench.path("b")).unwrap();
    // The second volume cannot be written.
    fs::create_dir(bench.path("b/x-02.pdf")).unwrap();
    bench.ends("book c.csv -q --volumes 2 --out b/x.pdf --force", 74, "x-02.pdf");
    fs::remove_dir(bench.path("b/x-02.pdf")).unwrap();
    assert!(bench.path("b/x-01.pdf").exists());
    bench.ends("book c.csv -q --out b/x.pdf --force", 0, "");
    assert!(!bench.path("b/x-01.pdf").exists());
    // A record of somebody else is never replaced.
    fs::write(bench.path("b/.sudoku-press.z.json"), "mine").unwrap();
    bench.ends("book c.csv -q --out b/z.pdf --force", 2, "expected the record of a book");
    assert_eq!(bench.read("b/.sudoku-press.z.json"), b"mine");
}

/// A pipe, a device, a folder: never replaced, not with --force either, and nobody waits for a reader.
#[test]
#[cfg(unix)]
fn only_regular_files_are_replaced() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=30 --seed 1 -q --out c.csv", 0, "");
    let fifo = Command::new("mkfifo").arg(bench.path("pipe")).status();
    assert!(fifo.unwrap().success());
    fs::create_dir(bench.path("folder")).unwrap();
    fs::create_dir(bench.path("folder.pdf")).unwrap();
    let fifo = Command::new("mkfifo").arg(bench.path("pipe.pdf")).status();
    assert!(fifo.unwrap().success());
    for (args, name) in [
        ("generate --quota 1=1 -q --out pipe --force", "pipe"),
        ("solve c.csv --force --out folder", "folder"),
        ("book c.csv --force --out pipe.pdf", "pipe.pdf"),
        ("book c.csv --force --out folder.pdf", "folder.pdf"),
        ("solve c.csv --force --out pipe", "pipe"),
        ("solve c.csv --force --out /dev/null", "/dev/null"),
    ] {
        let ended = bench.run(args);
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(!ended.status.success(), "{args}: {said}");
        let words = format!("{name}: expected a regular file");
        assert!(said.contains(&words), "{args}: {said}");
    }
    // The figures are not the work: it is done, and the code says that they could not be written.
    let words = "m: expected a regular file";
    fs::create_dir(bench.path("m")).unwrap();
    bench.ends("generate --quota 1=1 --out g.csv --metrics-file m", 74, words);
    assert!(bench.path("g.csv").exists() && bench.path("m").is_dir());
    use std::os::unix::fs::FileTypeExt as _;
    assert!(fs::metadata(bench.path("pipe")).unwrap().file_type().is_fifo());
}

/// A pipe in the place of a file that the run reads: refused at once, not waited for.
#[test]
#[cfg(unix)]
fn pipe_as_input_never_hangs_a_run() {
    let bench = Bench::new();
    let mkfifo = |name: &str| {
        let made = Command::new("mkfifo").arg(bench.path(name)).status();
        assert!(made.unwrap().success());
    };
    mkfifo("p");
    let run = "run --quota 1=2 --seed 1 -q";
    for flags in
        ["--job p", "--template p", "--lang p", "--printer p", "--font p", "--text about=p"]
    {
        bench.ends(&format!("{run} {flags}"), 2, "expected a regular file");
    }
    fs::create_dir(bench.path("out")).unwrap();
    mkfifo("out/manifest.json");
    bench.ends(run, 2, "expected a regular file");
    fs::remove_dir_all(bench.path("out")).unwrap();
    fs::create_dir_all(bench.path("out/.sudoku-press")).unwrap();
    mkfifo("out/.sudoku-press/run.json");
    mkfifo("out/.sudoku-press/piece-00000");
    bench.ends(run, 0, "");
    assert_eq!(bench.names("out"), OF_A_RUN);
}

/// What a run has written is read as its own, also where a pipe or a device has come into its place.
#[test]
#[cfg(unix)]
#[cfg_attr(not(has_coreutils), ignore = "needs coreutils")]
fn pipe_as_catalogue_never_hangs_a_run() {
    let bench = Bench::new();
    bench.ends("run --quota 1=2 --seed 1 --out r -q", 0, "");
    bench.ends("generate --quota 1=2 --seed 1 --into s --shard 0/1 -q", 0, "");
    let made = |command: &mut Command| assert!(command.status().unwrap().success());
    for name in ["r/catalog.csv", "s/made/L1-000000.csv"] {
        fs::remove_file(bench.path(name)).unwrap();
    }
    made(Command::new("mkfifo").arg(bench.path("r/catalog.csv")));
    std::os::unix::fs::symlink("/dev/zero", bench.path("s/made/L1-000000.csv")).unwrap();
    for (command, words) in [
        ("export svg r --out o", "expected a regular file"),
        ("book r --out o.pdf", "expected a regular file"),
        ("cover r --printer kdp --out o.pdf", "expected a regular file"),
        ("listing r", "expected a regular file"),
        ("shards join s", "is a link or a folder (L1-000000.csv)"),
    ] {
        let mut timed = Command::new("timeout");
        timed.current_dir(bench.path(".")).arg("30").arg(crate::support::program::program());
        let ended = timed.args(command.split(' ')).output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(1), "{command}: {said}");
        assert!(said.contains(words), "{command}: {said}");
    }
}

/// A proof reads a file twice: first to see whether it is a PDF.
#[test]
#[cfg(unix)]
fn pipe_never_hangs_verify_or_preflight() {
    let bench = Bench::new();
    let made = Command::new("mkfifo").arg(bench.path("p")).status();
    assert!(made.unwrap().success());
    let words = "cannot read p: expected a regular file, found a device, a pipe or a socket";
    bench.ends("verify p", 1, words);
    bench.ends("preflight p --printer kdp --trim 6x9", 1, words);
    bench.ends("verify /dev/null", 1, "expected a regular file");
}

/// Through a symbolic link the file that it leads to is replaced, and the link stays.
#[test]
#[cfg(unix)]
fn output_through_a_link_replaces_its_target() {
    let bench = Bench::new();
    fs::create_dir(bench.path("real")).unwrap();
    fs::write(bench.path("real/c.csv"), "old").unwrap();
    std::os::unix::fs::symlink("real/c.csv", bench.path("link.csv")).unwrap();
    let command = "generate --quota 1=1 --seed 1 -q --out link.csv";
    bench.ends(command, 2, "exists");
    bench.ends(&format!("{command} --force"), 0, "");
    assert!(bench.path("link.csv").is_symlink());
    assert!(bench.read("real/c.csv").starts_with(b"id,"));
    assert_eq!(bench.names("real"), ["c.csv"]);
}

/// A book was written over the workbook of its puzzles, whose name was a link.
#[test]
#[cfg(unix)]
fn output_that_is_an_input_is_refused() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=30 --seed 1 -q --out c.csv", 0, "");
    bench.ends("transform c.csv --out mine.xlsx", 0, "");
    fs::write(bench.path("front.png"), png(200, 300, png::ColorType::Rgb, &[9, 9, 9])).unwrap();
    fs::write(bench.path("own.toml"), "quota = \"1=4\"\n").unwrap();
    bench.ends("generate --into parts --quota 1=4 --seed 1 -q", 0, "");
    let part = bench.names("parts/made").into_iter().find(|name| name.ends_with(".csv")).unwrap();
    for (input, alias) in [
        ("mine.xlsx", "alias.pdf"),
        ("mine.xlsx", "v-02.pdf"),
        ("mine.xlsx", "page.html"),
        ("front.png", "cover.png"),
        ("own.toml", "own.csv"),
        (&*format!("parts/made/{part}"), "joined.csv"),
    ] {
        std::os::unix::fs::symlink(input, bench.path(alias)).unwrap();
    }
    fs::hard_link(bench.path("c.csv"), bench.path("hard.csv")).unwrap();
    fs::create_dir(bench.path("folder")).unwrap();
    fs::copy(bench.path("c.csv"), bench.path("folder/data.csv")).unwrap();
    let before = tree(&bench);
    for (command, output) in [
        ("book mine.xlsx --out alias.pdf --force", "alias.pdf"),
        ("book mine.xlsx --volumes 2 --out v.pdf --force", "v-02.pdf"),
        ("cover mine.xlsx --spine 0.3in --out alias.pdf --force", "alias.pdf"),
        (
            "cover c.csv --spine 0.3in --cover-picture front.png --png 200 --out cover.pdf --force",
            "cover.png",
        ),
        ("transform c.csv --out c.csv --force", "c.csv"),
        ("solve c.csv --out hard.csv --force", "hard.csv"),
        ("verify mine.xlsx --sheet page.html --force", "page.html"),
        ("one --template own.toml --pdf own.toml --force", "own.toml"),
        ("generate --job own.toml --out own.csv --force", "own.csv"),
        ("shards join parts --out joined.csv --force", "joined.csv"),
        ("export svg folder/data.csv --out folder --force", "folder/data.csv"),
    ] {
        let words = format!("expected a file to write that is not read, found {output}, which is");
        bench.ends(command, 2, &words);
        assert!(tree(&bench) == before, "{command}");
    }
}

/// Two books under one name: the file is one of the two, whole.
#[test]
fn two_commands_on_one_output_never_mix() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=200 --seed 1 -q --out a.csv", 0, "");
    bench.ends("generate --quota 1=200 --seed 2 -q --out b.csv", 0, "");
    let books = ["a", "b"].map(|name| {
        bench.ends(&format!("book {name}.csv -q --out {name}.pdf"), 0, "");
        bench.read(&format!("{name}.pdf"))
    });
    for _ in 0..12 {
        let children = ["a", "b"].map(|name| {
            let mut command =
                bench.command(&format!("book {name}.csv -q --force --out x.pdf --lock-wait 1m"));
            command.stderr(Stdio::null()).spawn().unwrap()
        });
        for mut child in children {
            assert!(child.wait().unwrap().success());
        }
        assert!(books.contains(&bench.read("x.pdf")), "a mixture");
        assert!(bench.names(".").iter().all(|name| !name.ends_with(".part")));
    }
    // Without --force one of them makes the book, and its record is not that of the other one.
    for _ in 0..6 {
        fs::remove_file(bench.path("x.pdf")).unwrap();
        let children = ["a", "b"].map(|name| {
            let mut command =
                bench.command(&format!("book {name}.csv -q --out x.pdf --lock-wait 1m"));
            command.stderr(Stdio::null()).spawn().unwrap()
        });
        let mut codes = children.map(|mut child| child.wait().unwrap().code().unwrap());
        codes.sort_unstable();
        assert_eq!(codes, [0, 2]);
        let record = BookRecord::find(&bench.path("x.pdf")).unwrap().unwrap();
        assert!(record.is_complete);
        assert_eq!(record.files, [FileRecord::read(&bench.path("x.pdf")).unwrap()]);
        assert!(!bench.path(".x.pdf.lock").exists());
    }
    // The second one waits for the first, finds its book, and writes no record.
    let lock = Lock::acquire(&Lock::path_beside(&bench.path("y.pdf")), "").unwrap();
    let mut second = bench
        .command("book b.csv -q --out y.pdf --lock-wait 1m")
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    fs::write(bench.path("y.pdf"), "of the first").unwrap();
    drop(lock);
    assert_eq!(second.wait().unwrap().code(), Some(2));
    assert_eq!(bench.read("y.pdf"), b"of the first");
    assert!(!bench.path(".sudoku-press.y.json").exists());
}

/// The old run is whole until the new one is complete: what cannot be made, a printer that refuses the
/// finished book, a full disk.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn failed_replacement_leaves_the_old_run_whole() {
    let bench = Bench::new();
    fs::write(bench.path("cut.ttf"), font_without_outlines()).unwrap();
    let run = RUN.replace("1=4", "1=6");
    bench.ends(&run, 0, "");
    let before = tree(&bench);
    for args in [
        "--template nosuch",
        "--trim 1x1in",
        "--lang nosuch",
        "--title \u{1f600}",
        "--font nosuch.ttf",
        "--printer nosuch",
        // Read as a font, and found out only when it is cut down to the book's letters.
        "--font cut.ttf",
    ] {
        bench.ends(&format!("{run} --force {args}"), 2, "");
        // What the new run has made is kept, in the working folder.
        let mut after = tree(&bench);
        after.retain(|name, _| !name.contains("/.sudoku-press/"));
        assert_eq!(after, before, "{args}");
    }
    for (call, what, n) in [
        ("write", "error=ENOSPC", "3"),
        ("/^rename", "error=ENOSPC", "4"),
        ("fsync", "error=EIO", "6"),
    ] {
        let fault = format!("{call} {n}");
        let (ended, _) = injected(&bench, &format!("{run} --title Other --force"), call, what, n);
        assert_eq!(ended.status.code(), Some(74), "{fault}");
        let left: Vec<_> = tree(&bench).into_keys().collect();
        let working = |name: &&String| name.contains("/.sudoku-press");
        let names: Vec<_> = left.iter().filter(|name| !working(name)).collect();
        assert_eq!(names, before.keys().collect::<Vec<_>>(), "{fault}");
        for (name, hash) in &before {
            let now = files::Checksum::from_bytes(&bench.read(name)).text();
            assert_eq!(*hash, now, "{fault}: {name}");
        }
        bench.ends(&run, 0, "");
    }
    bench.ends(&format!("{run} --title Other --force"), 0, "");
    bench.ends("verify out", 0, "");
}

/// A built-in font whose table of outlines ends after ten bytes.
fn font_without_outlines() -> Vec<u8> {
    let mut font =
        include_bytes!("../../../crates/page/templates/fonts/AtkinsonHyperlegibleNext-Regular.ttf")
            .to_vec();
    let is_outlines = |at: &usize| font[*at..].starts_with(b"glyf");
    let record = (12..).step_by(16).find(is_outlines).unwrap();
    font[record + 12..record + 16].copy_from_slice(&10u32.to_be_bytes());
    font
}

/// A corrected title must not make another book.
#[test]
fn force_without_a_seed_keeps_the_puzzles() {
    let bench = Bench::new();
    bench.ends("run --quota 1=4,5=2", 0, "");
    let seed = |bench: &Bench| {
        let text = String::from_utf8(bench.read("out/manifest.json")).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
        manifest["made"]["seed"].as_u64().unwrap()
    };
    let (catalog, book, drawn) =
        (bench.read("out/catalog.csv"), bench.read("out/book.pdf"), seed(&bench));
    let kept = format!("the puzzles stay (seed {drawn})");
    bench.ends("run --quota 1=4,5=2 --title Corrected --force", 0, &kept);
    assert!(bench.read("out/catalog.csv") == catalog);
    assert!(bench.read("out/book.pdf") != book);
    bench.ends("verify out", 0, "");
    // What changes more than the look is said.
    let words = "other puzzles than the one that it replaces: number of puzzles changed";
    bench.ends("run --quota 1=6,5=2 --force puzzles", 0, words);
    assert_eq!(seed(&bench), drawn);
    bench.ends("run --quota 1=6,5=2 --seed 3 --force puzzles", 0, "seed 3");
}

/// With an archive too: the puzzles of the run that is replaced are its own.
#[test]
fn corrected_title_does_not_collide_in_the_archive() {
    let bench = Bench::new();
    bench.ends(CREATE, 0, "");
    bench.ends(&format!("{RUN} --archive a"), 0, "");
    let catalog = bench.read("out/catalog.csv");
    bench.ends(&format!("{RUN} --archive a --title Corrected --force"), 0, "");
    assert!(bench.read("out/catalog.csv") == catalog);
    bench.ends("verify out --archive a", 0, "");
    archive_is_sound(&bench, 4);
}

/// A fixed seed in a job file must not print the same puzzles night after night.
#[test]
fn same_puzzles_are_repeated_only_with_again() {
    let bench = Bench::new();
    bench.ends(CREATE, 0, "");
    bench.ends(&format!("{RUN} --archive a --out monday"), 0, "");
    bench.ends(&format!("{RUN} --archive a --out monday"), 0, "");
    let refused = "has this run already";
    bench.ends(&format!("{RUN} --archive a --out tuesday"), 12, refused);
    assert!(!bench.path("tuesday/catalog.csv").exists());
    bench.ends(&format!("{RUN} --archive a --out tuesday --title Other"), 12, refused);
    let generate = "generate --quota 1=4 --seed 5 -q --archive a";
    // A catalogue may repeat patterns of givens, so it is another run and makes other puzzles.
    bench.ends(&format!("{generate} --out c.csv"), 0, "");
    bench.ends(&format!("{generate} --out d.csv"), 12, refused);
    bench.ends(generate, 12, refused);
    // A lost night made again is one flag.
    fs::remove_dir_all(bench.path("monday")).unwrap();
    bench.ends(&format!("{RUN} --archive a --out monday --force"), 0, "");
    bench.ends("verify monday --archive a", 0, "");
    archive_is_sound(&bench, 8);
}

/// A seed that was drawn is kept from the first moment: a run that dies goes on with it.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn random_seed_is_recorded_before_the_first_puzzle() {
    let bench = Bench::new();
    bench.ends(CREATE, 0, "");
    let run = "run --quota 5=40 -q --archive a";
    let (died, _) = injected(&bench, run, "/^rename", "signal=KILL", "2");
    assert_eq!(died.status.code(), None);
    let begun = String::from_utf8(bench.read("out/.sudoku-press/run.json")).unwrap();
    let begun: serde_json::Value = serde_json::from_str(&begun).unwrap();
    bench.ends(run, 0, "");
    let manifest: serde_json::Value =
        serde_json::from_slice(&bench.read("out/manifest.json")).unwrap();
    assert_eq!(manifest["made"]["seed"], begun["seed"]);
}

/// A night made by another version stands where its manifest has the same format.
#[test]
fn a_run_of_another_version_is_kept() {
    let bench = Bench::new();
    bench.ends(CREATE, 0, "");
    bench.ends(&format!("{RUN} --archive a"), 0, "");
    let manifest = String::from_utf8(bench.read("out/manifest.json")).unwrap();
    let program = concat!("sudoku-press ", env!("CARGO_PKG_VERSION"));
    let old = manifest.replace(program, "sudoku-press 0.0.9");
    assert_ne!(old, manifest);
    fs::write(bench.path("out/manifest.json"), old).unwrap();
    let stands = RUN.replace(" -q", "");
    bench.ends(&format!("{stands} --archive a"), 0, "nothing to do");
    bench.ends("verify out --archive a", 0, "");
}

/// The number decides whether a manifest is read; without it, a file of this name is of another program.
#[test]
fn a_manifest_of_another_format_is_refused() {
    let bench = Bench::new();
    bench.ends(RUN, 0, "");
    let manifest = String::from_utf8(bench.read("out/manifest.json")).unwrap();
    assert!(manifest.starts_with("{\n  \"format\": 1,\n"), "{manifest}");
    for (format, found) in
        [("\"format\": 2,", "found format 2; use the version"), ("", "found no format")]
    {
        let other = manifest.replace("\"format\": 1,", format);
        fs::write(bench.path("out/manifest.json"), &other).unwrap();
        let words = format!("expected a manifest of format 1, {found}");
        bench.ends(RUN, 2, &words);
        bench.ends(&format!("{RUN} --force"), 2, &words);
        bench.ends("book out", 2, &words);
        let verified = bench.run("verify out");
        let said = String::from_utf8(verified.stdout).unwrap();
        assert!(verified.status.code() == Some(1) && said.contains(&words), "{said}");
        assert_eq!(bench.read("out/manifest.json"), other.as_bytes());
    }
}

/// Nobody reads standard error: a closed pipe, a full disk. The work is done, and the code is the work's.
#[test]
#[cfg(unix)]
fn a_closed_standard_error_changes_nothing() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=30 --seed 1 -q --out c.csv", 0, "");
    let mut bad = String::from_utf8(bench.read("c.csv")).unwrap();
    bad.push_str("this is no row\n");
    fs::write(bench.path("bad.txt"), "no puzzle\n").unwrap();
    let commands = [
        ("run --quota 1=4 --seed 5 --out o$N", 0),
        ("run --quota 1=4 --seed 5 --log-format jsonl --out p$N", 0),
        ("run --needs jellyfish --quota 2=2 --attempts 9 --out q$N", 4),
        ("run --nosuch", 2),
        ("generate --quota 1=2 --out g$N.csv", 0),
        ("book c.csv --out b$N.pdf", 0),
        ("book c.csv --out r$N.pdf --printer kdp --trim 6x9", 1),
        ("export svg c.csv --out e$N", 0),
        ("solve bad.txt", 1),
        ("verify bad.txt", 1),
        ("verify nosuch.csv", 1),
        ("one --level 1", 0),
        ("archive stats --archive nosuch", 10),
    ];
    for (n, redirect) in ["2>/dev/full", "2>&-", "2>&1 >/dev/null | true"].iter().enumerate() {
        for (args, code) in commands {
            let args = args.replace("$N", &n.to_string());
            let program = crate::support::program::program();
            // The status of the program, not of the pipe's reader.
            let line = format!("{{ {program} {args}; echo $? >status; }} {redirect}");
            let shell = Command::new("sh")
                .args(["-c", &line])
                .current_dir(bench.path("."))
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
            shell.unwrap();
            let status = String::from_utf8(bench.read("status")).unwrap();
            let expected = if args.contains("--printer kdp") { "0 1" } else { "" };
            let ended: i32 = status.trim().parse().unwrap();
            assert!(
                ended == code || expected.contains(&ended.to_string()) && !expected.is_empty(),
                "{args} {redirect}: {ended}, expected {code}"
            );
        }
    }
    assert_eq!(bench.names("o0"), OF_A_RUN);
    assert!(bench.read("o0/book.pdf") == bench.read("o2/book.pdf"));
}

/// A night that was left unfinished is named by the next one.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn an_unfinished_night_is_named_by_the_next() {
    let bench = Bench::new();
    let night = "run --quota 1=2 --seed from-date --secret mine --out nights/{date} --date";
    let dies = |day: &str| {
        let (died, _) = injected(&bench, &format!("{night} {day}"), "/^rename", "signal=KILL", "2");
        assert_eq!(died.status.code(), None);
    };
    let names = |day: &str| {
        let ended = bench.run(&format!("{night} {day}"));
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(ended.status.success(), "{said}");
        let finishes = |line: &str| {
            let (_, day) = line.split_once(" is unfinished; the same command with --date ")?;
            Some(day.split_once(' ')?.0.to_owned())
        };
        said.lines().filter_map(finishes).collect::<Vec<_>>()
    };
    dies("2026-03-28");
    // Yesterday's, and the oldest first: that is the order in which they are finished.
    assert_eq!(names("2026-03-29"), ["2026-03-28"]);
    dies("2026-04-26");
    assert_eq!(names("2026-04-28"), ["2026-03-28", "2026-04-26"]);
    // A month later nobody waits for it.
    assert_eq!(names("2026-04-29"), ["2026-04-26"]);
    assert_eq!(names("2026-04-26"), ["2026-03-28"]);
    assert_eq!(names("2026-03-28"), [""; 0]);
    assert_eq!(names("2026-04-27"), [""; 0]);
}

/// A secret in a file that is not TOML is nobody's business.
#[test]
fn job_file_errors_never_show_a_secret() {
    let bench = Bench::new();
    for line in ["secret = \"the owl\"\" # twice", "secret = the owl", "secret = [\"the owl\""] {
        fs::write(bench.path("job.toml"), format!("count = 3\n{line}\n")).unwrap();
        let ended = bench.run("run --job job.toml");
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(2));
        assert!(said.contains("job.toml, line 2: ") && said.contains("expected"), "{said}");
        assert!(!said.contains("owl"), "{said}");
    }
}

/// Only a metrics file of an earlier run is replaced, and no file that the command itself writes.
#[test]
fn metrics_file_replaces_nothing_but_metrics() {
    let bench = Bench::new();
    let words = "is no metrics file, which is not replaced; name another file with --metrics-file";
    for (name, text) in [("notes.md", "mine"), ("empty", ""), ("bytes", "# HELP \u{0}\u{ff}")] {
        fs::write(bench.path(name), text).unwrap();
        bench.ends(&format!("run --quota 1=1 -q --metrics-file {name}"), 2, words);
        bench.ends(&format!("generate --quota 1=1 -q --metrics-file {name} --nosuch"), 2, words);
        assert_eq!(fs::read_to_string(bench.path(name)).unwrap(), text);
        assert!(!bench.path("out").exists());
    }
    let words = "expected a file that this command does not write";
    for args in [
        "generate --quota 1=1 -q --out c.csv --metrics-file c.csv",
        "generate --quota 1=1 -q --out ./c.csv --metrics-file c.csv",
        "run --quota 1=1 -q --out r --metrics-file r/catalog.csv",
        "run --quota 1=1 -q --out r --metrics-file ./r/book.pdf",
        "run --quota 1=1 -q --out r --metrics-file r/manifest.json",
    ] {
        bench.ends(args, 2, words);
    }
    // By another name: the file is looked at again when it would be replaced.
    let catalog = bench.path("c.csv");
    let named = format!("generate --quota 1=1 -q --out c.csv --metrics-file {}", catalog.display());
    bench.ends(&named, 74, "which is not replaced");
    assert!(bench.read("c.csv").starts_with(b"id,puzzle,"));
    bench.ends("run --quota 1=1 -q --out r --metrics-file r/m.prom", 0, "");
    bench.ends("run --quota 1=1 -q --out s --metrics-file r/m.prom", 0, "");
}

/// Figures of an old night must not look like those of the last: also wrong usage writes them.
#[test]
fn metrics_are_written_for_wrong_usage_too() {
    let bench = Bench::new();
    for args in [
        "run --metrics-file m.prom --nosuch",
        "run --metrics-file m.prom --template nosuch",
        "run --metrics-file m.prom --job nosuch.toml",
    ] {
        fs::remove_file(bench.path("m.prom")).ok();
        bench.ends(args, 2, "");
        let figures = String::from_utf8(bench.read("m.prom")).unwrap();
        assert!(figures.contains("\nsudoku_press_exit_code 2\n"), "{args}: {figures}");
    }
}

#[test]
fn only_working_files_of_ours_are_removed() {
    let ours = [".a.csv.0123456789abcdef.part", ".b.0123456789abcdef.part"];
    let theirs = [".a.csv.cafe.part", ".a.csv.0123456789abcdeg.part", ".a.csv.part", "a.csv"];
    let bench = Bench::new();
    for name in ours.into_iter().chain(theirs) {
        fs::write(bench.path(name), "").unwrap();
    }
    let left = |bench: &Bench| ours.map(|name| bench.path(name).exists());
    assert!(AtomicFile::sweep_then_exists(&bench.path("a.csv")).unwrap());
    assert_eq!(left(&bench), [false, true]);
    AtomicFile::sweep_dir(&bench.path("."));
    assert_eq!(left(&bench), [false, false]);
    assert!(theirs.iter().all(|name| bench.path(name).exists()), "{:?}", bench.names("."));
}

#[test]
fn last_of_two_writers_wins_without_mixing() {
    let bench = Bench::new();
    let [mut first, mut second] = [(); 2].map(|()| AtomicFile::create(&bench.path("a")).unwrap());
    first.write_all(b"first").unwrap();
    second.write_all(b"second").unwrap();
    for (pending, text) in [(second, "second"), (first, "first")] {
        pending.commit().unwrap();
        assert_eq!(bench.read("a"), text.as_bytes());
    }
    assert_eq!(bench.names("."), ["a"]);
}

#[test]
fn link_leads_only_to_an_existing_file() {
    let bench = Bench::new();
    fs::create_dir(bench.path("books")).unwrap();
    fs::write(bench.path("books/real"), "old").unwrap();
    for (name, to) in [("books/link", "real"), ("books/lost", "nowhere")] {
        std::os::unix::fs::symlink(to, bench.path(name)).unwrap();
    }
    output::write(&bench.path("books/link"), b"new").unwrap();
    assert_eq!(bench.read("books/real"), b"new");
    let refused = output::write(&bench.path("books/lost"), b"new").unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::NotFound);
    assert_eq!(bench.names("books"), ["link", "lost", "real"]);
}

#[test]
fn oversized_file_is_refused_and_not_cut() {
    let bench = Bench::new();
    const MOST: usize = UserText::MAX_BYTES as usize;
    for (size, is_read) in [(MOST - 1, true), (MOST, true), (MOST + 1, false), (MOST + 2, false)] {
        fs::write(bench.path("a"), vec![b'a'; size]).unwrap();
        let read = UserText::read(&bench.path("a")).ok();
        assert_eq!(read.map(|text| text.len()), is_read.then_some(size), "{size}");
    }
}

/// Such as FAT: a new file gets its name by a rename there.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn files_are_made_on_disks_without_hard_links() {
    let bench = Bench::new();
    for command in [CREATE, "generate --quota 1=3 --seed 5 --into d"] {
        let (ended, met) = injected(&bench, command, "/^link", "error=EPERM", "1+");
        assert!(met && ended.status.success(), "{command}: {ended:?}");
    }
    archive_is_sound(&bench, 0);
    bench.ends("generate --quota 1=3 --seed 5 --out one.csv", 0, "");
    assert!(bench.read("one.csv") == bench.read("d/catalog.csv"));
}

/// Every later --force ended with 74, after the puzzles were entered into the archive.
#[test]
fn foreign_files_in_the_working_folder_are_kept() {
    let bench = Bench::new();
    bench.ends(CREATE, 0, "");
    fs::create_dir_all(bench.path("out/.sudoku-press/folder")).unwrap();
    for name in [".DS_Store", ".nfs0001", "folder/notes"] {
        fs::write(bench.path(&format!("out/.sudoku-press/{name}")), "theirs").unwrap();
    }
    let run = format!("{RUN} --archive a");
    bench.ends(&run, 0, "");
    for title in ["Second", "Third"] {
        bench.ends(&format!("{run} --force --title {title}"), 0, "");
        bench.ends("verify out --archive a", 0, "");
        assert_eq!(bench.names("out/.sudoku-press"), [".DS_Store", ".nfs0001", "folder"]);
        assert_eq!(bench.read("out/.sudoku-press/folder/notes"), b"theirs");
        assert!(!bench.path("out/.sudoku-press.done").exists());
    }
    archive_is_sound(&bench, 4);
    // In both folders: moved, or named before anything is made.
    fs::create_dir(bench.path("out/.sudoku-press.done")).unwrap();
    fs::write(bench.path("out/.sudoku-press.done/other"), "theirs").unwrap();
    bench.ends(&format!("{run} --force --title Fourth"), 0, "");
    assert_eq!(bench.read("out/.sudoku-press/other"), b"theirs");
    fs::create_dir(bench.path("out/.sudoku-press.done")).unwrap();
    fs::write(bench.path("out/.sudoku-press.done/other"), "other").unwrap();
    let before = bench.read("out/book.pdf");
    let words =
        "out/.sudoku-press.done holds a file that is not of a run, other, which cannot be moved";
    bench.ends(&format!("{run} --force --title Fifth"), 2, words);
    assert!(bench.read("out/book.pdf") == before);
    assert_eq!(bench.read("out/.sudoku-press/other"), b"theirs");
    assert_eq!(bench.read("out/.sudoku-press.done/other"), b"other");
}
