#!/bin/sh
# Makes a sharded run with Slurm: DIR=/shared/big FLAGS="--count 1000000 --seed 7" sh slurm.sh
# All machines see DIR and have the same sudoku-press. Tested with Slurm 22.05.
set -eu
: "${DIR:=/shared/big}"  # the shared folder
: "${FLAGS:=--levels 1-5 --count 100000000 --seed 7 --compress zstd}"
: "${ARCHIVE:=}"         # an archive to look into and to enter, such as postgres://me@host/printed
: "${SHARDS:=64}"        # tasks that make puzzles
: "${OPTIONS:=}"         # options of sbatch for both steps, such as --partition=night --time=12:00:00
: "${TIMES:=50}"         # how often a task goes on in another job when its time is over

# After a failure the same command makes what lacks; "sh slurm.sh 3,17-19" looks at these shards alone.
TASKS=${1:-0-$((SHARDS - 1))}

# Each task ends as its program does. TERM (preempted, cancelled) is passed on: whole parts stay. USR1 comes a minute
# before the time of the task is over: then it is queued again, and the join waits.
TASK='
over= pid=
stop() { kill -TERM "$pid" 2>/dev/null; }
trap "over=yes; stop" USR1
trap stop TERM
task() {
    "$@" & pid=$!
    while code=0; wait "$pid" || code=$?; kill -0 "$pid" 2>/dev/null; do :; done
    if [ "$over$code" = yes143 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt '"$TIMES"' ]; then
        scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
    fi
    exit "$code"
}
task sudoku-press'
job() { sbatch --parsable --requeue --open-mode=append $OPTIONS "$@"; }

MAKE=$(job --job-name=make --signal=B:USR1@60 --array="$TASKS" --wrap \
    "$TASK generate $FLAGS --into $DIR --shard \${SLURM_ARRAY_TASK_ID}/$SHARDS --threads \${SLURM_CPUS_ON_NODE:-1}")
# Code 3: everything is made, and a level is short.
JOIN=$(job --job-name=join --kill-on-invalid-dep=yes --dependency="afterok:$MAKE" --wrap \
    "exec sudoku-press shards join $DIR ${ARCHIVE:+--archive $ARCHIVE}")
echo "make $MAKE, join $JOIN"
