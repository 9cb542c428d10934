"""Planted faults and good files by other people's writers: reportlab, pikepdf, typst, Ghostscript. Each book
has 24 pages of 6 x 9 in for KDP; page 8 is the place for what is planted. Prints a table; fails when a fault is
missed or a good file is refused. A case is a line of a table: the rule, or None for a good file."""

import io
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import pikepdf
import typst
from pikepdf import Array, Dictionary, Name, String
from PIL import Image
from reportlab.lib.colors import CMYKColor, CMYKColorSep, Color
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas

PROGRAM, WORK = sys.argv[1], Path(sys.argv[2])
FONTS = Path(__file__).parent / "../../crates/page/templates/fonts"
WIDTH, HEIGHT, PAGES, SPOT = 432, 648, 24, 8
pdfmetrics.registerFont(TTFont("Sans", FONTS / "AtkinsonHyperlegibleNext-Regular.ttf"))


# reportlab


def picture(mode, size, colour):
    return ImageReader(Image.new(mode, size, colour))


def page_scan():
    """A scan of a page at 300 dpi: a grey area on white."""
    scan = Image.new("L", (1800, 2700), 255)
    scan.paste(90, (300, 300, 1500, 2400))
    return ImageReader(scan)


def by_reportlab(draw, pages=PAGES, size=(WIDTH, HEIGHT)):
    file = io.BytesIO()
    book = canvas.Canvas(file, pagesize=size, invariant=True)
    for page in range(1, pages + 1):
        book.setFont("Sans", 12)
        if page == SPOT:
            draw(book)
        else:
            book.drawString(100, 550, f"Page {page}")
        book.showPage()
    book.save()
    return file.getvalue()


def calls(*steps):
    """Calls methods of the canvas, one after the other."""

    def draw(book):
        for name, *arguments in steps:
            getattr(book, name)(*arguments)

    return draw


def polygon(*points):
    def draw(book):
        path = book.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        path.close()
        book.drawPath(path, stroke=0, fill=1)

    return draw


def invisible(book):
    text = book.beginText(200, 300)
    text.setTextRenderMode(3)
    text.textOut("invisible")
    book.drawText(text)


def gradient(first, last):
    def draw(book):
        path = book.beginPath()
        path.rect(200, 300, 100, 30)
        book.clipPath(path, stroke=0)
        book.linearGradient(200, 300, 300, 300, (first, last))

    return draw


def hollow(width):
    """Letters that are outlined, not filled."""

    def draw(book):
        book.setLineWidth(width)
        text = book.beginText(200, 300)
        text.setFont("Sans", 30)
        text.setTextRenderMode(1)
        text.textOut("hollow")
        book.drawText(text)

    return draw


