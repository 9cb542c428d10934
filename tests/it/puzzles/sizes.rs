//! Puzzles of 4 x 4 and 6 x 6 cells through the program: made, read, judged, printed and read back.

use crate::support::program::{Bench, fed};
use crate::support::verify::verify;
use grid::{AnyGrid, AnyPuzzle, GridShape};
use proof::readback::{PageContents, Pdf};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

const MIXED: &str = "4x4:1=6,6x6:1=6,6x6:2=6,9x9:1=6";

fn text(bench: &Bench, name: &str) -> String {
    String::from_utf8(bench.read(name)).unwrap()
}

/// The fields of a column of a catalogue.
fn column(catalog: &str, name: &str) -> Vec<String> {
    let mut lines = catalog.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let at = lines.next().unwrap().iter().position(|column| *column == name).unwrap();
    lines.map(|fields| fields[at].to_owned()).collect()
}

#[test]
fn book_of_several_sizes_is_verified() {
    let bench = Bench::new();
    bench.ends(&format!("run --quota {MIXED} --seed 5 --out book -q"), 0, "");
    let catalog = text(&bench, "book/catalog.csv");
    let sizes = column(&catalog, "size");
    let expected = [("4x4", 6), ("6x6", 12), ("9x9", 6)];
    let expected: Vec<_> = expected.iter().flat_map(|(size, n)| vec![*size; *n]).collect();
    assert_eq!(sizes, expected);
    for (size, puzzle) in sizes.iter().zip(column(&catalog, "puzzle")) {
        let side: usize = size[..1].parse().unwrap();
        assert_eq!(puzzle.len(), side * side);
    }
    verify(&bench, "book", 0);
    // The pages alone are read back, too.
    bench.ends("verify book/book.pdf book/catalog.csv", 0, "");
    // A wrong given on the way to the book is found.
    let first = column(&catalog, "puzzle")[0].clone();
    let digit = first.chars().find(char::is_ascii_digit).unwrap();
    let broken = first.replacen(digit, ".", 1);
    fs::write(bench.path("other.csv"), catalog.replace(&first, &broken)).unwrap();
    let said = fed(&bench, "verify book/book.pdf other.csv", "");
    assert_ne!(said.0, 0, "{said:?}");
}

#[test]
fn threads_do_not_change_a_mixed_catalogue() {
    let bench = Bench::new();
    let command = format!("generate --quota {MIXED} --seed 5 --format jsonl");
    let once = bench.run(&format!("{command} --threads 1")).stdout;
    assert_eq!(bench.run(&format!("{command} --threads 2")).stdout, once);
    assert_eq!(once.iter().filter(|byte| **byte == b'\n').count(), 24);
}

#[test]
fn shards_of_small_sizes_join_unchanged() {
    let bench = Bench::new();
    let settings = "--quota 6x6:1=300,6x6:2=200 --seed 8";
    bench.ends(&format!("generate {settings} --out whole.csv -q"), 0, "");
    for shard in ["0/2", "1/2"] {
        bench.ends(&format!("generate {settings} --into parts --shard {shard} -q"), 0, "");
    }
    bench.ends("shards join parts --out joined.csv", 0, "");
    assert_eq!(bench.read("joined.csv"), bench.read("whole.csv"));
}

#[test]
fn small_level_ends_after_all_its_classes() {
    let bench = Bench::new();
    let said = fed(&bench, "generate --quota 4x4:2=150 --seed 1 --out few.csv", "");
    assert_eq!(said.0, 3, "{said:?}");
    assert!(said.2.contains("there are 103 classes of such puzzles; `dedup` exact"), "{said:?}");
    let classes: BTreeSet<_> = column(&text(&bench, "few.csv"), "canonical").into_iter().collect();
    assert_eq!(classes.len(), 103);
    bench.ends("generate --quota 4x4:2=150 --seed 1 --dedup exact --out more.csv -q", 0, "");
    let puzzles: BTreeSet<_> = column(&text(&bench, "more.csv"), "puzzle").into_iter().collect();
    assert_eq!(puzzles.len(), 150);
}

