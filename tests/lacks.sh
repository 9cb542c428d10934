# For the suites that need programs of others. `lacks NAME WHY` ends the suite: as passed if SUDOKU_PRESS_SKIP names NAME,
# a list with commas between the names (tests/README.md); else as failed.
lacks() {
    case ",${SUDOKU_PRESS_SKIP:-}," in
        *",$1,"*) echo "skipped: $2, and SUDOKU_PRESS_SKIP names $1"; exit 0 ;;
    esac
    echo "expected $1: $2; SUDOKU_PRESS_SKIP=$1 leaves the suite out" >&2
    exit 1
}
