#!/usr/bin/env python3
"""licences.py TARGET FEATURES: prints the licence of every package that is compiled into the program, and of its fonts.

A text that several packages share is printed once, below all of their names. A package without a text of its own is
under Apache-2.0 or MIT, whose texts are the project's own; any other is an error.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXT = re.compile(r"^(un)?licen[cs]e|^copying|^copyright|^notice", re.IGNORECASE)
# C code in folders of their own.
INSIDE = {"zstd-sys": ["zstd/LICENSE"]}

# A package whose text is in another of its repository.
SAME = {"alloc-stdlib": "alloc-no-stdlib"}


def shipped(target, features):
    """The packages that the program is linked from, by name."""
    command = ["cargo", "metadata", "--format-version=1", "--locked"]
    command += ["--filter-platform", target, "--features", features]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    first = metadata["resolve"]["root"]
    found, waiting = set(), [first]
    while waiting:
        for dependency in nodes[waiting.pop()]["deps"]:
            linked = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if linked and dependency["pkg"] not in found:
                found.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    return sorted((packages[one] for one in found - {first}), key=lambda one: (one["name"], one["version"]))


def texts(package, packages):
    """The licence texts of a package."""
    if package["name"] in SAME:
        return texts(next(one for one in packages if one["name"] == SAME[package["name"]]), packages)
    folder = Path(package["manifest_path"]).parent
    files = [file for file in folder.iterdir() if file.is_file() and TEXT.match(file.name)]
    files = [file for file in files if file.suffix not in (".rs", ".toml", ".html")]
    files += [folder / name for name in INSIDE.get(package["name"], [])]
    found = [file.read_text(encoding="utf-8", errors="replace").strip() for file in sorted(files)]
    if found:
        return found
    if "Apache-2.0" in package["license"]:
        return [(ROOT / "LICENSE-APACHE").read_text(encoding="utf-8").strip()]
    if package["license"] == "MIT":
        text = (ROOT / "LICENSE-MIT").read_text(encoding="utf-8").strip()
        names = ", ".join(package["authors"]) or f"the authors of {package['name']}"
        return [re.sub("(?m)^Copyright.*$", f"Copyright (c) {names}", text)]
    raise SystemExit(f"{package['name']}: expected a text of {package['license']}, found none")


def main(target, features):
    packages = shipped(target, features)
    assert len(packages) > 100, f"{len(packages)} packages"
    users = {}
    for package in packages:
        for text in texts(package, packages):
            # The same words with other line ends and margins are the same text.
            users.setdefault(" ".join(text.split()), (text, []))[1].append(f"{package['name']} {package['version']}")
    print("sudoku-press is under MIT or Apache-2.0. The program has these packages in it, each under its own licence:\n")
    for package in packages:
        print(f"    {package['name']} {package['version']}: {package['license']}")
    print("\nand the standard library of Rust, under MIT or Apache-2.0, SQLite, which is in the public domain, and the fonts")
    print("at the end, under the SIL Open Font License.")
    for text, names in users.values():
        print(f"\n{'=' * 80}\n{', '.join(dict.fromkeys(names))}\n\n{text}")
    for file in sorted((ROOT / "templates/fonts").glob("OFL-*.txt")):
        print(f"\n{'=' * 80}\nThe fonts {file.stem.removeprefix('OFL-')}\n\n{file.read_text(encoding='utf-8').strip()}")


main(*sys.argv[1:])