TEXT, BOX = ("drawString", 200, 300, "planted"), ("rect", 190, 290, 100, 30, 0, 1)
RED, MIDDLE = Color(1, 0, 0), Color(0.5, 0.5, 0.5)
REPORTLAB = [
    ("unseen text", "white text", calls(("setFillGray", 1), TEXT)),
    ("unseen text", "white text of three colours", calls(("setFillColorRGB", 1, 1, 1), TEXT)),
    ("unseen text", "black on black", calls(BOX, TEXT)),
    ("unseen text", "covered text", calls(TEXT, ("setFillGray", 1), BOX)),
    ("unseen text", "text below a picture", calls(TEXT, ("drawImage", picture("L", (500, 200), 99), 190, 280, 100, 40))),
    ("overprint", "white overprints", calls(BOX, ("setFillOverprint", True), ("setFillColorCMYK", 0, 0, 0, 0), TEXT)),
    ("colour", "red text", calls(("setFillColorRGB", 1, 0, 0), TEXT)),
    ("colour", "a spot colour", calls(("setFillColor", CMYKColorSep(0, 0.5, 1, 0, spotName="Orange")), TEXT)),
    ("colour", "inks", calls(("setFillColor", CMYKColor(0.4, 0, 0, 0.2)), BOX)),
    ("colour", "a gradient in colour", gradient(RED, MIDDLE)),
    ("colour", "a picture in colour", calls(("drawImage", picture("RGB", (100, 100), (9, 99, 9)), 200, 300, 20, 20))),
    ("grey", "3 % grey", calls(("setFillGray", 0.97), BOX)),
    ("grey", "a picture of 3 % grey", calls(("drawImage", picture("L", (100, 100), 247), 200, 300, 20, 20))),
    ("images", "72 dpi", calls(("drawImage", picture("L", (72, 72), 99), 200, 300, 72, 72))),
    ("images", "300 x 72 dpi", calls(("drawImage", picture("L", (300, 72), 99), 200, 300, 72, 72))),
    ("images", "an inline picture of 72 dpi", calls(("drawInlineImage", Image.new("L", (72, 72), 99), 200, 300, 72, 72))),
    ("line", "a thin line", calls(("setLineWidth", 0.1), ("line", 200, 300, 300, 300))),
    ("line", "a thin rectangle", calls(("rect", 200, 300, 100, 0.2, 0, 1))),
    ("line", "a thin polygon", polygon((200, 300), (300, 340), (300.2, 340.3), (200.2, 300.3))),
    ("type", "small type", calls(("setFont", "Sans", 5), TEXT)),
    ("fonts", "a font that is not embedded", calls(("setFont", "Times-Roman", 12), TEXT)),
    ("transparency", "half as opaque", calls(("setFillAlpha", 0.5), BOX)),
    ("transparency", "a blend mode", calls(("setBlendMode", "Multiply"), BOX)),
    ("invisible", "invisible text", invisible),
    ("safe area", "text in the margin", calls(("drawString", 5, 300, "margin"))),
    ("safe area", "a folio too low", calls(("drawString", 200, 9, "17"))),
    ("annotations", "a link", calls(("linkURL", "https://example.org", (200, 300, 300, 320)))),
    ("outline", "bookmarks", calls(("bookmarkPage", "here"), ("addOutlineEntry", "Here", "here"))),
    ("glyphs", "a character that the font lacks", calls(("drawString", 200, 300, "planted \u4e00"))),
    ("glyphs", "a letter of another script", calls(("drawString", 200, 300, "\u05d0"))),
    ("line", "letters of a hair line", hollow(0.05)),
    ("line", "letters of a thin line", hollow(0.5)),
    (None, "text alone", calls()),
    (None, "a white page background", calls(("setFillColorRGB", 1, 1, 1), ("rect", 0, 0, WIDTH, HEIGHT, 0, 1))),
    (None, "grey of three colours", calls(("setFillColorRGB", 0.4, 0.4, 0.4), BOX)),
    (None, "a grey gradient of three colours", gradient(Color(0.2, 0.2, 0.2), MIDDLE)),
    (None, "white on black", calls(BOX, ("setFillGray", 1), TEXT)),
    (None, "a scan with white margins", calls(("drawImage", page_scan(), 0, 0, WIDTH, HEIGHT))),
    (None, "a grey picture of three colours", calls(("drawImage", picture("RGB", (100, 100), (90, 91, 92)), 200, 300, 20, 20))),
    (None, "an inline picture", calls(("drawInlineImage", Image.new("L", (300, 300), 99), 200, 300, 72, 72))),
    (None, "title and author", calls(("setTitle", "A book"), ("setAuthor", "A person"))),
    (None, "a folio just above the margin", calls(("drawString", 200, 18.5, "17"))),
    (None, "letters of a thick line", hollow(1)),
    (None, "black overprints", calls(("setFillOverprint", True), TEXT)),
]
SIZES = [
    ("page count", "20 pages", {"pages": 20}),
    ("page size", "A5", {"size": (419.5, 595.3)}),
    (None, "25 pages", {"pages": 25}),
]

# pikepdf changes a good book of reportlab's.


def resources(book):
    return book.pages[SPOT - 1].Resources


def content(text):
    def change(book):
        book.pages[SPOT - 1].contents_add(text.encode())

    return change


