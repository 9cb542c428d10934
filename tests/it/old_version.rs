//! Folders and an archive that version 0.1.0 has made: its nights are recognised and proved, and what it left of an
//! interrupted run goes with the run that takes its place.

use crate::cli::{Bench, OF_A_RUN};
use crate::crash::archive_is_sound;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::Command;
use sudoku_press::make::batch::{Dedup, Plan, Shape};
use sudoku_press::make::generate::{FinishedHouses, FullGrid, Symmetry};
use sudoku_press::make::seed::Seed;
use sudoku_press::run::Identity;
use sudoku_press::store::table::compress::Reader;
use sudoku_press::sudoku::score::Level;

const NIGHT: &str = "run --count 2 --levels 1-2 --seed from-date --secret mine --date 2026-03-28 \
                     --out 2026-03-28 --archive a --trim 5x8 -q";
const CATALOGUE: &str = "generate --quota 1=2 --seed 5 --archive a --out c.csv -q";

/// What that version did.
const ALLOW: &str = "--finished-houses allow";

/// The folders of that version, and its archive, `a`.
fn old() -> Bench {
    let bench = Bench::new();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/version-0.1.0");
    let copied = Command::new("cp").arg("-R").args([data.join("."), bench.path(".")]).status();
    assert!(copied.unwrap().success());
    let packed = bench.path("old.archive.gz");
    let mut archive = Vec::new();
    Reader::open(&packed).unwrap().read_to_end(&mut archive).unwrap();
    fs::write(bench.path("a"), archive).unwrap();
    fs::remove_file(packed).unwrap();
    bench
}

#[test]
fn a_night_of_version_0_1_0_stands_and_is_proved() {
    let bench = old();
    let stands = NIGHT.replace(" -q", "");
    bench.ends(&format!("{stands} {ALLOW}"), 0, "nothing to do");
    bench.ends(&stands, 2, "a finished run with other settings (finished_houses)");
    bench.ends("verify 2026-03-28 --archive a", 0, "");
    archive_is_sound(&bench, 6);
}

/// It was made again with other puzzles and exit 0, and the true night was called false.
#[test]
fn a_lost_night_of_version_0_1_0_is_not_made_with_other_puzzles() {
    let bench = old();
    let true_night = bench.read("2026-03-28/catalog.csv");
    fs::rename(bench.path("2026-03-28"), bench.path("kept")).unwrap();
    bench.ends(&format!("{NIGHT} {ALLOW}"), 12, "has this run already (run 7e7d49f5e589566d");
    bench.ends(&format!("{CATALOGUE} {ALLOW}"), 12, "has this run already (run bc956e43b0cd5ba5");
    // By the rule of today the same command would make others.
    bench.ends(NIGHT, 12, "as earlier versions made it (run 7e7d49f5e589566d)");
    bench.ends(
        &format!("{CATALOGUE} --again"),
        12,
        "(run bc956e43b0cd5ba5): --finished-houses allow",
    );
    assert!(!bench.path("2026-03-28/catalog.csv").exists() && !bench.path("c.csv").exists());
    bench.ends("verify kept --archive a", 0, "");
    // Made again it has the same puzzles, and the archive its name of today.
    bench.ends(&format!("{NIGHT} {ALLOW} --again"), 0, "");
    assert!(puzzles(&bench.read("2026-03-28/catalog.csv")) == puzzles(&true_night));
    bench.ends("verify 2026-03-28 --archive a", 0, "");
    bench.ends("verify kept --archive a", 0, "");
    bench.ends(&format!("{CATALOGUE} {ALLOW} --again"), 0, "");
    archive_is_sound(&bench, 6);
    // Another title, another secret.
    bench.ends(&format!("{} --title Other", NIGHT.replace("--out 2026-03-28", "--out o")), 12, "");
    bench.ends(&NIGHT.replace("mine", "yours").replace("--out 2026-03-28", "--out p"), 0, "");
}

/// The column `puzzle`.
fn puzzles(catalog: &[u8]) -> Vec<String> {
    let text = String::from_utf8(catalog.to_vec()).unwrap();
    text.lines().map(|row| row.split(',').nth(1).unwrap().to_owned()).collect()
}

/// Its checkpoints and working files lay in the folder of the run, and stayed there for ever.
#[test]
fn nothing_stays_of_an_interrupted_run_of_version_0_1_0() {
    let bench = old();
    assert_eq!(bench.names("unfinished"), [".catalog.csv.part", ".lock", ".piece-00000"]);
    fs::write(bench.path("unfinished/.notes.part"), "mine").unwrap();
    bench.ends("run --quota 1=2,5=30 --seed 9 --out unfinished --trim 5x8 -q", 0, "");
    let mut expected = vec![".notes.part"];
    expected.extend(OF_A_RUN);
    assert_eq!(bench.names("unfinished"), expected);
    assert_eq!(bench.names("catalogue"), [".c.csv.lock", ".c.csv.part", ".c.csv.piece-00000"]);
    bench.ends("generate --quota 1=2,5=30 --seed 9 --out catalogue/c.csv -q", 0, "");
    assert_eq!(bench.names("catalogue"), ["c.csv"]);
}

/// These bytes and their hash are in people's archives.
#[test]
fn the_bytes_that_are_hashed_never_change() {
    let plan = Plan {
        grid: FullGrid::PAPER,
        symmetry: Symmetry::None,
        dedup: Dedup::Class,
        variants: 1,
        attempts: 10_000,
        shape: Shape { finished_houses: FinishedHouses::Allow, ..Shape::default() },
        ..Plan::paper(vec![(Level::Beginner, 200), (Level::Evil, 50)])
    };
    let identity = Identity::of(&plan, Seed(7));
    let bytes = r#"{"form":1,"puzzles":1,"seed":7,"quotas":[[1,200],[5,50]],"grid":"las-vegas","las_vegas_digits":11,"symmetry":"none","dedup":"class","variants":1,"attempts":10000}"#;
    assert_eq!(identity.json(), bytes);
    // printf '%s' '{"form":1,...}' | sha256sum
    assert_eq!(identity.name(), "f9a485944c37ddfe");
}
