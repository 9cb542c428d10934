//! Fonts of this system, as advice: which of them has a character that the program's faces lack.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use sudoku_press::book::{CoverError, Face, LayoutError, Unprintable};
use sudoku_press::files::names::is_folder;
use sudoku_press::files::output;
use sudoku_press::run::RunError;

/// Number of fonts that are offered.
const OFFERED: usize = 2;
/// Number of files that are looked at.
const MAX_FILES: usize = 2000;
/// Number of folders in folders that are entered.
const MAX_DEPTH: usize = 4;

/// The end of a message about a character without a glyph: fonts that have it. Empty for other errors.
pub fn advice(error: &anyhow::Error) -> String {
    let Some(character) = error.chain().find_map(|cause| {
        let layout = cause.downcast_ref::<LayoutError>();
        let of_cover = || match cause.downcast_ref()? {
            CoverError::Glyph(error) => Some(error),
            _ => None,
        };
        let of_run = || match cause.downcast_ref()? {
            RunError::Layout(error) => Some(error),
            _ => None,
        };
        match layout.or_else(of_cover).or_else(of_run)? {
            LayoutError::Glyph { missing: Unprintable::NoGlyph { character, .. }, .. } => {
                Some(*character)
            }
            _ => None,
        }
    }) else {
        return String::new();
    };
    let mut files = Vec::new();
    folders().iter().for_each(|folder| collect(folder, 0, &mut files));
    // Regular faces first.
    files.sort_by_key(|file| !file.to_string_lossy().contains("Regular"));
    let named = files.iter().filter_map(|file| {
        let name = Face::name_if_it_has(&output::read(file).ok()?, character)?;
        Some(format!("{name} (--font {})", file.display()))
    });
    match named.take(OFFERED).collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => none,
        fonts => format!("; on this system {character:?} is in {fonts}"),
    }
}

/// The folders in which systems keep fonts, first those of the user.
fn folders() -> Vec<PathBuf> {
    let of = |variable: &str, rest: &str| env::var_os(variable).map(|at| Path::new(&at).join(rest));
    let own = [
        of("HOME", ".fonts"),
        of("HOME", ".local/share/fonts"),
        of("HOME", "Library/Fonts"),
        of("LOCALAPPDATA", "Microsoft/Windows/Fonts"),
        of("WINDIR", "Fonts"),
    ];
    let shared =
        ["/usr/local/share/fonts", "/usr/share/fonts", "/Library/Fonts", "/System/Library/Fonts"];
    own.into_iter().flatten().chain(shared.map(PathBuf::from)).collect()
}

/// Adds the fonts in a folder, in the order of their names.
fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_font = |end: &std::ffi::OsStr| {
            ["ttf", "otf", "ttc"].iter().any(|e| end.eq_ignore_ascii_case(e))
        };
        if is_folder(&path).unwrap_or(false) && depth < MAX_DEPTH {
            collect(&path, depth + 1, files);
        } else if path.extension().is_some_and(is_font) && files.len() < MAX_FILES {
            files.push(path);
        }
    }
}
