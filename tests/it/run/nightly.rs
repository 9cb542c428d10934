//! Runs by night: stopped and resumed, full disks, the shipped service, JSON messages, threads that cannot start.

use crate::support::crashes::{
    CREATE, appears, archive_is_sound, signal, signal_process, spawn, tree, undisturbed,
};
use crate::support::program::{Bench, OF_A_RUN, program};
use book::date;
use jiff::civil::{Date, time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use jobs::Night;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Some seconds of work, so that there are pieces.
const RUN: &str = "run --quota 2=2000,5=800 --seed 11 --archive a";

fn pieces(bench: &Bench) -> Vec<String> {
    if !bench.path("out/.sudoku-press").exists() {
        return Vec::new();
    }
    let names = bench.names("out/.sudoku-press").into_iter();
    names.filter(|n| n.starts_with("piece-")).collect()
}

/// Stopped in order, then goes on from its pieces; with a torn piece, and one of another run.
#[test]
fn stopped_run_ends_in_time_and_resumes() {
    let (expected, _) = undisturbed(&[CREATE], RUN);
    let bench = Bench::new();
    bench.ends("archive create --archive a", 0, "");
    for (name, code) in [("TERM", 143), ("INT", 130)] {
        let before = pieces(&bench).len();
        let mut child = spawn(&bench, RUN);
        appears(&bench, "out/.sudoku-press/catalog.csv", 1);
        let sent = Instant::now();
        signal(&child, name);
        let ended = child.wait().unwrap();
        assert!(sent.elapsed() < Duration::from_secs(2), "{:?}", sent.elapsed());
        assert_eq!(ended.code(), Some(code));
        let kept = pieces(&bench).len();
        assert!(kept >= before.max(1), "what was made is kept");
        assert!(!bench.path("out/manifest.json").exists());
        archive_is_sound(&bench, 0);
    }
    // The seed need not be told again: the pieces know it.
    let kept = fs::read_to_string(bench.path("out/.sudoku-press/piece-00000")).unwrap();
    assert!(kept.contains("\"seed\":11"), "{kept}");
    let again = bench.run(&RUN.replace("--seed 11 ", ""));
    let said = String::from_utf8(again.stderr).unwrap();
    assert!(again.status.success() && said.contains("seed 11"), "{said}");
    assert_eq!(tree(&bench), expected);

    // What cannot be trusted is made again.
    let begun = format!("{{\"run\":\"{}\",\"seed\":11}}\n", run_name(&bench));
    fs::remove_dir_all(bench.path("out")).unwrap();
    fs::create_dir_all(bench.path("out/.sudoku-press")).unwrap();
    fs::write(bench.path("out/.sudoku-press/run.json"), begun).unwrap();
    fs::write(bench.path("out/.sudoku-press/piece-00000"), kept.replacen("\n2 0 0", "\n2 0 1", 1))
        .unwrap();
    fs::write(bench.path("out/.sudoku-press/piece-00001"), "torn").unwrap();
    fs::write(bench.path("out/.sudoku-press/.piece-00002.0123456789abcdef.part"), "torn").unwrap();
    bench.ends(RUN, 0, "");
    assert_eq!(tree(&bench), expected);
    let begun = format!("{{\"run\":\"{}\",\"seed\":11}}\n", run_name(&bench));
    fs::remove_dir_all(bench.path("out")).unwrap();
    fs::create_dir_all(bench.path("out/.sudoku-press")).unwrap();
    fs::write(bench.path("out/.sudoku-press/run.json"), begun).unwrap();
    fs::write(bench.path("out/.sudoku-press/piece-00000"), &kept).unwrap();
    bench.ends("run --count 2 --seed 11 --archive a", 0, "");
    assert_eq!(bench.names("out"), OF_A_RUN);
}

/// Killed while a compressed catalogue is being written: the rerun ends in the same bytes.
#[test]
fn killed_run_resumes_to_the_same_compressed_catalogue() {
    let compressed = format!("{RUN} --compress zstd");
    let (expected, time) = undisturbed(&[CREATE], &compressed);
    let has = |name: &str| expected.contains_key(name);
    assert!(has("out/catalog.csv.zst") && !has("out/catalog.csv"));
    let bench = Bench::new();
    bench.ends("archive create --archive a", 0, "");
    let mut child = spawn(&bench, &compressed);
    let begun = Instant::now();
    while pieces(&bench).is_empty() && begun.elapsed() < time * 3 {
        std::thread::sleep(Duration::from_millis(2));
    }
    let _ = child.kill();
    child.wait().unwrap();
    for (name, hash) in tree(&bench) {
        // With a crash the log of the archive stays beside it until somebody opens it.
        let working = name.split('/').any(|part| part.starts_with('.')) || name.starts_with("a-");
        assert!(working || expected.get(&name) == Some(&hash), "{name}");
    }
    // What was being written under the other name is gone in the end too.
    let other = bench.path("out/.sudoku-press/.catalog.csv.0123456789abcdef.part");
    fs::create_dir_all(bench.path("out/.sudoku-press")).unwrap();
    fs::write(&other, "id,puzz").unwrap();
    bench.ends(&compressed, 0, "");
    assert!(!other.exists());
    assert_eq!(tree(&bench), expected);
}

#[test]
fn second_signal_ends_at_once_without_partial_files() {
    let bench = Bench::new();
    let mut child = spawn(&bench, "generate --levels 5 --count 1000000 --out c.csv");
    appears(&bench, "c.csv", 0);
    signal(&child, "INT");
    signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!bench.path("c.csv").exists());
}

