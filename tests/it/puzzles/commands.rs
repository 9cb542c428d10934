//! The commands on files of puzzles: what `solve`, `rate` and `transform` have in common, and each one's
//! answers, compared with naive code.

use crate::support::program::{Bench, fed};
use crate::support::puzzles::{
    PUZZLE, SEVENTEEN, SOLUTION, SYMMETRIC, dug, full_grid, grid, mixed_puzzles, no_solution,
    puzzle, rng, two_solutions,
};
use crate::support::reference::smallest_by_brute_force;
use grid::{Canonical, Cell, Digit, Engine, Grid, Puzzle, Score, SearchLimits, Transform};
use rand::RngExt as _;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::process::Stdio;

const COMMANDS: [&str; 4] = ["solve", "rate", "transform --canonical", "transform --seed 1 -q"];

#[test]
fn file_and_standard_input_give_equal_answers() {
    let bench = Bench::new();
    let text = format!("{PUZZLE}\n{SEVENTEEN}\n{SYMMETRIC}\n");
    fs::write(bench.path("three.txt"), &text).unwrap();
    for (n, command) in COMMANDS.into_iter().enumerate() {
        let (code, fed_answer, said) = fed(&bench, command, &text);
        assert_eq!((code, &*said), (0, ""), "{command}");
        let answers = fed_answer.lines().count();
        assert_eq!(answers, if command == "rate" { 4 } else { 3 }, "{fed_answer}");
        let dash = fed(&bench, &format!("{command} -"), &text);
        assert_eq!(dash.1, fed_answer, "{command} -");
        let file = fed(&bench, &format!("{command} three.txt"), "");
        assert_eq!((file.0, &*file.2), (0, ""), "{command}");
        assert_eq!(file.1.replace("three.txt", "standard input"), fed_answer, "{command}");
        let file = fed(&bench, &format!("{command} three.txt --out {n}.out"), "");
        assert_eq!((file.0, &*file.1), (0, ""));
        let written = String::from_utf8(bench.read(&format!("{n}.out"))).unwrap();
        assert_eq!(written.replace("three.txt", "standard input"), fed_answer, "{command}");
        bench.ends(
            &format!("{command} three.txt --out three.txt"),
            2,
            "three.txt, which is the input three.txt; name another file",
        );
    }
}

#[test]
fn good_lines_among_wrong_ones_are_answered() {
    let bench = Bench::new();
    let text = format!("{PUZZLE}\n53..7...\n{SEVENTEEN}\n{}\n{SYMMETRIC}\n", &PUZZLE[1..]);
    fs::write(bench.path("mixed.txt"), &text).unwrap();
    for command in COMMANDS {
        let (code, answers, said) = fed(&bench, &format!("{command} mixed.txt"), "");
        assert_eq!(code, 1, "{command}");
        let (_, good, _) =
            fed(&bench, command, format!("{PUZZLE}\n\n{SEVENTEEN}\n\n{SYMMETRIC}\n"));
        if command.starts_with("transform") || command == "solve" {
            assert_eq!(answers, good, "{command}");
        }
        assert_eq!(answers.lines().count(), good.lines().count(), "{command}");
        let said: Vec<_> = said.lines().collect();
        assert_eq!(said.len(), 3, "{said:?}");
        assert_eq!(
            said[0],
            "sudoku-press: mixed.txt:2:9: expected 81 cells in a line or 9 in a row (36 and 6 or 16 and 4 of small sizes), \
             found 8"
        );
        assert_eq!(said[1], "sudoku-press: mixed.txt:4:81: expected 81 cells, found 80");
        assert_eq!(said[2], "sudoku-press: 3 puzzles were read; errors in what was read: 2");
    }
}

/// A catalogue whose disk fails must not be replaced by answers to a part of it.
#[test]
fn partial_answers_are_not_left_as_a_file() {
    let bench = Bench::new();
    fs::write(bench.path("one.txt"), PUZZLE).unwrap();
    fs::write(bench.path("cut.gz"), [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1]).unwrap();
    fs::write(bench.path("old.csv"), "mine").unwrap();
    for unread in ["nosuch.txt", "cut.gz"] {
        for command in COMMANDS {
            let line = format!("{command} one.txt {unread} --out new.csv");
            bench.ends(&line, 1, &format!("cannot read {unread}"));
            bench.ends(&line, 1, "; new.csv was not written\n");
            assert!(!bench.path("new.csv").exists(), "{command}");
            bench.ends(
                &format!("{command} one.txt {unread} --out old.csv --force"),
                1,
                "old.csv was not",
            );
            assert_eq!(fs::read_to_string(bench.path("old.csv")).unwrap(), "mine", "{command}");
        }
    }
}

