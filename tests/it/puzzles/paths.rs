//! Whole paths of the rating, against those of the original in `tests/data/rating-paths.tsv` and those of
//! `tests/data/rare-paths.tsv`, and that no step is ever wrong.

use crate::support::puzzles::mixed_puzzles;
use crate::support::rating::{Case, cases, read};
use sudoku_press::human::grade::{Rater, Tenths};
use sudoku_press::human::logic::{Position, Step, Technique, TechniqueSet, next_step};
use sudoku_press::sudoku::grid::{Digit, DigitSet};
use sudoku_press::sudoku::puzzle::Puzzle;

/// Puzzles whose steps depend on rules that no other case has.
fn rare() -> Vec<Case> {
    read(include_str!("../../data/rare-paths.tsv"))
}

/// The short name of a technique in the data.
fn code(technique: Technique) -> &'static str {
    use Technique as T;
    match technique {
        T::LastCell | T::HiddenSingleBlock | T::HiddenSingleLine => "hs",
        T::DirectPointing | T::DirectClaiming => "dp",
        T::DirectHiddenPair => "dhp",
        T::NakedSingle => "ns",
        T::DirectHiddenTriplet => "dht",
        T::Pointing => "pt",
        T::Claiming => "cl",
        T::NakedPair => "np",
        T::XWing => "xw",
        T::HiddenPair => "hp",
        T::NakedTriplet => "nt",
        T::Swordfish => "sf",
        T::HiddenTriplet => "ht",
        T::XyWing => "xy",
        T::XyzWing => "xyz",
        T::UniqueRectangle1 => "ur1",
        T::UniqueRectangle2 => "ur2",
        T::UniqueRectangle3 => "ur3",
        T::UniqueRectangle4 => "ur4",
        T::UniqueLoop1 => "ul1",
        T::UniqueLoop2 => "ul2",
        T::UniqueLoop3 => "ul3",
        T::UniqueLoop4 => "ul4",
        T::NakedQuad => "nq",
        T::Jellyfish => "jf",
        T::HiddenQuad => "hq",
        T::Bug1 => "bug1",
        T::Bug2 => "bug2",
        T::Bug3 => "bug3",
        T::Bug4 => "bug4",
        T::AlignedPairExclusion => "ape",
        T::XCycle => "cx",
        T::YCycle => "cy",
        T::XyCycle => "cxy",
        T::ForcingXChain => "fx",
        T::ForcingChain => "fc",
        T::AlignedTripletExclusion => "ate",
        T::Nishio => "nishio",
        T::CellChains => "mcell",
        T::RegionChains => "mregion",
        T::DynamicCellChains => "dcell",
        T::DynamicRegionChains => "dregion",
        T::DynamicContradiction => "dcontra",
        T::DynamicDouble => "ddouble",
        other => panic!("no path has {other}"),
    }
}

/// `rating code[/complexity] [placement] [eliminations]`.
fn written(step: &Step) -> String {
    let mut text = format!("{:.1} {}", f64::from(step.tenths().0) / 10.0, code(step.technique));
    if step.complexity() > 0 {
        text += &format!("/{}", step.complexity());
    }
    if let Some((cell, digit)) = step.placement {
        text += &format!(" {cell}={digit}");
    }
    let lost = step.eliminations.iter().map(|(cell, digits)| {
        let digits: String = digits.map(|digit| digit.to_string()).collect();
        format!("{cell}-{digits}")
    });
    let lost: Vec<_> = lost.collect();
    if !lost.is_empty() {
        text += &format!(" {}", lost.join(","));
    }
    text
}

#[test]
fn every_path_is_that_of_the_original_step_by_step() {
    let (cases, rare) = (cases(), rare());
    assert_eq!((cases.len(), rare.len()), (1_500, 21));
    for case in cases.into_iter().chain(rare) {
        let path = Rater::new().path(&case.puzzle).unwrap();
        let told: Vec<_> = path.iter().map(written).collect();
        for (i, (told, wanted)) in told.iter().zip(&case.steps).enumerate() {
            assert_eq!(told, wanted, "{} step {}", case.puzzle.givens(), i + 1);
        }
        assert_eq!(told.len(), case.steps.len(), "{}", case.puzzle.givens());
    }
}

#[test]
fn every_rating_is_that_of_the_original_and_of_the_path() {
    for case in cases().into_iter().chain(rare()) {
        let rating = Rater::new().rate(&case.puzzle).unwrap();
        let told = [rating.er, rating.ep, rating.ed].map(|tenths| tenths.to_string());
        assert_eq!(told, case.ratings, "{}", case.puzzle.givens());
        assert_eq!(rating.steps as usize, case.steps.len());
    }
}

