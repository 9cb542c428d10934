//! Small puzzles: the facts that are known of their grids and puzzles; levels, ratings and paths by
//! a slow judge.

use grid::mini::{MiniGrid, MiniPuzzle, MiniShape, bits};
use grid::{AnyGrid, AnyTransform, Rng, Symmetry};
use human::{MiniLevel, MiniPath, MiniRating, MiniStep, Technique};
use make::mini::MiniRules;
use make::{Seed, pattern_key};
use std::collections::{BTreeMap, BTreeSet};

fn solutions(grid: &MiniGrid) -> Vec<MiniGrid> {
    let Some(empty) = grid.cells().iter().position(|digit| *digit == 0) else {
        return vec![*grid];
    };
    let mut all = Vec::new();
    for digit in 1..=grid.shape().side() as u8 {
        let mut next = *grid;
        next.set(empty, digit);
        if !next.has_conflict() {
            all.extend(solutions(&next));
        }
    }
    all
}

/// Returns the cells of each house, by the definition: the rows, then the columns, then the blocks.
fn houses(shape: MiniShape) -> Vec<Vec<usize>> {
    let side = shape.side();
    let with = |house_of: &dyn Fn(usize) -> usize| {
        let cells = |house| (0..side * side).filter(move |cell| house_of(*cell) == house);
        (0..side).map(|house| cells(house).collect()).collect::<Vec<Vec<usize>>>()
    };
    let columns_of_block = side / 2;
    [
        with(&|cell| cell / side),
        with(&|cell| cell % side),
        with(&|cell| cell / side / 2 * 2 + cell % side / columns_of_block),
    ]
    .concat()
}

/// Returns the least and the greatest number of givens of a house.
fn house_counts(grid: &MiniGrid) -> (usize, usize) {
    let counts = houses(grid.shape())
        .into_iter()
        .map(|house| house.into_iter().filter(|cell| grid.digit(*cell).is_some()).count());
    let counts: Vec<usize> = counts.collect();
    (*counts.iter().min().unwrap(), *counts.iter().max().unwrap())
}

/// A position that knows the digits that each cell can take, and techniques from their definitions.
#[derive(Clone)]
struct SlowPosition {
    side: usize,
    houses: Vec<Vec<usize>>,
    digits: Vec<Option<u8>>,
    candidates: Vec<BTreeSet<u8>>,
}

impl SlowPosition {
    fn new(grid: &MiniGrid) -> Self {
        let side = grid.shape().side();
        let all: BTreeSet<u8> = (1..=side as u8).collect();
        let count = side * side;
        let mut position = Self {
            side,
            houses: houses(grid.shape()),
            digits: vec![None; count],
            candidates: vec![all; count],
        };
        grid.filled().for_each(|cell| position.place(cell, grid.digit(cell).unwrap()));
        position
    }

    fn place(&mut self, cell: usize, digit: u8) {
        self.digits[cell] = Some(digit);
        self.candidates[cell].clear();
        for house in self.houses.iter().filter(|house| house.contains(&cell)) {
            for peer in house {
                self.candidates[*peer].remove(&digit);
            }
        }
    }

    fn is_full(&self) -> bool {
        self.digits.iter().all(Option::is_some)
    }

    /// The places of a digit in a house.
    fn places(&self, house: &[usize], digit: u8) -> BTreeSet<usize> {
        house.iter().copied().filter(|cell| self.candidates[*cell].contains(&digit)).collect()
    }

    /// The placements of a level: those of its own techniques alone.
    fn placements(&self, level: u8) -> Vec<(usize, u8)> {
        let mut found = Vec::new();
        for (index, house) in self.houses.iter().enumerate() {
            let open: Vec<usize> =
                house.iter().copied().filter(|cell| self.digits[*cell].is_none()).collect();
            let is_block = index >= 2 * self.side;
            let is_of_level = if level == 1 { is_block || open.len() == 1 } else { !is_block };
            if level <= 2 && is_of_level {
                for digit in 1..=self.side as u8 {
                    let places = self.places(house, digit);
                    found.extend(
                        places
                            .iter()
                            .take(1)
                            .filter(|_| places.len() == 1)
                            .map(|cell| (*cell, digit)),
                    );
                }
            }
        }
        if level == 3 {
            let narrow = self.candidates.iter().enumerate().filter(|(_, left)| left.len() == 1);
            found.extend(narrow.map(|(cell, left)| (cell, *left.first().unwrap())));
        }
        found
    }