def torn(book):
    """The stream ends in the middle of what is packed."""
    contents = book.pages[SPOT - 1].Contents
    contents.write(b"0 g 200 300 20 20 re f\n" * 90)
    raw = contents.read_bytes()
    packed = zlib.compress(raw)
    contents.write(packed[: len(packed) // 2], filter=Name.FlateDecode)


def torn_text(book):
    """The same in what reportlab packs as ASCII."""
    contents = book.pages[SPOT - 1].Contents
    raw = contents.read_raw_bytes()
    contents.write(raw[: len(raw) // 2] + b"~>", filter=contents.Filter)


def layer(state, printed="ON"):
    def change(book):
        usage = Dictionary(Print=Dictionary(PrintState=Name("/" + printed)))
        group = book.make_indirect(Dictionary(Type=Name.OCG, Name=String("Notes"), Usage=usage))
        usual = Dictionary(BaseState=Name("/" + state), Order=Array([group]))
        book.Root.OCProperties = Dictionary(OCGs=Array([group]), D=usual)

    return change


def attach(book):
    book.attachments["notes.txt"] = b"notes"


def script(book):
    book.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))


def named_script(book):
    action = book.make_indirect(Dictionary(S=Name.JavaScript, JS=String("app.alert(1)")))
    book.Root.Names = Dictionary(JavaScript=Dictionary(Names=Array([String("a"), action])))


def modes(*names):
    def change(book):
        state = Dictionary(BM=Array([Name("/" + name) for name in names]))
        resources(book).ExtGState = Dictionary(Modes=state)
        content("/Modes gs 200 300 20 20 re f")(book)

    return change


def of_page(**keys):
    def change(book):
        for key, value in keys.items():
            book.pages[SPOT - 1].obj[Name("/" + key)] = value

    return change


def claim(book, version="PDF/X-1a:2001"):
    book.docinfo = book.make_indirect(Dictionary(GTS_PDFXVersion=String(version)))


def xmp(book):
    with book.open_metadata() as metadata:
        metadata["dc:title"] = "A book"


def pattern(red):
    def change(book):
        cell = book.make_stream(f"{red} 0 0 rg 2 2 5 5 re f".encode())
        for key, value in {"PatternType": 1, "PaintType": 1, "TilingType": 1, "XStep": 9, "YStep": 9}.items():
            cell[Name("/" + key)] = value
        cell.BBox, cell.Resources = Array([0, 0, 9, 9]), Dictionary()
        resources(book).Pattern = Dictionary(P=cell)
        content("/Pattern cs /P scn 200 300 50 50 re f")(book)

    return change


def drawn_font(red):
    def change(book):
        square = book.make_stream(f"600 0 d0 {red} 0 0 rg 50 0 500 700 re f".encode())
        font = Dictionary(
            Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 600, 700]), FirstChar=97, LastChar=97,
            FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]), Widths=Array([600]), CharProcs=Dictionary(square=square),
            Encoding=Dictionary(Differences=Array([97, Name.square])),
        )
        resources(book).Font = Dictionary(D=book.make_indirect(font))
        book.pages[SPOT - 1].Contents = book.make_stream(b"BT /D 12 Tf 200 300 Td (a) Tj ET")

    return change


def without_glyph(book):
    """The embedded font of another page, and a code that it has no glyph for."""
    fonts = book.pages[0].Resources.Font
    embedded = [name for name in fonts.keys() if fonts[name].get("/FontDescriptor")]
    resources(book).Font = fonts
    content(f"BT {embedded[0]} 12 Tf 200 300 Td <ff> Tj ET")(book)


def font_of(data):
    """What the program of the embedded font is, on all pages."""

    def change(book):
        fonts = book.pages[0].Resources.Font.values()
        next(font.FontDescriptor for font in fonts if "/FontDescriptor" in font).FontFile2.write(data)

    return change


def font_gone(book):
    """The descriptor names what is no program."""
    fonts = book.pages[0].Resources.Font.values()
    descriptor = next(font.FontDescriptor for font in fonts if "/FontDescriptor" in font)
    descriptor.FontFile2 = book.make_indirect(Dictionary())


def image(data, filter=None, **keys):
    """A picture of 60 x 60 dots at 300 dpi with these data, as they are."""

    def change(book):
        picture = book.make_stream(b"")
        picture.write(data, filter=filter)
        usual = {"Type": Name.XObject, "Subtype": Name.Image, "Width": 60, "Height": 60}
        for key, value in (usual | {"BitsPerComponent": 8, "ColorSpace": Name.DeviceGray} | keys).items():
            picture[Name("/" + key)] = value
        resources(book).XObject = Dictionary(Planted=picture)
        content("q 14.4 0 0 14.4 200 300 cm /Planted Do Q")(book)

    return change


def jpeg():
    file = io.BytesIO()
    Image.new("L", (60, 60), 99).save(file, "JPEG")
    return file.getvalue()


