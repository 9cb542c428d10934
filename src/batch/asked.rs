//! What is asked of a puzzle beyond its level or band: filters, and what editors wish of the bands.

use super::PlanError;
use super::short::Miss;
use crate::grade::{Band, Rater, Rating, Tenths};
use crate::ladder::Rung;
use crate::logic::{PRODUCERS, Producer, Technique, TechniqueSet};
use crate::puzzle::Puzzle;
use crate::seed::Slot;
use std::fmt;
use std::str::FromStr;

/// What is asked of a puzzle beyond its level or band.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The lowest and the highest rating.
    pub er: Option<ErRange>,
    /// Techniques that the puzzle needs: without any one of them it cannot be solved by the other
    /// techniques of its band.
    pub needs: Vec<Technique>,
    /// Techniques that the puzzle does not need: the other techniques of its band solve it without all of
    /// these.
    pub without: Vec<Technique>,
    /// What is wished of the puzzles of bands 3 to 6.
    pub wishes: Vec<Wish>,
}

/// No filter, and every wish.
impl Default for Asked {
    fn default() -> Self {
        Self { er: None, needs: Vec::new(), without: Vec::new(), wishes: Wish::ALL.to_vec() }
    }
}

/// A range of ratings, both ends included. As text `2.0..4.4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ErRange {
    /// The lowest.
    pub from: Tenths,
    /// The highest.
    pub to: Tenths,
}

impl fmt::Display for ErRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.from, self.to)
    }
}

impl FromStr for ErRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected two ratings such as 2.0..4.4, found {text:?}");
        let (from, to) = text.split_once("..").ok_or_else(wrong)?;
        let (from, to) = (from.parse(), to.parse());
        let (from, to): (Tenths, Tenths) = (from.map_err(|_| wrong())?, to.map_err(|_| wrong())?);
        match from <= to {
            true => Ok(Self { from, to }),
            false => Err(format!("expected the lower rating first, found {text:?}")),
        }
    }
}

/// What editors wish of the puzzles of bands 3 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wish {
    /// The techniques of the band below get stuck. Above band 3 this is always so; in band 3 it leaves out
    /// puzzles of hidden singles with a high load.
    Needed,
    /// No single hard step in a puzzle that is trivial otherwise: at least two steps are beyond the band
    /// below, or the load is in the upper half of the band.
    NoSpike,
    /// At least [`OPENINGS`] cells can be filled at the start.
    Openings,
    /// The hardest technique varies: for every third puzzle up to three are passed over whose hardest
    /// technique is the commonest of the band.
    Variety,
}

/// The fewest cells of a puzzle that can be filled at the start as the last cell of a house or as a hidden
/// single, under [`Wish::Openings`].
pub const OPENINGS: u32 = 3;

/// The number of puzzles that are given up for [`Wish::Variety`] before any technique is taken.
const PASSED_OVER: u32 = 3;

impl Wish {
    /// All wishes.
    pub const ALL: [Self; 4] = [Self::Needed, Self::NoSpike, Self::Openings, Self::Variety];

    /// The name in flags and manifests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Needed => "needed",
            Self::NoSpike => "no-spike",
            Self::Openings => "openings",
            Self::Variety => "variety",
        }
    }
}

impl FromStr for Wish {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wish = Self::ALL.into_iter().find(|wish| wish.name() == text);
        wish.ok_or_else(|| {
            format!("expected needed, no-spike, openings or variety, found {text:?}")
        })
    }
}

/// A list of wishes, or `none`.
/// As text `needed,openings`.
#[derive(Clone, Debug)]
pub struct Wishes(pub Vec<Wish>);

impl FromStr for Wishes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self(Vec::new()));
        }
        let named: Vec<Wish> = text.split(',').map(str::parse).collect::<Result<_, _>>()?;
        // In the order of the list, so that the same wishes are the same run.
        let wishes = Wish::ALL.into_iter().filter(|wish| named.contains(wish));
        Ok(Self(wishes.collect()))
    }
}

/// The median load of a band's random puzzles, and the commonest hardest technique. `None` for the bands
/// without wishes.
const fn usual(band: Band) -> Option<(f64, Technique)> {
    match band {
        Band::Medium => Some((1_086.0, Technique::DirectHiddenPair)),
        Band::Hard => Some((1_753.0, Technique::XyWing)),
        Band::Fiendish => Some((1_744.0, Technique::UniqueRectangle1)),
        Band::Diabolical => Some((2_911.0, Technique::ForcingChain)),
        Band::Gentle | Band::Easy | Band::Extreme => None,
    }
}

/// Rates the candidates of a slot, one after the other, and refuses those that are not what was asked for.
pub(super) struct Judge<'a> {
    asked: &'a Asked,
    pub slot: Slot,
    /// With the ceiling of what may be accepted; `None` where nothing is asked about the rating.
    rater: Option<Rater>,
    passed_over: u32,
}

impl<'a> Judge<'a> {
    /// A judge of a slot. With `rated` every accepted puzzle gets its rating.
    pub fn new(asked: &'a Asked, slot: Slot, rated: bool) -> Self {
        let band = match slot.rung {
            Rung::Band(band) => Some(band),
            Rung::Level(_) => None,
        };
        let mut rater = Rater::new();
        if let Some(band) = band {
            rater = rater.with(band.techniques());
        }
        if let Some(ceiling) = asked.ceiling(slot.rung) {
            rater = rater.up_to(ceiling);
        }
        let is_needed = rated || band.is_some() || asked.is_of_ratings();
        Self { asked, slot, rater: is_needed.then_some(rater), passed_over: 0 }
    }

