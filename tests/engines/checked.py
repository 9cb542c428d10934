"""Checks the files for Kubernetes and AWS Batch against the schemas of these services. Nothing is run.

    checked.py PROGRAM VENV

Where the variable ENGINES names a folder, the files are read there, and not printed by the program.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM, VENV = sys.argv[1:3]
NEVER = "never run by us"
BATCH_SIZES = range(2, 10_001)  # what AWS Batch takes as the size of an array job
STEPS = ["generate", "merge", "settle", "finish"]
ARCHIVE = "postgres://me@host/printed"
# Words of FLAGS, OPTIONS and the archive are several on purpose, and a task's own names are its own.
SHELLCHECK = ["shellcheck", "--shell=sh", "--exclude=SC2086,SC2046,SC2016", "-"]


def show(engine, file):
    if folder := os.environ.get("ENGINES"):
        return (pathlib.Path(folder) / file).read_text()
    return subprocess.run([PROGRAM, "shards", "engines", engine], check=True, capture_output=True, text=True).stdout


def shells():
    """Each shell can read its script, and shellcheck has nothing to say where it is installed."""
    for engine, file in [("slurm", "slurm.sh"), ("slurm-status", "slurm-status.sh"), ("aws-batch", "aws-batch.sh")]:
        for words in [["sh", "-n"], SHELLCHECK]:
            if shutil.which(words[0]):
                subprocess.run(words, input=show(engine, file), text=True, check=True)
            else:
                print(f"{file}: not read by {words[0]}, which is not installed")


def check_program(words, archive, folder):
    """The words of a step: its flags are the program's own; the steps after the first alone have the archive."""
    step = words[:2] if words[0] == "shards" else words[:1]
    known = subprocess.run([PROGRAM, *step, "--help"], check=True, capture_output=True, text=True).stdout
    flags = [word.split("=")[0] for word in words if word.startswith("--")]
    assert all(f"{flag} " in known for flag in flags), f"{step} does not know all of {flags}"
    text = " ".join(words).replace("=", " ")
    assert (f"--archive {ARCHIVE}" in text) == (archive and step != ["generate"]), text
    assert f"--into {folder} " in text if step == ["generate"] else words[2] == folder, text
    return step[-1]


def check_safe(pod):
    """Not root, nothing more than it needs, and nothing of the image is written."""
    context, own = pod["securityContext"], pod["containers"][0]["securityContext"]
    assert context["runAsNonRoot"] and context["runAsUser"] == context["fsGroup"] == 65532
    assert context["seccompProfile"] == {"type": "RuntimeDefault"} and pod["automountServiceAccountToken"] is False
    assert own == {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}


def kubernetes_file(text, archive=False, folder="/shared/big"):
    import kubernetes_validate
    import yaml

    jobs = list(yaml.safe_load_all(text))
    for job, step in zip(jobs, STEPS, strict=True):
        kubernetes_validate.validate(job, "1.31", strict=True)
        pod = job["spec"]["template"]["spec"]
        container = pod["containers"][0]
        assert job["metadata"]["name"] == f"sudoku-{check_program(container['args'], archive, folder)}" == f"sudoku-{step}"
        tasks = job["spec"].get("completions")
        says = {"generate": f"--shards={tasks}", "merge": f"--slice=auto/{tasks}"}.get(step)
        assert tasks is None if says is None else says in container["args"], step
        assert job["spec"]["suspend"] and container["resources"].keys() == {"requests", "limits"}, step
        assert container["envFrom"] == [{"secretRef": {"name": "sudoku-press", "optional": True}}]
        assert ("volumes" in pod) == ("volumeMounts" in container) == folder.startswith("/")
        check_safe(pod)
        # What the schema does not tell: these belong together.
        assert job["spec"]["podReplacementPolicy"] == "Failed" and pod["restartPolicy"] == "Never"
        codes = job["spec"]["podFailurePolicy"]["rules"][0]["onExitCodes"]["values"]
        assert codes == ([2, 3] if step == "finish" else [2])
        # A wrong name must be found.
        try:
            kubernetes_validate.validate(job | {"spec": job["spec"] | {"completion": 1}}, "1.31", strict=True)
        except kubernetes_validate.ValidationError:
            continue
        raise AssertionError("a field that does not exist was not found")


# In the place of `kubectl`: writes down what it is asked for; the job that FAILS names fails after a look.
KUBECTL = """#!/bin/sh
echo "$*" >>"$CALLS"
[ "$1" = get ] || exit 0
case "$3 $(grep -c "^get job $3 " "$CALLS")" in
    *" 1") echo ;;
    "sudoku-$FAILS "*) echo "FailureTarget x Failed with exit code 2" ;;
    *) echo "SuccessCriteriaMet Reached expected number of succeeded pods Complete Reached it too" ;;
esac
"""


