"""PDF/X by other people's writers: good files, which `preflight --pdfx` must accept, and files that each break one
requirement, whose topic it must name, and no other. Prints a table; fails when one is judged wrongly.

No writer here makes PDF/X by itself. Each draws the pages, and pikepdf adds what the standard asks for. A fault is
then planted in the good files of all writers in turn."""

import io
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import fpdf
import pikepdf
import typst
from pikepdf import Array, Dictionary, Name, Object, String
from PIL import Image, ImageCms
from reportlab.lib.colors import CMYKColor, CMYKColorSep
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas

PROGRAM = sys.argv[1]
FONT = Path(__file__).parent / "../../crates/page/templates/fonts/AtkinsonHyperlegibleNext-Regular.ttf"
WIDTH, HEIGHT, BLEED = 432, 648, 9
pdfmetrics.registerFont(TTFont("Sans", FONT))
WORK = Path(tempfile.mkdtemp())

# Writers: each makes pages of any size in CMYK or grey, without what PDF/X asks for.


def by_reportlab(draw=None):
    file = io.BytesIO()
    book = canvas.Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=True)
    for page in range(2):
        book.setFillColor(CMYKColor(0, 0, 0, 1))
        book.setFont("Sans", 12)
        book.drawString(100, 500, f"Page {page}")
        if draw and page == 1:
            draw(book)
        book.showPage()
    book.save()
    return file.getvalue()


def by_fpdf():
    book = fpdf.FPDF(unit="pt", format=(WIDTH, HEIGHT))
    book.add_font("Sans", fname=FONT)
    for page in range(2):
        book.add_page()
        book.set_font("Sans", size=12)
        book.set_fill_color(200)
        book.rect(100, 100, 50, 50, style="F")
        book.text(100, 200, f"Page {page}")
    return bytes(book.output())


def by_pillow(mode="CMYK"):
    file = io.BytesIO()
    Image.new(mode, (600, 900), 99).save(file, "PDF", resolution=100)
    return file.getvalue()


def by_typst(text, version="1.4"):
    source = WORK / "page.typ"
    head = "#set page(width: 6in, height: 9in)\n#set text(fill: cmyk(0%, 0%, 0%, 100%))\n"
    source.write_text(head + text + "\n#pagebreak()\nNext page")
    return typst.compile(source, format="pdf", pdf_standards=version)


