#!/usr/bin/env python3
"""Removes the slash from the zero of Atkinson Hyperlegible Next, in the files here: a slashed zero
suits codes, and a reader of large print takes "10" for a mistake.

    python3 -m pip install fonttools==4.68.0
    python3 crates/page/templates/fonts/plain_zero.py

The slash divides the counter into two contours. One contour takes their place: the lower left and
the upper right quarter of the counter, which are whole, and their mirror images. The script leaves
a zero of two contours as it is.
"""

from pathlib import Path

from fontTools.pens.ttGlyphPen import TTGlyphPointPen
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent


def contours(glyph, glyf):
    """The contours of a glyph: lists of points, each with True if it is on the curve."""
    coordinates, ends, flags = glyph.getCoordinates(glyf)
    start = 0
    for end in ends:
        yield [(*coordinates[i], bool(flags[i] & 1)) for i in range(start, end + 1)]
        start = end + 1


def plain_counter(first, second):
    """The counter without its slash, counterclockwise from its lowest point."""
    lowest = first[0]
    mirrored = lambda points: [(2 * lowest[0] - x, y, on) for x, y, on in reversed(points)]
    leftmost = max(i for i, point in enumerate(first) if point[2])
    rightmost = max(i for i, point in enumerate(second[:-1]) if point[2] and point[0] > lowest[0])
    left_lower = first[leftmost:]
    highest = max(i for i, point in enumerate(second) if point[2])
    right_upper = second[rightmost : highest + 1]
    left_upper = mirrored(right_upper)[1:-1]
    right_lower = mirrored(left_lower)[:-1]
    return [lowest] + right_lower + right_upper + left_upper + left_lower


def main():
    for weight in ["Regular", "Bold"]:
        path = HERE / f"AtkinsonHyperlegibleNext-{weight}.ttf"
        font = TTFont(path, recalcTimestamp=False)
        glyf = font["glyf"]
        for name in ["zero", "zero.tf"]:
            parts = list(contours(glyf[name], glyf))
            if len(parts) != 3:
                continue
            outer, first, second = parts
            pen = TTGlyphPointPen(None)
            for contour in [outer, plain_counter(first, second)]:
                pen.beginPath()
                for x, y, on in contour:
                    pen.addPoint((x, y), "qcurve" if on else None)
                pen.endPath()
            glyf[name] = pen.glyph()
        font.save(path)


if __name__ == "__main__":
    main()
