//! Flags of the two ladders and of ratings: which ladder, which filters, which columns.

use clap::{Args, ValueEnum};
use std::str::FromStr;
use sudoku_press::batch::{Asked, ErRange, Wish};
use sudoku_press::ladder::Ladder;
use sudoku_press::logic::Technique;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LadderArg {
    /// Five levels, by the score of the paper
    Paper,
    /// Seven bands, by the techniques that a person needs
    Human,
}

impl From<LadderArg> for Ladder {
    fn from(ladder: LadderArg) -> Self {
        match ladder {
            LadderArg::Paper => Self::Paper,
            LadderArg::Human => Self::Human,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RateArg {
    /// Columns with the rating of Sudoku Explainer, the expected time and the band
    Se,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Difficulty")]
pub struct LadderArgs {
    /// Ladder of difficulty: what --levels and --quota name
    #[arg(long, value_enum, default_value_t = LadderArg::Paper)]
    ladder: LadderArg,

    /// Add columns to the catalogue; --ladder human has them always [default: none]
    #[arg(long, value_enum, value_name = "SCALE")]
    rate: Option<RateArg>,

    /// Only puzzles with a rating of Sudoku Explainer in this range, such as 2.0..4.4 [default: none]
    #[arg(long, value_name = "A..B")]
    er: Option<ErRange>,

    /// Only puzzles that the other techniques of their band cannot solve without this one, such as
    /// x-wing; several may be given [default: none]
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    needs: Vec<Technique>,

    /// Only puzzles that the other techniques of their band solve without this one; several may be given
    /// [default: none]
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    without: Vec<Technique>,

    /// What is wished of bands 3 to 6: needed (the band below gets stuck), no-spike (never a single hard
    /// step in a trivial puzzle), openings
    /// (some cells can be filled at the start), variety (of hardest techniques), or none
    #[arg(long, value_name = "WISH,...", default_value = "needed,no-spike,openings,variety")]
    wishes: Wishes,
}

/// A list of wishes, or `none`.
#[derive(Clone, Debug)]
struct Wishes(Vec<Wish>);

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

impl LadderArgs {
    pub fn ladder(&self) -> Ladder {
        self.ladder.into()
    }

    /// Whether the catalogue has columns of ratings on the paper's ladder too.
    pub fn rated(&self) -> bool {
        self.rate == Some(RateArg::Se) && self.ladder == LadderArg::Paper
    }

    /// The filters.
    pub fn asked(&self) -> Asked {
        Asked {
            er: self.er,
            needs: self.needs.clone(),
            without: self.without.clone(),
            wishes: self.wishes.0.clone(),
        }
    }
}