#[test]
fn small_duplicates_are_found_under_symmetry() {
    let bench = Bench::new();
    bench.ends("generate --size 6 --count 4 --seed 2 --format txt --out six.txt -q", 0, "");
    bench.ends("transform six.txt --seed 3 --out moved.txt -q", 0, "");
    bench.ends("book six.txt moved.txt --out no.pdf", 1, "again (relabelled or moved)");
    assert!(verify(&bench, "six.txt moved.txt", 1).contains("equivalent"));
    bench.ends("archive create a", 0, "");
    bench.ends("archive import six.txt --archive a", 0, "");
    let found = fed(&bench, "archive find moved.txt --archive a", "");
    assert_eq!(found.0, 0, "{found:?}");
    // Undone, the transform gives the same lines.
    bench.ends("transform moved.txt --seed 3 --undo --out back.txt -q", 0, "");
    assert_eq!(bench.read("back.txt"), bench.read("six.txt"));
}

#[test]
fn lines_and_grids_of_all_sizes_are_read() {
    let bench = Bench::new();
    let nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let six = ".5......1....4......6..3..245.5...1.";
    let four = "1..2....34......";
    let drawn_six = "+-------+-------+\n| . 5 . | . . . |\n| . . 1 | . . . |\n+-------+-------+\n\
                     | . 4 . | . . . |\n| . . 6 | . . 3 |\n+-------+-------+\n| . . 2 | 4 5 . |\n\
                     | 5 . . | . 1 . |\n+-------+-------+\n";
    let input = format!("{nine}\n{six}\n{four}\n\nTitle\n\n{drawn_six}\n1..2\n....\n34..\n....\n");
    let said = fed(&bench, "solve -", &input);
    let lines: Vec<&str> = said.1.lines().collect();
    assert_eq!(lines.iter().map(|line| line.len()).collect::<Vec<_>>(), [81, 36, 16, 36, 16]);
    assert_eq!(lines[1], "653124421635345261216543132456564312");
    assert_eq!((lines[1], lines[2]), (lines[3], lines[4]));
    let said = fed(&bench, "verify - --size 6", &input);
    assert!(said.1.contains("expected 6x6"), "{said:?}");
    bench.ends("solve - --size 6", 1, "");
}

#[test]
fn hostile_small_lines_are_sentences() {
    let bench = Bench::new();
    for (line, words) in [
        (".5......1....4......6..3..245.5...1", "found 35"),
        ("1..2....35......", "16"),
        (".5......1....4......6..3..247.5...1.", "36"),
        ("abcd\nefgh\nijkl\nmnop", "expected puzzles"),
        ("1.2.\n..34\n", "expected"),
    ] {
        let (code, _, said) = fed(&bench, "solve -", line);
        assert_eq!(code, 1, "{line}: {said}");
        assert!(said.contains(words), "{line}: {said}");
    }
}

#[test]
fn wrong_uses_of_sizes_name_a_remedy() {
    let bench = Bench::new();
    for (flags, words) in [
        ("--size 3x2", "blocks of 6x6 have two rows and three columns: use 6"),
        ("--size 5", "expected 4, 6 or 9, found \"5\""),
        ("--size 6 --ladder published", "whose paper fixes 9x9"),
        ("--size 6 --levels 5", "expected a level of 6x6, 1 to 4"),
        ("--quota 4x4:3=5", "expected a level of 4x4, 1 to 2"),
        // A level that no ladder has is no fault of the ladder, which the first size needs.
        ("--quota 4x4:1=12,9x9:1=12,6x6:5=3", "expected a level of 6x6, 1 to 4 (Hard), found 5"),
        ("--quota 7x7:1=5", "expected the size 4x4, 6x6 or 9x9"),
        ("--size 6 --minimal", "`minimal` is for 9x9 alone"),
        ("--size 4 --needs naked-pair", "`needs` is for 9x9 alone"),
    ] {
        bench.ends(&format!("generate {flags} --out no.csv"), 2, words);
    }
    bench.ends("one --size 6 --ladder published", 2, "whose paper fixes 9x9");
}

/// A 6 x 6 puzzle that needs locked digits or pairs.
const HARD_SIX: &str = "1......5.3..6.1.5..2.1.......44...2.";

