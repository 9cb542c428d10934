#!/bin/sh
# Makes a sharded run with Slurm: DIR=/shared/big FLAGS="--count 1000000 --seed 7" sh slurm.sh
# All machines see DIR and have the same sudoku-press. Tested with Slurm 22.05.
set -eu
: "${DIR:=/shared/big}"
: "${FLAGS:=--levels 1-5 --count 100000000 --seed 7 --compress zstd}"
: "${SHARDS:=64}"     # tasks that make puzzles
: "${SLICES:=16}"    # tasks that look for duplicates, a power of two; each needs 24 bytes of memory a key
: "${OPTIONS:=}"      # options of sbatch for every step, such as --partition=night --time=12:00:00

# After a failure the same command makes what lacks; "sh slurm.sh 3,17-19" looks at these shards alone.
TASKS=${1:-0-$((SHARDS - 1))}
job() { sbatch --parsable --requeue $OPTIONS "$@"; }
after() { echo "--kill-on-invalid-dep=yes --dependency=afterok:$1"; }

# Each step ends as its program does: TERM reaches the program itself, and it leaves whole parts.
MAKE=$(job --job-name=make --array="$TASKS" --wrap \
    "exec sudoku-press generate $FLAGS --into $DIR --shard auto --shards $SHARDS --threads \${SLURM_CPUS_ON_NODE:-1}")
MERGE=$(job --job-name=merge $(after "$MAKE") --array=0-$((SLICES - 1)) --wrap \
    "exec sudoku-press shards merge $DIR --slice \$SLURM_ARRAY_TASK_ID/$SLICES")
SETTLE=$(job --job-name=settle $(after "$MERGE") --wrap "exec sudoku-press shards settle $DIR")
# Code 3: everything is made, and a level is short.
FINISH=$(job --job-name=finish $(after "$SETTLE") --wrap "exec sudoku-press shards finish $DIR")
echo "make $MAKE, merge $MERGE, settle $SETTLE, finish $FINISH"
