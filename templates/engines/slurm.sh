#!/bin/sh
# Makes a run in parts with Slurm: sh slurm.sh
# Written for Slurm 22.05 or later; never run by us. All machines see DIR and have the same sudoku-press.
set -eu
DIR=/shared/big
FLAGS="--levels 1-5 --count 100000000 --seed 7 --compress zstd"
SHARDS=64     # tasks that make puzzles
BUCKETS=16    # tasks that look for duplicates, a power of two; each needs 32 bytes of memory a key
after() { echo "--parsable --requeue --kill-on-invalid-dep=yes --dependency=afterok:$1"; }

MAKE=$(sbatch --parsable --requeue --array=0-$((SHARDS - 1)) \
    --wrap "sudoku-press generate $FLAGS --into $DIR --shard auto --shards $SHARDS --threads \${SLURM_CPUS_ON_NODE:-1}")
MERGE=$(sbatch $(after "$MAKE") --array=0-$((BUCKETS - 1)) \
    --wrap "sudoku-press merge $DIR --bucket \$SLURM_ARRAY_TASK_ID/$BUCKETS")
SETTLE=$(sbatch $(after "$MERGE") --wrap "sudoku-press settle $DIR")
# A run with a level that is short ends with code 3: everything is made then, too.
sbatch $(after "$SETTLE") --wrap "sudoku-press finish $DIR"

# What is missing after a failure:
#     sbatch --array=$(sudoku-press shards $DIR --missing --shards $SHARDS) ...
