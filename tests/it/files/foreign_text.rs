//! Text of others: on a terminal it does nothing, in memory it has bounds.

use crate::support::pdfs::{bound, saved};
use crate::support::program::{Bench, fed};
use crate::support::puzzles::PUZZLE;
use lopdf::{Dictionary, Document, dictionary};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Output;
use sudoku_press::store::table::compress::{Codec, CompressingWriter};

/// Clears the screen, rings, begins a sequence in one character, turns the order of letters round.
const EVIL: &str = "e\u{1b}[2J\u{7}\u{9b}31m\u{202e}vil";

/// No character of the output moves a cursor, and what was planted is seen.
fn is_harmless(args: &str, output: &Output, is_said: bool) {
    let both = [output.stdout.clone(), output.stderr.clone()].concat();
    let text = String::from_utf8(both).unwrap_or_else(|e| panic!("{args}: {e}"));
    let moves = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || c == '\u{202e}';
    assert!(!text.contains(moves), "{args}: {text:?}");
    assert_eq!(
        text.contains("\\u001b[2J") || text.contains("\\u{1b}[2J"),
        is_said,
        "{args}: {text}"
    );
}

#[test]
fn text_of_others_does_nothing_to_a_terminal() {
    let bench = Bench::new();
    let name = |ending: &str| format!("{EVIL}.{ending}");
    let files = [
        (name("csv"), format!("{EVIL},b\nx\n")),
        ("clues.csv".into(), format!("id,puzzle,{EVIL},clues\n{EVIL},{PUZZLE},x,{EVIL}\n")),
        ("id.csv".into(), format!("id,puzzle,{EVIL}\n{EVIL},{PUZZLE},{EVIL}\n")),
        (
            "band.csv".into(),
            format!("id,puzzle,ladder,band,er\n{EVIL},{PUZZLE},human,{EVIL},{EVIL}\n"),
        ),
        ("keys.jsonl".into(), format!("{{\"e\\u001b[2J\\u0007\\u202e\":1}}\n{{{EVIL}}}\n")),
        ("heading.sdk".into(), format!("[{EVIL}]\n{EVIL}\n")),
        (name("txt"), format!("{PUZZLE}\n{EVIL}\n")),
        ("keys.toml".into(), "name = \"x\"\n\"e\\u001b[2J\\u202e\" = 1\n".into()),
        ("job.toml".into(), "\"e\\u001b[2J\\u202e\" = 1\n".into()),
        ("raw.toml".into(), format!("name = \"{EVIL}\"\n")),
        ("value.toml".into(), "template = \"e\\u001b[2J\\u0007\\u009b\\u202e\"\n".into()),
        ("count.toml".into(), "count = \"e\\u001b[2J\\u0007\\u009b\\u202e\"\n".into()),
        (name("pdf"), format!("%PDF-1.4\n{EVIL}")),
        ("back.md".into(), format!("{EVIL}\n")),
    ];
    for (name, text) in files {
        fs::write(bench.path(&name), text).unwrap();
    }
    let run = |args: &[&str]| {
        let mut command = bench.command("");
        command.args(args.iter().map(|arg| arg.replace("EVIL", EVIL)));
        (args.join(" "), command.output().unwrap())
    };
    let said: [&[&str]; 35] = [
        &["check", "EVIL.csv"],
        &["check", "EVIL.txt"],
        &["check", "--format", "csv", "EVIL.txt"],
        &["check", "--format", "jsonl", "EVIL.txt"],
        &["check", "keys.jsonl"],
        &["check", "heading.sdk"],
        &["solve", "EVIL.txt"],
        &["explain", "EVIL.txt"],
        &["hint", "EVIL.txt"],
        &["canon", "EVIL.txt"],
        &["transform", "--seed", "1", "EVIL.txt"],
        &["rate", "EVIL.txt"],
        &["rate", "--format", "csv", "id.csv"],
        &["rate", "--scale", "se", "--format", "jsonl", "id.csv"],
        &["verify", "clues.csv"],
        &["verify", "--format", "jsonl", "clues.csv"],
        &["verify", "band.csv"],
        &["verify", "EVIL.csv"],
        &["verify", "EVIL.pdf"],
        &["preflight", "--printer", "kdp", "--trim", "6x9", "EVIL.pdf"],
        &["book", "clues.csv", "--out", "clues.pdf"],
        &["book", "EVIL.csv"],
        &["export", "text", "id.csv", "--out", "texts"],
        &["proof", "EVIL"],
        &["archive", "stats", "--archive", "EVIL"],
        &["template", "check", "keys.toml"],
        &["template", "check", "raw.toml"],
        &["printer", "check", "raw.toml"],
        &["lang", "check", "keys.toml"],
        &["series", "make", "EVIL"],
        &["job", "show", "--job", "job.toml"],
        &["run", "--job", "value.toml"],
        &["run", "--job", "count.toml"],
        &["run", "--template", "EVIL"],
        &["run", "--log-format", "jsonl", "--template", "EVIL"],
    ];
    for args in said {
        let (args, output) = run(args);
        is_harmless(&args, &output, true);
    }
    // What is in these files is not repeated, or only what it is.
    let others: [&[&str]; 2] =
        [&["rate", "--format", "txt", "id.csv"], &["job", "show", "--job", "raw.toml"]];
    for args in others {
        let (args, output) = run(args);
        is_harmless(&args, &output, false);
    }
    let environment =
        bench.command("job show").env("SUDOKU_PRESS_TEMPLATE", EVIL).output().unwrap();
    is_harmless("environment", &environment, true);
    assert!(!bench.path("level.pdf").exists() && !bench.path("texts").exists());
}

