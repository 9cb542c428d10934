#!/bin/sh
# Tells Snakemake how a job of Slurm is: running, success or failed. For --cluster-generic-status-cmd.
# Slurm's own accounts (sacct) are not needed: a job is asked for while the controller remembers it.
said=$(scontrol -o show job "$1" 2>&1) || case $said in
    *"Invalid job id"*) echo failed; exit ;;
    *) echo running; exit ;; # the controller does not answer just now
esac
state=${said##* JobState=}
case ${state%% *} in
    COMPLETED) echo success ;;
    BOOT_FAIL | CANCELLED | DEADLINE | FAILED | OUT_OF_MEMORY | TIMEOUT) echo failed ;;
    *) echo running ;; # those of lost nodes, and preempted ones, are queued again
esac
