"""The engine in a terminal: `python -m puzzles.engine VERB`; `--help` lists the verbs."""

import sys

from .terminal import run

if __name__ == "__main__":
    sys.exit(run())