/// The name of the newest run of the archive.
fn run_name(bench: &Bench) -> String {
    let stats = String::from_utf8(bench.run("archive stats --archive a").stdout).unwrap();
    let newest = stats.lines().last().unwrap();
    newest.split_whitespace().next().unwrap().to_owned()
}

/// A catalogue by itself goes on as a run does, from pieces beside it.
#[test]
fn a_stopped_catalogue_goes_on_where_it_stopped() {
    const MAKE: &str = "generate --quota 2=1500,5=12000 --seed 11 --archive a --out c.csv";
    let (expected, _) = undisturbed(&[CREATE], MAKE);
    let bench = Bench::new();
    bench.ends(CREATE, 0, "");
    let mut child = spawn(&bench, MAKE);
    appears(&bench, "c.csv", 1);
    signal(&child, "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(143));
    assert!(
        bench.path(".c.csv.sudoku-press/piece-00000").exists() && !bench.path("c.csv").exists()
    );
    archive_is_sound(&bench, 0);
    // The seed need not be told again; for another file it is none of its business.
    let other = bench.run("generate --quota 2=2 --out d.csv");
    let said = String::from_utf8(other.stderr).unwrap();
    // A seed that was drawn may well begin with 11: it is the whole number that counts.
    let seed = said.split("seed ").nth(1).expect(&said);
    let seed = seed.split(|c: char| !c.is_ascii_digit()).next();
    assert!(other.status.success() && seed != Some("11"), "{said}");
    fs::remove_file(bench.path("d.csv")).unwrap();
    bench.ends(&MAKE.replace("--seed 11 ", ""), 0, "seed 11");
    assert_eq!(tree(&bench), expected);
    // To standard output nothing is kept, and that is said.
    let mut command = bench.command("generate --levels 5 --count 1000000");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    signal(&child, "INT");
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(said.contains("stopped by SIGINT; nothing was kept"), "{said}");
    assert_eq!(ended.status.code(), Some(130));
}

/// A night is lost where pieces are there and nobody reads them: the catalogue would be the same. So each of two pieces says
/// here that its first puzzle took a million attempts, and the table must count them.
#[test]
fn resumed_catalogue_keeps_finished_puzzles() {
    const MAKE: &str = "generate --quota 2=1500,5=4000 --seed 11 --log-format jsonl --out";
    let bench = Bench::new();
    bench.ends(&format!("{MAKE} whole.csv"), 0, "");
    let mut child = spawn(&bench, &format!("{MAKE} c.csv"));
    appears(&bench, "c.csv", 1);
    signal(&child, "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(143));
    let piece = |number: u32| bench.path(&format!(".c.csv.sudoku-press/piece-0000{number}"));
    let kept = fs::read_to_string(piece(0)).unwrap();
    let lines: Vec<&str> = kept.lines().collect();
    let [header, made @ .., _] = &lines[..] else { panic!("{kept}") };
    for (number, made) in made.chunks(made.len().div_ceil(2)).enumerate() {
        let mut words: Vec<&str> = made[0].split(' ').collect();
        words[3] = "1000000";
        let header = header.replace("\"piece\":0", &format!("\"piece\":{number}"));
        let text = format!("{header}\n{}\n{}\n", words.join(" "), made[1..].join("\n"));
        let summed = format!("checkpoint of sudoku-press\n{text}");
        let sum = files::Checksum::from_bytes(summed.as_bytes()).text();
        fs::write(piece(number as u32), format!("{text}sum {sum}\n")).unwrap();
    }
    let again = bench.run(&format!("{MAKE} c.csv"));
    let said = String::from_utf8(again.stderr).unwrap();
    let numbers = said.split("\"attempts\":").skip(1);
    let numbers = numbers.map(|rest| rest.split([',', '}']).next().unwrap());
    let attempts = numbers.map(|number| number.parse::<u64>().unwrap());
    assert!(attempts.sum::<u64>() > 2_000_000, "{said}");
    assert_eq!(bench.read("c.csv"), bench.read("whole.csv"));
}

/// While the book is being pressed a run stops in order too, and all that was made is kept.
#[test]
fn run_stopped_while_writing_its_book_resumes() {
    const LONG: &str = "run --quota 1=9000 --seed 4 --archive a --quiet";
    let (expected, _) = undisturbed(&[CREATE], LONG);
    let bench = Bench::new();
    bench.ends(CREATE, 0, "");
    let mut in_order = 0;
    let signals = [("TERM", 143, "SIGTERM"), ("INT", 130, "SIGINT"), ("HUP", 129, "SIGHUP")];
    for (name, code, word) in signals.into_iter().cycle().take(4) {
        let mut command = bench.command(LONG);
        let child = command.stderr(Stdio::piped()).spawn().unwrap();
        appears(&bench, "out/.sudoku-press/book-01.pdf", 0);
        let sent = Instant::now();
        signal(&child, name);
        let ended = child.wait_with_output().unwrap();
        let time = sent.elapsed();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(code), "{said}");
        assert!(time < Duration::from_secs(2), "{time:?}");
        if said.is_empty() {
            // By force, because the machine is too slow to end in order.

            continue;
        }
        in_order += 1;
        let words =
            format!("sudoku-press: stopped by {word}; run the same command again to continue\n");
        assert_eq!(said, words);
        let kept: usize = pieces(&bench)
            .iter()
            .map(|name| bench.read(&format!("out/.sudoku-press/{name}")))
            .map(|piece| String::from_utf8(piece).unwrap().lines().count() - 2)
            .sum();
        assert_eq!(kept, 9_000);
        assert!(bench.names("out").iter().all(|name| !name.ends_with(".part")));
        archive_is_sound(&bench, 0);
    }
    assert!(in_order > 0, "every end was by force");
    bench.ends(LONG, 0, "");
    assert_eq!(tree(&bench), expected);

    // A book by itself.
    let mut command = bench.command("book out/catalog.csv --out m.pdf");
    let child = command.stderr(Stdio::piped()).spawn().unwrap();
    appears(&bench, "m-01.pdf", 0);
    signal(&child, "INT");
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(130), "{said}");
    assert!(said.contains("volumes that are finished stay"), "{said}");
    assert!(bench.names(".").iter().all(|name| !name.ends_with(".part")));
}

