//! Flags that decide which puzzles are made, and their plan.

use super::choice::technique;
use super::levels::{LevelList, QuotaList, level_list, quota_list};
use super::{Choice, Failure, LADDERS, OrFail as _, locks, one_of, usage};
use clap::{Args, value_parser};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use std::path::PathBuf;
use sudoku_press::book::{date, text};
use sudoku_press::human::course::Course;
use sudoku_press::human::grade::RatedAs;
use sudoku_press::human::ladder::{Ladder, Rung};
use sudoku_press::human::logic::Technique;
use sudoku_press::make::batch::{
    Dedup, ErRange, GivensConstraints, GivensRange, Levels, MinutesRange, Plan, QualityRule,
    QualityRules, RatingConstraints,
};
use sudoku_press::make::generate::{FinishedHouses, FullGrid, GivensMask, Symmetry};
use sudoku_press::make::seed::Seed;
use sudoku_press::run::{BookPlan, Interrupt, Night, Options, day_at};
use sudoku_press::store::files::output;

#[derive(Args, Debug)]
#[command(next_help_heading = "Puzzles")]
pub struct MakeArgs {
    /// Seed of the run: the same seed gives the same puzzles; from-date computes it from --date and
    /// --secret [default: drawn, and printed]
    #[arg(long, value_name = "N|from-date", allow_negative_numbers = true, value_parser = seed)]
    seed: Option<SeedArg>,

    /// The night's date, for --seed from-date and {date} in --out [default: today]
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date)]
    date: Option<Date>,

    /// Time zone that tells which day today is, such as Europe/Berlin
    #[arg(long, value_name = "ZONE", default_value = "UTC", value_parser = zone)]
    timezone: TimeZone,

    /// A secret of your own for --seed from-date, so that nobody else can make your nights' puzzles
    #[arg(long, value_name = "TEXT", value_parser = text)]
    secret: Option<String>,

    /// Number of puzzles for each level; for a design whose levels take turns, number of rounds
    /// [default: 200 puzzles, or 52 rounds]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=10_000_000_000))]
    count: Option<u64>,

    /// Number of puzzles in all, shared evenly over the levels
    #[arg(long, value_name = "N", conflicts_with_all = ["count", "quota"])]
    #[arg(value_parser = value_parser!(u64).range(1..=10_000_000_000))]
    total: Option<u64>,

    /// Levels to make, 1 (Beginner) to 5 (Evil), or bands, 1 (Gentle) to 7 (Extreme), by number or
    /// name: a range, a list, or both [default: 1-5, or those that take turns]
    #[arg(long, value_name = "LEVELS", value_parser = level_list)]
    levels: Option<LevelList>,

    /// Number of puzzles for each level or band separately, for example 1=500,5=200
    #[arg(long, value_name = "LEVEL=N,...", conflicts_with_all = ["count", "levels"])]
    #[arg(value_parser = quota_list)]
    quota: Option<QuotaList>,

    /// Method that makes full grids
    #[arg(long, value_parser = one_of(FULL_GRIDS), default_value = "las-vegas")]
    grid: FullGrid,

    /// Number of random digits that a Las Vegas grid begins with
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = value_parser!(u8).range(0..=81))]
    las_vegas_digits: u8,

    /// Symmetry of the pattern of givens
    #[arg(long, value_parser = one_of(Symmetry::TABLE), default_value = "none")]
    symmetry: Symmetry,

    /// File of pictures: nine lines of nine characters, . for an empty cell, any other for a given. Several
    /// pictures, with an empty line between them, take turns
    #[arg(long, value_name = "FILE")]
    pattern: Option<PathBuf>,

    /// Only puzzles from which no given can be left out; with --symmetry, none of the sets of givens that
    /// belong together
    #[arg(long)]
    minimal: bool,

    /// Only puzzles with this number of givens, such as 24..28 [default: as the level or band has them]
    #[arg(long, value_name = "A..B")]
    givens: Option<GivensRange>,

    /// What is done about rows, columns and blocks that are complete in a puzzle; allow is the published method
    #[arg(long, value_name = "WHAT", value_parser = one_of(FinishedHouses::TABLE), default_value = "refuse")]
    finished_houses: FinishedHouses,

    /// When two puzzles count as duplicates
    #[arg(long, value_parser = one_of(Dedup::TABLE), default_value = "class")]
    dedup: Dedup,

    /// Number of equivalent puzzles for each dug puzzle; more than 1 needs --dedup exact
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..=1_000_000))]
    variants: u64,

    /// Number of attempts at a puzzle before its level ends short
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u32).range(1..))]
    attempts: u32,

    #[command(flatten)]
    ladder: LadderArgs,

    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// A seed; `None` for that of the date.