/// A file that is no list emptied the list before.
#[test]
fn list_stays_if_no_puzzle_was_read() {
    let bench = Bench::new();
    fs::write(bench.path("liar.xlsx"), "%PDF-1.7\n").unwrap();
    fs::write(bench.path("abc.csv"), "puzzle\nabc\n").unwrap();
    fs::write(bench.path("none.csv"), "puzzle\n").unwrap();
    fs::write(bench.path("mixed.csv"), format!("id,puzzle\n1,53..7\n2,{PUZZLE}\n")).unwrap();
    let outs = ["old.csv", "old.jsonl", "old.xlsx", "old.txt"];
    let mut commands: Vec<_> = outs.map(|out| format!("transform --out {out}")).into();
    for format in ["csv", "jsonl", "txt"] {
        commands
            .extend(["solve", "rate"].map(|name| format!("{name} --format {format} --out old")));
    }
    commands.push("explain --format html --out old".to_owned());
    if cfg!(feature = "parquet") {
        commands.push("transform --out old.parquet".to_owned());
        commands.push("explain --format parquet --out old".to_owned());
    }
    for command in commands {
        let out = command.rsplit_once(' ').unwrap().1;
        for unread in ["liar.xlsx", "abc.csv", "none.csv"] {
            fs::write(bench.path(out), "mine").unwrap();
            let line = format!("{command} --force {unread}");
            bench.ends(&line, 1, "no puzzle was read");
            bench.ends(&line, 1, &format!("; {out} was not written"));
            assert_eq!(bench.read(out), b"mine", "{line}");
        }
        bench.ends(&format!("{command} --force mixed.csv"), 1, "1 puzzle was read");
        assert_ne!(bench.read(out), b"mine", "{command}");
    }
}

/// Only some commands read the folder of a run, and others told that it is a directory.
#[test]
fn each_command_reads_the_folder_of_a_run() {
    let bench = Bench::new();
    bench.ends("run --count 2 --levels 1-2 --seed 1 --out rain -q", 0, "");
    bench.ends("archive create a.archive", 0, "");
    bench.ends("archive import rain --archive a.archive", 0, "rain/catalog.csv: 4 puzzles are new");
    for command in ["solve", "rate", "explain", "transform", "archive find --archive a.archive"] {
        let [folder, catalog] =
            ["rain", "rain/catalog.csv"].map(|from| bench.run(&format!("{command} {from}")));
        assert_eq!(folder.status.code(), Some(0), "{command}");
        assert!(!folder.stdout.is_empty() && folder.stdout == catalog.stdout, "{command}");
    }
}

#[test]
fn file_without_puzzles_does_not_stop_the_others() {
    let bench = Bench::new();
    fs::write(bench.path("one.txt"), PUZZLE).unwrap();
    fs::write(bench.path("empty.txt"), "").unwrap();
    fs::create_dir(bench.path("folder")).unwrap();
    let (code, answers, said) = fed(&bench, "solve nosuch.txt folder empty.txt one.txt", "");
    assert_eq!((code, &*answers), (1, &*format!("{SOLUTION}\n")));
    assert!(said.contains("cannot read nosuch.txt: No such file"), "{said}");
    assert!(said.contains("cannot read folder: Is a directory"), "{said}");
    assert!(said.ends_with("1 puzzle was read; errors in what was read: 2\n"), "{said}");
    bench.ends("solve empty.txt", 1, "no puzzle was read");
    bench.ends(&format!("solve {PUZZLE}"), 1, "expected a file, found the puzzle");
    let mut bytes: Vec<u8> = (0..32).cycle().take(100_000).collect();
    bytes.extend(format!("\n{PUZZLE}\n").bytes());
    fs::write(bench.path("binary"), bytes).unwrap();
    for command in COMMANDS {
        let (code, _, said) = fed(&bench, &format!("{command} binary one.txt"), "");
        assert_eq!(code, 1);
        assert!(said.contains("binary:1:1: expected a text with puzzles, found binary"), "{said}");
        assert!(said.contains("1 puzzle was read; errors in what was read: 1"), "{said}");
    }
}

#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    let bench = Bench::new();
    fs::write(bench.path("many.txt"), format!("{PUZZLE}\n").repeat(20_000)).unwrap();
    for command in COMMANDS {
        let output = bench.unread(&format!("{command} many.txt"));
        assert_eq!(output.status.code(), Some(0), "{command}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{command}");
    }
}

