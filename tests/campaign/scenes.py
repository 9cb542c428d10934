"""Commands that are disturbed, and what they leave when nobody disturbs them. Each trial has a folder of its own and
runs as the user nobody, if the campaign is root's."""
import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

NOBODY = 65534
CREATE = "archive create --archive a"
CATALOGUE = "generate --quota 1=4,2=4 --seed 5 -q --out c.csv"
RUN = "run --quota 1=2,2=1 --seed 5 -q --printer kdp --trim 6x9 --fill-pages --out r"
# What comes before, and the command.
SCENES = [
    ([CREATE], "run --quota 1=2,2=1 --seed 1 --archive a -q"),
    ([CREATE, "run --quota 1=1 --seed 9 --archive a -q"], "run --quota 1=2,2=1 --seed 1 --archive a -q --force puzzles"),
    ([CREATE], "run --quota 1=2,2=2 --seed 1 --archive a -q --volumes 2"),
    ([], "run --quota 1=2 --seed 1 -q --cover --printer kdp --trim 6x9 --fill-pages"),
    ([], "run --ladder human --quota 1=2,2=1 --seed 1 -q --compress zstd"),
    ([CREATE], "generate --quota 1=2,2=1 --seed 1 --archive a -q --out g.csv"),
    ([], "generate --quota 1=200 --seed 1 -q --compress gzip --out g.csv.gz"),
    ([], "generate --quota 1=30,2=10 --seed 1 -q --into d"),
    ([CATALOGUE], "book c.csv --volumes 3 -q --out v.pdf"),
    ([RUN], "book r -q --title Other --out again.pdf"),
    ([RUN], "cover r --out cover.pdf"),
    ([RUN], "run --job r --title Other -q --force"),
    ([RUN], "run --job r --another 2 -q --force --out n"),
    ([], "run --quota 1=2 --seed 1 -q --volumes 2 --out s"),
    ([RUN], "verify r -q --sheet r/proof.html"),
    ([CATALOGUE], "export svg c.csv -q --out s"),
    ([CATALOGUE], "export json c.csv -q --first-day 2027-01-01 --out j --force"),
    ([CATALOGUE], "solve c.csv --out solved.csv"),
    ([CATALOGUE], "transform --canonical c.csv --out canon.csv"),
    ([], CREATE),
    ([CREATE, "generate --quota 1=9 --seed 3 --archive a -q --out c.csv"], "archive copy --archive a b"),
    ([CREATE, CATALOGUE], "archive import --archive a c.csv"),
    (["generate --quota 1=30,2=10 --seed 1 -q --into d"], "shards join d --out d.csv"),
]


def folder_of_all(program):
    """A folder that everybody may enter, with a copy of the program."""
    home = tempfile.mkdtemp(prefix="campaign-")
    os.chmod(home, 0o755)
    shutil.copy(program, os.path.join(home, "sudoku-press"))
    return home


def owned(path):
    """Gives a folder to the user who is to work in it."""
    if os.geteuid() == 0:
        for folder, _, names in os.walk(path):
            for name in [folder] + [os.path.join(folder, name) for name in names]:
                os.lchown(name, NOBODY, NOBODY)
    return path


def start(line, folder):
    """Starts a command line in a folder, as nobody."""
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    pipe = subprocess.PIPE
    return subprocess.Popen(line, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=pipe,
                            start_new_session=True, **user)


def ended(child):
    """Exit code and standard error; no code if it does not end."""
    try:
        said = child.communicate(timeout=60)[1].decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        return None, "it does not end"
    return child.returncode, said


def tree(folder):
    """Each file but the archives, which know the time, with its hash."""
    files = {}
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            short = os.path.relpath(path, folder)
            if short.split("-")[0] not in ("a", "b") and ".archive" not in short:
                with open(path, "rb") as file:
                    files[short] = hashlib.sha256(file.read()).hexdigest()
    return files


def is_working(name):
    return any(part.startswith(".") for part in name.split(os.sep))


class Stage:
    """A scene that is set."""

    def __init__(self, home, number, scene=None, files=None):
        self.home, self.program = home, os.path.join(home, "sudoku-press")
        before, self.command = scene or SCENES[number]
        self.set_in = os.path.join(home, f"scene-{number}")
        os.mkdir(self.set_in)
        own = {name: "mine" for name in ("notes.txt", ".hidden", "precious.pdf")}
        for name, text in {**own, **(files or {})}.items():
            with open(os.path.join(self.set_in, name), "w") as file:
                file.write(text)
        owned(self.set_in)
        for command in before:
            self.must(command, self.set_in)
        self.before = tree(self.set_in)
        done = self.copy()
        begun = time.monotonic()
        self.must(self.command, done)
        self.seconds = time.monotonic() - begun
        self.after = tree(done)
        shutil.rmtree(done)

    def must(self, command, folder):
        code, said = ended(start([self.program, *command.split()], folder))
        assert code == 0, f"{command}: {code} {said}"

    def copy(self):
        folder = tempfile.mkdtemp(dir=self.home)
        shutil.copytree(self.set_in, folder, dirs_exist_ok=True)
        return owned(folder)

    def half_written(self, folder):
        """The first file under a final name that is neither what it was nor what it will be."""
        for name, sha256 in tree(folder).items():
            if not is_working(name) and sha256 not in (self.before.get(name), self.after.get(name)):
                return name
        return None

    def made_good(self, folder, litter=False):
        """The same command once more: what is wrong then, if anything is. Litter: working files may be left."""
        half = self.half_written(folder)
        if half:
            return f"{half} is half-written"
        code, said = ended(start([self.program, *self.command.split()], folder))
        if code != 0 and not (code == 2 and "exists" in said or "is not empty" in said):
            return f"the rerun ends with {code}: {said}"
        found = tree(folder)
        names = {name for name in found.keys() | self.after.keys() if found.get(name) != self.after.get(name)}
        if litter:
            names = {name for name in names if not (is_working(name) and name in found)}
        if names:
            return f"the rerun leaves other files: {sorted(names)}"
        for archive in ("a", "b"):
            if os.path.exists(os.path.join(folder, archive)):
                line = [self.program, "archive", "check", "--archive", archive]
                code, said = ended(start(line, folder))
                if code != 0:
                    return f"archive {archive}: {code} {said}"
        return None


def campaign(trial):
    """Runs PROGRAM so many times through trials: `kills PROGRAM 2000 [SEED]`."""
    program, times = sys.argv[1], int(sys.argv[2])
    random.seed(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    home, wrong = folder_of_all(program), 0
    stages = [Stage(home, number) for number in range(len(SCENES))]
    for count in range(times):
        stage = stages[count % len(stages)]
        folder = stage.copy()
        how, why = trial(stage, folder)
        if why:
            wrong += 1
            print(f"WRONG: {stage.command}\n    {how}\n    {why}", flush=True)
        shutil.rmtree(folder)
        if (count + 1) % 100 == 0:
            print(f"{count + 1} of {times}, {wrong} wrong", flush=True)
    shutil.rmtree(home)
    sys.exit(1 if wrong else 0)
