//! Patterns of chains: the fast search against the slow one, the filters `needs` and `without`, columns of `rate`, and
//! lies that `verify` finds.

use crate::support::cases::{Case, cases, read};
use crate::support::known::NESTED;
use crate::support::patterns::is_in_candidates;
use crate::support::program::{Bench, fed};
use crate::support::puzzles::{mixed_puzzles, rng};
use crate::support::rating::{CASE_PATHS, rated_path};
use crate::support::verify::verify;
use explain::{PathEnd, SolvePath};
use explainer::Rater;
use grid::{Puzzle, Transform};
use human::{Band, ChainPattern, LadderClosure, StepKind, Technique, TechniqueSet, Tenths};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Panics if a pattern on the path is not in the candidates.
fn check_patterns(path: &SolvePath) {
    for explained in &path.steps {
        if let Some(pattern) = explained.kind().pattern() {
            assert!(is_in_candidates(&explained.before, &explained.step, pattern), "{pattern}");
        }
    }
}

/// Returns the patterns of the steps of a path.
fn patterns(path: &SolvePath) -> BTreeSet<ChainPattern> {
    path.steps.iter().filter_map(|told| told.kind().pattern()).collect()
}

/// Returns the kind of the first step with the highest rating.
fn hardest(path: &SolvePath) -> StepKind {
    path.hardest().unwrap().kind()
}

/// All cases; those with chains also in another form, in which other chains come first; and random puzzles.
#[test]
fn fast_patterns_equal_those_of_slow_paths() {
    let (mut rng, rater) = (rng(61), Rater::new());
    let rare = read(include_str!("../../data/rare-paths.tsv"));
    let cases = cases();
    let chained =
        cases.iter().chain(&rare).filter(|case| case.ratings[0].parse::<f64>().unwrap() >= 6.6);
    let turned: Vec<Puzzle> =
        chained.map(|case| Transform::random(&mut rng).puzzle(&case.puzzle)).collect();
    let nested = Puzzle::prove(NESTED.parse().unwrap()).unwrap();
    let others = rare.iter().map(|case| case.puzzle).chain(turned).chain([nested]);
    let others = others.chain(mixed_puzzles(400, 62));
    let searched =
        others.map(|puzzle| (puzzle, Cow::Owned(rated_path(&puzzle, TechniqueSet::ALL))));
    let known = cases.iter().map(|case| case.puzzle).zip(CASE_PATHS.iter().map(Cow::Borrowed));
    let (mut found, mut as_hardest) = (BTreeMap::new(), BTreeMap::new());
    for (puzzle, slow) in known.chain(searched) {
        check_patterns(&slow);
        let patterns = patterns(&slow);
        patterns.into_iter().for_each(|pattern| *found.entry(pattern).or_insert(0) += 1);
        let (mut er, mut kind) = (Tenths(0), StepKind::from(Technique::LastCell));
        let rated = rater.rate_with(&puzzle, None, |position, effect, tenths| {
            if tenths > er {
                (er, kind) = (tenths, effect.kind(position));
            }
        });
        assert_eq!(rated.is_ok(), slow.end == PathEnd::Complete, "{}", puzzle.givens());
        if let Ok(rating) = rated {
            assert_eq!(kind, hardest(&slow), "{}", puzzle.givens());
            assert_eq!(Ok(rating), rater.rate(&puzzle));
            kind.pattern().into_iter().for_each(|kind| *as_hardest.entry(kind).or_insert(0) += 1);
        }
    }
    // An easier step comes before nearly every remote pair.
    for pattern in ChainPattern::ALL.iter().filter(|one| **one != ChainPattern::RemotePair) {
        assert!(found.contains_key(pattern), "{pattern}: {found:?}");
    }
    assert!(as_hardest.len() >= 4, "{as_hardest:?}");
}

#[test]
fn no_pattern_has_the_name_of_a_technique() {
    let kinds: Vec<StepKind> = StepKind::all().collect();
    assert_eq!(kinds.len(), Technique::ALL.len() + ChainPattern::ALL.len());
    let names: BTreeSet<&str> = kinds.iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), kinds.len());
    for kind in kinds {
        assert_eq!(kind.name().parse(), Ok(kind));
        assert_eq!(kind.name().replace('-', "_").to_uppercase().parse(), Ok(kind));
        assert_ne!(kind.technique().is_some(), kind.pattern().is_some());
    }
}

/// No step with a pattern is rated lower than the program says, which refuses levels by it.
#[test]
fn chains_have_technique_and_rating_of_their_pattern() {
    let mut lowest = BTreeMap::<ChainPattern, Tenths>::new();
    for path in CASE_PATHS.iter().filter(|path| path.hardest().unwrap().step.tenths() >= Tenths(66))
    {
        for told in &path.steps {
            let Some(pattern) = told.kind().pattern() else { continue };
            assert_eq!(told.step.technique, pattern.technique(), "{pattern}");
            let own = lowest.entry(pattern).or_insert(told.step.tenths());
            *own = told.step.tenths().min(*own);
        }
    }
    use ChainPattern as P;
    for pattern in [P::Skyscraper, P::TwoStringKite, P::TurbotFish] {
        assert_eq!(lowest[&pattern], Tenths(66), "{pattern}");
    }
    assert!(lowest.values().all(|er| *er >= Tenths(66)), "{lowest:?}");
    assert!(lowest[&P::WWing] >= Tenths(70) && lowest[&P::XyChain] >= Tenths(70), "{lowest:?}");
}

