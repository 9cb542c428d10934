//! A finished run as the source of another book or of a cover: its catalogue, and its settings by the
//! names of flags. Settings that are files of the user must be named again.

use super::manifest::{FileKind, MANIFEST, Manifest};
use super::press::BookPlan;
use super::settings::Settings;
use super::shelf::{self, Shelved};
use super::{PROGRAM, RunError};
use crate::book::{Language, Template};
use crate::files::output;
use crate::print::Printer;
use std::path::{Path, PathBuf};

/// A finished run of which a book or a cover is made.
#[derive(Clone, Debug)]
pub struct FinishedRun {
    folder: PathBuf,
    manifest: Manifest,
}

impl FinishedRun {
    /// The finished run in a folder; `None` if the path is not a folder with a manifest.
    ///
    /// # Errors
    /// When the manifest is not that of a run.
    pub fn open(folder: &Path) -> Result<Option<Self>, RunError> {
        let manifest = Manifest::read(folder)
            .map_err(|why| RunError::UnknownManifest { path: folder.join(MANIFEST), why })?;
        Ok(manifest.map(|manifest| Self { folder: folder.to_owned(), manifest }))
    }

    /// The finished run whose catalogue this file is.
    pub fn of_catalog(path: &Path) -> Option<Self> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let run = Self::open(folder.unwrap_or(Path::new("."))).ok().flatten()?;
        (path.file_name()? == run.manifest.settings.catalog().as_str()).then_some(run)
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Its manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The path of its catalogue.
    pub fn catalog(&self) -> PathBuf {
        self.folder.join(self.manifest.settings.catalog())
    }

    /// The paths of its volumes, in order.
    pub fn volumes(&self) -> Vec<PathBuf> {
        let volumes = self.manifest.files_of(FileKind::Volume);
        volumes.map(|file| self.folder.join(&file.name)).collect()
    }

    /// Its settings as flags: names and values, without those that are files of the user.
    pub fn settings(&self) -> Vec<(String, String)> {
        let own = self.own_files();
        let is_own = |name: &str| own.iter().any(|(flag, _)| *flag == name);
        let mut named = self.manifest.settings.by_name();
        named.retain(|(name, _)| !is_own(name));
        named
    }

    /// Checks that the files of the user are named again. `given` has the values that the command line gives
    /// a flag; `None` if the command has no such flag.
    ///
    /// # Errors
    /// A sentence that names the first flag that is missing.
    pub fn needs(&self, given: impl Fn(&str) -> Option<Vec<String>>) -> Result<(), String> {
        let parts = given("parts").unwrap_or_default();
        for (flag, what) in self.own_files() {
            let Some(values) = given(flag) else { continue };
            let missing = match what.strip_prefix("text ") {
                Some(part) => {
                    let names = |value: &String| {
                        value.split_once('=').is_some_and(|(name, _)| name == part)
                    };
                    let wanted = parts.is_empty() || parts.iter().any(|name| name == part);
                    wanted && !values.iter().any(names)
                }
                None => values.is_empty(),
            };
            if missing {
                let file = match what.strip_prefix("text ") {
                    Some(part) => format!("{part}=FILE"),
                    None => "FILE".to_owned(),
                };
                let folder = self.folder.display();
                return Err(format!(
                    "{folder} was made with a file of yours ({what}): name it again with --{flag} {file}"
                ));
            }
        }
        Ok(())
    }

    /// What differs between the files of a new book and those of the run, a sentence for each.
    pub fn changed_files(&self, plan: &BookPlan) -> Vec<String> {
        let Settings { template, template_sha256, files, .. } = &self.manifest.settings;
        let new = output::sha256(plan.template_text.as_bytes());
        let design = (template == plan.template.name() && new != *template_sha256)
            .then(|| format!("design {template}"));
        let others = files
            .iter()
            .filter(|(name, sha256)| plan.files.get(*name).is_some_and(|new| new != *sha256));
        let others = others.map(|(name, _)| name.clone());
        let program = match self.is_of_this_program() {
            true => String::new(),
            false => format!(", which {} made", self.manifest.program),
        };
        let folder = self.folder.display();
        let words = |name| format!("the {name} is another file than that of {folder}{program}");
        design.into_iter().chain(others).map(words).collect()
    }

    /// How the cover of a new book would not fit the book of the run: another trim, or, where `whole` says so,
    /// another printer or paper.
    pub fn other_sheet(&self, plan: &BookPlan, whole: bool) -> Option<String> {
        let Settings { trim, printer, paper, .. } = &self.manifest.settings;
        let terms = plan.terms.as_ref().filter(|_| whole && printer.is_some());
        let mut pairs = vec![("trim", trim.clone(), plan.trim.to_string())];
        if let (Some(terms), Some(printer), Some(paper)) = (terms, printer, paper) {
            pairs.push(("printer", printer.clone(), terms.printer().to_owned()));
            pairs.push(("paper", paper.clone(), terms.paper().to_owned()));
        }
        let (what, own, new) = pairs.into_iter().find(|(_, own, new)| own != new)?;
        Some(format!("expected a cover for {what} {own}, found {what} {new}"))
    }

    fn is_of_this_program(&self) -> bool {
        self.manifest.program == PROGRAM
    }

    /// The settings that are files of the user: the flag of each, and what the file is.
    fn own_files(&self) -> Vec<(&'static str, String)> {
        let settings = &self.manifest.settings;
        let files = &settings.files;
        let mut own = Vec::new();
        let same = self.is_of_this_program();
        if !is_builtin::<Template>(&settings.template, Some(&settings.template_sha256), same) {
            own.push((Template::FLAG, format!("design {}", settings.template)));
        }
        if let Some(name) = &settings.printer
            && !is_builtin::<Printer>(name, settings.printer_sha256.as_ref(), same)
        {
            own.push((Printer::FLAG, format!("printer {name}")));
        }
        let language = settings.language();
        if language != "en" && !is_builtin::<Language>(&language, files.get(&language), same) {
            own.push((Language::FLAG, format!("language {language}")));
        }
        for name in files.keys().filter(|name| **name != language) {
            let flag = match name.as_str() {
                BACK => BACK,
                PICTURE => PICTURE,
                name if name.starts_with("text ") => "text",
                _ => "font",
            };
            own.push((flag, if flag == "font" { format!("font {name}") } else { name.clone() }));
        }
        own
    }
}

/// The name of the text on the back of the cover, among the files of a run.
pub(super) const BACK: &str = "back";
/// The name of the picture on the front.
pub(super) const PICTURE: &str = "cover-picture";

/// Whether this is a built-in text: by its hash, or, of another version of the program, by its name.
fn is_builtin<T: Shelved>(name: &str, sha256: Option<&String>, same_program: bool) -> bool {
    shelf::builtin::<T>(name).is_some_and(|text| {
        !same_program || sha256.is_none_or(|sha256| *sha256 == output::sha256(text.as_bytes()))
    })
}
