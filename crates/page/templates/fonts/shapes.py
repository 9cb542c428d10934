#!/usr/bin/env python3
"""Draws the font of six shapes that puzzles for children have instead of digits.

    python3 -m pip install fonttools==4.68.0
    python3 crates/page/templates/fonts/shapes.py

Each shape is an outline that a child can draw, with lines of one width. Its contours have corners,
and arcs around a centre; the inner contour is the outer one, moved inwards by the width of the line.
"""

from math import atan2, ceil, cos, pi, sin, sqrt
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

HERE = Path(__file__).resolve().parent
EM = 1000
CAP = 920
LINE = 64
MIDDLE = (500, CAP / 2)
# The longest arc that is drawn as one quadratic curve.
LONGEST = pi / 8


def arc(centre, radius, start, end):
    """The points of an arc after its first one: pairs of a control point and an end."""
    pieces = ceil(abs(end - start) / LONGEST)
    step = (end - start) / pieces
    for piece in range(pieces):
        middle, last = start + (piece + 0.5) * step, start + (piece + 1) * step
        far = radius / cos(step / 2)
        yield [
            (centre[0] + far * cos(middle), centre[1] + far * sin(middle)),
            (centre[0] + radius * cos(last), centre[1] + radius * sin(last)),
        ]


def polygon(corners):
    """A contour of straight lines."""
    return [[corner] for corner in corners]


def around(radius, angles, middle=MIDDLE):
    return [(middle[0] + radius * cos(a), middle[1] + radius * sin(a)) for a in angles]


def circle():
    for radius in (455, 455 - LINE):
        start = (MIDDLE[0] + radius, MIDDLE[1])
        yield [[start], *arc(MIDDLE, radius, 0, 2 * pi)]


def square():
    corners = [pi / 4 + i * pi / 2 for i in range(4)]
    for half in (410, 410 - LINE):
        yield polygon(around(half * sqrt(2), corners))


def triangle():
    middle, angles = (500, 300), [pi / 2 + i * 2 * pi / 3 for i in range(3)]
    for inner in (283, 283 - LINE):
        yield polygon(around(2 * inner, angles, middle))


def star():
    middle, angles = (500, 425), [pi / 2 + i * pi / 5 for i in range(10)]
    tip, notch = 500, 215
    # The distance of the edges from the middle.
    edge = tip * notch * sin(pi / 5) / sqrt(tip**2 + notch**2 - 2 * tip * notch * cos(pi / 5))
    for share in (1, (edge - LINE) / edge):
        tips, notches = around(tip * share, angles, middle), around(notch * share, angles, middle)
        yield polygon([(notches if i % 2 else tips)[i] for i in range(10)])


def heart():
    """Two half circles on the upper sides of a square that stands on a corner."""
    low, side = (500, 20), 552
    for moved in (0, LINE):
        radius = side / 2 - moved
        half = side / sqrt(2)
        right = (low[0] + half / 2, low[1] + 1.5 * half)
        left = (2 * low[0] - right[0], right[1])
        bottom = (low[0], low[1] + moved * sqrt(2))
        # Where both circles meet, above the middle.
        rise = sqrt(radius**2 - (right[0] - low[0]) ** 2)
        inner = atan2(rise, low[0] - right[0])
        top = (low[0], right[1] + rise)
        first = (right[0] + radius * cos(-pi / 4), right[1] + radius * sin(-pi / 4))
        yield [
            [bottom],
            [first],
            *arc(right, radius, -pi / 4, inner),
            *arc(left, radius, pi - inner, pi + pi / 4),
        ]


def moon():
    """A large disc without a smaller one at its right."""
    centre, radius, bite, hole = (597, MIDDLE[1]), 455, (837, MIDDLE[1]), 385
    for moved in (0, LINE):
        outer, inner, gap = radius - moved, hole + moved, bite[0] - centre[0]
        along = (gap**2 + outer**2 - inner**2) / (2 * gap)
        rise = sqrt(outer**2 - along**2)
        turn, back = atan2(rise, along), atan2(rise, along - gap)
        start = (centre[0] + along, centre[1] + rise)
        yield [
            [start],
            *arc(centre, outer, turn, 2 * pi - turn),
            *arc(bite, inner, 2 * pi - back, back),
        ]


SHAPES = {"○": circle, "□": square, "△": triangle, "☆": star, "♡": heart, "☾": moon}


def glyph(contours):
    """A glyph whose inner contours run against the outer one."""
    pen = TTGlyphPen(None)
    for inner, contour in enumerate(contours):
        points = reverse(contour) if inner else contour
        pen.moveTo(round_point(points[0][-1]))
        for piece in points[1:]:
            if len(piece) == 1:
                pen.lineTo(round_point(piece[0]))
            else:
                pen.qCurveTo(*map(round_point, piece))
        pen.closePath()
    return pen.glyph()


def reverse(contour):
    """The pieces of a contour from its end to its start."""
    ends = [piece[-1] for piece in contour]
    pieces = [[ends[-1]]]
    for i in range(len(contour) - 1, 0, -1):
        pieces.append([*contour[i][:-1], ends[i - 1]])
    return pieces


def round_point(point):
    return (round(point[0]), round(point[1]))


def main():
    names = {character: f"uni{ord(character):04X}" for character in SHAPES}
    font = FontBuilder(EM, isTTF=True)
    font.setupGlyphOrder([".notdef", "space", *names.values()])
    font.setupCharacterMap({0x20: "space", **{ord(c): name for c, name in names.items()}})
    empty = TTGlyphPen(None).glyph()
    glyphs = {".notdef": empty, "space": empty}
    glyphs.update({name: glyph(SHAPES[character]()) for character, name in names.items()})
    font.setupGlyf(glyphs)
    bounds = {name: getattr(font.font["glyf"][name], "xMin", 0) for name in glyphs}
    font.setupHorizontalMetrics({name: (EM, bounds[name]) for name in glyphs})
    font.setupHorizontalHeader(ascent=CAP, descent=0)
    font.setupNameTable({"familyName": "Sudoku Press Shapes", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=CAP, sTypoDescender=0, usWinAscent=1000, usWinDescent=0,
                  sCapHeight=CAP, sxHeight=CAP, fsType=0)
    font.setupPost()
    font.font["head"].created = font.font["head"].modified = 3_786_912_000
    font.font.recalcTimestamp = False
    font.save(HERE / "SudokuPressShapes.ttf")


main()
