#!/usr/bin/env python3
"""Makes the ICC profiles of our files beside itself: grey, and the red, green and blue of sRGB, with a gamma of 2.2.

Version 2.1 of the format (ICC.1:1998-09), because every reader knows it. PDF/A and PDF/X-4 need a profile inside
the file. The profiles are in the public domain, as they say themselves.
"""
from pathlib import Path
from struct import pack

# The white point of the connection space, D50, as 16.16 fixed-point numbers.
D50 = (0xF6D6, 0x10000, 0xD32D)


def profile(name, space, curves):
    """`curves` has for each component the tags of its gamma and of its colour, and that colour, adapted to D50."""
    # No name in Unicode and none in Macintosh characters: 4 + 4 and 2 + 1 + 67 bytes of zeros.
    description = b"desc\0\0\0\0" + pack(">I", len(name) + 1) + name.encode() + b"\0" + bytes(78)
    point = lambda xyz: b"XYZ \0\0\0\0" + pack(">3I", *xyz)
    # One entry in a curve is a gamma, as an 8.8 fixed-point number.
    curve = b"curv\0\0\0\0\0\0\0\x01" + bytes([2, 51])
    tags = [(b"desc", description), (b"cprt", b"text\0\0\0\0Public domain\0")]
    if len(curves) > 1:
        tags.append((b"wtpt", point(D50)))
    for gamma, colour, xyz in curves:
        tags += [(colour, point(xyz)), (gamma, curve)]
    table, data = pack(">I", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for tag, content in tags:
        table += tag + pack(">2I", start + len(data), len(content))
        data += content + bytes(-len(content) % 4)
    # No preferred software; version 2.1; an output device; its colours; connected through XYZ; 1 January 2000; no
    # platform, flags, manufacturer, model or attributes; perceptual intent.
    header = pack(">I", start + len(data)) + b"\0\0\0\0\x02\x10\0\0prtr" + space + b"XYZ "
    header += pack(">6H", 2000, 1, 1, 0, 0, 0) + b"acsp"
    header = header.ljust(68, b"\0") + pack(">3I", *D50)
    return header.ljust(128, b"\0") + table + data


here = Path(__file__).parent
(here / "grey.icc").write_bytes(profile("Grey, gamma 2.2", b"GRAY", [(b"kTRC", b"wtpt", D50)]))
(here / "rgb.icc").write_bytes(profile("sRGB primaries, gamma 2.2", b"RGB ", [
    (b"rTRC", b"rXYZ", (0x6FA2, 0x38F5, 0x0391)),
    (b"gTRC", b"gXYZ", (0x6294, 0xB785, 0x18DA)),
    (b"bTRC", b"bXYZ", (0x24A0, 0x0F84, 0xB6D2)),
]))