def blank(book):
    """A page without marks, packed as qpdf packs nothing."""
    book.pages[SPOT - 1].Contents.write(b"", filter=Name.FlateDecode)


def launches(book):
    action = Dictionary(S=Name.Launch, F=String("a.exe"))
    note = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([200, 300, 220, 320]), A=action)
    book.pages[SPOT - 1].obj.Annots = Array([note])


def fields(book):
    book.Root.AcroForm = Dictionary(Fields=Array([book.make_indirect(Dictionary(FT=Name.Tx, T=String("name")))]))


def white_over(book):
    resources(book).ExtGState = Dictionary(O=Dictionary(OP=True, op=True))
    content("0 g 190 290 100 30 re f /O gs 0 0 0 0 k 200 300 20 10 re f")(book)


def half_a_line(book):
    resources(book).ExtGState = Dictionary(H=Dictionary(CA=0.5))
    content("/H gs 2 w 200 300 m 250 300 l S")(book)


GREY = b"\x63" * 3600
PIKEPDF = [
    ("fonts", "an empty font program", font_of(b"")),
    ("fonts", "a font program of random bytes", font_of(bytes(range(7, 251)) * 9)),
    ("fonts", "a font program of words", font_of(b"this is no font")),
    ("fonts", "the head of a font program", font_of((FONTS / "AtkinsonHyperlegibleNext-Regular.ttf").read_bytes()[:300])),
    ("fonts", "no font program", font_gone),
    ("resources", "a JPEG that is none", image(b"no pixels", Name.DCTDecode)),
    ("resources", "an empty JPEG", image(b"", Name.DCTDecode)),
    ("resources", "half a JPEG", image(jpeg()[:200], Name.DCTDecode)),
    ("resources", "pixels that end early", image(GREY[:3000])),
    ("resources", "packed pixels that end early", image(zlib.compress(GREY[:3000]), Name.FlateDecode)),
    ("resources", "torn pixels", image(zlib.compress(bytes(range(225)) * 16)[:100], Name.FlateDecode)),
    ("resources", "no pixels at all", image(b"")),
    ("annotations", "a form field", fields),
    ("scripts", "a link that starts a program", launches),
    ("boxes", "a page of other units", of_page(UserUnit=2)),
    ("overprint", "white inks overprint", white_over),
    ("transparency", "a soft mask", image(GREY, SMask=Dictionary())),
    ("transparency", "half a line", half_a_line),
    ("layers", "a layer that is not printed", layer("ON", "OFF")),
    ("scripts", "an action of a page", of_page(AA=Dictionary(O=Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))))),
    ("PDF/X", "a false claim of another standard", lambda book: claim(book, "PDF/X-3:2002")),
    (None, "a JPEG", image(jpeg(), Name.DCTDecode)),
    (None, "a picture of its size", image(GREY)),
    (None, "a picture with a byte more", image(GREY + b"\n")),
    (None, "a blank page", blank),
    ("resources", "no resources", of_page(Resources=Dictionary())),
    ("resources", "a font that is not there", content("BT /Gone 12 Tf 200 300 Td (a) Tj ET")),
    ("resources", "a picture that is not there", content("/Gone Do")),
    ("resources", "a string without an end", content("200 300 20 20 re f (no end")),
    ("resources", "a torn stream", torn),
    ("resources", "a torn stream in ASCII", torn_text),
    ("glyphs", "a code without a glyph", without_glyph),
    ("scripts", "JavaScript when opened", script),
    ("scripts", "named JavaScript", named_script),
    ("attachments", "an attached file", attach),
    ("layers", "a hidden layer", layer("OFF")),
    ("transparency", "blend modes as an array", modes("Multiply", "Normal")),
    ("colour", "a tiling pattern in colour", pattern(1)),
    ("colour", "a glyph in colour", drawn_font(1)),
    ("boxes", "a turned page", of_page(Rotate=90)),
    ("boxes", "a crop box", of_page(CropBox=Array([9, 9, 400, 600]))),
    ("annotations", "a note", of_page(Annots=Array([Dictionary(Type=Name.Annot, Subtype=Name.Text)]))),
    ("PDF/X", "a false claim", claim),
    (None, "saved again", lambda book: None),
    (None, "XMP", xmp),
    (None, "a layer that is shown", layer("ON")),
    (None, "normal blend modes as an array", modes("Normal", "Multiply")),
    (None, "a black tiling pattern", pattern(0)),
    (None, "a black glyph", drawn_font(0)),
    (None, "not turned", of_page(Rotate=0)),
]