/// The puzzles of a catalogue.
fn puzzles(csv: &[u8]) -> Vec<Puzzle> {
    let mut rows = csv::Reader::from_reader(csv);
    let column = rows.headers().unwrap().iter().position(|name| name == "puzzle").unwrap();
    let puzzle = |row: csv::StringRecord| Puzzle::prove(row[column].parse().unwrap()).unwrap();
    rows.records().map(|row| puzzle(row.unwrap())).collect()
}

/// The closure of the level gets stuck without a needed pattern, and does not without the others.
#[test]
fn needed_patterns_are_needed_by_closures() {
    let bench = Bench::new();
    use ChainPattern as P;
    for (flags, some, none) in [
        ("--needs skyscraper", vec![P::Skyscraper], vec![]),
        ("--needs w-wing", vec![P::WWing], vec![]),
        ("--without skyscraper,w-wing", vec![], vec![P::Skyscraper, P::WWing]),
        ("--needs skyscraper --without turbot-fish", vec![P::Skyscraper], vec![P::TurbotFish]),
        ("--needs skyscraper --rated-as given", vec![P::Skyscraper], vec![]),
    ] {
        let args = "generate --ladder human --levels 5 --count 8 --seed 5 --quiet --out c.csv";
        bench.ends(&format!("{args} --force {flags}"), 0, "");
        assert!(verify(&bench, "c.csv", 0).starts_with("OK"));
        let made = puzzles(&bench.read("c.csv"));
        assert_eq!(made.len(), 8);
        let steps = Band::Fiendish.ladder_steps();
        for puzzle in made {
            let solves = |off: &[P]| {
                let left = off.iter().fold(steps, |left, &one| left.without(one.into()));
                LadderClosure::new(puzzle.givens()).run(left)
            };
            assert!(some.iter().all(|&one| !solves(&[one])), "{flags}: {}", puzzle.givens());
            assert!(solves(&none), "{flags}: {}", puzzle.givens());
        }
    }
}

#[test]
fn verify_finds_a_lie_about_patterns() {
    let bench = Bench::new();
    let args = "run --ladder human --levels 5 --count 3 --needs skyscraper --seed 3 --out run -q";
    bench.ends(args, 0, "");
    assert!(verify(&bench, "run", 0).starts_with("OK"));
    let manifest = String::from_utf8(bench.read("run/manifest.json")).unwrap();
    let needs = "\"needs\": \"skyscraper\"";
    assert!(manifest.contains(needs), "{manifest}");
    for (lie, found) in [
        (
            "\"needs\": \"skyscraper,remote-pair\"",
            "remote-pair is not needed, expected a puzzle that needs remote-pair",
        ),
        (
            "\"without\": \"skyscraper\"",
            "skyscraper is needed, expected a puzzle without skyscraper",
        ),
        ("\"needs\": \"skyscrapper\"", "the nearest is skyscraper"),
    ] {
        fs::write(bench.path("run/manifest.json"), manifest.replace(needs, lie)).unwrap();
        let said = verify(&bench, "run", 1);
        assert!(said.contains(found), "{lie}: {said}");
    }
}

#[test]
fn scarce_pattern_is_named_among_the_reasons() {
    let bench = Bench::new();
    let args = "generate --levels 1 --count 1 --attempts 9 --seed 1 --out x.csv";
    bench.ends(&format!("{args} --needs remote-pair"), 4, "9 did not need remote-pair");
    assert!(bench.names("").is_empty());
}

/// The column `hardest` keeps the technique.
#[test]
fn rate_has_the_pattern_of_the_hardest_step() {
    let cases = cases();
    let is_hard = |(case, _): &(&Case, &SolvePath)| {
        let er: f64 = case.ratings[0].parse().unwrap();
        (6.6..=7.5).contains(&er)
    };
    let hard: Vec<_> = cases.iter().zip(&*CASE_PATHS).filter(is_hard).take(150).collect();
    let input: String =
        hard.iter().map(|(case, _)| format!("{}\n", case.puzzle.givens())).collect();
    let args = "rate --scale se --rated-as given --format csv";
    let (code, csv, said) = fed(&Bench::new(), args, input);
    assert_eq!((code, &*said), (0, ""));
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<BTreeMap<String, String>> = rows.deserialize().map(|row| row.unwrap()).collect();
    assert_eq!(rows.len(), hard.len());
    let mut with = 0;
    for (row, (_, path)) in rows.iter().zip(hard) {
        let kind = hardest(path);
        assert_eq!(row["pattern"], kind.pattern().map_or("", ChainPattern::name));
        let technique = kind.pattern().map(ChainPattern::technique).or(kind.technique());
        assert_eq!(row["hardest"], technique.unwrap().name());
        with += usize::from(kind.pattern().is_some());
    }
    assert!((10..rows.len()).contains(&with), "{with} of {}", rows.len());
}
