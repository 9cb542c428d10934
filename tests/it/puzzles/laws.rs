//! Laws of the rating: disguises, ceilings, and people's times.

use crate::support::puzzles::rng;
use crate::support::rating::{NESTED, cases};
use sudoku_press::human::grade::{Rater, RatingError, Tenths};
use sudoku_press::human::logic::{Technique, TechniqueSet};
use sudoku_press::sudoku::puzzle::Puzzle;
use sudoku_press::sudoku::transform::Transform;

#[test]
fn below_8_0_a_disguise_does_not_change_the_rating_or_the_expected_time() {
    let (mut rater, mut rng) = (Rater::new(), rng(5));
    let mut compared = 0;
    for case in cases().iter().step_by(4) {
        let rating = rater.rate(&case.puzzle).unwrap();
        if rating.er >= Tenths(80) {
            continue;
        }
        let disguised = rater.rate(&Transform::random(&mut rng).puzzle(&case.puzzle)).unwrap();
        assert_eq!(disguised.er, rating.er, "{}", case.puzzle.givens());
        assert_eq!(disguised.openings, rating.openings);
        // Hidden singles are taken in rounds: up to there the time is that of the class.
        if rating.er <= Tenths(15) {
            assert_eq!(disguised.seconds, rating.seconds, "{}", case.puzzle.givens());
        }
        compared += 1;
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn a_ceiling_gives_the_same_rating_or_says_that_it_is_higher() {
    let mut rater = Rater::new();
    for ceiling in [12, 15, 25, 44, 50, 62, 75].map(Tenths) {
        let mut limited = Rater::new().with_ceiling(ceiling);
        for case in cases().iter().step_by(7) {
            let rating = rater.rate(&case.puzzle).unwrap();
            let wanted =
                if rating.er <= ceiling { Ok(rating) } else { Err(RatingError::Above(ceiling)) };
            assert_eq!(limited.rate(&case.puzzle), wanted, "{}", case.puzzle.givens());
        }
    }
}

#[test]
fn the_hardest_technique_is_that_of_the_first_step_with_the_rating() {
    let (mut rater, mut several) = (Rater::new(), 0);
    for case in cases().iter().step_by(5) {
        let rating = rater.rate(&case.puzzle).unwrap();
        // A ceiling at the rating itself stops nothing.
        let path = Rater::new().with_ceiling(rating.er).path(&case.puzzle).unwrap();
        let hardest = path.iter().filter(|step| step.tenths() == rating.er);
        let hardest: Vec<Technique> = hardest.map(|step| step.technique).collect();
        assert_eq!(rating.hardest, hardest[0], "{}", case.puzzle.givens());
        several += usize::from(hardest.iter().any(|technique| *technique != hardest[0]));
    }
    assert!(several > 10, "{several}");
}

#[test]
fn a_path_that_ends_early_says_why() {
    let mut singles = TechniqueSet::NONE;
    singles.insert(Technique::HiddenSingleBlock);
    let nested = Puzzle::prove(NESTED.trim().parse().unwrap()).unwrap();
    for (mut rater, why) in [
        (Rater::new(), RatingError::Nested(Tenths(95))),
        (Rater::new().with_techniques(singles), RatingError::Stuck),
        (
            Rater::new().with_techniques(singles).with_ceiling(Tenths(15)),
            RatingError::Above(Tenths(15)),
        ),
    ] {
        assert_eq!(rater.rate(&nested), Err(why));
        assert_eq!(rater.path(&nested), Err(why));
    }
}

/// The ranks of values, 0 for the lowest; equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + (equal - 1) as f64 / 2.0
    };
    values.iter().map(rank).collect()
}

/// Spearman's rank correlation.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() - 1) as f64 / 2.0;
    let sum =
        |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>();
    sum(&a, &b) / (sum(&a, &a) * sum(&b, &b)).sqrt()
}

/// The figures of `docs/difficulty.md`.
#[test]
fn people_take_longer_where_a_longer_time_is_expected() {
    let mut rater = Rater::new();
    let [mut er, mut load, mut expected, mut measured] = [const { Vec::new() }; 4];
    for line in include_str!("../../data/human-times.csv").lines().skip(1) {
        let [_, puzzle, _, seconds] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let rating = rater.rate(&Puzzle::prove(puzzle.parse().unwrap()).unwrap()).unwrap();
        er.push(f64::from(rating.er.0));
        load.push(rating.load.0);
        expected.push(rating.seconds.0);
        measured.push(seconds.parse::<f64>().unwrap());
    }
    let by = [&er, &load, &expected].map(|predictor| correlation(predictor, &measured));
    println!("rating {:.3}, load {:.3}, expected seconds {:.3}", by[0], by[1], by[2]);
    assert!(by[0] < by[1] && by[1] < by[2], "{by:?}");
    let guide = include_str!("../../../docs/difficulty.md");
    let [er, load, seconds] = by.map(|correlation| format!("{correlation:.3}"));
    for row in [
        format!("| rating | {er} |"),
        format!("| load of the path | {load} |"),
        format!("| **load by rounds** | **{seconds}** |"),
    ] {
        assert!(guide.contains(&row), "{row}");
    }
    assert!(seconds.starts_with("0.68"), "the README says so, {seconds} is measured");
    let mut errors: Vec<f64> = expected
        .iter()
        .zip(&measured)
        .map(|(expected, measured)| (expected / measured - 1.0).abs())
        .collect();
    errors.sort_by(f64::total_cmp);
    assert!(errors[errors.len() / 2] < 0.15);
    // As many are too long as too short: with the factor 16.1 the middle was 6 % too long.
    let mut ratios: Vec<f64> = expected.iter().zip(&measured).map(|(e, m)| e / m).collect();
    ratios.sort_by(f64::total_cmp);
    println!("median of expected / measured {:.3}", ratios[ratios.len() / 2]);
    assert!((ratios[ratios.len() / 2] - 1.0).abs() < 0.03);
}
