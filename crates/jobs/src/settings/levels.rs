//! Levels and bands as users write them: by number, or by name in any language of books.

use super::quotas::{Levels, parse_numbered_quotas};
use crate::Setting;
use crate::nearest_name::{nearest, with_nearest};
use book::Language;
use grid::GridShape;
use human::{Ladder, Rung};
use serde_json::Value;
use std::collections::BTreeMap;
use words::{Clause, ValueError, clause, is_same_name};

impl Setting {
    /// Reads levels or bands of a ladder: `1-3`, `easy,hard`, `Easy-Hard`. The ladder decides the
    /// meaning of a name: *Teuflisch* is level 5 and band 6.
    ///
    /// # Errors
    /// With what was expected.
    pub fn parse_levels(text: &str, ladder: Ladder) -> Result<Levels, Clause> {
        let levels: Levels = numbered_list(text, ladder)?.parse()?;
        // Fails for a level that the ladder lacks.
        levels.quota_each(ladder, 1)?;
        Ok(levels)
    }
}

/// Reads levels or bands of a size.
///
/// # Errors
/// With what was expected.
pub(super) fn parse_levels_of(
    text: &str,
    ladder: Ladder,
    size: GridShape,
) -> Result<Levels, Clause> {
    let levels = Setting::parse_levels(text, ladder)?;
    on_shape(levels.quota_each(ladder, 1)?, size)?;
    Ok(levels)
}

/// Reads the size of grids: `6`, or `6x6`. Small sizes need the human ladder.
pub(super) fn parse_size(text: &str, ladder: Ladder) -> Result<GridShape, Clause> {
    let text = text.trim();
    let found =
        GridShape::ALL.into_iter().find(|shape| [shape.name(), shape.label()].contains(&text));
    let Some(shape) = found else {
        let wrong = Clause::from(ValueError::quoted("4, 6 or 9", text));
        return Err(if ["3x2", "2x3"].contains(&text) {
            clause!("{}; {}", wrong, "blocks of 6x6 have two rows and three columns: use 6")
        } else {
            wrong
        });
    };
    check_ladder(shape, ladder)?;
    Ok(shape)
}

/// Refuses a small size on the published ladder.
fn check_ladder(shape: GridShape, ladder: Ladder) -> Result<(), Clause> {
    if shape == GridShape::Nine || ladder == Ladder::Human {
        return Ok(());
    }
    Err(clause!(
        "expected 9 on the published ladder, whose paper fixes 9x9, found {}; leave out \
         `ladder`, or use the human one",
        shape.label(),
    ))
}

/// Returns the same quotas for the levels of a size.
///
/// # Errors
/// With the levels that the size has.
pub(super) fn on_shape(
    quotas: Vec<(Rung, u64)>,
    shape: GridShape,
) -> Result<Vec<(Rung, u64)>, Clause> {
    if shape == GridShape::Nine {
        return Ok(quotas);
    }
    let rung = |(rung, count): (Rung, u64)| Ok((rung_of_shape(shape, rung.number())?, count));
    quotas.into_iter().map(rung).collect()
}

fn rung_of_shape(shape: GridShape, number: u8) -> Result<Rung, Clause> {
    let last = Ladder::Human.rungs_of_shape(shape).last().expect("each shape has levels");
    Ladder::Human.rung_of_shape(shape, number).ok_or_else(|| {
        clause!(
            "expected a level of {}, 1 to {} ({}), found {}; what is beyond is not made",
            shape.label(),
            last.number(),
            last.name(),
            number,
        )
    })
}

/// Returns true if quotas name a size other than 9 x 9.
pub(super) fn names_small_size(quotas: &str) -> bool {
    small_shapes().any(|shape| quotas.contains(&format!("{}:", shape.label())))
}

/// Returns true if the text of `size` is a size other than 9 x 9: `6`, or `6x6`.
pub(super) fn is_small_size(size: &str) -> bool {
    small_shapes().any(|shape| size.starts_with(shape.name()))
}

/// Returns the sizes other than 9 x 9.
fn small_shapes() -> impl Iterator<Item = GridShape> {
    GridShape::ALL.into_iter().filter(|shape| shape.mini().is_some())
}