    /// The candidates that locked digits and pairs exclude.
    fn exclusions(&self) -> BTreeSet<(usize, u8)> {
        let mut found = BTreeSet::new();
        let digits = || 1..=self.side as u8;
        for (one, other) in
            self.houses.iter().flat_map(|one| self.houses.iter().map(move |other| (one, other)))
        {
            for digit in digits() {
                let places = self.places(one, digit);
                if one != other
                    && places.len() >= 2
                    && places.iter().all(|cell| other.contains(cell))
                {
                    let lost = self
                        .places(other, digit)
                        .difference(&places)
                        .map(|cell| (*cell, digit))
                        .collect::<Vec<_>>();
                    found.extend(lost);
                }
            }
        }
        for house in &self.houses {
            for (a, b) in digits().flat_map(|a| (a + 1..=self.side as u8).map(move |b| (a, b))) {
                let pair = BTreeSet::from([a, b]);
                let naked: Vec<usize> =
                    house.iter().copied().filter(|cell| self.candidates[*cell] == pair).collect();
                if naked.len() == 2 {
                    let others = house.iter().filter(|cell| !naked.contains(cell));
                    for cell in others {
                        found.extend(
                            self.candidates[*cell].intersection(&pair).map(|digit| (*cell, *digit)),
                        );
                    }
                }
                let places = self.places(house, a);
                if places.len() == 2 && places == self.places(house, b) {
                    for cell in places {
                        found.extend(
                            self.candidates[cell].difference(&pair).map(|digit| (cell, *digit)),
                        );
                    }
                }
            }
        }
        found
    }

    /// Takes one step of a level or a lower one, the one that the number chooses. Returns false if
    /// there is none.
    fn take_step(&mut self, level: u8, choice: usize) -> bool {
        let placements: Vec<_> = (1..=level.min(3)).flat_map(|it| self.placements(it)).collect();
        let exclusions: Vec<_> =
            if level == 4 { self.exclusions().into_iter().collect() } else { Vec::new() };
        let count = placements.len() + exclusions.len();
        if count == 0 {
            return false;
        }
        let at = choice % count;
        if let Some((cell, digit)) = placements.get(at) {
            self.place(*cell, *digit);
        } else {
            let (cell, digit) = exclusions[at - placements.len()];
            self.candidates[cell].remove(&digit);
        }
        true
    }

    fn closed_by(mut self, level: u8, rng: &mut Rng) -> Self {
        while self.take_step(level, rng.below(1 << 20) as usize) {}
        self
    }
}

/// The first level of 6 x 6 whose techniques solve a grid, each taken in random order.
fn slow_level(grid: &MiniGrid, rng: &mut Rng) -> Option<u8> {
    (1..=4).find(|level| SlowPosition::new(grid).closed_by(*level, rng).is_full())
}

/// Makes puzzles of a level.
fn made(level: MiniLevel, symmetry: Symmetry, count: usize) -> Vec<MiniPuzzle> {
    let mut rng = Seed(8).stream_at(0);
    let rules = MiniRules { symmetry, ..MiniRules::default() };
    std::iter::repeat_with(|| rules.attempt(level, &mut rng)).flatten().take(count).collect()
}

fn all_levels() -> impl Iterator<Item = MiniLevel> {
    MiniShape::ALL.into_iter().flat_map(MiniLevel::all_of)
}

/// The number of cells that singles can fill at the start.
fn openings(givens: &MiniGrid) -> usize {
    let start = SlowPosition::new(givens);
    let placed = (1..=3).flat_map(|level| start.placements(level));
    placed.map(|(cell, _)| cell).collect::<BTreeSet<_>>().len()
}