#[test]
fn small_puzzles_are_explained_in_words() {
    let bench = Bench::new();
    let four = "1..2....34......";
    let said = fed(&bench, "explain -", format!("{HARD_SIX}\n{four}\n"));
    assert_eq!(said.0, 0, "{said:?}");
    let placed = said.1.lines().filter(|line| line.contains(" = ")).count();
    assert_eq!(placed, 36 - 11 + 16 - 4, "{}", said.1);
    assert!(said.1.contains("Naked pair (3.0)"), "{}", said.1);
    let records = fed(&bench, "explain - --format jsonl", HARD_SIX).1;
    let mut grid: AnyGrid = HARD_SIX.parse().unwrap();
    for line in records.lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(record["puzzle"], HARD_SIX);
        let Some(placed) = record["placement"].as_str() else { continue };
        let numbers: Vec<usize> =
            placed.split(|c: char| !c.is_ascii_digit()).filter_map(|it| it.parse().ok()).collect();
        grid.set((numbers[0] - 1) * 6 + numbers[1] - 1, Some(numbers[2] as u8));
    }
    let solution = AnyPuzzle::prove(HARD_SIX.parse().unwrap()).unwrap().solution();
    assert_eq!(grid, solution);
    let first = said.1.lines().nth(1).unwrap().split_once(". ").unwrap().1;
    let next = fed(&bench, "explain - --next=full", HARD_SIX);
    assert!(next.1.contains(first), "{next:?}");
    let hint = fed(&bench, "explain - --next=where", HARD_SIX);
    assert!(hint.0 == 0 && hint.1.contains("Look at"), "{hint:?}");
    let drawn = fed(&bench, "explain - --format html", HARD_SIX);
    let steps = records.lines().count();
    assert_eq!((drawn.0, drawn.1.matches("<article").count()), (0, steps), "{}", drawn.2);
    assert_eq!(drawn.1.matches("role=\"img\"").count(), steps + 2);
    let drawn = fed(&bench, "explain - --format html --next", HARD_SIX);
    assert_eq!((drawn.0, drawn.1.matches("<article").count()), (0, 1), "{}", drawn.2);
    let several = fed(&bench, "explain -", "123456..............................\n");
    assert!(several.0 == 1 && several.2.contains("more than one solution"), "{several:?}");
}

#[test]
fn score_of_small_puzzles_is_refused_truly() {
    let bench = Bench::new();
    let said = fed(&bench, "rate -", HARD_SIX);
    assert!(said.0 == 1 && said.1.contains("9x9 alone has a score: use --scale se "), "{said:?}");
    assert!(said.2.contains("1 puzzle was read, 1 without a score"), "{said:?}");
    let rated = fed(&bench, "rate - --scale se", HARD_SIX);
    assert!(rated.0 == 0 && rated.1.contains("6x6 4 Hard"), "{rated:?}");
}

/// All levels and symmetries of small sizes are made as ordered, and the catalogue says so truly.
#[test]
fn small_symmetries_are_made_and_verified() {
    let bench = Bench::new();
    let order = "--quota 4x4:1=6,4x4:2=6,6x6:1=6,6x6:2=6,6x6:3=4,6x6:4=3,9x9:1=2";
    bench.ends(&format!("generate {order} --symmetry half-turn --seed 4 --out a.csv -q"), 0, "");
    let catalog = text(&bench, "a.csv");
    for puzzle in column(&catalog, "puzzle") {
        let is_given: Vec<bool> = puzzle.bytes().map(|cell| cell != b'.').collect();
        assert!(is_given.iter().eq(is_given.iter().rev()), "{puzzle}");
    }
    assert!(column(&catalog, "symmetry").iter().all(|name| name == "half-turn"));
    verify(&bench, "a.csv", 0);
    // A given without its image is found.
    let puzzle = column(&catalog, "puzzle")[12].clone();
    let solution = column(&catalog, "solution")[12].clone();
    let open = puzzle.find('.').unwrap();
    let broken = format!("{}{}{}", &puzzle[..open], &solution[open..=open], &puzzle[open + 1..]);
    fs::write(bench.path("b.csv"), catalog.replace(&puzzle, &broken)).unwrap();
    assert!(verify(&bench, "b.csv", 1).contains("half-turn is stated"));
}

