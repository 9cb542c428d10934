//! The data of a path of an SVG.

use super::wrong;
use crate::book::page::Point;
use crate::book::picture::PictureError;
use crate::book::typesetting::Step;

/// Numbers and letters of a path, one after the other.
struct Pieces<'a>(&'a str);

impl<'a> Pieces<'a> {
    fn skip(&mut self) {
        self.0 = self.0.trim_start_matches([' ', ',', '\t', '\n', '\u{c}', '\r']);
    }

    /// The next letter, if one is next.
    fn letter(&mut self) -> Option<char> {
        self.skip();
        let letter = self.0.chars().next().filter(char::is_ascii_alphabetic)?;
        self.0 = &self.0[1..];
        Some(letter)
    }

    /// The next number, if one is next: `-.5` and `1e-3`, also without a space before the next one.
    fn number(&mut self) -> Option<f64> {
        self.skip();
        let (mut has_point, mut before) = (false, 'e');
        let end = self.0.find(|c: char| {
            let goes_on = match c {
                '0'..='9' => true,
                '.' => !std::mem::replace(&mut has_point, true),
                '-' | '+' => matches!(before, 'e' | 'E'),
                'e' | 'E' => {
                    has_point = true;
                    before.is_ascii_digit() || before == '.'
                }
                _ => false,
            };
            before = c;
            !goes_on
        });
        let (number, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
        let number = number.parse().ok()?;
        self.0 = rest;
        Some(number)
    }
}

/// The steps of a path.
pub(super) fn path(data: &str) -> Result<Vec<Step>, PictureError> {
    let mut pieces = Pieces(data);
    let mut steps = Vec::new();
    let (mut pen, mut start) = ((0.0, 0.0), (0.0, 0.0));
    // The last handle of a curve, and how many it had: the next one may mirror it.
    let mut handle: Option<(Point, usize)> = None;
    let mut command = ' ';
    loop {
        match pieces.letter() {
            Some(letter) => command = letter,
            None if pieces.0.is_empty() => return Ok(steps),
            // More points after a move are lines.
            None => {
                command = match command {
                    'M' => 'L',
                    'm' => 'l',
                    same => same,
                }
            }
        }
        let kind = command.to_ascii_uppercase();
        if kind == 'A' {
            return wrong("a path without arcs (curves in their place)", "an arc");
        }
        if kind == 'Z' {
            (pen, handle) = (start, None);
            match pieces.0.trim_ascii_start().chars().next() {
                None | Some('M' | 'm' | 'Z' | 'z') => {}
                // A path that goes on after its end begins a new part there.
                Some(letter) if letter.is_ascii_alphabetic() => steps.push(Step::Move(start)),
                Some(_) => return wrong("a command after Z", shortened(pieces.0)),
            }
            continue;
        }
        let (base, rest) = (if command.is_ascii_lowercase() { pen } else { (0.0, 0.0) }, pieces.0);
        let mut broken = false;
        let mut next = || {
            pieces.number().unwrap_or_else(|| {
                broken = true;
                0.0
            })
        };
        let mut point = || (base.0 + next(), base.1 + next());
        let mirrored = |of: usize| match handle {
            Some(((x, y), handles)) if handles == of => (2.0 * pen.0 - x, 2.0 * pen.1 - y),
            _ => pen,
        };
        let step = match kind {
            'M' => Step::Move(point()),
            'L' => Step::Line(point()),
            'H' => Step::Line((base.0 + next(), pen.1)),
            'V' => Step::Line((pen.0, base.1 + next())),
            'C' => Step::Curve([point(), point(), point()]),
            'S' => Step::Curve([mirrored(2), point(), point()]),
            'Q' => Step::Quad([point(), point()]),
            'T' => Step::Quad([mirrored(1), point()]),
            _ => return wrong("a path", shortened(rest)),
        };
        let begins = steps.is_empty() && kind != 'M';
        if broken || begins {
            return wrong("a path that begins with M and has all its numbers", shortened(rest));
        }
        handle = match step {
            Step::Curve([_, handle, _]) => Some((handle, 2)),
            Step::Quad([handle, _]) => Some((handle, 1)),
            _ => None,
        };
        pen = step.end();
        if let Step::Move(point) = step {
            start = point;
        }
        steps.push(step);
    }
}

fn shortened(text: &str) -> String {
    format!("{:?}", text.chars().take(30).collect::<String>())
}
