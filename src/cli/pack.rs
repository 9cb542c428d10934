//! `--compress`: whether a catalogue is made smaller. Not how.

use clap::{Args, ValueEnum};
use sudoku_press::table::compress::Codec;

#[derive(Args, Debug)]
pub struct PackArgs {
    /// Compress the catalogue; the same bytes come out on any machine
    #[arg(long, value_enum, default_value_t = CompressArg::None)]
    compress: CompressArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CompressArg {
    /// As it is
    None,
    /// .gz, which everything reads
    Gzip,
    /// .zst, as small, in a tenth of the time
    Zstd,
}

impl PackArgs {
    pub fn codec(&self) -> Option<Codec> {
        match self.compress {
            CompressArg::None => None,
            CompressArg::Gzip => Some(Codec::Gzip),
            CompressArg::Zstd => Some(Codec::Zstd),
        }
    }
}
