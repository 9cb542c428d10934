"""Checks the files for Kubernetes and AWS Batch against the schemas of these services. Nothing is run.

    checked.py PROGRAM VENV
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM, VENV = sys.argv[1:3]
NEVER = "never run by us"
BATCH_SIZES = range(2, 10_001)  # what AWS Batch takes as the size of an array job


def show(engine):
    text = subprocess.run([PROGRAM, "shards", "engines", engine], check=True, capture_output=True, text=True).stdout
    assert NEVER in text, f"{engine}: expected the words {NEVER!r}"
    return text


def check_program(command):
    """The command of a step: a shell's, and the flags are the program's own."""
    words = command[2].split()
    words = words[words.index("sudoku-press") :]
    step = words[1:3] if words[1] == "shards" else words[1:2]
    known = subprocess.run([PROGRAM, *step, "--help"], check=True, capture_output=True, text=True).stdout
    flags = [word for word in words if word.startswith("--")]
    assert all(flag in known for flag in flags), f"{step} does not know all of {flags}"
    return step[-1]


def kubernetes():
    import kubernetes_validate
    import yaml

    jobs = list(yaml.safe_load_all(show("kubernetes")))
    for job in jobs:
        kubernetes_validate.validate(job, "1.31", strict=True)
        container = job["spec"]["template"]["spec"]["containers"][0]
        assert "sudoku-" + check_program(container["command"] + container["args"]) == job["metadata"]["name"]
        tasks = job["spec"].get("completions", 1)
        says = f"--shards {tasks} " if "generate" in container["args"][0] else f"/{tasks}"
        assert tasks == 1 or says in container["args"][0], job["metadata"]["name"]
        # What the schema does not tell: these belong together.
        if "podFailurePolicy" in job["spec"]:
            assert job["spec"]["podReplacementPolicy"] == "Failed"
            assert job["spec"]["template"]["spec"]["restartPolicy"] == "Never"
        # A wrong name must be found.
        try:
            kubernetes_validate.validate(job | {"spec": job["spec"] | {"completion": 1}}, "1.31", strict=True)
        except kubernetes_validate.ValidationError:
            continue
        raise AssertionError("a field that does not exist was not found")
    assert len(jobs) == 4
    print("kubernetes: four jobs that Kubernetes 1.31 knows")


# In the place of `aws`: writes down what it is called with, and prints the id of a job.
AWS = """#!/bin/sh
printf '%s\\0' "$@" >>"$CALLS"
printf '\\n\\0' >>"$CALLS"
printf 'job-%s\\n' "$(tr -cd '\\n' <"$CALLS" | wc -c)"
"""


def aws_batch():
    import botocore.exceptions
    import botocore.session
    from botocore.stub import Stubber

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "aws").write_text(AWS)
        (folder / "aws").chmod(0o755)
        env = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "CALLS": str(folder / "calls")}
        env |= {"IMAGE": "example/press:1", "QUEUE": "night", "EFS": "fs-0123456789abcdef0"}
        script = show("aws-batch")
        subprocess.run(["sh", "-s"], input=script, text=True, env=env, check=True, timeout=20, capture_output=True)
        words = [call.split("\0")[:-1] for call in (folder / "calls").read_text().split("\n\0")[:-1]]

    session = botocore.session.get_session()
    client = session.create_client(
        "batch", region_name="eu-central-1", aws_access_key_id="none", aws_secret_access_key="none"
    )
    names = []
    for call in words:
        method = call[1].replace("-", "_")
        parameters = json.loads(call[call.index("--cli-input-json") + 1])
        if method == "register_job_definition":
            answer = {"jobDefinitionName": "sudoku-press", "jobDefinitionArn": "arn", "revision": 1}
        else:
            answer = {"jobName": parameters["jobName"], "jobId": "job"}
            step = check_program(parameters["containerOverrides"]["command"])
            assert parameters["jobName"] == f"sudoku-{step}"
            size = parameters.get("arrayProperties", {}).get("size")
            assert size is None or size in BATCH_SIZES, f"an array of {size}"
            assert (size is None) == (step in ["settle", "finish"])
            assert ("dependsOn" in parameters) == (step != "generate")
            names.append(step)
        with Stubber(client) as stub:
            stub.add_response(method, answer, parameters)
            getattr(client, method)(**parameters)
        try:
            getattr(client, method)(**parameters, jobnames="x")
            raise AssertionError("a parameter that does not exist was not found")
        except botocore.exceptions.ParamValidationError:
            pass
    assert names == ["generate", "merge", "settle", "finish"], names
    print("aws-batch: the parameters of five calls that AWS Batch knows")


kubernetes()
aws_batch()