def by_pikepdf(change, **options):
    file = io.BytesIO()
    with pikepdf.open(io.BytesIO(by_reportlab(calls(("drawString", 100, 550, "Page 8"))))) as book:
        change(book)
        book.save(file, **options)
    return file.getvalue()


SAVED = [
    ("encryption", "encrypted", {"encryption": pikepdf.Encryption(owner="owner", user="")}),
    (None, "object streams", {"object_stream_mode": pikepdf.ObjectStreamMode.generate}),
    (None, "linearized", {"linearize": True}),
    (None, "unpacked", {"compress_streams": False, "stream_decode_level": pikepdf.StreamDecodeLevel.generalized}),
]

# typst

TYPST = [
    ("unseen text", "white text", '#text(fill: white)[white]'),
    ("unseen text", "covered text", '#place(dx: 2cm)[covered]#place(dx: 1cm, dy: -0.5cm, rect(width: 5cm, height: 2cm, fill: white))'),
    ("colour", "red text", '#text(fill: red)[red]'),
    ("colour", "a gradient", '#rect(width: 5cm, height: 1cm, fill: gradient.linear(red, blue))'),
    ("colour", "a tiling", '#rect(width: 5cm, height: 1cm, fill: tiling(size: (9pt, 9pt))[#square(size: 5pt, fill: red)])'),
    ("grey", "3 % grey", '#rect(width: 5cm, height: 1cm, fill: luma(97%))'),
    ("line", "a thin line", '#line(length: 5cm, stroke: 0.1pt)'),
    ("line", "a thin rectangle", '#rect(width: 5cm, height: 0.2pt, fill: black)'),
    ("type", "small type", '#text(size: 5pt)[small]'),
    ("transparency", "half as opaque", '#rect(width: 5cm, height: 1cm, fill: black.transparentize(50%))'),
    ("safe area", "text in the margin", '#place(dx: -1.9cm)[margin]'),
    ("annotations", "a link", '#link("https://example.org")[a link]'),
    ("outline", "a heading", '#heading[Heading]'),
    (None, "text alone", 'plain'),
    (None, "text, lines and a table", '#table(columns: 3, stroke: 1pt)[1][2][3] #line(length: 5cm, stroke: 1pt)'),
    (None, "white on black", '#rect(fill: black)[#text(fill: white)[white]]'),
    (None, "a grey gradient", '#rect(width: 5cm, height: 1cm, fill: gradient.linear(luma(20%), luma(80%)))'),
    (None, "a black tiling", '#rect(width: 5cm, height: 1cm, fill: tiling(size: (9pt, 9pt))[#square(size: 5pt, fill: black)])'),
    (None, "a white background", '#place(top + left, dx: -2cm, dy: -2cm, rect(width: 6in, height: 9in, fill: white))'),
]


def by_typst(text):
    pages = [f"Page {page} #pagebreak(weak: true)" for page in range(1, PAGES + 1)]
    pages[SPOT - 1] = f"{text} #pagebreak()"
    head = "#set page(width: 6in, height: 9in, margin: 2cm)\n"
    source = WORK / "book.typ"
    source.write_text(head + "\n".join(pages))
    return typst.compile(source, format="pdf", pdf_standards="1.4")


# Ghostscript, from PostScript

