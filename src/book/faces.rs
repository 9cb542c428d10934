//! Faces that stand in for each other, and lines of text set in them: widths, breaks. Not the
//! measures of a single face.

use super::font::{Face, Family, NoGlyph};
use super::manuscript::Voice;
use std::ops::Range;
use unicode_linebreak::linebreaks;

/// After these one who reads aloud pauses.
const PAUSES: [char; 9] = [',', ';', ':', '–', '，', '；', '：', '、', '。'];
/// Of two lines that are broken at a pause the shorter is at least this part of the longer.
const SHORTER: f64 = 0.33;

/// What a line more costs, in squares of the size of the type: more than anything else.
const LINE: f64 = 1e6;
/// What a word alone on the last line costs: as much as another line that lacks twelve sizes.
const ALONE: f64 = 144.0;
/// A last line that is shorter than this part of the measure counts as a word alone.
const LAST_LEAST: f64 = 0.25;

/// A face, and those that stand in for the characters that it lacks, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Faces {
    first: Face,
    then: [Option<Face>; 4],
}

impl Faces {
    /// A face with its stand-ins, of which no more than four are used.
    pub fn new(first: Face, stand_ins: impl IntoIterator<Item = Face>) -> Self {
        let mut then = [None; 4];
        for (place, face) in then.iter_mut().zip(stand_ins) {
            *place = Some(face);
        }
        Self { first, then }
    }

    /// The same after another face, which comes first.
    pub fn after(self, first: Face) -> Self {
        let rest = self
            .then
            .into_iter()
            .flatten()
            .filter(|&face| face != first);
        Self::new(first, [self.first].into_iter().chain(rest))
    }

    /// The face that is meant.
    pub fn first(self) -> Face {
        self.first
    }

    /// The face that prints a character; the first if none has it.
    fn face(self, character: char) -> Face {
        // Nearly all that is printed.
        if character.is_ascii() && self.first.has(character) {
            return self.first;
        }
        let faces = [self.first]
            .into_iter()
            .chain(self.then.into_iter().flatten());
        let mut faces = faces.filter(|face| face.has(character));
        faces.next().unwrap_or(self.first)
    }

    /// The parts of a text that are each in one face.
    pub fn runs(self, text: &str) -> impl Iterator<Item = (Face, &str)> {
        let mut rest = text;
        std::iter::from_fn(move || {
            let face = self.face(rest.chars().next()?);
            let end = rest.char_indices().find(|&(_, c)| self.face(c) != face);
            let (run, later) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
            rest = later;
            Some((face, run))
        })
    }

    /// How wide a text is at a size.
    pub fn width(self, text: &str, size: f64) -> f64 {
        text.chars().map(|c| self.face(c).advance(c)).sum::<f64>() * size
    }

    /// How far the ink of a text reaches down from the baseline, which is negative, and up, as
    /// parts of the size.
    pub fn ink(self, text: &str) -> (f64, f64) {
        let inks = text.chars().map(|c| self.face(c).ink(c));
        inks.fold((0.0, 0.0), |(down, up), ink| {
            (ink.0.min(down), ink.1.max(up))
        })
    }

    /// Whether the faces can print a text.
    ///
    /// # Errors
    /// [`NoGlyph`] with the first character that none of them has.
    pub fn check(self, text: &str) -> Result<(), NoGlyph> {
        match text.chars().find(|&c| !self.face(c).has(c)) {
            None => Ok(()),
            Some(character) => Err(NoGlyph {
                character,
                face: self.first.name(),
            }),
        }
    }

    /// Breaks a text into lines no wider than `width`, each as full as it can be, where its
    /// language breaks lines (UAX #14); what cannot be broken and is wider stands on a line of its
    /// own.
    pub fn wrap(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let text = plain(text);
        let lines = lines(&text, width, |part| self.width(&text[part], size));
        lines.map(|line| text[line].to_owned()).collect()
    }

    /// Breaks a text into as few lines as [`Faces::wrap`], with a right-hand edge as even as it can
    /// be, and no word alone on the last line where that can be helped.
    pub fn wrap_paragraph(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let text = plain(text);
        let lines = paragraph(&text, size, width, |part| self.width(&text[part], size));
        lines
            .into_iter()
            .map(|line| text[line].to_owned())
            .collect()
    }

    /// Breaks a text into as few lines as [`Faces::wrap`], but as even as they can be: for
    /// headings and centred lines, where a last word alone looks like an accident. Two lines are
    /// broken where one who reads them aloud would pause, if neither comes out much the shorter.
    pub fn wrap_evenly(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let widest = self.wrap(text, size, width);
        if widest.len() == 2
            && let Some(halves) = self.at_pause(&plain(text), size, width)
        {
            return halves;
        }
        // The narrowest measure that needs no line more, to a point.
        let (mut narrow, mut wide) = (0.0, width);
        while wide - narrow > 1.0 {
            let middle = (narrow + wide) / 2.0;
            let lines = self.wrap(text, size, middle);
            let fits = lines.iter().all(|line| self.width(line, size) <= middle);
            if fits && lines.len() <= widest.len() {
                wide = middle;
            } else {
                narrow = middle;
            }
        }
        self.wrap(text, size, wide)
    }