/// A small file system fills up: 74, one sentence, and with space the rerun succeeds.
#[test]
#[cfg(target_os = "linux")]
#[cfg_attr(not(has_mount), ignore = "needs mount")]
fn full_disk_ends_with_74_and_no_files() {
    let bench = Bench::new();
    let disk = bench.path("disk");
    fs::create_dir(&disk).unwrap();
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", "size=200k", "none"]).arg(&disk);
    assert!(mount.status().unwrap().success());
    let remount = |size: &str| {
        let options = format!("remount,size={size}");
        let mount = Command::new("mount").args(["-o", &options]).arg(&disk).status();
        assert!(mount.unwrap().success());
    };
    let unmount = || assert!(Command::new("umount").arg(&disk).status().unwrap().success());
    let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        bench.ends("archive create --archive disk/a", 0, "");
        let before = bench.read("disk/a");
        // Too small for the catalogue, then for the book.
        for size in ["200k", "500k"] {
            remount(size);
            let run = bench.run("run --count 200 --seed 1 --archive disk/a --out disk/out -q");
            let said = String::from_utf8(run.stderr).unwrap();
            assert_eq!(run.status.code(), Some(74), "{size}: {said}");
            assert_eq!(said.lines().count(), 1, "{said}");
            let names = bench.names("disk/out");
            assert!(!names.contains(&"manifest.json".into()), "{size}: {names:?}");
            assert!(names.iter().all(|n| !n.contains("part")), "{size}: {names:?}");
            assert!(bench.read("disk/a") == before, "{size}");
        }
        remount("10m");
        bench.ends("run --count 200 --seed 1 --archive disk/a --out disk/out", 0, "");
        bench.ends("archive check --archive disk/a", 0, "");
        assert_eq!(bench.names("disk"), ["a", "out"]);
    }));
    unmount();
    tried.unwrap();
}

