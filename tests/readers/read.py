"""Reads one catalogue in every form with every reader, and holds it against Python's own reading of
the plain CSV: each row, each column, each value, no digit lost."""

import csv
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import openpyxl
import pandas
import polars
import pyarrow
import pyarrow.csv
import pyarrow.json
import pyarrow.parquet
import zstandard

work, program = Path(sys.argv[1]), sys.argv[2]
SEED = 2**64 - 1
TEXT = ["id", "puzzle", "solution", "level_name", "grid", "order", "symmetry", "canonical"]
WHOLE = ["clues", "level", "row_col_min", "searches", "slot", "reissue", "seed"]
# What a reader must be told of a CSV file: these columns are text, this one has 64 bits.
STRINGS = {name: "string" for name in TEXT}


def typed(row):
    """A row of CSV, as it is meant."""
    row = dict(row)
    row.update((name, int(row[name])) for name in WHOLE)
    row["difficulty"] = float(row["difficulty"])
    return row


def read_csv(file):
    return [typed(row) for row in csv.DictReader(file)]


with open(work / "c.csv", newline="") as file:
    expected = read_csv(file)
columns = list(expected[0])
assert len(expected) == 200 and len(columns) == 16
for row in expected:
    assert row["seed"] == SEED
    assert len(row["puzzle"]) == len(row["solution"]) == len(row["canonical"]) == 81
    assert set(row["solution"]) == set("123456789")
    assert row["clues"] == 81 - row["puzzle"].count(".")

checked = 0


def same(what, rows):
    """Every value, and that text is text, whole numbers are whole, and nothing is missing."""
    global checked
    rows = list(rows)
    assert len(rows) == len(expected), f"{what}: {len(rows)} rows"
    for number, (row, right) in enumerate(zip(rows, expected)):
        assert list(row) == columns, f"{what}: {list(row)}"
        for name in columns:
            value = row[name]
            ok = value == right[name] and isinstance(value, type(right[name]))
            assert ok, f"{what}, row {number}, {name}: {value!r}, where {right[name]!r} was written"
    checked += 1
    print(f"ok  {what}")


def plain(frame):
    """Rows of a data frame with Python's own types."""
    return json.loads(frame.to_json(orient="records", double_precision=15))


# Python itself.
with gzip.open(work / "c.csv.gz", "rt", newline="") as file:
    same("csv.gz, Python", read_csv(file))
with zstandard.open(work / "c.csv.zst", "rt", newline="") as file:
    same("csv.zst, zstandard", read_csv(file))
with open(work / "c.jsonl") as file:
    same("jsonl, Python", map(json.loads, file))
with zstandard.open(work / "c.jsonl.zst", "rt") as file:
    same("jsonl.zst, zstandard", map(json.loads, file))

# openpyxl. Excel keeps 15 digits of a number, so the seed is text.
book = openpyxl.load_workbook(work / "c.xlsx")
assert book.sheetnames == ["puzzles", "columns"], book.sheetnames
assert [sheet.freeze_panes for sheet in book] == ["A2", "A2"]
header, *rows = book["puzzles"].iter_rows()
names = [cell.value for cell in header]
for row in rows:
    for name, cell in zip(names, row):
        is_number = name in WHOLE and name != "seed" or name == "difficulty"
        assert cell.data_type == ("n" if is_number else "s"), f"c.xlsx, {cell.coordinate}"
        assert is_number or cell.number_format == "@", f"c.xlsx, {cell.coordinate}"
floats = lambda row: row | {"seed": int(row["seed"]), "difficulty": float(row["difficulty"])}
same("c.xlsx, openpyxl", [floats(dict(zip(names, (cell.value for cell in row)))) for row in rows])
explained = list(book["columns"].values)
assert explained[0] == ("column", "meaning", "values") and [row[0] for row in explained[1:]] == columns
assert all(all(row) for row in explained), explained

# The table of an export for InDesign.
with open(work / "drawings" / "data-indesign.csv", encoding="utf-16", newline="") as file:
    for row, right in zip(csv.DictReader(file), expected, strict=True):
        names = row["@puzzle"], row["@answer"]
        assert names == (f"{right['id']}.eps", f"{right['id']}-answer.eps"), row
        assert (work / "drawings" / names[1]).is_file() and row["stars"].count("★") == right["level"], row