    /// A text in two lines of which the first ends with a comma or the like.
    fn at_pause(self, text: &str, size: f64, width: f64) -> Option<Vec<String>> {
        let halves = linebreaks(text).map(|(end, _)| text.split_at(end));
        let halves = halves.map(|(first, second)| [first.trim_end(), second]);
        let evenness = |halves: &[&str; 2]| {
            let [a, b] = halves.map(|half| self.width(half, size));
            let fits = a.max(b) <= width && halves[0].ends_with(PAUSES);
            if fits { a.min(b) / a.max(b) } else { 0.0 }
        };
        let best = halves.max_by(|a, b| evenness(a).total_cmp(&evenness(b)))?;
        (evenness(&best) >= SHORTER).then(|| best.map(str::to_owned).to_vec())
    }
}

/// A text with single plain spaces only; others are there to keep words together.
fn plain(text: &str) -> String {
    let words: Vec<_> = text.split_ascii_whitespace().collect();
    words.join(" ")
}

/// A part of a text without the spaces at its end.
fn trimmed(text: &str, part: Range<usize>) -> Range<usize> {
    part.start..part.start + text[part].trim_end_matches(' ').len()
}

/// The lines of a paragraph at this size, as few as [`lines`] needs: of all ways to break it the one
/// with the least sum of the squares of what its lines lack, in sizes of the type.
pub(super) fn paragraph(
    text: &str,
    size: f64,
    width: f64,
    measure: impl Fn(Range<usize>) -> f64,
) -> Vec<Range<usize>> {
    let ends: Vec<usize> = linebreaks(text).map(|(end, _)| end).collect();
    let start = |piece: usize| if piece == 0 { 0 } else { ends[piece - 1] };
    // From each piece on: what the best lines cost, and before which piece the first of them ends.
    let mut best = vec![(0.0, ends.len()); ends.len() + 1];
    for from in (0..ends.len()).rev() {
        best[from].0 = f64::INFINITY;
        for until in from + 1..=ends.len() {
            let long = measure(trimmed(text, start(from)..ends[until - 1]));
            if long > width && until > from + 1 {
                break;
            }
            let last = until == ends.len();
            let alone = from > 0 && (until == from + 1 || long < LAST_LEAST * width);
            let cost = match (last, alone) {
                (true, true) => ALONE,
                (true, false) => 0.0,
                (false, _) => ((width - long).max(0.0) / size).powi(2),
            };
            let cost = LINE + cost + best[until].0;
            if cost < best[from].0 {
                best[from] = (cost, until);
            }
        }
    }
    let mut from = 0;
    std::iter::from_fn(|| {
        let until = (from < ends.len()).then(|| best[from].1)?;
        let line = trimmed(text, start(from)..ends[until - 1]);
        from = until;
        Some(line)
    })
    .collect()
}

/// The lines of a text that are no wider than `width`, without the spaces at their ends; `measure`
/// says how wide a part of it is.
fn lines(
    text: &str,
    width: f64,
    measure: impl Fn(Range<usize>) -> f64,
) -> impl Iterator<Item = Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    // With the space at the end.
    let mut pen = 0.0;
    let mut start = 0;
    for (end, _) in linebreaks(text) {
        let piece = start..end;
        start = end;
        match lines.last_mut() {
            Some(line) if pen + measure(trimmed(text, piece.clone())) <= width => line.end = end,
            _ => {
                lines.push(piece.clone());
                pen = 0.0;
            }
        }
        pen += measure(piece);
    }
    lines.into_iter().map(|line| trimmed(text, line))
}

/// A family with its stand-ins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Set {
    pub regular: Faces,
    pub italic: Faces,
    pub strong: Faces,
}

impl Set {
    /// A family; then fonts of the user's; then the language's family for what both lack.
    pub fn new(family: Family, own: &[Face], language: Option<Family>) -> Self {
        let faces = |part: fn(&Family) -> Face| {
            let last = language.as_ref().map(part);
            Faces::new(part(&family), own.iter().copied().take(3).chain(last))
        };
        // Where the words have no italic, a slanted digit among them is an accident.
        let upright = language.is_some_and(|family| family.italic == family.regular);
        Self {
            regular: faces(|family| family.regular),
            italic: match upright {
                true => faces(|family| family.regular),
                false => faces(|family| family.italic),
            },
            strong: faces(|family| family.strong),
        }
    }

    /// The faces in which words of this voice are said.
    pub fn voice(&self, voice: Voice) -> Faces {
        match voice {
            Voice::Plain => self.regular,
            Voice::Italic => self.italic,
            Voice::Strong => self.strong,
        }
    }
}