#[test]
fn ratings_of_the_original_are_those_of_rate() {
    let bench = Bench::new();
    let samples = include_str!("../../../crates/make/tests/mini-ratings.csv");
    fs::write(bench.path("six.csv"), samples).unwrap();
    let answer = fed(&bench, "rate six.csv --scale se --rated-as given --format csv", "");
    let found = [column(&answer.1, "puzzle"), column(&answer.1, "er"), column(&answer.1, "band")];
    let stated = [column(samples, "puzzle"), column(samples, "er")];
    let mut rated = 0;
    for (at, puzzle) in found[0].iter().enumerate() {
        assert_eq!(*puzzle, stated[0][at]);
        if found[1][at].is_empty() {
            let er: f64 = stated[1][at].parse().unwrap();
            assert!(er > 3.4, "{puzzle}");
            continue;
        }
        assert_eq!(found[1][at], stated[1][at], "{puzzle}");
        rated += 1;
    }
    assert!(rated > 100, "{rated}");
}

/// The pages show letters and shapes, the catalogue has digits, and both are compared.
#[test]
fn signs_of_pages_are_read_back() {
    let bench = Bench::new();
    let parts = "--parts title,how-to-play,puzzles,answers";
    let letters = format!("--levels 1 --count 4 --symbols DUTCHOVEN {parts}");
    bench.ends(&format!("run {letters} --seed 2 --out letters -q"), 0, "");
    verify(&bench, "letters", 0);
    let shapes = format!("--quota 4x4:1=4,6x6:1=4 --symbols shapes {parts}");
    bench.ends(&format!("run {shapes} --seed 2 --out shapes -q"), 0, "");
    verify(&bench, "shapes", 0);
    // The number of a level is on the ladder of the book.
    let published = format!("run --ladder published --levels 3 --count 2 {parts} --seed 2 -q");
    bench.ends(&format!("{published} --symbols 3=DUTCHOVEN --out letters-3"), 0, "");
    bench.ends(&format!("{published} --out digits-3"), 0, "");
    assert!(bench.read("letters-3/book.pdf") != bench.read("digits-3/book.pdf"));
    verify(&bench, "letters-3", 0);
    bench.ends("run --levels 1 --count 4 --seed 2 --out digits -q", 0, "");
    verify(&bench, "letters/book.pdf digits/catalog.csv", 0);
    verify(&bench, "letters/book.pdf shapes/catalog.csv", 1);
}

/// Nobody knew the ninth letter, and the word was in no answer.
#[test]
fn letters_are_listed_and_spell_their_word() {
    let bench = Bench::new();
    for (name, flags, listed, puzzles) in [
        ("nine", "--levels 1 --count 4 --symbols DUTCHOVEN", "CDEHNOTUV", 4),
        ("log", "--levels 1 --count 3 --symbols DUTCHOVEN --template pocket", "CDEHNOTUV", 3),
        ("six", "--quota 6x6:1=4 --symbols PLANET", "AELNPT", 4),
    ] {
        bench.ends(&format!("run {flags} --seed 2 --out {name} -q"), 0, "");
        verify(&bench, name, 0);
        let book = Pdf::open(&bench.read(&format!("{name}/book.pdf"))).unwrap();
        let pages = (0..book.page_count()).map(|page| book.page(page).unwrap());
        let (mut lists, mut answers) = (0, 0);
        for page in pages {
            // Two puzzles side by side have one line.
            let bare: String = page.lines.iter().flat_map(|line| line.split_whitespace()).collect();
            if page.grids.iter().any(|grid| grid.number.is_some()) {
                lists += bare.matches(listed).count();
            }
            for grid in page.grids.iter().filter(|grid| grid.is_full()) {
                // The letters stand for the digits from 1 up in the order of the word.
                let side = grid.grid.shape().side();
                let cells = Vec::from_iter(grid.grid.filled().map(|(_, digit)| digit));
                let rows = cells.chunks(side).filter(|row| row.is_sorted()).count();
                assert_eq!(rows, 1, "{name}: {}", grid.grid);
                answers += 1;
            }
            let rules = page.lines.iter().any(|line| line.contains("one row spells a word"));
            assert_eq!(rules, page.lines.iter().any(|line| line == "How to play"));
        }
        assert_eq!((lists, answers), (puzzles, puzzles), "{name}");
    }
}