checked += 1
print("ok  data-indesign.csv, Python")

# The workbook of an export, with two square pictures in each row.
sheet = openpyxl.load_workbook(work / "sheets" / "data.xlsx")["puzzles"]
header, *rows = sheet.values
for row, right in zip(rows, expected, strict=True):
    found = dict(zip(header, row))
    for name in ["id", "puzzle", "solution", "level", "level_name", "clues"]:
        assert found[name] == right[name], f"data.xlsx: {found[name]!r}, where {right[name]!r} was exported"
places = [(image.anchor._from.row, header[image.anchor._from.col]) for image in sheet._images]
pictures = ["puzzle_picture", "answer_picture"]
assert places == [(row, name) for row in range(1, 201) for name in pictures], places[:4]
assert {(image.width, image.height) for image in sheet._images} == {(118, 118)}
checked += 1
print("ok  data.xlsx, openpyxl")

# LibreOffice, where it is installed. The numbers are those of a comma, a quotation mark and UTF-8.
UTF_8_CSV = "csv:Text - txt - csv (StarCalc):44,34,76"
if office := shutil.which("soffice"):
    for name in ["c.xlsx", "sheets/data.xlsx"]:
        command = [office, f"-env:UserInstallation=file://{work}/office", "--headless", "--convert-to", UTF_8_CSV]
        subprocess.run([*command, "--outdir", work / "office", work / name], capture_output=True, check=True)
        with open(work / "office" / Path(name).with_suffix(".csv").name, newline="") as file:
            found = list(csv.DictReader(file))
        assert [row["solution"] for row in found] == [row["solution"] for row in expected], name
        checked += 1
        print(f"ok  {name}, LibreOffice")

# And the other way round: what openpyxl writes is read by every command.
foreign = openpyxl.Workbook()
sheet = foreign.active
sheet.append(["Nr", "Sudoku", "Answer"])
for number, row in enumerate(expected, 1):
    sheet.append([number, row["puzzle"], row["solution"]])
