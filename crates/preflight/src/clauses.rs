//! PDF/X-1a:2001 and PDF/X-4, one row for each requirement. A finding names the topic of its row.

use super::finding::{FindingKey, Findings, StandardRow};
use super::xmp::property;
use super::{Rule, file};
use crate::pdfx::Pdfx;
use lopdf::Document;
use lopdf::xref::XrefType;
use pdf_reader::{ContentUsage, ContentUsages, Dict, Rect, filters, pdf_name};

/// The maximum size in bytes of the XMP packet and of an ICC profile.
const MAX_XMP: usize = 1 << 20;
const MAX_PROFILE: usize = 16 << 20;
/// The newest major version of ICC profiles that PDF knows.
const MAX_ICC_VERSION: u8 = 4;
/// The place of the tags of an ICC profile, and the maximum number of them.
const TAGS_BEGIN: usize = 128;
const MAX_TAGS: usize = 1_000;
/// The tolerance in points.
const NEAR: f64 = 0.01;

/// The standards that a row applies to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AppliesTo {
    /// Every PDF/X.
    All,
    /// The PDF/X-1 and PDF/X-3 standards, and those of the row that also ask for it.
    Old,
    /// The PDF/X-1 standards, and those of the row that also ask for it.
    Oldest,
    /// Only the standards of the row.
    Own,
}

