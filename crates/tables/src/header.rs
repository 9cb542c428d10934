//! The header of a table: the names of its columns in the file, and which columns are known. Names
//! are compared without regard to case and surrounding blanks.

use super::catalog_columns::CatalogColumns;
use super::column::ColumnRole;
use super::format::field;
use csv::StringRecord;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use words::{Clause, clause, excerpt, list_clauses, quote_names};

/// The name of the column of puzzles.
pub(super) const PUZZLE: &str = "puzzle";
/// The name of the column of solutions.
pub(super) const SOLUTION: &str = "solution";

/// Names that other tables give the column `puzzle`: English, then German, French, Italian,
/// Spanish, Portuguese, Chinese and Japanese.
const PUZZLE_ALIASES: &str = "puzzles, quizzes, quiz, question, questions, grid, grids, sudoku, sudokus, \
    unsolved, problem, problems, board, boards, initial, input, \
    rätsel, raetsel, aufgabe, grille, griglia, tablero, tabuleiro, 题目, 谜题, 問題";

/// Names that other tables give the column `solution`: English, then German, Spanish, Portuguese,
/// Italian, French, Chinese and Japanese.
const SOLUTION_ALIASES: &str = "solutions, answer, answers, solved, solved grid, solved_grid, solution grid, \
    solution_grid, answer key, answer_key, key, result, output, target, \
    lösung, lösungen, loesung, loesungen, solución, solucion, solução, solucao, soluzione, soluzioni, \
    réponse, 答案, 解答, 解";

/// Names of the column of titles: those of a title and of a name, each in English, German, French,
/// Italian, Spanish, Portuguese, Dutch, Polish, Chinese, Japanese and Korean. Of several columns
/// the one whose name comes first holds the titles.
const TITLES: &str = "title, titles, titel, titre, titolo, título, titulo, tytuł, 标题, 標題, 題名, \
    タイトル, 제목, name, nom, nome, nombre, naam, nazwa, 名称, 名稱, 名前, 이름";

/// Names of the column of dates, in the same languages.
const DATES: &str = "date, datum, fecha, data, 日期, 日付, 날짜";

/// Returns true if a folded name is one of these aliases.
fn is_alias(name: &str, aliases: &str) -> bool {
    aliases.split(", ").any(|alias| alias == name)
}

/// The names of the columns that every catalogue has.
static CATALOG_COLUMNS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| CatalogColumns::default().names());

/// The names of all columns that a catalogue of this program may have.
static ALL_COLUMNS: LazyLock<Vec<&'static str>> = LazyLock::new(CatalogColumns::all_names);

/// Folds a name for comparisons.
fn fold_name(name: &str) -> String {
    name.trim().trim_matches('\u{feff}').trim().to_lowercase()
}

/// Finds the first of some names among folded names, beside the columns of puzzles and solutions.
fn find_column(names: &str, keys: &[String], grids: &[usize]) -> Option<usize> {
    for name in names.split(", ") {
        let mut places = keys.iter().enumerate().filter(|(at, _)| !grids.contains(at));
        if let Some((at, _)) = places.find(|(_, key)| *key == name) {
            return Some(at);
        }
    }
    None
}

/// The use of a column that a user can name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnUse {
    /// The puzzles.
    Puzzle,
    /// Their titles.
    Title,
    /// Their days.
    Date,
}

impl ColumnUse {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Puzzle, Self::Title, Self::Date];

    /// Returns our name of the column.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Puzzle => PUZZLE,
            Self::Title => "title",
            Self::Date => "date",
        }
    }
}

/// The column names of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableHeader {
    /// The names in the file, without surrounding blanks.
    names: Vec<String>,
    /// The names by which columns are found, in lower case. The puzzle and the first solution have
    /// our names.
    keys: Vec<String>,
    /// The index of the puzzle's column.
    pub(super) puzzle: Option<usize>,
    /// The indexes of the columns of solutions; the column named `solution` comes first.
    pub(super) solutions: Vec<usize>,
    /// The indexes of the columns that may turn out to hold solutions.
    unknown: Vec<usize>,
    /// The index of the column of titles.
    pub(super) title: Option<usize>,
    /// The index of the column of dates.
    pub(super) date: Option<usize>,
    is_catalog: bool,
}

