//! Lists of levels and numbers of puzzles as users write them, by number.

use human::{Ladder, Rung};
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;
use words::{Clause, ValueError, clause};

/// Levels or bands as users write them, by number: `1-5`, `2,4`, `1-2,5`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Levels(
    /// The numbers, each once.
    pub BTreeSet<u8>,
);

impl Levels {
    /// Returns the quotas: `count` puzzles for each level or band, 200 by default. If the levels
    /// take turns, returns the puzzles of `count` rounds, 52 by default; a level may have several
    /// turns in a round, or none.
    ///
    /// # Errors
    /// If the ladder does not have one of the numbers.
    pub fn quotas(
        &self,
        ladder: Ladder,
        count: Option<u64>,
        turns: &[Rung],
    ) -> Result<Vec<(Rung, u64)>, Clause> {
        if turns.is_empty() {
            return self.quota_each(ladder, count.unwrap_or(200));
        }
        let mut quotas = self.quota_each(ladder, count.unwrap_or(52))?;
        for (rung, count) in &mut quotas {
            *count *= turns.iter().filter(|turn| *turn == rung).count() as u64;
        }
        quotas.retain(|(_, count)| *count > 0);
        Ok(quotas)
    }

    /// Returns the same number of puzzles for each level or band.
    ///
    /// # Errors
    /// If the ladder does not have one of the numbers.
    pub fn quota_each(&self, ladder: Ladder, count: u64) -> Result<Vec<(Rung, u64)>, Clause> {
        self.0.iter().map(|&number| Ok((find_rung(ladder, number)?, count))).collect()
    }

    /// Shares a total number of puzzles evenly, in full pages of `page` puzzles if each level or
    /// band gets at least four pages. The easiest get one page or puzzle more than others, and the
    /// hardest gets the rest that fills no page.
    ///
    /// # Errors
    /// If the ladder does not have one of the numbers, or if there are fewer puzzles than levels.
    pub fn share(&self, ladder: Ladder, total: u64, page: u64) -> Result<Vec<(Rung, u64)>, Clause> {
        let count = self.0.len() as u64;
        if total < count {
            return Err(clause!("expected at least {}, one a level, found {}", count, total));
        }
        let unit = if total / page >= 4 * count { page } else { 1 };
        let (units, over) = (total / unit, total % unit);
        let mut quotas = self.quota_each(ladder, units / count * unit)?;
        for (_, quota) in quotas.iter_mut().take((units % count) as usize) {
            *quota += unit;
        }
        quotas.last_mut().expect("a list of levels has one").1 += over;
        Ok(quotas)
    }
}

impl FromStr for Levels {
    type Err = Clause;

    fn from_str(text: &str) -> Result<Self, Clause> {
        let mut levels = BTreeSet::new();
        for part in text.split(',') {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let (from, to) = (parse_number(from)?, parse_number(to)?);
            if from > to {
                let rising = clause!("a rising range such as {}", format!("{to}-{from}"));
                return Err(ValueError::new(rising, part.to_owned()).into());
            }
            levels.extend(from..=to);
        }
        Ok(Self(levels))
    }
}

/// Reads numbers of puzzles, `1=500,5=200`. Returns them on a ladder, the easiest level or band
/// first.
///
/// # Errors
/// With what was expected.
pub fn parse_numbered_quotas(text: &str, ladder: Ladder) -> Result<Vec<(Rung, u64)>, Clause> {
    let mut quotas = BTreeMap::new();
    for part in text.split(',') {
        let wrong = || ValueError::quoted(clause!("LEVEL=N, for example {}", "5=200"), part);
        let (name, count) = part.split_once('=').ok_or_else(wrong)?;
        let level = parse_number(name)?;
        let count = count.trim().parse().map_err(|_| wrong())?;
        if !(1..=10_000_000_000).contains(&count) {
            return Err(ValueError::new("1 to 10000000000 puzzles", part.to_owned()).into());
        }
        if quotas.insert(level, count).is_some() {
            return Err(clause!("expected each level once, found level {} twice", level));
        }
    }
    quotas.into_iter().map(|(number, count)| Ok((find_rung(ladder, number)?, count))).collect()
}

/// Parses a number that one of the ladders has.
fn parse_number(text: &str) -> Result<u8, Clause> {
    let number = text.trim().parse::<u8>().ok();
    let known = number.filter(|&number| Ladder::Human.rung(number).is_some());
    known.ok_or_else(|| {
        ValueError::quoted("a level, 1 to 5 or on the human ladder 1 to 7", text).into()
    })
}

fn find_rung(ladder: Ladder, number: u8) -> Result<Rung, Clause> {
    ladder.rung(number).ok_or_else(|| {
        clause!(
            "expected a level, 1 (Beginner) to 5 (Evil), found \"{}\"; \
             the human ladder has levels 1 (Gentle) to 7 (Extreme)",
            number,
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn total_is_shared_in_full_pages_or_evenly() {
        for (levels, total, page, expected) in [
            ("1-3", 100, 1, vec![34, 33, 33]),
            ("1-3", 100, 4, vec![36, 32, 32]),
            ("1-3", 100, 6, vec![36, 30, 34]),
            // With so few pages even shares are fairer.
            ("1-5", 12, 4, vec![3, 3, 2, 2, 2]),
            ("2,4", 5, 2, vec![3, 2]),
            ("3", 7, 4, vec![7]),
            ("1-5", 5, 1, vec![1; 5]),
        ] {
            let levels: Levels = levels.parse().unwrap();
            let quotas = levels.share(Ladder::Published, total, page).unwrap();
            let counts: Vec<u64> = quotas.iter().map(|(_, count)| *count).collect();
            assert_eq!(counts, expected, "{total} on pages of {page}");
            assert_eq!(counts.iter().sum::<u64>(), total);
        }
        let levels: Levels = "1-5".parse().unwrap();
        let wrong = levels.share(Ladder::Published, 4, 1).unwrap_err().to_string();
        assert!(wrong.contains("expected at least 5"), "{wrong}");
    }
}