#[test]
fn names_in_a_run_and_in_a_pdf_do_nothing_to_a_terminal() {
    let bench = Bench::new();
    bench.ends("run --count 1 --levels 1 --seed 1 -q", 0, "");
    fs::write(bench.path(&format!("out/{EVIL}")), "").unwrap();
    is_harmless("verify out", &bench.run("verify out"), true);
    let manifest = String::from_utf8(bench.read("out/manifest.json")).unwrap();
    let planted = manifest.replace("book.pdf", "e\\u001b[2J\\u202e.pdf");
    assert_ne!(planted, manifest);
    fs::write(bench.path("out/manifest.json"), planted).unwrap();
    for args in ["verify out", "proof out", "book out --template pocket", "run"] {
        is_harmless(args, &bench.run(args), true);
    }
    let mut document = Document::with_version("1.4");
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => EVIL,
    });
    let page = dictionary! {
        "Resources" => dictionary! { "Font" => dictionary! { "F" => font } },
        "MediaBox" => vec![0.into(), 0.into(), 432.into(), 648.into()],
    };
    let content = format!("BT /F 8 Tf 99 99 Td ({EVIL}) Tj ET");
    let bytes = bound(document, [(page, content)], Dictionary::new());
    let mut document = Document::load_mem(&bytes).unwrap();
    let title = lopdf::Object::string_literal(EVIL);
    let info = document.add_object(dictionary! { "Title" => title });
    document.trailer.set("Info", info);
    fs::write(bench.path("foreign.pdf"), saved(document)).unwrap();
    let args = "preflight --printer kdp --trim 6x9 --pdfx 1a foreign.pdf";
    is_harmless(args, &bench.run(args), true);
    let args = "verify foreign.pdf";
    let verified = bench.run(args);
    let text = String::from_utf8(verified.stdout).unwrap();
    assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{text:?}");
}

/// A packed table of 45 kB whose quotation mark is never closed took gigabytes, or was refused line by
/// line for minutes.
#[cfg(target_os = "linux")]
#[test]
fn a_packed_table_with_an_open_quotation_mark_is_refused_in_little_memory() {
    let bench = Bench::new();
    let file = fs::File::create(bench.path("q.csv.zst")).unwrap();
    let mut out = CompressingWriter::new(file, Some(Codec::Zstd)).unwrap();
    out.write_all(b"id,puzzle\n\"").unwrap();
    let lines = b"x\n".repeat(1 << 20);
    (0..200).for_each(|_| out.write_all(&lines).unwrap());
    out.finish().unwrap();
    bench.ends("archive create --archive a", 0, "");
    let commands = [
        "check q.csv.zst",
        "solve q.csv.zst",
        "rate --scale se q.csv.zst",
        "canon q.csv.zst",
        "transform q.csv.zst",
        "explain q.csv.zst",
        "hint q.csv.zst",
        "verify q.csv.zst",
        "proof q.csv.zst --out p.html",
        "book q.csv.zst --out b.pdf",
        "export text q.csv.zst --out e",
        "archive find --archive a q.csv.zst",
        "archive import --archive a q.csv.zst",
    ];
    for args in commands {
        let (code, said) = in_little_memory(&bench, args);
        assert_eq!(code, Some(1), "{args}: {said}");
        let words = "expected a closing quotation mark within 1048576 bytes";
        let is_told = said.contains(words) || args.starts_with("proof") && said.contains("problem");
        assert!(is_told && said.len() < 2000, "{args}: {} bytes: {:.2000}", said.len(), said);
    }
    assert!(!bench.path("b.pdf").exists() && !bench.path("e").exists());
}

