//! Rates what was made for a slot, and refuses what was not asked for.

use super::asked::{Asked, OPENINGS, Wish, needs, usual};
use super::miss::Miss;
use crate::human::grade::{
    Band, HiddenSingles, Load, RatedAs, Rater, Rating, Tenths, Walk, load_of_singles, openings,
};
use crate::human::logic::{Position, Technique, TechniqueSet};
use crate::make::seed::Slot;
use crate::sudoku::grid::CellSet;
use crate::sudoku::puzzle::Puzzle;
use crate::sudoku::solver;

/// What is known of a puzzle that is too hard.
pub(super) struct Stuck {
    /// Before the first step that the band below does not have.
    pub from: HiddenSingles,
    /// The load of the steps before it that come after the hidden singles of the start.
    pub load: Load,
    /// The cells that are open when no step is left that may be accepted.
    pub open: CellSet,
}

/// Why a puzzle is refused.
pub(super) enum Refused {
    /// Its rating is above all that may be accepted.
    Stuck(Box<Stuck>),
    Missed(Miss),
}

impl From<Miss> for Refused {
    fn from(miss: Miss) -> Self {
        Self::Missed(miss)
    }
}

impl From<Refused> for Miss {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Stuck(_) => Self::TooHard,
            Refused::Missed(miss) => miss,
        }
    }
}

/// The highest rating in the band below, if there is one.
fn below(band: Band) -> Option<Tenths> {
    Band::new(band.number() - 1).and_then(Band::ceiling)
}

/// The number of puzzles that are given up for [`Wish::Variety`] before any technique is taken.
const PASSED_OVER: u32 = 3;

/// Refuses a puzzle that hidden singles do not solve; this is what they leave.
fn solved(left: HiddenSingles) -> Result<(), Refused> {
    match left.is_full() {
        true => Ok(()),
        false => {
            let open = left.empty();
            Err(Refused::Stuck(Box::new(Stuck { from: left, load: Load::default(), open })))
        }
    }
}

/// What wishes ask of a path.
#[derive(Clone, Copy)]
struct Path {
    er: Tenths,
    hardest: Option<Technique>,
    /// The number of steps that the band below does not have.
    beyond: u32,
    load: Load,
}

impl Path {
    fn of(walk: &Walk, band: Band) -> Self {
        let beyond = walk.steps_beyond(band);
        Self { er: Tenths(walk.er), hardest: walk.hardest, beyond, load: walk.load }
    }
}

/// What is noted while a path is walked.
struct Notes {
    /// The highest rating in the band below.
    floor: Option<Tenths>,
    used: TechniqueSet,
    /// The load up to the first step that is no hidden single.
    after_singles: Option<Load>,
    /// The position before the first step beyond the band below, and the load up to it.
    from: Option<(HiddenSingles, Load)>,
    /// A technique for which the puzzle is passed over as soon as it is the hardest so far.
    passed: Option<Technique>,
    /// The highest rating so far.
    highest: Option<Tenths>,
    is_passed: bool,
}

impl Notes {
    fn new(slot: Slot, passed: Option<Technique>) -> Self {
        let floor = slot.rung.band().and_then(below);
        let used = TechniqueSet::NONE;
        let (after_singles, from, highest) = (None, None, None);
        Self { floor, used, after_singles, from, passed, highest, is_passed: false }
    }

    /// Notes a step. Whether it is worth while to go on.
    fn note(&mut self, position: &Position, technique: Technique, er: Tenths, load: Load) -> bool {
        self.used.insert(technique);
        if technique > Technique::HiddenSingleLine {
            self.after_singles.get_or_insert(load);
        }
        if self.from.is_none() && Some(er) > self.floor {
            self.from = Some((HiddenSingles::of_position(position), load));
        }
        self.is_passed = self.passed == Some(technique) && Some(er) > self.highest;
        self.highest = self.highest.max(Some(er));
        !self.is_passed
    }

