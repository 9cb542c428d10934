//! Faces that stand in for each other, and lines of text set in them: widths, breaks. Not the
//! measures of a single face.

use super::font::{Face, Family, NoGlyph};
use super::manuscript::Voice;
use std::ops::Range;
use unicode_linebreak::linebreaks;

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
        // Only plain spaces: others are there to keep words together.
        let words: Vec<_> = text.split_ascii_whitespace().collect();
        let text = words.join(" ");
        let lines = lines(&text, width, |part| self.width(&text[part], size));
        lines.map(|line| text[line].to_owned()).collect()
    }

    /// Breaks a text into as few lines as [`Faces::wrap`], but never leaves a word alone on the
    /// last one: if the measure must give way for that, it gives a little.
    pub fn wrap_paragraph(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let full = self.wrap(text, size, width);
        (0..=20)
            .map(|percent| self.wrap(text, size, width * (1.0 - f64::from(percent) / 100.0)))
            .take_while(|lines| lines.len() == full.len())
            .find(|lines| {
                let last = lines.last().map_or(0.0, |line| self.width(line, size));
                last >= 0.28 * width
            })
            .unwrap_or(full)
    }

    /// Breaks a text into as few lines as [`Faces::wrap`], but as even as they can be: for
    /// headings and centred lines, where a last word alone looks like an accident.
    pub fn wrap_evenly(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let widest = self.wrap(text, size, width);
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
}

/// The lines of a text that are no wider than `width`, without the spaces at their ends; `measure`
/// says how wide a part of it is.
pub(super) fn lines(
    text: &str,
    width: f64,
    measure: impl Fn(Range<usize>) -> f64,
) -> impl Iterator<Item = Range<usize>> {
    let trimmed =
        |part: Range<usize>| part.start..part.start + text[part].trim_end_matches(' ').len();
    let mut lines: Vec<Range<usize>> = Vec::new();
    // With the space at the end.
    let mut pen = 0.0;
    let mut start = 0;
    for (end, _) in linebreaks(text) {
        let piece = start..end;
        start = end;
        match lines.last_mut() {
            Some(line) if pen + measure(trimmed(piece.clone())) <= width => line.end = end,
            _ => {
                lines.push(piece.clone());
                pen = 0.0;
            }
        }
        pen += measure(piece);
    }
    lines.into_iter().map(trimmed)
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
