//! Names that users type: in any case and with any separators, by other codes, in any language;
//! unknown ones, and what other words the program uses for the same thing.

use crate::support::program::Bench;
use std::process::Command;
use sudoku_press::book::{Language, Palette, Template};
use sudoku_press::human::ladder::Ladder;
use sudoku_press::make::generate::FullGrid;
use sudoku_press::printers::Printer;

/// The whole help of a command, in one line.
fn help(command: &str) -> String {
    let words = command.split_whitespace().chain(["--help"]);
    let output = Command::new(crate::support::program::program()).args(words).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What `job show` makes of flags.
fn settings(bench: &Bench, flags: &str) -> String {
    let output = bench.run(&format!("job show {flags}"));
    assert!(output.status.success(), "{flags}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Each was refused, some with "os error 2".
#[test]
fn names_are_read_in_any_case_with_any_separators() {
    let bench = Bench::new();
    let run = "run --count 1 --levels easy --seed 1 -q --force";
    for flags in [
        "--printer KDP --paper Cream --trim 6X9 --fill-pages",
        "--template Large_Print",
        "--template large-print --symmetry Half_Turn",
        "--ladder Human --needs X_Wing --levels HARD",
        "--ladder human --course Naked_Pair,POINTING --levels 2",
        "--answers APART",
        "--parts Title,PUZZLES,How_To_Play,answers",
        "--cover --printer Kdp --trim 6x9 --fill-pages --palette SUN --cover-design LETTERS --spine 2mm",
    ] {
        let levels =
            if flags.contains("--levels") { run.replace(" --levels easy", "") } else { run.into() };
        let levels = if flags.contains("--course") {
            (levels, flags.replace(" --levels 2", ""))
        } else {
            (levels, flags.to_owned())
        };
        bench.ends(&format!("{} {}", levels.0, levels.1), 0, "");
    }
    // A name with a space is one word of the command line.
    let mut command = bench.command("run --count 1 --levels 1 --seed 1 -q --out spaced");
    command.args(["--template", "large print", "--lang", "pt br"]);
    assert!(command.status().unwrap().success());
    let manifest = String::from_utf8(bench.read("spaced/manifest.json")).unwrap();
    assert!(manifest.contains("\"template\": \"large-print\""), "{manifest}");
    assert!(manifest.contains("\"lang\": \"pt-BR\""), "{manifest}");
    bench.ends("verify spaced", 0, "");
    bench.ends("book spaced --lang EN --title Calm --out calm.pdf", 0, "");
}

#[test]
fn languages_are_known_by_other_codes() {
    let bench = Bench::new();
    let shown = |code: &str| {
        let output = bench.run(&format!("lang show {code}"));
        assert!(output.status.success(), "{code}: {}", String::from_utf8_lossy(&output.stderr));
        Language::parse(&String::from_utf8(output.stdout).unwrap()).unwrap().code().to_owned()
    };
    for (typed, code) in [
        ("zh-CN", "zh-Hans"),
        ("zh_CN", "zh-Hans"),
        ("zh-hans", "zh-Hans"),
        ("zh-Hant", "zh-TW"),
        ("zh-HK", "zh-TW"),
        ("zh_Hant_HK", "zh-TW"),
        ("zh-Hans-SG", "zh-Hans"),
        ("jp", "ja"),
        ("ja-JP", "ja"),
        ("pt", "pt-BR"),
        ("pt_br", "pt-BR"),
        ("de-AT", "de"),
        ("de-Latn-CH", "de"),
        ("en_us", "en-US"),
        ("en-GB", "en"),
    ] {
        assert_eq!(shown(typed), code, "{typed}");
    }
    // Portuguese of Portugal is another language than that of Brazil.
    bench.ends("lang show pt-PT", 2, "found \"pt-PT\", which is neither");
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    for (typed, code) in [("zh_CN", "zh"), ("jp", "ja"), ("pt", "pt-BR")] {
        let told = |code: &str| {
            crate::support::program::fed(&bench, &format!("explain --lang {code}"), puzzle)
        };
        assert_eq!(told(typed), told(code), "{typed}");
    }
    bench.ends("explain --lang xx", 2, "possible values: de, ");
}

/// `--levels easy` was "expected a level", and `one --level Evil` "invalid digit found in string".
#[test]
fn levels_have_names_in_every_language() {
    let bench = Bench::new();
    let made = |flags: &str| {
        let made = bench.run(&format!("generate --seed 3 {flags}"));
        assert!(made.status.success(), "{flags}: {}", String::from_utf8_lossy(&made.stderr));
        made.stdout
    };
    for (named, numbered) in [
        ("--levels easy --count 2", "--levels 2 --count 2"),
        ("--levels Beginner-Medium --count 2", "--levels 1-3 --count 2"),
        ("--levels 入门,Difícil --count 2", "--levels 1,4 --count 2"),
        ("--quota Leicht=2,evil=1", "--quota 2=2,5=1"),
        ("--ladder human --levels gentle-EASY --count 1", "--ladder human --levels 1-2 --count 1"),
    ] {
        assert_eq!(made(named), made(numbered), "{named}");
    }
    let one = |level: &str| bench.run(&format!("one --level {level} --seed 3 -q")).stdout;
    assert!(!one("5").is_empty() && one("5") == one("Evil"));
    let job = settings(&bench, "--turns easy,easy,hard");
    assert!(job.contains("turns = \"easy,easy,hard\""), "{job}");
    for (args, words) in [
        ("generate --levels eesy", "\"eesy\"; the nearest is easy"),
        ("generate --levels gentle", "\"gentle\", which is level 1 with --ladder human"),
        ("generate --levels evil --ladder human", "which is level 5 with --ladder published"),
        ("generate --quota teuflisch=3,bginner=2", "the nearest is beginner"),
        ("one --level nosuch", "or its name, found \"nosuch\""),
        ("one --level Evil --ladder human", "--level: expected a level, 1 (Gentle)"),
        ("run --turns Teuflisch", "(level 5 of the published ladder, 6 of the human ladder)"),
        ("one --level 1.5", "expected a level, found \"1.5\""),
    ] {
        bench.ends(args, 2, words);
        let said = String::from_utf8(bench.run(args).stderr).unwrap();
        assert!(!said.contains("invalid digit"), "{args}: {said}");
    }
}

/// A name that was no file was told as "No such file or directory (os error 2)".
#[test]
fn unknown_name_is_refused_with_the_nearest() {
    let bench = Bench::new();
    for (args, words) in [
        ("run --printer kdpp --trim 6x9", "found \"kdpp\", which is neither; the nearest is kdp"),
        ("run --template Clasic", "found \"Clasic\", which is neither; the nearest is classic"),
        ("run --lang xx", "found \"xx\", which is neither"),
        ("run --template mine.toml", "found \"mine.toml\": there is no such file"),
        ("printer show ingrm", "the nearest is ingram"),
        ("run --symmetry halfturns", "'half-turn'"),
        ("run --ladder human --needs X_Wings", "found \"X_Wings\"; the nearest is x-wing"),
        ("run --course pointing,naked-piar", "found \"naked-piar\"; the nearest is naked-pair"),
        ("run --course levels 9", "expected levels 1 to 7"),
        ("run --printer kdp --paper creme --trim 6x9", "paper white, cream"),
    ] {
        bench.ends(args, 2, words);
        let said = String::from_utf8(bench.run(args).stderr).unwrap();
        assert!(!said.contains("os error"), "{args}: {said}");
    }
    // A file is still one, and a path names a file where a built-in one has the name.
    let own = Template::BUILTIN[0].1.replace("name = \"classic\"", "name = \"own\"");
    std::fs::write(bench.path("kdp"), own).unwrap();
    bench.ends("template check ./kdp", 0, "");
    bench.ends("printer check ./kdp", 2, "");
}

/// The help says once that case and separators do not matter.
#[test]
fn help_says_once_how_names_are_read() {
    let whole = help("");
    assert_eq!(whole.matches("Case, spaces, hyphens and underscores do not matter").count(), 1);
    for name in ["run", "generate", "book", "one"] {
        assert!(!help(name).contains("do not matter"), "{name}");
    }
}

/// The ladder of levels was `published` in the flag and `paper` in the column; full grids were
/// `cyclic` and `pattern`.
#[test]
fn values_of_columns_are_the_words_of_flags() {
    let bench = Bench::new();
    let column = |flags: &str, name: &str| {
        let made = bench.run(&format!("generate --count 1 --levels 1 --seed 1 {flags}"));
        let text = String::from_utf8(made.stdout).unwrap();
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        let place = rows[0].iter().position(|column| *column == name).unwrap();
        rows[1][place].to_owned()
    };
    for ladder in Ladder::ALL {
        let found = column(&format!("--ladder {ladder} --rate se"), "ladder");
        assert_eq!(found, ladder.name());
    }
    assert_eq!(Ladder::Published.name(), "published");
    for grid in [FullGrid::PAPER, FullGrid::Shuffled, FullGrid::Cyclic] {
        let flags = format!("--grid {} --finished-houses allow", grid.name());
        assert_eq!(column(&flags, "grid"), grid.name());
    }
    bench.ends("generate --ladder paper", 2, "published, human");
}

/// Of four dialects: txt and jsonl, text and json, txt and json, text and json.
#[test]
fn forms_of_answers_have_one_name_each() {
    const WORDS: [&str; 5] = ["txt", "csv", "jsonl", "html", "parquet"];
    const OF_PUZZLES: [&str; 4] = ["sdm", "rows", "sdk", "ss"];
    let commands = [
        "generate",
        "solve",
        "check",
        "rate",
        "canon",
        "transform",
        "explain",
        "hint",
        "verify",
        "listing",
        "preflight",
        "run",
    ];
    let mut told = 0;
    for command in commands {
        let help = help(command);
        for flag in ["--format <", "--log-format <"] {
            let Some((_, after)) = help.split_once(flag) else { continue };
            let values = after.split_once("Possible values: ").unwrap().1;
            let values = values.split(" --").next().unwrap();
            let values = values.split(']').next().unwrap();
            for value in values.split(" - ").skip(1) {
                let word = value.split(':').next().unwrap();
                let known = WORDS.contains(&word) || OF_PUZZLES.contains(&word);
                assert!(known, "{command} {flag}{word}");
                told += 1;
            }
        }
    }
    assert!(told > 25, "{told}");
    let bench = Bench::new();
    bench.ends("listing out --format json", 2, "'jsonl'");
}

/// The line said "level 5 (Evil)" of a puzzle of band 6.
#[test]
fn one_tells_the_band_that_was_asked_for() {
    let bench = Bench::new();
    for (flags, words) in [
        ("--ladder human --level 6", "level 6 (Diabolical), rating "),
        ("--ladder human --level gentle", "level 1 (Gentle), rating 1.2 (hidden-single-block), "),
        ("--level 3", "level 3 (Medium), total "),
    ] {
        let said = bench.run(&format!("one --seed 4 {flags}")).stderr;
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains(words) && said.ends_with(", seed 4\n"), "{said}");
        assert!(flags.contains("human") != said.contains("total "), "{said}");
    }
}

/// The help of `export` named eight of sixteen palettes, and that of `book` the file of a cover.
#[test]
fn help_names_all_palettes_and_the_own_file() {
    for command in ["export", "cover", "run"] {
        let help = help(command);
        for palette in Palette::all() {
            assert!(help.contains(&*palette.name), "{command}: {}", palette.name);
        }
    }
    let [book, cover] = ["book", "cover"].map(help);
    assert!(book.contains("[default: book.pdf]") && !book.contains("cover.pdf]"), "{book}");
    assert!(cover.contains("[default: cover.pdf]") && !cover.contains("book.pdf]"), "{cover}");
    for (name, _) in Printer::BUILTIN {
        assert!(help("run").contains(name), "{name}");
    }
}

/// `shards merge DIR` demanded `--slice`.
#[test]
fn shards_are_merged_whole_unless_a_slice_is_named() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=20 --seed 4 --into b --part 10 --shard 0/1", 0, "");
    bench.ends("shards merge b", 0, "slice 0/1: 20 keys");
    bench.ends("shards settle b", 0, "");
    bench.ends("shards finish b", 0, "");
}