/// The service as it is shipped.
#[test]
#[cfg_attr(not(has_systemd), ignore = "needs systemd")]
fn service_is_hardened_without_misspelt_keys() {
    let unit = concat!(env!("ROOT"), "/templates/systemd/sudoku-press.service");
    let judged = Command::new("systemd-analyze")
        .args(["security", "--offline=true", "--threshold=20", "--no-pager", unit])
        .output()
        .unwrap();
    assert!(judged.status.success(), "{}", String::from_utf8_lossy(&judged.stdout));
    // The program need not be installed to check the rest.
    let bench = Bench::new();
    let text = fs::read_to_string(unit).unwrap();
    let text = text.replace("/usr/local/bin/sudoku-press", "/bin/true");
    fs::write(bench.path("sudoku-press.service"), text).unwrap();
    let beside = |name: &str| unit.replace("sudoku-press.service", name);
    for name in ["sudoku-press.timer", "sudoku-press-failure.service"] {
        fs::copy(beside(name), bench.path(name)).unwrap();
    }
    for name in ["sudoku-press.service", "sudoku-press.timer", "sudoku-press-failure.service"] {
        let verify = Command::new("systemd-analyze").arg("verify").arg(bench.path(name)).output();
        let said = String::from_utf8(verify.unwrap().stderr).unwrap();
        // It succeeds with misspelt keys too: only silence is praise.
        assert!(!said.contains("sudoku-press"), "{said}");
    }
}

/// The command of the unit, with what systemd puts in the place of its own marks.
#[test]
fn failed_night_mails_its_exit_code() {
    let service = include_str!("../../../templates/systemd/sudoku-press.service");
    assert!(service.contains("\nOnFailure=sudoku-press-failure.service\n"));
    // Neither a run that is finished nor one that was stopped in order is a failure; 4 is an empty night.
    assert!(service.contains("\nSuccessExitStatus=3 143\n"));
    let unit = include_str!("../../../templates/systemd/sudoku-press-failure.service");
    let command = unit.split_once("ExecStart=/bin/sh -c '").unwrap().1.split_once('\'').unwrap().0;
    let bench = Bench::new();
    let command = command.replace("\\\n", "\n").replace("$$", "$").replace("%H", "press-1");
    assert!(!command.contains('%'));
    let command = command.replace("/usr/sbin/sendmail -t", "cat > mail");
    let mail = |code: Option<&str>| {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).current_dir(bench.path(".")).env("MAIL_TO", "root");
        shell
            .env_remove("MONITOR_EXIT_STATUS")
            .envs(code.map(|code| ("MONITOR_EXIT_STATUS", code)));
        assert!(shell.status().unwrap().success());
        String::from_utf8(bench.read("mail")).unwrap()
    };
    let begin = "To: root\nSubject: sudoku-press on press-1 ended with";
    assert!(mail(Some("74")).starts_with(&format!("{begin} 74\n\n")));
    assert!(mail(None).starts_with(&format!("{begin} an error\n\n")));
}

/// An alert about a figure that no run writes never fires.
#[test]
fn alerts_and_documents_name_metrics_that_are_written() {
    let bench = Bench::new();
    bench.ends("run --quota 1=2 --seed 1 -q --metrics-file m.prom", 0, "");
    let figures = String::from_utf8(bench.read("m.prom")).unwrap();
    let rules = include_str!("../../../templates/prometheus/sudoku-press.rules.yml");
    let page = include_str!("../../../docs/nightly.md");
    let mut found = 0;
    for text in [rules, page] {
        for (at, _) in text.match_indices("sudoku_press_") {
            let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let name = text[at..].split(|c| !is_of_name(c)).next().unwrap();
            assert!(figures.contains(&format!("\n{name} ")), "{name}");
            found += 1;
        }
    }
    assert!(found > 4, "{found} names");
    // What a program that reads YAML would say first.
    assert!(
        !rules.contains('\t')
            && rules.matches("- alert: ").count() == rules.matches("expr: ").count()
    );
}

