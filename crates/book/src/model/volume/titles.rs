//! The titles of a volume.

use crate::model::PageSetup;
use crate::model::volume::PrintedNumbers;
use crate::text::language::Language;
use page::FittedTitle;

use human::Rung;

/// The limit of KDP for title and subtitle together, in characters.
pub const MAX_TITLES_CHARS: usize = 200;

/// The titles of a volume, each in one line.
#[derive(Clone, Debug)]
pub struct VolumeTitles {
    /// The title.
    pub title: String,
    /// The title, with the number of the volume if it is printed.
    pub full: String,
    /// The subtitle: the same on the title page, in shops and in the metadata of files.
    pub subtitle: String,
    /// True if the subtitle ends with the levels.
    pub(crate) has_levels: bool,
    /// The series.
    pub series: Option<String>,
    /// The series and the number of the volume; `None` if there is neither.
    pub series_line: Option<String>,
    /// The title on the spine, with the series if there is one: `The Quiet Hour  ·  Rainy Days`. A
    /// tile shows the number of the volume.
    pub spine: String,
}

impl VolumeTitles {
    /// Composes the titles of a volume with this number of puzzles of some levels.
    pub(crate) fn new(
        setup: &PageSetup,
        numbering: &PrintedNumbers,
        puzzles: usize,
        levels: &[Rung],
    ) -> Self {
        let options = &setup.options;
        let title = FittedTitle::in_one_line(setup.design.title(options));
        let volume = numbering.printed_volume.map(|number| setup.language.volume(number));
        let full = match numbering.printed_volume {
            None => title.clone(),
            Some(number) => setup.language.volume_title(&title, number),
        };
        let series = options.series.as_deref().map(str::trim).filter(|series| !series.is_empty());
        let spine = match series.filter(|series| *series != title) {
            None => title.clone(),
            Some(series) => format!("{title}{}{series}", Language::BETWEEN),
        };
        let subtitle = VolumeSubtitle::new(setup, &title, puzzles, levels);
        let line: Vec<_> = series.map(str::to_owned).into_iter().chain(volume).collect();
        Self {
            full,
            subtitle: subtitle.text,
            has_levels: subtitle.has_levels,
            series: series.map(str::to_owned),
            series_line: Some(line.join(Language::BETWEEN)).filter(|line| !line.is_empty()),
            spine,
            title,
        }
    }
}

/// The subtitle of a volume.
struct VolumeSubtitle {
    text: String,
    has_levels: bool,
}

impl VolumeSubtitle {
    /// Composes the subtitle. A front shows the number of puzzles and the levels, and shops compare
    /// it with the title page and their form, so the usual subtitle consists of both. It has no
    /// levels if the user or the design chose it, in a book for children, whose names of levels
    /// make no phrase, and if the titles would be too long for KDP.
    fn new(setup: &PageSetup, title: &str, puzzles: usize, levels: &[Rung]) -> Self {
        let (design, options) = (&setup.design, &setup.options);
        let short = design.subtitle(options, puzzles);
        let with_levels = format!("{short} · {}", options.language.level_range(levels));
        let chars = title.chars().chain(with_levels.chars()).count();
        let is_short = design.has_own_subtitle(options) || design.keys.children;
        if is_short || chars > MAX_TITLES_CHARS {
            return Self { text: short, has_levels: false };
        }
        Self { text: with_levels, has_levels: true }
    }
}
