"""What holds in every script: modules need no page, and the tests beside this file pass in node."""

import json
import re
from pathlib import Path

import pytest

from sudokusite import settings as site

from .running import SCRIPTS, evaluate, run_node

HERE = Path(__file__).parent
# Scripts that act on their page as soon as they are there: a page names them, or another fetches them later.
NAMED = re.compile(r"""<script[^>]*\{% static ['"]js/([\w/]+\.js)['"]""")
FETCHED_LATER = {"app.js", "board_cache.js", "worker.js", "course/sandbox_worker.js"}

IMPORTED = """(paths) => Promise.all(paths.map((path) => import(`/static/js/${path}`).then(
  () => null, (error) => `${path}: ${error}`)))"""

# `board:hint` and `board:escape` are acts (`board:${action}`), which help takes over.
EVENTS = {
    "board:moved",
    "board:highlight",
    "board:hint",
    "board:escape",
    "cell-chosen",
    "own-read",
    "viewer-ready",
    "viewer:step",
    "room:step",
    "moves-stored",
    "help-refused",
}


def entries() -> set[str]:
    templates = (site.BASE_DIR / "templates").glob("**/*.html")
    return FETCHED_LATER | {name for page in templates for name in NAMED.findall(page.read_text())}


def modules() -> list[str]:
    return sorted(path.relative_to(SCRIPTS).as_posix() for path in SCRIPTS.glob("**/*.js"))


def test_a_module_that_is_no_entry_needs_no_page_to_be_imported() -> None:
    others = [name for name in modules() if name not in entries()]
    assert len(others) > 40
    assert [trouble for trouble in evaluate(IMPORTED, others) if trouble] == []


def test_every_event_of_our_own_is_in_the_list() -> None:
    source = "\n".join((SCRIPTS / name).read_text() for name in modules())
    named = re.findall(r"(?:new CustomEvent|addEventListener)\(\s*\"([\w:-]*[:-][\w:-]*)\"", source)
    assert {name for name in named if not name.startswith("htmx:")} <= EVENTS


@pytest.mark.parametrize("path", sorted(HERE.glob("*.test.js")), ids=lambda path: path.stem)
def test_in_node(path: Path) -> None:
    found = run_node("--test", "--test-reporter=tap", str(path))
    assert found.returncode == 0, found.stdout
    assert re.search(r"^# pass [1-9]", found.stdout, re.MULTILINE), found.stdout
    assert json.loads(re.findall(r"^# fail (\d+)", found.stdout, re.MULTILINE)[0]) == 0