/// A check that finds a breach.
enum ClauseCheck {
    File(fn(&PdfxFile) -> Option<String>),
    Page(fn(Dict) -> Option<String>),
    /// Usages of a page that break the rule.
    ContentUsages(&'static [ContentUsage]),
    /// A function of the file and the usages of a page.
    Drawn(fn(&PdfxFile, &ContentUsages) -> Option<String>),
}

/// A row of the table.
struct ClauseRule {
    /// The standards that the row applies to besides its own.
    applies: AppliesTo,
    topic: &'static str,
    /// The section of ISO 32000-1:2008 that describes what the row is about.
    section: &'static str,
    /// Its own standards.
    standards: &'static [Pdfx],
    expected: &'static str,
    check: ClauseCheck,
}

const fn row(
    applies: AppliesTo,
    topic: &'static str,
    section: &'static str,
    standards: &'static [Pdfx],
    expected: &'static str,
    check: ClauseCheck,
) -> ClauseRule {
    ClauseRule { applies, topic, section, standards, expected, check }
}

const X1A: &[Pdfx] = &[Pdfx::X1a];
const X4: &[Pdfx] = &[Pdfx::X4];
const BOTH: &[Pdfx] = &[Pdfx::X1a, Pdfx::X4];

use AppliesTo::{All, Old, Oldest, Own};
use ClauseCheck::{ContentUsages as Each, Drawn, File as Whole, Page};

#[rustfmt::skip]
const ROWS: &[ClauseRule] = &[
    // File structure.
    row(Own, "structure", "7.5.2", X1A, "PDF 1.3 or lower; 1.4 as PDF/X-1a:2003", Whole(|f| f.later_than(f.edition.max_version()))),
    row(Own, "structure", "7.5.2", X4, "PDF 1.6 or lower", Whole(|f| f.later_than(f.edition.max_version()))),
    row(Own, "structure", "7.5.8", X1A, "a plain table of objects, as in PDF 1.3", Whole(|f| f.compressed())),
    row(Own, "structure", "14.4", BOTH, "a file identifier of two strings", Whole(|f| f.identifier())),
    row(Own, "structure", "14.11.4", BOTH, "pages that are not separated into inks", Page(|p| forbidden_entry(p, "SeparationInfo"))),
    row(Own, "structure", "8.11", X1A, "no layers, which PDF 1.3 lacks", Whole(|f| forbidden_entry(f.catalog, "OCProperties"))),
    // Colours and output conditions.
    row(All, "colour", "14.11.5", BOTH, "one output intent with /S /GTS_PDFX", Whole(|f| f.other_intents())),
    row(Own, "colour", "14.11.5", BOTH, "an /OutputConditionIdentifier", Whole(|f| missing(&f.intent()?.text(b"OutputConditionIdentifier")))),
    row(Own, "colour", "14.11.5", X1A, "an output profile, or a condition of the registry http://www.color.org", Whole(|f| f.registry())),
    row(Own, "colour", "14.11.5", X4, "an output profile (/DestOutputProfile)", Whole(|f| missing(&f.intent()?.stream(b"DestOutputProfile", MAX_PROFILE)))),
    row(Own, "colour", "14.11.5", BOTH, "an /Info that describes a condition outside the registry", Whole(|f| f.description())),
    row(Own, "colour", "14.11.5", X1A, "a whole profile of an output device (prtr) for grey or CMYK, with the /N of its colours", Whole(|f| f.unsound_profile(&["GRAY", "CMYK"]))),
    row(Own, "colour", "14.11.5", X4, "a whole profile of an output device (prtr) for grey, RGB or CMYK, with the /N of its colours", Whole(|f| f.unsound_profile(&["GRAY", "CMYK", "RGB "]))),
    row(Oldest, "colour", "8.6", X1A, "only grey, CMYK and spot colours", Drawn(|_, usages| coloured(usages))),
    row(Own, "colour", "8.6", X4, "device colours of the output intent, or a default space for them", Drawn(|f, usages| f.foreign_colour(usages))),
    row(Own, "colour", "8.9.5", X1A, "pictures of at most 8 bits", Each(&[ContentUsage::DeepImage])),
    // Fonts, files, filters.
    row(All, "fonts", "9.9", BOTH, "every font in the file", Each(&[ContentUsage::Font, ContentUsage::HiddenFont, ContentUsage::BlankFont])),
    row(Own, "resources", "7.8.3", BOTH, "everything that a page draws in the file, and readable", Each(&[ContentUsage::MissingResource])),
    row(Own, "files", "7.3.8", BOTH, "every stream inside the file", Whole(|f| f.streams().find_map(|stream| forbidden_entry(stream, "F")))),
    row(Own, "files", "7.11.4", X1A, "no embedded files", Whole(|f| file::attachments(f.document).map(|found| found.to_string()))),
    row(Own, "files", "8.10.4", BOTH, "no forms that stand for other files (/Ref)", Each(&[ContentUsage::ReferenceXObject])),
    row(Own, "filters", "7.4.4", BOTH, "no LZW compression and no encrypted streams", Whole(|f| f.filter("LZWDecode LZW Crypt"))),
    row(Own, "filters", "7.4.4", BOTH, "no LZW compression in pictures", Drawn(|_, usages| usages.of_kinds(&[ContentUsage::Filter]).find(|name| name.starts_with("/LZW")).map(str::to_owned))),
    row(Own, "filters", "7.4", X1A, "filters of PDF 1.3", Whole(|f| f.filter("JBIG2Decode JPXDecode"))),
    // Metadata.
    row(Own, "trapping", "14.3.3", BOTH, "/Trapped /True or /Trapped /False", Whole(|f| f.trapped())),
    row(Own, "trapping", "14.3.3", X4, "the same trapping in XMP and Info", Whole(|f| f.trapped_in_xmp())),
    row(Own, "identification", "14.3.3", X1A, "/GTS_PDFXVersion (PDF/X-1:2001) or (PDF/X-1a:2003)", Whole(|f| f.info_text(b"GTS_PDFXVersion", |text| matches!(text, "PDF/X-1:2001" | "PDF/X-1a:2003")))),
    row(Own, "identification", "14.3.3", X1A, "/GTS_PDFXConformance (PDF/X-1a:2001)", Whole(|f| f.conformance())),
    row(Own, "identification", "14.3.3", X1A, "a title in the Info dictionary", Whole(|f| f.info_text(b"Title", |_| true))),
    row(Own, "identification", "14.3.3", X1A, "a /CreationDate such as D:20260102030405Z", Whole(|f| f.info_text(b"CreationDate", is_date))),
    row(Own, "identification", "14.3.3", X1A, "a /ModDate such as D:20260102030405Z", Whole(|f| f.info_text(b"ModDate", is_date))),
    row(Own, "metadata", "14.3.2", X4, "title, dates and identifiers in the XMP metadata", Whole(|f| f.properties())),
    row(Own, "metadata", "14.3.2", X4, "the same title and dates in XMP and Info", Whole(|f| f.contradiction())),
    row(Own, "identification", "14.3.2", X4, "pdfxid:GTS_PDFXVersion PDF/X-4", Whole(|f| f.version_in_xmp())),
    // Boxes.
    row(All, "boxes", "14.11.2", BOTH, "a MediaBox, and either a TrimBox or an ArtBox", Page(boxes)),
    row(Own, "boxes", "14.11.2", BOTH, "a TrimBox or ArtBox inside of all other boxes, and a BleedBox inside the MediaBox", Page(boxes_inside)),
    // Content.
    row(Own, "intents", "8.6.5.8", BOTH, "one of the four rendering intents", Each(&[ContentUsage::Intent])),
    row(Own, "pictures", "8.9.5.4", BOTH, "no alternate picture that is printed instead", Each(&[ContentUsage::Alternate])),
    row(Own, "postscript", "8.8.2", BOTH, "no PostScript and no OPI comments", Each(&[ContentUsage::PostScript])),
    row(Own, "screening", "10.4 and 10.5", BOTH, "no transfer functions; halftones of type 1 or 5 without a name", Each(&[ContentUsage::Screening])),
    row(Own, "operators", "7.8.2", BOTH, "operators of PDF only", Each(&[ContentUsage::Operator])),
    row(Old, "structure", "11.6", X1A, "no transparency, which PDF 1.3 lacks", Each(&[ContentUsage::Transparency, ContentUsage::Blending])),
    row(Own, "transparency", "11.3.5", X4, "a blend mode of PDF 1.6", Each(&[ContentUsage::BlendMode])),
    // Interactive features.
    row(Own, "annotations", "12.5", BOTH, "annotations outside the bleed only", Page(annotation_inside)),
    row(Own, "actions", "12.6", BOTH, "no scripts and actions", Whole(|f| file::actions(f.document).first().map(|(kind, place)| format!("{kind} {place}")))),
    row(Own, "preferences", "12.2", X4, "preferences that show and print the media box or the bleed box", Whole(|f| f.areas())),
    row(Own, "presentations", "13.5", X4, "no alternative presentations", Whole(|f| forbidden_entry(f.catalog.dict_or_empty(b"Names"), "AlternatePresentations"))),
    row(Own, "presentations", "12.4.4", X4, "pages without steps of a presentation", Page(|p| forbidden_entry(p, "PresSteps"))),
    row(Own, "layers", "8.11.4.3", X4, "layers that do not switch with their use", Whole(|f| f.switching_layers())),
    row(Own, "forms", "12.7.8", X4, "no XFA form", Whole(|f| forbidden_entry(f.catalog.dict_or_empty(b"AcroForm"), "XFA"))),];

/// Adds that a file is encrypted. Nothing else is known of it.
pub(super) fn encrypted(findings: &mut Findings) {
    let clause = StandardRow { row: 0, topic: "encryption", section: "7.6" };
    let key = FindingKey { rule: Rule::Pdfx, clause: Some(clause), reason: None };
    findings.add(key, None, 0.0, "a file without encryption", "an encrypted one");
}

/// An edition of a standard. The two of PDF/X-1a differ in the version of PDF and in the keys that
/// name them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PdfxEdition {
    X1a2001,
    X1a2003,
    X4,
}

