//! The front as a raster image for shops. It shows the same marks as the page of the cover.

use super::{Cover, CoverResult};
use words::Problem;

impl Cover<'_> {
    /// Returns true if the front can be a PNG: the pixels of a JPEG are not decoded here.
    pub fn has_front_png(&self) -> bool {
        !self.picture.as_ref().is_some_and(|picture| picture.is_jpeg)
    }

    /// Returns the trimmed front as a PNG of this height in pixels, and the size of the PNG.
    ///
    /// # Errors
    /// [`Problem`] without [`Self::has_front_png`].
    pub fn front_png(&self, height: usize) -> CoverResult<(Vec<u8>, (usize, usize))> {
        if !self.has_front_png() {
            let found = "a JPEG, which goes into the PDF as it is; save it as a PNG";
            return Err(Problem::expected("a picture that is a PNG", found).at("png"));
        }
        Ok(self.page().png(self.front, height))
    }
}