POSTSCRIPT = [
    ("unseen text", "white text", "1 setgray 200 300 moveto (white) show"),
    ("unseen text", "covered text", "200 300 moveto (covered) show 1 setgray 190 290 100 30 rectfill"),
    ("colour", "red", "1 0 0 setrgbcolor 200 300 20 20 rectfill"),
    ("colour", "inks", "0 1 0 0 setcmykcolor 200 300 20 20 rectfill"),
    ("colour", "a shading", "gsave 200 300 100 30 rectclip << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [200 0 300 0] /Function << /FunctionType 2 /Domain [0 1] /N 1 /C0 [1 0 0] /C1 [0 0 1] >> >> shfill grestore"),
    ("colour", "a pattern", "<< /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /PaintProc { pop 1 0 0 setrgbcolor 2 2 5 5 rectfill } >> matrix makepattern setpattern 200 300 90 90 rectfill"),
    ("grey", "3 % grey", "0.97 setgray 200 300 20 20 rectfill"),
    ("line", "a thin line", "0.1 setlinewidth 200 300 moveto 300 300 lineto stroke"),
    ("line", "a thin rectangle", "200 300 100 0.2 rectfill"),
    ("images", "72 dpi", "gsave 200 300 translate 72 72 scale 9 9 8 [9 0 0 -9 0 9] { 9 string dup 0 99 put } image grestore"),
    ("type", "small type", "/Sans 5 selectfont 200 300 moveto (small) show"),
    ("safe area", "text in the margin", "5 300 moveto (margin) show"),
    ("annotations", "a note", "[ /Rect [200 300 220 320] /Contents (note) /Subtype /Text /ANN pdfmark"),
    ("outline", "bookmarks", "[ /Title (Here) /Page 1 /OUT pdfmark"),
    (None, "text alone", ""),
    (None, "white background", "gsave 1 1 1 setrgbcolor 0 0 432 648 rectfill grestore"),
    (None, "white on black", "190 290 100 30 rectfill 1 setgray 200 300 moveto (white) show"),
    (None, "title and author", "[ /Title (A book) /Author (A person) /DOCINFO pdfmark"),
    (None, "a black pattern", "<< /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /PaintProc { pop 0 setgray 2 2 5 5 rectfill } >> matrix makepattern setpattern 200 300 90 90 rectfill"),
]


def by_ghostscript(text):
    pages = [f"/Sans 12 selectfont 100 550 moveto (Page {page}) show" for page in range(1, PAGES + 1)]
    pages[SPOT - 1] = "/Sans 12 selectfont " + text
    source, target = WORK / "book.ps", WORK / "book-gs.pdf"
    # An embedded font of Ghostscript's own.
    head = f"%!PS\n<< /PageSize [{WIDTH} {HEIGHT}] >> setpagedevice\n/Sans /NimbusSans-Regular findfont definefont pop\n"
    source.write_text(head + "\n".join(page + " showpage" for page in pages))
    command = ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=pdfwrite", "-dCompatibilityLevel=1.4"]
    command += ["-dPDFSETTINGS=/prepress", f"-sOutputFile={target}", str(source)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return target.read_bytes()


def cases():
    for rule, name, draw in REPORTLAB:
        yield "reportlab", rule, name, lambda: by_reportlab(draw)
    for rule, name, options in SIZES:
        yield "reportlab", rule, name, lambda: by_reportlab(calls(TEXT), **options)
    for rule, name, change in PIKEPDF:
        yield "pikepdf", rule, name, lambda: by_pikepdf(change)
    for rule, name, options in SAVED:
        yield "pikepdf", rule, name, lambda: by_pikepdf(lambda book: None, **options)
    for rule, name, text in TYPST:
        yield "typst", rule, name, lambda: by_typst(text)
    if shutil.which("gs"):
        for rule, name, text in POSTSCRIPT:
            yield "ghostscript", rule, name, lambda: by_ghostscript(text)


def judged(file):
    """The rules that preflight names, with their weight, and what it says."""
    command = [PROGRAM, "preflight", str(file), "--printer", "kdp", "--trim", "6x9"]
    said = subprocess.run(command, capture_output=True, text=True)
    rows = [line for line in said.stdout.splitlines() if line[14:21].strip() in ("refusal", "advice")]
    return {line[:12].strip(): line[14:21].strip() for line in rows}, said.stdout + said.stderr


wrong = faults = good = 0
print(f"{'writer':12}{'planted':36}{'expected':15}found")
for writer, rule, name, make in cases():
    file = WORK / "case.pdf"
    file.write_bytes(make())
    found, said = judged(file)
    faults, good = faults + (rule is not None), good + (rule is None)
    refused = "refusal" in found.values() or "error" in said
    right = rule in found if rule else not refused
    words = ", ".join(f"{rule} ({weight})" for rule, weight in found.items())
    print(f"{writer:12}{name:36}{rule or 'not refused':15}{words or '-'}{'' if right else '   WRONG'}")
    if not right:
        wrong += 1
        print(said)
print(f"{faults} faults and {good} good files, {wrong} judged wrongly")
sys.exit(wrong > 0)
