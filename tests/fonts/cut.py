#!/usr/bin/env python3
"""Cuts the fonts of the user for tests of the languages whose script the program has no face for.

    python3 -m pip install fonttools==4.68.0
    npm pack @expo-google-fonts/noto-sans-kr@0.4.3 @expo-google-fonts/noto-sans-tc@0.4.3
    python3 tests/fonts/cut.py *.tgz
    python3 crates/page/templates/fonts/whole_outlines.py tests/fonts/NotoSans*.ttf
"""

import sys
import tarfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CRATES = HERE.parents[1] / "crates"
TEMPLATES = CRATES / "book/templates"
sys.path.insert(0, str(CRATES / "page/templates/fonts"))
from subset import ASCII, cut  # noqa: E402

for package in sys.argv[1:]:
    language, family = next(pair for pair in [("ko", "kr"), ("zh-TW", "tc")] if f"-{pair[1]}-" in package)
    texts = [TEMPLATES / "text" / f"{language}.toml", CRATES / "explain/templates" / f"{language}.toml", HERE.parent / "names.toml"]
    wanted = set(ASCII + "\u00a0·—–“”‘’「」『』（），。、：；？！" + "".join(text.read_text("utf-8") for text in texts))
    with tarfile.open(package) as archive:
        names = [name for name in archive.getnames() if "/400Regular/" in name and name.endswith(".ttf")]
        data = cut(archive.extractfile(names[0]).read(), sorted(ord(c) for c in wanted if c >= " "))
        (HERE / f"NotoSans{family.upper()}-Regular.ttf").write_bytes(data)
        licence = archive.extractfile("package/LICENSE_FONT").read()
        (HERE / f"OFL-NotoSans{family.upper()}.txt").write_bytes(licence)