    /// The rating of a puzzle that is accepted, if anything is asked about it.
    pub fn accept(&mut self, puzzle: &Puzzle) -> Result<Option<Rating>, Miss> {
        let Some(rater) = &mut self.rater else {
            return Ok(None);
        };
        let mut used = TechniqueSet::NONE;
        let rating = rater.rate_seeing(puzzle, |_, technique, _| used.insert(technique));
        let rating = rating.map_err(|_| Miss::TooHard)?;
        if let Rung::Band(band) = self.slot.rung {
            if rating.band != band {
                return Err(Miss::Rung);
            }
            if let Some(wish) = self.missed_wish(band, &rating) {
                return Err(Miss::Wish(wish));
            }
        }
        if self.asked.er.is_some_and(|er| rating.er < er.from) {
            return Err(Miss::Er);
        }
        self.asked.filters(puzzle, rating.band, used)?;
        Ok(Some(rating))
    }

    /// The first wish that the puzzle does not meet.
    fn missed_wish(&mut self, band: Band, rating: &Rating) -> Option<Wish> {
        let (median_load, commonest) = usual(band)?;
        let below = Band::new(band.number() - 1);
        let mut is_met = |wish: &Wish| match wish {
            // The path of the band below is the same until its techniques find nothing.
            Wish::Needed => Some(rating.er) > below.and_then(Band::ceiling),
            Wish::NoSpike => rating.steps_beyond >= 2 || rating.load.0 >= median_load,
            Wish::Openings => rating.openings >= OPENINGS,
            Wish::Variety => {
                let is_common = self.slot.number % 3 == 2 && rating.hardest == commonest;
                let passes = is_common && self.passed_over < PASSED_OVER;
                self.passed_over += u32::from(passes);
                !passes
            }
        };
        self.asked.wishes.iter().copied().find(|wish| !is_met(wish))
    }
}

impl Asked {
    /// Whether it asks anything about ratings.
    pub fn is_of_ratings(&self) -> bool {
        self.er.is_some() || !self.needs.is_empty() || !self.without.is_empty()
    }

    /// The highest rating of what may be accepted, if there is one.
    pub(super) fn ceiling(&self, rung: Rung) -> Option<Tenths> {
        let of_band = match rung {
            Rung::Band(band) => band.ceiling(),
            Rung::Level(_) => None,
        };
        [self.er.map(|er| er.to), of_band].into_iter().flatten().min()
    }

    /// Refuses what no puzzle can be, by the ratings of bands and techniques.
    pub(super) fn check(&self, rungs: impl Iterator<Item = Rung>) -> Result<(), PlanError> {
        if let Some(both) = self.needs.iter().find(|technique| self.without.contains(technique)) {
            return Err(PlanError::NeededAndNot(*both));
        }
        for rung in rungs {
            let mut least: Vec<(Tenths, String)> = self.needs.iter().map(lowest).collect();
            let mut most = Vec::new();
            if let Some(er) = self.er {
                least.push((er.from, format!("the range {er}")));
                most.push((er.to, format!("the range {er}")));
            }
            if let Rung::Band(band) = rung {
                least.extend(self.floor(band));
                most.extend(band.ceiling().map(|er| (er, "the band".to_owned())));
            }
            if let (Some(least), Some(most)) = (least.into_iter().max(), most.into_iter().min())
                && least.0 > most.0
            {
                return Err(PlanError::NoRating { rung, least, most });
            }
        }
        Ok(())
    }

    /// The lowest rating of a band, and why, if it has one: where the band below has a highest load, a puzzle may be
    /// rated lower.
    fn floor(&self, band: Band) -> Option<(Tenths, String)> {
        let below = Band::new(band.number() - 1)?;
        let why = match below.max_load() {
            None => "the band",
            Some(_) if usual(band).is_some() && self.wishes.contains(&Wish::Needed) => {
                "the wish needed"
            }
            Some(_) => return None,
        };
        Some((Tenths(below.ceiling()?.0 + 1), why.to_owned()))
    }

    /// Refuses a puzzle of this band that does not need, or needs, what it should not. `used` are the techniques
    /// of its path: without another one the path is the same.
    fn filters(&self, puzzle: &Puzzle, band: Band, used: TechniqueSet) -> Result<(), Miss> {
        let is_needed = |off: &[Technique]| {
            off.iter().any(|&technique| used.contains(technique)) && needs(puzzle, band, off)
        };
        match self.needs.iter().find(|&&technique| !is_needed(&[technique])) {
            Some(&technique) => Err(Miss::Needs(technique)),
            None if is_needed(&self.without) => Err(Miss::Without),
            None => Ok(()),
        }
    }
}

/// The lowest rating of a puzzle that needs a technique: it has a step of it.
fn lowest(technique: &Technique) -> (Tenths, String) {
    let of = |producer: &&Producer| producer.techniques.contains(technique);
    let lowest = PRODUCERS.iter().find(of).map_or(0, |producer| producer.lowest);
    // It shares a producer with a technique that is rated lower.
    let lowest = if *technique == Technique::HiddenSingleLine { 15 } else { lowest };
    (Tenths(lowest), format!("{technique} is needed"))
}

/// Whether the techniques of a band do not solve a puzzle without these.
pub fn needs(puzzle: &Puzzle, band: Band, off: &[Technique]) -> bool {
    let mut allowed: TechniqueSet = band.techniques();
    off.iter().for_each(|&technique| allowed.remove(technique));
    let rater = Rater::new().with(allowed);
    let mut rater = match band.ceiling() {
        Some(ceiling) => rater.up_to(ceiling),
        None => rater,
    };
    rater.rate(puzzle).is_err()
}
