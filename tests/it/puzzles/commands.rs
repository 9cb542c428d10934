//! What `solve`, `check`, `rate`, `canon` and `transform` have in common in the built binary.

use crate::support::program::{Bench, fed};
use crate::support::puzzles::{PUZZLE, SEVENTEEN, SOLUTION, SYMMETRIC, mixed_puzzles};
use std::fs;
use std::io::Write as _;
use std::process::Stdio;

const COMMANDS: [&str; 5] = ["solve", "check", "rate", "canon", "transform --seed 1 -q"];

#[test]
fn every_command_answers_the_same_from_a_file_and_from_standard_input() {
    let bench = Bench::new();
    let text = format!("{PUZZLE}\n{SEVENTEEN}\n{SYMMETRIC}\n");
    fs::write(bench.path("three.txt"), &text).unwrap();
    for command in COMMANDS {
        let (code, fed_answer, said) = fed(&bench, command, &text);
        assert_eq!((code, &*said), (0, ""), "{command}");
        let answers = fed_answer.lines().count();
        assert_eq!(answers, if command == "rate" { 4 } else { 3 }, "{fed_answer}");
        let dash = fed(&bench, &format!("{command} -"), &text);
        assert_eq!(dash.1, fed_answer, "{command} -");
        let file = fed(&bench, &format!("{command} three.txt"), "");
        assert_eq!((file.0, &*file.2), (0, ""), "{command}");
        assert_eq!(file.1.replace("three.txt", "standard input"), fed_answer, "{command}");
        let file = fed(&bench, &format!("{command} three.txt --out {}.out", &command[..4]), "");
        assert_eq!((file.0, &*file.1), (0, ""));
        let written = String::from_utf8(bench.read(&format!("{}.out", &command[..4]))).unwrap();
        assert_eq!(written.replace("three.txt", "standard input"), fed_answer, "{command}");
        bench.ends(
            &format!("{command} three.txt --out three.txt"),
            2,
            "three.txt exists; --force replaces it",
        );
    }
}

#[test]
fn good_lines_among_wrong_ones_are_answered_in_order_and_the_code_is_1() {
    let bench = Bench::new();
    let text = format!("{PUZZLE}\n53..7...\n{SEVENTEEN}\n{}\n{SYMMETRIC}\n", &PUZZLE[1..]);
    fs::write(bench.path("mixed.txt"), &text).unwrap();
    for command in COMMANDS {
        let (code, answers, said) = fed(&bench, &format!("{command} mixed.txt"), "");
        assert_eq!(code, 1, "{command}");
        let (_, good, _) =
            fed(&bench, command, format!("{PUZZLE}\n\n{SEVENTEEN}\n\n{SYMMETRIC}\n"));
        if command.starts_with("transform") || command == "solve" || command == "canon" {
            assert_eq!(answers, good, "{command}");
        }
        assert_eq!(answers.lines().count(), good.lines().count(), "{command}");
        let said: Vec<_> = said.lines().collect();
        assert_eq!(said.len(), 3, "{said:?}");
        assert_eq!(
            said[0],
            "sudoku-press: mixed.txt:2:9: expected 81 cells in a line or 9 in a row (9x9 only), \
             found 8"
        );
        assert_eq!(said[1], "sudoku-press: mixed.txt:4:81: expected 81 cells, found 80");
        assert_eq!(said[2], "sudoku-press: 3 puzzles were read; errors in what was read: 2");
    }
}

/// A catalogue whose disk fails must not be replaced by answers to a part of it.
#[test]
fn answers_to_a_part_of_what_was_asked_are_no_file() {
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

#[test]
fn a_file_without_puzzles_is_reported_and_the_others_are_answered() {
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

/// Also when the errors go into the same pipe: `sudoku-press check binary 2>&1 | head -1`.
#[test]
fn errors_that_nobody_reads_do_not_change_the_exit_code() {
    let bench = Bench::new();
    fs::write(bench.path("bad.txt"), (PUZZLE[1..].to_owned() + "\n").repeat(20_000)).unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    let mut command = bench.command("check bad.txt");
    command.stdout(writer.try_clone().unwrap()).stderr(writer);
    let mut child = command.spawn().unwrap();
    drop(command);
    drop(reader);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Whoever types a puzzle sees its answer before the next one.
#[test]
fn a_puzzle_is_answered_before_the_next_one_is_there() {
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
fn a_long_file_needs_no_more_memory_than_a_short_one() {
    use std::io::{BufRead as _, BufReader};
    let bench = Bench::new();
    let nine: String = (0..9).map(|i| format!("{}\n", &PUZZLE[i * 9..][..9])).collect();
    let forms = [
        ("", format!("{PUZZLE}\n")),
        ("", nine),
        ("name,puzzle\n", format!("\"a name\",{PUZZLE}\n")),
    ];
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
fn answers_are_the_same_with_any_number_of_threads() {
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
