//! A finished run: its manifest against its files, and what the files say against each other. Not
//! what a catalogue or a book must be by itself.

use super::catalog::{Catalog, Demands};
use super::finding::{Finding, Place};
use crate::batch::Dedup;
use crate::files::output::{MANIFEST, Manifest};
use crate::table::{Columns, PACKAGE, misdescribed};
use sha2::{Digest as _, Sha256};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a manifest says of its run; settings are asked for by name.
type AnyManifest = Manifest<serde_json::Value>;

/// A run whose files are known.
#[derive(Debug)]
pub struct Run {
    /// The manifest's own name, for findings.
    pub name: Arc<str>,
    /// When two puzzles are the same.
    pub dedup: Dedup,
    /// What the catalogue must keep.
    pub demands: Demands,
    /// The catalogues that are tables, and the volumes of the book, in order.
    pub catalogs: Vec<PathBuf>,
    /// The volumes, in order.
    pub volumes: Vec<PathBuf>,
    /// How many files the manifest has.
    pub files: usize,
    /// What is wrong with the files.
    pub findings: Vec<Finding>,
    counts: Vec<(u8, u64)>,
    wanted: Vec<(u8, u64)>,
    short: bool,
}

impl Run {
    /// Reads the manifest of a folder and holds its files against it.
    ///
    /// # Errors
    /// With words, when there is no manifest that could be read: then nothing is known.
    pub fn open(folder: &Path) -> Result<Self, Finding> {
        let path = folder.join(MANIFEST);
        let name: Arc<str> = path.display().to_string().into();
        let whole = |wrong: String, right: &str| Finding {
            file: name.clone(),
            place: Place::Whole,
            puzzle: String::new(),
            wrong,
            right: right.to_owned(),
        };
        let manifest = match AnyManifest::read(folder) {
            Ok(Some(manifest)) => manifest,
            Ok(None) => {
                let wrong = "there is no manifest, so this is no finished run".to_owned();
                return Err(whole(wrong, "a folder that `run` has left"));
            }
            Err(e) => return Err(whole(e.to_string(), "the manifest of a run")),
        };
        let text = |key: &str| manifest.settings.get(key).and_then(|v| v.as_str());
        let mut findings = Vec::new();
        let (mut catalogs, mut volumes, mut packages) = (Vec::new(), Vec::new(), Vec::new());
        for file in &manifest.files {
            let path = Path::new(&file.name);
            if path.file_name().is_none_or(|n| n != file.name.as_str()) {
                let wrong = format!("{:?} is no name of a file of the run", file.name);
                findings.push(whole(wrong, "a name without folders"));
                continue;
            }
            let path = folder.join(path);
            match damage(&path, file.size, &file.sha256) {
                Ok(None) => {}
                Ok(Some((wrong, right))) => findings.push(Finding {
                    file: path.display().to_string().into(),
                    place: Place::Whole,
                    puzzle: String::new(),
                    wrong,
                    right,
                }),
                Err(e) => {
                    let wrong = format!("{} cannot be read: {e}", file.name);
                    findings.push(whole(wrong, "every file of the run"));
                    continue;
                }
            }
            if is_catalog(&file.name) {
                catalogs.push(path);
            } else if file.name == PACKAGE {
                packages.push(path);
            } else if file.name.ends_with(".pdf") && file.name.starts_with("book") {
                volumes.push(path);
            }
        }
        for path in packages {
            let file: Arc<str> = path.display().to_string().into();
            // One that cannot be read is among the findings already.
            let text = fs::read(path).unwrap_or_default();
            let described = manifest.files.iter().filter(|file| is_catalog(&file.name));
            let wrong =
                described.filter_map(|catalog| misdescribed(&text, catalog, &Columns::default()));
            findings.extend(wrong.map(|(wrong, right)| Finding {
                file: file.clone(),
                place: Place::Whole,
                puzzle: String::new(),
                wrong,
                right,
            }));
        }
        if catalogs.is_empty() && volumes.is_empty() {
            let wrong = "the manifest names no catalogue and no book".to_owned();
            findings.push(whole(wrong, "catalog.csv"));
        }
        let counted = |counts: Option<&serde_json::Value>| -> Vec<(u8, u64)> {
            let counts = counts.and_then(|c| c.as_object()).into_iter().flatten();
            let count =
                |(k, v): (&String, &serde_json::Value)| Some((k.parse().ok()?, v.as_u64()?));
            counts.filter_map(count).collect()
        };
        let constants = ["grid", "symmetry"]
            .into_iter()
            .filter_map(|key| Some((key, text(key)?.to_owned())))
            .collect();
        Ok(Self {
            dedup: match text("dedup") {
                Some("exact") => Dedup::Exact,
                _ => Dedup::Class,
            },
            demands: Demands {
                seed: Some(manifest.seed),
                slots: true,
                columns: true,
                constants,
            },
            counts: manifest.counts.iter().map(|(&l, &n)| (l, n)).collect(),
            wanted: counted(manifest.settings.get("quotas")),
            short: !manifest.short.is_empty(),
            files: manifest.files.len(),
            name,
            catalogs,
            volumes,
            findings,
        })
    }

    /// Holds the counts of the manifest against its catalogue.
    pub fn counts(&self, catalog: &Catalog) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut find = |wrong: String, right: u64| {
            findings.push(Finding {
                file: self.name.clone(),
                place: Place::Whole,
                puzzle: String::new(),
                wrong,
                right: right.to_string(),
            });
        };
        let of = |counts: &[(u8, u64)], level: u8| {
            let count = counts.iter().find(|(l, _)| *l == level);
            count.map_or(0, |(_, n)| *n)
        };
        for (level, &found) in (1..).zip(&catalog.levels) {
            let said = of(&self.counts, level);
            if said != found {
                find(format!("level {level}: {said} puzzles are counted"), found);
            }
            let wanted = of(&self.wanted, level);
            if wanted != said && !self.short && !self.wanted.is_empty() {
                let wrong = format!("level {level}: {said} puzzles, and nothing says why");
                find(wrong, wanted);
            }
        }
        for (level, said) in &self.counts {
            if !(1..=5).contains(level) {
                find(format!("level {level}: {said} puzzles are counted"), 0);
            }
        }
        findings
    }
}

/// A catalogue that is a table, compressed or not.
fn is_catalog(name: &str) -> bool {
    let name = name.trim_end_matches(".gz").trim_end_matches(".zst");
    name.starts_with("catalog") && name.ends_with(".csv")
}

/// What is wrong with a file, and what would be right.
fn damage(path: &Path, size: u64, sha256: &str) -> io::Result<Option<(String, String)>> {
    let found = fs::metadata(path)?.len();
    if found != size {
        let wrong = format!("{found} bytes");
        return Ok(Some((
            wrong,
            format!("{size} bytes, as the manifest has it,"),
        )));
    }
    let mut file = File::open(path)?;
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            n => hash.update(&buffer[..n]),
        }
    }
    let found: String = hash.finalize().iter().map(|b| format!("{b:02x}")).collect();
    Ok((found != sha256).then(|| (format!("SHA-256 {found}"), sha256.to_owned())))
}