impl TableHeader {
    /// Creates a header with these names. `column` is the puzzle's column, if the user named it.
    ///
    /// # Errors
    /// A sentence, if several columns may hold the puzzles.
    pub(super) fn new(names: Vec<String>, column: Option<&str>) -> Result<Self, Clause> {
        let puzzle = find_puzzle_column(column, names.iter().map(String::as_str))?;
        let header = Self::with_puzzle(names, puzzle);
        match header.repeated() {
            Some(places) => Err(repeated_column(&header.names, &places)),
            None => Ok(header),
        }
    }

    /// Creates a header whose column of puzzles is known.
    pub(super) fn with_puzzle(mut names: Vec<String>, puzzle: Option<usize>) -> Self {
        names.iter_mut().for_each(|name| *name = name.trim().to_owned());
        let mut keys: Vec<_> = names.iter().map(|name| fold_name(name)).collect();
        let mut solutions = places(&keys, |key| key == SOLUTION || is_alias(key, SOLUTION_ALIASES));
        solutions.retain(|at| puzzle != Some(*at));
        // The column `solution` comes before its aliases.
        solutions.sort_by_key(|at| keys[*at] != SOLUTION);
        let grids: Vec<usize> = puzzle.into_iter().chain(solutions.iter().copied()).collect();
        let title = find_column(TITLES, &keys, &grids);
        let date = find_column(DATES, &keys, &grids);
        for (name, at) in [(PUZZLE, puzzle), (SOLUTION, solutions.first().copied())] {
            let Some(at) = at else { continue };
            keys.iter_mut().filter(|key| *key == name).for_each(String::clear);
            name.clone_into(&mut keys[at]);
        }
        let is_catalog = CATALOG_COLUMNS.iter().all(|name| keys.iter().any(|key| key == name));
        let mut unknown = places(&keys, |key| !ALL_COLUMNS.contains(&key));
        unknown.retain(|at| !is_catalog && puzzle.is_some() && !grids.contains(at));
        Self { names, keys, puzzle, solutions, unknown, title, date, is_catalog }
    }

    /// Gives columns our names, and the columns that had these the names that become free. Titles
    /// and dates are found anew. A column of grids holds neither.
    pub(super) fn rename(&mut self, columns: &BTreeMap<ColumnUse, String>) {
        let found = columns.iter().filter_map(|(&role, name)| {
            let name = fold_name(name);
            Some((role, self.names.iter().position(|own| fold_name(own) == name)?))
        });
        let may_be = |at: usize| self.puzzle != Some(at) && !self.solutions.contains(&at);
        let found: Vec<(ColumnUse, usize)> =
            found.filter(|(role, at)| *role == ColumnUse::Puzzle || may_be(*at)).collect();
        for (role, at) in found {
            let role = role.name();
            match self.names.iter().position(|own| fold_name(own) == role) {
                Some(other) if other != at => {
                    self.names.swap(at, other);
                    self.keys[other] = fold_name(&self.names[other]);
                }
                _ => role.clone_into(&mut self.names[at]),
            }
            role.clone_into(&mut self.keys[at]);
        }
        let grids: Vec<usize> =
            self.puzzle.into_iter().chain(self.solutions.iter().copied()).collect();
        self.title = find_column(TITLES, &self.keys, &grids);
        self.date = find_column(DATES, &self.keys, &grids);
    }

    /// Returns those of these names whose columns are used, by their uses.
    pub(super) fn used_columns(&self, names: &[String]) -> BTreeMap<ColumnUse, String> {
        let columns = ColumnUse::ALL.into_iter().zip([self.puzzle, self.title, self.date]);
        columns.filter_map(|(role, at)| Some((role, names.get(at?)?.clone()))).collect()
    }

    /// Makes the columns in which a row has a complete grid beside its puzzle columns of solutions,
    /// whatever their names. Rows after this one share the changed header.
    pub(super) fn find_solutions(header: &mut Arc<Self>, row: &StringRecord) {
        let fields = header.unknown.iter().map(|at| (*at, row.get(*at).unwrap_or_default()));
        let mut long = fields.filter(|(_, text)| field::may_be_solution(text)).peekable();
        if long.peek().is_none() {
            return;
        }
        let puzzle = header.puzzle.and_then(|at| row.get(at)).unwrap_or_default();
        let found = field::solutions_beside(puzzle, long);
        if found.is_empty() {
            return;
        }
        let header = Arc::make_mut(header);
        header.unknown.retain(|at| !found.contains(at));
        header.solutions.extend(found);
        if let (None, [first, ..]) = (header.find(SOLUTION), &header.solutions[..]) {
            SOLUTION.clone_into(&mut header.keys[*first]);
        }
    }