/// The least number of such cells.
fn min_openings(level: MiniLevel) -> usize {
    match level.shape() {
        MiniShape::Four => 3 - usize::from(level.number()),
        MiniShape::Six => 5 - usize::from(level.number()),
    }
}

/// The image of a cell.
fn image(shape: MiniShape, symmetry: Symmetry, cell: usize) -> usize {
    let side = shape.side();
    match symmetry {
        Symmetry::HalfTurn => side * side - 1 - cell,
        Symmetry::Diagonal => cell % side * side + cell / side,
        _ => cell,
    }
}

#[test]
fn made_puzzles_keep_look_openings_and_symmetry() {
    for level in all_levels() {
        let shape = level.shape();
        for (symmetry, count) in
            [(Symmetry::None, 60), (Symmetry::HalfTurn, 6), (Symmetry::Diagonal, 6)]
        {
            for puzzle in made(level, symmetry, count) {
                let givens = puzzle.givens();
                let (least, most) = house_counts(givens);
                assert!(least > 0 && most < shape.side(), "{givens}");
                assert!(openings(givens) >= min_openings(level), "{givens}");
                let is_given = |cell: usize| givens.digit(cell).is_some();
                let mut cells = 0..shape.cell_count();
                let is_kept = |cell| is_given(cell) == is_given(image(shape, symmetry, cell));
                assert!(cells.all(is_kept), "{symmetry:?} {givens}");
                assert!(symmetry.keeps_small(givens), "{symmetry:?} {givens}");
            }
        }
    }
    let mut uneven = MiniGrid::empty(MiniShape::Six);
    [0, 7, 14, 21, 28].into_iter().for_each(|cell| uneven.set(cell, 1 + cell as u8 % 6));
    assert_eq!(house_counts(&uneven).0, 0);
    assert_eq!(uneven.empty_house().as_deref(), Some("block 2"));
    (0..6).for_each(|cell| uneven.set(cell, 1 + cell as u8));
    assert_eq!(uneven.complete_house().as_deref(), Some("row 1"));
}

/// A level is the first set of techniques that solves a puzzle, whatever the order of the steps.
#[test]
fn levels_of_six_are_slow_closures() {
    let mut rng = Seed(9).stream_at(0);
    let mut counts = BTreeMap::<Option<u8>, u32>::new();
    for row in include_str!("../../mini-ratings.csv").lines().skip(1) {
        let AnyGrid::Mini(givens) = row.split(',').next().unwrap().parse().unwrap() else {
            panic!("{row}")
        };
        let puzzle = MiniPuzzle::prove(givens).expect("one solution");
        let level = MiniLevel::from_puzzle(&puzzle).map(MiniLevel::number);
        assert_eq!(level, slow_level(&givens, &mut rng), "{row}");
        *counts.entry(level).or_default() += 1;
    }
    assert!(counts.len() == 5 && counts.values().all(|count| *count >= 20), "{counts:?}");
    for level in MiniLevel::all_of(MiniShape::Six) {
        for puzzle in made(level, Symmetry::None, 60) {
            let givens = puzzle.givens();
            assert_eq!(slow_level(givens, &mut rng), Some(level.number()), "{givens}");
        }
    }
}

/// Returns the candidates that a step removes.
fn removed_candidates(step: &MiniStep) -> Vec<(usize, u8)> {
    let mut removed = Vec::new();
    for (digit, cells) in (1..).zip(step.removed) {
        removed.extend(bits(cells).map(|cell| (cell, digit)));
    }
    removed
}

impl SlowPosition {
    /// Removes what a step removes; false if locked digits and pairs do not exclude it.
    fn remove(&mut self, step: &MiniStep) -> bool {
        let (lost, excluded) = (removed_candidates(step), self.exclusions());
        if !lost.iter().all(|candidate| excluded.contains(candidate)) {
            return false;
        }
        for (cell, digit) in lost {
            self.candidates[cell].remove(&digit);
        }
        true
    }