    /// What is known where the path ends for lack of a step, with this load up to there.
    fn stuck(self, end: &Position, load: Load) -> Refused {
        let (from, load) = self.from.unwrap_or_else(|| (HiddenSingles::of_position(end), load));
        let load = Load(load.0 - self.after_singles.unwrap_or(load).0);
        Refused::Stuck(Box::new(Stuck { from, load, open: end.open() }))
    }
}

/// Rates the candidates of a slot, one after the other, and refuses those that are not what was asked for.
pub(super) struct Judge<'a> {
    asked: &'a Asked,
    pub slot: Slot,
    /// With the ceiling of what may be accepted; `None` where nothing is asked about the rating.
    rater: Option<Box<Rater>>,
    passed_over: u32,
    /// The path of the last candidate that was solved, from its first step beyond the band below.
    known: Option<Box<(HiddenSingles, Path)>>,
    /// The technique of the chapter of a course.
    taught: Option<Technique>,
}

impl<'a> Judge<'a> {
    /// A judge of a slot. With `rated` every accepted puzzle gets its rating.
    pub fn new(asked: &'a Asked, slot: Slot, rated: bool) -> Self {
        let band = slot.rung.band();
        let is_needed = rated || band.is_some() || asked.is_of_ratings();
        // A rater asks for memory.
        let rater = is_needed.then(|| {
            let rater = Rater::new().with(band.map_or(TechniqueSet::ALL, Band::techniques));
            Box::new(match asked.ceiling(slot.rung) {
                Some(ceiling) => rater.up_to(ceiling),
                None => rater,
            })
        });
        Self { asked, slot, rater, passed_over: 0, known: None, taught: None }
    }

    /// A judge of a slot of a course, which has this technique.
    pub fn teaching(self, taught: Option<Technique>) -> Self {
        Self { taught, ..self }
    }

    /// The rating of a puzzle that is accepted, if anything is asked about it. What is cheap to find out comes first.
    pub fn accept(&mut self, puzzle: &Puzzle) -> Result<Option<Rating>, Refused> {
        if self.rater.is_none() {
            return Ok(None);
        }
        let band = self.slot.rung.band();
        if self.is_far_below(puzzle) {
            return Err(Miss::Rung.into());
        }
        if band == Some(Band::Easy) {
            solved(HiddenSingles::of(puzzle.givens()).0)?;
        }
        // Books explain the path of the puzzle as it is printed, which has the wishes and is of the same band. Hidden
        // singles, all that the first bands have, find the same in any form.
        let is_turned = self.asked.rated_as != RatedAs::Given;
        let is_walked = Some(Band::Medium) <= band && band < Some(Band::Extreme);
        let is_told = is_turned && (is_walked || self.taught.is_some());
        if is_told {
            self.check(puzzle)?;
        }
        let form = &self.asked.rated_as.form(puzzle);
        let (rating, used) = match self.rate(form, !is_told) {
            // It is eased where it is stuck as it is printed.
            Err(Refused::Stuck(_)) if is_turned => {
                self.rate(puzzle, true)?;
                return Err(Miss::TooHard.into());
            }
            rated => rated?,
        };
        // That one needs the last band is cheaper to find out.
        if is_turned && band == Some(Band::Extreme) && !needs(puzzle, Band::Diabolical, &[]) {
            return Err(Miss::Rung.into());
        }
        if self.asked.er.is_some_and(|er| rating.er < er.from) {
            return Err(Miss::Er.into());
        }
        if self.asked.minutes.is_some_and(|minutes| !minutes.has(rating.seconds)) {
            return Err(Miss::Minutes.into());
        }
        self.filters(form, rating.band, used)?;
        Ok(Some(rating))
    }