    /// Finds columns that share a name which must be unique: a name of solutions, or in a catalogue
    /// of this program the name of any of its columns.
    fn repeated(&self) -> Option<Vec<usize>> {
        let mut singles: Vec<(usize, String)> = Vec::new();
        for (at, name) in self.names.iter().enumerate() {
            let name = fold_name(name);
            if self.solutions.contains(&at) || self.is_catalog && ALL_COLUMNS.contains(&&*name) {
                singles.push((at, name));
            }
        }
        for (_, name) in &singles {
            let same = singles.iter().filter(|(_, other)| other == name);
            let places: Vec<_> = same.map(|(at, _)| *at).collect();
            if places.len() > 1 {
                return Some(places);
            }
        }
        None
    }

    /// Returns the index of the first column with this name. The puzzle and the first solution are
    /// found as `puzzle` and `solution`, whatever the file calls them.
    pub fn find(&self, name: &str) -> Option<usize> {
        let find = |key: &str| self.keys.iter().position(|own| own == key);
        // Our own names are already folded, and are looked up for each row.
        if name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
            return find(name);
        }
        find(&fold_name(name))
    }

    /// Returns the names in the file, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the name of a column in the file, by its index.
    pub(super) fn name(&self, at: usize) -> Option<&str> {
        self.names.get(at).map(String::as_str)
    }

    /// Iterates over the columns in order. Each item is the name in the file, the name for
    /// [`TableHeader::find`], and true for a column of solutions.
    pub fn columns(&self) -> impl Iterator<Item = (&str, &str, bool)> {
        let names = self.names.iter().zip(&self.keys).enumerate();
        names.map(|(at, (name, key))| (&**name, &**key, self.solutions.contains(&at)))
    }

    /// Returns true if columns of solutions have this name or a similar one.
    pub(super) fn names_solutions(name: &str) -> bool {
        let key = fold_name(name);
        key == SOLUTION || is_alias(&key, SOLUTION_ALIASES)
    }

    /// Returns true if the file calls this column `solution`. Such a column holds nothing but
    /// solutions.
    pub(super) fn is_called_solution(&self, at: usize) -> bool {
        self.names.get(at).map(|name| fold_name(name)).as_deref() == Some(SOLUTION)
    }

    /// Returns true for the column of titles and that of dates, by its index.
    pub fn is_title(&self, at: usize) -> bool {
        [self.title, self.date].contains(&Some(at))
    }

    /// Returns true if the header has all columns that every catalogue of this program has.
    pub fn is_catalog(&self) -> bool {
        self.is_catalog
    }

    /// Returns true if the header has exactly these names.
    pub(super) fn has_names<'a>(&self, names: impl ExactSizeIterator<Item = &'a str>) -> bool {
        self.names.len() == names.len() && self.names.iter().zip(names).all(|(a, b)| a == b.trim())
    }

    /// Returns the columns that are not of our catalogues, sorted into ignored and recomputed ones.
    pub(crate) fn unread_columns(&self) -> UnreadColumns {
        let mut unread = UnreadColumns::default();
        if self.is_catalog {
            return unread;
        }
        for (at, (name, key)) in self.names.iter().zip(&self.keys).enumerate() {
            let is_used = Some(at) == self.puzzle
                || self.solutions.contains(&at)
                || self.is_title(at)
                || name.is_empty()
                || [PUZZLE, SOLUTION, "id", "ladder", CatalogColumns::RATED_AS, "candidates"]
                    .contains(&&**key);
            if is_used {
                continue;
            }
            let is_computed = key == "band" || CatalogColumns::role_of(key) == ColumnRole::Level;
            let list = if is_computed { &mut unread.computed } else { &mut unread.ignored };
            list.push(name.clone());
        }
        unread
    }
}

/// Columns of foreign files that a command does not read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadColumns {
    /// Ignored columns.
    pub ignored: Vec<String>,
    /// Columns whose values are recomputed from the puzzles.
    pub computed: Vec<String>,
}

impl UnreadColumns {
    /// Adds the columns of another file.
    pub(super) fn extend(&mut self, other: Self) {
        for (own, new) in [(&mut self.ignored, other.ignored), (&mut self.computed, other.computed)]
        {
            for name in new {
                if !own.contains(&name) {
                    own.push(name);
                }
            }
        }
    }

