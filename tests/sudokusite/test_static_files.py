"""What becomes of static files on their way to the browser."""

import json
import re
from graphlib import TopologicalSorter
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from django.core.files.storage import FileSystemStorage
from django.core.management import call_command
from django.test import Client

from sudokusite import settings as site
from sudokusite.static_files import minified

STATIC = site.BASE_DIR / "sudokusite" / "static"
# A script that another fetches, at once or later.
FETCHED = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.{1,2}/[^"']+)["']""")
OWN_SCRIPTS = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.glob("js/**/*.js"))

# A comment, or else a literal: text in quotes, a template, or a pattern where a value may stand.
COMMENT_OR_LITERAL = re.compile(
    r"""//[^\n]*|/\*.*?\*/
      |("(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | `(?:[^`\\]|\\.)*`
       | (?:(?<=[(,=:\[!&|?{};>+*-])|(?<=return)|(?<=[(,=:\[!&|?{};>+*-][ ])|(?<=return[ ]))
         /(?![/*])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)""",
    re.DOTALL | re.VERBOSE,
)

SCRIPT = r"""// A comment about /* comments, "quotes" and `others`.
import { one, two } from "./there.js";
import three from "../js/there.js";

export { four } from "./there.js";

/** What is said of a class. */
export class Held {
  #left = 1;
  static #right = / [/"'`] +\/ \/\/ no comment /g;

  async #both(other) {
    const { max } = Math; // the greater one
    return #left in other ? max(this.#left, - -other.#left) : `  ${this.#left}  // ${ one }
  /* no comment */  `;
  }
}

export const url = "https://example.org/  a  'b'";
export const later = () => import("./there.js");
"""

STYLE = """/* A comment. */
:root { --gap: calc(1px + (2px - 3px) * 2); --said: "a  /* no comment */  b"; }
@media (width >= 40rem) and (prefers-color-scheme: dark) {
  .a .b > .c + .d ~ .e :hover, .a:not(.b, .c) { margin: -1px - 2px; }
}
.icon { background: url("dot.svg") no-repeat; color: rgb(1 2 3 / 50%); }
"""


@pytest.fixture
def collected(tmp_path: Path, settings: object) -> Path:
    """A script, a style, and the like of somebody else, as they are sent."""
    source = tmp_path / "source"
    for path, content in {
        "js/held.js": SCRIPT,
        "js/there.js": "export const one = 1, two = 2, four = 4;\nexport default 3;\n",
        "css/held.css": STYLE,
        "css/dot.svg": "<svg> </svg>",
        "other/js/held.js": SCRIPT,
        "other/css/held.css": STYLE.replace("dot.svg", "../../css/dot.svg"),
    }.items():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        (source / path).write_text(content)
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [source]
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": site.STATICFILES_STORAGE_NAME}}
    call_command("collectstatic", interactive=False, verbosity=0)
    return settings.STATIC_ROOT


def sent(collected: Path, path: str) -> str:
    """What is sent for a file that a template names by its path."""
    return (collected / new_name(collected, path)).read_text()


def new_name(collected: Path, path: str) -> str:
    return json.loads((collected / "staticfiles.json").read_text())["paths"][path]


def literals(script: str) -> list[str]:
    return [literal for literal in COMMENT_OR_LITERAL.findall(script) if literal]


def test_our_own_scripts_are_sent_without_comments_and_needless_spaces(collected: Path) -> None:
    there = new_name(collected, "js/there.js").removeprefix("js/")
    assert sent(collected, "js/held.js") == (
        f'import{{one,two}}from"./{there}";import three from"../js/{there}";export{{four}}from"./{there}";'
        "export class Held{#left=1;static#right=/ [/\"'`] +\\/ \\/\\/ no comment /g;async#both(other){"
        "const{max}=Math;return#left in other?max(this.#left,- -other.#left):"
        "`  ${this.#left}  // ${ one }\n  /* no comment */  `;}}\n"
        "export const url=\"https://example.org/  a  'b'\";"
        f'export const later=()=>import("./{there}");'
    )