impl PdfxEdition {
    /// Returns the edition that a file claims with its Info, or the first of the standard.
    fn claimed(info: &Dict, pdfx: Pdfx) -> Self {
        match pdfx {
            Pdfx::X4 => Self::X4,
            Pdfx::X1a if info.text(b"GTS_PDFXVersion").as_deref() == Some(X1A_2003) => {
                Self::X1a2003
            }
            Pdfx::X1a => Self::X1a2001,
        }
    }

    /// Returns the edition that a file is checked against.
    pub fn of_document(document: &Document, pdfx: Pdfx) -> Self {
        Self::claimed(&Dict::info(document), pdfx)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::X1a2001 => "PDF/X-1a:2001",
            Self::X1a2003 => X1A_2003,
            Self::X4 => "PDF/X-4",
        }
    }

    /// Returns the document that defines the edition.
    pub fn source(self) -> &'static str {
        match self {
            Self::X1a2001 => Pdfx::X1a.source(),
            Self::X1a2003 => "ISO 15930-4:2003",
            Self::X4 => Pdfx::X4.source(),
        }
    }

    fn max_version(self) -> &'static str {
        match self {
            Self::X1a2001 => "1.3",
            Self::X1a2003 => "1.4",
            Self::X4 => "1.6",
        }
    }
}

