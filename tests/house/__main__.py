"""The figures of the source as a table: `python -m tests.house [ROOT]`.

The four walks run in the tree itself: to measure an earlier commit, check it out beside this one and copy
`tests/house` into it. `--no-walks` leaves them out and takes a second.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.house.figures import figures_of


def main() -> int:
    """Print both tables; the status is that of the walks."""
    parser = argparse.ArgumentParser(prog="python -m tests.house", description=(__doc__ or "").split(":")[0])
    parser.add_argument("root", nargs="?", default=".", type=Path)
    parser.add_argument("--no-walks", action="store_true")
    chosen = parser.parse_args()
    root = chosen.root.resolve()
    status, walks = (0, []) if chosen.no_walks else walks_of(root)
    rows = [*rows_of(walks), *figures_of(root).items()]
    width = max(len(name) for name, _ in rows)
    sys.stdout.writelines(f"| {name:{width}} | {figure} |\n" for name, figure in rows)
    return status


def walks_of(root: Path) -> tuple[int, list[dict[str, Any]]]:
    """The figures of each walk, from a pytest of its own in that tree."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "walks.jsonl"
        file.touch()
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/house/walks.py"],
            cwd=root,
            env=os.environ | {"WALKS": str(file)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.stderr.write(done.stdout[-4000:])
        return done.returncode, [json.loads(line) for line in file.read_text().splitlines()]


def rows_of(walks: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """A row for each walk: files / own functions / SQL, those of the engine after a plus."""
    for walk in walks:
        if "files" not in walk:
            yield walk["walk"], str(walk["sql"])
            continue
        engine = f"; engine {walk['engine_files']} / {walk['engine_functions']}; {walk['calls']} calls"
        yield (
            f"{walk['walk']}: files / functions / SQL",
            f"{walk['files']} / {walk['functions']} / {walk['sql']}{engine}",
        )


if __name__ == "__main__":
    sys.exit(main())