/// Reads numbers of puzzles for levels or bands, which may have a size: `easy=500,5=200`,
/// `4x4:1=12,9x9:1=12`.
pub(super) fn parse_quotas(text: &str, ladder: Ladder) -> Result<Vec<(Rung, u64)>, Clause> {
    let mut by_shape: BTreeMap<GridShape, Vec<&str>> = BTreeMap::new();
    for part in text.split(',') {
        let (shape, quota) = match part.split_once(':') {
            Some((label, quota)) => (GridShape::from_label(label.trim())?, quota),
            None => (GridShape::Nine, part),
        };
        by_shape.entry(shape).or_default().push(quota);
    }
    let shapes: Vec<GridShape> = by_shape.keys().copied().collect();
    let mut all = Vec::new();
    for (shape, parts) in by_shape {
        let own = if shape == GridShape::Nine { ladder } else { Ladder::Human };
        let numbered = numbered_quotas(&parts.join(","), own)?;
        all.extend(on_shape(parse_numbered_quotas(&numbered, own)?, shape)?);
    }
    // A level that a size lacks is said before the ladder.
    shapes.into_iter().try_for_each(|shape| check_ladder(shape, ladder))?;
    Ok(all)
}

/// Returns levels or bands as text: `1,2,3`.
pub(super) fn format_levels(levels: &Levels) -> Value {
    let numbers: Vec<_> = levels.0.iter().map(u8::to_string).collect();
    numbers.join(",").into()
}

/// Returns numbers of puzzles as text; `None` for no puzzles.
pub(super) fn format_quotas(quotas: &[(Rung, u64)]) -> Option<Value> {
    let mut counts = quotas.to_vec();
    counts.sort_unstable();
    let pairs: Vec<_> =
        counts.iter().map(|(rung, count)| format!("{}={count}", rung.key())).collect();
    if pairs.is_empty() { None } else { Some(pairs.join(",").into()) }
}

impl Setting {
    /// Returns the number of a level or band by its number or name.
    ///
    /// # Errors
    /// With what was expected.
    pub fn parse_level(text: &str, ladder: Ladder) -> Result<u8, Clause> {
        let number = number(text.trim(), ladder)?;
        number.parse().map_err(|_| ValueError::quoted("a level", text).into())
    }
}

/// Reads a level or band that takes its turn: the same number on each ladder that has the name.
pub(super) fn parse_turn(text: &str) -> Result<u8, Clause> {
    let [level, band] = [Ladder::Published, Ladder::Human].map(|ladder| number(text, ladder));
    let (level, band) = match (level, band) {
        (Ok(level), Ok(band)) => (level, band),
        (Ok(only), Err(_)) | (Err(_), Ok(only)) => (only.clone(), only),
        (Err(e), Err(_)) => return Err(e),
    };
    let number = level.parse().ok().filter(|_| level == band);
    number.ok_or_else(|| {
        clause!(
            "expected the number of a level, found {} (level {} of the published ladder, {} of the \
             human ladder)",
            Clause::quoted(text),
            level,
            band,
        )
    })
}

fn numbered_list(text: &str, ladder: Ladder) -> Result<String, Clause> {
    let part = |part: &str| {
        number(part, ladder).or_else(|unknown| {
            // A name may have hyphens of its own: each may be that of the range.
            let mut ranges = part.match_indices('-').map(|(at, _)| (&part[..at], &part[at + 1..]));
            let range = ranges.find_map(|(from, to)| {
                let [from, to] = [from, to].map(|end| number(end, ladder).ok());
                Some(format!("{}-{}", from?, to?))
            });
            range.ok_or(unknown)
        })
    };
    Ok(text.split(',').map(part).collect::<Result<Vec<_>, _>>()?.join(","))
}

fn numbered_quotas(text: &str, ladder: Ladder) -> Result<String, Clause> {
    let part = |part: &str| match part.rsplit_once('=') {
        Some((name, count)) => Ok(format!("{}={count}", number(name, ladder)?)),
        None => Ok(part.to_owned()),
    };
    Ok(text.split(',').map(part).collect::<Result<Vec<_>, Clause>>()?.join(","))
}