/// The name of the later edition of PDF/X-1a.
const X1A_2003: &str = "PDF/X-1a:2003";

/// Adds the breaches of the rows that apply. `usages` has one item for each page.
pub(super) fn check(
    findings: &mut Findings,
    document: &Document,
    usages: &[ContentUsages],
    pdfx: Pdfx,
    of: AppliesTo,
) {
    let file = PdfxFile::new(document, pdfx);
    let asked: Vec<_> = ROWS
        .iter()
        .enumerate()
        .filter(|(_, row)| row.applies <= of && row.standards.contains(&pdfx))
        .collect();
    for (place, row) in &asked {
        if let Whole(ask) = row.check
            && let Some(found) = ask(&file)
        {
            findings.add(row.key(*place), None, 0.0, row.expected, found);
        }
    }
    for ((number, id), usages) in (1..).zip(pdf_reader::pages(document)).zip(usages) {
        for (place, row) in &asked {
            let found = match row.check {
                Whole(_) => None,
                Page(ask) => ask(Dict::page(document, id)),
                Each(kinds) => usages.of_kinds(kinds).next().map(str::to_owned),
                Drawn(ask) => ask(&file, usages),
            };
            if let Some(found) = found {
                findings.add(row.key(*place), Some(number), 0.0, row.expected, found);
            }
        }
    }
}

impl ClauseRule {
    /// Returns the key of the findings of the row with this index.
    fn key(&self, row: usize) -> FindingKey {
        let clause = StandardRow { row, topic: self.topic, section: self.section };
        FindingKey { rule: Rule::Pdfx, clause: Some(clause), reason: None }
    }
}

/// Checks that a file conforms to the standard that it claims, and to the one that the printer
/// requires.
pub(super) fn check_claim(
    findings: &mut Findings,
    document: &Document,
    usages: &[ContentUsages],
    wanted: Option<Pdfx>,
) {
    let file = PdfxFile::new(document, Pdfx::X1a);
    let stated = file.info.text(b"GTS_PDFXVersion");
    let version = stated.as_deref().unwrap_or_default();
    let conformance = file.info.text(b"GTS_PDFXConformance");
    // The name, the standard, and the rows to check.
    let edition = PdfxEdition::claimed(&file.info, Pdfx::X1a);
    let (name, pdfx, of) = if edition == PdfxEdition::X1a2003 {
        (edition.name(), Pdfx::X1a, Own)
    } else if conformance.as_deref() == Some("PDF/X-1a:2001") {
        ("PDF/X-1a:2001", Pdfx::X1a, Own)
    } else if file.property(PDFXID, "GTS_PDFXVersion").as_deref() == Some("PDF/X-4") {
        ("PDF/X-4", Pdfx::X4, Own)
    } else if version.starts_with("PDF/X-1") {
        (version, Pdfx::X1a, Oldest)
    } else if version.starts_with("PDF/X-3") {
        (version, Pdfx::X1a, Old)
    } else {
        (version, Pdfx::X4, All)
    };
    let mut breaches = Findings::default();
    if !name.is_empty() {
        check(&mut breaches, document, usages, pdfx, of);
    }
    let broken = breaches.findings();
    if let Some(first) = broken.first() {
        let plural = if broken.len() == 1 { "" } else { "es" };
        let (count, what) = (broken.len(), first.what());
        let (topic, list) = match first.topic.filter(|_| of == Own) {
            Some(topic) => {
                (format!(", on {topic}"), format!(" (preflight --pdfx {} lists all)", pdfx.name()))
            }
            None => Default::default(),
        };
        let expected = format_args!("{name}, which the file claims to be");
        let found = format_args!("{count} breach{plural}; the first{topic}: {what}{list}");
        findings.add(Rule::Pdfx, None, 0.0, expected, found);
    } else if let Some(wanted) = wanted.filter(|wanted| of != Own || wanted.to_string() != name) {
        let found = if name.is_empty() {
            "a file of no such standard".to_owned()
        } else if name == wanted.to_string() {
            format!("{name} without its /GTS_PDFXConformance")
        } else {
            name.to_owned()
        };
        findings.add(Rule::Pdfx, None, 0.0, wanted.to_string(), found);
    }
}

