//! Compressed streams: written, read and damaged, in every command that reads or writes catalogues.

use crate::support::program::Bench;
use proptest::prelude::*;
use std::fs;
use std::io::{Read as _, Write as _};
use std::process::Stdio;
use tables::compress::{Codec, CompressingWriter, DecompressingReader};

fn packed(parts: &[&[u8]], codec: Codec) -> Vec<u8> {
    let mut out = CompressingWriter::new(Vec::new(), Some(codec)).unwrap();
    for part in parts {
        out.write_all(part).unwrap();
        out.flush().unwrap();
    }
    out.finish().unwrap()
}

fn unpacked(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    DecompressingReader::new(bytes).read_to_end(&mut text).map(|_| text)
}

/// Larger than any buffer on the way, and not too regular.
fn text() -> Vec<u8> {
    let lines =
        (0..60_000_u64).map(|i| format!("{:x},{i}\n", i.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    lines.collect::<String>().into_bytes()
}

#[test]
fn compressed_data_is_restored_for_any_write_sizes() {
    let text = text();
    for codec in Codec::ALL {
        let whole = packed(&[&text], codec);
        assert!(whole.len() < text.len() * 3 / 4, "{codec:?}");
        assert!(unpacked(&whole).unwrap() == text, "{codec:?}");
        for size in [1, 977, 131_072] {
            let parts: Vec<_> = text.chunks(size).collect();
            assert!(packed(&parts, codec) == whole, "{codec:?} {size}");
        }
        // Streams one after the other are one.
        let twice = [&whole[..], &whole[..]].concat();
        assert!(unpacked(&twice).unwrap() == [&text[..], &text[..]].concat());
        assert!(unpacked(&packed(&[], codec)).unwrap().is_empty());
    }
    // What only begins like one is what it is.
    for plain in [&b""[..], b"\x1f", b"(", b"\x28\xb5\x2f", b"53..7...."] {
        assert_eq!(unpacked(plain).unwrap(), plain);
    }
}

#[test]
fn gzip_header_has_no_time_name_or_system() {
    let bytes = packed(&[b"x"], Codec::Gzip);
    // RFC 1952: magic, deflate, no flags, time 0, extra flags, unknown system.
    assert_eq!(bytes[..8], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
    assert_eq!(bytes[9], 255);
}

#[test]
fn damaged_or_truncated_stream_is_an_error() {
    let text = text();
    for codec in Codec::ALL {
        let whole = packed(&[&text], codec);
        for cut in [5, 20, whole.len() / 2, whole.len() - 1] {
            let said = unpacked(&whole[..cut]).unwrap_err().to_string();
            let words = format!("the {} stream is damaged or cut off: ", codec.name());
            assert!(said.starts_with(&words), "{cut}: {said}");
        }
        let mut damaged = whole.clone();
        damaged[whole.len() / 2] ^= 16;
        assert!(unpacked(&damaged).is_err(), "{codec:?}");
    }
}

proptest! {
    #[test]
    fn bytes_after_a_magic_never_panic_the_reader(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        codec in prop::sample::select(Codec::ALL.to_vec()),
        keep in 0_usize..40,
    ) {
        let mut stream = packed(&[b"53..7....6..195...."], codec);
        stream.truncate(keep);
        stream.extend(bytes);
        // An answer of either kind, and the same again after an error.
        let mut reader = DecompressingReader::new(&stream[..]);
        let _ = reader.read_to_end(&mut Vec::new());
        let _ = reader.read(&mut [0; 8]);
    }
}

#[test]
fn run_compresses_only_its_catalogue() {
    let bench = Bench::new();
    bench.ends("run --count 9 --seed 4 --out plain", 0, "");
    for codec in Codec::ALL {
        let (name, ending) = (codec.name(), codec.extension());
        let run = format!("run --count 9 --seed 4 --compress {name}");
        bench.ends(&format!("{run} --threads 1 --out {name}"), 0, ending);
        bench.ends(&format!("{run} --threads 7 --out other"), 0, "");
        for file in bench.names(name) {
            let path = |folder| format!("{folder}/{file}");
            assert!(bench.read(&path(name)) == bench.read(&path("other")), "{file}");
        }
        fs::remove_dir_all(bench.path("other")).unwrap();
        let catalog = format!("{name}/catalog.csv.{ending}");
        assert!(unpacked(&bench.read(&catalog)).unwrap() == bench.read("plain/catalog.csv"));
        assert!(bench.read(&format!("{name}/book.pdf")) == bench.read("plain/book.pdf"));
        bench.ends(&format!("verify {name}"), 0, "");
        bench.ends(&format!("{run} --out {name}"), 0, "nothing to do");
        bench.ends(&format!("run --count 9 --seed 4 --out {name}"), 2, "other settings (compress)");
        // Replaced by a run of the other kind, nothing of the old one is left.
        bench.ends(&format!("run --count 9 --seed 4 --out {name} --force"), 0, "");
        assert_eq!(bench.names(name), bench.names("plain"));
    }
}

#[test]
fn generate_compresses_text_formats_and_checks_file_names() {
    let bench = Bench::new();
    for format in ["csv", "jsonl", "sdm", "txt"] {
        let make = format!("generate --count 6 --seed 8 --format {format}");
        let plain = bench.run(&make).stdout;
        for codec in Codec::ALL {
            let (name, ending) = (codec.name(), codec.extension());
            let out = format!("{make} --compress {name} --force --out c.{ending}");
            bench.ends(&out, 0, "");
            let bytes = bench.read(&format!("c.{ending}"));
            assert!(unpacked(&bytes).unwrap() == plain, "{format} {name}");
            let piped = bench.run(&format!("{make} --compress {name}")).stdout;
            assert!(piped == bytes, "{format} {name}");
        }
    }
    bench.ends(
        "generate --count 1 --compress zstd --out c.csv",
        2,
        "expected a name that ends in .zst, found --out c.csv",
    );
    bench.ends("generate --count 1 --out c.csv.gz", 2, "--compress gzip makes one");
    assert!(!bench.path("c.csv").exists() && !bench.path("c.csv.gz").exists());
}

#[test]
fn every_command_reads_compressed_files() {
    let bench = Bench::new();
    bench.ends("generate --count 4 --seed 8 --out c.csv", 0, "");
    let csv = bench.read("c.csv");
    bench.ends("archive create --archive full", 0, "");
    bench.ends("archive import c.csv --archive full", 0, "20 puzzles are new");
    let keys = bench.run("archive export --archive full").stdout;
    for codec in Codec::ALL {
        // Named as it likes: the first bytes tell.
        fs::write(bench.path("packed"), packed(&[&csv], codec)).unwrap();
        fs::write(bench.path("keys"), packed(&[&keys], codec)).unwrap();
        for command in ["solve", "rate", "transform --canonical", "transform --seed 1"] {
            let plain = bench.run(&format!("{command} c.csv --format jsonl"));
            let answered = bench.run(&format!("{command} packed --format jsonl"));
            let said = String::from_utf8(answered.stdout).unwrap();
            assert_eq!(said.replace("packed", "c.csv"), String::from_utf8(plain.stdout).unwrap());
            assert_eq!(said.lines().count(), 20, "{command}");
        }
        let mut child = bench
            .command("transform --canonical -")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(&bench.read("packed")).unwrap();
        drop(input);
        let piped = child.wait_with_output().unwrap().stdout;
        assert!(piped == bench.run("transform --canonical c.csv").stdout);

        let name = codec.name();
        bench.ends(&format!("book packed --out {name}.pdf"), 0, "");
        bench.ends(&format!("verify packed {name}.pdf"), 0, "");
        bench.ends(&format!("export text packed --out {name}-text"), 0, "");
        assert_eq!(bench.names(&format!("{name}-text")).len(), 41);
        for import in ["packed", "keys"] {
            let archive = format!("{name}-{import}");
            bench.ends(&format!("archive create --archive {archive}"), 0, "");
            let import = format!("archive import {import} --archive {archive}");
            bench.ends(&import, 0, "20 puzzles are new");
        }
    }
}

#[test]
fn rows_before_damage_in_a_file_are_answered() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=900 --seed 8 --format txt --out c.txt", 0, "");
    let text = bench.read("c.txt");
    for codec in Codec::ALL {
        let whole = packed(&[&text], codec);
        fs::write(bench.path("cut"), &whole[..whole.len() - 9]).unwrap();
        for command in ["solve cut", "verify cut", "book cut", "transform --canonical cut"] {
            let words = format!("the {} stream is damaged or cut off", codec.name());
            let output = bench.run(command);
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8(said).unwrap();
            assert_eq!(output.status.code(), Some(1), "{command}: {said}");
            let told = said.contains(&words) || command == "book cut" || command == "verify cut";
            assert!(told && said.contains("cut"), "{command}: {said}");
        }
    }
}

#[cfg(feature = "parquet")]
const PARQUET: &str = "the Parquet file is damaged or cut off";

#[cfg(not(feature = "parquet"))]
const PARQUET: &str = "this is a Parquet file, and this program was built without Parquet";

#[test]
fn parquet_is_distinguished_from_text() {
    let bench = Bench::new();
    fs::write(bench.path("c.parquet"), b"PAR1\x15\x00\n").unwrap();
    for command in ["solve", "book", "verify"] {
        let output = bench.run(&format!("{command} c.parquet"));
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(PARQUET), "{command}: {said}");
    }
    // No more than a beginning that it has in common.
    fs::write(bench.path("p.txt"), b"PAR\n").unwrap();
    bench.ends("verify p.txt", 1, "");
}

#[cfg(not(feature = "parquet"))]
#[test]
fn program_without_parquet_tells_how_to_build_it() {
    let bench = Bench::new();
    bench.ends(
        "generate --count 1 --format parquet --out c.parquet",
        2,
        "cargo install --path . --features parquet",
    );
    assert!(!bench.path("c.parquet").exists());
}

/// A few thousand bytes that stand for 64 million, all of it one field.
#[test]
fn an_endless_row_is_refused_in_bounded_memory() {
    let bench = Bench::new();
    let mut out = CompressingWriter::new(Vec::new(), Some(Codec::Zstd)).unwrap();
    out.write_all(b"puzzle,level\n\"").unwrap();
    let zeros = vec![b'0'; 1 << 20];
    for _ in 0..64 {
        out.write_all(&zeros).unwrap();
    }
    fs::write(bench.path("bomb"), out.finish().unwrap()).unwrap();
    assert!(fs::metadata(bench.path("bomb")).unwrap().len() < 10_000);
    for command in ["book bomb", "verify bomb", "export text bomb --out e"] {
        let output = bench.run(command);
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(1), "{command}: {said}");
        assert!(said.contains("expected a row of at most 1048576 bytes"), "{command}: {said}");
    }
    // The bound is a row's, not the file's.
    let row = format!(
        "{},{}\n",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "x".repeat(700_000)
    );
    let text = format!("puzzle,note\n{}", row.repeat(5));
    fs::write(bench.path("long.csv"), text).unwrap();
    bench.ends("verify long.csv --dedup exact", 1, "4 problems");
}