/// Returns the number of a level or band in the place of its name. A text without letters stays as
/// it is.
fn number(text: &str, ladder: Ladder) -> Result<String, Clause> {
    if !text.contains(char::is_alphabetic) {
        return Ok(text.to_owned());
    }
    if let Some(rung) = named(text, ladder) {
        return Ok(rung.number().to_string());
    }
    let names = |ladder: Ladder| ladder.rungs().map(|rung| rung.name().to_lowercase());
    let known: Vec<String> = names(ladder).collect();
    let other = match ladder {
        Ladder::Published => Ladder::Human,
        Ladder::Human => Ladder::Published,
    };
    let quoted = Clause::quoted(text);
    let found = match named(text, other) {
        Some(rung) => {
            clause!("{}, which is level {} with `ladder = {}`", quoted, rung.number(), other.name())
        }
        None => with_nearest(quoted, nearest(&known, &text.trim().to_lowercase())),
    };
    let (lowest, most, highest) = match ladder {
        Ladder::Published => ("Beginner", 5_u8, "Evil"),
        Ladder::Human => ("Gentle", 7, "Extreme"),
    };
    let expected = clause!("a level, 1 ({}) to {} ({}), or its name", lowest, most, highest);
    Err(ValueError::new(expected, found).into())
}

/// Returns the level or band of a ladder that has this name in any language of books.
fn named(text: &str, ladder: Ladder) -> Option<Rung> {
    let is_english = |rung: &Rung| is_same_name(rung.name(), text);
    ladder.rungs().find(is_english).or_else(|| {
        let mut languages =
            Language::BUILTIN.iter().filter_map(|(code, _)| Language::builtin(code));
        languages.find_map(|language| {
            ladder.rungs().find(|rung| is_same_name(language.level_name(*rung), text))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_of_each_language_is_one_level_of_a_ladder() {
        for ladder in Ladder::ALL {
            let mut numbers = BTreeMap::new();
            for (code, _) in Language::BUILTIN {
                let language = Language::builtin(code).unwrap();
                for rung in ladder.rungs() {
                    let name = language.level_name(rung);
                    assert_eq!(*numbers.entry(name.to_lowercase()).or_insert(rung), rung, "{name}");
                    let typed = name.to_uppercase();
                    assert_eq!(named(&typed, ladder), Some(rung), "{code}: {typed}");
                }
            }
        }
    }

    #[test]
    fn names_stand_for_numbers_in_lists_and_quotas() {
        for (text, ladder, expected) in [
            ("easy", Ladder::Published, "2"),
            ("Easy-Hard", Ladder::Published, "2-4"),
            ("1-2,evil", Ladder::Published, "1-2,5"),
            ("Teuflisch", Ladder::Published, "5"),
            ("Teuflisch", Ladder::Human, "6"),
            ("入门-高级", Ladder::Human, "1-4"),
            ("5-3", Ladder::Published, "5-3"),
        ] {
            assert_eq!(numbered_list(text, ladder).as_deref(), Ok(expected), "{text}");
        }
        let quotas = numbered_quotas("facile=20,5=3", Ladder::Published);
        assert_eq!(quotas.as_deref(), Ok("2=20,5=3"));
        assert_eq!(
            (parse_turn("Hard"), parse_turn("extreme"), parse_turn("3")),
            (Ok(4), Ok(7), Ok(3))
        );
        assert!(
            parse_turn("Teuflisch")
                .unwrap_err()
                .to_string()
                .contains("(level 5 of the published ladder, 6 of the human ladder)")
        );
    }

    #[test]
    fn unknown_name_is_refused_with_the_nearest() {
        let wrong = |text, ladder| numbered_list(text, ladder).unwrap_err().to_string();
        assert!(wrong("eesy", Ladder::Published).ends_with("found \"eesy\"; the nearest is easy"));
        let other = wrong("gentle", Ladder::Published);
        assert!(
            other.ends_with("found \"gentle\", which is level 1 with `ladder = human`"),
            "{other}"
        );
        let other = wrong("Evil", Ladder::Human);
        assert!(other.ends_with("which is level 5 with `ladder = published`"), "{other}");
    }
}