#[test]
fn signs_that_fit_nothing_are_refused() {
    let bench = Bench::new();
    for (signs, message) in [
        ("ABC", "expected shapes, or 4, 6 or 9 different capital letters"),
        ("ABCDEFGHA", "expected shapes, or 4, 6 or 9 different capital letters"),
        ("9x9:1=shapes", "expected signs for 9x9"),
        ("12x12:1=ABCD", "expected a level such as 4x4:1"),
    ] {
        bench.ends(&format!("run --count 2 --levels 1 --symbols {signs} --out no"), 2, message);
    }
    for (signs, message) in [
        ("shapes", "expected signs for puzzles of 9x9, found shapes"),
        ("ABCDEFGHI,1=BACDEFGHI", "expected other signs than those of ABCDEFGHI"),
    ] {
        bench.ends(&format!("run --count 2 --levels 1 --symbols {signs} --out no"), 2, message);
    }
    let hints = "--parts title,puzzles,answers,hints";
    let command = format!("run --count 2 --levels 3 --symbols ABCDEFGHI {hints} --out no");
    bench.ends(&command, 2, "has hints, whose sentences name digits, not signs");
}

/// The book of the job grows from 4 x 4 with shapes to 9 x 9, and its last stage is not the easiest.
/// Twelve of its pages were white, and a child had solved every puzzle after 20 of 80.
#[test]
fn book_for_children_grows() {
    let bench = Bench::new();
    bench.ends("run --job children --author A --title T --seed 1 -q", 0, "");
    let catalog = text(&bench, "children/catalog.csv");
    let sizes = column(&catalog, "size");
    let count = |size: &str| sizes.iter().filter(|other| *other == size).count();
    assert_eq!(["4x4", "6x6", "9x9"].map(count), [40, 30, 10]);
    for (size, puzzle) in sizes.iter().zip(column(&catalog, "puzzle")) {
        let givens = puzzle.bytes().filter(u8::is_ascii_digit).count();
        assert!(size != "9x9" || (36..=40).contains(&givens), "{puzzle}");
    }
    verify(&bench, "children", 0);
    let book = Pdf::open(&bench.read("children/book.pdf")).unwrap();
    let pages: Vec<_> = (0..book.page_count()).map(|page| book.page(page).unwrap()).collect();
    let is_white = |page: &&PageContents| page.lines.is_empty() && page.grids.is_empty();
    assert!(pages.iter().filter(is_white).count() <= 3);
    let praise = pages.iter().flat_map(|page| &page.lines).filter(|line| line.ends_with("solved!"));
    let praise = Vec::from_iter(praise.map(String::as_str));
    let stages = [20, 20, 10].map(|count| format!("All {count} puzzles of this stage solved!"));
    let expected = [&["All 20 shape puzzles solved!".to_owned()][..], &stages].concat();
    assert_eq!(praise, expected);
    let ends = |page: &PageContents| page.lines.contains(&"You solved every puzzle!".to_owned());
    assert_eq!(pages.iter().filter(|page| ends(page)).count(), 1);
    // Each opener shows a row, a column and a block of its size.
    let openers = pages.iter().filter(|page| page.grids.iter().all(|grid| grid.number.is_none()));
    let sides = openers.filter(|page| page.grids.len() == 3);
    let sides = Vec::from_iter(sides.map(|page| page.grids[0].grid.shape().side()));
    assert_eq!(sides, [4, 4, 6, 6, 9]);
}

/// Returns true if two cells share a row, a column or a block.
fn share_house(shape: GridShape, one: usize, other: usize) -> bool {
    let (rows, columns, side) = (shape.block_rows(), shape.block_columns(), shape.side());
    let places = |cell: usize| {
        let (row, column) = (cell / side, cell % side);
        [row, column, row / rows * rows + column / columns]
    };
    places(one).iter().zip(places(other)).any(|(house, found)| *house == found)
}

/// Returns the cells of a house, `row 2` or `block 4`.
fn cells_of(shape: GridShape, house: &str) -> Vec<usize> {
    let (kind, number) = house.split_once(' ').unwrap();
    let index = number.parse::<usize>().unwrap() - 1;
    let (rows, columns, side) = (shape.block_rows(), shape.block_columns(), shape.side());
    let is_in = |cell: &usize| {
        let (row, column) = (cell / side, cell % side);
        let found = match kind {
            "row" => row,
            "column" => column,
            _ => row / rows * rows + column / columns,
        };
        found == index
    };
    (0..shape.cell_count()).filter(is_in).collect()
}

