//! Checksums: SHA-256 in lower-case hexadecimal.

use sha2::{Digest as _, Sha256};
use std::fs::File;
use std::io::{self, Read as _, Seek as _};

/// A SHA-256 of bytes that come one after the other.
#[derive(Clone, Debug, Default)]
pub struct Checksum(Sha256);

impl Checksum {
    /// Begins with these bytes.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(Sha256::new_with_prefix(bytes))
    }

    /// Reads a whole file.
    pub(super) fn of_file(file: &mut File) -> io::Result<Self> {
        file.rewind()?;
        let (mut sum, mut buffer) = (Self::default(), vec![0; 1 << 16]);
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok(sum),
                n => sum.update(&buffer[..n]),
            }
        }
    }

    /// Adds the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the sum of the bytes so far in lower-case hexadecimal.
    pub fn text(&self) -> String {
        let sum = self.0.clone().finalize();
        let digits = sum.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        digits.map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)])).collect()
    }
}
