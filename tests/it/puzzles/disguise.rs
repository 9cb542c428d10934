//! The built binary: `canon` and `transform`.

use crate::support::program::{Bench, fed};
use crate::support::puzzles::{
    PUZZLE, SEVENTEEN, SOLUTION, SYMMETRIC, dug, full_grid, grid, puzzle, rng,
};
use crate::support::reference::smallest_by_brute_force;
use sudoku_press::sudoku::canon::Canonical;
use sudoku_press::sudoku::grid::Grid;
use sudoku_press::sudoku::puzzle::Puzzle;
use sudoku_press::sudoku::transform::Transform;

#[test]
fn canon_is_the_minimum_of_its_class_and_refuses_grids_that_are_not_puzzles() {
    let bench = Bench::new();
    let mut rng = rng(45);
    let disguised = Transform::random(&mut rng).puzzle(&puzzle(PUZZLE));
    let text = format!("{PUZZLE}\n{}\n{}\n", disguised.givens(), ".".repeat(81));
    let (code, answers, said) = fed(&bench, "canon", &text);
    let expected = smallest_by_brute_force(&grid(PUZZLE));
    assert_eq!((code, &*answers), (1, &*format!("{expected}\n{expected}\n")));
    assert!(
        said.contains("standard input:3: no canonical form: the puzzle has more than one solution"),
        "{said}"
    );
    let (_, csv, _) = fed(&bench, "canon --format csv", PUZZLE);
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
fn each_part_of_a_transform_has_its_documented_effect() {
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
        ("--rows 312456789", by(&|r, c| at([2, 0, 1, 3, 4, 5, 6, 7, 8][r], c))),
        ("--columns 456123798", by(&|r, c| at(r, [3, 4, 5, 0, 1, 2, 6, 8, 7][c]))),
        ("--relabel 912345678", by(&|r, c| char::from((at(r, c) as u8 - b'1' + 8) % 9 + b'1'))),
        ("--swap-bands 1,3", by(&|r, c| at([6, 7, 8, 3, 4, 5, 0, 1, 2][r], c))),
        ("--swap-stacks 2,3", by(&|r, c| at(r, [0, 1, 2, 6, 7, 8, 3, 4, 5][c]))),
        ("--swap-digits 4,7", by(&|r, c| swap(at(r, c), '4', '7'))),
        (
            "--swap-digits 4,7 --swap-digits 7,1",
            by(&|r, c| swap(swap(at(r, c), '4', '7'), '7', '1')),
        ),
        ("--transpose --rows 321456789", by(&|r, c| at(c, [2, 1, 0, 3, 4, 5, 6, 7, 8][r]))),
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
        ("--rows 412356789", "expected the three rows of a band together"),
        ("--columns 142536789", "expected the three columns of a stack together"),
        ("--rows 123", "expected each of 1 to 9 once, as in 312645978, found 123"),
        ("--relabel 112345678", "expected each of 1 to 9 once"),
        ("--swap-bands 1,4", "expected two numbers from 1 to 3"),
        ("--swap-digits 3", "expected two numbers from 1 to 9"),
        ("--seed 1 --transpose", "cannot be used with"),
        ("--undo", "expected --seed or the parts of the transform with --undo"),
    ];
    for (flags, words) in wrong {
        bench.ends(&format!("transform {flags}"), 2, words);
    }
    let (_, a, said) = fed(&bench, "transform", PUZZLE);
    let seed = said.trim().strip_prefix("seed ").unwrap();
    let (_, b, _) = fed(&bench, &format!("transform --seed {seed}"), PUZZLE);
    assert_eq!(a, b, "a seed that was drawn repeats the transforms");
}

#[test]
fn every_form_can_be_written_and_read_again() {
    let bench = Bench::new();
    let text = format!("{PUZZLE}\n{SEVENTEEN}\n{SYMMETRIC}\n");
    for format in ["txt", "sdm", "csv", "rows", "sdk", "ss"] {
        let (_, form, _) =
            fed(&bench, &format!("transform --relabel 123456789 --format {format}"), &text);
        let (code, again, said) = fed(&bench, "transform --relabel 123456789", &form);
        assert_eq!((code, &*again, &*said), (0, &*text, ""), "{format}:\n{form}");
    }
}