/// The XMP namespaces.
const PDFXID: &str = "http://www.npes.org/pdfx/ns/id/";
const PDF: &str = "http://ns.adobe.com/pdf/1.3/";
const DC: &str = "http://purl.org/dc/elements/1.1/";
const XAP: &str = "http://ns.adobe.com/xap/1.0/";
const XAP_MM: &str = "http://ns.adobe.com/xap/1.0/mm/";

/// The metadata of a file.
struct PdfxFile<'a> {
    document: &'a Document,
    edition: PdfxEdition,
    catalog: Dict<'a>,
    info: Dict<'a>,
    xmp: Option<String>,
    /// The output intents for PDF/X.
    intents: Vec<Dict<'a>>,
    /// The profile of the only output intent.
    profile: Option<Vec<u8>>,
}

fn none() -> String {
    "none".to_owned()
}

/// Returns a forbidden entry as `/Key`.
fn forbidden_entry(dict: Dict, key: &str) -> Option<String> {
    if dict.has(key.as_bytes()) { Some(format!("/{key}")) } else { None }
}

/// Returns the finding of an entry that is required and missing.
fn missing<T>(entry: &Option<T>) -> Option<String> {
    if entry.is_some() { None } else { Some(none()) }
}

/// Returns true if a text is a date with at least a year.
fn is_date(text: &str) -> bool {
    let digits = text.strip_prefix("D:").unwrap_or_default();
    (4..=14).contains(&digits.bytes().take_while(u8::is_ascii_digit).count())
}

/// Returns true if a text reads the same in every encoding, also in XML.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| (b' '..=b'~').contains(&byte) && byte != b'&')
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Returns the time zone of a date of Info or XMP; empty for UTC, `None` if missing.
fn time_zone(date: &str) -> Option<&str> {
    const LENGTH_OF_DAY: usize = "YYYY-MM-DD".len();
    let time = date.get(LENGTH_OF_DAY..)?;
    let zone = &time[time.find(['+', '-', 'Z'])?..];
    Some(if digits(zone).chars().all(|digit| digit == '0') { "" } else { zone })
}

/// Returns the fault of an ICC profile that is not whole, or of a version that PDF does not know.
/// The header has 128 bytes, begins with the size of the whole and its version, and the table of
/// tags follows: their number, and for each a name, a place and a size (ICC.1:2022, 7.2 and 7.3).
fn find_profile_fault(profile: &[u8]) -> Option<String> {
    let number = |at: usize| {
        let four = profile.get(at..at + 4)?.first_chunk()?;
        Some(u32::from_be_bytes(*four) as usize)
    };
    let size = number(0)?;
    if size > profile.len() {
        return Some(format!("{} bytes of a profile of {size}", profile.len()));
    }
    let version = *profile.get(8)?;
    if version > MAX_ICC_VERSION {
        return Some(format!("a profile of ICC version {version}"));
    }
    let is_whole = |tag: usize| {
        let entry = TAGS_BEGIN + 4 + 12 * tag;
        number(entry + 4)
            .zip(number(entry + 8))
            .is_some_and(|(place, of)| place.saturating_add(of) <= size)
    };
    let tags = number(TAGS_BEGIN).unwrap_or(0);
    let is_complete = (1..=MAX_TAGS).contains(&tags) && (0..tags).all(is_whole);
    (!is_complete).then(|| "a profile without its tags".to_owned())
}

