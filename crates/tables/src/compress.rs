//! Compressed streams. They are written with fixed settings, so that the bytes are the same on any
//! machine, and recognised by their first bytes when read.
//!
//! ```
//! use std::io::{Read as _, Write as _};
//! use sudoku_press_tables::compress::{Codec, DecompressingReader, CompressingWriter};
//! let mut file = CompressingWriter::new(Vec::new(), Some(Codec::Zstd))?;
//! file.write_all(b"once more, once more, once more")?;
//! let bytes = file.finish()?;
//! let mut text = String::new();
//! DecompressingReader::new(&bytes[..]).read_to_string(&mut text)?;
//! assert_eq!(text, "once more, once more, once more");
//! # Ok::<(), std::io::Error>(())
//! ```

use files::output;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use std::io::{self, BufReader, Chain, Cursor, Read, Write};
use std::path::Path;

words::named! {
    /// A compression format.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Codec {
        /// RFC 1952, level 6, with neither a name nor a time in its header.
        Gzip = "gzip",
        /// RFC 8878, level 3, with a checksum.
        Zstd = "zstd",
    }
}

impl Codec {
    /// Returns the file name extension, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Gzip => "gz",
            Self::Zstd => "zst",
        }
    }

    /// Returns the format that a file's extension names.
    pub fn from_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        let mut all = Self::ALL.into_iter();
        all.find(|codec| extension.eq_ignore_ascii_case(codec.extension()))
    }

    /// Returns the magic bytes at the start of a stream.
    const fn magic(self) -> &'static [u8] {
        match self {
            Self::Gzip => &[0x1f, 0x8b],
            Self::Zstd => &[0x28, 0xb5, 0x2f, 0xfd],
        }
    }
}

/// The magic bytes of Parquet. A Parquet file must be read from its end and therefore not from a
/// stream.
const PARQUET: &[u8] = b"PAR1";

/// A writer of a compressed or plain stream. Needs at most a few megabytes of memory.
pub struct CompressingWriter<W: Write>(Encoder<W>);

enum Encoder<W: Write> {
    Plain(W),
    Gzip(BlockGzip<W>),
    Zstd(zstd::stream::write::Encoder<'static, W>),
}

impl<W: Write> CompressingWriter<W> {
    /// Starts a stream; `None` writes it uncompressed.
    ///
    /// # Errors
    /// If the writer fails, or memory cannot be allocated.
    pub fn new(out: W, codec: Option<Codec>) -> io::Result<Self> {
        Ok(Self(match codec {
            None => Encoder::Plain(out),
            Some(Codec::Gzip) => Encoder::Gzip(BlockGzip::new(out)),
            Some(Codec::Zstd) => {
                let mut encoder = zstd::stream::write::Encoder::new(out, 3)?;
                encoder.include_checksum(true)?;
                Encoder::Zstd(encoder)
            }
        }))
    }

    /// Writes all buffered data and the end of the stream, and returns the writer.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn finish(self) -> io::Result<W> {
        let mut out = match self.0 {
            Encoder::Plain(out) => out,
            Encoder::Gzip(encoder) => encoder.finish()?,
            Encoder::Zstd(encoder) => encoder.finish()?,
        };
        out.flush()?;
        Ok(out)
    }
}

impl<W: Write> Write for CompressingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Encoder::Plain(out) => out.write(bytes),
            Encoder::Gzip(encoder) => encoder.write(bytes),
            Encoder::Zstd(encoder) => encoder.write(bytes),
        }
    }

    /// Flushes a plain stream only. The bytes of a compressed stream must not depend on when the
    /// caller flushes.
    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Encoder::Plain(out) => out.flush(),
            Encoder::Gzip(_) | Encoder::Zstd(_) => Ok(()),
        }
    }
}

/// Number of bytes that gzip compresses at once. The result depends on how the input is cut, so the
/// cuts are fixed.
const BLOCK_BYTES: usize = 64 << 10;

/// A writer of gzip whose result does not depend on how the caller cuts the input.
struct BlockGzip<W: Write> {
    encoder: GzEncoder<W>,
    block: Vec<u8>,
}

