//! Size, levels and numbers of puzzles: what a later layer of a job does to an earlier one.
//!
//! | earlier | later | result |
//! |---|---|---|
//! | levels, and total or count | levels | the new levels, the old number |
//! | | total, count, pages | the old levels, the new number |
//! | quota | total, pages | the same shares, by largest remainders |
//! | | count | this number for each level of the quota |
//! | | levels | the sum of their size, dealt over the new levels; other sizes stay |
//! | size | size | levels by number stay if the new size has them |
//! | anything | quota | the quota alone |
//! | levels, total, quota, pages | course | the course; a count is of each chapter |
//!
//! The first two rows and that of a later quota follow from what settings exclude.

use super::job::{Job, SettingText};
use super::levels::{
    format_quotas, names_small_size, on_shape, parse_levels_of, parse_quotas, parse_size,
};
use super::quotas::Levels;
use super::row::Setting;
use crate::{RunSpec, Settings};
use grid::GridShape;
use human::{Ladder, Rung};
use make::Plan;
use words::{Clause, NamedSetting, Problem, clause, setting};

/// The settings among them that a quota takes the place of.
const LAID_OVER: [&str; 4] = ["size", "levels", "count", "total"];
/// The settings among them that a course takes the place of.
const LEFT_TO_COURSE: [&str; 5] = ["size", "levels", "total", "quota", "pages"];

impl Settings {
    /// Shares `total` in proportion to these shares: each has the whole part of its portion, and
    /// the rest goes to the largest remainders, of equal ones to the first. Without shares there is
    /// nothing to share by, and each has none.
    pub fn share_in_proportion(shares: &[u64], total: u64) -> Vec<u64> {
        let all: u128 = shares.iter().map(|share| u128::from(*share)).sum();
        if all == 0 {
            return vec![0; shares.len()];
        }
        let portion = |share: &u64| u128::from(*share) * u128::from(total);
        let mut dealt: Vec<u64> = shares
            .iter()
            .map(|share| u64::try_from(portion(share) / all).unwrap_or(total))
            .collect();
        let rest = total - dealt.iter().sum::<u64>();
        let mut places: Vec<usize> = (0..shares.len()).collect();
        places.sort_by_key(|&place| std::cmp::Reverse(portion(&shares[place]) % all));
        places.into_iter().take(rest as usize).for_each(|place| dealt[place] += 1);
        dealt
    }
}

/// Shares `total` in the proportions of quotas. Levels without a puzzle are left out.
pub fn share_quotas(quotas: &[(Rung, u64)], total: u64) -> Vec<(Rung, u64)> {
    let shares: Vec<u64> = quotas.iter().map(|(_, count)| *count).collect();
    let dealt = Settings::share_in_proportion(&shares, total);
    let rungs = quotas.iter().map(|(rung, _)| *rung);
    rungs.zip(dealt).filter(|(_, count)| *count > 0).collect()
}

/// The counts of a later layer, laid over a quota.
struct LaidCounts<'a> {
    later: &'a Job,
    ladder: Ladder,
    quotas: Vec<(Rung, u64)>,
}

/// Lays the counts of a job over the quota of an earlier layer, if it has one: the job has the
/// quota that both make together.
///
/// # Errors
/// [`Problem`] for levels that the sizes of the quota do not have.
pub(super) fn lay_over(later: &mut Job, earlier: &mut Vec<SettingText>) -> Result<(), Problem> {
    let named: Vec<&'static str> =
        LAID_OVER.into_iter().filter(|name| later.is_set(name)).collect();
    // A number takes the place of a number of pages, and a quota that of all else.
    if ["quota", "count", "total"].iter().any(|name| later.is_set(name)) {
        earlier.retain(|text| text.setting.name != "pages");
    }
    if let Some(course) = later.get("course") {
        let course = setting("course").to(course.text().unwrap_or_default());
        leave_counts_to(course, later, earlier);
    }
    let is_alone = ["quota", "last-day", "course"].iter().any(|name| later.is_set(name));
    let Some(place) = earlier.iter().position(|text| text.setting.name == "quota") else {
        return Ok(());
    };
    if named.is_empty() || is_alone {
        return Ok(());
    }
    let before = earlier[place].text().unwrap_or_default();
    let ladder = ladder_of(later, earlier, &before);
    // A quota that is wrong is reported where it stands.
    let Ok(quotas) = parse_quotas(&before, ladder) else { return Ok(()) };
    let laid = LaidCounts { later, ladder, quotas }.quotas()?;
    let text = format_quotas(&laid).and_then(|text| text.as_str().map(str::to_owned));
    let Some(text) = text else { return Ok(()) };
    earlier.remove(place);
    let origin = later.get(named[0]).map(|text| text.origin.clone()).expect("it is named");
    let row = Setting::find("quota").expect("the list has the quota");
    let mut values: Vec<Clause> = Vec::new();
    for name in &named {
        values.push(setting(*name).to(later.text(name).unwrap_or_default()).into());
    }
    let listed_values = Clause::join("{}, {}", values).expect("one is named");
    let note =
        clause!("{} and the quota {} make the quota {}", listed_values, before, text.clone());
    later.merge(&named, SettingText::new(row, &text, origin), note);
    Ok(())
}

