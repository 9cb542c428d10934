//! The record of a series, `series.json` in its folder: the number of each volume, which its folder
//! and its place in turns follow from. A volume keeps its number, wherever its table stands.

use super::own_record;
use super::source_run::SourceRun;
use crate::{IoContext as _, Manifest, RunError, pending_run};
use files::{Record, fs_path, output};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The numbers of the volumes of a series.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeriesRecord {
    /// The version of the format: [`SeriesRecord::FORMAT`].
    format: u32,
    /// The language of the books whose folders do not name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    /// The names of the volumes in the order of their numbers; `None` for a free number.
    volumes: Vec<Option<String>>,
}

impl Record for SeriesRecord {
    const KIND: &'static str = "the record of a series";
    const FORMAT: Option<u32> = Some(Self::FORMAT);

    fn check(&self) -> Result<(), String> {
        if self.volumes.len() <= Self::MAX_VOLUMES {
            return Ok(());
        }
        Err(format!("expected at most {} volumes", Self::MAX_VOLUMES))
    }
}

impl SeriesRecord {
    /// The format that this program writes and reads.
    const FORMAT: u32 = 1;
    /// The name of its file.
    const FILE: &str = "series.json";
    /// No record has more volumes than a folder has numbers.
    const MAX_VOLUMES: usize = 9_999;

    /// Reads the record in the folder of a series. Without one, volumes that are there have the
    /// titles of their books as names.
    ///
    /// # Errors
    /// [`RunError`] if the file or the folder of a volume cannot be read, or is another file.
    pub fn read(folder: &Path) -> Result<Self, RunError> {
        let path = folder.join(Self::FILE);
        let remedy = "move it to another folder; volumes then have the names of their titles";
        match own_record(Self::read_from(&path), &path, remedy)? {
            Some(record) => Ok(record),
            None => Self::of_volumes(folder),
        }
    }

    /// Returns the record of the finished volumes in a folder.
    fn of_volumes(folder: &Path) -> Result<Self, RunError> {
        let mut record = Self { format: Self::FORMAT, ..Self::default() };
        if !fs_path::is_dir(folder).read_context(folder)? {
            return Ok(record);
        }
        let mut numbers = Vec::new();
        for name in fs_path::entry_names(folder).read_context(folder)? {
            let number = name.strip_prefix("volume-").and_then(|text| text.parse().ok());
            numbers.extend(number.filter(|n| Self::folder_name(*n) == name));
        }
        numbers.sort_unstable();
        for number in numbers.into_iter().filter(|n| (1..=Self::MAX_VOLUMES).contains(n)) {
            let Some(run) = SourceRun::open(&folder.join(Self::folder_name(number)))? else {
                continue;
            };
            record.language.get_or_insert_with(|| run.language().to_owned());
            record.volumes.resize(number, None);
            record.volumes[number - 1] = run.manifest.settings.book.imprint.title;
        }
        Ok(record)
    }

    /// Writes the record, unless the folder has it.
    ///
    /// # Errors
    /// [`RunError`] if it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), RunError> {
        let (path, bytes) = (folder.join(Self::FILE), self.to_bytes());
        if matches!(output::read(&path), Ok(before) if before == bytes) {
            return Ok(());
        }
        fs_path::create_dir(folder).write_context(folder)?;
        output::write(&path, &bytes).write_context(&path).map(drop)
    }

    /// Returns the name of the folder of a volume in the first language.
    pub fn folder_name(number: usize) -> String {
        format!("volume-{number:02}")
    }

    /// Returns the language in which the volumes were made first, or that of a new series: the
    /// first of these.
    pub fn first_language<'a>(&'a self, languages: &'a [String]) -> Option<&'a String> {
        let first = languages.first()?;
        let is_new = self.volumes.iter().all(Option::is_none);
        Some(self.language.as_ref().filter(|_| !is_new).unwrap_or(first))
    }

    /// Records the language in which the volumes are made first.
    pub fn set_first_language(&mut self, language: Option<&String>) {
        if let Some(language) = language {
            self.language = Some(language.clone());
        }
    }

    /// Returns the number of a volume, if it has one.
    pub fn number_of(&self, name: &str) -> Option<usize> {
        let place = self.volumes.iter().position(|known| known.as_deref() == Some(name))?;
        Some(place + 1)
    }

    /// Returns the number of a volume, the smallest free one if it is new.
    pub fn number(&mut self, name: &str) -> usize {
        if let Some(number) = self.number_of(name) {
            return number;
        }
        let free = self.volumes.iter().position(Option::is_none);
        let place = free.unwrap_or(self.volumes.len());
        self.volumes.resize(self.volumes.len().max(place + 1), None);
        self.volumes[place] = Some(name.to_owned());
        place + 1
    }

    /// Frees the number of a volume.
    pub fn forget(&mut self, name: &str) {
        for known in &mut self.volumes {
            known.take_if(|known| known == name);
        }
    }

    /// Frees the numbers of volumes that were never begun and that are not among these.
    ///
    /// # Errors
    /// [`RunError`] if the folder of a volume cannot be read.
    pub fn forget_unmade(&mut self, folder: &Path, names: &[String]) -> Result<(), RunError> {
        for (number, name) in self.others(names) {
            let volume = folder.join(Self::folder_name(number));
            let manifest = volume.join(Manifest::FILE);
            let is_there = fs_path::exists(&manifest).read_context(&manifest)?
                || pending_run(&volume).read_context(&volume)?.is_some();
            if !is_there {
                self.forget(&name);
            }
        }
        Ok(())
    }

    /// Returns number and name of the volumes that are not among these.
    pub fn others(&self, names: &[String]) -> Vec<(usize, String)> {
        let numbered = (1..).zip(&self.volumes);
        let named = numbered.filter_map(|(number, name)| Some((number, name.clone()?)));
        named.filter(|(_, name)| !names.contains(name)).collect()
    }
}
