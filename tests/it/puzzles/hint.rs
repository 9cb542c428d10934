//! `hint`: three strengths, positions with candidates in the forms of people, and what is wrong with a position.

use crate::support::program::{Bench, fed};
use crate::support::puzzles::{PUZZLE, SOLUTION};
use crate::support::rating::cases;
use std::collections::{BTreeMap, BTreeSet};
use sudoku_press::sudoku::grid::{Cell, Digit, Grid};

type Marks = Vec<BTreeSet<char>>;

fn cell(name: &str) -> Cell {
    Cell::ALL.into_iter().find(|cell| cell.to_string() == name).unwrap_or_else(|| panic!("{name}"))
}

/// A puzzle that is being solved, kept by naive code.
struct Game {
    puzzle: String,
    digits: Vec<char>,
    marks: Marks,
}

impl Game {
    fn of(puzzle: &str) -> Self {
        let digits: Vec<char> = puzzle.chars().collect();
        let marks = Cell::ALL.map(|cell| match digits[cell.index()] {
            '.' => {
                let shown: BTreeSet<char> =
                    cell.peers().iter().map(|p| digits[p.index()]).collect();
                ('1'..='9').filter(|digit| !shown.contains(digit)).collect()
            }
            digit => BTreeSet::from([digit]),
        });
        let mut game = Self { puzzle: puzzle.to_owned(), digits, marks: marks.into() };
        game.settle();
        game
    }

    fn apply(&mut self, record: &serde_json::Value) {
        for lost in record["eliminations"].as_array().unwrap() {
            let (name, digits) = lost.as_str().unwrap().split_once('-').unwrap();
            for digit in digits.chars() {
                assert!(self.marks[cell(name).index()].remove(&digit), "{record}");
            }
        }
        if let Some((name, digit)) = record["placement"].as_str().and_then(|p| p.split_once('=')) {
            let (cell, digit) = (cell(name), digit.chars().next().unwrap());
            self.digits[cell.index()] = digit;
            self.marks[cell.index()] = BTreeSet::from([digit]);
            for peer in cell.peers().iter().filter(|peer| self.digits[peer.index()] == '.') {
                self.marks[peer.index()].remove(&digit);
            }
        }
        self.settle();
    }

    /// A last candidate that no other cell of its houses has is a digit: two of the forms do not tell them apart.
    fn settle(&mut self) {
        for cell in Cell::ALL {
            let own = self.marks[cell.index()].first().copied().unwrap();
            let free = |peer: &Cell| !self.marks[peer.index()].contains(&own);
            if self.marks[cell.index()].len() == 1 && cell.peers().iter().all(free) {
                self.digits[cell.index()] = own;
            }
        }
    }

    fn line(&self) -> String {
        let marks = self.marks.iter().flat_map(|set| {
            ('1'..='9').map(|digit| if set.contains(&digit) { digit } else { '.' })
        });
        marks.collect::<String>() + "\n"
    }

    fn pencil_marks(&self) -> String {
        let rule = "+-----------+-----------+-----------+\n";
        let mut out = String::new();
        for row in 0..9 {
            if row % 3 == 0 {
                out += rule;
            }
            for column in 0..9 {
                out += if column % 3 == 0 { "| " } else { " " };
                out.extend(&self.marks[9 * row + column]);
                out.push(' ');
            }
            out += "|\n";
        }
        out + rule + "\n"
    }
}

/// It said the same elimination for ever: it took no candidates. 500 puzzles: `tests/campaign/hints`.
#[test]
fn hints_followed_one_by_one_fill_the_grid_in_every_form() {
    let bench = Bench::new();
    let mut by_rating = BTreeMap::new();
    for case in cases() {
        by_rating.entry(case.ratings[0]).or_insert_with(|| case.puzzle.givens().to_string());
    }
    assert!(by_rating.len() > 25, "{:?}", by_rating.keys());
    let mut games: Vec<Game> =
        by_rating.values().step_by(2).map(|puzzle| Game::of(puzzle)).collect();
    let forms: [fn(&Game) -> String; 2] = [Game::line, Game::pencil_marks];
    let mut eliminations = 0;
    for round in 0..250 {
        let open = |game: &&mut Game| game.digits.contains(&'.');
        let mut live: Vec<&mut Game> = games.iter_mut().filter(open).collect();
        if live.is_empty() {
            break;
        }
        let input: String = live.iter().map(|game| forms[round % 2](game)).collect();
        let (code, records, said) = fed(&bench, "hint --full --format jsonl", &input);
        assert_eq!((code, &*said), (0, ""), "{input}");
        assert_eq!(records.lines().count(), live.len(), "{input}");
        for (game, record) in live.iter_mut().zip(records.lines()) {
            let record: serde_json::Value = serde_json::from_str(record).unwrap();
            eliminations += usize::from(record["placement"].is_null());
            game.apply(&record);
        }
    }
    assert!(eliminations > 100, "{eliminations}");
    for game in games {
        let reached: Grid = game.digits.iter().collect::<String>().parse().unwrap();
        assert!(
            reached.filled_count() == 81 && reached.conflicts().next().is_none(),
            "{}",
            game.puzzle
        );
    }
}

