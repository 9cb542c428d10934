//! Flags of the two ladders and of ratings: which ladder, which filters, which columns.

use super::{Choice, one_of};
use clap::Args;
use sudoku_press::human::ladder::Ladder;
use sudoku_press::human::logic::Technique;
use sudoku_press::make::batch::{Asked, ErRange, MinutesRange, Wishes};

const RATES: &[Choice<()>] =
    &[("se", "Columns with the rating of Sudoku Explainer, the expected time and the band", ())];

#[derive(Args, Debug)]
#[command(next_help_heading = "Difficulty")]
pub struct LadderArgs {
    /// Ladder of difficulty: what --levels and --quota name
    #[arg(long, value_parser = one_of(Ladder::TABLE), default_value = "paper")]
    pub ladder: Ladder,

    /// Add columns to the catalogue; --ladder human has them always [default: none]
    #[arg(long, value_parser = one_of(RATES), value_name = "SCALE")]
    rate: Option<()>,

    /// Only puzzles with a rating of Sudoku Explainer in this range, such as 2.0..4.4 [default: none]
    #[arg(long, value_name = "A..B")]
    er: Option<ErRange>,

    /// Only puzzles that a practised player is expected to solve in so many minutes, such as 10..20; the
    /// catalogue has the columns of ratings then [default: none]
    #[arg(long, value_name = "A..B")]
    minutes: Option<MinutesRange>,

    /// Only puzzles that the other techniques of their band cannot solve without this one, such as
    /// x-wing; several may be given [default: none]
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    needs: Vec<Technique>,

    /// Only puzzles that the other techniques of their band solve without this one; several may be given
    /// [default: none]
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    without: Vec<Technique>,

    /// Further conditions for bands 3 to 6: needed (the techniques of the band below get stuck), no-spike (at
    /// least two hard steps, or much to scan), openings (three cells can be filled at the start), variety (of
    /// hardest techniques), or none
    #[arg(long, value_name = "WISH,...", default_value = "needed,no-spike,openings,variety")]
    wishes: Wishes,
}

impl LadderArgs {
    /// Whether the catalogue has columns of ratings on the paper's ladder too.
    pub fn rated(&self) -> bool {
        (self.rate.is_some() || self.minutes.is_some()) && self.ladder == Ladder::Paper
    }

    /// The filters.
    pub fn asked(&self) -> Asked {
        Asked {
            er: self.er,
            minutes: self.minutes,
            needs: self.needs.clone(),
            without: self.without.clone(),
            wishes: self.wishes.0.clone(),
        }
    }
}
