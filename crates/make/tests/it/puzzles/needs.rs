//! The one meaning of *needs*: for each kind of step, a slow program solves without it and its larger forms.

use crate::support::known::{NEEDED, known_puzzles};
use crate::support::puzzles::{dug, full_grid, rng};
use crate::support::slow_closure::SlowPosition;
use explainer::{Rater, can_solve, has_need_of};
use grid::{Cell, Puzzle, Rng};
use human::{
    Band, ChainPattern as P, LadderClosure, LadderSteps, StepKind, Technique as T, TechniqueSet,
};

/// Returns this technique and all that the rating tries later.
fn from(first: T) -> Vec<StepKind> {
    T::ALL.into_iter().filter(|own| *own >= first).map(StepKind::from).collect()
}

/// Returns a kind and its larger forms, as docs/ladder.md has them.
fn forms(kind: StepKind) -> Vec<StepKind> {
    use StepKind::{Pattern, Technique};
    let chains = from(T::Nishio);
    let mut larger = match kind {
        Technique(T::HiddenSingleBlock) => vec![Technique(T::HiddenSingleLine)],
        Technique(T::NakedPair) => vec![Technique(T::NakedTriple), Technique(T::NakedQuad)],
        Technique(T::NakedTriple) => vec![Technique(T::NakedQuad)],
        Technique(T::HiddenPair) => vec![Technique(T::HiddenTriple), Technique(T::HiddenQuad)],
        Technique(T::HiddenTriple) => vec![Technique(T::HiddenQuad)],
        Technique(T::XWing) => vec![Technique(T::Swordfish), Technique(T::Jellyfish)],
        Technique(T::Swordfish) => vec![Technique(T::Jellyfish)],
        Technique(T::XyWing) => {
            let near = vec![Technique(T::XyzWing), Pattern(P::XyChain), Technique(T::ForcingChain)];
            [near, chains].concat()
        }
        Pattern(P::Skyscraper | P::TwoStringKite | P::TurbotFish | P::SimpleColouring)
        | Technique(T::XCycle) => {
            [vec![Technique(T::ForcingXChain), Technique(T::ForcingChain)], chains].concat()
        }
        Pattern(P::RemotePair) | Technique(T::YCycle) => {
            [vec![Pattern(P::XyChain), Technique(T::ForcingChain)], chains].concat()
        }
        Pattern(P::WWing | P::XyChain) | Technique(T::ForcingXChain | T::XyCycle) => {
            [vec![Technique(T::ForcingChain)], chains].concat()
        }
        Technique(T::ForcingChain) => chains,
        Technique(T::AlignedPairExclusion) => from(T::CellChains),
        Technique(T::Nishio | T::CellChains | T::RegionChains) => from(T::DynamicCellChains),
        Technique(
            T::DynamicCellChains
            | T::DynamicRegionChains
            | T::DynamicContradiction
            | T::DynamicDouble,
        ) => from(T::DynamicPlusCellChains),
        _ => Vec::new(),
    };
    larger.push(kind);
    larger
}

/// Returns the kinds of a band without these, on the ladder and beyond it.
fn others(band: Band, out: &[StepKind]) -> (Vec<StepKind>, TechniqueSet) {
    let kinds = band.allowed_steps().filter(|kind| !out.contains(kind)).collect();
    let mut beyond = TechniqueSet::NONE;
    let last = [T::AlignedPairExclusion, T::AlignedTripletExclusion].into_iter();
    for technique in last.chain(T::ALL.into_iter().filter(|own| *own >= T::Nishio)) {
        if band == Band::Extreme && !out.contains(&technique.into()) {
            beyond.insert(technique);
        }
    }
    (kinds, beyond)
}

/// Solves with the other kinds of a band, one find after the other.
fn slow_needs(kind: StepKind, puzzle: &Puzzle, band: Band, rng: &mut Rng) -> bool {
    let (kinds, beyond) = others(band, &forms(kind));
    let mut slow = SlowPosition::new(puzzle.givens());
    loop {
        slow.exhaust_kinds(kinds.clone(), rng);
        if slow.is_solved() {
            return false;
        }
        let mut position = slow.position(puzzle.solution());
        match position.next_step(beyond) {
            Some(step) => step.apply(&mut position),
            None => return true,
        }
        slow = SlowPosition::from_position(&position);
    }
}

