//! The standard of a file, and the statements that it requires: PDF/X for printers, PDF/A-2b for
//! the screen. The content of our pages suits all of them: black ink, embedded fonts, no
//! transparency. A cover for PDF/X has its colours in four inks.
//!
//! | standard | version | date, trapping | XMP | output intent |
//! |---|---|---|---|---|
//! | PDF/X-1a:2001 | 1.3 | Info | none | a registered printing condition |
//! | PDF/X-4 | 1.6 | Info and XMP | yes | our grey profile |
//! | PDF/A-2b | 1.5 | none | yes | our grey profile, or our RGB profile |

use super::{PRODUCER, PdfSpec};
use jiff::Timestamp;
use lopdf::{Dictionary, Document, Object, Stream, dictionary};
use pdf_reader::SolidInks;
use preflight::{Medium, Pdfx, PrintSpec};

/// The standard that a file follows.
#[derive(Clone, Copy)]
pub(super) enum FileStandard {
    /// PDF of this version, without another standard.
    Plain(&'static str),
    /// PDF/X, with the date in the file.
    Pdfx(Pdfx, Timestamp),
    /// PDF/A-2b, in this version of PDF.
    Pdfa(&'static str),
}

/// The ICC profiles: number of components, name, bytes. `templates/icc/make.py` makes them.
const GREY: (i64, &str, &[u8]) =
    (1, "Grey, gamma 2.2", include_bytes!("../../templates/icc/grey.icc"));
const RGB: (i64, &str, &[u8]) =
    (3, "sRGB primaries, gamma 2.2", include_bytes!("../../templates/icc/rgb.icc"));

/// The date of files without a date from the user, in seconds: 2000-01-01.
const DEFAULT_DATE_SECS: i64 = 946_684_800;

impl FileStandard {
    /// Chooses the standard of a file.
    pub fn from_spec(file: &PdfSpec) -> Self {
        if let Some((pdfx, dated)) = file.pdfx {
            let fixed = Timestamp::from_second(DEFAULT_DATE_SECS).unwrap_or_default();
            let dated = dated.and_then(|date| Timestamp::from_nanosecond(date).ok());
            return Self::Pdfx(pdfx, dated.unwrap_or(fixed));
        }
        let max = file.print.and_then(PrintSpec::max_version);
        let version = match max {
            Some(max) if max < "1.5" => "1.4",
            _ => "1.5",
        };
        match file.print.map(PrintSpec::medium) {
            Some(Medium::Screen) => Self::Pdfa(version),
            _ => Self::Plain(version),
        }
    }

    /// Returns the version of PDF.
    pub fn version(self) -> &'static str {
        match self {
            Self::Plain(version) | Self::Pdfa(version) => version,
            Self::Pdfx(Pdfx::X1a, _) => "1.3",
            Self::Pdfx(Pdfx::X4, _) => "1.6",
        }
    }

    /// Returns true if a stream may end with this byte. A PDF/A reader must find the end of a
    /// stream without its length, and a CR looks like part of the line end after it.
    pub fn can_end_with(self, byte: Option<&u8>) -> bool {
        !matches!(self, Self::Pdfa(_)) || byte != Some(&b'\r')
    }

    /// Returns true if all streams of a file end with permitted bytes.
    pub fn has_valid_stream_ends(self, file: &[u8]) -> bool {
        let end = b"\nendstream";
        let ends = file.windows(1 + end.len()).filter(|bytes| bytes.ends_with(end));
        ends.into_iter().all(|bytes| self.can_end_with(bytes.first()))
    }

    /// Returns the input of the file identifier besides the content.
    pub fn id_seed(self) -> String {
        match self {
            Self::Pdfx(pdfx, date) => format!("{pdfx} {date}"),
            Self::Plain(_) | Self::Pdfa(_) => String::new(),
        }
    }

    /// Adds the entries of the Info dictionary that the standard requires.
    pub fn add_info(self, info: &mut Dictionary) {
        let Self::Pdfx(pdfx, date) = self else {
            return;
        };
        let version = match pdfx {
            Pdfx::X1a => {
                info.set("GTS_PDFXConformance", Object::string_literal("PDF/X-1a:2001"));
                "PDF/X-1:2001"
            }
            Pdfx::X4 => "PDF/X-4",
        };
        let date = Object::string_literal(date.strftime("D:%Y%m%d%H%M%SZ").to_string());
        info.set("GTS_PDFXVersion", Object::string_literal(version));
        info.set("Creator", Object::string_literal(PRODUCER));
        info.set("CreationDate", date.clone());
        info.set("ModDate", date);
        info.set("Trapped", "False");
    }

    /// Adds the output intent and the XMP metadata to the catalog. `id` is the file identifier.
    pub fn add_output_intent(
        self,
        document: &mut Document,
        file: &PdfSpec,
        id: &[u8],
        has_rgb: bool,
    ) -> lopdf::Result<()> {
        let intent = match self {
            Self::Plain(_) => return Ok(()),
            Self::Pdfx(Pdfx::X1a, _) => dictionary! {
                "Type" => "OutputIntent",
                "S" => "GTS_PDFX",
                "OutputCondition" => Object::string_literal("Offset printing on coated paper"),
                "OutputConditionIdentifier" => Object::string_literal(SolidInks::CONDITION),
                "RegistryName" => Object::string_literal("http://www.color.org"),
            },
            Self::Pdfx(Pdfx::X4, _) | Self::Pdfa(_) => {
                let (parts, name, profile) = if has_rgb { RGB } else { GREY };
                let profile = Stream::new(dictionary! { "N" => parts }, profile.to_vec());
                let kind = if matches!(self, Self::Pdfa(_)) { "GTS_PDFA1" } else { "GTS_PDFX" };
                dictionary! {
                    "Type" => "OutputIntent",
                    "S" => kind,
                    "OutputConditionIdentifier" => Object::string_literal("Custom"),
                    "Info" => Object::string_literal(name),
                    "DestOutputProfile" => document.add_object(profile),
                }
            }
        };
        let metadata = self.xmp(file, id).map(|xmp| {
            let kind = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
            document.add_object(Stream::new(kind, xmp.into_bytes()))
        });
        let catalog = document.catalog_mut()?;
        catalog.set("OutputIntents", vec![intent.into()]);
        if let Some(metadata) = metadata {
            catalog.set("Metadata", metadata);
        }
        Ok(())
    }

    /// Returns the XMP metadata, with the same values as the Info dictionary; `None` if the
    /// standard requires none.
    fn xmp(self, file: &PdfSpec, id: &[u8]) -> Option<String> {
        let own = match self {
            Self::Plain(_) | Self::Pdfx(Pdfx::X1a, _) => return None,
            Self::Pdfa(_) => {
                "  <pdfaid:part>2</pdfaid:part>\n  <pdfaid:conformance>B</pdfaid:conformance>\n"
                    .to_owned()
            }
            Self::Pdfx(Pdfx::X4, date) => {
                let id: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
                let date = date.strftime("%Y-%m-%dT%H:%M:%SZ");
                format!(
                    "  <pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>\n  \
                     <pdf:Trapped>False</pdf:Trapped>\n  \
                     <xmp:CreateDate>{date}</xmp:CreateDate>\n  \
                     <xmp:ModifyDate>{date}</xmp:ModifyDate>\n  \
                     <xmp:MetadataDate>{date}</xmp:MetadataDate>\n  \
                     <xmpMM:DocumentID>uuid:{id}</xmpMM:DocumentID>\n  \
                     <xmpMM:VersionID>1</xmpMM:VersionID>\n  \
                     <xmpMM:RenditionClass>default</xmpMM:RenditionClass>\n"
                )
            }
        };
        let title = escape_markup(file.title);
        let subtitle = escape_markup(file.subject);
        let author = match file.author {
            Some(author) => {
                let author = escape_markup(author);
                format!("  <dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>\n")
            }
            None => String::new(),
        };
        let tool = match self {
            Self::Pdfx(..) => format!("  <xmp:CreatorTool>{PRODUCER}</xmp:CreatorTool>\n"),
            _ => String::new(),
        };
        Some(format!(
            include_str!("metadata.xmp"),
            own = own,
            title = title,
            subtitle = subtitle,
            author = author,
            tool = tool,
            producer = PRODUCER
        ))
    }
}

/// Escapes a text for an XML element, and removes characters that XML forbids.
fn escape_markup(text: &str) -> String {
    let allowed: String =
        text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')).collect();
    words::escape_markup(&allowed)
}
