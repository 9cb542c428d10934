#!/usr/bin/env python3
"""Merges the contours of each letter that overlap, in the files here, and renames the faces that may
not keep their names when they are modified.

Some processors of printers fill a letter by the even-odd rule, which leaves a hole wherever two
contours overlap: in the 4, 6 and 9, where a stroke crosses another, or where an accent touches its
letter. Letters without overlaps look the same by either rule.

    python3 -m pip install fonttools==4.68.0 skia-pathops==0.9.2 zstandard==0.25.0
    python3 crates/page/templates/fonts/whole_outlines.py FILE ...

Advances, kerning and the numbers of glyphs stay. Hints, which paper does not need, are left out. A
file without overlaps stays as it is, so the script may run twice.
"""

import io
import sys
from pathlib import Path

import pathops
import zstandard
from fontTools.ttLib import TTFont
from fontTools.ttLib.removeOverlaps import removeOverlaps

# A reserved name, and the name of our modified version of the family.
NAMES = {"Source Serif 4": "Press Serif", "Source Sans 3": "Press Sans"}
# The entries of the name table that name the family.
FAMILY_ENTRIES = {1, 3, 4, 6, 16, 18, 21, 25}
# The area by which two fills of the same letter may differ, in square units of the em.
ROUNDING = 30


def outline(glyphs, name):
    """The outline of a glyph."""
    path = pathops.Path()
    glyphs[name].draw(path.getPen(glyphSet=glyphs))
    return path


def area(path, rule):
    """The area of an outline that is filled by a rule."""
    filled = pathops.Path(path)
    filled.fillType = rule
    filled.simplify(fix_winding=True)
    return abs(filled.area)


def overlaps(font):
    """The glyphs that the two rules fill differently."""
    glyphs, found = font.getGlyphSet(), []
    for name in font.getGlyphOrder():
        path = outline(glyphs, name)
        rules = [pathops.FillType.EVEN_ODD, pathops.FillType.WINDING]
        even_odd, nonzero = (area(path, rule) for rule in rules)
        if abs(even_odd - nonzero) > ROUNDING:
            found.append(name)
    return found


def rename(font):
    """Gives a modified face a name of its own."""
    for record in font["name"].names:
        if record.nameID in FAMILY_ENTRIES:
            text = str(record)
            for old, new in NAMES.items():
                text = text.replace(old, new).replace(old.replace(" ", ""), new.replace(" ", ""))
            record.string = text


def main():
    for file in map(Path, sys.argv[1:]):
        data = file.read_bytes()
        is_packed = file.suffix == ".zst"
        if is_packed:
            data = zstandard.ZstdDecompressor().decompress(data, max_output_size=1 << 27)
        font = TTFont(io.BytesIO(data), recalcTimestamp=False)
        found = overlaps(font)
        if not found:
            continue
        before = font.getGlyphSet()
        areas = {name: area(outline(before, name), pathops.FillType.WINDING) for name in found}
        removeOverlaps(font, found)
        rename(font)
        whole = io.BytesIO()
        font.save(whole)
        merged = TTFont(io.BytesIO(whole.getvalue()))
        left = overlaps(merged)
        assert not left, f"{file}: {left} still overlap"
        after = merged.getGlyphSet()
        for name, old in areas.items():
            new = area(outline(after, name), pathops.FillType.WINDING)
            assert abs(new - old) <= 0.005 * old + ROUNDING, f"{file}: {name} has changed: {old}, {new}"
        data = whole.getvalue()
        if is_packed:
            data = zstandard.ZstdCompressor(level=22).compress(data)
        file.write_bytes(data)
        print(f"{file.name}: {len(found)} letters")


if __name__ == "__main__":
    main()