foreign.save(work / "foreign.xlsx")
grids = openpyxl.Workbook()
for number, row in enumerate(expected[:20]):
    for cell, digit in enumerate(row["puzzle"]):
        if digit != ".":
            grids.active.cell(3 + 10 * number + cell // 9, 2 + cell % 9, int(digit))
grids.save(work / "grids.xlsx")
for name, right in [("foreign.xlsx", expected), ("grids.xlsx", expected[:20]), ("sheets/data.xlsx", expected)]:
    ended = subprocess.run([program, "solve", work / name], capture_output=True, text=True, check=True)
    assert ended.stderr == "" and ended.stdout.split() == [row["solution"] for row in right], (name, ended)
    checked += 1
    print(f"ok  {name} of openpyxl, sudoku-press")


# DuckDB, told which columns are text, and for JSON lines and Parquet told nothing.
def duck(query):
    found = duckdb.sql(query)
    return [dict(zip(found.columns, row)) for row in found.fetchall()]


types = ", ".join([f"'{name}': 'VARCHAR'" for name in TEXT] + ["'seed': 'UBIGINT'", "'difficulty': 'DOUBLE'"])
for name in ["c.csv", "c.csv.gz", "c.csv.zst"]:
    same(f"{name}, DuckDB", duck(f"SELECT * FROM read_csv('{work / name}', types = {{{types}}})"))
for name in ["c.jsonl", "c.jsonl.zst"]:
    same(f"{name}, DuckDB", duck(f"SELECT * FROM '{work / name}'"))
same("c.parquet, DuckDB", duck(f"SELECT * FROM '{work / 'c.parquet'}'"))
found = duck(f"SELECT count(*) AS n FROM '{work / 'c.parquet'}' WHERE difficulty > 4 AND level = 5")
assert found == [{"n": 40}], found

# pandas.
dtypes = STRINGS | {"seed": "uint64"}
for name in ["c.csv", "c.csv.gz", "c.csv.zst"]:
    same(f"{name}, pandas", plain(pandas.read_csv(work / name, dtype=dtypes)))
for name in ["c.jsonl", "c.jsonl.zst"]:
    frame = pandas.read_json(work / name, lines=True, dtype=dtypes)
    same(f"{name}, pandas", plain(frame))
same("c.parquet, pandas", plain(pandas.read_parquet(work / "c.parquet")))

# pyarrow.
kinds = {name: pyarrow.string() for name in TEXT} | {"seed": pyarrow.uint64()}
for name in ["c.csv", "c.csv.gz", "c.csv.zst"]:
    with pyarrow.input_stream(work / name) as file:
        convert = pyarrow.csv.ConvertOptions(column_types=kinds)
        same(f"{name}, pyarrow", pyarrow.csv.read_csv(file, convert_options=convert).to_pylist())
parse = pyarrow.json.ParseOptions(explicit_schema=pyarrow.schema(kinds))
found = pyarrow.json.read_json(work / "c.jsonl", parse_options=parse).select(columns)
same("c.jsonl, pyarrow", found.to_pylist())
table = pyarrow.parquet.read_table(work / "c.parquet")
same("c.parquet, pyarrow", table.to_pylist())
fields = {field.name: str(field.type) for field in table.schema}
assert all(fields[name] == "string" for name in TEXT), fields
assert fields["seed"] == "uint64" and fields["difficulty"] == "double", fields
assert fields["clues"] == "int32" and fields["searches"] in ("int32", "int64"), fields
about = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
assert about["seed"] == str(SEED) and about["program"].startswith("sudoku-press "), about
assert "quota" in json.loads(about["settings"]), about

# What others save of our files, verified by us: numbers have other forms then, and the same values.
saved = work / "saved"
saved.mkdir()
book.save(saved / "openpyxl.xlsx")
frame = pandas.read_csv(work / "c.csv", dtype=dtypes)
frame.to_csv(saved / "pandas.csv", index=False)
frame.to_json(saved / "pandas.jsonl", orient="records", lines=True)
# The program reads Parquet with zstd alone; pandas packs with snappy unless told otherwise.
frame.to_parquet(saved / "pandas.parquet", index=False, compression="zstd")
# Excel keeps 15 digits of a number.
frame.astype({"seed": "string"}).to_excel(saved / "pandas.xlsx", index=False)
numbers = {name: "float64" for name in WHOLE if name != "seed"}
frame.astype(numbers).to_csv(saved / "floats.csv", index=False)
frame.astype(numbers).to_parquet(saved / "floats.parquet", index=False, compression="zstd")
frame.to_csv(saved / "comma.csv", index=False, sep=";", decimal=",")
shorter = frame.astype({"difficulty": "string"})
shorter["difficulty"] = shorter["difficulty"].str.removesuffix(".0")
shorter.to_csv(saved / "excel.csv", index=False)
if office:
    for form, name in [("xlsx", "c.xlsx"), (UTF_8_CSV, "c.csv")]:
        command = [office, f"-env:UserInstallation=file://{work}/office", "--headless", "--convert-to", form]
        command += ["--outdir", saved / "office", work / "c.xlsx"]
        subprocess.run(command, capture_output=True, check=True)
        (saved / "office" / name).rename(saved / f"office-{name}")
    (saved / "office").rmdir()
for file in sorted(saved.iterdir()):
    ended = subprocess.run([program, "verify", file], capture_output=True, text=True)
    right = (0, f"OK: {len(expected)} puzzles.\n", "")
    assert (ended.returncode, ended.stdout, ended.stderr) == right, (file.name, ended)
    checked += 1
    print(f"ok  saved/{file.name}, verify")

# Each line of docs/data.md that reads a catalogue, under the name that it has there.
for name in ["csv", "csv.zst", "jsonl", "parquet"]:
    os.symlink(work / f"c.{name}", work / f"catalog.{name}")
guide = (Path(__file__).parents[2] / "docs/data.md").read_text()
os.chdir(work)
lines = 0
for language, block in re.findall(r"^```(sql|python)\n(.*?)^```", guide, re.M | re.S):
    for line in filter(None, block.splitlines()):
        if language == "sql":
            same(line, duck(line))
        else:
            found = eval(line)
            lists = {"pandas": plain, "pyarrow": lambda t: t.to_pylist(), "polars": lambda f: f.to_dicts()}
            same(line, lists[line.split(".")[0]](found))
        lines += 1
assert lines >= 14, lines

# What docs/data.md says of readers that guess the types.
solutions = [row["solution"] for row in read_csv(open(work / "c.csv", newline=""))]
kept = {
    "pandas": [str(value) for value in pandas.read_csv(work / "c.csv")["solution"]],
    "DuckDB": [str(row["solution"]) for row in duck(f"SELECT * FROM '{work / 'c.csv'}'")],
}
assert all(found == solutions for found in kept.values()), kept
assert str(pyarrow.csv.read_csv(work / "c.csv").schema.field("solution").type) == "double"
try:
    polars.read_csv(work / "c.csv")
except polars.exceptions.ComputeError:
    pass
else:
    raise AssertionError("Polars guesses a type for the column solution")
for words in ["pandas 3.1 and DuckDB 2.0 keep all", "pyarrow 26 keeps 16", "Polars 2.1 stops"]:
    assert words in " ".join(guide.split()), words

# The description beside a catalogue: is it one, and does the catalogue keep its types, patterns, bounds,
# size and hash?
frictionless = Path(sys.executable).with_name("frictionless")
for folder in ["run", "run-gzip"]:
    package = work / folder / "datapackage.json"
    ended = subprocess.run([frictionless, "validate", "--json", package], capture_output=True, text=True)
    report = json.loads(ended.stdout)
    assert report["valid"], f"{folder}: {json.dumps(report, indent=1)[:4000]}"
    assert report["stats"]["tasks"] == 1 and report["stats"]["errors"] == 0, report["stats"]
    assert report["tasks"][0]["stats"]["rows"] == 20, report["tasks"][0]["stats"]
    checked += 1
    print(f"ok  {folder}/datapackage.json, frictionless")

# And one that does not keep them is noticed.
text = (work / "run" / "catalog.csv").read_text()
(work / "run" / "catalog.csv").write_text(text.replace("\nL1-000003,", "\nL1-3,", 1))
ended = subprocess.run([frictionless, "validate", "--json", work / "run" / "datapackage.json"], capture_output=True, text=True)
errors = {error["type"] for task in json.loads(ended.stdout)["tasks"] for error in task["errors"]}
assert {"constraint-error", "hash-count"} <= errors, errors

# A data set with splits: each file as Python, pandas and Polars read it, and as the loop of a
# model's reader does, which goes by the places of source, question, answer and rating.
types = {"puzzle": "string", "solution": "string"}
strings = {name: polars.String for name in types}
for split in ["train", "valid", "test"]:
    table, packed = work / "set" / f"{split}.csv", work / "set-parquet" / f"{split}.parquet"
    with open(table, newline="") as file:
        right = list(csv.DictReader(file))
    assert right
    with open(table, newline="") as file:
        reader = csv.reader(file)
        next(reader)
        for row, (source, question, answer, rating, *_) in zip(right, reader, strict=True):
            cells = [int(c) for c in question.replace(".", "0")]
            assert len(cells) == len(answer) == 81 and "0" not in answer and source and int(rating) >= 0
            assert all(cell in (0, int(digit)) for cell, digit in zip(cells, answer)), row
    frames = {
        "CSV, pandas": plain(pandas.read_csv(table, dtype=types)),
        "Parquet, pandas": plain(pandas.read_parquet(packed)),
        "CSV, Polars": polars.read_csv(table, schema_overrides=strings).to_dicts(),
        "Parquet, Polars": polars.read_parquet(packed).to_dicts(),
    }
    for what, rows in frames.items():
        for row, written in zip(rows, right, strict=True):
            assert list(row) == list(written), what
            for name, text in written.items():
                value = row[name]
                ok = value == text if isinstance(value, str) else float(value) == float(text)
                assert ok and isinstance(value, str) == (name in ["id", "puzzle", "solution", "hardest"])
    checked += 1
    print(f"ok  set/{split}, Python, pandas, Polars")

print(f"{checked} readings, {len(expected)} rows each: all as written")