/// Returns true if a date of Info and one of XMP differ in a digit that both have. Dates of
/// different time zones may be the same.
fn have_different_minutes(info: &str, xmp: &str) -> bool {
    const DIGITS_TO_MINUTE: usize = "YYYYMMDDhhmm".len();
    let [zone, other_zone] = [info, xmp].map(|date| time_zone(date).map(digits));
    if zone != other_zone {
        return false;
    }
    let (own, other) = (digits(info), digits(xmp));
    let length = own.len().min(other.len()).min(DIGITS_TO_MINUTE);
    own[..length] != other[..length]
}

impl<'a> PdfxFile<'a> {
    fn new(document: &'a Document, pdfx: Pdfx) -> Self {
        let catalog = Dict::catalog(document);
        let all = catalog.dicts(b"OutputIntents");
        let intents: Vec<_> = all.filter(|intent| intent.name(b"S") == Some(b"GTS_PDFX")).collect();
        let profile = match intents[..] {
            [intent] => intent.stream(b"DestOutputProfile", MAX_PROFILE),
            _ => None,
        };
        let packet = catalog.stream(b"Metadata", MAX_XMP);
        let xmp = packet.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let info = Dict::info(document);
        let edition = PdfxEdition::claimed(&info, pdfx);
        Self { document, edition, catalog, info, xmp, intents, profile }
    }

