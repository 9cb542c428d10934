#!/usr/bin/env python3
"""Makes the font with which the tests see that OpenType fonts with CFF outlines are embedded.

    python3 -m pip install fonttools==4.68.0 zstandard==0.25.0
    python3 tests/fonts/make.py
"""

import io
from pathlib import Path

import zstandard
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
FONTS = HERE.parent.parent / "templates" / "fonts"

packed = (FONTS / "NotoSerifSC-Regular.ttf.zst").read_bytes()
source = TTFont(io.BytesIO(zstandard.ZstdDecompressor().decompress(packed)))
wanted = {ord(c): name for c in "静夜" for name in [source.getBestCmap()[ord(c)]]}
glyphs, outlines = source.getGlyphSet(), {}
order = [".notdef", *wanted.values()]
for name in order:
    width = glyphs[name].width
    pen = T2CharStringPen(width, glyphs)
    glyphs[name].draw(Qu2CuPen(pen, 1.0))
    outlines[name] = pen.getCharString()

builder = FontBuilder(source["head"].unitsPerEm, isTTF=False)
builder.setupGlyphOrder(order)
builder.setupCharacterMap(wanted)
builder.setupCFF("NotoSerifSC-Regular", {"FullName": "Noto Serif SC"}, outlines, {})
builder.setupHorizontalMetrics({name: (glyphs[name].width, 0) for name in order})
builder.setupHorizontalHeader(ascent=source["hhea"].ascent, descent=source["hhea"].descent)
builder.setupOS2(fsType=0, sCapHeight=source["OS/2"].sCapHeight, version=4)
builder.setupPost()
names = {1: "familyName", 2: "styleName", 6: "psName", 0: "copyright", 13: "licenseDescription", 14: "licenseInfoURL"}
builder.setupNameTable({word: source["name"].getDebugName(key) for key, word in names.items()})
builder.font["head"].created = builder.font["head"].modified = source["head"].modified
builder.font.recalcTimestamp = False
builder.save(HERE / "NotoSerifSC-Title.otf")
