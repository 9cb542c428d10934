#!/usr/bin/env python3
"""pack.py FOLDER FILE: packs a folder as FILE (.tar.gz or .zip). The same files make the same bytes: names in order, times
of SOURCE_DATE_EPOCH, no owners, and of the modes only whether a file is a program."""

import gzip
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path


def main(folder, target):
    folder = Path(folder)
    seconds = int(os.environ["SOURCE_DATE_EPOCH"])
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    names = [path.relative_to(folder.parent).as_posix() for path in files]
    # Windows keeps no modes: there it is the ending that makes a program.
    modes = [0o755 if os.access(path, os.X_OK) and os.name != "nt" else 0o644 for path in files]
    if target.endswith(".zip"):
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
            for path, name, mode in zip(files, names, modes):
                entry = zipfile.ZipInfo(name, time.gmtime(seconds)[:6])
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = (0o100000 | mode) << 16
                packed.writestr(entry, path.read_bytes())
        return
    with open(target, "wb") as file, gzip.GzipFile("", "wb", 9, file, seconds) as zipped:
        with tarfile.open(fileobj=zipped, mode="w", format=tarfile.USTAR_FORMAT) as packed:
            for path, name, mode in zip(files, names, modes):
                entry = tarfile.TarInfo(name)
                entry.size, entry.mode, entry.mtime = path.stat().st_size, mode, seconds
                with open(path, "rb") as content:
                    packed.addfile(entry, content)


main(*sys.argv[1:])