/// Leaves out the levels and numbers of an earlier layer that a course takes the place of. A count
/// is of each chapter, and stays.
fn leave_counts_to(course: NamedSetting, later: &mut Job, earlier: &mut Vec<SettingText>) {
    let mut left_out: Vec<Clause> = Vec::new();
    for text in earlier.iter().filter(|text| LEFT_TO_COURSE.contains(&text.setting.name)) {
        let name = text.setting.name;
        if !later.is_set(name) {
            left_out.push(setting(name).to(text.text().unwrap_or_default()).into());
        }
    }
    earlier.retain(|text| !LEFT_TO_COURSE.contains(&text.setting.name));
    if !left_out.is_empty() {
        later.note(clause!("{} takes the place of {}", course, Clause::list(left_out)));
    }
}

/// Keeps the puzzles of each level of a finished run whose book gets other pages by this setting.
pub(crate) fn keep_quotas(job: &mut Job, name: &'static str, made: &Plan) {
    // What is wrong is reported where the book is made.
    let Ok(settings) = job.settings() else { return };
    let Ok(spec) = RunSpec::from_settings(&settings) else { return };
    let (Some(text), Some(named)) = (spec.kept_quota(made), job.get(name)) else { return };
    let origin = named.origin.clone();
    let (named, quota) = (setting(name).to(named.text().unwrap_or_default()), setting("quota"));
    let note = clause!("{} keeps the puzzles of each level, {}", named, quota.to(text.clone()));
    let row = Setting::find("quota").expect("the list has the quota");
    job.merge(&LAID_OVER, SettingText::new(row, &text, origin), note);
}

impl RunSpec {
    /// Returns the quota that gives a run the puzzles of each level that it had before, where the
    /// program would deal the total anew, in full pages of another size; `None` if nothing is to
    /// keep. A number of pages is a wish, and so are levels that take turns.
    pub fn kept_quota(&self, before: &Plan) -> Option<String> {
        let Self { plan, book, .. } = self;
        let options = book.options();
        let is_dealt = self.settings().counts.pages.is_none()
            && options.sheets.is_none()
            && options.course.is_empty()
            && book.template.turns(plan.ladder()).is_empty();
        let is_alike = (plan.ladder(), plan.variants) == (before.ladder(), before.variants);
        if !is_dealt || !is_alike || plan.quotas == before.quotas {
            return None;
        }
        format_quotas(&before.quotas)?.as_str().map(str::to_owned)
    }
}

/// Returns the ladder of a quota of an earlier layer.
fn ladder_of(later: &Job, earlier: &[SettingText], quota: &str) -> Ladder {
    if later.is_set("ladder") || names_small_size(quota) {
        let is_given = later.is_set("ladder");
        return if is_given { later.ladder() } else { Ladder::Human };
    }
    let mut job = Job::default();
    for text in earlier.iter().filter(|text| text.setting.name == "ladder") {
        // A wrong ladder is reported where it stands.
        drop(job.add(text.clone()));
    }
    job.ladder()
}

fn wrong_levels(wrong: Clause) -> Problem {
    Problem::new(wrong).with_setting("levels")
}

