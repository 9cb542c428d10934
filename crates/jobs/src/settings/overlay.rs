//! The one way to take a job over: a later layer is laid over an earlier one.

use super::changes::EarlierLayer;
use super::counts;
use super::job::{Job, SettingText};
use words::Problem;

impl Job {
    /// Lays this job over an earlier layer: what it neither names nor excludes stays as the earlier
    /// layer has it. Every command and the studio take a job over by this function.
    ///
    /// # Errors
    /// [`Problem`] of the first value that its setting cannot have. The others are added.
    pub fn overlay(&mut self, mut earlier: Vec<SettingText>) -> Result<(), Problem> {
        earlier.retain(|text| !self.is_unset(text.setting.name));
        EarlierLayer::new(self, &mut earlier).fit();
        let mut done = counts::lay_over(self, &mut earlier);
        EarlierLayer::new(self, &mut earlier).for_size();
        earlier.retain(|text| self.rivals(text.setting).next().is_none());
        for text in earlier {
            done = done.and(self.add(text));
        }
        done
    }
}