type SeedArg = Option<u64>;

fn seed(text: &str) -> Result<SeedArg, String> {
    if text == "from-date" {
        return Ok(None);
    }
    let wrong = |_| {
        let most = u64::MAX;
        format!("expected a number from 0 to {most}, or from-date, found {text:?}")
    };
    text.parse().map(Some).map_err(wrong)
}

const FULL_GRIDS: &[Choice<FullGrid>] = &[
    (
        "las-vegas",
        "Random digits in random cells, then solve (as published)",
        FullGrid::LasVegas { digits: 11 },
    ),
    ("shuffled", "Backtracking, each cell with its own shuffled digits", FullGrid::Shuffled),
    (
        "cyclic",
        "Rows and columns of the centre block moved: all grids are equivalent",
        FullGrid::Cyclic,
    ),
];

fn zone(name: &str) -> Result<TimeZone, String> {
    // The default needs no list of all zones, which takes milliseconds to read.
    let zone = if name == "UTC" { Ok(TimeZone::UTC) } else { TimeZone::get(name) };
    zone.map_err(|_| format!("expected a time zone such as Europe/Berlin or UTC, found {name:?}"))
}

impl MakeArgs {
    /// The night that these flags mean now, once and for all.
    pub fn night(&self) -> Night {
        let today = || day_at(Timestamp::now(), &self.timezone);
        let secret = self.secret.clone().unwrap_or_default();
        Night { date: self.date.unwrap_or_else(today), secret }
    }

    /// How the run is to be made.
    pub fn options(&self, night: &Night, replace: bool, again: bool) -> Result<Options, Failure> {
        let seed = match self.seed {
            None => None,
            Some(Some(seed)) => Some(Seed(seed)),
            Some(None) => Some(night.seed()?),
        };
        Ok(Options {
            seed,
            threads: self.threads(),
            replace,
            again,
            holder: locks::holder(),
            now: locks::now,
            interrupt: Interrupt::default(),
        })
    }