    /// Returns the only output intent.
    fn intent(&self) -> Option<Dict<'a>> {
        match self.intents[..] {
            [intent] => Some(intent),
            _ => None,
        }
    }

    /// Returns the number of output intents unless there is one.
    fn other_intents(&self) -> Option<String> {
        match self.intents.len() {
            1 => None,
            count => Some(count.to_string()),
        }
    }

    fn property(&self, namespace: &str, name: &str) -> Option<String> {
        property(self.xmp.as_ref()?, namespace, name)
    }

    fn streams(&self) -> impl Iterator<Item = Dict<'a>> {
        let streams = self.document.objects.values().filter_map(|object| object.as_stream().ok());
        streams.map(|stream| Dict::new(self.document, &stream.dict))
    }

    /// Returns the first used filter among these.
    fn filter(&self, names: &str) -> Option<String> {
        let mut used = self.streams().flat_map(filters);
        let found = used.find(|used| names.split(' ').any(|name| name.as_bytes() == *used));
        found.map(pdf_name)
    }

    fn later_than(&self, version: &str) -> Option<String> {
        Some(file::version(self.document)).filter(|own| own.as_str() > version)
    }

    fn compressed(&self) -> Option<String> {
        match self.document.reference_table.cross_reference_type {
            XrefType::CrossReferenceTable => None,
            XrefType::CrossReferenceStream => Some("compressed objects".to_owned()),
        }
    }

    fn identifier(&self) -> Option<String> {
        let id = Dict::new(self.document, &self.document.trailer).get(b"ID");
        if let Some([first, second]) = id.and_then(|id| id.as_array().ok()).map(Vec::as_slice)
            && pdf_reader::is_filled_text(first)
            && pdf_reader::is_filled_text(second)
        {
            return None;
        }
        Some(none())
    }

    /// Returns an Info text if it is missing or wrong.
    fn info_text(&self, key: &[u8], is_right: fn(&str) -> bool) -> Option<String> {
        match self.info.text(key) {
            Some(text) if is_right(&text) => None,
            Some(text) => Some(text),
            None => Some(none()),
        }
    }

    /// Returns the wrong conformance of an edition that requires one.
    fn conformance(&self) -> Option<String> {
        if self.edition == PdfxEdition::X1a2003 {
            return None;
        }
        self.info_text(b"GTS_PDFXConformance", |text| text == PdfxEdition::X1a2001.name())
    }

    /// Returns an Info text that differs from its XMP property. Only plain texts are compared, and
    /// dates up to the minute without their time zone.
    fn contradiction(&self) -> Option<String> {
        if let (Some(own), Some(other)) = (self.info.text(b"Title"), self.property(DC, "title"))
            && is_plain(&own)
            && is_plain(&other)
            && own.trim() != other.trim()
        {
            return Some(format!("the titles {own} in Info and {other} in XMP"));
        }
        for (key, property) in [("CreationDate", "CreateDate"), ("ModDate", "ModifyDate")] {
            if let (Some(own), Some(other)) =
                (self.info.text(key.as_bytes()), self.property(XAP, property))
                && have_different_minutes(&own, &other)
            {
                return Some(format!("/{key} {own} in Info and {other} in XMP"));
            }
        }
        None
    }

    fn trapped(&self) -> Option<String> {
        match self.info.name(b"Trapped") {
            Some(b"True" | b"False") => None,
            Some(trapped) => Some(pdf_name(trapped)),
            None => Some(none()),
        }
    }

    fn trapped_in_xmp(&self) -> Option<String> {
        let trapped = self.info.name(b"Trapped")?;
        self.property(PDF, "Trapped").filter(|own| own.as_bytes() != trapped)
    }

    fn version_in_xmp(&self) -> Option<String> {
        self.xmp.as_ref()?;
        match self.property(PDFXID, "GTS_PDFXVersion") {
            Some(version) if version == "PDF/X-4" => None,
            Some(version) => Some(version),
            None => Some(none()),
        }
    }

    fn properties(&self) -> Option<String> {
        const REQUIRED: [(&str, &str); 7] = [
            (DC, "title"),
            (XAP, "CreateDate"),
            (XAP, "ModifyDate"),
            (XAP, "MetadataDate"),
            (XAP_MM, "DocumentID"),
            (XAP_MM, "VersionID"),
            (XAP_MM, "RenditionClass"),
        ];
        let missing = REQUIRED.iter().find(|(space, name)| self.property(space, name).is_none());
        missing.map(|(_, name)| format!("no {name}"))
    }

    fn registry(&self) -> Option<String> {
        let registry = self.intent()?.text(b"RegistryName").unwrap_or_else(none);
        if self.profile.is_some() || registry.starts_with("http://www.color.org") {
            return None;
        }
        Some(registry)
    }

    fn description(&self) -> Option<String> {
        self.profile.as_ref()?;
        let intent = self.intent()?;
        missing(&intent.text(b"RegistryName").or(intent.text(b"Info")))
    }

    /// Returns four bytes of the profile.
    fn profile_field(&self, at: usize) -> Option<String> {
        let profile_field = self.profile.as_ref()?.get(at..at + 4).unwrap_or_default();
        Some(String::from_utf8_lossy(profile_field).into_owned())
    }

    /// Returns the fault of the profile, which may have these colour spaces.
    fn unsound_profile(&self, spaces: &[&str]) -> Option<String> {
        let (sign, class, space) =
            (self.profile_field(36)?, self.profile_field(12)?, self.profile_field(16)?);
        let stream = self.intent()?.get(b"DestOutputProfile")?.as_stream().ok()?;
        let n = Dict::new(self.document, &stream.dict).number(b"N");
        let inks = [("GRAY", 1.0), ("RGB ", 3.0), ("CMYK", 4.0)];
        if sign != "acsp" {
            Some("data without the sign of a profile (acsp)".to_owned())
        } else if let Some(fault) = find_profile_fault(self.profile.as_ref()?) {
            Some(fault)
        } else if class != "prtr" {
            Some(class)
        } else if !spaces.contains(&space.as_str()) {
            Some(space)
        } else {
            let other = n.filter(|n| !inks.contains(&(space.as_str(), *n)));
            other.map(|n| format!("/N {n}"))
        }
    }

    /// Returns a device colour that does not belong to the printing condition. Grey is black ink in
    /// a CMYK condition.
    fn foreign_colour(&self, usages: &ContentUsages) -> Option<String> {
        // Without a profile the condition is unknown; another row reports that.
        let own: &[&str] = match self.profile_field(16).as_deref() {
            Some("RGB ") => &["/DeviceRGB"],
            Some("GRAY") => &["/DeviceGray"],
            Some("CMYK") => &["/DeviceGray", "/DeviceCMYK"],
            Some(_) => return None,
            None if self.intents.len() != 1 => return None,
            None => &["/DeviceGray", "/DeviceCMYK"],
        };
        let mut colours = usages.of_kinds(&[ContentUsage::DeviceColor]);
        colours.find(|colour| !own.contains(colour)).map(str::to_owned)
    }

    fn areas(&self) -> Option<String> {
        let viewer = self.catalog.dict_or_empty(b"ViewerPreferences");
        let keys: [&[u8]; 4] = [b"ViewArea", b"ViewClip", b"PrintArea", b"PrintClip"];
        let areas = keys.into_iter().filter_map(|key| viewer.name(key));
        { areas }.find(|area| !matches!(*area, b"MediaBox" | b"BleedBox")).map(pdf_name)
    }

    fn switching_layers(&self) -> Option<String> {
        let layers = self.catalog.dict_or_empty(b"OCProperties");
        let configs = layers.dicts(b"Configs").chain(layers.dict(b"D"));
        { configs }.find_map(|config| forbidden_entry(config, "AS"))
    }
}