/// A rating finds its steps in another way than the path that is told: they are the same, also where techniques are off,
/// and with a rater that remembers other puzzles.
#[test]
fn the_steps_of_a_rating_are_those_of_the_path() {
    use Technique as T;
    let off: [&[Technique]; 7] = [
        &[],
        &[T::ForcingChain, T::UniqueRectangle1],
        &[T::XCycle],
        &[T::ForcingXChain, T::XyCycle],
        &[T::YCycle, T::ForcingXChain, T::ForcingChain],
        &[T::HiddenSingleLine, T::UniqueRectangle4, T::CellChains],
        // Simple chains meet positions with more than 256 candidates.
        &[T::HiddenSingleBlock, T::HiddenSingleLine, T::NakedSingle, T::Pointing, T::Claiming],
    ];
    for (i, off) in off.into_iter().enumerate() {
        let mut allowed = TechniqueSet::ALL;
        off.iter().for_each(|&technique| allowed.remove(technique));
        let mut rater = Rater::new().with_techniques(allowed);
        // Those that need the longest chains, once.
        let rare = if i == 0 { rare() } else { Vec::new() };
        for case in cases().into_iter().step_by(if i == 0 { 5 } else { 80 }).chain(rare) {
            let mut seen = Vec::new();
            let rating = rater.rate_with(&case.puzzle, |position, technique, tenths| {
                seen.push((position.clone(), technique, tenths));
            });
            let (mut told, mut position) = (Vec::new(), Position::new(case.puzzle.givens()));
            while !position.is_full()
                && let Some(step) = next_step(&position, allowed)
            {
                told.push((position.clone(), step.technique, step.tenths()));
                step.apply(&mut position);
            }
            assert_eq!(rating.is_ok(), position.is_full(), "{}", case.puzzle.givens());
            assert_eq!(seen, told, "{}", case.puzzle.givens());
        }
    }
}

/// Every step removes something, no digit of the solution, and places none that is not.
fn check_steps(puzzle: &Puzzle, allowed: TechniqueSet) -> usize {
    let mut position = Position::new(puzzle.givens());
    let mut steps = 0;
    while !position.is_full() {
        let Some(step) = next_step(&position, allowed) else { return steps };
        let name = || format!("{} {step:?}", puzzle.givens());
        assert!(step.placement.is_some() || !step.eliminations.is_empty(), "{}", name());
        for &(cell, digits) in &step.eliminations {
            let kept = puzzle.solution()[cell];
            assert!(!digits.is_empty() && !digits.contains(kept), "{}", name());
            assert!(digits.minus(position.candidates(cell)).is_empty(), "{}", name());
        }
        if let Some((cell, digit)) = step.placement {
            assert_eq!(puzzle.solution()[cell], digit, "{}", name());
            assert!(position.has_candidate(cell, digit), "{}", name());
        }
        step.apply(&mut position);
        steps += 1;
    }
    steps
}

#[test]
fn no_step_removes_a_digit_of_the_solution_or_places_a_wrong_one() {
    let own: Vec<Puzzle> = cases().into_iter().map(|case| case.puzzle).collect();
    let made: Vec<Puzzle> = mixed_puzzles(3_000, 71).collect();
    let steps: usize = own.iter().chain(&made).map(|p| check_steps(p, TechniqueSet::ALL)).sum();
    assert!(steps > 100_000, "{steps} steps");
}

/// With the easier techniques off the others do their work: each in turn without all that stand before it.
#[test]
fn no_step_is_wrong_when_the_easier_techniques_are_off() {
    let singles = [
        Technique::LastCell,
        Technique::HiddenSingleBlock,
        Technique::HiddenSingleLine,
        Technique::NakedSingle,
    ];
    let puzzles: Vec<Puzzle> = cases().into_iter().map(|case| case.puzzle).take(60).collect();
    for (i, puzzle) in puzzles.iter().enumerate() {
        for first in [6, 10, 14, 18, 26, 33, 38, 41, 43] {
            let mut allowed = TechniqueSet::NONE;
            singles.iter().for_each(|&single| allowed.insert(single));
            let last = (first + 3 + i % 5).min(Technique::ALL.len());
            Technique::ALL[first..last].iter().for_each(|&technique| allowed.insert(technique));
            check_steps(puzzle, allowed);
        }
    }
}

/// Of two contradictions of the same rating the original takes that of r2c6: it has 69 nodes, and not 77, when what a
/// pair or an intersection rules out is followed from its last candidate.
#[test]
fn a_chain_with_pairs_and_intersections_is_that_of_the_original() {
    let line = "..5..9...67.5.....8...7.5...4...3.....89..6..7......321.76..8......1..4......2..1";
    let puzzle = Puzzle::prove(line.parse().unwrap()).unwrap();
    let path = Rater::new().path(&puzzle).unwrap();
    let step = &path[4];
    assert_eq!((step.technique, step.tenths()), (Technique::DynamicPlusContradiction, Tenths(99)));
    let [(cell, digits)] = step.eliminations[..] else { panic!("{:?}", step.eliminations) };
    assert_eq!(
        (cell.to_string(), digits),
        ("r2c6".to_owned(), DigitSet::singleton(Digit::new(4).unwrap()))
    );
}
