//! A column of a table that the program writes, and the values of its fields.

use grid::AnyGrid;
use make::Slot;
use std::borrow::Cow;
use std::fmt::{self, Write as _};

/// A column of a table, with the source of its values.
#[derive(Clone, Debug)]
pub struct Column<V> {
    /// The name in the header.
    pub name: &'static str,
    /// The allowed values.
    pub column_type: ColumnType,
    /// The description in words.
    pub about: &'static str,
    /// The meaning of the name in other tables.
    pub role: ColumnRole,
    /// The source of the value, such as a function of a row.
    pub value: V,
}

/// The meaning of a column's name in tables that this program did not write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColumnRole {
    /// A column of this name may hold anything.
    #[default]
    Own,
    /// A column like [`Self::Own`] that lets a reader of a catalogue make the run again.
    Private,
    /// A fact that has this name everywhere.
    Fact,
    /// Our level if the items of the score stand beside it.
    Level,
    /// A rating of Sudoku Explainer if there is a column of ratings.
    Rating,
}

impl<V> Column<V> {
    /// Returns the same column with another source of its values.
    pub fn with_value<U>(self, value: impl FnOnce(V) -> U) -> Column<U> {
        let Self { name, column_type, about, role, value: old } = self;
        Column { name, column_type, about, role, value: value(old) }
    }

    /// Returns the part of the column that a table shows.
    pub fn head(&self) -> ColumnHead {
        let (column_type, about) = (self.column_type.clone(), self.about);
        ColumnHead { name: self.name.to_owned(), column_type, about, is_foreign: false }
    }
}

/// The part of a column that a table shows.
#[derive(Clone, Debug)]
pub struct ColumnHead {
    /// The name in the header.
    pub name: String,
    /// The allowed values.
    pub column_type: ColumnType,
    /// The description in words.
    pub about: &'static str,
    /// True if the name is of others: a spreadsheet must not take it for a formula.
    pub is_foreign: bool,
}

impl ColumnHead {
    /// Returns the name as a field of a header.
    pub(super) fn header_field(&self) -> FieldValue {
        let name = self.name.clone();
        if self.is_foreign { FieldValue::Foreign(name) } else { FieldValue::Text(name) }
    }

    /// Returns the head of a column of a file of others.
    pub fn foreign(name: &str) -> Self {
        let column_type = ColumnType::Any("text");
        Self { name: name.to_owned(), column_type, about: "", is_foreign: true }
    }
}

/// Builds a list of columns: name, role, allowed values, source and description of each. All
/// sources have the type in front. Columns of text formats need name and source alone.
#[macro_export]
macro_rules! columns {
    ($Value:ty; $($name:tt => $value:expr,)*) => {
        $crate::columns! { $Value; $($name: $crate::ColumnType::Any("text"), $value, "";)* }
    };
    ($Value:ty; $($name:tt $(as $role:ident)?: $column_type:expr, $value:expr, $about:literal;)*) => {
        vec![$($crate::Column::<$Value> {
            name: $name,
            column_type: $column_type,
            about: $about,
            role: [$($crate::ColumnRole::$role,)? $crate::ColumnRole::default()][0],
            value: $value,
        },)*]
    };
}

/// The allowed values of a column.
#[derive(Clone, PartialEq, Debug)]
pub enum ColumnType {
    /// Text that matches this regular expression completely. Never a number: 81 digits exceed the
    /// precision of numbers.
    Text(Cow<'static, str>),
    /// One of these words.
    Word(Vec<&'static str>),
    /// An integer, with minimum and maximum.
    Integer(u64, u64),
    /// A number with one decimal, with integers as minimum and maximum.
    Decimal(u64, u64),
    /// An unsigned 64-bit integer, which many programs cannot represent exactly as a number.
    Unsigned,
    /// Any text, and what it is in words.
    Any(&'static str),
    /// An integer, and what it is in words.
    Count(&'static str),
    /// A number of a file of others, or none; true for integers.
    OptionalNumber(bool),
    /// A square picture, of which only a workbook shows more than an empty field.
    Picture,
}

/// The value of a field. `Display` formats it as in CSV.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldValue {
    /// No value: an empty field.
    Missing,
    /// The identifier of the puzzle.
    Id(Slot),
    /// The characters of a grid.
    Cells(AnyGrid),
    /// One of the column's words, without commas and quotation marks.
    Word(&'static str),
    /// True or false.
    Truth(bool),
    /// An integer.
    Whole(u64),
    /// A number with one decimal, stored in tenths.
    Tenths(u16),
    /// A text of this program, such as a web address.
    Text(String),
    /// A text of others, which a spreadsheet must not take for a formula.
    Foreign(String),
    /// A number of others, in the form of a JSON number.
    Number(String),
    /// A PNG picture.
    Picture(Vec<u8>),
}

impl From<AnyGrid> for FieldValue {
    fn from(grid: AnyGrid) -> Self {
        Self::Cells(grid)
    }
}

impl<T: Into<Self>> From<Option<T>> for FieldValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Missing, T::into)
    }
}

impl FieldValue {
    /// Returns the text of a field.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    /// Returns true for a number.
    pub(super) const fn is_number(&self) -> bool {
        matches!(self, Self::Whole(_) | Self::Tenths(_) | Self::Number(_))
    }

