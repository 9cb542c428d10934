"""What tests with daemons of this host share: they wait, look at processes, and end those that they started.

Each process that is started descends from the test, also when its parent dies, and is ended by its own id.
"""

import ctypes
import os
import pathlib
import signal
import socket
import time

# Thousands of puzzles are duplicates, and level 3 ends at 8,074.
PLAN = "--grid cyclic --look published --quota 3=9000,4=2500,5=300 --seed 5 --attempts 60"
SHORT = 3  # the exit code of a run with a level that is short
PR_SET_CHILD_SUBREAPER = 36


class Wrong(Exception):
    """Something is not as it must be."""


def check(true, words):
    if not true:
        raise Wrong(words)


def wait(what, found, seconds=60):
    """The first true answer of `found`."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if answer := found():
            return answer
        time.sleep(0.05)
    raise Wrong(f"waited {seconds} s in vain: {what}")


def descendants(of=None):
    """The processes that descend from one; all of ours descend from this one."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                text = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(text[1]), []).append(int(entry.name))
    found, todo = [], [of or os.getpid()]
    while todo:
        children = parents.get(todo.pop(), [])
        found += children
        todo += children
    return found


def environment(pid):
    try:
        words = pathlib.Path(f"/proc/{pid}/environ").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return {}
    return dict(word.split("=", 1) for word in words if "=" in word)


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def free_ports(number):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def adopt():
    """From now on what is started descends from this process, and TERM ends the test in order."""

    def stopped(number, _):
        # Once: a second one must not disturb the end.
        for one in [signal.SIGTERM, signal.SIGINT]:
            signal.signal(one, signal.SIG_IGN)
        raise Wrong(f"stopped by signal {number}")

    for one in [signal.SIGTERM, signal.SIGINT]:
        signal.signal(one, stopped)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end(daemons):
    """Ends daemons, then what is left, such as steps."""
    for daemon in daemons:
        daemon.terminate()
    until = time.monotonic() + 3
    while time.monotonic() < until and any(daemon.poll() is None for daemon in daemons):
        time.sleep(0.05)
    until = time.monotonic() + 10
    while time.monotonic() < until and (left := descendants()):
        for pid in left:
            kill(pid)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.02)