/// A verdict is that on all puzzles, whoever reads the answers.
#[test]
fn closed_pipe_does_not_hide_the_verdict() {
    let bench = Bench::new();
    let bad = PUZZLE.replacen('3', "5", 1);
    // The reader is gone long before the last puzzle is judged.
    fs::write(bench.path("late.txt"), format!("{PUZZLE}\n").repeat(20_000) + &bad + "\n").unwrap();
    fs::write(bench.path("bad.txt"), format!("{bad}\n")).unwrap();
    fs::write(bench.path("good.txt"), format!("{PUZZLE}\n")).unwrap();
    for command in COMMANDS.into_iter().chain(["explain", "explain --next"]) {
        let read = bench.run(&format!("{command} bad.txt")).status.code();
        assert_eq!(bench.unread(&format!("{command} bad.txt")).status.code(), read, "{command}");
        assert_eq!(
            bench.unread(&format!("{command} good.txt")).status.code(),
            Some(0),
            "{command}"
        );
    }
    for command in COMMANDS {
        let read = bench.run(&format!("{command} late.txt")).status.code();
        assert_eq!(bench.unread(&format!("{command} late.txt")).status.code(), read, "{command}");
    }
    bench.ends("archive create a", 0, "");
    bench.ends("archive import good.txt --archive a", 0, "");
    fs::write(bench.path("other.txt"), format!("{SEVENTEEN}\n")).unwrap();
    for (args, code) in [
        ("archive find --archive a good.txt", 0),
        ("archive find --archive a other.txt", 1),
        ("archive stats a", 0),
        ("archive check a", 0),
        ("archive export a", 0),
        ("verify good.txt", 0),
        ("verify bad.txt", 1),
        ("template check bad.txt", 2),
    ] {
        let output = bench.unread(args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{args}: {said}");
    }
}

/// A stream without an end is not judged to its end for nobody.
#[test]
fn endless_input_ends_when_nobody_reads_answers() {
    let bench = Bench::new();
    let mut command = bench.command("solve");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let block = format!("{PUZZLE}\n").repeat(1_000);
    while stdin.write_all(block.as_bytes()).is_ok() {}
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(74), "{said}");
    assert!(said.contains("cannot write standard output"), "{said}");
}

