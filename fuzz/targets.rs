//! The readers of files, tested with arbitrary bytes: a reader either accepts them or returns an error.
//! Each target is a function that panics when a reader breaks this or another promise. `cargo fuzz`
//! calls it with generated input, the tests with slightly changed seeds.

use archive::Archive;
use book::{BookOptions, Language, Manuscript, Section, Template};
use cover::{Cover, CoverLook};
use explain::{ExplanationTexts, SolvePath, StepRecord};
use files::output::FileRecord;
use grid::{Cell, Digit, Grid, Level, Puzzle};
use human::Position;
use jobs::{Job, SettingText};
use make::{Batch, BatchItem, Dedup, Entry, Plan, Seed};
use page::{Face, Logo};
use preflight::{CoverSheet, CoverTemplate, Pdfx, Printer, Trim};
use proof::readback::Pdf;
use proof::verify::RowChecker;
use std::fs;
use std::io::{self, Read as _};
use std::sync::Arc;
use tables::compress::{self, Codec};
use tables::{
    self, CatalogColumns, CatalogWriter, GridFormat, GridWriter, PuzzleIds, PuzzleRecord,
    PuzzleSheets, ReadError, RowReader, TableFormat, TableRow,
};

/// A reader, and valid files as seeds.
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
    pub seeds: fn() -> Vec<Vec<u8>>,
}

pub const ALL: [Target; 17] = [
    Target { name: "puzzles", run: puzzles, seeds: puzzles_seeds },
    Target { name: "hint", run: hint, seeds: hint_seeds },
    Target { name: "words", run: words, seeds: words_seeds },
    Target { name: "catalog", run: catalog, seeds: catalog_seeds },
    Target { name: "template", run: template, seeds: template_seeds },
    Target { name: "language", run: language, seeds: language_seeds },
    Target { name: "font", run: font, seeds: font_seeds },
    Target { name: "logo", run: logo, seeds: logo_seeds },
    Target { name: "manuscript", run: manuscript, seeds: manuscript_seeds },
    Target { name: "printer", run: printer, seeds: printer_seeds },
    Target { name: "job", run: job, seeds: job_seeds },
    Target { name: "compressed", run: compressed, seeds: compressed_seeds },
    Target { name: "workbook", run: workbook, seeds: workbook_seeds },
    Target { name: "piece", run: piece, seeds: piece_seeds },
    Target { name: "package", run: package, seeds: package_seeds },
    Target { name: "pdf", run: pdf, seeds: pdf_seeds },
    Target { name: "archive", run: archive, seeds: archive_seeds },
];

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn six_by_nine() -> Trim {
    "6x9".parse().expect("a trim")
}

fn plan() -> Plan {
    Plan::new(Level::ALL.map(|level| (level, 2)).to_vec())
}

fn entries() -> Vec<Entry> {
    let batch = Batch::new(plan(), Seed(3), 1).expect("the plan is a good one");
    batch.flatten().filter_map(|item| Some(item.puzzle().ok()?.entry)).collect()
}

fn section() -> Section {
    let givens = LINE.parse().expect("81 cells");
    let puzzle = Puzzle::prove(givens).expect("one solution");
    Section::new(Level::Easy, vec![puzzle; 3])
}

fn written(format: TableFormat) -> Vec<u8> {
    let mut out = CatalogWriter::new(Vec::new(), format).expect("memory");
    entries().iter().for_each(|entry| out.write(entry).expect("memory"));
    out.finish().expect("memory")
}

/// Logos: drawn, or refused with what was found.
pub fn logo(bytes: &[u8]) {
    if let Err(wrong) = Logo::read(bytes.to_vec()) {
        assert!([wrong.expected, wrong.found].iter().all(|words| !words.to_string().is_empty()));
    }
}

fn logo_seeds() -> Vec<Vec<u8>> {
    let seed = r##"<?xml version="1.0"?><svg viewBox="0 0 9 9"><title>A <b/></title><defs><a/></defs>
        <g style="fill:#148;stroke:none" transform="translate(2,3) scale(2)"><path d="M0 0h4v2C1 2 3 4 5 5S9 9 12 4H0z"/>
        <circle cx="5" cy="5" r="4"/><polygon points="0,0 4,0 4,4"/></g><!-- > --></svg>"##;
    vec![seed.into()]
}

