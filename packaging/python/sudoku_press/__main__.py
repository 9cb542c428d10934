"""`python -m sudoku_press`: runs the program that came with this package."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path


def program():
    """The path of the program: among the scripts of this Python, of the user, or of `pip install --target`."""
    name = "sudoku-press" + (sysconfig.get_config_var("EXE") or "")
    user = "nt_user" if os.name == "nt" else "posix_user"
    packages = Path(__file__).resolve().parent.parent
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", user), packages / "bin"]
    paths = [Path(folder) / name for folder in folders]
    for path in paths:
        if path.is_file():
            return str(path)
    sys.exit("expected the program sudoku-press as one of " + ", ".join(map(str, paths)) + ", found none")


if __name__ == "__main__":
    command = [program(), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.run(command).returncode)
    os.execv(command[0], command)
