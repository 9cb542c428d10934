//! The one way to take a job over: a later layer is laid over an earlier one.

use super::changes::EarlierLayer;
use super::counts;
use super::job::{Job, SettingText};
use super::row::{Group, Setting};
use words::{Problem, clause};

impl Job {
    /// Lays this job over an earlier layer: what it neither names nor excludes stays as the earlier
    /// layer has it, unless it needs a setting that this job brings back to its default. Every
    /// command and the studio take a job over by this function.
    ///
    /// # Errors
    /// [`Problem`] of the first value that its setting cannot have. The others are added.
    pub fn overlay(&mut self, mut earlier: Vec<SettingText>) -> Result<(), Problem> {
        earlier.retain(|text| !self.leaves_out(text.setting));
        EarlierLayer::new(self, &mut earlier).fit();
        let mut done = counts::lay_over(self, &mut earlier);
        EarlierLayer::new(self, &mut earlier).for_size();
        self.leave_rivals_out(&mut earlier);
        for text in earlier {
            done = done.and(self.add(text));
        }
        done
    }

    /// Leaves out what this job excludes, and notes both. The numbers of puzzles have their own
    /// notes. A class stays although a swap excludes it, so that the swap is refused.
    fn leave_rivals_out(&mut self, earlier: &mut Vec<SettingText>) {
        let mut notes = Vec::new();
        earlier.retain(|text| {
            let Some(rival) = self.rivals(text.setting).next() else { return true };
            let [own, left] = [rival, text].map(|text| text.setting.name);
            if [own, left] == ["swap", "sheets"] {
                return true;
            }
            if !Setting::COUNTS.contains(&left) && left != "out" {
                let [own, left] = [rival, text].map(SettingText::named);
                notes.push(clause!("{} takes the place of {}, which is left out", own, left));
            }
            false
        });
        notes.into_iter().for_each(|note| self.note(note));
    }

    /// Returns true if the job brings a setting back to its default, or one that the setting needs.
    pub(crate) fn leaves_out(&self, setting: &Setting) -> bool {
        let of_cover = Some("cover").filter(|_| setting.group == Group::Cover);
        let is_left_out = |name: &str| self.is_unset(name) && !self.is_set(name);
        self.is_unset(setting.name)
            || setting.needs.is_some_and(is_left_out)
            || of_cover.is_some_and(is_left_out)
    }
}