def test_our_own_styles_are_sent_without_comments_and_needless_spaces(collected: Path) -> None:
    dot = new_name(collected, "css/dot.svg").removeprefix("css/")
    assert sent(collected, "css/held.css") == (
        ':root{--gap:calc(1px + (2px - 3px) * 2);--said:"a  /* no comment */  b"}'
        "@media (width>=40rem) and (prefers-color-scheme:dark)"
        "{.a .b>.c + .d ~ .e :hover,.a:not(.b,.c){margin:-1px - 2px}}"
        f'.icon{{background:url("{dot}") no-repeat;color:rgb(1 2 3 / 50%)}}'
    )


def test_third_party_files_are_sent_unchanged(collected: Path) -> None:
    assert sent(collected, "other/js/held.js") == SCRIPT
    assert sent(collected, "other/css/held.css").startswith("/* A comment. */\n:root {")


@pytest.mark.parametrize("path", ["js/held.js", "css/held.css"])
def test_the_name_changes_with_what_is_sent(collected: Path, settings: object, path: str) -> None:
    before = new_name(collected, path)
    source = settings.STATICFILES_DIRS[0] / path
    source.write_text(f"/* Another comment. */\n{source.read_text()}")
    call_command("collectstatic", interactive=False, verbosity=0)
    assert new_name(collected, path) == before
    source.write_text(source.read_text().replace("a  ", "a   "))
    call_command("collectstatic", interactive=False, verbosity=0)
    assert new_name(collected, path) != before


@pytest.mark.parametrize("name", OWN_SCRIPTS)
def test_no_text_and_no_pattern_of_our_scripts_is_touched(name: str) -> None:
    """A template within a template would be: the library reads it as two with code between."""
    script = (STATIC / name).read_text()
    short = minified(name, FileSystemStorage(STATIC)).open(name).read().decode()
    assert len(short) < len(script)
    assert literals(short) == literals(script)
    assert not [text for text in literals(script) if text[0] == "`" and re.search(r"\$\{[^}]*$", text)]


def test_no_scripts_fetch_each_other_in_a_circle() -> None:
    """Each name is made of the content, the names of others included: in a circle none could be the first."""
    fetched = {
        name: {normpath(join(dirname(name), path)) for path in FETCHED.findall((STATIC / name).read_text())}
        for name in OWN_SCRIPTS
    }
    order = list(TopologicalSorter(fetched).static_order())
    assert sorted(order) == OWN_SCRIPTS
    # A later fetch counts as well.
    assert order.index("js/tools.js") < order.index("js/board.js")
    assert order.index("js/board_cache.js") < order.index("js/app.js") < order.index("js/site.js")


def test_nobody_asks_whether_a_file_is_still_the_same_whose_name_would_have_changed(collected: Path) -> None:
    file = Client().get(f"/static/{new_name(collected, 'js/held.js')}")
    assert "immutable" in file["Cache-Control"]
    assert {"ETag", "Last-Modified"}.isdisjoint(file.headers)
    under_its_old_name = Client().get("/static/js/held.js")
    assert under_its_old_name["Last-Modified"]
    assert "immutable" not in under_its_old_name["Cache-Control"]


def test_a_file_names_its_kind_and_no_encoding(collected: Path) -> None:
    for path, kind in (("js/held.js", "text/javascript"), ("css/held.css", "text/css")):
        assert Client().get(f"/static/{new_name(collected, path)}")["Content-Type"] == kind


def test_a_file_has_no_referrer_policy_but_its_kind_is_fixed(collected: Path) -> None:
    answer = Client().get(f"/static/{new_name(collected, 'css/held.css')}")
    assert "Referrer-Policy" not in answer
    assert answer["X-Content-Type-Options"] == "nosniff"