    /// The rating of a puzzle in this form, with the techniques of its path, if it is of the band and has what is
    /// taught, and what is wished where that is asked.
    fn rate(&mut self, form: &Puzzle, is_wished: bool) -> Result<(Rating, TechniqueSet), Refused> {
        let position = Position::new(form.givens());
        let openings = openings(&position);
        let band = self.slot.rung.band();
        if is_wished {
            self.check_openings(openings)?;
        }
        let (walk, used) = self.walk(position, is_wished)?;
        if let Some(band) = band {
            if Band::of(Tenths(walk.er), walk.load) != band {
                return Err(Miss::Rung.into());
            }
            if let Some(wish) = self.missed_wish(band, &Path::of(&walk, band)).filter(|_| is_wished)
            {
                return Err(Miss::Wish(wish).into());
            }
        }
        let rating = walk.rating(form.givens(), openings);
        // What is looked for before the hardest technique got stuck: otherwise it had not been used.
        match self.taught.filter(|taught| rating.hardest != *taught) {
            Some(taught) => Err(Miss::Needs(taught).into()),
            None => Ok((rating, used)),
        }
    }

    fn check_openings(&self, openings: u32) -> Result<(), Miss> {
        let is_asked = self.slot.rung.band().and_then(usual).is_some()
            && self.asked.wishes.contains(&Wish::Openings);
        match is_asked && openings < OPENINGS {
            true => Err(Miss::Wish(Wish::Openings)),
            false => Ok(()),
        }
    }

    /// The first wish that a puzzle with openings and this path does not meet.
    fn missed_wish(&mut self, band: Band, path: &Path) -> Option<Wish> {
        let (median_load, _) = usual(band)?;
        let passed = self.passed_over_for(band);
        let is_met = |wish: &Wish| match wish {
            // The path of the band below is the same until its techniques find nothing.
            Wish::Needed => Some(path.er) > below(band),
            Wish::NoSpike => path.beyond >= 2 || path.load.0 >= median_load,
            Wish::Openings => true,
            Wish::Variety => passed.is_none() || path.hardest != passed,
        };
        let missed = self.asked.wishes.iter().copied().find(|wish| !is_met(wish));
        self.passed_over += u32::from(missed == Some(Wish::Variety));
        missed
    }

    /// The technique for which a puzzle is passed over now when it is the hardest.
    fn passed_over_for(&self, band: Band) -> Option<Technique> {
        let passes = self.slot.number % 3 == 2 && self.passed_over < PASSED_OVER;
        usual(band).map(|(_, commonest)| commonest).filter(|_| passes)
    }

    /// As [`Self::passed_over_for`], where that is decided as soon as it is the hardest so far: in band 6, where the rest
    /// of the path takes long, and a harder technique comes in one of thirty.
    fn passed_at_sight(&self) -> Option<Technique> {
        let is_asked = self.asked.wishes.contains(&Wish::Variety);
        let band = self.slot.rung.band().filter(|band| is_asked && *band == Band::Diabolical);
        band.and_then(|band| self.passed_over_for(band))
    }

    fn pass_over(&mut self) -> Refused {
        self.passed_over += 1;
        Miss::Wish(Wish::Variety).into()
    }

    /// Whether a puzzle is of a band far below. Placements, pointing and claiming, which are rated 2.8 at most, solve what
    /// the solver solves without a guess.
    fn is_far_below(&self, puzzle: &Puzzle) -> bool {
        let floor = self.slot.rung.band().and_then(below);
        floor >= Some(Tenths(28)) && solver::first(puzzle.givens(), 1).is_some()
    }

    /// As [`Self::rate`] with wishes, of a puzzle whose rating is not asked for. Its hidden singles are placed at once where
    /// neither their order nor their number decides.
    fn check(&mut self, puzzle: &Puzzle) -> Result<(), Refused> {
        let Some(band) = self.slot.rung.band().filter(|band| self.needs_steps_of(*band)) else {
            return self.rate(puzzle, true).map(drop);
        };
        let (position, openings) = HiddenSingles::of(puzzle.givens());
        self.check_openings(openings)?;
        let path = self.walk_on(band, puzzle, &position, Load::default())?;
        match self.taught.filter(|taught| path.hardest != Some(*taught)) {
            Some(taught) => Err(Miss::Needs(taught).into()),
            None => Ok(()),
        }
    }

