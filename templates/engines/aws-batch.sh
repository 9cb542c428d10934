#!/bin/sh
# Makes a sharded run with AWS Batch, in a bucket or in a file system (EFS):
#     IMAGE=... QUEUE=... ROLE=arn:aws:iam::... DIR=s3://my-bucket/big sh aws-batch.sh
#     IMAGE=... QUEUE=... EFS=fs-... sh aws-batch.sh
# Parameters checked against the service's own description (botocore); never run by us.
# The image: packaging/Containerfile, or any whose entry is sudoku-press. It needs no shell. FLAGS have no quotation marks.
set -eu
: "${IMAGE:?the image, such as 123456789012.dkr.ecr.eu-central-1.amazonaws.com/sudoku-press:1}"
: "${QUEUE:?the job queue}"
: "${DIR:=/shared/big}"  # in the file system, or s3://bucket/prefix
: "${ROLE:=}"            # the role of the tasks: with a bucket s3:ListBucket, s3:GetObject and s3:PutObject
: "${EFS:=}"             # the file system, where user 65532 of the image may write; a bucket needs none
: "${ARCHIVE:=}"         # an archive to look into and to enter, such as postgres://me@host/printed
: "${PASSWORD:=}"        # its password: the ARN of a secret or a parameter; EXECUTION_ROLE may read it
: "${EXECUTION_ROLE:=}"
: "${FLAGS:=--levels 1-5 --count 100000000 --seed 7 --compress zstd}"
: "${SHARDS:=64}"        # tasks that make puzzles, 2 to 10,000
: "${SLICES:=16}"        # tasks that look for duplicates, a power of two from 2 on; each needs 24 bytes of memory a key
: "${MEMORY:=2048}"      # MiB for a task that makes or merges
case $DIR in
    s3://*) : "${ROLE:?the role of the tasks, which may read and write the bucket}" ;;
    *) : "${EFS:?the file system, such as fs-0123456789abcdef0, or DIR=s3://bucket/prefix}" ;;
esac

# list WORDS: as JSON strings.
list() { for word in "$@"; do printf '%s"%s"' "${comma=}" "$word"; comma=', '; done; }
volumes='"volumes": [{"name": "shared", "efsVolumeConfiguration": {"fileSystemId": "'"$EFS"'", "transitEncryption": "ENABLED"}}],
        "mountPoints": [{"sourceVolume": "shared", "containerPath": "/shared"}],'
secrets='"secrets": [{"name": "PGPASSWORD", "valueFrom": "'"$PASSWORD"'"}],'

# A task is tried five times; codes 2 (wrong flags) and 3 (a level is short) end it at once. TERM leaves whole parts.
aws batch register-job-definition --cli-input-json '{
    "jobDefinitionName": "sudoku-press",
    "type": "container",
    "platformCapabilities": ["EC2"],
    "containerProperties": {
        '"${EFS:+$volumes} ${PASSWORD:+$secrets} ${ROLE:+\"jobRoleArn\": \"$ROLE\",}"'
        '"${EXECUTION_ROLE:+\"executionRoleArn\": \"$EXECUTION_ROLE\",}"'
        "image": "'"$IMAGE"'",
        "command": ["--version"],
        "readonlyRootFilesystem": true,
        "privileged": false,
        "resourceRequirements": [{"type": "VCPU", "value": "2"}, {"type": "MEMORY", "value": "'"$MEMORY"'"}]
    },
    "retryStrategy": {
        "attempts": 5,
        "evaluateOnExit": [
            {"onExitCode": "2", "action": "EXIT"}, {"onExitCode": "3", "action": "EXIT"}, {"onReason": "*", "action": "RETRY"}
        ]
    }
}' >/dev/null

# step NAME AFTER TASKS MEMORY WORDS: submits a step, and prints its id; one task is no array.
step() {
    name=$1 array="" after="" memory=$4
    [ "$3" -eq 1 ] || array='"arrayProperties": {"size": '"$3"'},'
    [ -z "$2" ] || after='"dependsOn": [{"jobId": "'"$2"'"}],'
    shift 4
    aws batch submit-job --query jobId --output text --cli-input-json '{
        "jobName": "sudoku-'"$name"'", "jobQueue": "'"$QUEUE"'", "jobDefinition": "sudoku-press", '"$array $after"'
        "containerOverrides": {
            "command": ['"$(list "$@")"'],
            "resourceRequirements": [{"type": "MEMORY", "value": "'"$memory"'"}]
        }
    }'
}
archive=${ARCHIVE:+--archive $ARCHIVE}
MAKE=$(step generate "" "$SHARDS" "$MEMORY" generate $FLAGS --into "$DIR" --shard auto --shards "$SHARDS" --threads 2)
MERGE=$(step merge "$MAKE" "$SLICES" "$MEMORY" shards merge "$DIR" --slice "auto/$SLICES" $archive)
SETTLE=$(step settle "$MERGE" 1 3072 shards settle "$DIR" $archive)
# Code 3 of finish: the job is called failed, and everything is made; a level is short.
FINISH=$(step finish "$SETTLE" 1 3072 shards finish "$DIR" $archive)
echo "generate $MAKE, merge $MERGE, settle $SETTLE, finish $FINISH"