/// The code, and all that is said, in an address space of 260 MB.
#[cfg(target_os = "linux")]
fn in_little_memory(bench: &Bench, args: &str) -> (Option<i32>, String) {
    let program = crate::support::program::program();
    let line = format!("ulimit -v 260000; exec '{program}' {args} --threads 2");
    let line = if takes_threads(args) { line } else { line.replace(" --threads 2", "") };
    let mut command = std::process::Command::new("sh");
    let output = command.args(["-c", &line]).current_dir(bench.path("")).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

#[cfg(target_os = "linux")]
fn takes_threads(args: &str) -> bool {
    let commands = ["solve", "rate", "canon", "transform", "explain", "hint", "verify"];
    commands.iter().any(|command| args.starts_with(command))
}

/// What is wrong with a catalogue is collected: a few kilobytes of the same row filled the memory.
#[test]
fn a_catalogue_with_very_many_faults_is_not_read_to_its_end() {
    let bench = Bench::new();
    let rows = "5,x\n".repeat(300_000);
    fs::write(bench.path("many.csv"), format!("level,puzzle\n{rows}")).unwrap();
    let output = bench.run("verify many.csv");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    let last = text.lines().last().unwrap();
    assert_eq!(last, "many.csv: 10000 problems; the rest is not read");
    assert!(text.lines().count() < 11_000, "{}", text.lines().count());
}

/// Files of settings are read as a whole, and nested values one in the other.
#[cfg(target_os = "linux")]
#[test]
fn huge_and_deeply_nested_settings_are_refused() {
    let bench = Bench::new();
    let large = bench.path("large.toml");
    let file = fs::File::create(&large).unwrap();
    // A hole: it takes no space on the disk.
    file.set_len(50 << 30).unwrap();
    fs::write(bench.path("deep.toml"), format!("a = {}", "[".repeat(1_000_000))).unwrap();
    fs::write(bench.path("tables.toml"), format!("a = {}", "{b=".repeat(300_000))).unwrap();
    let deep = "[".repeat(5_000_000);
    fs::create_dir(bench.path("run")).unwrap();
    for (file, words) in
        [("large.toml", "at most 1048576 bytes"), ("deep.toml", ""), ("tables.toml", "")]
    {
        for args in [
            "job show --job",
            "run --job",
            "template check",
            "lang check",
            "printer check",
            "series make",
        ] {
            let (code, said) = in_little_memory(&bench, &format!("{args} {file}"));
            assert!(matches!(code, Some(1 | 2)), "{args} {file}: {code:?} {said:.500}");
            assert!(said.contains(words) && said.len() < 5000, "{args} {file}: {said:.500}");
        }
    }
    for manifest in [&large, Path::new("deep.json")] {
        fs::write(bench.path("deep.json"), &deep).unwrap();
        let _ = fs::remove_file(bench.path("run/manifest.json"));
        fs::hard_link(bench.path("").join(manifest), bench.path("run/manifest.json")).unwrap();
        for args in ["verify run", "proof run --out p.html", "book run", "run --out run"] {
            let (code, said) = in_little_memory(&bench, args);
            assert!(matches!(code, Some(1 | 2)), "{args}: {code:?} {said:.500}");
        }
    }
    let deep = format!("{{\"puzzle\":{}", "[".repeat(500_000));
    let (code, _, said) = fed(&bench, "check", deep);
    assert!(code == 1 && said.contains("expected a JSON object"), "{said:.500}");
}