/// A source that gives one byte at a time.
struct Drops<'a>(&'a [u8]);

impl io::Read for Drops<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let end = into.len().min(1);
        self.0.read(&mut into[..end])
    }
}

/// Puzzles as text. They are in the order of their lines, are the same however the bytes come, and can
/// be written and read again.
pub fn puzzles(bytes: &[u8]) {
    let told = |row: Result<TableRow, ReadError>| {
        row.map(|row| (row.line, row.grid().ok())).map_err(|e| e.to_string())
    };
    assert!(RowReader::new(bytes).map(told).eq(RowReader::new(Drops(bytes)).map(told)));
    let mut last = 0;
    // The puzzle of an object stands behind those of the objects inside it.
    let has_order = !bytes.contains(&b'{');
    for row in RowReader::new(bytes) {
        match &row {
            Ok(row) => {
                assert!(row.line >= last || !has_order, "line {} after {last}", row.line);
                last = row.line;
            }
            // An incomplete grid is reported at its first line, after the errors inside it.
            Err(ReadError::Row(fault)) => assert!(fault.line > 0),
            // Input in memory cannot fail with an error of the operating system.
            Err(ReadError::Io(e)) => assert!(e.raw_os_error().is_none(), "{e}"),
        }
        if let Ok(grid) = row.and_then(|row| row.grid()) {
            for form in [
                GridFormat::Line,
                GridFormat::Sdm,
                GridFormat::Rows,
                GridFormat::Sdk,
                GridFormat::Boxed,
            ] {
                let mut text = Vec::new();
                let mut writer = GridWriter::new(form);
                writer.write(&mut text, &grid, None).expect("memory");
                let again: Vec<_> = RowReader::new(&text[..]).collect();
                assert!(
                    matches!(&again[..], [Ok(again)] if again.grid().is_ok_and(|g| g == grid)),
                    "{form:?}: {again:?}"
                );
            }
        }
    }
}

fn puzzles_seeds() -> Vec<Vec<u8>> {
    let grid = LINE.parse().expect("81 cells");
    let form = |form| {
        let (mut text, mut writer) = (Vec::new(), GridWriter::new(form));
        for _ in 0..2 {
            writer.write(&mut text, &grid, Some("note")).expect("memory");
        }
        text
    };
    let forms =
        [GridFormat::Line, GridFormat::Sdm, GridFormat::Rows, GridFormat::Sdk, GridFormat::Boxed];
    let mut seeds: Vec<_> = forms.map(form).into();
    seeds.push(format!("n;puzzle\n1;\"{LINE}\"\n\n2;{LINE}\n").into_bytes());
    seeds.push(format!("{{\"n\":[1],\"puzzle\":\"{LINE}\"}}\n").into_bytes());
    seeds.push(format!("{LINE}\r{LINE}\r").into_bytes());
    seeds.extend(foreign_seeds());
    seeds
}