/// The alerts that fire for the exit code of the last run. Their expressions compare the code with
/// numbers.
fn firing_alerts(rules: &str, code: i32) -> Vec<&str> {
    let mut firing = Vec::new();
    for rule in rules.split("- alert: ").skip(1) {
        let name = rule.lines().next().unwrap();
        let expression = rule.lines().find_map(|line| line.trim().strip_prefix("expr: ")).unwrap();
        let Some(conditions) = expression.strip_prefix("sudoku_press_exit_code ") else {
            continue;
        };
        let holds = conditions.split(" and sudoku_press_exit_code ").all(|condition| {
            let (operator, number) = condition.split_once(' ').unwrap();
            let is_same = code == number.parse::<i32>().unwrap();
            assert!(["==", "!="].contains(&operator), "{expression}");
            is_same == (operator == "==")
        });
        if holds {
            firing.push(name);
        }
    }
    firing
}

/// Neither the service nor the alerts call a night complete that has no puzzle.
#[test]
fn night_without_any_puzzle_counts_as_failed() {
    let bench = Bench::new();
    let empty = "run --needs jellyfish --levels 2 --attempts 5 --metrics-file m.prom";
    let code = bench.run(empty).status.code().unwrap();
    let figures = String::from_utf8(bench.read("m.prom")).unwrap();
    assert!(figures.contains(&format!("\nsudoku_press_exit_code {code}\n")), "{figures}");
    assert!(figures.contains("\nsudoku_press_last_success_timestamp_seconds 0\n"), "{figures}");
    let service = include_str!("../../../templates/systemd/sudoku-press.service");
    let line = service.lines().find_map(|line| line.strip_prefix("SuccessExitStatus="));
    let successes: Vec<i32> =
        line.unwrap().split(' ').map(|number| number.parse().unwrap()).collect();
    assert!(!successes.contains(&code), "{code}");
    let rules = include_str!("../../../templates/prometheus/sudoku-press.rules.yml");
    assert_eq!(firing_alerts(rules, code), ["SudokuPressEmpty"]);
    assert_eq!(firing_alerts(rules, 0), [""; 0]);
    assert_eq!(firing_alerts(rules, 3), ["SudokuPressShort"]);
    for other in [1, 2, 10, 11, 12, 74, 129, 130, 143] {
        assert_eq!(firing_alerts(rules, other), ["SudokuPressFailed"], "{other}");
    }
}

#[test]
fn messages_are_json_and_metrics_are_written() {
    let bench = Bench::new();
    let events = |args: &str| -> Vec<serde_json::Value> {
        let run = bench.run(&format!("{args} --log-format jsonl --metrics-file m.prom"));
        let said = String::from_utf8(run.stderr).unwrap();
        let lines = said.lines().map(|line| serde_json::from_str(line).expect(line));
        let events: Vec<serde_json::Value> = lines.collect();
        let last = events.last().unwrap();
        assert_eq!(last["type"], "summary");
        assert_eq!(last["exit_code"], run.status.code().unwrap());
        assert!(events.iter().all(|event| event["run_id"] == last["run_id"]));
        events
    };
    let said = events("run --count 3 --seed 1");
    assert_eq!(said[0]["text"], "seed 1");
    assert!(said.iter().any(|event| event["type"] == "progress"));
    assert_eq!(said.last().unwrap()["puzzles"], 15);
    let id = said[0]["run_id"].as_str().unwrap().to_owned();
    assert_eq!(id.len(), 16);
    let figures = String::from_utf8(bench.read("m.prom")).unwrap();
    assert!(figures.contains("\nsudoku_press_puzzles 15\n"), "{figures}");
    let success = |figures: &str| -> String {
        let name = "sudoku_press_last_success_timestamp_seconds ";
        let line = figures.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap().to_owned()
    };
    // The same run has the same name, whoever makes it again; another has another.
    let again = events("run --count 3 --seed 1 --threads 1");
    assert_eq!(again[0]["run_id"], id.as_str());
    let other = events("run --count 3 --seed 2 --out other");
    assert_ne!(other[0]["run_id"], id.as_str());
    // Each of the three succeeded: it is the time of the last that is kept.
    let when = success(&String::from_utf8(bench.read("m.prom")).unwrap());
    assert_ne!(when, "0");
    let said = events("run --count 4 --seed 1 --quiet");
    assert_eq!(said[0]["type"], "error");
    assert_eq!(said[0]["code"], 2);
    assert_eq!(said.len(), 2, "quiet is errors and the summary");
    let figures = String::from_utf8(bench.read("m.prom")).unwrap();
    assert!(figures.contains("\nsudoku_press_exit_code 2\n"), "{figures}");
    assert_eq!(success(&figures), when, "remembered");
    // What no run could be made of has no name, and is said in the same form.
    fs::write(bench.path("job.toml"), "log-format = 'jsonl' # machines\ncuont = 3\n").unwrap();
    fs::write(bench.path("form.toml"), "log-format = 'jsonl'\n").unwrap();
    for (wrong, words) in [
        ("run --log-format jsonl --cuont 3", "--cuont"),
        ("run --log-format jsonl --template nosuch", "nosuch"),
        ("run --log-format=jsonl --job nosuch.toml", "--job nosuch.toml: No such file"),
        ("run --job job.toml", "there is no setting `cuont`"),
        // The form holds wherever it stands, also behind what is wrong.
        ("generate --levels 9 --log-format jsonl", "--levels"),
        ("run --cuont 3 --title=x --log-format=jsonl", "--cuont"),
        ("run --nosuch --job form.toml", "--nosuch"),
    ] {
        let run = bench.run(wrong);
        let said = String::from_utf8(run.stderr).unwrap();
        let said: Vec<serde_json::Value> =
            said.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
        assert!(said[0]["text"].as_str().unwrap().contains(words), "{said:?}");
        assert!(said[0]["run_id"].is_null() && said[0]["code"] == 2, "{said:?}");
        assert_eq!((said.len(), &said[1]["exit_code"]), (2, &2.into()));
    }
}