    /// Whether a puzzle may be accepted that has this position on its path, and no step before it that the band below does
    /// not have, and about this load between the hidden singles at the start and there. Much cheaper than
    /// [`Self::accept`], which decides.
    pub fn goes_on(
        &mut self,
        puzzle: &Puzzle,
        mut position: HiddenSingles,
        load: Load,
    ) -> Result<(), Refused> {
        match self.slot.rung.band() {
            Some(band) if self.needs_steps_of(band) => {
                position.solve();
                if position.is_full() || self.is_far_below(puzzle) {
                    return Err(Miss::Rung.into());
                }
                self.walk_on(band, puzzle, &position, load).map(drop)
            }
            Some(Band::Easy) => {
                position.solve();
                solved(position)
            }
            _ => self.walk(position.position(), true).map(drop),
        }
    }

    /// Whether each puzzle of a band has steps beyond the band below: one of band 3 may have the load of it alone.
    fn needs_steps_of(&self, band: Band) -> bool {
        let is_needed = self.asked.wishes.contains(&Wish::Needed);
        band > Band::Medium || band == Band::Medium && is_needed
    }

    /// The rest of a path that has no step beyond the band below so far, and this load between the hidden singles at the
    /// start and there. It has such steps, and what is wished.
    fn walk_on(
        &mut self,
        band: Band,
        puzzle: &Puzzle,
        position: &HiddenSingles,
        load: Load,
    ) -> Result<Path, Refused> {
        if position.is_full() {
            return Err(Miss::Rung.into());
        }
        let mut path = self.path(band, position.position())?;
        if Some(path.er) <= below(band) {
            return Err(Miss::Rung.into());
        }
        path.load.0 += load.0;
        let mut missed = self.missed_wish(band, &path);
        if missed == Some(Wish::NoSpike) {
            path.load.0 += load_of_singles(puzzle.givens()).0;
            missed = self.missed_wish(band, &path);
        }
        match missed {
            Some(wish) => Err(Miss::Wish(wish).into()),
            None => Ok(path),
        }
    }

    /// The path from a position, and its techniques.
    fn walk(
        &mut self,
        position: Position,
        is_wished: bool,
    ) -> Result<(Walk, TechniqueSet), Refused> {
        let mut notes = Notes::new(self.slot, self.passed_at_sight().filter(|_| is_wished));
        let rater = self.rater.as_mut().expect("what is rated has a rater");
        let walk = rater.walk(position, |position, technique, er, load| {
            notes.note(position, technique, er, load)
        });
        match walk {
            Ok(walk) => Ok((walk, notes.used)),
            Err(_) if notes.is_passed => Err(self.pass_over()),
            Err(end) => Err(notes.stuck(&end.0, end.1)),
        }
    }

    /// The path from a position. It is known from where another one came by that needs the band: givens that are tried
    /// and left out again seldom change what is hard.
    fn path(&mut self, band: Band, position: Position) -> Result<Path, Refused> {
        let mut notes = Notes::new(self.slot, self.passed_at_sight());
        let (mut is_known, known) = (false, self.known.as_deref());
        let rater = self.rater.as_mut().expect("what is rated has a rater");
        let walk = rater.walk(position, |position, technique, er, load| {
            let is_below = notes.from.is_none();
            let goes_on = notes.note(position, technique, er, load);
            let from = notes.from.as_ref().filter(|_| is_below);
            is_known = known.is_some_and(|(at, _)| from.is_some_and(|(from, _)| at.is_same(from)));
            goes_on && !is_known
        });
        match (walk, known) {
            (Ok(walk), _) => {
                let path = Path::of(&walk, band);
                if let Some((from, load)) = notes.from {
                    let rest = Load(path.load.0 - load.0);
                    self.known = Some(Box::new((from, Path { load: rest, ..path })));
                }
                Ok(path)
            }
            (Err(_), _) if notes.is_passed => Err(self.pass_over()),
            (Err(end), Some((_, path))) if is_known => {
                Ok(Path { load: Load(end.1.0 + path.load.0), ..*path })
            }
            (Err(end), _) => Err(notes.stuck(&end.0, end.1)),
        }
    }