/// Files that other programs write: a seed for each rule of the reader.
fn foreign_seeds() -> Vec<Vec<u8>> {
    let rows: Vec<&str> = (0..9).map(|row| &LINE[row * 9..][..9]).collect();
    let nine = rows.join("\n");
    let cells = |text: &str, between: &str| {
        text.chars().map(String::from).collect::<Vec<_>>().join(between).replace('.', "")
    };
    let each = |row: fn(&[char]) -> String| {
        let rows = rows.iter().map(|text| row(&text.chars().collect::<Vec<_>>()));
        rows.collect::<Vec<_>>().join("\n")
    };
    let join = |parts: &[char], between: &str| {
        parts.iter().map(char::to_string).collect::<Vec<_>>().join(between)
    };
    let spaced: Vec<String> = rows.iter().map(|row| row.replace('.', " ")).collect();
    let sheet: Vec<String> = rows.iter().map(|row| cells(row, ",")).collect();
    let sheet = sheet.join("\n");
    let boxes = rows.iter().map(|row| {
        let cells = join(&row.replace('.', " ").chars().collect::<Vec<_>>(), " │ ");
        format!("│ {cells} │\n├───┼───┼───┼───┼───┼───┼───┼───┼───┤\n")
    });
    let marks = each(|row| {
        let groups = row.iter().map(|c| if *c == '.' { "1289".to_owned() } else { c.to_string() });
        let groups: Vec<String> = groups.collect();
        format!(
            "| {} |",
            groups.chunks(3).map(|block| block.join(" ")).collect::<Vec<_>>().join(" | ")
        )
    });
    let zeros = LINE.replace('.', "0");
    let utf_16 = format!("\u{feff}n;puzzle\n1;{LINE}\n");
    let texts = [
        format!(":0000:x:+{LINE}:::\n1;{LINE};{LINE}\n0000018b {zeros}  1.2 # easy\n"),
        format!("<?xml?>\n<game data=\"{zeros}\"/>\n?bd={zeros}&x=1\n"),
        format!("Grid 01\n{nine}\n% hard\n{nine} 7.2/1.2\n12\n{nine}\n"),
        format!("{}\n{}\n{}\n", LINE.replace('.', "?"), LINE.replace('.', "·"), cells(LINE, ";")),
        format!("{sheet}\n,,,,,,,,\n{}\n", sheet.replace(',', "\t")),
        spaced.join("\n"),
        spaced.join("").trim_end().to_owned(),
        boxes.collect(),
        format!("| | | | | | | | | |\n|-|-|-|-|-|-|-|-|-|\n{marks}\n"),
        marks,
        format!("[\n{{\"puzzle\":\"{LINE}\",\"n\":{{}}}},\n{{\"puzzle\":[\"{LINE}\"]}}]"),
        format!("[\"{LINE}\",\"{LINE}\"]"),
        format!("sep=;\npuzzle;n\n;\n\"{nine}\";1\n'{zeros};2\n6.78E+80;3\n"),
        format!("quiz,board\n{LINE},{LINE}\n"),
        "PK\u{3}\u{4}xl/".to_owned(),
    ];
    let texts = texts.into_iter().map(String::into_bytes);
    texts.chain([utf_16.encode_utf16().flat_map(u16::to_le_bytes).collect()]).collect()
}

/// Positions as the bytes give them, legal or not: there is a hint or none, in every form, and a hint for a
/// puzzle is right.
pub fn hint(bytes: &[u8]) {
    let mut grid = Grid::EMPTY;
    for (cell, byte) in Cell::ALL.into_iter().zip(bytes) {
        grid[cell] = Digit::new(byte.wrapping_sub(b'0'));
    }
    let path = SolvePath::with_next_step(Position::new(&grid));
    let words = ExplanationTexts::default();
    assert!(!explain::plain_text(&words, &path).is_empty());
    assert!(explain::page_section(&words, "x", &path).ends_with("</section>\n"));
    for told in &path.steps {
        let record = StepRecord::new(&words, "x", 1, told);
        assert!(!record.text.is_empty());
        if let Ok(puzzle) = Puzzle::prove(grid) {
            let right = |(cell, digit)| puzzle.solution()[cell] == digit;
            assert!(told.step.placement.is_none_or(right), "{}", record.text);
            for &(cell, digits) in &told.step.eliminations {
                assert!(!digits.contains(puzzle.solution()[cell]), "{}", record.text);
            }
        }
    }
}

fn hint_seeds() -> Vec<Vec<u8>> {
    let seeds = [
        LINE,
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        "98...1.7......4...........871.5.9.82..5......4...6....8.......1.4...263.6..3....5",
    ];
    seeds.map(|seed| seed.as_bytes().to_vec()).to_vec()
}

/// Words of explanations: what is accepted fills every phrase.
pub fn words(bytes: &[u8]) {
    let Ok(words) = std::str::from_utf8(bytes).map(ExplanationTexts::parse) else {
        return;
    };
    if let Ok(words) = words {
        let path = SolvePath::from_grid(&LINE.parse().expect("81 cells"));
        explain::plain_text(&words, &path);
        explain::page_head(&words);
    }
}

fn words_seeds() -> Vec<Vec<u8>> {
    vec![
        include_bytes!("../crates/explain/templates/en.toml").to_vec(),
        include_bytes!("../crates/explain/templates/ja.toml").to_vec(),
    ]
}

/// Catalogues: as rows, as puzzles, and with levels.
pub fn catalog(bytes: &[u8]) {
    let check = RowChecker::new(Arc::from("c"), Some(Dedup::Class), true, PuzzleIds::default());
    for row in RowReader::new(bytes).flatten() {
        if let Ok(record) = PuzzleRecord::try_from(&row) {
            let _ = record.checked_rung(None);
        }
        let checked = check.check(&row);
        assert_eq!(checked.known.line, row.line);
    }
}