    /// Returns a sentence for people, such as "ignored the columns `date` and `title`; recomputed
    /// `level`". Returns `None` if all columns were read.
    pub fn sentence(&self) -> Option<Clause> {
        let template = match self.ignored.len() {
            1 => "ignored the column {}",
            _ => "ignored the columns {}",
        };
        let [ignored, computed] =
            [(template, &self.ignored), (RECOMPUTED, &self.computed)].map(|(template, names)| {
                (!names.is_empty()).then(|| Clause::fill(template, [quote_names(names)]))
            });
        Clause::join("{}; {}", ignored.into_iter().chain(computed))
    }
}

/// The note about columns whose values follow from the puzzles.
const RECOMPUTED: &str = "recomputed {} from the puzzles";

/// Finds the puzzle among column names: the column that the user named; without one, the column
/// `puzzle`, or else the only column with another usual name. Returns `None` if there is none.
///
/// # Errors
/// A sentence, if several columns may hold the puzzles.
pub(super) fn find_puzzle_column<'a>(
    column: Option<&str>,
    names: impl Iterator<Item = &'a str>,
) -> Result<Option<usize>, Clause> {
    let trimmed: Vec<&str> = names.map(str::trim).collect();
    let keys: Vec<String> = trimmed.iter().map(|name| fold_name(name)).collect();
    let mut found = match column.map(fold_name) {
        Some(column) => places(&keys, |key| key == column),
        None => places(&keys, |key| key == PUZZLE),
    };
    if column.is_none() && found.is_empty() {
        found = places(&keys, |key| is_alias(key, PUZZLE_ALIASES));
    }
    if found.len() < 2 {
        return Ok(found.first().copied());
    }
    if found.iter().all(|at| keys[*at] == keys[found[0]]) {
        return Err(repeated_column(&trimmed, &found));
    }
    let named: Vec<_> = found.iter().map(|at| trimmed[*at]).collect();
    Err(clause!(
        "expected one column of puzzles, found {}; --column {} chooses one",
        quote_names(&named),
        named[0].to_owned()
    ))
}

/// Returns the places of the names that are wanted.
fn places(keys: &[String], is_wanted: impl Fn(&str) -> bool) -> Vec<usize> {
    (0..keys.len()).filter(|at| is_wanted(&keys[*at])).collect()
}

