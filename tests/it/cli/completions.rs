//! Completions in bash, zsh and fish: real shells on a terminal, and the Tab key.

use crate::support::program::Bench;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What is typed, where `\t` is Tab, and the words that the shell then runs.
const TYPED: [(&str, &str); 11] = [
    ("ru\t", "<run>"),
    ("run --tem\t", "<run><--template>"),
    ("archive st\t", "<archive><stats>"),
    ("shards st\t", "<shards><status>"),
    ("archive stats --arch\t", "<archive><stats><--archive>"),
    // Words of a flag.
    ("rate --format js\t", "<rate><--format><jsonl>"),
    // Files.
    ("run --template my-d\t", "<run><--template><my-design.toml>"),
    ("run --printer my-p\t", "<run><--printer><my-printer.toml>"),
    ("book my-b\t", "<book><my-book.csv>"),
    ("template check my-d\t", "<template><check><my-design.toml>"),
    // A name with a space in it.
    ("run --font a\t", "<run><--font><a face.ttf>"),
];

/// Types all of it into a shell that completes `sudoku-press`, which here only says its words.
fn completes_in(shell: &str, interactive: &str, define: &str, load: &str) {
    for tool in [shell, "script", "timeout"] {
        let asked = Command::new(tool).arg("--version").output();
        if !asked.is_ok_and(|asked| asked.status.success()) {
            eprintln!("skipped: {tool} is not installed, or is another program of this name");
            return;
        }
    }
    let bench = Bench::new();
    let script = bench.run(&format!("completions {shell}"));
    assert!(script.status.success());
    fs::create_dir(bench.path("fpath")).unwrap();
    fs::write(bench.path("fpath/_sudoku-press"), script.stdout).unwrap();
    for name in ["my-design.toml", "my-printer.toml", "my-book.csv", "a face.ttf"] {
        fs::write(bench.path(name), "").unwrap();
    }
    let mut child = Command::new("timeout")
        .args(["60", "script", "--quiet", "--command", interactive, "/dev/null"])
        .current_dir(bench.path(""))
        .env("HOME", bench.path(""))
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = TYPED.map(|(typed, _)| format!("sudoku-press {typed}\n"));
    let input = format!("{define}\n{load}\n{}exit\n", lines.concat());
    // More than a terminal keeps for a shell that does not read yet would be lost.
    assert!(input.len() < 4096);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    let screen = child.wait_with_output().unwrap().stdout;
    drop(stdin);
    let screen = String::from_utf8_lossy(&screen).replace('\r', "\n");
    let ran: Vec<_> = screen.lines().filter_map(|line| line.strip_prefix("RAN ")).collect();
    let expected = TYPED.map(|(_, words)| words);
    assert_eq!(ran, expected, "{shell}:\n{screen}");
}

#[test]
fn bash_completes_after_the_subcommand() {
    completes_in(
        "bash",
        "bash --norc --noprofile -i",
        r#"sudoku-press() { printf 'RAN '; printf '<%s>' "$@"; echo; }"#,
        "PS1='$ '; source fpath/_sudoku-press",
    );
}

#[test]
fn zsh_completes_names_and_files() {
    completes_in(
        "zsh",
        "zsh -f -i",
        r#"sudoku-press() { printf 'RAN '; printf '<%s>' "$@"; echo; }"#,
        "PS1='$ '; fpath=($PWD/fpath $fpath); autoload -U compinit; compinit -u -D",
    );
}

#[test]
fn fish_completes_names_and_files() {
    completes_in(
        "fish",
        "fish --no-config -i",
        r#"function sudoku-press; printf 'RAN '; printf '<%s>' $argv; echo; end"#,
        "source fpath/_sudoku-press",
    );
}

/// clap looks for wrong names, conflicts and defaults of arguments when a command is built, but only with debug
/// assertions: without them a wrong name was an argument that is never given. `man` builds all commands.
#[test]
fn clap_finds_no_fault_in_any_command() {
    let settings: toml::Table = include_str!("../../../Cargo.toml").parse().unwrap();
    let of_clap = &settings["profile"]["release"]["package"]["clap_builder"];
    assert_eq!(of_clap["debug-assertions"].as_bool(), Some(true));
    let bench = Bench::new();
    bench.ends("man pages", 0, "");
    assert!(bench.names("pages").len() > 40, "{:?}", bench.names("pages"));
}