#[test]
#[cfg_attr(not(has_coreutils), ignore = "needs coreutils")]
fn sha256sum_accepts_the_checksums_of_a_run() {
    let bench = Bench::new();
    bench.ends("run --quota 1=2 --seed 1 -q", 0, "");
    let mut sums = Command::new("sha256sum");
    sums.args(["-c", "--strict", "SHA256SUMS"]).current_dir(bench.path("out"));
    let sums = sums.output().unwrap();
    assert!(sums.status.success());
    assert_eq!(sums.stdout.iter().filter(|b| **b == b'\n').count(), 3);
}

/// Three types of messages, `file`, `book` and `next`, stood in no document.
#[test]
fn guide_lists_each_message_type_with_its_keys() {
    let guide = include_str!("../../../docs/nightly.md");
    let table = guide.split_once("| `type` | when | further keys |\n|---|---|---|\n").unwrap().1;
    let table = table.split("\n\n").next().unwrap();
    let names = |cell: &str| -> BTreeSet<String> {
        cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let rows = table.lines().map(|row| row.split('|').collect::<Vec<_>>());
    let told: BTreeMap<String, BTreeSet<String>> =
        rows.map(|row| (names(row[1]).pop_first().unwrap(), names(row[3]))).collect();
    let bench = Bench::new();
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    // A night that was left unfinished is a warning of the next.
    let left = bench.path("2026-03-01/.sudoku-press");
    fs::create_dir_all(&left).unwrap();
    fs::write(left.join("run.json"), "{\"run\": \"0123456789abcdef\", \"seed\": 1}").unwrap();
    for args in [
        "run --count 3 --levels 1 --seed 1",
        "run --count 3 --levels 1 --seed from-date --secret mine --out {date} --date 2026-03-02",
        "run --count 3 --template nosuch",
    ] {
        let said = String::from_utf8(bench.run(&format!("{args} --log-format jsonl")).stderr);
        for line in said.unwrap().lines() {
            let event: serde_json::Value = serde_json::from_str(line).expect(line);
            let mut keys: BTreeSet<_> = event.as_object().unwrap().keys().cloned().collect();
            let kind = event["type"].as_str().unwrap().to_owned();
            for always in ["type", "ts", "run_id"] {
                assert!(keys.remove(always), "{always}: {line}");
            }
            assert_eq!(keys.remove("text"), kind != "summary", "{line}");
            found.entry(kind).or_default().extend(keys);
        }
    }
    assert_eq!(found, told);
}

/// `nohup` starts a command that ignores SIGHUP.
#[test]
fn ignored_hangup_does_not_stop_a_run() {
    let bench = Bench::new();
    let mut command = Command::new("sh");
    let script = "trap '' HUP; exec \"$0\" generate --quota 2=1500,5=4000 --seed 11 --out c.csv";
    command.args(["-c", script, program()]).current_dir(bench.path("."));
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    appears(&bench, "c.csv", 0);
    signal(&child, "HUP");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(bench.path("c.csv").exists());
}

#[test]
fn failed_run_has_no_puzzles_in_its_metrics() {
    let bench = Bench::new();
    // The limit of the shell stands for a full disk, after all puzzles are made.
    let script = "ulimit -f 8; exec \"$0\" generate --quota 1=200 --seed 1 --metrics-file m.prom \
                  --log-format jsonl --out c.csv";
    let mut command = Command::new("sh");
    let run =
        command.args(["-c", script, program()]).current_dir(bench.path(".")).output().unwrap();
    assert_eq!(run.status.code(), Some(74));
    let figures = String::from_utf8(bench.read("m.prom")).unwrap();
    assert!(figures.contains("\nsudoku_press_puzzles 0\n"), "{figures}");
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(said.lines().last().unwrap().contains("\"puzzles\":0"), "{said}");
}

#[test]
fn nights_that_were_never_begun_are_named() {
    let bench = Bench::new();
    let night = "run --count 1 --levels 1 --seed from-date --secret mine --out n/{date}";
    bench.ends(&format!("{night} --date 2026-03-02"), 0, "");
    let words = "n/2026-03-03 was never begun; the same command with --date 2026-03-03 makes it";
    bench.ends(&format!("{night} --date 2026-03-04"), 0, words);
    let said = bench.run(&format!("{night} --date 2026-03-05")).stderr;
    assert!(!String::from_utf8(said).unwrap().contains("never begun"));
    bench.ends(&format!("{night} --date 2026-03-03"), 0, "");
    // A job of every week has no night in between, once it has run twice.
    let weekly = "run --count 1 --levels 1 --seed from-date --secret mine --out w/{date}";
    for date in ["2026-03-02", "2026-03-09", "2026-03-16"] {
        let said = bench.run(&format!("{weekly} --date {date}")).stderr;
        let said = String::from_utf8(said).unwrap();
        assert_eq!(said.contains("never begun"), date == "2026-03-09", "{date}: {said}");
    }
}

#[test]
fn later_night_than_the_clock_is_named() {
    let bench = Bench::new();
    let today = Timestamp::now().to_zoned(TimeZone::UTC).date();
    let later = today.saturating_add(2.days());
    let night = "run --count 1 --levels 1 --seed from-date --secret mine --out n/{date}";
    bench.ends(&format!("{night} --date {later}"), 0, "");
    bench.ends(night, 0, &format!("n/{later} is of a later night than "));
}

#[test]
fn a_date_has_ten_characters() {
    assert_eq!(date("2026-11-20"), Ok(jiff::civil::date(2026, 11, 20)));
    for written in ["20.11.2026", "2026/11/20"] {
        assert_eq!(date(written), date("2026-11-20"));
    }
    assert_eq!(date("1.2.2026"), date("2026-02-01"));
    for wrong in [
        "26-1-1",
        "2026-1-1",
        "2026-02-30",
        "20261120",
        "2026-11-20 ",
        "",
        "1.2.26",
        "30.2.2026",
        "11/20/2026",
        "1.2.",
        "..",
    ] {
        assert!(date(wrong).is_err(), "{wrong}");
    }
}

/// A timer that fires each day at an hour of a zone makes each night once, through both changes of
/// the clock, whichever zone the host has.
#[test]
fn night_has_one_date_in_every_time_zone() {
    const ZONES: [&str; 23] = [
        "UTC",
        "Europe/Berlin",
        "Europe/London",
        "Europe/Lisbon",
        "Europe/Moscow",
        "Atlantic/Azores",
        "America/New_York",
        "America/St_Johns",
        "America/Los_Angeles",
        "America/Sao_Paulo",
        "America/Santiago",
        "America/Havana",
        "America/Asuncion",
        "Africa/Cairo",
        "Asia/Beirut",
        "Asia/Tehran",
        "Asia/Kolkata",
        "Asia/Taipei",
        "Asia/Tokyo",
        "Australia/Lord_Howe",
        "Australia/Sydney",
        "Pacific/Chatham",
        "Pacific/Kiritimati",
    ];
    for name in ZONES {
        let zone = TimeZone::get(name).unwrap();
        for hour in [0, 2, 3, 23] {
            let mut nights = BTreeSet::new();
            let mut day = jiff::civil::date(2026, 1, 1);
            let days = 365;
            for _ in 0..days {
                // What a timer does with an hour that is skipped or comes twice: it fires once.
                let fires = day.to_datetime(time(hour, 0, 0, 0)).to_zoned(zone.clone());
                nights.insert(Night::day_at(fires.unwrap().timestamp(), &zone));
                day = day.tomorrow().unwrap();
            }
            assert_eq!(nights.len(), days, "{name} at {hour}");
            assert_eq!(nights.first(), Some(&jiff::civil::date(2026, 1, 1)));
            assert_eq!(nights.last(), Some(&jiff::civil::date(2026, 12, 31)));
        }
    }
}

/// The shipped timer and the default zone are both UTC: from one firing to the next is one day, on
/// hosts of any zone.
#[test]
fn the_shipped_timer_makes_each_utc_day_once() {
    let timer = include_str!("../../../templates/systemd/sudoku-press.timer");
    assert!(timer.contains("OnCalendar=*-*-* 02:00:00 UTC"), "{timer}");
    let mut moment: Timestamp = "2026-01-01T02:00:00Z".parse().unwrap();
    let mut expected: Date = jiff::civil::date(2026, 1, 1);
    for _ in 0..365 {
        assert_eq!(Night::day_at(moment, &TimeZone::UTC), expected);
        moment += 24.hours();
        expected = expected.tomorrow().unwrap();
    }
}

/// Runs a command with the `n`-th start of a thread failing; `None` when it starts fewer than that.
fn without_thread(bench: &Bench, n: u32, args: &str) -> Option<(Option<i32>, String)> {
    let log = bench.path("strace.log");
    let output = Command::new("strace")
        .args(["-f", "-qq", "-o", log.to_str().unwrap()])
        .args(["-e", "trace=clone3"])
        .args(["-e", &format!("inject=clone3:error=EAGAIN:when={n}")])
        .arg(crate::support::program::program())
        .args(args.split_whitespace())
        .current_dir(bench.path(""))
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&bench.read("strace.log")).into_owned();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    log.contains("(INJECTED)").then_some((output.status.code(), said))
}

