//! The names of the files of a book, which follow from its target. A record may list any name; only
//! these are ever replaced or removed.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Returns the path of a file beside a book: `answers.pdf` beside `book.pdf`, and
/// `rainy-answers.pdf` beside `rainy.pdf`.
pub(super) fn sibling_path(target: &Path, what: &str) -> PathBuf {
    let mut name = match target.file_stem().unwrap_or_default() {
        book if book == "book" => OsString::new(),
        stem => [stem, "-".as_ref()].into_iter().collect(),
    };
    name.push(format!("{what}.pdf"));
    target.with_file_name(name)
}

/// Returns true if a book or a cover with this target may have a file of this name: a volume, its
/// answers, its booklet, the picture of a front.
pub fn is_file_of_book(target: &Path, name: &str) -> bool {
    let alone = [
        target.to_owned(),
        target.with_extension("png"),
        sibling_path(target, "answers"),
        sibling_path(target, "booklet"),
    ];
    alone.iter().any(|path| is_volume(path, name))
}

/// Returns true for a name of [`volume_paths`].
fn is_volume(target: &Path, name: &str) -> bool {
    let [stem, ending] = [target.file_stem(), target.extension()]
        .map(|part| part.unwrap_or_default().to_string_lossy());
    let Some(number) = name.strip_prefix(&*stem).and_then(|rest| rest.strip_suffix(&*ending))
    else {
        return false;
    };
    let digits = number.strip_prefix('-').and_then(|rest| rest.strip_suffix('.'));
    let is_number = |digits: &str| digits.len() >= 2 && digits.bytes().all(|b| b.is_ascii_digit());
    number == "." || digits.is_some_and(is_number)
}

/// Returns the paths of `of` volumes: `book.pdf`, or `book-01.pdf` and so on.
pub(super) fn volume_paths(target: &Path, of: usize) -> Vec<PathBuf> {
    let (stem, ending) = (target.file_stem(), target.extension());
    let digits = of.to_string().len().max(2);
    let path = |number: usize| {
        let mut name = stem.unwrap_or_default().to_owned();
        name.push(format!("-{number:0digits$}."));
        name.push(ending.unwrap_or_default());
        if of == 1 { target.to_owned() } else { target.with_file_name(name) }
    };
    (1..=of).map(path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_book_follow_from_its_target() {
        let own = |target: &str, name: &str| is_file_of_book(Path::new(target), name);
        for count in [1, 2, 100] {
            for path in volume_paths(Path::new("d/rainy.pdf"), count) {
                assert!(own("d/rainy.pdf", path.file_name().unwrap().to_str().unwrap()));
            }
        }
        for name in ["rainy.png", "rainy-answers.pdf", "rainy-answers-12.pdf", "rainy-booklet.pdf"]
        {
            assert!(own("rainy.pdf", name), "{name}");
        }
        for name in ["answers.pdf", "booklet-02.pdf", "book-01.pdf"] {
            assert!(own("book.pdf", name), "{name}");
        }
        let others =
            ["rainy.csv", "rainy-1.pdf", "rainy-ab.pdf", "rainy-01.csv", "book.pdf", "rainy"];
        for name in
            others.into_iter().chain(["rainypdf", "rainy-01pdf", "answers.pdf", "x/rainy.pdf", ""])
        {
            assert!(!own("rainy.pdf", name), "{name}");
        }
    }
}