    /// Number of threads; 0 is one for each core.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or(0).into()
    }

    /// Whether the seed is made of the date.
    pub fn is_nightly(&self) -> bool {
        self.seed == Some(None)
    }

    /// The plan of these flags, for a book or for none; `days` is the number of its days. With `fit` the
    /// puzzles that do not come out even are left out.
    pub fn plan(
        &self,
        book: Option<&BookPlan>,
        days: Option<u64>,
        fit: bool,
    ) -> Result<Plan, Failure> {
        if let Some(course) = book.map(|book| &book.imprint.course).filter(|c| !c.is_empty()) {
            return self.plan_of(course);
        }
        let ladder = self.ladder.ladder;
        let sheets = sheets(book);
        if sheets > 1 && self.variants > 1 {
            return Err(usage("--sheets: expected no --variants, which are the number of sheets"));
        }
        let levels = self.levels(book)?;
        let total = days.or(self.total);
        if let (Some(_), Some(book), 1) = (&self.levels, book, sheets) {
            book.check_turns(&levels, ladder, total).map_err(usage)?;
        }
        let mut quotas = self.quotas(book, &levels, total, fit).map_err(usage)?;
        if let Some(book) = book.filter(|_| fit) {
            quotas = book.as_many_as_fit(&quotas);
        }
        let dedup = if sheets > 1 { Dedup::Exact } else { self.dedup };
        Ok(Plan { dedup, variants: self.variants.max(sheets), ..self.plan_with(quotas)? })
    }

    /// The plan of a course: the same number of puzzles for each technique, by its band.
    fn plan_of(&self, course: &Course) -> Result<Plan, Failure> {
        let is_counted = self.total.is_some() || self.quota.is_some() || self.levels.is_some();
        if is_counted {
            let words = "--course: expected --count, the number of puzzles of a chapter";
            return Err(usage(format!("{words}, found --levels, --quota or another count")));
        }
        let each = self.count.unwrap_or(6);
        let quotas = course.bands().map(|(band, count)| (band.into(), count * each));
        let mut plan = self.plan_with(quotas.collect())?;
        // What varies, and how much there is of it, is what the course says.
        plan.rating.rules.retain(|wish| *wish == QualityRule::Openings);
        plan.rating.course = course.clone();
        Ok(Plan { rated: false, ..plan })
    }

    /// The plan of all other flags, with these numbers of puzzles.
    fn plan_with(&self, quotas: Vec<(Rung, u64)>) -> Result<Plan, Failure> {
        Ok(Plan {
            quotas,
            grid: match self.grid {
                FullGrid::LasVegas { .. } => {
                    FullGrid::LasVegas { digits: self.las_vegas_digits.into() }
                }
                other => other,
            },
            symmetry: self.symmetry,
            givens: GivensConstraints {
                patterns: self.patterns()?,
                minimal: self.minimal,
                count: self.givens,
                finished_houses: self.finished_houses,
            },
            dedup: self.dedup,
            variants: self.variants,
            attempts: self.attempts,
            rating: self.ladder.rating_constraints(),
            rated: self.ladder.rated(),
        })
    }

    /// The levels or bands of the puzzles.
    fn levels(&self, book: Option<&BookPlan>) -> Result<Levels, Failure> {
        let ladder = self.ladder.ladder;
        let turns = book.map_or_else(Vec::new, |book| book.template.turns(ladder));
        Ok(match (&self.levels, book.filter(|_| sheets(book) > 1)) {
            (Some(levels), _) => levels.on(ladder).map_err(usage)?,
            // The easiest ones that fill a page.
            (None, Some(book)) => {
                let page = book.puzzles_a_page(ladder).or_usage()?;
                Levels((1..=page.clamp(1, 5) as u8).collect())
            }
            (None, None) if turns.is_empty() => {
                // Fewer puzzles than levels are of those in the middle.
                let total = self.total.map_or(5, |total| total.clamp(1, 5) as u8);
                let first = 1 + (5 - total) / 2;
                Levels((first..first + total).collect())
            }
            (None, None) => Levels(turns.iter().map(|rung| rung.number()).collect()),
        })
    }

    /// The number of puzzles of each level or band: `total` in all, where that is given.
    fn quotas(
        &self,
        book: Option<&BookPlan>,
        levels: &Levels,
        total: Option<u64>,
        fit: bool,
    ) -> Result<Vec<(Rung, u64)>, String> {
        let (ladder, sheets) = (self.ladder.ladder, sheets(book));
        let mut quotas = match (&self.quota, total, book) {
            (Some(quotas), ..) => quotas.on(ladder)?.on(ladder),
            (None, Some(total), _) if sheets > 1 => levels.share(ladder, total, 1),
            (None, None, _) if sheets > 1 => levels.each(ladder, self.count.unwrap_or(1)),
            (None, Some(total), Some(book)) => book.share(levels, ladder, total, fit),
            (None, Some(total), None) => levels.share(ladder, total, 1),
            (None, None, _) => {
                let turns = book.map_or_else(Vec::new, |book| book.template.turns(ladder));
                levels.quotas(ladder, self.count, &turns)
            }
        }?;
        quotas.iter_mut().for_each(|(_, quota)| *quota *= sheets);
        Ok(quotas)
    }

    /// The number of puzzles, or of days, of a book with this number of pages.
    pub fn count_for(&self, pages: usize, book: &BookPlan) -> Result<u64, Failure> {
        let (ladder, levels) = (self.ladder.ladder, self.levels(Some(book))?);
        if self.levels.is_some() && sheets(Some(book)) == 1 {
            book.check_turns(&levels, ladder, None).map_err(usage)?;
        }
        let in_strips = !book.template.turns(ladder).is_empty() && !book.template.has_days();
        let extent = match in_strips {
            true => (1, book.puzzles_a_page(ladder).or_usage()? as u64),
            false => (levels.0.len() as u64, 1),
        };
        let roomy = book.roomy();
        let quotas = |total| self.quotas(Some(&roomy), &levels, Some(total), false);
        book.count_for(pages, extent, quotas).map_err(usage)
    }

    fn patterns(&self) -> Result<Vec<GivensMask>, Failure> {
        let Some(path) = &self.pattern else {
            return Ok(Vec::new());
        };
        let text = output::read_user_text(path).or_unread(path)?;
        let wrong = |e| usage(format!("{}: {e}", path.display()));
        GivensMask::read_all(&text).map_err(wrong)
    }
}