    /// Takes a step whose premises hold.
    fn take(&mut self, step: &MiniStep) {
        let Some((cell, digit)) = step.placement else {
            assert!(!removed_candidates(step).is_empty() && self.remove(step), "{step:?}");
            return;
        };
        let level = match step.technique {
            Technique::LastCell | Technique::HiddenSingleBlock => 1,
            Technique::HiddenSingleLine => 2,
            _ => 3,
        };
        let placed = (cell, digit as u8 + 1);
        assert!(self.placements(level).contains(&placed), "{step:?}");
        self.place(placed.0, placed.1);
    }
}

/// Returns true if singles finish a puzzle after these removals, each taken where no single is
/// left.
fn is_finished_by(givens: &MiniGrid, removals: &[&MiniStep], rng: &mut Rng) -> bool {
    let mut position = SlowPosition::new(givens).closed_by(3, rng);
    for step in removals {
        if !position.remove(step) {
            return false;
        }
        position = position.closed_by(3, rng);
    }
    position.is_full()
}

/// Each step follows from the position before it, and no removal can be left out.
#[test]
fn shortest_ways_of_small_puzzles_are_needed() {
    let mut rng = Seed(10).stream_at(0);
    let mut removals = 0;
    for level in all_levels() {
        for puzzle in made(level, Symmetry::None, 30) {
            let givens = puzzle.givens();
            let way = MiniPath::shortest(givens);
            let mut position = SlowPosition::new(givens);
            way.steps.iter().for_each(|step| position.take(step));
            assert!(way.is_complete && position.is_full(), "{givens}");
            let all: Vec<_> = way.steps.iter().filter(|it| it.placement.is_none()).collect();
            assert_eq!(all.is_empty(), level.number() < 4, "{givens}");
            removals += all.len();
            for dropped in 0..all.len() {
                let mut others = all.clone();
                others.remove(dropped);
                assert!(!is_finished_by(givens, &others, &mut rng), "{givens}: {dropped}");
            }
        }
    }
    assert!(removals >= 30, "{removals}");
}

/// Moves a row and a column to their place in another view.
type View = fn(usize, usize) -> (usize, usize);

/// Turned and mirrored patterns share their key, and no others do.
#[test]
fn pattern_keys_are_those_of_eight_views() {
    let mut grid = MiniGrid::empty(MiniShape::Six);
    [0, 1, 8, 17].into_iter().for_each(|cell| grid.set(cell, 1));
    let views: [View; 8] = [
        |row, column| (row, column),
        |row, column| (row, 5 - column),
        |row, column| (5 - row, column),
        |row, column| (5 - row, 5 - column),
        |row, column| (column, row),
        |row, column| (column, 5 - row),
        |row, column| (5 - column, row),
        |row, column| (5 - column, 5 - row),
    ];
    let keys = views.map(|view| {
        let mut seen = MiniGrid::empty(MiniShape::Six);
        for cell in grid.filled() {
            let (row, column) = view(cell / 6, cell % 6);
            seen.set(6 * row + column, 2);
        }
        pattern_key(&seen.into())
    });
    assert!(keys[0].is_some() && keys.iter().all(|key| *key == keys[0]));
    grid.set(35, 1);
    assert_ne!(pattern_key(&grid.into()), keys[0]);
    assert_eq!(pattern_key(&MiniGrid::empty(MiniShape::Four).into()), None);
}

fn with_first_row(shape: MiniShape) -> MiniGrid {
    let mut grid = MiniGrid::empty(shape);
    for column in 0..shape.side() {
        grid.set(column, column as u8 + 1);
    }
    grid
}

