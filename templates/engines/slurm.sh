#!/bin/sh
# Makes a sharded run with Slurm: DIR=/shared/big FLAGS="--count 1000000 --seed 7" sh slurm.sh
# All machines see DIR and have the same sudoku-press. Tested with Slurm 22.05.
set -eu
: "${DIR:=/shared/big}"  # the shared folder
: "${FLAGS:=--levels 1-5 --count 100000000 --seed 7 --compress zstd}"
: "${ARCHIVE:=}"         # an archive to look into and to enter, such as postgres://me@host/printed
: "${SHARDS:=64}"        # tasks that make puzzles
: "${SLICES:=16}"        # tasks that look for duplicates, a power of two; each needs 24 bytes of memory a key
: "${OPTIONS:=}"         # options of sbatch for every step, such as --partition=night --time=12:00:00
: "${TIMES:=50}"         # how often a task goes on in another job when its time is over

# After a failure the same command makes what lacks; "sh slurm.sh 3,17-19" looks at these shards alone.
TASKS=${1:-0-$((SHARDS - 1))}

# Each task ends as its program does. TERM (preempted, cancelled) is passed on: whole parts stay. USR1 comes a minute
# before the time of the task is over: then it is queued again, and the steps behind it wait.
TASK='
over= pid=
stop() { kill -TERM "$pid" 2>/dev/null; }
trap "over=yes; stop" USR1
trap stop TERM
task() {
    "$@" & pid=$!
    while code=0; wait "$pid" || code=$?; kill -0 "$pid" 2>/dev/null; do :; done
    if [ "$over$code" = yes143 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt '"$TIMES"' ]; then
        scontrol requeue "${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_}${SLURM_ARRAY_TASK_ID:-$SLURM_JOB_ID}"
    fi
    exit "$code"
}
task sudoku-press'
job() { sbatch --parsable --requeue --open-mode=append --signal=B:USR1@60 $OPTIONS "$@"; }
after() { echo "--kill-on-invalid-dep=yes --dependency=afterok:$1"; }
archive=${ARCHIVE:+--archive $ARCHIVE}

MAKE=$(job --job-name=make --array="$TASKS" --wrap \
    "$TASK generate $FLAGS --into $DIR --shard auto --shards $SHARDS --threads \${SLURM_CPUS_ON_NODE:-1}")
MERGE=$(job --job-name=merge $(after "$MAKE") --array=0-$((SLICES - 1)) --wrap \
    "$TASK shards merge $DIR --slice auto/$SLICES $archive")
SETTLE=$(job --job-name=settle $(after "$MERGE") --wrap "$TASK shards settle $DIR $archive")
# Code 3: everything is made, and a level is short.
FINISH=$(job --job-name=finish $(after "$SETTLE") --wrap "$TASK shards finish $DIR $archive")
echo "make $MAKE, merge $MERGE, settle $SETTLE, finish $FINISH"