fn catalog_seeds() -> Vec<Vec<u8>> {
    let small = format!("\u{feff}n,\"puzzle\",level\r\n1,{LINE},\r\n").into_bytes();
    vec![written(TableFormat::Csv), written(TableFormat::Jsonl), small]
}

/// Designs: an accepted design makes a book or returns an error.
pub fn template(bytes: &[u8]) {
    let Ok(template) = std::str::from_utf8(bytes).map(Template::parse) else {
        return;
    };
    if let Ok(template) = template {
        for trim in ["a5", "letter"] {
            let trim = trim.parse().expect("a trim");
            let sections = [section()];
            let book = book::volumes(&template, trim, &BookOptions::default(), &sections);
            for volume in book.into_iter().flatten() {
                volume.write(&mut Vec::new()).expect("memory");
            }
        }
    }
}

fn template_seeds() -> Vec<Vec<u8>> {
    vec![
        include_bytes!("../crates/book/templates/books/classic.toml").to_vec(),
        include_bytes!("../crates/book/templates/books/large-print.toml").to_vec(),
        include_bytes!("../crates/book/templates/books/newspaper.toml").to_vec(),
        include_bytes!("../crates/book/templates/books/classroom.toml").to_vec(),
    ]
}

/// Job files: settings can be written and read again, and what is wrong has its place.
pub fn job(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let settings: Result<Vec<_>, _> = Job::parse("job", text).into_iter().collect();
    match settings {
        Ok(settings) => {
            let value = |text: &SettingText| text.text().expect("a job file is text");
            let line = |text: &SettingText| SettingText::line(text.setting.name, &value(text));
            let again: Vec<_> = settings.iter().map(line).collect();
            let again = Job::parse("job", &again.join("\n")).into_iter();
            let again = again.map(|setting| setting.expect("it was just written")).collect();
            let words = |all: Vec<SettingText>| -> Vec<_> {
                all.iter().map(|text| (text.setting.name, value(text))).collect()
            };
            assert_eq!(words(again), words(settings));
        }
        Err(e) => assert!(e.to_string().starts_with("job"), "{e}"),
    }
}

fn job_seeds() -> Vec<Vec<u8>> {
    vec![
        b"quota = { 1 = 5, 5 = 2 }\nthreads = 2\nquiet = true\n\"trim\" = 'a5'\n".to_vec(),
        b"seed = \"from-date\" # each night its own\ndate = 2026-11-20\n[text]\nabout = \"me.md\"\n".to_vec(),
    ]
}

/// A book of one design, if it can be laid out.
fn pressed(design: &str, imprint: &BookOptions) -> io::Result<()> {
    let template = Template::builtin(design).expect("it is built in");
    let sections = [section()];
    let book = book::volumes(&template, six_by_nine(), imprint, &sections);
    let mut volumes = book.into_iter().flatten();
    volumes.try_for_each(|volume| volume.write(&mut Vec::new()))
}

/// Languages: an accepted language fills its phrases, and makes a book or returns an error.
pub fn language(bytes: &[u8]) {
    let Ok(language) = std::str::from_utf8(bytes).map(Language::parse) else {
        return;
    };
    if let Ok(language) = language {
        let imprint = BookOptions { language, ..BookOptions::default() };
        pressed("classic", &imprint).expect("memory");
    }
}

fn language_seeds() -> Vec<Vec<u8>> {
    vec![
        include_bytes!("../crates/book/templates/text/en.toml").to_vec(),
        include_bytes!("../crates/book/templates/text/zh.toml").to_vec(),
        include_bytes!("../crates/book/templates/text/fr.toml").to_vec(),
    ]
}

/// Fonts: an accepted font can be embedded or returns an error. It stays in memory.
pub fn font(bytes: &[u8]) {
    if let Ok(face) = Face::parse(bytes.to_vec()) {
        let imprint = BookOptions { fonts: vec![face], ..BookOptions::default() };
        // Damaged outlines are detected when the font is subset.
        let _ = pressed("classic", &imprint);
    }
}

fn font_seeds() -> Vec<Vec<u8>> {
    vec![
        include_bytes!("../crates/page/templates/fonts/AtkinsonHyperlegibleNext-Bold.ttf").to_vec(),
    ]
}