#[test]
fn full_grids_and_their_classes_are_as_known() {
    for (shape, of_first_row, orders, orbits) in [
        (MiniShape::Four, 12, 24, BTreeMap::from([(4, 1), (8, 1)])),
        (
            MiniShape::Six,
            39_168,
            720,
            BTreeMap::from([
                (48, 3),
                (96, 3),
                (144, 4),
                (288, 9),
                (432, 5),
                (576, 1),
                (864, 12),
                (1_728, 11),
                (3_456, 1),
            ]),
        ),
    ] {
        let first_row = with_first_row(shape);
        let all = solutions(&first_row);
        assert_eq!(all.len(), of_first_row);
        assert_eq!(first_row.solution_count(u64::MAX), of_first_row as u64);
        let total = [288, 28_200_960][shape as usize];
        assert_eq!(of_first_row * orders, total);
        let mut classes = BTreeMap::<MiniGrid, u32>::new();
        for grid in all {
            let full = MiniPuzzle::prove(grid).expect("a full grid is its own solution");
            *classes.entry(full.canonical()).or_default() += 1;
        }
        let mut found = BTreeMap::<u32, u32>::new();
        classes.into_values().for_each(|size| *found.entry(size).or_default() += 1);
        assert_eq!(found, orbits);
    }
}

#[test]
fn puzzles_of_four_are_as_counted() {
    let mut representatives = BTreeMap::<MiniGrid, (MiniGrid, u64)>::new();
    for grid in solutions(&MiniGrid::empty(MiniShape::Four)) {
        let class = MiniPuzzle::prove(grid).expect("a full grid").canonical();
        representatives.entry(class).or_insert((grid, 0)).1 += 1;
    }
    let (mut puzzles, mut minimal) = (0, BTreeMap::<usize, u64>::new());
    let mut classes = BTreeSet::new();
    let mut minimal_classes = BTreeSet::new();
    for (full, orbit) in representatives.into_values() {
        for givens in 0_u32..1 << 16 {
            let mut grid = full;
            (0..16).filter(|cell| givens >> cell & 1 == 0).for_each(|cell| grid.set(cell, 0));
            let Ok(puzzle) = MiniPuzzle::prove(grid) else { continue };
            puzzles += orbit;
            classes.insert(puzzle.canonical());
            if Symmetry::None.is_minimal_small(&puzzle) {
                *minimal.entry(puzzle.givens_count()).or_default() += orbit;
                minimal_classes.insert(puzzle.canonical());
            }
        }
    }
    assert_eq!(puzzles, 13_579_680);
    assert_eq!(minimal, BTreeMap::from([(4, 25_728), (5, 58_368), (6, 1_536)]));
    let count = |classes: &BTreeSet<MiniGrid>, givens: usize| {
        classes.iter().filter(|grid| grid.filled_count() == givens).count()
    };
    assert_eq!([4, 5, 6].map(|givens| count(&minimal_classes, givens)), [13, 22, 1]);
    let by_givens: Vec<_> = (4..=16).map(|givens| count(&classes, givens)).collect();
    let (rules, mut rng) = (MiniRules::default(), Seed(4).stream_at(0));
    for level in MiniLevel::all_of(MiniShape::Four) {
        let mut with_level = 0;
        for form in &classes {
            assert!(SlowPosition::new(form).closed_by(1, &mut rng).is_full(), "{form}");
            let (least, most) = house_counts(form);
            let keeps = least > 0 && most < 4 && openings(form) >= min_openings(level);
            assert_eq!(rules.fault(form, level).is_none(), keeps, "{form}");
            let puzzle = MiniPuzzle::prove(*form).expect("a form of a puzzle");
            let is_made = MiniLevel::from_puzzle(&puzzle) == Some(level);
            with_level += u32::from(is_made && keeps && form.filled_count() <= 10);
        }
        assert_eq!(Some(with_level), rules.class_count(level));
    }
    assert_eq!(by_givens, [13, 96, 376, 711, 1040, 980, 788, 414, 210, 56, 22, 2, 2]);
}