def by_ghostscript(text, *options, source=None):
    source = source or WORK / "page.ps"
    if text:
        head = f"%!PS\n<< /PageSize [{WIDTH} {HEIGHT}] >> setpagedevice\n/NimbusSans-Regular 12 selectfont\n"
        source.write_text(head + text + " showpage 100 500 moveto (Next page) show showpage")
    target = WORK / "page-gs.pdf"
    command = ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=pdfwrite", "-dPDFSETTINGS=/prepress"]
    command += ["-dAutoRotatePages=/None", *options, f"-sOutputFile={target}", str(source)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return target.read_bytes()


def by_qpdf(file, *options):
    source, target = WORK / "page.pdf", WORK / "page-qpdf.pdf"
    source.write_bytes(file)
    subprocess.run(["qpdf", "--deterministic-id", *options, source, target], check=True)
    return target.read_bytes()


def by_tex():
    source = WORK / "page.tex"
    size = "\\pdfpagewidth=432bp \\pdfpageheight=648bp "
    source.write_text(size + "Hello by \\TeX: $\\sqrt{x^2}$. \\vfill\\eject Next page. \\bye")
    command = ["pdftex", "-interaction=batchmode", f"-output-directory={WORK}", str(source)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return (WORK / "page.pdf").read_bytes()


def by_libreoffice():
    """A sheet of LibreOffice, in CMYK by Ghostscript."""
    source = WORK / "sheet.csv"
    source.write_text("a,b\n1,2\n")
    command = ["soffice", f"-env:UserInstallation=file://{WORK}/office", "--headless", "--convert-to", "pdf"]
    subprocess.run([*command, "--outdir", WORK, source], check=True, capture_output=True, timeout=120)
    cmyk = ["-sColorConversionStrategy=CMYK", "-dProcessColorModel=/DeviceCMYK"]
    return by_ghostscript(None, *cmyk, source=WORK / "sheet.pdf")


# What the standards ask for.


def profile(space):
    """The profile of an output device with these colours: Ghostscript's CMYK, or a grey one with its header alone."""
    icc = Path("/usr/share/color/icc/ghostscript/default_cmyk.icc").read_bytes()
    return icc if space == "CMYK" else icc[:16] + space.encode() + icc[20:]


XMP = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" xmp:CreateDate="2026-01-02T03:04:05Z"
 xmp:ModifyDate="2026-01-02T03:04:05Z" xmp:MetadataDate="2026-01-02T03:04:05Z" xmpMM:DocumentID="uuid:1"
 xmpMM:VersionID="1" xmpMM:RenditionClass="default" pdf:Trapped="False" pdfxid:GTS_PDFXVersion="PDF/X-4">
 <dc:title><rdf:Alt><rdf:li xml:lang="x-default">A brochure</rdf:li></rdf:Alt></dc:title>
 </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>"""


def complete(book, standard):
    info = {"Title": "A brochure", "CreationDate": "D:20260102030405Z", "ModDate": "D:20260102030405Z"}
    if standard == "1a":
        info |= {"GTS_PDFXVersion": "PDF/X-1:2001", "GTS_PDFXConformance": "PDF/X-1a:2001"}
    book.docinfo = book.make_indirect(Dictionary({f"/{key}": String(text) for key, text in info.items()}))
    book.docinfo.Trapped = Name("/False")
    if "/Metadata" in book.Root:
        del book.Root.Metadata
    intent = Dictionary(Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=String("CGATS TR 001"))
    intent.RegistryName = String("http://www.color.org")
    if standard == "4":
        book.Root.Metadata = book.make_stream(XMP.encode(), Type=Name.Metadata, Subtype=Name.XML)
        intent.DestOutputProfile = book.make_stream(profile("CMYK"), N=4)
    book.Root.OutputIntents = Array([intent])
    for page in book.pages:
        left, bottom, right, top = (float(side) for side in page.mediabox)
        page.obj.TrimBox = Array([left + BLEED, bottom + BLEED, right - BLEED, top - BLEED])
        page.obj.BleedBox = Array([left, bottom, right, top])


def saved(book, standard, **options):
    file = io.BytesIO()
    form = {"object_stream_mode": pikepdf.ObjectStreamMode.disable, "deterministic_id": True}
    form["force_version"] = "1.3" if standard == "1a" else "1.6"
    form |= options
    if "encryption" in options:
        del form["deterministic_id"]
    book.save(file, **form)
    return file.getvalue()


def made(file, standard, change=None, **options):
    """A file with what the standard asks for, then changed."""
    with pikepdf.open(io.BytesIO(file)) as book:
        complete(book, standard)
        if change:
            change(book)
        return saved(book, standard, **options)


# Changes of the last page.


def page_of(book):
    return book.pages[-1]


def resource(book, kind, value, content):
    """Sets a resource called Planted, and draws with it."""
    page = page_of(book)
    own = page.obj.get("/Resources", Dictionary())
    own = Dictionary({key: own[key] for key in own.keys()})
    old = own.get(f"/{kind}", Dictionary())
    named = Dictionary({key: old[key] for key in old.keys()})
    named.Planted = value
    own[f"/{kind}"] = named
    page.obj.Resources = own
    draw(content)(book)


def draw(content):
    def change(book):
        page_of(book).contents_add(b"q", prepend=True)
        page_of(book).contents_add(b"Q q\n" + content.encode() + b"\nQ")

    return change


def state(**keys):
    return lambda book: resource(book, "ExtGState", Dictionary(**keys), "/Planted gs 0 g 200 300 9 9 re f")


def space(*items):
    return lambda book: resource(book, "ColorSpace", Array(list(items)), "/Planted cs 200 300 9 9 re f")


def picture(data=b"\x63" * 4, filter=None, kind=Name.Image, **keys):
    def change(book):
        own = book.make_stream(b"")
        own.write(data, filter=filter)
        usual = {"Type": Name.XObject, "Subtype": kind}
        if kind == Name.Image:
            usual |= {"Width": 2, "Height": 2, "BitsPerComponent": 8, "ColorSpace": Name.DeviceGray}
        else:
            usual |= {"BBox": Array([0, 0, 9, 9])}
        for key, value in (usual | keys).items():
            own[f"/{key}"] = value(book) if callable(value) else value
        resource(book, "XObject", own, "9 0 0 9 200 300 cm /Planted Do")

    return change


def catalog(**keys):
    def change(book):
        for key, value in keys.items():
            book.Root[f"/{key}"] = value

    return change


def of_page(**keys):
    def change(book):
        for key, value in keys.items():
            page_of(book).obj[f"/{key}"] = value

    return change


def info(**keys):
    def change(book):
        for key, value in keys.items():
            if value is None:
                del book.docinfo[f"/{key}"]
            else:
                book.docinfo[f"/{key}"] = value

    return change


def intent(**keys):
    def change(book):
        own = book.Root.OutputIntents[0]
        for key, value in keys.items():
            if value is not None:
                own[f"/{key}"] = value(book) if callable(value) else value
            elif f"/{key}" in own:
                del own[f"/{key}"]

    return change


def xmp(old, new):
    """Changes the XMP packet, which only PDF/X-4 has."""

    def change(book):
        if "/Metadata" in book.Root:
            packet = book.Root.Metadata.read_bytes().decode()
            assert old in packet, old
            book.Root.Metadata.write(packet.replace(old, new).encode())

    return change


def both(*changes):
    def change(book):
        for one in changes:
            one(book)

    return change


def without(owner, key):
    def change(book):
        where = book.Root if owner == "catalog" else page_of(book).obj
        if f"/{key}" in where:
            del where[f"/{key}"]

    return change


def fonts_gone(book):
    """No font program is left, and text that needs one."""
    resource(book, "Font", book.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/Gone"))),
             "BT /Planted 12 Tf 200 300 Td (planted) Tj ET")


def standard_font(book):
    resource(book, "Font", book.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)),
             "BT /Planted 12 Tf 200 300 Td (planted) Tj ET")


def note(kind, rect, **keys):
    return lambda book: of_page(
        Annots=Array([Dictionary(Type=Name.Annot, Subtype=Name(f"/{kind}"), Rect=Array(rect), **keys)])
    )(book)


def lzw(book):
    book.Root.Planted = book.make_indirect(book.make_stream(b""))
    book.Root.Planted.write(bytes.fromhex("800B6050220C0C8501"), filter=Name.LZWDecode)


def layers(**config):
    def change(book):
        group = book.make_indirect(Dictionary(Type=Name.OCG, Name=String("Notes")))
        book.Root.OCProperties = Dictionary(OCGs=Array([group]), D=Dictionary(Order=Array([group]), **config))

    return change


def embedded(book):
    book.attachments["notes.txt"] = b"notes"


def two_intents(book):
    book.Root.OutputIntents.append(book.Root.OutputIntents[0])


def tint(book, outputs=1):
    return Dictionary(FunctionType=2, N=1, Domain=Array([0, 1]), C0=Array([0] * outputs), C1=Array([1] * outputs))


def spot(alternate, outputs):
    def change(book):
        space(Name.Separation, Name.Gold, alternate, tint(book, outputs))(book)

    return change


def two_spots(book):
    """Two inks without attributes, shown as CMYK."""
    function = book.make_stream(
        b"{ pop pop 0 0 0 0 }", FunctionType=4, Domain=Array([0, 1, 0, 1]), Range=Array([0, 1] * 4)
    )
    space(Name.DeviceN, Array([Name.Gold, Name.Silver]), Name.DeviceCMYK, function)(book)


def icc(kind, n):
    def change(book):
        data = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes() if kind == "sRGB" else profile(kind)
        space(Name.ICCBased, book.make_stream(data, N=n))(book)

    return change


def default_rgb(book):
    data = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    own = Array([Name.ICCBased, book.make_stream(data, N=3)])
    resource(book, "ColorSpace", own, "")
    page_of(book).obj.Resources.ColorSpace.DefaultRGB = own
    draw("1 0 0 rg 200 300 9 9 re f")(book)


def jpeg_2000():
    file = io.BytesIO()
    Image.new("L", (64, 64), 99).save(file, "JPEG2000")
    return file.getvalue()


def jpeg(mode):
    file = io.BytesIO()
    Image.new(mode, (60, 60)).save(file, "JPEG")
    return file.getvalue()


def profile_of(space_name, n):
    return lambda book: book.make_stream(profile(space_name), N=n)


SCREEN = lambda book: book.make_stream(profile("CMYK")[:12] + b"mntr" + profile("CMYK")[16:], N=4)
LATE, SCRIPT = String("D:20300102030405Z"), Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))
SPOT_HALFTONE = {"Type": Name.Halftone, "HalftoneType": 1, "Frequency": 60, "Angle": 45, "SpotFunction": Name.Round}
CURVE = Dictionary(FunctionType=2, N=2, Domain=Array([0, 1]))


def halftone(**keys):
    return state(HT=Dictionary(**SPOT_HALFTONE, **keys))


def coarse_halftone(book):
    own = book.make_stream(bytes(16), Type=Name.Halftone, HalftoneType=6, Width=4, Height=4)
    state(HT=own)(book)


# A fault: what is planted, the topic for PDF/X-1a, the topic for PDF/X-4, how, and how the file is saved. `None` means
# that the standard allows it, or does not know it.
FAULTS = [
    ("a later version of PDF", "structure", "structure", None, {"force_version": "1.7"}),
    ("a later version in the catalog", "structure", "structure", catalog(Version=Name("/1.7"))),
    ("compressed objects", "structure", None, None, 
     {"object_stream_mode": pikepdf.ObjectStreamMode.generate, "force_version": "1.5"}),
    ("a preseparated page", "structure", "structure", of_page(SeparationInfo=Dictionary(DeviceColorant=Name.Cyan))),
    ("layers", "structure", None, layers()),
    ("layers that switch by themselves", "structure", "layers", layers(AS=Array([Dictionary(Event=Name.Print)]))),
    ("encryption", "encryption", "encryption", None, 
     {"encryption": pikepdf.Encryption(owner="o", user="", R=4), "force_version": "1.6"}),
    ("no output intent", "colour", "colour", without("catalog", "OutputIntents")),
    ("RGB without an output intent", "colour", "colour",
     both(without("catalog", "OutputIntents"), draw("1 0 0 rg 200 300 9 9 re f"))),
    ("two output intents", "colour", "colour", two_intents),
    ("an output intent of PDF/A", "colour", "colour", intent(S=Name.GTS_PDFA1)),
    ("no printing condition", "colour", "colour", intent(OutputConditionIdentifier=None)),
    ("no output profile", None, "colour", intent(DestOutputProfile=None)),
    ("a printing condition of no registry", "colour", "colour",
     intent(RegistryName=String("http://example.org"), DestOutputProfile=None)),
    ("a profile of a screen", "colour", "colour", intent(DestOutputProfile=SCREEN)),
    ("a profile with the wrong number of inks", "colour", "colour", intent(DestOutputProfile=profile_of("CMYK", 3))),
    ("a profile that is none", "colour", "colour", intent(DestOutputProfile=lambda b: b.make_stream(bytes(200), N=4))),
    ("an RGB area", "colour", "colour", draw("1 0 0 rg 200 300 9 9 re f")),
    ("an RGB line", "colour", "colour", draw("1 0 0 RG 200 300 9 9 re S")),
    ("an RGB picture", "colour", "colour", picture(bytes(12), ColorSpace=Name.DeviceRGB)),
    ("an RGB JPEG", "colour", "colour",
     picture(jpeg("RGB"), Name.DCTDecode, ColorSpace=Name.DeviceRGB, Width=60, Height=60)),
    ("an inline RGB picture", "colour", "colour", draw("9 0 0 9 200 300 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI")),
    ("an indexed RGB picture", "colour", "colour",
     picture(ColorSpace=Array([Name.Indexed, Name.DeviceRGB, 99, String("abc" * 100)]))),
    ("an RGB shading", "colour", "colour", lambda book: resource(
        book, "Shading", Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=Array([0, 0, 99, 0]),
                                    Function=tint(book, 3)), "200 300 9 9 re W n /Planted sh")),
    ("RGB in a form", "colour", "colour", picture(b"1 0 0 rg 0 0 1 1 re f", kind=Name.Form)),
    ("a spot colour shown as RGB", "colour", "colour", spot(Name.DeviceRGB, 3)),
    ("RGB of a profile", "colour", None, icc("sRGB", 3)),
    ("CMYK of a profile", "colour", None, icc("CMYK", 4)),
    ("Lab", "colour", None, space(Name.Lab, Dictionary(WhitePoint=Array([0.9, 1, 0.8])))),
    ("RGB with a default space", "colour", None, default_rgb),
    ("a picture of 16 bits", "colour", None, picture(bytes(8), BitsPerComponent=16)),
    ("a font that is not embedded", "fonts", "fonts", fonts_gone),
    ("a standard font that is not embedded", "fonts", "fonts", standard_font),
    ("a picture that is not there", "resources", "resources", draw("/Gone Do")),
    ("half a JPEG", "resources", "resources",
     picture(jpeg("L")[:200], Name.DCTDecode, Width=60, Height=60)),
    ("pixels that end early", "resources", "resources", picture(bytes(3))),
    ("a font that is not there", "resources", "resources", draw("BT /Gone 12 Tf 200 300 Td (a) Tj ET")),
    ("a stream in another file", "files", "files",
     lambda book: catalog(Planted=book.make_indirect(book.make_stream(b"", F=String("other.bin"))))(book)),
    ("an embedded file", "files", None, embedded),
    ("a form that stands for another file", "files", "files",
     picture(b"", kind=Name.Form, Ref=Dictionary(F=String("other.pdf"), Page=0))),
    ("LZW", "filters", "filters", lzw, 
     {"compress_streams": False, "stream_decode_level": pikepdf.StreamDecodeLevel.none}),
    ("inline LZW", "filters", "filters",
     draw("9 0 0 9 200 300 cm BI /W 1 /H 1 /BPC 8 /CS /G /F [/AHx /LZW] ID 80> EI")),
    ("JPEG 2000", "filters", None, picture(jpeg_2000(), Name.JPXDecode, Width=64, Height=64)),
    ("Trapped is missing", "trapping", "trapping", info(Trapped=None)),
    ("Trapped is unknown", "trapping", "trapping", info(Trapped=Name.Unknown)),
    ("another trapping in XMP", None, "trapping", xmp('Trapped="False"', 'Trapped="True"')),
    ("a wrong GTS_PDFXVersion", "identification", "identification",
     both(info(GTS_PDFXVersion=String("PDF/X-9")), xmp(">PDF/X-4<".strip("<>"), "PDF/X-9"))),
    ("no conformance", "identification", None,
     lambda book: "/GTS_PDFXConformance" in book.docinfo and info(GTS_PDFXConformance=None)(book)),
    ("no title", "identification", "metadata", both(info(Title=None), xmp("dc:title", "dc:format"))),
    ("a date in words", "identification", None, info(CreationDate=String("yesterday"))),
    ("no XMP", None, "metadata", without("catalog", "Metadata")),
    ("no document identifier in XMP", None, "metadata", xmp("xmpMM:DocumentID", "xmpMM:InstanceID")),
    ("another title in XMP", None, "metadata", xmp("A brochure", "A flyer")),
    ("another date in XMP", None, "metadata", info(CreationDate=LATE)),
    ("no TrimBox", "boxes", "boxes", without("page", "TrimBox")),
    ("a TrimBox and an ArtBox", "boxes", "boxes", of_page(ArtBox=Array([90, 90, 200, 200]))),
    ("a TrimBox outside the BleedBox", "boxes", "boxes", of_page(BleedBox=Array([90, 90, 200, 200]))),
    ("a TrimBox outside the MediaBox", "boxes", "boxes", of_page(TrimBox=Array([-90, 0, 200, 200]), BleedBox=Array([-90, 0, 200, 200]))),
    ("a TrimBox outside the CropBox", "boxes", "boxes", of_page(CropBox=Array([90, 90, 200, 200]))),
    ("a rendering intent that is none", "intents", "intents", draw("/Pretty ri")),
    ("an alternate picture for printing", "pictures", "pictures",
     picture(Alternates=lambda book: Array([Dictionary(Image=book.make_stream(b""), DefaultForPrinting=True)]))),
    ("a PostScript XObject", "postscript", "postscript", picture(b"showpage", kind=Name.PS)),
    ("a form with PostScript", "postscript", "postscript", picture(b"", kind=Name.Form, Subtype2=Name.PS)),
    ("OPI", "postscript", "postscript", picture(OPI=Dictionary({"/1.3": Dictionary(Type=Name.OPI)}))),
    ("a transfer function", "screening", "screening", state(TR=CURVE)),
    ("a transfer function as TR2", "screening", "screening", state(TR2=CURVE)),
    ("a halftone with a name", "screening", "screening", halftone(HalftoneName=String("Dots"))),
    ("a halftone of type 6", "screening", "screening", coarse_halftone),
    ("a halftone with a name for an ink", "screening", "screening",
     lambda book: state(HT=Dictionary(Type=Name.Halftone, HalftoneType=5,
                                      Default=Dictionary(**SPOT_HALFTONE, HalftoneName=String("Dots"))))(book)),
    ("a halftone phase", "screening", "screening", state(HTP=Array([0, 0]))),
    ("an operator that PDF lacks", "operators", "operators", draw("BX 1 2 fancy EX")),
    ("half an ink", "structure", None, state(ca=0.5)),
    ("a blend mode", "structure", None, state(BM=Name.Multiply)),
    ("a blend mode that is none", "structure", "transparency", state(BM=Name.Purple)),
    ("a soft mask", "structure", None, picture(SMask=lambda book: book.make_stream(
        bytes(4), Type=Name.XObject, Subtype=Name.Image, Width=2, Height=2, BitsPerComponent=8,
        ColorSpace=Name.DeviceGray))),
    ("a transparency group of the page", "structure", None, of_page(Group=Dictionary(S=Name.Transparency))),
    ("a note on the page", "annotations", "annotations", note("Text", [100, 100, 200, 200])),
    ("a link on the page", "annotations", "annotations", note("Link", [100, 100, 200, 200])),
    ("a form field on the page", "annotations", "annotations", note("Widget", [100, 100, 200, 200], FT=Name.Tx)),
    ("a note beside the page", None, None, note("Text", [-200, 100, -100, 200])),
    ("JavaScript when opened", "actions", "actions", catalog(OpenAction=SCRIPT)),
    ("JavaScript by name", "actions", "actions",
     lambda book: catalog(Names=Dictionary(JavaScript=Dictionary(Names=Array([String("a"), SCRIPT]))))(book)),
    ("an action of a page", "actions", "actions", of_page(AA=Dictionary(O=SCRIPT))),
    ("an action that starts a program", "actions", "actions",
     note("Link", [-200, 100, -100, 200], A=Dictionary(S=Name.Launch, F=String("a.exe")))),
    ("a print area that cuts", None, "preferences", catalog(ViewerPreferences=Dictionary(PrintArea=Name.CropBox))),
    ("an XFA form", None, "forms", catalog(AcroForm=Dictionary(Fields=Array([]), XFA=String("x")))),
    ("an alternate presentation", None, "presentations",
     catalog(Names=Dictionary(AlternatePresentations=Dictionary(Names=Array([]))))),
]

# Bytes that are changed after the file is saved.


def without_identifier(file):
    return re.sub(rb"/ID ?\[[^\]]*\]", lambda found: b" " * len(found[0]), file)


BYTES = [
    ("no file identifier", "structure", "structure", without_identifier),
]


# Good files.


def drawn(*steps):
    def draw_steps(book):
        for name, *arguments in steps:
            getattr(book, name)(*arguments)

    return by_reportlab(draw_steps)


def reader(mode):
    return ImageReader(Image.new(mode, (100, 100), 99))


RECTANGLE = ("rect", 100, 100, 90, 90, 0, 1)
SHADING = "gsave 100 100 90 90 rectclip << /ShadingType 2 /ColorSpace /DeviceCMYK /Coords [100 0 190 0] " \
    "/Function << /FunctionType 2 /Domain [0 1] /N 1 /C0 [1 0 0 0] /C1 [0 0 1 0] >> >> shfill grestore"
TILES = "<< /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /PaintProc { pop 0 1 0 0 " \
    "setcmykcolor 2 2 5 5 rectfill } >> matrix makepattern setpattern 200 300 90 90 rectfill"
TYPST_CMYK = "#rect(fill: cmyk(20%, 30%, 0%, 0%))[A page of typst] #table(columns: 2, stroke: cmyk(0%,0%,0%,100%))[1][2]"


@dataclass
class GoodFile:
    writer: str
    name: str
    standards: str  # The names of the standards that it is good for.
    make: object
    change: object = None
    options: dict = None


def good_files():
    g, gs = GoodFile, by_ghostscript
    yield g("reportlab", "CMYK text and areas", "1a 4", lambda: drawn(("setFillColorCMYK", 0.2, 0, 0, 0.1), RECTANGLE))
    yield g("reportlab", "a spot colour", "1a 4",
            lambda: drawn(("setFillColor", CMYKColorSep(0, 0.5, 1, 0, spotName="Orange")), RECTANGLE))
    yield g("reportlab", "a grey picture", "1a 4", lambda: drawn(("drawImage", reader("L"), 90, 90, 50, 50)))
    yield g("reportlab", "a CMYK picture", "1a 4", lambda: drawn(("drawImage", reader("CMYK"), 90, 90, 50, 50)))
    yield g("reportlab", "bookmarks", "1a 4",
            lambda: drawn(("bookmarkPage", "here"), ("addOutlineEntry", "Here", "here")))
    yield g("reportlab", "half an ink", "4", lambda: drawn(("setFillAlpha", 0.5), RECTANGLE))
    yield g("fpdf2", "text and a grey area", "1a 4", by_fpdf, None)
    yield g("Pillow", "a CMYK JPEG", "1a 4", lambda: by_pillow("CMYK"))
    yield g("Pillow", "a grey JPEG", "1a 4", lambda: by_pillow("L"))
    yield g("typst", "text and a table", "1a 4", lambda: by_typst(TYPST_CMYK))
    yield g("typst", "grey of a profile", "4", lambda: by_typst("#rect(fill: luma(50%))[grey]", "1.6"))
    yield g("typst", "a tagged document, an outline", "4", lambda: by_typst("= Heading\n" + TYPST_CMYK, "1.6"))
    yield g("Ghostscript", "text", "1a 4", lambda: gs("100 500 moveto (Hello) show"))
    yield g("Ghostscript", "CMYK and a shading", "1a 4", lambda: gs(SHADING, "-dCompatibilityLevel=1.3"))
    yield g("Ghostscript", "tiles", "1a 4", lambda: gs(TILES, "-dCompatibilityLevel=1.3"))
    yield g("Ghostscript", "RGB made CMYK", "1a 4",
            lambda: gs("1 0 0 setrgbcolor 90 90 50 50 rectfill", "-sColorConversionStrategy=CMYK"))
    yield g("Ghostscript", "halftones kept", "1a 4",
            lambda: gs("60 45 { dup mul exch dup mul add 1 exch sub } setscreen 0.5 setgray 90 90 50 50 rectfill",
                       "-dPreserveHalftoneInfo=true"))
    yield g("qpdf", "linearized", "1a 4",
            lambda: by_qpdf(by_reportlab(), "--linearize", "--object-streams=disable", "--force-version=1.3"))
    yield g("qpdf", "object streams", "4", lambda: by_qpdf(by_typst(TYPST_CMYK), "--object-streams=generate"),
            None, {"object_stream_mode": pikepdf.ObjectStreamMode.generate})
    yield g("pikepdf", "two inks without attributes", "1a 4", by_reportlab, two_spots)
    yield g("pikepdf", "a halftone without a name", "1a 4", by_reportlab, halftone())
    yield g("pikepdf", "the press's own curve", "1a 4", by_reportlab, state(TR2=Name.Default))
    yield g("pikepdf", "a picture for the screen", "1a 4", by_reportlab,
            picture(Alternates=lambda book: Array([Dictionary(DefaultForPrinting=False)])))
    yield g("pikepdf", "an art box instead of a trim box", "1a 4", by_reportlab,
            both(without("page", "TrimBox"), of_page(ArtBox=Array([90, 90, 200, 200]))))
    yield g("pikepdf", "a printer's mark beside the page", "1a 4", by_reportlab,
            note("PrinterMark", [0, 0, BLEED, BLEED]))
    yield g("pikepdf", "PDF/X-1a:2003", "1a", by_reportlab,
            both(info(GTS_PDFXVersion=String("PDF/X-1a:2003"), GTS_PDFXConformance=None)), {"force_version": "1.4"})
    yield g("pikepdf", "JPEG 2000", "4", by_reportlab, picture(jpeg_2000(), Name.JPXDecode, Width=64, Height=64))
    yield g("pikepdf", "a date of another time zone", "4", by_reportlab,
            info(CreationDate=String("D:20260102050405+02'00'")))
    yield g("pikepdf", "a layer", "4", by_reportlab, layers())
    if shutil.which("soffice"):
        yield g("LibreOffice", "a sheet, made CMYK", "1a 4", by_libreoffice)
    if shutil.which("pdftex"):
        yield g("pdfTeX", "text and a formula", "1a 4", by_tex)


# The table.


def judged(file, standard):
    """The topics that preflight names, and what it says."""
    path = WORK / "case.pdf"
    path.write_bytes(file)
    command = [PROGRAM, "preflight", str(path), "--pdfx", standard]
    said = subprocess.run(command, capture_output=True, text=True)
    rows = re.findall(r"^PDF/X (\w+) +refusal", said.stdout, re.MULTILINE)
    if said.returncode not in (0, 1):
        rows.append("error")
    return set(rows), said.stdout + said.stderr


class Table:
    def __init__(self):
        self.wrong = self.faults = self.good = 0

    def row(self, writer, name, standard, expected, file):
        found, said = judged(file, standard)
        self.faults, self.good = self.faults + bool(expected), self.good + (not expected)
        is_right = found == ({expected} if expected else set())
        mark = "" if is_right else "   WRONG"
        print(f"{writer:12}{name:44}X-{standard:4}{expected or '-':16}{', '.join(sorted(found)) or '-'}{mark}")
        if not is_right:
            self.wrong += 1
            print(said)


def run():
    table = Table()
    bases = {"1a": [], "4": []}
    print(f"{'writer':12}{'file':44}{'for':6}{'expected':16}found")
    for good in good_files():
        drawing = good.make()
        for standard in good.standards.split():
            file = made(drawing, standard, good.change, **(good.options or {}))
            table.row(good.writer, good.name, standard, None, file)
            if not good.change and not good.options:
                bases[standard].append((good.writer, drawing))
    for standard, drawings in bases.items():
        for turn, (name, first, fourth, change, *options) in enumerate(FAULTS):
            writer, drawing = drawings[turn % len(drawings)]
            file = made(drawing, standard, change, **(options[0] if options else {}))
            table.row(writer, name, standard, first if standard == "1a" else fourth, file)
        for name, first, fourth, change in BYTES:
            writer, drawing = drawings[0]
            file = change(made(drawing, standard))
            table.row(writer, name, standard, first if standard == "1a" else fourth, file)
    kinds = sum(1 for fault in FAULTS + BYTES if fault[1] or fault[2])
    print(f"{table.faults} faulty files of {kinds} kinds and {table.good} good files, {table.wrong} judged wrongly")
    shutil.rmtree(WORK)
    sys.exit(table.wrong > 0)


run()