impl<W: Write> BlockGzip<W> {
    fn new(out: W) -> Self {
        let encoder = GzEncoder::new(out, Compression::new(6));
        Self { encoder, block: Vec::with_capacity(BLOCK_BYTES) }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(BLOCK_BYTES - self.block.len());
        self.block.extend_from_slice(&bytes[..taken]);
        if self.block.len() == BLOCK_BYTES {
            self.encoder.write_all(&self.block)?;
            self.block.clear();
        }
        Ok(taken)
    }

    fn finish(mut self) -> io::Result<W> {
        self.encoder.write_all(&self.block)?;
        self.encoder.finish()
    }
}

/// A reader that decompresses a stream if needed. Several compressed streams in a row are read as
/// one. Needs bounded memory.
pub struct DecompressingReader<R: Read>(Decoder<R>);

type PrefixedInput<R> = Chain<Cursor<Vec<u8>>, R>;

enum Decoder<R: Read> {
    /// A stream of which nothing has been read yet. `None` while the format is being detected, or
    /// after that failed.
    Unknown(Option<R>),
    Plain(PrefixedInput<R>),
    Gzip(Box<MultiGzDecoder<PrefixedInput<R>>>),
    Zstd(zstd::stream::read::Decoder<'static, BufReader<PrefixedInput<R>>>),
}

impl<R: Read> DecompressingReader<R> {
    /// Wraps a stream. Reads nothing before the first call of `read`.
    pub fn new(input: R) -> Self {
        Self(Decoder::Unknown(Some(input)))
    }
}

impl DecompressingReader<Box<dyn Read + Send>> {
    /// Opens a file, a pipe or a device.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self::new(Box::new(output::open_any(path)?)))
    }
}

impl<R: Read> Decoder<R> {
    fn detect(mut input: R) -> io::Result<Self> {
        let magic_bytes = magic_bytes(&mut input)?;
        if magic_bytes.starts_with(PARQUET) {
            let words = if cfg!(feature = "parquet") {
                "expected text, found Parquet, which cannot be read from a pipe; name the file"
            } else {
                "this is a Parquet file, and this program was built without Parquet; \
                 `cargo install --path . --features parquet` builds one that reads it"
            };
            return Err(io::Error::new(io::ErrorKind::InvalidData, words));
        }
        let codec = Codec::ALL.into_iter().find(|codec| magic_bytes.starts_with(codec.magic()));
        let whole = Cursor::new(magic_bytes).chain(input);
        Ok(match codec {
            None => Self::Plain(whole),
            Some(Codec::Gzip) => Self::Gzip(Box::new(MultiGzDecoder::new(whole))),
            Some(Codec::Zstd) => Self::Zstd(zstd::stream::read::Decoder::new(whole)?),
        })
    }
}

/// Reads just enough bytes to detect the format, so that interactive input is never kept waiting.
fn magic_bytes(mut input: impl Read) -> io::Result<Vec<u8>> {
    let mut magic_bytes = Vec::new();
    while begins_magic(&magic_bytes) && input.by_ref().take(1).read_to_end(&mut magic_bytes)? == 1 {
    }
    Ok(magic_bytes)
}

/// Returns true if more bytes can tell a format.
fn begins_magic(bytes: &[u8]) -> bool {
    let mut all = Codec::ALL.into_iter().map(Codec::magic).chain([PARQUET]);
    all.any(|magic| bytes.len() < magic.len() && magic.starts_with(bytes))
}

impl<R: Read> Read for DecompressingReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let Decoder::Unknown(input) = &mut self.0 {
            let Some(input) = input.take() else {
                // The detection failed earlier, and its error was returned then.
                return Ok(0);
            };
            self.0 = Decoder::detect(input)?;
        }
        let (read, codec) = match &mut self.0 {
            Decoder::Unknown(_) => return Ok(0),
            Decoder::Plain(input) => return input.read(into),
            Decoder::Gzip(input) => (input.read(into), Codec::Gzip),
            Decoder::Zstd(input) => (input.read(into), Codec::Zstd),
        };
        read.map_err(|e| {
            // Errors of the operating system are passed on; all others mean damaged data.
            use io::ErrorKind::{InvalidData, InvalidInput, Other, UnexpectedEof};
            let of_data = [InvalidData, InvalidInput, Other, UnexpectedEof].contains(&e.kind());
            if e.raw_os_error().is_some() || !of_data {
                return e;
            }
            let name = codec.name();
            io::Error::new(e.kind(), format!("the {name} stream is damaged or cut off: {e}"))
        })
    }
}
