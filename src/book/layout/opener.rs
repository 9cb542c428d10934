//! The page that opens a level.

use super::{Stamps, Volume};
use crate::book::draw::{self, Type};
use crate::book::page::Mark;
use crate::book::volume::Span;

impl Volume {
    pub(super) fn opener(&self, index: usize, span: &Span) -> Vec<Mark> {
        let sizes = &self.design.sizes;
        let middle = self.live_left(index) + self.sheet.live() / 2.0;
        let mut marks = Vec::new();

        let name = Type::new(self.words().regular, sizes.heading * 1.5);
        let mut y = self.sheet.height * 0.36;
        if let Some(level) = span.level {
            let word = self.language.level_name(level).to_owned();
            draw::centred(&mut marks, (middle, y), name, word);
            let stamp = Stamps::opener(level);
            let stars = &self.stamps[stamp];
            y += sizes.heading * 0.8;
            marks.push(Mark::Stamp {
                stamp,
                corner: (middle - stars.width / 2.0, y),
            });
            y += stars.height + sizes.heading * 0.62;
        }
        let rule = sizes.heading * 2.1;
        draw::rule(&mut marks, (middle - rule / 2.0, y), rule);

        let range = Type::new(self.words().italic, sizes.body * 1.2);
        let (first, last) = self.numbers(span.start..span.start + span.len);
        y += range.size * 1.9;
        draw::centred(
            &mut marks,
            (middle, y),
            range,
            self.language.puzzles(first, last),
        );
        if let Some(volume) = span.continued_from {
            y += range.size * 1.35;
            draw::centred(
                &mut marks,
                (middle, y),
                range,
                self.language.continued_from(volume),
            );
        }

        let body = Type::new(self.words().regular, sizes.body);
        let width = self.sheet.live().min(26.0 * sizes.body);
        y += body.size * 2.3;
        let (fewest, most) = span.givens;
        let promise = span
            .level
            .map(|level| self.language.level_promise(level).to_owned());
        let counted = self.language.level_givens(fewest, most, span.row_col_min);
        let sentences = [counted].into_iter().chain(promise);
        for sentence in sentences {
            for line in body.faces.wrap_evenly(&sentence, body.size, width) {
                draw::centred(&mut marks, (middle, y), body, line);
                y += body.size * self.design.cast.leading;
            }
            y += body.size * 0.35;
        }
        marks
    }
}