/// Texts of users: an accepted text can be set or returns an error.
pub fn manuscript(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let french = Language::builtin("fr").expect("it is built in");
    if let Ok(text) = Manuscript::parse(text, &french.quotes()) {
        let texts = [("about".to_owned(), text)].into();
        let imprint = BookOptions { texts, ..BookOptions::default() };
        pressed("classic", &imprint).expect("memory");
    }
}

fn manuscript_seeds() -> Vec<Vec<u8>> {
    let seeds = [
        "# About the author\n\nShe lives by the *sea*, and **never** guesses.\n",
        "Plain \"words 'said' now\".\n\nAnd more of them,\non two lines.\n\n---\n\n1. One\n2. Two\n   - deeper\n",
        "## Second\n\n* a\n* b _c_ __d__\n\n![x](y) `code` <b>html</b> [link](z)\n",
    ];
    seeds.map(|seed| seed.as_bytes().to_vec()).to_vec()
}

/// Printers: an accepted printer returns limits for every trim, every paper and any number of pages.
pub fn printer(bytes: &[u8]) {
    let Ok(printer) = std::str::from_utf8(bytes).map(Printer::parse) else {
        return;
    };
    let Ok(printer) = printer else {
        return;
    };
    let papers: Vec<_> = printer.papers().map(Some).chain([None]).collect();
    for trim in printer.trims().take(8).chain([six_by_nine()]) {
        for paper in &papers {
            if let Ok(terms) = printer.terms(trim, *paper) {
                let (least, most) = terms.pages();
                for pages in [0, 1, least, most, usize::MAX] {
                    assert!(terms.inside(pages) >= 0.0);
                    terms.alternatives_for(pages);
                }
            }
        }
    }
}

fn printer_seeds() -> Vec<Vec<u8>> {
    vec![
        include_bytes!("../crates/preflight/templates/printers/kdp.toml").to_vec(),
        include_bytes!("../crates/preflight/templates/printers/ingram.toml").to_vec(),
        include_bytes!("../crates/preflight/templates/printers/screen.toml").to_vec(),
    ]
}

/// Compressed streams: up to 4 MiB of their content is read, or an error returned.
pub fn compressed(bytes: &[u8]) {
    let mut reader = compress::DecompressingReader::new(bytes);
    let (mut buffer, mut read) = (vec![0; 1 << 12], 0_u64);
    // A few bytes can expand to gigabytes.
    while read < 1 << 22 {
        match reader.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(n) => read += n as u64,
        }
    }
}

fn compressed_seeds() -> Vec<Vec<u8>> {
    let packed = |codec| {
        let mut out = compress::CompressingWriter::new(Vec::new(), Some(codec)).expect("memory");
        std::io::Write::write_all(&mut out, &written(TableFormat::Csv)).expect("memory");
        out.finish().expect("memory")
    };
    let mut seeds: Vec<_> = Codec::ALL.map(packed).into();
    seeds.push(seeds.concat());
    seeds
}

/// The files of a small workbook, each with its name. Texts are shared, as Excel writes them.
fn workbook_parts() -> Vec<(String, String)> {
    let bytes = written(TableFormat::Xlsx);
    let mut zip = zip::ZipArchive::new(io::Cursor::new(bytes)).expect("a workbook");
    let mut parts = Vec::new();
    for index in 0..zip.len() {
        let mut file = zip.by_index(index).expect("a file of the workbook");
        let mut text = String::new();
        file.read_to_string(&mut text).expect("XML");
        parts.push((file.name().expect("UTF-8").into_owned(), text));
    }
    let texts =
        format!("<sst><si><t>{LINE}</t></si><si><r><t>53</t></r><r><t>..</t></r></si></sst>");
    let cell = "<c r=\"A2\" t=\"s\"><v>0</v></c><c r=\"B2\" s=\"1\" t=\"s\"><v>1</v></c><c r=\"C2\" t=\"b\"><v>1</v></c>\
        <c r=\"D2\" t=\"e\"><v>#REF!</v></c><c r=\"E2\" t=\"d\"><v>2027-01-02</v></c><c r=\"F2\"><f>1+1</f><v>2</v></c>";
    let rows = format!("<worksheet><sheetData><row r=\"2\">{cell}</row></sheetData></worksheet>");
    parts.push(("xl/sharedStrings.xml".to_owned(), texts));
    parts.push(("xl/worksheets/sheet1.xml".to_owned(), rows));
    parts
}