#[test]
fn equivalent_puzzles_share_their_canonical_form() {
    let mut rng = Seed(5).stream_at(0);
    for (shape, number) in [(MiniShape::Four, 1), (MiniShape::Six, 2)] {
        let level = MiniLevel::new(shape, number).expect("the level exists");
        let mut classes = BTreeSet::new();
        for _ in 0..300 {
            let Some(puzzle) = MiniRules::default().attempt(level, &mut rng) else { continue };
            classes.insert(puzzle.canonical());
            let transform = AnyTransform::random(shape.into(), &mut rng);
            let givens = AnyGrid::Mini(*puzzle.givens());
            let moved = transform.grid(&givens).expect("a transform of the shape");
            assert_eq!(transform.inverse().grid(&moved), Some(givens));
            let moved = puzzle.disguised(&mut rng);
            assert_eq!(MiniPuzzle::prove(*moved.givens()), Ok(moved));
            assert_eq!(moved.canonical(), puzzle.canonical());
            // A form of the class, not some other grid.
            let again = MiniPuzzle::prove(puzzle.canonical()).expect("a form of the puzzle");
            assert_eq!(again.canonical(), puzzle.canonical());
            assert_eq!(again.givens_count(), puzzle.givens_count());
        }
        assert!(classes.len() > 5, "{shape}: {}", classes.len());
    }
}

#[test]
fn search_agrees_with_a_slow_one() {
    let mut rng = Seed(6).stream_at(0);
    let mut several = 0;
    for _ in 0..200 {
        let mut grid = *MiniPuzzle::random_full(MiniShape::Six, &mut rng).givens();
        let kept = *MiniPuzzle::random_full(MiniShape::Six, &mut rng).givens();
        // Two thirds of the cells go.
        let emptied: Vec<usize> = (0..36).filter(|&cell| kept.cells()[cell] > 2).collect();
        emptied.into_iter().for_each(|cell| grid.set(cell, 0));
        let slow = solutions(&grid).len() as u64;
        assert_eq!(grid.solution_count(u64::MAX), slow, "{grid}");
        several += u64::from(slow > 1);
    }
    assert!(several > 20, "{several}");
}

#[test]
fn ratings_are_those_of_the_explainer() {
    let mut rated = 0;
    for row in include_str!("../../mini-ratings.csv").lines().skip(1) {
        let [puzzle, er, ep, ed] = row.split(',').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let AnyGrid::Mini(givens) = puzzle.parse().expect("36 cells") else { panic!("{row}") };
        let puzzle = MiniPuzzle::prove(givens).expect("one solution");
        let rating = MiniRating::from_puzzle(&puzzle);
        let is_of_pairs = er.parse::<f64>().expect("a rating") <= 3.4;
        assert_eq!(rating.is_some(), is_of_pairs, "{row}");
        if let Some(MiniRating { er: found, ep: first, ed: start, .. }) = rating {
            assert_eq!(format!("{found} {first} {start}"), format!("{er} {ep} {ed}"), "{row}");
            rated += 1;
        }
    }
    assert!(rated >= 230, "{rated}");
}

#[test]
fn attempts_have_their_level_and_bounds() {
    let mut rng = Seed(7).stream_at(0);
    for shape in MiniShape::ALL {
        for number in 1..=MiniLevel::count(shape) {
            let level = MiniLevel::new(shape, number).expect("the level exists");
            let mut made = 0;
            while made < 20 {
                let Some(puzzle) = MiniRules::default().attempt(level, &mut rng) else { continue };
                assert_eq!(MiniPuzzle::prove(*puzzle.givens()), Ok(puzzle));
                assert_eq!(MiniLevel::from_puzzle(&puzzle), Some(level));
                if shape == MiniShape::Four {
                    assert_eq!(puzzle.givens_count() <= 6, number == 2, "{}", puzzle.givens());
                }
                made += 1;
            }
        }
        assert_eq!(MiniLevel::new(shape, MiniLevel::count(shape) + 1), None);
    }
}

#[test]
fn texts_that_are_no_small_grid_are_refused() {
    let error = "1..2....5......3".parse::<AnyGrid>().expect_err("there is no 5");
    let expected = "column 9: expected a digit of 1 to 4 or a blank (. 0 _ * X), found '5'";
    assert_eq!(error.to_string(), expected);
    let mut twice = MiniGrid::empty(MiniShape::Four);
    twice.set(0, 1);
    twice.set(1, 1);
    assert!(twice.has_conflict());
    assert!(MiniPuzzle::prove(twice).is_err());
    assert_eq!(twice.solution_count(10), 0);
}
