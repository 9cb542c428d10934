//! The words for days, weeks and months.

use super::Language;
use super::fill::Fill;

impl Language {
    /// A date. `weekday` is counted from 0 for Monday, `month` from 0 for January.
    pub fn day(&self, weekday: usize, day: u8, month: usize, year: i32) -> String {
        let days = &self.0.days;
        let (weekday, month) = (&days.weekdays[weekday], &days.months[month]);
        let day = self.day_of_month(day);
        let places: &Fill =
            &[("weekday", weekday), ("day", &day), ("month", month), ("year", &year)];
        self.fill(&days.date, places)
    }

    /// A date without weekday and year. `month` is counted from 0 for January.
    pub fn short_day(&self, day: u8, month: usize) -> String {
        let (day, month) = (self.day_of_month(day), &self.0.days.months[month]);
        self.fill(&self.0.days.short, &[("day", &day), ("month", month)])
    }

    fn day_of_month(&self, day: u8) -> String {
        match day {
            1 => self.0.days.first.clone(),
            _ => day.to_string(),
        }
    }

    /// A month as a heading, counted from 0 for January.
    pub fn month(&self, month: usize, year: i32) -> String {
        let name = &self.0.days.headings[month];
        self.fill(&self.0.days.month, &[("month", name), ("year", &year)])
    }

    /// The number of a week, as ISO 8601 counts weeks.
    pub fn iso_week(&self, week: usize) -> String {
        self.fill(&self.0.days.iso_week, &[("week", &week)])
    }

    /// A day without a date. `weekday` is counted from 0 for Monday, `week` from 1.
    pub fn week_day(&self, week: usize, weekday: usize) -> String {
        let days = &self.0.days;
        let weekday = &days.weekdays[weekday];
        self.fill(&days.week, &[("week", &week), ("weekday", weekday)])
    }
}