    /// Refuses a puzzle of this band that does not need, or needs, what it should not. `used` are the techniques
    /// of its path: without another one the path is the same.
    fn filters(&self, puzzle: &Puzzle, band: Band, used: TechniqueSet) -> Result<(), Miss> {
        let is_needed = |off: &[Technique]| {
            off.iter().any(|&technique| used.contains(technique)) && needs(puzzle, band, off)
        };
        match self.asked.needs.iter().find(|&&technique| !is_needed(&[technique])) {
            Some(&technique) => Err(Miss::Needs(technique)),
            None if is_needed(&self.asked.without) => Err(Miss::Without),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::generate::{self, Recipe};
    use crate::make::seed::Seed;

    #[test]
    fn a_puzzle_is_refused_from_its_hidden_singles_on_as_it_is_from_the_start() {
        for band in [Band::Medium, Band::Hard, Band::Fiendish, Band::Diabolical] {
            let asked = Asked::default();
            // The third of three slots passes over common techniques.
            let slot = Slot { rung: band.into(), number: 2 };
            let mut rng = Seed(7).numbered(u64::from(band.number()));
            let mut found = std::collections::BTreeSet::new();
            for _ in 0..400 {
                let Some(puzzle) = generate::base(&Recipe::human(band), &mut rng) else {
                    continue;
                };
                let told = |refused: &Refused| match refused {
                    Refused::Stuck(stuck) => format!("open: {:?}", stuck.open),
                    // A puzzle of singles may be of band 3 by its load.
                    Refused::Missed(Miss::Wish(Wish::Needed)) => format!("{:?}", Miss::Rung),
                    Refused::Missed(miss) => format!("{miss:?}"),
                };
                let judge = || Judge::new(&asked, slot, true);
                let fast = judge().check(&puzzle).map_err(|refused| told(&refused));
                let slow = judge().rate(&puzzle, true).map_err(|refused| told(&refused));
                assert_eq!(fast.as_ref().err(), slow.err().as_ref(), "{}", puzzle.givens());
                found.insert(fast.map_err(|why| why.split(' ').next().map(str::to_owned)));
            }
            // Accepted, stuck, of another band, and three wishes.
            assert!(found.len() >= 5, "{band}: {found:?}");
        }
    }

    #[test]
    fn a_path_that_is_known_is_the_one_that_is_walked() {
        let asked = Asked { wishes: vec![Wish::Needed], ..Asked::default() };
        for band in [Band::Medium, Band::Hard, Band::Diabolical] {
            let slot = Slot { rung: band.into(), number: 0 };
            let mut rng = Seed(7).numbered(u64::from(band.number()));
            let judge = || Judge::new(&asked, slot, true);
            let path = |judge: &mut Judge<'_>, puzzle: &Puzzle| {
                let left = HiddenSingles::of(puzzle.givens()).0;
                let path = judge.walk_on(band, puzzle, &left, Load::default()).ok()?;
                let walk = judge.known.as_ref().map(|known| known.0.empty().bits());
                Some(((path.er, path.hardest, path.beyond, path.load.whole()), walk))
            };
            let (mut known, mut of_band) = (0, 0);
            for _ in 0..100 {
                let Some(puzzle) = generate::base(&Recipe::human(band), &mut rng) else {
                    continue;
                };
                let mut remembers = judge();
                let Some((_, at)) = path(&mut remembers, &puzzle) else {
                    continue;
                };
                // With one digit more of the solution.
                for cell in puzzle.givens().empty().step_by(5) {
                    let mut givens = *puzzle.givens();
                    givens[cell] = Some(puzzle.solution()[cell]);
                    let further = Puzzle::from_parts_unchecked(givens, *puzzle.solution());
                    let (fast, slow) =
                        (path(&mut remembers, &further), path(&mut judge(), &further));
                    assert_eq!(fast.map(|path| path.0), slow.map(|path| path.0), "{givens}");
                    of_band += u32::from(slow.is_some());
                    known += u32::from(slow.is_some_and(|(_, own)| own == at));
                }
            }
            assert!(known > 20 && of_band > known, "{band}: {known} of {of_band}");
        }
    }
}