    /// Appends the text of a field. A catalogue has millions of fields, and the formatting of std
    /// took 5 % of the instructions of level 1.
    pub(super) fn write(&self, row: &mut String) {
        match *self {
            Self::Missing | Self::Picture(_) => {}
            Self::Text(ref text) | Self::Foreign(ref text) | Self::Number(ref text) => {
                row.push_str(text);
            }
            Self::Id(id) => write!(row, "{id}").expect("a string takes any text"),
            Self::Cells(grid) => grid.push_to(row),
            Self::Word(word) => row.push_str(word),
            Self::Truth(truth) => row.push_str(if truth { "true" } else { "false" }),
            Self::Whole(n) => write_number(row, n),
            Self::Tenths(n) => {
                write_number(row, u64::from(n / 10));
                row.push('.');
                write_number(row, u64::from(n % 10));
            }
        }
    }
}

fn write_number(row: &mut String, n: u64) {
    if n > 9 {
        write_number(row, n / 10);
    }
    row.push(char::from(b'0' + (n % 10) as u8));
}

impl ColumnType {
    /// Returns true if a field may have this text. The regular expression of a text column is not
    /// checked.
    pub fn allows(&self, text: &str) -> bool {
        match self {
            Self::Text(_) | Self::Any(_) | Self::Picture => true,
            Self::Word(words) => words.contains(&text),
            Self::Integer(min, max) => {
                parse_whole(text).is_some_and(|number| (*min..=*max).contains(&number))
            }
            Self::Unsigned | Self::Count(_) => parse_whole(text).is_some(),
            Self::OptionalNumber(_) => text.is_empty() || text.parse::<f64>().is_ok(),
            Self::Decimal(min, max) => {
                let number = shortest_form(text).and_then(|form| form.parse::<f64>().ok());
                number.is_some_and(|number| (*min as f64..=*max as f64).contains(&number))
            }
        }
    }

    /// Returns true if two texts of a field are the same value. Numbers may have other forms: `1`
    /// is `1.0`.
    pub fn is_same(&self, one: &str, other: &str) -> bool {
        match self {
            Self::Text(_) | Self::Any(_) | Self::Word(_) | Self::Picture => one == other,
            Self::Integer(..)
            | Self::Unsigned
            | Self::Decimal(..)
            | Self::Count(_)
            | Self::OptionalNumber(_) => is_same_number(one, other),
        }
    }
}

/// Formats the allowed values in words.
impl fmt::Display for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(pattern) => write!(f, "text: {pattern}"),
            Self::Word(words) => f.write_str(&words.join(" or ")),
            Self::Integer(min, max) => write!(f, "a number from {min} to {max}"),
            Self::Decimal(min, max) => write!(f, "a number from {min} to {max}, one decimal"),
            Self::Unsigned => write!(f, "a number from 0 to {}", u64::MAX),
            Self::Any(words) | Self::Count(words) => f.write_str(words),
            Self::OptionalNumber(true) => f.write_str("an integer"),
            Self::OptionalNumber(false) => f.write_str("a number"),
            Self::Picture => f.write_str("picture"),
        }
    }
}

/// Returns the shortest form of a number that another program wrote, such as `1` for `+01,0`:
/// without plus sign and needless zeros, and with a decimal point. Returns `None` for any other
/// text, such as a number that a spreadsheet has rounded (`1.8E+19`).
fn shortest_form(text: &str) -> Option<String> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let (whole, decimals) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
    if whole.is_empty() || !{ whole.bytes().chain(decimals.bytes()) }.all(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut form = whole.trim_start_matches('0').to_owned();
    if form.is_empty() {
        form.push('0');
    }
    if decimals.contains(|c| c != '0') {
        form.push('.');
        form.push_str(decimals.trim_end_matches('0'));
    }
    Some(form)
}

/// Returns true if two texts are the same number.
fn is_same_number(one: &str, other: &str) -> bool {
    one == other || shortest_form(one).is_some_and(|form| Some(form) == shortest_form(other))
}

/// Returns the integer of a field, also one with decimals that are zeros.
pub(super) fn parse_whole(text: &str) -> Option<u64> {
    shortest_form(text)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_numbers_have_one_form() {
        for (one, other) in [
            ("1.0", "1"),
            ("1,0", "1"),
            ("0.50", "0.5"),
            ("50", "50.0"),
            ("007", "+7."),
            ("0", "0,00"),
        ] {
            assert!(is_same_number(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("1", "10"),
            ("1.01", "1.1"),
            ("1,234", "1234"),
            ("18446744073709551615", "18446744073709551616"),
            ("1.84467E+19", "18446744073709551615"),
            ("", "0"),
            (".5", "0.5"),
            ("-1", "1"),
            ("1.2.3", "1.2"),
        ] {
            assert!(!is_same_number(one, other), "{one} {other}");
        }
        let seed = "18446744073709551615";
        assert_eq!((parse_whole(seed), parse_whole("5.0")), (Some(u64::MAX), Some(5)));
        assert_eq!((parse_whole("5.1"), parse_whole("5E1")), (None, None));
    }
}