#[test]
fn each_kind_is_needed_by_its_puzzle() {
    let mut rng = rng(5);
    let mut lines = NEEDED.lines();
    for kind in StepKind::all().filter(|kind| kind.can_be_needed()) {
        let (name, line) = lines.next().unwrap().split_once(' ').unwrap();
        assert_eq!(name, kind.name());
        if line == "-" {
            continue;
        }
        let puzzle = Puzzle::prove(line.parse().unwrap()).unwrap();
        let band = Rater::new().rate(&puzzle).unwrap().band;
        assert!(can_solve(band.all_steps(), &puzzle), "{kind}");
        assert!(slow_needs(kind, &puzzle, band, &mut rng), "{kind}");
        assert!(has_need_of(band.all_steps(), &[kind], &puzzle), "{kind}");
    }
    assert_eq!(lines.next(), None);
}

/// Puzzles of all bands.
fn puzzles(rng: &mut Rng) -> Vec<Puzzle> {
    let mut puzzles: Vec<Puzzle> = known_puzzles().step_by(3).take(20).collect();
    puzzles.extend((24..=36).step_by(3).map(|givens| dug(&full_grid(rng), givens, rng)));
    puzzles
}

#[test]
fn needs_are_those_of_the_slow_judge() {
    let mut rng = rng(6);
    let mut verdicts = [0; 2];
    for puzzle in puzzles(&mut rng) {
        let band = Rater::new().rate(&puzzle).unwrap().band;
        for kind in StepKind::all().filter(|kind| kind.band() <= band && kind.can_be_needed()) {
            let found = has_need_of(band.all_steps(), &[kind], &puzzle);
            let expected = slow_needs(kind, &puzzle, band, &mut rng);
            assert_eq!(found, expected, "{kind}, {band}: {}", puzzle.givens());
            verdicts[usize::from(found)] += 1;
        }
    }
    assert!(verdicts.iter().all(|count| *count > 20), "{verdicts:?}");
}

/// No puzzle needs uniqueness or direct techniques, also where the rating finds them.
#[test]
fn uniqueness_and_direct_techniques_are_never_needed() {
    let never = StepKind::all().filter(|kind| !kind.is_of_ladder());
    let names: Vec<&str> = never.map(StepKind::name).collect();
    assert_eq!(names.len(), 4 + 8 + 4, "{names:?}");
    for puzzle in known_puzzles() {
        let band = Rater::new().rate(&puzzle).unwrap().band;
        for name in &names {
            let kind: StepKind = name.parse().unwrap();
            assert!(!has_need_of(band.all_steps(), &[kind], &puzzle), "{kind}");
        }
    }
}

/// Each set of singles ends where the slow judge ends, also without the last cells.
#[test]
fn sets_of_singles_end_as_judged_slowly() {
    let mut rng = rng(7);
    for givens in (26..=46).step_by(2) {
        let puzzle = dug(&full_grid(&mut rng), givens, &mut rng);
        for band in [Band::Gentle, Band::Easy, Band::Medium] {
            for kind in band.allowed_steps() {
                let steps = band.ladder_steps().without(kind);
                let mut closure = LadderClosure::new(puzzle.givens());
                closure.run(steps);
                let mut slow = SlowPosition::new(puzzle.givens());
                slow.exhaust_kinds(steps.kinds().collect(), &mut rng);
                let digits = |cell: Cell| closure.candidates(cell).map(|own| own.get()).collect();
                let ends: Vec<Vec<u8>> = Cell::ALL.into_iter().map(digits).collect();
                assert_eq!(ends, slow.candidates(), "{band} without {kind}: {}", puzzle.givens());
            }
        }
    }
}

/// With four blanks, each is the last one of its column. With 14, the second row alone has such
/// blanks; after them each column has none or two, and hidden singles in blocks lead on.
#[test]
fn hardest_technique_can_be_the_last_cell() {
    for (open, hardest) in [(4, T::LastCell), (14, T::HiddenSingleBlock)] {
        let line =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let mut grid: grid::Grid = line.parse().unwrap();
        let cells = Cell::ALL.into_iter().filter(|cell| (cell.row() + cell.column()) % 2 == 0);
        cells.take(open).for_each(|cell| grid[cell] = None);
        let mut closure = LadderClosure::new(&grid);
        assert!(closure.run(Band::Gentle.ladder_steps()));
        assert_eq!(closure.hardest(), StepKind::from(hardest));
    }
}

/// The steps of a course end with its technique: what is harder is not among them.
#[test]
fn steps_up_to_a_kind_have_nothing_harder() {
    for kind in Band::Extreme.allowed_steps() {
        let last = LadderSteps::up_to(kind).kinds().last();
        assert_eq!(last, Some(kind));
    }
    assert_eq!(LadderSteps::up_to(T::DynamicPlusDouble.into()), Band::Extreme.all_steps());
    assert_ne!(
        LadderSteps::up_to(T::CellChains.into()),
        LadderSteps::up_to(T::RegionChains.into())
    );
}