/// Returns a colour that is neither grey nor CMYK, or that is CIE-based.
fn coloured(usages: &ContentUsages) -> Option<String> {
    let device = usages
        .of_kinds(&[ContentUsage::DeviceColor, ContentUsage::DefaultColorSpace])
        .find(|name| *name == "/DeviceRGB");
    device.or(usages.of_kinds(&[ContentUsage::CieBased]).next()).map(str::to_owned)
}

/// Returns the trim box, or else the art box.
fn trim_or_art_box(page: Dict) -> Option<Rect> {
    page.rect(b"TrimBox").or(page.rect(b"ArtBox"))
}

fn boxes(page: Dict) -> Option<String> {
    let [trim, art] = [&b"TrimBox"[..], b"ArtBox"].map(|key| page.rect(key).is_some());
    match (page.page_box(b"MediaBox"), trim, art) {
        (None, ..) => Some("no MediaBox".to_owned()),
        (_, true, true) => Some("both".to_owned()),
        (_, false, false) => Some("neither".to_owned()),
        _ => None,
    }
}

fn boxes_inside(page: Dict) -> Option<String> {
    let [media, crop] = [&b"MediaBox"[..], b"CropBox"].map(|key| page.page_box(key));
    let (trim, bleed) = (trim_or_art_box(page), page.rect(b"BleedBox"));
    for (inner, outer, found) in [
        (trim, media, "one beyond the MediaBox"),
        (trim, bleed, "one beyond the BleedBox"),
        (trim, crop, "one beyond the CropBox"),
        (bleed, media, "a BleedBox beyond the MediaBox"),
    ] {
        if let (Some(inner), Some(outer)) = (inner, outer)
            && outer.grown(NEAR, NEAR).intersect(inner) != Some(inner)
        {
            return Some(found.to_owned());
        }
    }
    None
}

fn annotation_inside(page: Dict) -> Option<String> {
    let trim = trim_or_art_box(page)?;
    let bleed = page.rect(b"BleedBox").unwrap_or(trim);
    let inside = page.dicts(b"Annots").find_map(|annotation| {
        let kind = annotation.name(b"Subtype").unwrap_or_default();
        let area = if kind == b"PrinterMark" { trim } else { bleed };
        annotation
            .rect(b"Rect")?
            .intersect(area.grown(-NEAR, -NEAR))
            .filter(|_| kind != b"TrapNet")?;
        Some(kind)
    });
    inside.map(|kind| format!("{} inside", pdf_name(kind)))
}