#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn thread_that_cannot_start_causes_no_panic() {
    let bench = Bench::new();
    bench.ends("generate --count 12 --seed 1 --out few.csv", 0, "");
    let mut failed = 0;
    for args in [
        "run --count 1 --seed 1 --threads 3 --out out/N",
        "generate --count 1 --seed 1 --threads 3 --out N.csv",
        "book few.csv --out N.pdf",
        "cover few.csv --printer kdp --out N-cover.pdf",
        "export svg few.csv --out svg-N",
        "verify few.csv",
        "solve few.csv",
        "one --seed 1",
    ] {
        for n in 1.. {
            let args = args.replace('N', &n.to_string());
            let Some((code, said)) = without_thread(&bench, n, &args) else {
                break;
            };
            failed += 1;
            assert!(!said.contains("panicked"), "{args}, thread {n}: {said}");
            // Nothing is hurried without its thread, but the work is done; else a sentence.
            let sentence =
                matches!(code, Some(1 | 2 | 74)) && said.contains("sudoku-press: cannot ");
            assert!(code == Some(0) || sentence, "{args}, thread {n}: {code:?} {said}");
        }
    }
    assert!(failed > 10, "only {failed} threads could be made to fail");
}

/// The first signal was swallowed: it was noted for a thread that was not there.
#[test]
#[cfg_attr(not(all(has_strace, has_coreutils)), ignore = "needs strace and coreutils")]
fn signal_ends_a_run_without_a_watcher() {
    let bench = Bench::new();
    let program = crate::support::program::program();
    // strace itself ignores SIGINT while the program runs; the shell tells the number of the program.
    let script = format!(
        "exec strace -f -qq -o /dev/null -e trace=clone3 -e inject=clone3:error=EAGAIN:when=1 \
         sh -c 'echo $$ > pid; exec {program} generate --levels 5 --count 1000000 --threads 1 --out N.csv'"
    );
    let mut command = Command::new("timeout");
    command.args(["60", "sh", "-c", &script]).current_dir(bench.path(""));
    let mut child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
    let working = bench.path(".N.csv.sudoku-press/run.json");
    while !working.exists() {
        assert!(child.try_wait().unwrap().is_none(), "ended before it began");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let pid = String::from_utf8(bench.read("pid")).unwrap();
    signal_process(pid.trim(), "INT");
    let sent = std::time::Instant::now();
    child.wait().unwrap();
    assert!(sent.elapsed() < std::time::Duration::from_secs(5), "{:?}", sent.elapsed());
}
