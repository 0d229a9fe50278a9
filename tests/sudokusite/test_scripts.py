"""Catalogues of the scripts: each page gets the messages of its own scripts, in its language."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from sudokusite import settings as site
from sudokusite.scripts import (
    CATALOGS,
    CatalogFinder,
    catalog_file,
    catalog_source,
    messages_of,
    modules_of,
    source_of,
)

from .static.js.running import run_node

TEMPLATES = sorted((site.BASE_DIR / "templates").rglob("*.html"))
CATALOG_TAG = re.compile(r'\{% javascript_catalog "(\w+)" %\}')
SCRIPT_TAG = re.compile(r"<script type=\"module\" src=\"\{% static '(js/[\w/]+\.js)' %\}\">")
# It fetches some modules on some pages only, such as those of a board.
EVERYWHERE = "js/site.js"


def said(name: str, language: str, expression: str) -> str:
    """What an expression gives on a page with a catalogue."""
    found = run_node(
        "--eval", f"{catalog_source(name, language)}; process.stdout.write(String({expression}))"
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


def test_a_script_comes_with_all_that_it_imports() -> None:
    modules = modules_of(["js/course/own_run.js"])
    assert {"js/course/divergence.js", "js/viewer.js", "js/panes/tests.js", "js/reducer.js"} <= {*modules}
    assert len(modules) == len({*modules})


def test_messages_are_found_in_every_call() -> None:
    source = """gettext("one"); ngettext(
      "%(count)s move", "%(count)s moves", count); pgettext("a context", "two \\"three\\"") + word("four")"""
    assert messages_of(source) == {"one", "%(count)s move", 'a context\x04two "three"'}


def test_a_page_speaks_its_language() -> None:
    placed = 'interpolate(gettext("%(digit)s placed"), { digit: 4 }, true)'
    assert [said("play", language, placed) for language in ("en", "fr")] == ["4 placed", "4 placé"]


@pytest.mark.parametrize(
    ("language", "forms"),
    [("en", ["moves", "move", "moves"]), ("fr", ["coup", "coup", "coups"])],
)
def test_a_number_decides_as_the_language_has_it(language: str, forms: list[str]) -> None:
    waiting = '[0, 1, 2].map((count) => ngettext("%(count)s move waiting", "%(count)s moves waiting", count))'
    assert [text.split()[1] for text in said("play", language, waiting).split(",")] == forms


def test_a_context_separates_two_messages() -> None:
    call = 'pgettext("a call of a function", "Call")'
    assert [said("exercise", language, call) for language in ("en", "fr")] == ["Call", "Appel"]


def test_messages_missing_from_the_catalogue_are_english() -> None:
    assert said("play", "fr", 'gettext("Nobody says this.")') == "Nobody says this."


def test_a_page_gets_no_messages_of_another() -> None:
    board, viewer = catalog_source("play", "fr"), catalog_source("viewer", "fr")
    assert "%(digit)s placed" in board
    assert "%(digit)s placed" not in viewer
    assert "Search tree" in viewer
    assert "Search tree" not in board


def speaks(script: str) -> bool:
    """Whether a script says anything; many take from reducer.js all but the names of cells and houses."""
    modules = [source_of(module) for module in modules_of([script]) if module != "js/reducer.js"]
    return any(messages_of(source) or re.search(r"\b(cell|house)Name\(", source) for source in modules)


def test_every_page_has_the_catalogue_of_its_scripts() -> None:
    """It comes before them, so that it runs first."""
    shown = set()
    for path in TEMPLATES:
        text = path.read_text()
        catalogs, speaking = (
            CATALOG_TAG.findall(text),
            {*filter(speaks, SCRIPT_TAG.findall(text))} - {EVERYWHERE},
        )
        if not catalogs and not speaking:
            continue
        assert len(catalogs) == 1, path
        assert speaking <= {*CATALOGS[catalogs[0]]}, path
        assert text.index("{% javascript_catalog") < text.index('<script type="module"'), path
        shown.update(catalogs)
    assert shown == {*CATALOGS}


def test_the_catalogues_are_static_files() -> None:
    files = {path for path, _storage in CatalogFinder().list(None)}
    assert files == {catalog_file(name, language) for name in CATALOGS for language in ("fr", "en")}
    found = finders.find("js/catalog/play.fr.js")
    assert isinstance(found, str)
    assert Path(found).read_text() == catalog_source("play", "fr")


@pytest.mark.parametrize(
    "path", ["js/catalog/play.de.js", "js/catalog/nothing.fr.js", "js/catalog/play.fr.js.map"]
)
def test_no_other_file_is_made(path: str) -> None:
    assert finders.find(path) is None
