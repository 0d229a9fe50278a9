"""The French catalogues: every sentence has its French, and what is compiled is what is written."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.utils.translation.template import templatize

ROOT = Path(__file__).parents[2]
FRENCH = ROOT / "sudokusite" / "locale" / "fr" / "LC_MESSAGES"
SCRIPTS = ROOT / "sudokusite" / "static" / "js"
MARKS = {
    "_": 1,
    "N_": 1,
    "gettext": 1,
    "gettext_lazy": 1,
    "gettext_noop": 1,
    "ngettext": 2,
    "ngettext_lazy": 2,
    "npgettext": 3,
    "pgettext": 2,
    "pgettext_lazy": 2,
}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


TEXT = re.compile(r'\s*("(?:[^"\\\n]|\\.)*"),?')


@pytest.fixture(scope="module", params=["django", "djangojs"])
def catalogue(request: pytest.FixtureRequest) -> polib.POFile:
    return polib.pofile(str(FRENCH / f"{request.param}.po"))


@pytest.fixture(scope="module")
def domain(catalogue: polib.POFile) -> str:
    return Path(catalogue.fpath).stem


def marked_in_python(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name not in MARKS or not node.args:
            continue
        position = 1 if name in {"pgettext", "pgettext_lazy", "npgettext"} else 0
        message = node.args[position]
        if isinstance(message, ast.Constant) and isinstance(message.value, str) and message.value:
            yield message.value


def marked_in_template(source: str) -> Iterator[str]:
    text = r"u?('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
    for call in re.finditer(rf"\b(?:n?p?gettext|_)\((?:{text},\s*)?{text}", templatize(source)):
        yield from (ast.literal_eval(part).replace("%%", "%") for part in call.groups() if part)


def marked_in_script(source: str) -> Iterator[str]:
    """The messages of a script, each of which is one text in double quotes, and their contexts."""
    for call in re.finditer(r"\b(n?)(p?)gettext\(", source):
        position = call.end()
        for _argument in "".join(call.groups()) + "1":
            text = TEXT.match(source, position)
            assert text, source[call.start() : position + 40]
            position = text.end()
            yield json.loads(text[1])


def sources(domain: str) -> Iterator[tuple[Path, str]]:
    if domain == "djangojs":
        for path in sorted(SCRIPTS.rglob("*.js")):
            yield from ((path, message) for message in marked_in_script(path.read_text()))
        return
    for folder in ("accounts", "puzzles", "sudokusite"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield from ((path, message) for message in marked_in_python(path.read_text()))
    for path in sorted((ROOT / "templates").rglob("*.html")):
        yield from ((path, message) for message in marked_in_template(path.read_text()))


def test_every_marked_sentence_is_in_the_catalogue(catalogue: polib.POFile, domain: str) -> None:
    entries = [entry for entry in catalogue if not entry.obsolete]
    parts = [part for entry in entries for part in (entry.msgctxt, entry.msgid, entry.msgid_plural)]
    known = {part.replace("%%", "%") for part in parts if part}
    missing = {
        message: path.relative_to(ROOT)
        for path, message in sources(domain)
        if message.replace("%%", "%") not in known
    }
    assert not missing, f"run `make messages`: {missing}"


def test_the_catalogue_is_large_enough_to_have_been_read(domain: str) -> None:
    assert sum(1 for _ in sources(domain)) > 200


def test_no_sentence_of_the_scripts_is_left_over() -> None:
    used = {message for _path, message in sources("djangojs")}
    entries = polib.pofile(str(FRENCH / "djangojs.po"))
    assert [entry.msgid for entry in entries if entry.msgid not in used] == []


def test_every_sentence_has_its_french(catalogue: polib.POFile) -> None:
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []


def test_a_translation_keeps_the_placeholders(catalogue: polib.POFile) -> None:
    for entry in catalogue.translated_entries():
        texts = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
        wanted = set(PLACEHOLDER.findall(entry.msgid + (entry.msgid_plural or "")))
        for text in texts:
            assert set(PLACEHOLDER.findall(text)) <= wanted, entry.msgid
        assert any(set(PLACEHOLDER.findall(text)) == wanted for text in texts), entry.msgid


def test_french_has_no_break_before_tall_punctuation(catalogue: polib.POFile) -> None:
    bad = [
        text
        for entry in catalogue.translated_entries()
        for text in (entry.msgstr, *entry.msgstr_plural.values())
        if re.search(r"\S [;:!?»](?!\w)|« ", text)
    ]
    assert bad == []


def test_the_compiled_catalogue_is_fresh(catalogue: polib.POFile) -> None:
    compiled = polib.mofile(str(Path(catalogue.fpath).with_suffix(".mo")))
    written = {(e.msgctxt, e.msgid): e.msgstr or e.msgstr_plural for e in catalogue.translated_entries()}
    assert {(e.msgctxt, e.msgid): e.msgstr or e.msgstr_plural for e in compiled} == written, (
        "run `make messages`"
    )
