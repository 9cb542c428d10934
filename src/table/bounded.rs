//! A row that never ends, because a quotation mark is not closed, is not gathered for ever: a few bytes
//! of a compressed file may stand for gigabytes.

use std::io::{self, Read};

/// What a row may have in bytes, what the reader reads ahead included.
const ROW: usize = 1 << 20;

/// Gives a row's bytes and no more.
pub(super) struct Bounded<R> {
    input: R,
    left: usize,
}

impl<R> Bounded<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, left: ROW }
    }

    /// Another row begins.
    pub(super) fn next_row(&mut self) {
        self.left = ROW;
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let most = into.len().min(self.left);
        if most == 0 && !into.is_empty() {
            let words = format!("a row goes on for {ROW} bytes: is a quotation mark not closed?");
            return Err(io::Error::new(io::ErrorKind::InvalidData, words));
        }
        let read = self.input.read(&mut into[..most])?;
        self.left -= read;
        Ok(read)
    }
}