#[test]
fn a_hint_tells_as_much_as_its_strength() {
    let bench = Bench::new();
    let told = |flags: &str| {
        let (code, told, said) = fed(&bench, &format!("hint {flags}"), PUZZLE);
        assert_eq!((code, &*said), (0, ""), "{flags}");
        told
    };
    let [only_where, what, full] =
        ["--where", "", "--full"].map(|flag| told(flag).lines().nth(1).unwrap().to_owned());
    assert_eq!(only_where, "Look at block 2.");
    assert!(what.starts_with("Hidden single, block 2. Take a digit and"), "{what}");
    assert_eq!(full, "Hidden single (1.2): r1c6 = 8: it is the only place for 8 in block 2.");
    let keys = |flag: &str| -> BTreeSet<String> {
        let record: serde_json::Value =
            serde_json::from_str(&told(&format!("{flag} --format jsonl"))).unwrap();
        record.as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(keys("--where"), ["houses", "puzzle", "text"].map(str::to_owned).into());
    let what = ["houses", "puzzle", "rating", "technique", "text"];
    assert_eq!(keys(""), what.map(str::to_owned).into());
    assert!(keys("--full").contains("placement"));
    // The page of a weaker hint marks no cell.
    for flag in ["--where", ""] {
        let page = told(&format!("{flag} --format html"));
        let page = page.split_once("<section>").unwrap().1;
        assert!(page.contains("class=\"house\"") && !page.contains("class=\"new\""), "{flag}");
        assert!(!page.contains("r1c6") && !page.contains("class=\"blocker\""), "{flag}");
    }
    bench.ends("hint --where --full", 2, "cannot be used with");
    let (code, told, _) = fed(&bench, "hint", SOLUTION);
    assert_eq!(code, 0);
    assert!(told.contains("The grid is full"), "{told}");
}

/// A position with 1 in r1c3, which is legal and wrong: the solution has a 4.
fn with_a_wrong_digit() -> String {
    PUZZLE.replacen("53.", "531", 1)
}

#[test]
fn a_wrong_digit_is_named_where_the_givens_are_known() {
    let bench = Bench::new();
    let wrong = with_a_wrong_digit();
    let named = "wrong: the 1 in r1c3";
    let says = |args: &str, input: &str, words: &str| {
        let (code, told, said) = fed(&bench, args, input);
        assert_eq!((code, &*told), (1, ""), "{args}: {input}");
        assert!(said.contains(words), "{args}: {said}");
    };
    says(&format!("hint --givens {PUZZLE}"), &wrong, named);
    let file = bench.path("printed.txt");
    std::fs::write(&file, PUZZLE).unwrap();
    says(&format!("hint --givens {}", file.display()), &wrong, named);
    says("hint", &format!("puzzle,givens\n{wrong},{PUZZLE}\n"), named);
    // Where they are not known, it says how to tell them.
    says(
        "hint",
        &PUZZLE.replacen("53..", "5312", 1),
        "no solution: at least one digit that you filled in is wrong; hint names it if you name the puzzle with --givens",
    );
    // Another puzzle, and a candidate that should have stayed.
    let other = SOLUTION.replace('1', ".");
    says(&format!("hint --givens {other}"), PUZZLE, "this is another puzzle: expected the given");
    let vague = PUZZLE.replacen("53", "..", 1);
    says(
        "hint",
        &format!("puzzle,givens\n{PUZZLE},{vague}\n"),
        "expected givens with one solution, found more than one solution",
    );
    let mut game = Game::of(PUZZLE);
    game.marks[2].remove(&'4');
    says(
        &format!("hint --givens {PUZZLE}"),
        &(game.line() + "\n"),
        "a candidate that is needed was removed from r1c3",
    );
    bench.ends("hint --givens missing.txt", 2, "missing.txt");
    bench.ends(
        &format!("hint --givens {}", "12345678.".repeat(9)),
        2,
        "expected a puzzle with one solution",
    );
}

#[test]
fn a_wrong_digit_is_named_if_no_other_can_be_the_wrong_one() {
    let bench = Bench::new();
    let wrong = "no solution: at least one digit that you filled in is wrong";
    // Nearly all digits are there: only the wrong one can be the wrong one.
    let solution: Grid = SOLUTION.parse().unwrap();
    let last = cell("r9c9");
    for digit in (1..=9).map(Digit::new).filter(|digit| *digit != solution[last]) {
        let mut grid = solution;
        last.peers()
            .iter()
            .filter(|peer| solution[**peer] == digit)
            .for_each(|&peer| grid[peer] = None);
        grid[last] = digit;
        let (code, told, said) = fed(&bench, "hint", grid.to_string());
        assert_eq!((code, &*told), (1, ""));
        let named = format!("{wrong}; without the {} in r9c9 there is one", digit.unwrap());
        assert!(said.contains(&named), "{grid}: {said}");
    }
}

#[test]
fn a_position_that_cannot_be_read_is_refused_at_its_line() {
    let bench = Bench::new();
    let game = Game::of(PUZZLE);
    let (line, grid) = (game.line(), game.pencil_marks());
    let short = grid.lines().take(6).collect::<Vec<_>>().join("\n") + "\n";
    for (input, words) in [
        (
            format!("\n{}", line.replacen('5', "6", 1)),
            ":2:1: expected 5, 0 or a dot in its place, found '6' (r1c1)",
        ),
        (short, ":2:1: expected 9 rows in the grid that begins here, found 4"),
        (grid.replacen("| 5 ", "| 55 ", 1), ":2:3: expected each digit once in a cell, found 55"),
        (
            format!("puzzle,candidates\n{PUZZLE},123\n"),
            ":2: expected 729 characters of candidates, found 3",
        ),
    ] {
        let (code, _, said) = fed(&bench, "hint", &input);
        assert_eq!(code, 1, "{input}");
        assert!(said.contains(words), "{words}: {said}");
    }
    // A table may call its puzzles problems.
    assert_eq!(fed(&bench, "hint", format!("problem\n{PUZZLE}\n")).0, 0);
    // All commands read candidates, also among puzzles.
    for command in ["hint", "solve", "check"] {
        assert_eq!(fed(&bench, command, format!("{line}{PUZZLE}\n{grid}")).0, 0, "{command}");
    }
}
