"""Where the migrations of an app end, so that those of a next version can follow."""

from pathlib import Path

NEXT = "later"


def last_of(app: str) -> str:
    """The name of the last migration that an app has of its own."""
    project = Path(__file__).parents[3]
    folder = (project if app == "accounts" else project / "puzzles") / app / "migrations"
    return max(path.stem for path in folder.glob("[0-9]*.py"))
