"""Runs the templates `slurm` and `snakemake` on a cluster of two nodes, with daemons of this host, while things go wrong.

    slurm.py PROGRAM VENV

Where the variable ENGINES names a folder, the files are read there, and not printed by the program.
"""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from daemons import PLAN, SHORT, Wrong, adopt, check, descendants, end, environment, free_ports, kill, wait

PROGRAM, VENV = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
ENGINES = os.environ.get("ENGINES") and pathlib.Path(os.environ["ENGINES"])
SHIPPED = {"status.sh": "slurm-status.sh"}  # the name of a file in that folder, where it is another
PUZZLES = 8074 + 2500 + 300
SHARDS = 8


class Cluster:
    """Slurm with two nodes."""

    def __init__(self, home):
        self.home, self.daemons = home, {}
        host = socket.gethostname().split(".")[0]
        first, *nodes = free_ports(3)
        for name in ["munge", "state", "n1", "n2", "bin", "log"]:
            (home / name).mkdir()
        shutil.chown(home / "munge", "munge", "munge")
        shutil.chown(home / "state", "slurm", "slurm")
        key = home / "munge/key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        shutil.chown(key, "munge", "munge")
        self.conf = home / "slurm.conf"
        self.conf.write_text(f"""\
ClusterName=t
SlurmctldHost={host}(127.0.0.1)
SlurmUser=slurm
AuthType=auth/munge
AuthInfo=socket={home}/munge/socket
MpiDefault=none
TaskPlugin=task/none
ProctrackType=proctrack/linuxproc
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SlurmdTimeout=10
SchedulerParameters=sched_interval=2,batch_sched_delay=0
SlurmctldPort={first}
SlurmctldPidFile={home}/slurmctld.pid
SlurmdPidFile={home}/slurmd.%n.pid
StateSaveLocation={home}/state
SlurmdSpoolDir={home}/%n
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={nodes[0]} CPUs=2 RealMemory=1000
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={nodes[1]} CPUs=2 RealMemory=1000
PartitionName=night Nodes=n1,n2 Default=YES State=UP
""")
        wrapper = home / "bin/sudoku-press"
        wrapper.write_text(WRAPPER)
        wrapper.chmod(0o755)
        path = f"{home}/bin:{VENV}/bin:{os.environ['PATH']}"
        self.env = os.environ | {"SLURM_CONF": str(self.conf), "PATH": path}
        self.env |= {"HOME": str(home), "XDG_CACHE_HOME": str(home)}
        self.env |= {"PRESS_PROGRAM": str(PROGRAM), "PRESS_HOME": str(home)}

    def daemon(self, name, *words, **more):
        log = (self.home / "log" / name).open("ab")
        self.daemons[name] = subprocess.Popen(words, stdout=log, stderr=log, env=self.env, cwd=self.home, **more)

    def node(self, name):
        self.daemon(name, "slurmd", "-D", "-N", name)

    def start(self):
        munge = self.home / "munge"
        files = [f"--{what}-file={munge}/{what}" for what in ["key", "pid", "log", "seed"]]
        self.daemon(
            "munged", "munged", "--foreground", "--force", f"--socket={munge}/socket", *files,
            user="munge", group="munge", extra_groups=[],
        )  # fmt: skip
        wait("munged gives no socket", (munge / "socket").exists, 20)
        self.daemon("slurmctld", "slurmctld", "-D")
        self.node("n1")
        self.node("n2")
        self.wait_idle()
        self.check_loopback()

    def wait_idle(self):
        wait("two idle nodes", lambda: self.said("sinfo", "-h", "-N", "-o", "%t", check=False).split() == ["idle"] * 2)

    def check_loopback(self):
        """Every socket that listens is on 127.0.0.1."""
        inodes = set()
        for pid in descendants():
            for fd in pathlib.Path(f"/proc/{pid}/fd").glob("*"):
                try:
                    inodes.add(os.readlink(fd))
                except OSError:
                    pass
        found = 0
        for table in ["tcp", "tcp6"]:
            for line in pathlib.Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
                words = line.split()
                if words[3] == "0A" and f"socket:[{words[9]}]" in inodes:
                    found += 1
                    check(words[1].startswith("0100007F:"), f"a daemon listens on {words[1]}, not on 127.0.0.1")
        check(found >= 3, f"expected three daemons that listen, found {found}")

    def said(self, *words, check=True, seconds=60, **env):
        """What a command prints."""
        done = subprocess.run(
            words, env=self.env | env, cwd=self.home, capture_output=True, text=True, timeout=seconds, check=False
        )
        if check and done.returncode != 0:
            raise Wrong(f"{' '.join(map(str, words))}: code {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def press(self, args, code=0, words=""):
        """Runs the program itself; it must end with this code and say these words."""
        done = subprocess.run(
            [PROGRAM, *args.split()], cwd=self.home, capture_output=True, text=True, timeout=60, check=False
        )
        said = done.stdout + done.stderr
        check(done.returncode == code and words in said, f"{args}: code {done.returncode}, {said}")
        return done.stdout

    def archive(self, name):
        """A new archive, which is empty."""
        archive = str(self.home / f"{name}.archive")
        self.press(f"archive create {archive}")
        return archive

    def must_have_entered(self, archive):
        """The archive has one run, with all of its puzzles."""
        stats = self.press(f"archive stats --archive {archive}")
        check(str(PUZZLES) in stats.replace(",", ""), f"the archive has not the run: {stats}")

    def tasks(self, job):
        """What Slurm says of the tasks of a job, each as words such as JobState=RUNNING."""
        text = self.said("scontrol", "-o", "show", "job", str(job), check=False)
        return [dict(word.split("=", 1) for word in line.split() if "=" in word) for line in text.splitlines()]

    def wait_empty(self, seconds=90):
        """Until no job waits or runs."""
        wait("jobs are still in the queue", lambda: not self.said("squeue", "-h", check=False).strip(), seconds)

    def lose(self, node):
        """Ends a node with all that it runs, at once: nothing of it may tell how a task ended."""
        daemon = self.daemons[node]
        os.kill(daemon.pid, signal.SIGSTOP)
        tellers = descendants(daemon.pid)
        kill(daemon.pid)
        daemon.wait()
        # Asked now: no task begins on the node any more.
        jobs = self.said("squeue", "-h", "-w", node, "-o", "%A").split()
        check(jobs, f"no task runs on {node}")
        while True:
            programs = []
            for pid in descendants():
                name = self.words(pid)
                if name.startswith("slurmstepd: [") and name.split("[")[1].split(".")[0] in jobs:
                    tellers.append(pid)
                elif environment(pid).get("SLURMD_NODENAME") == node:
                    programs.append(pid)
            if not tellers and not programs:
                return
            for pid in tellers + programs:
                kill(pid)
            tellers = []
            time.sleep(0.05)

    @staticmethod
    def words(pid):
        try:
            return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
        except OSError:
            return ""

    def logs(self):
        for log in sorted((self.home / "log").iterdir()) + sorted(self.home.glob("slurm-*.out")):
            tail = log.read_text(errors="replace").splitlines()[-12:]
            if tail:
                print(f"--- {log.name}", *tail, sep="\n", file=sys.stderr)


# The program, with a line for each of its ends. A shard that the folder "hold" names has a slow disk in its first
# attempt: after one or two whole parts every rename takes 0.3 s.
WRAPPER = """\
#!/bin/bash
step=$1 words=$*
shard=$SLURM_ARRAY_TASK_ID
[ -n "$shard" ] || shard=$(sed -n 's:.*--shard \\([0-9]*\\)/.*:\\1:p' <<<"$words")
set -- "$PRESS_PROGRAM" "$@"
if [ "$step" = generate ] && rm "$PRESS_HOME/hold/$shard" 2>/dev/null; then
    set -- strace -D -f -qq -I3 -o "$PRESS_HOME/begun/renames-$shard" -e trace=/^rename -e inject=/^rename:delay_enter=300ms:when=7+ "$@"
fi
trap 'kill -TERM $pid' TERM
"$@" &
pid=$!
echo "$pid" >"$PRESS_HOME/begun/$step-$shard"
until wait "$pid"; ! kill -0 "$pid" 2>/dev/null; do :; done
wait "$pid"
code=$?
echo "$code $words" >>"$PRESS_HOME/ends"
exit "$code"
"""


class Run:
    """A sharded run, made by an engine in a folder of its own."""

    def __init__(self, cluster, name):
        self.cluster, self.folder = cluster, cluster.home / name
        for note in ["begun", "hold"]:
            shutil.rmtree(cluster.home / note, ignore_errors=True)
            (cluster.home / note).mkdir()
        (cluster.home / "ends").write_text("")

    def hold(self, *shards):
        for shard in shards:
            (self.cluster.home / f"hold/{shard}").touch()

    def held(self, shard):
        """The program of a shard whose disk is slow, when it has made a part."""
        begun, renames = [self.cluster.home / f"begun/{what}{shard}" for what in ["generate-", "renames-"]]

        def found():
            slow = renames.exists() and len(renames.read_text().splitlines()) >= 7
            return int(begun.read_text()) if slow and begun.exists() and begun.read_text().strip() else None

        return wait(f"shard {shard} of {self.folder.name} makes no part", found)

    def ends(self, words):
        """The codes with which commands have ended that have these words."""
        lines = (self.cluster.home / "ends").read_text().splitlines()
        return [int(line.split()[0]) for line in lines if words in line]

    def must_be(self, expected):
        """The catalogue has the bytes of one machine."""
        catalog = self.folder / "catalog.csv"
        check(catalog.read_bytes() == expected, f"{catalog}: not the bytes of one machine")
        check(self.cluster.press(f"shards status {self.folder} --missing") == "", "parts are missing")


def slurm(run, *args, **more):
    """Starts the steps as a user does; returns the job of each."""
    home = run.cluster.home
    env = {"DIR": str(run.folder), "FLAGS": PLAN, "SHARDS": str(SHARDS)} | more
    said = run.cluster.said("sh", str(home / "slurm.sh"), *args, **env)
    return dict(words.split() for words in said.strip().split(", "))


def must_end(cluster, jobs):
    """Both steps end well, the join with the code of a short run, unless another attempt was first."""
    cluster.wait_empty()
    for name, job in jobs.items():
        found = {task["ExitCode"] for task in cluster.tasks(job)}
        allowed = {"3:0", "0:0"} if name == "join" else {"0:0"}
        check(found and found <= allowed, f"{name} {job} ended with {found}")


def over(cluster, expected):
    """The time of a task is over: Slurm tells it so before. It is queued again, and the join waits."""
    run = Run(cluster, "over")
    late = 2
    run.hold(late)
    archive = cluster.archive("over")
    jobs = slurm(run, ARCHIVE=archive)
    task = f"{jobs['make']}_{late}"
    run.held(late)
    begun = time.monotonic()
    # As Slurm itself does before the end of --time. The notice says itself again while a task is queued again: ended here.
    notice = subprocess.Popen(["scancel", "--batch", "--signal=USR1", task], env=cluster.env)
    wait("the task whose time is over does not end", lambda: 143 in run.ends("generate"), 20)
    took = time.monotonic() - begun
    notice.kill()
    notice.wait()
    check(took < 2, f"the task whose time is over ended after {took:.1f} s, expected 2 s")
    again(cluster, jobs["make"], late)
    waits = {one["JobState"] for one in cluster.tasks(jobs["join"])}
    check(waits == {"PENDING"} and run.ends("shards join") == [], f"the join behind a task that is queued again: {waits}")
    must_end(cluster, jobs)
    check(run.ends("generate").count(143) == 1, f"generate ended with {run.ends('generate')}")
    check(cluster.tasks(task)[0]["Restarts"] == "1", "the task was not queued again")
    cluster.must_have_entered(archive)
    run.must_be(expected)


def refused(cluster, _):
    """A wrong flag ends all, also where a task is told that its time is over: nothing is queued again."""
    run = Run(cluster, "refused")
    jobs = slurm(run, FLAGS=f"{PLAN} --variants 0")
    cluster.wait_empty()
    found = {(task["ExitCode"], task["Restarts"]) for task in cluster.tasks(jobs["make"])}
    check(found == {("2:0", "0")}, f"tasks with a wrong flag: {found}")
    check(run.ends("shards join") == [], "the join began without parts")


def storm(cluster, expected):
    """A preempted task, a killed one, a lost node, damaged files, and two attempts at everything at once."""
    run = Run(cluster, "storm")
    preempted, killed, lost = 1, 3, 6
    run.hold(preempted, killed, lost)
    jobs = slurm(run)
    make = jobs["make"]

    # Preempted: Slurm sends TERM, and queues the task again.
    run.held(preempted)
    begun = time.monotonic()
    cluster.said("scontrol", "requeue", f"{make}_{preempted}")
    wait("the preempted task does not end", lambda: 143 in run.ends("generate"), 20)
    took = time.monotonic() - begun
    check(took < 2, f"the preempted task ended after {took:.1f} s, expected 2 s")

    # Killed, as by a kernel without memory: the steps behind it are cancelled.
    kill(run.held(killed))
    wait("the killed task does not end", lambda: 137 in run.ends("generate"), 20)

    # The host of a task is lost with all that it runs. Slurm queues its tasks again, beside the preempted one.
    run.held(lost)
    node = cluster.tasks(f"{make}_{lost}")[0]["BatchHost"]
    cluster.lose(node)
    cluster.said("scontrol", "update", f"nodename={node}", "state=down", "reason=lost")
    for task in cluster.tasks(make):
        if task.get("Requeue") == "1" and task["JobState"] == "PENDING" and "," not in task["ArrayTaskId"]:
            again(cluster, make, task["ArrayTaskId"])
    # The host comes back when its tasks have ended on the other: Slurm may still send it the end of their first
    # attempts, which would be taken for that of the second.
    cluster.wait_empty()
    cluster.node(node)
    cluster.said("scontrol", "update", f"nodename={node}", "state=resume")
    cluster.wait_idle()
    restarts = [cluster.tasks(f"{make}_{shard}")[0]["Restarts"] for shard in [preempted, lost]]
    check(restarts == ["1", "1"], f"queued again: {restarts}")
    states = {task["ArrayTaskId"]: task["JobState"] for task in cluster.tasks(make)}
    expected_states = {str(n): "FAILED" if n == killed else "COMPLETED" for n in range(SHARDS)}
    codes = {task["ArrayTaskId"]: task["ExitCode"] for task in cluster.tasks(make)}
    check(states == expected_states, f"tasks: {states}, {codes}")
    check(run.ends("join") == [], "the join began without a shard")
    missing = f"shards status {run.folder} --missing"
    check(cluster.press(missing).strip() == str(killed), "another shard is missing")
    cluster.press(f"shards join {run.folder}", 1, f"(shard {killed} of {SHARDS}) is missing")

    # A lost file, and two of which a bit has flipped.
    made = run.folder / "made"
    (made / "L4-000020.csv").unlink()
    for name in ["L3-000003.csv", "L3-000010.keys"]:
        bytes_of = bytearray((made / name).read_bytes())
        bytes_of[-1] ^= 1
        (made / name).write_bytes(bytes_of)
    jobs = slurm(run, str(killed))
    cluster.wait_empty()
    found = {name: {task["JobState"] for task in cluster.tasks(job)} for name, job in jobs.items()}
    check(found == {"make": {"COMPLETED"}, "join": {"FAILED"}}, f"after a flipped bit: {found}")
    said = (cluster.home / f"slurm-{jobs['join']}.out").read_text()
    check("L3-000010 (shard 0 of 8) has no sound keys" in said, f"the join does not name the part: {said}")

    # Two attempts at both steps at once mend it all.
    for attempt in [slurm(run), slurm(run)]:
        must_end(cluster, attempt)
    run.must_be(expected)


def again(cluster, job, task):
    """A task that is queued again starts now, not after two minutes."""
    # But not within a second: a node refuses what was granted to the attempt that has ended.
    time.sleep(2)

    def asked():
        states = {one["JobState"] for one in cluster.tasks(f"{job}_{task}")}
        if "PENDING" in states:
            cluster.said("scontrol", "update", f"jobid={job}_{task}", "StartTime=now", check=False)
        # Or it is over: a task that waited for a core, and not for its time, has begun meanwhile.
        return states & {"PENDING", "COMPLETED"}

    wait(f"task {job}_{task} is not queued again", asked)


def snakemake(cluster, expected):
    """Snakemake over Slurm, which tries a killed step again."""
    run = Run(cluster, "snake")
    run.hold(2)
    config = [f"dir={run.folder}", f"flags={PLAN}", f"shards={SHARDS}", "threads=1"]
    words = ["snakemake", "--executor", "cluster-generic", "--jobs", "8", "--seconds-between-status-checks", "1"]
    words += ["--cluster-generic-submit-cmd", "sbatch --parsable --requeue"]
    words += ["--cluster-generic-status-cmd", "./status.sh", "--config", *config]
    cluster.daemon("snakemake", *words)
    process = cluster.daemons["snakemake"]
    kill(run.held(2))
    check(process.wait(120) == 0, f"snakemake ended with code {process.returncode}")
    check(run.ends("generate").count(137) == 1, f"generate ended with {run.ends('generate')}")
    run.must_be(expected)


def local(cluster, expected):
    """Snakemake on this machine, with an archive."""
    run = Run(cluster, "local")
    archive = cluster.archive("local")
    config = [f"dir={run.folder}/", f"flags={PLAN}", "shards=3", "threads=1"]
    cluster.said("snakemake", "--cores", "2", "--config", *config, f"archive={archive}", seconds=90)
    steps = sorted(file.name for file in (cluster.home / "local.steps").iterdir())
    check(steps == ["generate-0", "generate-1", "generate-2", "join"], f"steps: {steps}")
    cluster.must_have_entered(archive)
    run.must_be(expected)


def main():
    adopt()
    home = pathlib.Path(tempfile.mkdtemp(prefix="engines-"))
    home.chmod(0o755)
    cluster = Cluster(home)
    begun = time.monotonic()
    try:
        for engine, file in [("slurm", "slurm.sh"), ("slurm-status", "status.sh"), ("snakemake", "Snakefile")]:
            shown = ENGINES and (ENGINES / SHIPPED.get(file, file)).read_text()
            (home / file).write_text(shown or cluster.press(f"shards engines {engine}"))
            (home / file).chmod(0o755)
        cluster.press(f"generate {PLAN} --out one.csv", SHORT, "made 8074")
        expected = (home / "one.csv").read_bytes()
        cluster.start()
        for what in [over, refused, storm, snakemake, local]:
            print(f"{what.__name__}: {time.monotonic() - begun:.0f} s", file=sys.stderr)
            what(cluster, expected)
    except (Wrong, subprocess.TimeoutExpired, OSError, LookupError) as wrong:
        cluster.logs()
        print(f"tests/engines/slurm.py: {type(wrong).__name__}: {wrong}", file=sys.stderr)
        return 1
    finally:
        end(cluster.daemons.values())
        shutil.rmtree(home, ignore_errors=True)
    print(f"Slurm and Snakemake: the bytes of one machine, after all that went wrong; {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
