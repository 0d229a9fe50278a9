"""The tests of what changed, for `make quick`: `python -m tests.changed [COMMIT]` prints them, one a line.

Changed is what differs from the commit (HEAD if none is named), new files too. x/y/z.py is tested by
tests/x/y/test_z.py. Where there is none, the tests of its folder that name the module are taken. Tests in the
browser are left to `make test`.
"""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
# They start browsers or servers.
SLOW = ("tests/browser/", "tests/cluster/", "tests/faults/", "tests/load/", "tests/bench/")


def main(commit: str = "HEAD") -> int:
    """Print the tests of what differs from the commit."""
    sys.stdout.writelines(f"{test}\n" for test in find_tests(changed_files(commit), ROOT))
    return 0


def changed_files(commit: str) -> list[str]:
    """The files that differ from the commit, and those that git does not know yet."""
    names = [
        *_git("diff", "--name-only", "--diff-filter=d", commit),
        *_git("ls-files", "--others", "--exclude-standard"),
    ]
    return sorted(set(names))


def find_tests(names: Iterable[str], root: Path) -> list[str]:
    """The test files for these changed files, each once."""
    found = {test for name in names if name.endswith(".py") for test in _tests_for(name, root)}
    return sorted(test for test in found if not test.startswith(SLOW))


def _tests_for(name: str, root: Path) -> Iterator[str]:
    path = Path(name)
    if path.parts[0] == "tests":
        if path.name.startswith("test_"):
            yield name
        return
    mirror = Path("tests", path.parent, f"test_{path.name}")
    if (root / mirror).exists():
        yield mirror.as_posix()
        return
    # A package's own file is named by its folder.
    word = path.parent.name if path.name == "__init__.py" else path.stem
    for test in sorted((root / "tests" / path.parent).glob("test_*.py")):
        if word in test.read_text("utf-8"):
            yield test.relative_to(root).as_posix()


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.split()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