/// Returns the cells of a house that can take a digit.
fn places_in(grid: &AnyGrid, house: &[usize], digit: u8) -> Vec<usize> {
    let holders: Vec<usize> =
        grid.filled().filter(|(_, found)| *found == digit).map(|(cell, _)| cell).collect();
    let is_place = |cell: &&usize| {
        let sees = |other: &usize| share_house(grid.shape(), **cell, *other);
        grid.digit(**cell).is_none() && !holders.iter().any(sees)
    };
    house.iter().filter(is_place).copied().collect()
}

/// In each tricky puzzle the fox names a digit that has one place in a house among the givens, so
/// that a child may read the words first. All kinds of houses have their turn.
#[test]
fn fox_helps_truly_in_each_tricky_puzzle() {
    let bench = Bench::new();
    bench.ends("run --job children --seed 2 -q", 0, "");
    let file = Pdf::open(&bench.read("children/book.pdf")).unwrap();
    let mut told = BTreeMap::new();
    for index in 0..file.page_count() {
        let page = file.page(index).unwrap();
        let words = page.lines.join(" ").replace(['\t', '\u{a0}'], " ");
        let Some((_, hint)) = words.split_once("Stuck? Look for the ") else { continue };
        let (digit, rest) = hint.split_once(" in ").unwrap();
        let (digit, house) = (digit.parse().unwrap(), rest.split_once('.').unwrap().0);
        let givens = page.grids[0].grid;
        let cells = cells_of(givens.shape(), house);
        let solution = AnyPuzzle::prove(givens).unwrap().solution();
        let cell = *cells.iter().find(|cell| solution.digit(**cell) == Some(digit)).unwrap();
        assert_eq!(places_in(&givens, &cells, digit), [cell], "{hint}: {givens}");
        let kind = house.split(' ').next().unwrap().to_owned();
        *told.entry((givens.shape().side(), kind)).or_insert(0) += 1;
    }
    assert_eq!(told.values().sum::<usize>(), 40, "20 of 4 x 4, 10 of 6 x 6, 10 of 9 x 9");
    assert_eq!(told.len(), 9, "three kinds of houses for each size: {told:?}");
}

/// A back promises a hint for tricky puzzles only if the book has some.
#[test]
fn back_promises_hints_only_for_tricky_puzzles() {
    let bench = Bench::new();
    bench.ends("run --job children --author A --title T --seed 1 --out grown -q", 0, "");
    let easy = "run --template playful --ladder human --levels 1 --count 30 --seed 1 --cover";
    bench.ends(&format!("{easy} --printer kdp --paper white --out easy -q"), 0, "");
    let is_promised = |name: &str| {
        let page = Pdf::open(&bench.read(name)).unwrap().page(0).unwrap();
        page.lines.join(" ").contains("gets tricky")
    };
    assert!(is_promised("grown/cover.pdf") && !is_promised("easy/cover.pdf"));
}

/// A duplicate issues its slot again, so rare puzzles would cost the square of the attempts.
#[test]
fn rare_symmetries_end_short() {
    let bench = Bench::new();
    let common = "--size 6 --levels 3 --count 6 --attempts 2000 --out no.csv -q --force";
    let said = "attempts at the next one";
    for (symmetry, seed) in [("both-mirrors", 38), ("quarter-turn", 2), ("full", 3)] {
        let output = bench.run(&format!("generate {common} --symmetry {symmetry} --seed {seed}"));
        let error = String::from_utf8(output.stderr).unwrap();
        // Code 4: not a single one was found.
        assert!(matches!(output.status.code(), Some(3 | 4)), "{symmetry}: {error}");
        assert!(error.contains(said), "{symmetry}: {error}");
    }
    let mirrors = "generate --symmetry both-mirrors --seed 38 --size 6 --levels 3 --count 6";
    bench.ends(&format!("{mirrors} --attempts 2000 --out few.csv -q"), 3, "failed, ");
    for shard in ["0/2", "1/2"] {
        let part = format!("{mirrors} --attempts 2000 --into parts --shard {shard} -q");
        bench.ends(&part, 0, "");
    }
    bench.ends("shards join parts --out joined.csv -q", 3, "");
    assert_eq!(bench.read("joined.csv"), bench.read("few.csv"));
}