/// The number of sheets with the same puzzles.
fn sheets(book: Option<&BookPlan>) -> u64 {
    book.and_then(|book| book.imprint.sheets).map_or(1, |sheets| sheets.get().into())
}

/// The user's seed, or one that is drawn.
pub fn seed_or_draw(given: Option<Seed>) -> Result<Seed, Failure> {
    let draw = || Seed::draw().map_err(anyhow::Error::from);
    Ok(given.map_or_else(draw, Ok)?)
}

const RATES: &[Choice<()>] =
    &[("se", "Columns with the rating of Sudoku Explainer, the expected time and the band", ())];

#[derive(Args, Debug)]
#[command(next_help_heading = "Difficulty")]
struct LadderArgs {
    /// Ladder of difficulty: what --levels and --quota name
    #[arg(long, value_parser = one_of(LADDERS), default_value = "published")]
    ladder: Ladder,

    /// Add columns to the catalogue; --ladder human has them always [default: none]
    #[arg(long, value_parser = one_of(RATES), value_name = "SCALE")]
    rate: Option<()>,

    /// Form in which puzzles are rated
    #[arg(long, value_name = "FORM", value_parser = one_of(RatedAs::TABLE), default_value = "canonical")]
    rated_as: RatedAs,

    /// Only puzzles with a rating of Sudoku Explainer in this range, such as 2.0..4.4 [default: none]
    #[arg(long, value_name = "A..B")]
    er: Option<ErRange>,

    /// Only puzzles that a practised player is expected to solve in this number of minutes, such as 10..20; the
    /// catalogue has the columns of ratings then [default: none]
    #[arg(long, value_name = "A..B")]
    minutes: Option<MinutesRange>,

    /// Only puzzles that the other techniques of their band cannot solve without this one, such as
    /// x-wing; several may be given [default: none]
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',', value_parser = technique)]
    needs: Vec<Technique>,

    /// Only puzzles that the other techniques of their band solve without this one; several may be given
    /// [default: none]
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',', value_parser = technique)]
    without: Vec<Technique>,

    /// Further conditions for bands 3 to 6: needed (the techniques of the band below get stuck), no-spike (at
    /// least two hard steps, or much to scan), openings (three cells can be filled at the start), variety (of
    /// hardest techniques), or none
    #[arg(long, value_name = "WISH,...", default_value = "needed,no-spike,openings,variety")]
    wishes: QualityRules,
}

impl LadderArgs {
    /// Whether the catalogue has columns of ratings on the published ladder too.
    fn rated(&self) -> bool {
        (self.rate.is_some() || self.minutes.is_some()) && self.ladder == Ladder::Published
    }

    /// The filters.
    fn rating_constraints(&self) -> RatingConstraints {
        RatingConstraints {
            er: self.er,
            minutes: self.minutes,
            course: Course::default(),
            needs: self.needs.clone(),
            without: self.without.clone(),
            rules: self.wishes.0.clone(),
            rated_as: self.rated_as,
        }
    }
}
