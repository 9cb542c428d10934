//! What a person sees on a terminal: bars that tell the truth at any width, colours of verdicts.

use crate::support::program::Bench;
use std::collections::BTreeSet;
use std::process::Command;

/// What the program writes to a terminal of this width, with escapes; `None` without the tool `script`.
fn screen(
    bench: &Bench,
    columns: usize,
    args: &str,
    environment: &[(&str, &str)],
) -> Option<String> {
    let tool = Command::new("script").arg("--version").output();
    if !tool.is_ok_and(|tool| tool.status.success()) {
        eprintln!("skipped: script is not installed, or is another program of this name");
        return None;
    }
    let program = crate::support::program::program();
    let command = format!("stty cols {columns} rows 40; exec {program} {args}");
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &command, "/dev/null"]);
    script.current_dir(bench.path("")).env("TERM", "xterm").env_remove("NO_COLOR");
    script.envs(environment.iter().copied());
    Some(String::from_utf8(script.output().unwrap().stdout).unwrap())
}

/// The lines of all frames, as a terminal of this width breaks them, without escapes.
fn lines(screen: &str, columns: usize) -> Vec<String> {
    let mut plain = String::new();
    let mut chars = screen.chars();
    while let Some(c) = chars.next() {
        match c {
            // A control sequence ends with a letter.
            '\u{1b}' => drop(chars.find(|c| c.is_ascii_alphabetic())),
            '\r' => plain.push('\n'),
            c => plain.push(c),
        }
    }
    let broken = plain.lines().flat_map(|line| {
        let chars: Vec<char> = line.chars().collect();
        let pieces = chars.chunks(columns).map(|piece| piece.iter().collect::<String>());
        pieces.collect::<Vec<_>>()
    });
    broken.map(|line| line.trim_end().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// The number before the slash of a bar's line.
fn position(line: &str) -> Option<u64> {
    let (before, _) = line.split_once('/')?;
    before.split(' ').next_back()?.replace(',', "").parse().ok()
}

/// A bar of a band stood still until the band was full, an idle one had no time left, and the table gave the time of
/// all bands to one of them.
#[test]
fn bars_count_puzzles_of_bands_as_they_are_made_and_claim_nothing_before() {
    let bench = Bench::new();
    let args = "generate --ladder human --quota 4=200,5=900,6=150 --seed 1 --out c.csv";
    for columns in [60, 80, 200] {
        let Some(screen) = screen(&bench, columns, &format!("{args} --force"), &[]) else {
            return;
        };
        let lines = lines(&screen, columns);
        // A bar that is too wide would go on in a line of its own.
        let first = ["seed", "4 Hard", "5 Fiendish", "6 Diabolical", "1250", "level", "       "];
        for line in &lines {
            assert!(first.iter().any(|first| line.starts_with(first)), "{columns}: {line}");
        }
        let of = |name: &str| {
            lines.iter().filter(move |line| line.starts_with(name)).collect::<Vec<_>>()
        };
        let fiendish: BTreeSet<_> =
            of("5 Fiendish").into_iter().filter_map(|line| position(line)).collect();
        assert!(fiendish.range(1..900).count() >= 4, "{fiendish:?}");
        let bars = |name: &str| {
            of(name).into_iter().filter(|line| position(line).is_some()).collect::<Vec<_>>()
        };
        for bar in bars("6 Diabolical").iter().filter(|bar| position(bar) == Some(0)) {
            assert!(bar.ends_with("0/150"), "{bar}");
        }
        // Full bars have their mean and their time.
        let full = bars("5 Fiendish").pop().unwrap();
        assert!(
            full.contains("900/900 ") && full.contains("/s ") && full.contains(" in "),
            "{full}"
        );
        let seconds = |name: &str| -> f64 {
            let row = of(name).pop().unwrap();
            row.rsplit(' ').next().unwrap().parse().unwrap()
        };
        // A puzzle of band 5 costs seven times as much as one of band 4.
        assert!(seconds("4 Hard") > 0.0 && seconds("6 Diabolical") > 0.0);
        assert!(seconds("5 Fiendish") > 2.0 * seconds("4 Hard"), "{lines:#?}");
        let last = lines.last().unwrap();
        assert!(last.starts_with("1250 puzzles in ") && last.ends_with(" s"), "{last}");
    }
}

/// What was made before a run was stopped took no time now: it counts, but not for the rate.
#[test]
fn a_run_ends_with_what_it_made_and_how_long_it_took() {
    let bench = Bench::new();
    let said = |args: &str| String::from_utf8(bench.run(args).stderr).unwrap();
    let run = said("run --count 2 --seed 1");
    let (made, time) = run.lines().last().unwrap().rsplit_once(" in ").unwrap();
    assert!(made.starts_with("10 puzzles and ") && made.ends_with(" pages"), "{run}");
    assert!(time.strip_suffix(" s").unwrap().parse::<f64>().is_ok(), "{run}");
    assert!(said("run --count 2 --seed 1").ends_with("nothing to do\n"));
    let book = said("book out/catalog.csv --out b.pdf");
    assert!(book.lines().last().unwrap().contains(" pages in "), "{book}");
    assert!(said("generate --count 2 --seed 1 --quiet").is_empty());
    // The table has no line of more than 60 columns.
    assert!(
        run.lines().filter(|line| line.starts_with(char::is_numeric)).all(|line| line.len() <= 60)
    );
}

#[test]
fn verdicts_are_green_or_red_on_a_terminal_and_plain_elsewhere() {
    const GREEN: &str = "\u{1b}[32m";
    const RED: &str = "\u{1b}[31m";
    let bench = Bench::new();
    bench.ends("run --count 2 --seed 1 --printer kdp --trim 6x9 --fill-pages", 0, "");
    let text = String::from_utf8(bench.read("out/catalog.csv")).unwrap();
    std::fs::write(bench.path("lie.csv"), text.replacen(",1,", ",2,", 1)).unwrap();
    let puzzle = text.lines().nth(1).unwrap().split(',').nth(1).unwrap();
    std::fs::write(bench.path("good.txt"), puzzle).unwrap();
    std::fs::write(bench.path("bad.txt"), format!("11{}", ".".repeat(79))).unwrap();
    for (args, color) in [
        ("verify out", GREEN),
        ("verify lie.csv", RED),
        ("check good.txt", GREEN),
        ("check bad.txt", RED),
        ("preflight out/book.pdf --printer kdp --trim 6x9", GREEN),
        ("preflight out/book.pdf --printer kdp --trim a4", RED),
        ("proof out --force", GREEN),
        ("run --count 3 --seed 1 --out other --force", GREEN),
        ("generate --levels 1 --needs x-wing --attempts 3", RED),
    ] {
        let Some(seen) = screen(&bench, 80, args, &[]) else {
            return;
        };
        assert!(seen.contains(color), "{args}: {seen:?}");
        let never = screen(&bench, 80, &format!("{args} --color never"), &[]).unwrap();
        let set = screen(&bench, 80, args, &[("NO_COLOR", "1")]).unwrap();
        let piped = bench.run(args);
        let piped = [piped.stdout, piped.stderr].concat();
        for plain in [never, set, String::from_utf8_lossy(&piped).into_owned()] {
            assert!(!plain.contains(GREEN) && !plain.contains(RED), "{args}: {plain:?}");
        }
        let always = bench.run(&format!("{args} --color always"));
        let always = [always.stdout, always.stderr].concat();
        assert!(String::from_utf8_lossy(&always).contains(color), "{args}");
    }
}