impl LaidCounts<'_> {
    /// Returns the quotas that the layers have together.
    fn quotas(mut self) -> Result<Vec<(Rung, u64)>, Problem> {
        self.take_size()?;
        self.take_levels()?;
        if let Some(count) = self.number("count") {
            self.quotas.iter_mut().for_each(|(_, quota)| *quota = count);
        }
        Ok(match self.number("total") {
            Some(total) => share_quotas(&self.quotas, total),
            None => self.quotas,
        })
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.later.text(name)?.parse().ok()
    }

    /// Returns the sizes of the quotas.
    fn shapes(&self) -> Vec<GridShape> {
        let mut shapes: Vec<GridShape> = self.quotas.iter().map(|(rung, _)| rung.shape()).collect();
        shapes.dedup();
        shapes
    }

    /// Returns the size that the later layer names.
    fn size(&self) -> Result<Option<GridShape>, Problem> {
        let Some(text) = self.later.text("size") else { return Ok(None) };
        let ladder = if text.starts_with('9') { self.ladder } else { Ladder::Human };
        parse_size(&text, ladder).map(Some).map_err(|e| Problem::new(e).with_setting("size"))
    }

    /// Gives the levels of a quota of one size to another size, by their numbers. Of several sizes
    /// one is left.
    fn take_size(&mut self) -> Result<(), Problem> {
        let Some(size) = self.size()? else { return Ok(()) };
        let shapes = self.shapes();
        if self.later.is_set("levels") && shapes.len() == 1 {
            return Ok(());
        }
        if shapes.contains(&size) {
            self.quotas.retain(|(rung, _)| rung.shape() == size);
            return Ok(());
        }
        let [_] = shapes[..] else {
            let expected = clause!("the {} of this size too", setting("quota"));
            return Err(Problem::expected(expected, "none").with_setting("size"));
        };
        let ladder = if size == GridShape::Nine { self.ladder } else { Ladder::Human };
        let numbers = Levels(self.quotas.iter().map(|(rung, _)| rung.number()).collect());
        let rungs = on_shape(numbers.quota_each(ladder, 1).map_err(wrong_levels)?, size)
            .map_err(wrong_levels)?;
        for (quota, (rung, _)) in self.quotas.iter_mut().zip(rungs) {
            quota.0 = rung;
        }
        Ok(())
    }

    /// Deals the puzzles of a size over other levels of it.
    fn take_levels(&mut self) -> Result<(), Problem> {
        let Some(text) = self.later.text("levels") else { return Ok(()) };
        let shapes = self.shapes();
        let size = match (self.size()?, &shapes[..]) {
            (Some(size), _) => size,
            (None, [only]) => *only,
            (None, all) if all.contains(&GridShape::Nine) => GridShape::Nine,
            (None, _) => {
                let expected = clause!("{} too, because the quota has several", setting("size"));
                return Err(Problem::expected(expected, "none").with_setting("levels"));
            }
        };
        let is_moved = |rung: &Rung| shapes.len() == 1 || rung.shape() == size;
        let moved = self.quotas.iter().filter(|(rung, _)| is_moved(rung));
        let total: u64 = moved.map(|(_, count)| count).sum();
        let ladder = if size == GridShape::Nine { self.ladder } else { Ladder::Human };
        let levels = parse_levels_of(&text, ladder, size).map_err(wrong_levels)?;
        let total = match self.number("total") {
            Some(wanted) if shapes.len() == 1 => wanted,
            _ => total,
        };
        let dealt = on_shape(levels.share(ladder, total, 1).map_err(wrong_levels)?, size)
            .map_err(wrong_levels)?;
        self.quotas.retain(|(rung, _)| !is_moved(rung));
        self.quotas.extend(dealt);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Origin;

    fn text(name: &str, value: &str, origin: Origin) -> SettingText {
        SettingText::new(Setting::find(name).unwrap(), value, origin)
    }

    #[test]
    fn remainders_go_to_the_largest_and_the_first() {
        for (shares, total, dealt) in [
            (&[40, 50, 30][..], 60, &[20, 25, 15][..]),
            (&[1, 1, 1], 10, &[4, 3, 3]),
            (&[5, 3, 2], 1, &[1, 0, 0]),
            (&[0, 7, 0], 9, &[0, 9, 0]),
            (&[], 9, &[]),
            (&[u64::MAX, u64::MAX], u64::MAX, &[u64::MAX / 2 + 1, u64::MAX / 2]),
        ] {
            assert_eq!(Settings::share_in_proportion(shares, total), dealt, "{shares:?} {total}");
        }
    }

    #[test]
    fn later_counts_are_laid_over_an_earlier_quota() {
        for (quota, later, result) in [
            ("1=30,2=20,3=10", &[("total", "12")][..], "1=6,2=4,3=2"),
            ("6x6:1=40,6x6:2=50,6x6:3=30", &[("total", "60")], "6x6:1=20,6x6:2=25,6x6:3=15"),
            ("4x4:1=10,9x9:2=30", &[("total", "8")], "4x4:1=2,2=6"),
            ("1=30,2=20", &[("count", "7")], "1=7,2=7"),
            ("4x4:1=10,9x9:2=30", &[("levels", "1-3")], "4x4:1=10,1=10,2=10,3=10"),
            ("6x6:1=40,6x6:2=50", &[("levels", "2-3")], "6x6:2=45,6x6:3=45"),
            ("1=30,2=20", &[("size", "6")], "6x6:1=30,6x6:2=20"),
            ("1=30,2=20", &[("levels", "4"), ("total", "9")], "4=9"),
            ("1=30,2=20", &[("quota", "5=1")], "5=1"),
        ] {
            let mut job = Job::default();
            for (name, value) in later {
                job.add(text(name, value, Origin::Flag)).unwrap();
            }
            let earlier = text("quota", quota, Origin::File("job.toml".to_owned()));
            job.overlay(vec![earlier]).unwrap();
            assert_eq!(job.text("quota").as_deref(), Some(result), "{quota} {later:?}");
            assert_eq!(job.iter().count(), 1, "{quota} {later:?}");
            job.settings().unwrap();
        }
    }

    #[test]
    fn missing_level_of_a_size_names_levels() {
        let mut job = Job::default();
        job.add(text("size", "4", Origin::Flag)).unwrap();
        let refused = job.overlay(vec![text("quota", "1=3,5=3", Origin::Default)]).unwrap_err();
        assert_eq!(refused.setting_name(), Some("levels"));
    }
}
