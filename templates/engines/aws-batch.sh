#!/bin/sh
# Makes a sharded run with AWS Batch: IMAGE=... QUEUE=... EFS=fs-... sh aws-batch.sh
# Parameters checked against the service's own description (botocore); never run by us.
# The image has sudoku-press and sh; the file system (EFS) is the shared folder. FLAGS have no quotation marks.
set -eu
: "${IMAGE:?the image, such as 123456789012.dkr.ecr.eu-central-1.amazonaws.com/sudoku-press:1}"
: "${QUEUE:?the job queue}"
: "${EFS:?the file system, such as fs-0123456789abcdef0}"
: "${DIR:=/shared/big}"
: "${FLAGS:=--levels 1-5 --count 100000000 --seed 7 --compress zstd}"
: "${SHARDS:=64}"     # tasks that make puzzles, 2 to 10,000
: "${SLICES:=16}"    # tasks that look for duplicates, a power of two from 2 on; each needs 24 bytes of memory a key

# A task is tried five times; code 2 (wrong flags) ends it at once. TERM leaves whole parts.
aws batch register-job-definition --cli-input-json '{
    "jobDefinitionName": "sudoku-press",
    "type": "container",
    "platformCapabilities": ["EC2"],
    "containerProperties": {
        "image": "'"$IMAGE"'",
        "command": ["sh", "-c", "exec sudoku-press --version"],
        "resourceRequirements": [{"type": "VCPU", "value": "2"}, {"type": "MEMORY", "value": "2048"}],
        "volumes": [{"name": "shared", "efsVolumeConfiguration": {"fileSystemId": "'"$EFS"'", "transitEncryption": "ENABLED"}}],
        "mountPoints": [{"sourceVolume": "shared", "containerPath": "/shared"}]
    },
    "retryStrategy": {
        "attempts": 5,
        "evaluateOnExit": [{"onExitCode": "2", "action": "EXIT"}, {"onReason": "*", "action": "RETRY"}]
    }
}' >/dev/null

# step NAME AFTER TASKS COMMAND: submits a step, and prints its id; one task is no array.
step() {
    array= after=
    [ "$3" -eq 1 ] || array='"arrayProperties": {"size": '"$3"'},'
    [ -z "$2" ] || after='"dependsOn": [{"jobId": "'"$2"'"}],'
    aws batch submit-job --query jobId --output text --cli-input-json '{
        "jobName": "sudoku-'"$1"'", "jobQueue": "'"$QUEUE"'", "jobDefinition": "sudoku-press", '"$array $after"'
        "containerOverrides": {"command": ["sh", "-c", "'"$4"'"]}
    }'
}
MAKE=$(step generate "" "$SHARDS" "exec sudoku-press generate $FLAGS --into $DIR --shard auto --shards $SHARDS --threads 2")
MERGE=$(step merge "$MAKE" "$SLICES" "exec sudoku-press shards merge $DIR --slice \$AWS_BATCH_JOB_ARRAY_INDEX/$SLICES")
SETTLE=$(step settle "$MERGE" 1 "exec sudoku-press shards settle $DIR")
# Code 3: everything is made, and a level is short.
FINISH=$(step finish "$SETTLE" 1 "sudoku-press shards finish $DIR || [ \$? -eq 3 ]")
echo "generate $MAKE, merge $MERGE, settle $SETTLE, finish $FINISH"
