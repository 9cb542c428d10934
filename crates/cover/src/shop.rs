//! The front as a raster image for shops. It shows the same marks as the page of the cover.

use super::{Cover, CoverResult};
use words::Problem;

impl Cover<'_> {
    /// Returns the trimmed front as a PNG of this height in pixels, and the size of the PNG.
    ///
    /// # Errors
    /// [`Problem`] if the front has a JPEG, whose pixels are not decoded here.
    pub fn front_png(&self, height: usize) -> CoverResult<(Vec<u8>, (usize, usize))> {
        if self.picture.as_ref().is_some_and(|picture| picture.is_jpeg) {
            let found = "a JPEG, which goes into the PDF as it is; save it as a PNG";
            return Err(Problem::expected("a picture that is a PNG", found).at("png"));
        }
        Ok(self.page().png(self.front, height))
    }
}