/// Excel workbooks with one file changed. The first line names the file, the rest is its content.
pub fn workbook(bytes: &[u8]) {
    let end = bytes.iter().position(|b| *b == b'\n').unwrap_or(bytes.len());
    let (name, changed) = bytes.split_at(end);
    let mut zip = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    let mut names = std::collections::HashSet::new();
    // Of two files with one name the later one counts.
    for (part, text) in workbook_parts().iter().rev() {
        if !names.insert(part.clone()) {
            continue;
        }
        let content = if part.as_bytes() == name { changed } else { text.as_bytes() };
        zip.start_file(part.as_str(), options).expect("memory");
        io::Write::write_all(&mut zip, content).expect("memory");
    }
    let bytes = zip.finish().expect("memory").into_inner();
    let folder = temp_dir::TempDir::new().expect("a folder");
    let path = folder.path().join("a.xlsx");
    fs::write(&path, bytes).expect("a file");
    match PuzzleSheets::open(&path, None) {
        Ok(opened) => {
            opened.sheets.into_iter().for_each(|sheet| assert!(sheet.rows.count() < 100_000))
        }
        Err(e) => assert!(e.to_string().contains("workbook"), "{e}"),
    }
}

fn workbook_seeds() -> Vec<Vec<u8>> {
    workbook_parts().into_iter().map(|(name, xml)| format!("{name}\n{xml}").into_bytes()).collect()
}

/// Checkpoints: accepted lines can be written and read again.
pub fn piece(bytes: &[u8]) {
    let plan = plan();
    for line in String::from_utf8_lossy(bytes).lines() {
        if let Some(item) = BatchItem::parse(&plan, Seed(3), line) {
            let line = item.to_string();
            let again = BatchItem::parse(&plan, Seed(3), &line).expect(&line);
            assert_eq!(again.to_string(), line);
        }
    }
}

fn piece_seeds() -> Vec<Vec<u8>> {
    let batch = Batch::new(plan(), Seed(3), 1).expect("the plan is a good one");
    let lines: Vec<_> = batch.flatten().map(|item| item.to_string()).collect();
    vec![lines.join("\n").into_bytes(), b"2 0 short 5 of 100 attempts none had it".to_vec()]
}

fn file() -> FileRecord {
    FileRecord { name: "catalog.csv".to_owned(), size: 1234, sha256: "ab".repeat(32) }
}

/// `datapackage.json`.
pub fn package(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = tables::DataPackage::mismatch(&text, &file(), Some(&CatalogColumns::default()));
}

fn package_seeds() -> Vec<Vec<u8>> {
    let (format, columns) = (TableFormat::Csv, &CatalogColumns::default());
    let package = tables::DataPackage { files: &[file()], format, columns, licence: None };
    vec![package.text().into_bytes()]
}

/// PDF, read by both of its readers.
pub fn pdf(bytes: &[u8]) {
    let kdp = Printer::builtin("kdp").expect("it is built in");
    let terms = kdp.terms(six_by_nine(), None).expect("KDP cuts it");
    let _ = preflight::inspect(bytes, &terms);
    let cover = CoverSheet::new(&terms, 200, None).expect("KDP says how thick its paper is");
    let _ = preflight::inspect_cover(bytes, &terms, &cover);
    for pdfx in [Pdfx::X1a, Pdfx::X4] {
        let _ = preflight::conformance(bytes, pdfx);
    }
    if let Ok(template) = CoverTemplate::read(bytes) {
        let _ = template.spine(six_by_nine(), Some(&terms));
        let _ = cover.on(&template);
    }
    if let Ok(pdf) = Pdf::open(bytes) {
        for page in 0..pdf.page_count().min(64) {
            let _ = pdf.page(page);
        }
    }
}

fn pdf_seeds() -> Vec<Vec<u8>> {
    let template = Template::builtin("classic").expect("it is built in");
    let book = book::volumes(&template, six_by_nine(), &BookOptions::default(), &[section()]);
    let volume = &book.expect("it fits")[0];
    let mut pages = Vec::new();
    volume.write(&mut pages).expect("memory");
    // The width that matches the PDF.
    let spine = "0.4504in".parse().expect("it is a width");
    let cover = Cover::new(volume, Some(spine), &CoverLook::default()).expect("it fits");
    let mut around = Vec::new();
    cover::write(&cover, &mut around).expect("memory");
    vec![pages, around, plain_pdf()]
}