/// Also when the errors go into the same pipe: `sudoku-press verify binary 2>&1 | head -1`.
#[test]
fn unread_errors_do_not_change_the_exit_code() {
    let bench = Bench::new();
    fs::write(bench.path("bad.txt"), (PUZZLE[1..].to_owned() + "\n").repeat(20_000)).unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    let mut command = bench.command("verify bad.txt");
    command.stdout(writer.try_clone().unwrap()).stderr(writer);
    let mut child = command.spawn().unwrap();
    drop(command);
    drop(reader);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Whoever types a puzzle sees its answer before the next one.
#[test]
fn each_puzzle_is_answered_before_the_next_arrives() {
    use std::io::{BufRead as _, BufReader};
    let bench = Bench::new();
    let mut child =
        bench.command("solve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        writeln!(stdin, "{PUZZLE}").unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), SOLUTION);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// The most memory that a process has had, in kB.
#[cfg(target_os = "linux")]
fn peak_memory(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let peak = status.lines().find(|line| line.starts_with("VmHWM:"));
    peak.unwrap().split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn long_files_need_no_more_memory() {
    use std::io::{BufRead as _, BufReader};
    let bench = Bench::new();
    let forms = [("", format!("{PUZZLE}\n")), ("name,puzzle\n", format!("\"a name\",{PUZZLE}\n"))];
    for (header, text) in forms {
        let mut child = bench
            .command("solve --threads 2")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let id = child.id();
        let mut stdin = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut peaks = Vec::new();
        stdin.write_all(header.as_bytes()).unwrap();
        for n in [10_000, 300_000] {
            let block = text.repeat(1_000);
            let feeding = std::thread::spawn(move || {
                for _ in 0..n / 1_000 {
                    stdin.write_all(block.as_bytes()).unwrap();
                }
                stdin
            });
            // The last answers come when the reader knows that nothing follows at once.
            assert_eq!(answers.by_ref().take(n).flatten().filter(|a| a == SOLUTION).count(), n);
            stdin = feeding.join().unwrap();
            peaks.push(peak_memory(id));
        }
        drop(stdin);
        assert!(child.wait().unwrap().success());
        // How many blocks are under way at once depends on the machine. 300,000 lines that were kept
        // would be 24 MB and more, with their grids 48.
        assert!(peaks[1] < peaks[0] + 12_000, "{peaks:?} kB for {text}");
    }
}

#[test]
fn answers_do_not_depend_on_the_thread_count() {
    let bench = Bench::new();
    let mut text = String::new();
    for p in mixed_puzzles(1_500, 40) {
        text += &format!("{}\n", p.givens());
    }
    fs::write(bench.path("many.txt"), &text).unwrap();
    for command in COMMANDS {
        let (code, one, _) = fed(&bench, &format!("{command} many.txt --threads 1"), "");
        assert_eq!(code, 0);
        let (_, eight, _) = fed(&bench, &format!("{command} many.txt --threads 8"), "");
        assert!(one == eight, "{command}");
    }
}

/// Every pair of neighbours among equal digits of a house, from the characters alone.
fn naive_conflicts(line: &str) -> BTreeSet<(String, u8, [String; 2])> {
    let line = line.as_bytes();
    let mut found = BTreeSet::new();
    for n in 0..9 {
        let row: [_; 9] = std::array::from_fn(|k| (n, k));
        let column = std::array::from_fn(|k| (k, n));
        let block = std::array::from_fn(|k| (n / 3 * 3 + k / 3, n % 3 * 3 + k % 3));
        for (kind, cells) in [("row", row), ("column", column), ("block", block)] {
            for digit in b'1'..=b'9' {
                let here: Vec<_> = cells
                    .into_iter()
                    .filter(|(r, c)| line[r * 9 + c] == digit)
                    .map(|(r, c)| format!("r{}c{}", r + 1, c + 1))
                    .collect();
                for pair in here.windows(2) {
                    let pair = [pair[0].clone(), pair[1].clone()];
                    found.insert((format!("{kind} {}", n + 1), digit - b'0', pair));
                }
            }
        }
    }
    found
}

#[test]
fn verify_names_exactly_the_illegal_grids() {
    let bench = Bench::new();
    let mut rng = rng(43);
    let mut text = String::new();
    for i in 0..400 {
        let mut some = if i % 2 == 0 { Grid::EMPTY } else { full_grid(&mut rng).into() };
        for _ in 0..i % 23 {
            some[Cell::ALL[rng.random_range(0..81)]] = Digit::new(rng.random_range(1..=9));
        }
        text += &format!("{some}\n");
    }
    let (_, findings, _) = fed(&bench, "verify - --format jsonl --allow-duplicates", &text);
    let mut illegal = BTreeSet::new();
    for finding in findings.lines() {
        let finding: serde_json::Value = serde_json::from_str(finding).unwrap();
        let Some(wrong) = finding["wrong"].as_str() else { continue };
        let Some(conflicts) = wrong.strip_prefix("illegal: ") else { continue };
        let line = finding["line"].as_u64().unwrap() as usize;
        let expected = conflicts_said(text.lines().nth(line - 1).unwrap());
        let expected: BTreeSet<_> = expected.split("; ").collect();
        let mut named: BTreeSet<_> = conflicts.split("; ").collect();
        // A finding of many conflicts is cut.
        let is_cut = conflicts.ends_with('…');
        named.retain(|conflict| !conflict.ends_with('…'));
        assert!(named.is_subset(&expected), "{line}: {conflicts}, {expected:?}");
        assert!(is_cut || named == expected, "{line}: {conflicts}, {expected:?}");
        illegal.insert(line);
    }
    let lines = text.lines().enumerate();
    let expected = lines.filter(|(_, line)| !naive_conflicts(line).is_empty());
    let expected: BTreeSet<_> = expected.map(|(i, _)| i + 1).collect();
    assert!((100..390).contains(&illegal.len()), "{} illegal grids", illegal.len());
    assert_eq!(illegal, expected);
}

#[test]
fn verify_names_line_and_reason_of_plain_puzzles() {
    let bench = Bench::new();
    let (two, _) = two_solutions();
    let none = no_solution();
    let wrong = SOLUTION.replacen("53", "35", 1);
    let text = format!("{PUZZLE}\n{SOLUTION}\n{two}\n{none}\n{wrong}\n");
    fs::write(bench.path("mixed.txt"), &text).unwrap();
    let illegal = format!("illegal: {}", conflicts_said(&wrong));
    for allow in ["", " --allow-duplicates"] {
        let (code, fed_findings, said) = fed(&bench, &format!("verify -{allow}"), &text);
        let findings: Vec<_> = fed_findings.lines().collect();
        assert_eq!((code, findings.len()), (1, 4), "{fed_findings}");
        for (finding, (line, words)) in findings.iter().zip([
            (2, "a complete grid, with nothing to solve"),
            (3, "the puzzle has more than one solution, for example "),
            (4, "the puzzle has no solution"),
            (5, &*illegal),
        ]) {
            let expected = format!("standard input:{line}: {words}");
            assert!(finding.starts_with(&expected), "{finding}, {expected}");
        }
        assert!(said.contains("4 problems in 5 puzzles"), "{said}");
        let (_, of_file, _) = fed(&bench, &format!("verify mixed.txt{allow}"), "");
        assert_eq!(of_file.replace("mixed.txt", "standard input"), fed_findings);
    }
    assert_eq!(fed(&bench, "verify - --quiet", PUZZLE), (0, String::new(), String::new()));
    let twice = format!("{PUZZLE}\n{SEVENTEEN}\n{PUZZLE}\n");
    let (code, findings, _) = fed(&bench, "verify -", &twice);
    let words = "standard input:3, column puzzle: a puzzle equivalent to that of line 1";
    assert!(code == 1 && findings.starts_with(words), "{findings}");
    let ok = "OK: 3 puzzles.\n".to_owned();
    assert_eq!(fed(&bench, "verify - --allow-duplicates", &twice), (0, ok, String::new()));
}

/// The naive conflicts in the words and order of the program.
fn conflicts_said(line: &str) -> String {
    let order = |house: &str| {
        let (kind, n) = house.split_once(' ').unwrap();
        (["row", "column", "block"].iter().position(|&k| k == kind), n.to_owned())
    };
    let mut all: Vec<_> = naive_conflicts(line).into_iter().collect();
    all.sort_by_key(|(house, _, cells)| (order(house), cells.clone()));
    let said: Vec<_> = all
        .iter()
        .map(|(house, digit, [a, b])| format!("digit {digit} occurs twice in {house}: {a} and {b}"))
        .collect();
    said.join("; ")
}

#[test]
fn rate_prints_the_score() {
    let bench = Bench::new();
    let puzzles: Vec<_> = mixed_puzzles(100, 44).collect();
    let mut text: String = puzzles.iter().map(|p| format!("{}\n", p.givens())).collect();
    let (code, answers, _) = fed(&bench, "rate --format jsonl", &text);
    assert_eq!(code, 0);
    for (p, answer) in puzzles.iter().zip(answers.lines()) {
        let row: serde_json::Value = serde_json::from_str(answer).unwrap();
        let score = Score::of(p);
        let [g, r, s] = score.items();
        assert_eq!(row["puzzle"], p.givens().to_string());
        assert_eq!((&row["clues"], &row["clues_score"]), (&p.givens_count().into(), &g.into()));
        assert_eq!(
            (&row["row_col_min"], &row["row_col_min_score"]),
            (&p.row_col_min().into(), &r.into())
        );
        assert_eq!(
            (&row["searches"], &row["searches_score"]),
            (&p.givens().plain_searches(1_000_000).into(), &s.into())
        );
        assert_eq!(row["difficulty"].to_string(), score.total());
        assert_eq!(row["level"], (4 * g + 3 * r + 3 * s).div_ceil(10));
        assert!(row["problem"].is_null());
    }
    // For people: everything stands in columns, also what is not rated.
    text += &format!("{}\n{}\n", ".".repeat(81), PUZZLE.replacen('3', "5", 1));
    let (code, table, said) = fed(&bench, "rate", &text);
    assert_eq!(code, 1);
    assert!(said.contains("102 puzzles were read, 2 without exactly one solution"), "{said}");
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 103);
    for (p, line) in puzzles.iter().zip(&lines[1..]) {
        let is_capped = Score::of(p).searches == 1_000_000;
        assert_eq!(line.contains("1000000+ ("), is_capped, "{line}");
    }
    assert!(table.contains("1000000+ ("), "one of them has more searches than are counted");
    let column = lines[0].find("puzzle").unwrap();
    assert!(lines[1..].iter().all(|line| line.len() == column + 81), "{table}");
    assert!(lines[101].starts_with("101      not rated: more than one solution"), "{}", lines[101]);
    assert!(lines[102].starts_with("102      not rated: no solution"), "{}", lines[102]);
    let (_, csv, _) = fed(&bench, "rate --format csv", &text);
    assert!(csv.lines().all(|row| row.split(',').count() == 12), "{csv}");
    assert!(csv.ends_with(",,,,,,,,,no solution,\n"), "{csv}");
}

#[test]
fn solve_reports_none_and_several_with_evidence() {
    let bench = Bench::new();
    let (two, [a, b]) = two_solutions();
    let illegal = PUZZLE.replacen('3', "5", 1);
    let text = format!("{PUZZLE}\n{two}\n{illegal}\n{}\n", no_solution());
    for engine in ["fast", "dfs", "mrv"] {
        let (code, answers, said) = fed(&bench, &format!("solve --engine {engine}"), &text);
        assert_eq!(code, 1, "{said}");
        let answers: Vec<_> = answers.lines().collect();
        assert_eq!(answers[0], SOLUTION);
        let both =
            [format!("2 or more solutions: {a} {b}"), format!("2 or more solutions: {b} {a}")];
        assert!(both.contains(&answers[1].to_owned()) || engine == "fast", "{}", answers[1]);
        assert!(answers[1].starts_with("2 or more solutions: "), "{}", answers[1]);
        for solution in answers[1].rsplit(' ').take(2) {
            let solution = grid(solution);
            assert_eq!(solution.conflicts().count() + solution.empty().count(), 0);
            assert!(two.filled().all(|(cell, digit)| solution[cell] == Some(digit)));
        }
        assert_eq!(answers[2], "no solution: digit 5 occurs twice in row 1: r1c1 and r1c2");
        assert_eq!(answers[3], "no solution");
        let summary = "4 puzzles were read, 3 not shown to have exactly one solution";
        assert!(said.contains(summary), "{said}");
    }
}

#[test]
fn count_limit_limits_the_solutions() {
    let bench = Bench::new();
    let (two, _) = two_solutions();
    let exact = Engine::Mrv.solutions(&two, 1_000).len();
    assert!(exact < 1_000);
    for engine in ["fast", "dfs", "mrv"] {
        let args = format!("solve --engine {engine} --count-limit 1000 --format jsonl");
        let (code, answer, _) = fed(&bench, &args, two.to_string());
        let row: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!((code, &row["solutions"], &row["or_more"]), (1, &exact.into(), &false.into()));
        let args = format!("solve --engine {engine} --count-limit 1");
        let (code, answer, _) = fed(&bench, &args, two.to_string());
        assert_eq!(code, 0);
        assert!(grid(answer.trim()).empty().next().is_none());
    }
    bench.ends("solve --count-limit 0", 2, "1..=1000000");
    bench.ends("solve --engine magic", 2, "fast, dfs, mrv");
}

/// A 4 x 4 with one row has 12 solutions: all 288, by 24 orders of that row.
#[test]
fn count_of_small_solutions_names_its_limit() {
    let bench = Bench::new();
    for (limit, solutions, or_more) in [(2, 2, true), (11, 11, true), (1000, 12, false)] {
        let args = format!("solve --count-limit {limit} --format jsonl");
        let (code, answer, _) = fed(&bench, &args, "1234............");
        let row: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let found = (code, &row["solutions"], &row["or_more"]);
        assert_eq!(found, (1, &solutions.into(), &or_more.into()), "limit {limit}");
    }
}

/// The plain search may take for ever; given up, it says so and claims nothing.
#[test]
fn the_depth_first_search_has_a_limit() {
    let bench = Bench::new();
    let text = format!("{SEVENTEEN}\n{PUZZLE}\n");
    let (code, answers, _) = fed(&bench, "solve --engine dfs --give-up 100000", &text);
    assert_eq!(code, 1);
    let answers: Vec<_> = answers.lines().collect();
    assert!(answers[0].starts_with("not known: given up after 1000"), "{answers:?}");
    assert_eq!(answers[1], SOLUTION);
    let args = "solve --engine dfs --give-up 100000 --format jsonl";
    let (_, answer, _) = fed(&bench, args, SEVENTEEN);
    let row: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!((&row["solutions"], &row["or_more"]), (&0.into(), &true.into()));
    bench.ends("solve --give-up 9", 2, "--give-up is for --engine dfs only");
}

#[test]
fn stats_are_what_the_engines_count() {
    let bench = Bench::new();
    let row = |engine: &str| -> serde_json::Value {
        let args = format!("solve --engine {engine} --stats --format jsonl");
        serde_json::from_str(&fed(&bench, &args, SEVENTEEN.replace('.', "0")).1).unwrap()
    };
    let limits = SearchLimits { solutions: 2, ..SearchLimits::NONE };
    let text = fed(&bench, "solve --stats --engine dfs", PUZZLE).1;
    let tried = Engine::Dfs.solve(&grid(PUZZLE), limits).tried;
    let stats = format!("{SOLUTION}  # {} nodes, {tried} digits tried, ", tried / 9);
    assert!(text.starts_with(&stats), "{text}");
    assert_eq!(row("mrv")["tried"], Engine::Mrv.solve(&grid(SEVENTEEN), limits).tried);
    assert!(row("fast")["nodes"].as_u64().unwrap() >= 1);
    assert!(row("mrv")["microseconds"].as_u64().unwrap() > 0);
    // What is printed is a puzzle file again.
    assert_eq!(fed(&bench, "solve", &text).1, format!("{SOLUTION}\n"));
}

/// All kinds: proper ones of every density, of 17 givens, with one given too few or wrong, full
/// grids, nonsense. The plain search is bounded; it must judge nearly all all the same.
#[test]
fn three_engines_agree_on_over_10_000_grids() {
    let mut rng = rng(41);
    let mut grids: Vec<Grid> = Vec::new();
    for (i, p) in mixed_puzzles(6_000, 42).enumerate() {
        let givens = *p.givens();
        grids.push(givens);
        let mut other = givens;
        let cell = Cell::ALL[i % 81];
        other[cell] = match other[cell] {
            Some(_) => None,
            None => Digit::new(rng.random_range(1..=9)),
        };
        grids.push(other);
    }
    let seventeen = puzzle(SEVENTEEN);
    grids.extend((0..100).map(|_| *Transform::random(&mut rng).puzzle(&seventeen).givens()));
    grids.extend((0..200).map(|_| Grid::from(full_grid(&mut rng))));
    grids.extend((0..60).map(|i| {
        let mut some = Grid::EMPTY;
        for _ in 0..i % 30 {
            some[Cell::ALL[rng.random_range(0..81)]] = Digit::new(rng.random_range(1..=9));
        }
        some
    }));
    let limits = SearchLimits { solutions: 2, searches: 400_000 };
    let (mut judged, mut counts) = (0, [0; 3]);
    for givens in &grids {
        let fast = givens.solutions(2);
        let found = Engine::Fast.solve(givens, limits);
        assert_eq!(found.count, fast.len());
        assert!(found.first.into_iter().flatten().eq(fast.iter().copied()));
        let mut mrv = Engine::Mrv.solutions(givens, 2);
        assert_eq!(mrv.len(), fast.len(), "{givens}");
        let dfs = Engine::Dfs.solve(givens, limits);
        if dfs.tried < limits.searches {
            judged += 1;
            assert_eq!(dfs.count, fast.len(), "{givens}");
        }
        if fast.len() == 1 {
            assert_eq!(mrv.pop(), Some(fast[0]));
            assert!(dfs.count == 0 || dfs.first == [Some(fast[0]), None]);
        }
        counts[fast.len()] += 1;
    }
    assert!(grids.len() > 12_000 && judged > 10_000, "{judged} of {}", grids.len());
    assert!(counts.iter().all(|&n| n > 1_000), "all answers come up: {counts:?}");
}

#[test]
fn canon_is_the_minimum_and_refuses_invalid_grids() {
    let bench = Bench::new();
    let mut rng = rng(45);
    let disguised = Transform::random(&mut rng).puzzle(&puzzle(PUZZLE));
    let text = format!("{PUZZLE}\n{}\n{}\n", disguised.givens(), ".".repeat(81));
    let (code, answers, said) = fed(&bench, "transform --canonical", &text);
    let expected = smallest_by_brute_force(&grid(PUZZLE));
    assert_eq!((code, &*answers), (1, &*format!("{expected}\n{expected}\n")));
    assert!(
        said.contains("standard input:3: no canonical form: the puzzle has more than one solution"),
        "{said}"
    );
    let (_, csv, _) = fed(&bench, "transform --canonical --format csv", PUZZLE);
    assert_eq!(csv, format!("puzzle,canonical\n{PUZZLE},{expected}\n"));
}

#[test]
fn transform_repeats_what_it_shows() {
    let bench = Bench::new();
    let mut rng = rng(46);
    let full = full_grid(&mut rng);
    let first = dug(&full, 30, &mut rng);
    for seed in 0..20 {
        let (_, shown, _) =
            fed(&bench, &format!("transform -q --show --seed {seed}"), first.givens().to_string());
        let (line, flags) = shown.trim().split_once("  # ").unwrap();
        assert_eq!(canonical(&grid(line)), canonical(first.givens()));
        let (code, again, said) =
            fed(&bench, &format!("transform {flags}"), first.givens().to_string());
        assert_eq!((code, again.trim(), &*said), (0, line, ""));
        let (_, back, _) = fed(&bench, &format!("transform --undo {flags}"), line);
        assert_eq!(back.trim(), first.givens().to_string());
        let (_, back, _) = fed(&bench, &format!("transform -q --undo --seed {seed}"), line);
        assert_eq!(back.trim(), first.givens().to_string());
    }
    let (_, csv, _) = fed(&bench, "transform --relabel 123456789 --format csv", PUZZLE);
    assert_eq!(csv, format!("puzzle,source,transform\n{PUZZLE},{PUZZLE},--relabel 123456789\n"));
}

/// The canonical form, which has a brute-force judge of its own.
fn canonical(grid: &Grid) -> String {
    let puzzle = Puzzle::prove(*grid).unwrap();
    Canonical::of(&puzzle).to_string()
}

/// Each part by hand, on a grid whose cells can be told apart.
#[test]
fn each_transform_part_has_its_documented_effect() {
    let bench = Bench::new();
    let line = SOLUTION;
    let at = |r: usize, c: usize| line.as_bytes()[r * 9 + c] as char;
    let by =
        |f: &dyn Fn(usize, usize) -> char| -> String { (0..81).map(|i| f(i / 9, i % 9)).collect() };
    let swap = |c: char, a: char, b: char| {
        if c == a {
            b
        } else if c == b {
            a
        } else {
            c
        }
    };
    let cases: [(&str, String); 9] = [
        ("--transpose", by(&|r, c| at(c, r))),
        ("--row-order 312456789", by(&|r, c| at([2, 0, 1, 3, 4, 5, 6, 7, 8][r], c))),
        ("--column-order 456123798", by(&|r, c| at(r, [3, 4, 5, 0, 1, 2, 6, 8, 7][c]))),
        ("--relabel 912345678", by(&|r, c| char::from((at(r, c) as u8 - b'1' + 8) % 9 + b'1'))),
        ("--swap-bands 1,3", by(&|r, c| at([6, 7, 8, 3, 4, 5, 0, 1, 2][r], c))),
        ("--swap-stacks 2,3", by(&|r, c| at(r, [0, 1, 2, 6, 7, 8, 3, 4, 5][c]))),
        ("--swap-digits 4,7", by(&|r, c| swap(at(r, c), '4', '7'))),
        (
            "--swap-digits 4,7 --swap-digits 7,1",
            by(&|r, c| swap(swap(at(r, c), '4', '7'), '7', '1')),
        ),
        ("--transpose --row-order 321456789", by(&|r, c| at(c, [2, 1, 0, 3, 4, 5, 6, 7, 8][r]))),
    ];
    for (flags, expected) in cases {
        let (code, answer, said) = fed(&bench, &format!("transform {flags}"), line);
        assert_eq!((code, answer.trim(), &*said), (0, &*expected, ""), "{flags}");
    }
}

#[test]
fn transform_refuses_invalid_parts() {
    let bench = Bench::new();
    let wrong = [
        ("--row-order 412356789", "expected the three rows of a band together"),
        ("--column-order 142536789", "expected the three columns of a stack together"),
        ("--row-order 123", "expected each of 1 to 9 once, as in 312645978, found 123"),
        ("--relabel 112345678", "expected each of 1 to 9 once"),
        ("--swap-bands 1,4", "expected two numbers from 1 to 3"),
        ("--swap-digits 3", "expected two numbers from 1 to 9"),
        ("--seed 1 --transpose", "cannot be used with"),
        ("--undo", "expected --seed or the parts of the transform with --undo"),
        ("--show", "expected --random, --seed or the parts of a transform with --show"),
        ("--random --transpose", "cannot be used with"),
    ];
    for (flags, words) in wrong {
        bench.ends(&format!("transform {flags}"), 2, words);
    }
    let (_, a, said) = fed(&bench, "transform --random", PUZZLE);
    let seed = said.trim().strip_prefix("seed ").unwrap();
    let (_, b, _) = fed(&bench, &format!("transform --seed {seed}"), PUZZLE);
    assert_eq!(a, b, "a seed that was drawn repeats the transforms");
}

#[test]
fn every_form_can_be_written_and_read_again() {
    let bench = Bench::new();
    let text = format!("{PUZZLE}\n{SEVENTEEN}\n{SYMMETRIC}\n");
    for format in ["txt", "sdm", "csv", "rows", "sdk", "ss"] {
        let (_, form, _) = fed(&bench, &format!("transform --format {format}"), &text);
        let (code, again, said) = fed(&bench, "transform", &form);
        assert_eq!((code, &*again, &*said), (0, &*text, ""), "{format}:\n{form}");
    }
}