def tool(name, script, text, **env):
    """Runs a script of shell with a program of ours in the place of a tool; what it says, and its calls."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for program, lines in [(name, script), ("sleep", "#!/bin/sh\n")]:
            (folder / program).write_text(lines)
            (folder / program).chmod(0o755)
        env = os.environ | env | {"PATH": f"{folder}:{os.environ['PATH']}", "CALLS": str(folder / "calls")}
        done = subprocess.run(["sh", "-s"], input=text, text=True, env=env, timeout=20, capture_output=True, check=False)
        calls = folder / "calls"
        return done, calls.read_text() if calls.exists() else ""


def kubernetes():
    text = show("kubernetes", "kubernetes.yaml")
    assert NEVER in text
    kubernetes_file(text)
    # As its head says, with an archive, and in a bucket.
    for what, more in [("An archive", {"archive": True}), ("A bucket", {"folder": "s3://my-bucket/big"})]:
        command = re.search(f"# {what}: +sed -i (.*) kubernetes.yaml\n", text)[1]
        changed = subprocess.run(["sh", "-c", f"sed {command}"], input=text, capture_output=True, text=True, check=True)
        kubernetes_file(changed.stdout, **more)
    # The commands in the head end: where all is made, and where a job fails.
    head = "".join(re.findall("^#   (.*\n)", text, re.MULTILINE))
    for fails, asked, code in [("none", STEPS, 0), ("merge", STEPS[:2], 1), ("finish", STEPS, 1)]:
        done, calls = tool("kubectl", KUBECTL, head, FAILS=fails)
        assert done.returncode == code, (fails, done)
        assert re.findall("^patch job sudoku-([a-z]+)", calls, re.MULTILINE) == asked, calls
        assert (f"sudoku-{fails}: " in done.stderr) == (fails != "none"), done.stderr
    print("kubernetes: four jobs that Kubernetes 1.31 knows, in a folder and in a bucket; its commands end")


# In the place of `aws`: writes down what it is called with, and prints the id of a job.
AWS = """#!/bin/sh
printf '%s\\0' "$@" >>"$CALLS"
printf '\\n\\0' >>"$CALLS"
printf 'job-%s\\n' "$(tr '\\0' '\\n' <"$CALLS" | grep -cx submit-job)"
"""


def aws_batch_calls(folder, archive=False, **env):
    """The calls of a whole run: of parameters that AWS Batch knows, in their order."""
    import botocore.exceptions
    import botocore.session
    from botocore.stub import Stubber

    script = show("aws-batch", "aws-batch.sh")
    assert NEVER in script
    done, calls = tool("aws", AWS, script, IMAGE="example/press:1", QUEUE="night", **env)
    assert done.returncode == 0, done
    words = [call.split("\0")[:-1] for call in calls.split("\n\0")[:-1]]
    client = botocore.session.get_session().create_client(
        "batch", region_name="eu-central-1", aws_access_key_id="none", aws_secret_access_key="none"
    )
    names = []
    for call in words:
        method = call[1].replace("-", "_")
        parameters = json.loads(call[call.index("--cli-input-json") + 1])
        if method == "register_job_definition":
            answer = {"jobDefinitionName": "sudoku-press", "jobDefinitionArn": "arn", "revision": 1}
            container = parameters["containerProperties"]
            assert ("volumes" in container) == ("mountPoints" in container) == folder.startswith("/")
            assert container.get("jobRoleArn") == env.get("ROLE") and container["readonlyRootFilesystem"]
            assert ("secrets" in container) == ("PASSWORD" in env)
        else:
            answer = {"jobName": parameters["jobName"], "jobId": "job"}
            step = check_program(parameters["containerOverrides"]["command"], archive, folder)
            assert parameters["jobName"] == f"sudoku-{step}"
            assert parameters["containerOverrides"]["resourceRequirements"][0]["type"] == "MEMORY"
            size = parameters.get("arrayProperties", {}).get("size")
            assert size is None or size in BATCH_SIZES, f"an array of {size}"
            assert (size is None) == (step in ["settle", "finish"])
            before = [{"jobId": f"job-{len(names)}"}] if names else None
            assert parameters.get("dependsOn") == before, parameters
            names.append(step)
        with Stubber(client) as stub:
            stub.add_response(method, answer, parameters)
            getattr(client, method)(**parameters)
        try:
            getattr(client, method)(**parameters, jobnames="x")
            raise AssertionError("a parameter that does not exist was not found")
        except botocore.exceptions.ParamValidationError:
            pass
    assert names == STEPS, names


def aws_batch():
    aws_batch_calls("/shared/big", EFS="fs-0123456789abcdef0")
    bucket = "s3://my-bucket/big"
    role = {"ROLE": "arn:aws:iam::1:role/press", "EXECUTION_ROLE": "arn:aws:iam::1:role/start"}
    aws_batch_calls(bucket, DIR=bucket, **role)
    secret = {"ARCHIVE": ARCHIVE, "PASSWORD": "arn:aws:secretsmanager:eu-central-1:1:secret:printed"}
    aws_batch_calls(bucket, archive=True, DIR=bucket, **role, **secret)
    # A folder without a file system, and a bucket without a role, are refused before anything is submitted.
    for env in [{}, {"DIR": bucket}]:
        done, calls = tool("aws", AWS, show("aws-batch", "aws-batch.sh"), IMAGE="i", QUEUE="q", **env)
        assert done.returncode != 0 and not calls, done
    print("aws-batch: the parameters of five calls that AWS Batch knows, in a file system and in a bucket")


shells()
kubernetes()
aws_batch()