/// An uncompressed PDF with everything that a page may contain: a changed byte changes what is drawn.
fn plain_pdf() -> Vec<u8> {
    let stream = |keys: &str, content: &str| {
        let length = content.len();
        format!("<<{keys}/Length {length}>>stream\n{content}\nendstream")
    };
    let lines = (0..10).map(|i| {
        let (at, width) = (100 + 20 * i, if i % 3 == 0 { 2 } else { 1 });
        format!("{width} w 100 {at} m 280 {at} l S {at} 100 m {at} 280 l S\n")
    });
    let page = lines.collect::<String>()
        + "q .5 0 0 .5 9 9 cm /X Do Q 0 0 9 9 re W n /S cs .5 scn /E gs\n\
           BT /F 9 Tf 3 Tr 105 265 Td <00410042> Tj 0 Tr T* [(A) -200 (B)] TJ ET\n\
           BT /T 1 Tf 1 0 0 1 105 290 Tm 2 Tc 3 Tw 90 Tz 12 TL (7) Tj (8) ' 1 2 (9) \" ET\n\
           0 0 1 rg 0 0 0 1 K 1 g 50 50 m 60 60 70 60 80 50 c 9 9 8 8 v h B* /I Do /P sh";
    let objects = [
        "<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0<</S/r>>1<</S/D/St 3/P(A-)>>]>>>>".into(),
        "<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2/MediaBox[0 0 432 648]/Rotate 0>>".into(),
        "<</Type/Page/Parent 2 0 R/Contents[4 0 R]/TrimBox[0 0 432 648]/Resources 5 0 R\
         /Annots[<</Subtype/Link>>]>>"
            .into(),
        stream("", &page),
        "<</Font<</F 6 0 R/T 9 0 R>>/XObject<</X 10 0 R/I 11 0 R>>/ExtGState<</E<</ca .5/LW 2>>>>\
         /ColorSpace<</S[/Separation/Black/DeviceGray 4 0 R]>>>>"
            .into(),
        "<</Type/Font/Subtype/Type0/BaseFont/A/DescendantFonts[7 0 R]/ToUnicode 8 0 R>>".into(),
        "<</Type/Font/Subtype/CIDFontType2/CIDSystemInfo<<>>/DW 500/W[65[600 700]70 90 400]\
         /FontDescriptor<</Ascent 700/Descent -200/FontFile2 4 0 R>>/CIDToGIDMap 8 0 R>>"
            .into(),
        stream("", "1 beginbfchar<0041><0031>endbfchar 1 beginbfrange<0042><0050><0032>endbfrange"),
        "<</Type/Font/Subtype/Type3/FontMatrix[.01 0 0 .01 0 0]/FirstChar 55/Widths[50 60]>>"
            .into(),
        stream("/Subtype/Form/BBox[0 0 99 99]/Matrix[1 0 0 1 5 5]", "0 0 99 1 re f 5 5 50 50 re s"),
        stream("/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", "x"),
    ];
    let (mut pdf, mut table) = ("%PDF-1.4\n".to_owned(), String::new());
    for (i, object) in objects.iter().enumerate() {
        table += &format!("{:010} 00000 n \n", pdf.len());
        pdf += &format!("{} 0 obj\n{object}\nendobj\n", i + 1);
    }
    let (size, at) = (objects.len() + 1, pdf.len());
    pdf += &format!("xref\n0 {size}\n0000000000 65535 f \n{table}");
    pdf += &format!("trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{at}\n%%EOF\n");
    pdf.into_bytes()
}

/// Archives: opened for reading, never changed.
pub fn archive(bytes: &[u8]) {
    let folder = temp_dir::TempDir::new().expect("a folder");
    let path = folder.path().join("a");
    fs::write(&path, bytes).expect("a file");
    if let Ok(archive) = Archive::open_to_read(&path) {
        let _ = archive.stats();
        let _ = archive.number_of("0123456789abcdef");
    }
    assert!(fs::read(&path).expect("the file") == bytes, "it was changed");
}

fn archive_seeds() -> Vec<Vec<u8>> {
    let folder = temp_dir::TempDir::new().expect("a folder");
    let path = folder.path().join("a");
    Archive::create(&path).expect("a new archive");
    vec![fs::read(&path).expect("the archive")]
}