/// Explains that the columns at these places have the same name.
fn repeated_column(names: &[impl AsRef<str>], places: &[usize]) -> Clause {
    let found = places.iter().map(|at| {
        let name = excerpt(names[*at].as_ref(), 80);
        clause!("`{}` as column {}", name, at + 1)
    });
    let found = list_clauses(found, places.len());
    let name = excerpt(&names[places[0]].as_ref().to_lowercase(), 80);
    clause!("expected one column `{}`, found {}; give each column a name of its own", name, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(names: &str, column: Option<&str>) -> Result<TableHeader, Clause> {
        TableHeader::new(names.split(',').map(str::to_owned).collect(), column)
    }

    #[test]
    fn columns_are_found_under_usual_names() {
        for (names, puzzle, solutions) in [
            ("puzzle,solution", Some(0), &[1][..]),
            (" Solution ,PUZZLE", Some(1), &[0]),
            ("quizzes,solutions", Some(0), &[1]),
            ("source,question,answer,rating", Some(1), &[2]),
            ("Number,Difficulty,Grid,Answer", Some(2), &[3]),
            ("unsolved,solved", Some(0), &[1]),
            ("Nr,Rätsel,Lösung", Some(1), &[2]),
            ("puzzle,grid,solved,solution", Some(0), &[3, 2]),
            ("题目,答案", Some(0), &[1]),
            ("a,b", None, &[]),
        ] {
            let header = header(names, None).unwrap();
            assert_eq!((header.puzzle, &header.solutions[..]), (puzzle, solutions), "{names}");
            assert_eq!(header.find("Puzzle "), puzzle, "{names}");
            assert_eq!(header.find("solution"), solutions.first().copied(), "{names}");
        }
    }

    #[test]
    fn titles_are_found_under_usual_names() {
        for (names, title, date) in [
            ("puzzle,Titel", Some(1), None),
            ("Date,Puzzle,Title", Some(2), Some(0)),
            ("名称,题目", Some(0), None),
            ("Datum,Rätsel", None, Some(0)),
            ("puzzle,level_name", None, None),
        ] {
            let header = header(names, None).unwrap();
            assert_eq!((header.title, header.date), (title, date), "{names}");
        }
        let unread = header("Date,puzzle,Title,Name", None).unwrap().unread_columns();
        assert_eq!(unread.ignored, ["Name"]);
    }

    #[test]
    fn named_column_wins_in_any_case() {
        let chosen = header("puzzle,solution,Mine", Some(" mine")).unwrap();
        assert_eq!((chosen.puzzle, &chosen.solutions[..]), (Some(2), &[1][..]));
        let chosen = header("puzzle,answer", Some("ANSWER")).unwrap();
        assert_eq!((chosen.puzzle, &chosen.solutions[..]), (Some(1), &[][..]));
        assert_eq!(header("puzzle,answer", Some("mine")).unwrap().puzzle, None);
    }

    #[test]
    fn ambiguous_headers_are_refused() {
        for (names, column, words) in [
            (
                "puzzle,puzzle",
                None,
                "expected one column `puzzle`, found `puzzle` as column 1 and `puzzle` as column 2;",
            ),
            (
                "Puzzle,x,PUZZLE",
                None,
                "expected one column `puzzle`, found `Puzzle` as column 1 and `PUZZLE` as column 3;",
            ),
            ("grid,grid", None, "expected one column `grid`, found `grid` as column 1 and"),
            ("mine,Mine", Some("mine"), "expected one column `mine`, found `mine` as column 1 and"),
            (
                "puzzle,Answer,answer",
                None,
                "expected one column `answer`, found `Answer` as column 2 and `answer` as column 3;",
            ),
            (
                "quiz,Board,x",
                None,
                "expected one column of puzzles, found `quiz` and `Board`; --column quiz chooses",
            ),
        ] {
            let said = header(names, column).unwrap_err();
            assert!(said.to_string().starts_with(words), "{said}");
        }
    }

    #[test]
    fn renamed_columns_change_places_with_ours() {
        let mut header = header("Title,Motto,Wann,quiz,puzzle", Some("quiz")).unwrap();
        let columns = [
            (ColumnUse::Puzzle, "QUIZ"),
            (ColumnUse::Title, " motto"),
            (ColumnUse::Date, "none of them"),
        ];
        header.rename(&columns.map(|(role, name)| (role, name.to_owned())).into());
        assert_eq!(header.names(), ["Motto", "Title", "Wann", "puzzle", "quiz"]);
        assert_eq!((header.puzzle, header.title, header.date), (Some(3), Some(1), None));
        assert_eq!(["puzzle", "title", "quiz"].map(|name| header.find(name)), [3, 1, 4].map(Some));
        // The days may be in the column `title`. Titles are never in the column of puzzles.
        for (names, title, date, expected) in [
            ("title,Motto,puzzle", "Motto", "title", "date,title,puzzle"),
            ("date,title,puzzle", "date", "title", "title,date,puzzle"),
            ("Motto,Wann,puzzle", "puzzle", "Wann", "Motto,date,puzzle"),
        ] {
            let mut header = self::header(names, None).unwrap();
            let columns = [(ColumnUse::Title, title), (ColumnUse::Date, date)];
            header.rename(&columns.map(|(role, name)| (role, name.to_owned())).into());
            assert_eq!(header.names().join(","), expected, "{names}");
            let of = |name| expected.split(',').position(|other| other == name);
            assert_eq!((header.title, header.date), (of("title"), of("date")), "{names}");
        }
    }

    #[test]
    fn columns_of_others_are_listed_once() {
        let names = "id,date,puzzle,Title,Level,answer,clues";
        let mut unread = header(names, None).unwrap().unread_columns();
        unread.extend(header("date,quiz,weight", None).unwrap().unread_columns());
        assert_eq!(
            unread.sentence().unwrap().to_string(),
            "ignored the columns `clues` and `weight`; recomputed `Level` from the puzzles"
        );
        assert_eq!(header("id,puzzle,solution", None).unwrap().unread_columns().sentence(), None);
        // Columns that nobody reads may have the same name.
        let notes = header("puzzle,note,note,level,level", None).unwrap();
        assert_eq!(notes.unread_columns().ignored, ["note", "note"]);
        let own = TableHeader::with_puzzle(
            CATALOG_COLUMNS.iter().map(|n| (*n).to_owned()).collect(),
            None,
        );
        assert!(own.is_catalog() && own.unread_columns().sentence().is_none());
    }
}
