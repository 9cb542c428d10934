//! The titles of a volume.

use crate::book::model::PageSetup;
use crate::book::model::volume::PrintedNumbers;
use crate::book::text::language::BETWEEN;
use crate::book::text::typesetting::in_one_line;

/// The titles of a volume, each in one line.
#[derive(Clone, Debug)]
pub struct VolumeTitles {
    /// The title.
    pub title: String,
    /// The title, with the number of the volume if it is printed.
    pub full: String,
    /// The subtitle.
    pub subtitle: String,
    /// The series.
    pub series: Option<String>,
    /// The series and the number of the volume; `None` if there is neither.
    pub series_line: Option<String>,
    /// The title on the spine, with the series if there is one: `The Quiet Hour  ·  Rainy Days`. A
    /// tile shows the number of the volume.
    pub spine: String,
}

impl VolumeTitles {
    /// Composes the titles of a volume with this number of puzzles.
    pub(crate) fn new(setup: &PageSetup, numbering: &PrintedNumbers, puzzles: usize) -> Self {
        let options = &setup.options;
        let title = in_one_line(setup.design.title(options));
        let volume = numbering.printed_volume.map(|number| setup.language.volume(number));
        let full = match &volume {
            None => title.clone(),
            Some(volume) => format!("{title}, {volume}"),
        };
        let series = options.series.as_deref().map(str::trim).filter(|series| !series.is_empty());
        let spine = match series.filter(|series| *series != title) {
            None => title.clone(),
            Some(series) => format!("{title}{BETWEEN}{series}"),
        };
        let line: Vec<_> = series.map(str::to_owned).into_iter().chain(volume).collect();
        Self {
            full,
            subtitle: setup.design.subtitle(options, puzzles),
            series: series.map(str::to_owned),
            series_line: Some(line.join(BETWEEN)).filter(|line| !line.is_empty()),
            spine,
            title,
        }
    }
}
