"""The program sudoku-press as a Python package. It is no module to import: `python -m sudoku_press` runs the program."""
