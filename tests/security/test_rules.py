"""Rules of our own that no linter knows: each is a sentence, and each is shown to see what it forbids."""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
APPS = ("accounts", "puzzles", "sudokusite")
SOURCES = {
    path.relative_to(PROJECT).as_posix(): path.read_text()
    for app in APPS
    for path in sorted((PROJECT / app).rglob("*.py"))
    if "migrations" not in path.parts
}
TEMPLATES = {
    path.relative_to(PROJECT).as_posix(): path.read_text()
    for path in sorted((PROJECT / "templates").rglob("*.html"))
}
SCRIPTS = {
    path.relative_to(PROJECT).as_posix(): path.read_text()
    for path in sorted((PROJECT / "sudokusite" / "static" / "js").glob("*.js"))
}
VIEWS = {name: text for name, text in SOURCES.items() if "/views/" in name or name == "sudokusite/views.py"}

# What stands in our own hands, with the reason.
ALLOWED = {
    # Names of tables and columns from the models; the values travel beside them.
    "sql": {"puzzles/library/services/bulk_insert.py"},
    # Runs the course's own text, the one that students read; nothing that anybody sent. The judge's modules
    # are for a child process and the browser: the site imports none of them.
    "eval": {"puzzles/engine/worksheets/explorer.py"}
    | {
        f"puzzles/engine/judge/{name}.py"
        for name in (
            "console_run",
            "exercises/__init__",
            "instrumentation",
            "program_loader",
            "recorded_program",
            "source_text",
            "student_program",
        )
    },
    # Starts the site's own processes, by a list of arguments; in the terminal, the judge's.
    "subprocess": {"sudokusite/serving/supervisor.py", "puzzles/engine/judge/child_process.py"},
    # The drawing of a QR code, made of lines by the library that knows how; and sentences of hints, whose
    # words are escaped before the marks of their coordinates are added.
    "markup": {"accounts/qr_codes.py", "puzzles/play/pages/sentences.py", "puzzles/play/pages/terms.py"},
    # Small digits, drawn from the bits of a mask.
    "scripts": {"sudokusite/static/js/cells.js"},
    # Our own words for the field, and links in Django's help texts.
    "safe": {"templates/accounts/_field.html"},
}
# Finds nothing, whatever it is asked and how.
ALWAYS_404 = {"admin_shortcut"}
METHODS = {"require_safe", "require_POST", "require_GET", "require_http_methods", "page_with_form"}
OWNED = {
    "Attempt", "Assignment", "Assignee", "AssignedPuzzle", "Classroom", "Membership", "Collection", "Move",
    "OwnGrid", "PuzzleImport", "PuzzleGeneration", "Prediction", "PredictionRound", "User",
}  # fmt: skip
# Beginnings of a query that name whose rows they are, and what narrows one that began with all.
BY_OWNER = re.compile(r"\b(\w+_by|\w+_for|in_class\w*|owned\w*|own|managed\w*|visible\w*)$")
OWNERS = {"students", "player", "owner", "student", "author", "teachers", "user", "classroom"}


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def name_of(node: ast.AST) -> str:
    """`a.b.c` as it is written; "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{name_of(node.value)}.{node.attr}"
    return name_of(node.func) + "()" if isinstance(node, ast.Call) else ""


def is_built(node: ast.AST | None) -> bool:
    """Whether a text is put together from parts that may be anybody's."""
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(part, ast.FormattedValue) for part in node.values)
    if isinstance(node, ast.BinOp):
        return True
    return isinstance(node, ast.Call) and name_of(node.func).endswith((".format", ".join", ".replace"))


# The rules: the lines of a source that break them


def built_sql(text: str) -> list[int]:
    found = []
    for call in calls(ast.parse(text)):
        verb = name_of(call.func).rpartition(".")[2]
        is_sql = verb in {"execute", "executemany", "raw", "RawSQL", "copy", "extra"}
        if is_sql and (verb == "extra" or is_built(call.args[0] if call.args else None)):
            found.append(call.lineno)
    return found


def run_text(text: str) -> list[int]:
    named = {
        "eval",
        "exec",
        "compile",
        "__import__",
        "pickle.loads",
        "pickle.load",
        "marshal.loads",
        "yaml.load",
    }
    named |= {"shelve.open", "os.system", "os.popen"}
    return [call.lineno for call in calls(ast.parse(text)) if name_of(call.func) in named]


def started_programs(text: str) -> list[int]:
    return [
        call.lineno
        for call in calls(ast.parse(text))
        if name_of(call.func).startswith(
            ("subprocess.run", "subprocess.Popen", "subprocess.c", "os.exec", "os.spawn")
        )
    ]


def trusted_texts(text: str) -> list[int]:
    return [
        call.lineno
        for call in calls(ast.parse(text))
        if name_of(call.func).endswith(("mark_safe", "SafeString"))
    ]


def safe_filters(text: str) -> list[int]:
    return [
        text[: found.start()].count("\n") + 1
        for found in re.finditer(r"\|\s*(safe|safeseq)\b|{%\s*autoescape\s+off", text)
    ]


def written_markup(text: str) -> list[int]:
    found = re.finditer(
        r"\.(innerHTML|outerHTML)\s*\+?=(?!=)|insertAdjacentHTML|document\.write|\beval\(|new Function", text
    )
    return [text[: each.start()].count("\n") + 1 for each in found]


def views_of(text: str) -> Iterator[ast.FunctionDef]:
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.args.args:
            note = node.args.args[0].annotation
            answers = ast.unparse(node.returns) if node.returns else ""
            if note and ast.unparse(note) in ("HttpRequest", "UserRequest") and "Response" in answers:
                yield node


def decorators_of(view: ast.FunctionDef) -> set[str]:
    return {name_of(each.func if isinstance(each, ast.Call) else each) for each in view.decorator_list}


def all_rows(text: str) -> list[int]:
    """Queries of rows that are somebody's, which do not say whose."""
    tree = ast.parse(text)
    statements = [each for each in ast.walk(tree) if isinstance(each, ast.stmt)]
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "objects" and name_of(node.value) in OWNED
        if not names_owner(text, node, statements)
    ]


def names_owner(text: str, manager: ast.Attribute, statements: list[ast.stmt]) -> bool:
    """Whether the chain of calls that begins at this manager has a link that says whose rows are meant."""
    around = [
        each for each in statements if each.lineno <= manager.lineno <= (each.end_lineno or each.lineno)
    ]
    innermost = max(around, key=lambda each: (each.lineno, -(each.end_lineno or 0)))
    lines = "\n".join(text.splitlines()[innermost.lineno - 1 : innermost.end_lineno])
    if is_sought_in_class(text, innermost):
        return True
    chain = lines[lines.find(f"{name_of(manager.value)}.objects") :]
    verbs = re.findall(r"\.(\w+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)", chain)
    return any(BY_OWNER.search(verb) or OWNERS & parts_of_lookups(given) for verb, given in verbs)


def is_sought_in_class(text: str, statement: ast.stmt) -> bool:
    """Whether `get_of_class` picks the row, in this statement or from the name that it gives to the rows."""
    around = [
        each
        for each in ast.walk(ast.parse(text))
        if isinstance(each, ast.FunctionDef) and each.lineno <= statement.lineno <= (each.end_lineno or 0)
    ]
    sought = [
        call for call in calls(around[-1] if around else statement) if name_of(call.func) == "get_of_class"
    ]
    if any(statement.lineno <= call.lineno <= (statement.end_lineno or 0) for call in sought):
        return True
    named = re.match(r"(\w+)(: \w+)? = ", ast.unparse(statement))
    return named is not None and named[1] in {name_of(call.args[1]).partition(".")[0] for call in sought}


def parts_of_lookups(given: str) -> set[str]:
    """The words of all lookups: of `memberships__student=x, pk=y` memberships, student and pk."""
    return {part for lookup in re.findall(r"(\w+)=", given) for part in lookup.split("__")}


# What is called by the addresses and who may come to it


@cache
def routed_views() -> set[str]:
    """The names of the functions that addresses lead to."""
    named: set[str] = set()
    for name, text in SOURCES.items():
        if name.endswith("urls.py"):
            for call in calls(ast.parse(text)):
                if name_of(call.func) == "path" and len(call.args) > 1:
                    named.add(name_of(call.args[1]).rpartition(".")[2])
    return named


def broken(rule: Callable[[str], list[int]], sources: dict[str, str], allowed: str = "") -> list[str]:
    return [
        f"{name}:{line}"
        for name, text in sources.items()
        if name not in ALLOWED.get(allowed, set())
        for line in rule(text)
    ]


def test_no_query_is_put_together_from_texts() -> None:
    assert broken(built_sql, SOURCES, "sql") == []


def test_no_text_is_run_as_a_program() -> None:
    assert broken(run_text, SOURCES, "eval") == []


def test_no_program_is_started_but_the_sites_own() -> None:
    assert broken(started_programs, SOURCES, "subprocess") == []


def test_no_shell_is_ever_asked() -> None:
    assert [name for name, text in SOURCES.items() if "shell=True" in text] == []


def test_no_text_is_declared_to_be_markup() -> None:
    assert broken(trusted_texts, SOURCES, "markup") == []
    assert broken(safe_filters, TEMPLATES, "safe") == []


def test_scripts_write_no_markup_of_their_own() -> None:
    assert broken(written_markup, SCRIPTS, "scripts") == []


@pytest.mark.parametrize("name", VIEWS)
def test_every_view_says_first_which_methods_it_takes(name: str) -> None:
    routed = routed_views()
    views = [view for view in views_of(VIEWS[name]) if view.name in routed - ALWAYS_404]
    assert [view.name for view in views if not METHODS & decorators_of(view)] == []


def test_views_without_login_are_exactly_the_reviewed_list() -> None:
    open_views = {
        view.name
        for text in VIEWS.values()
        for view in views_of(text)
        if "login_not_required" in decorators_of(view)
    }
    assert open_views == {
        *("login", "login_card", "login_code", "logout", "admin_login", "set_language", "set_theme", "setup"),
        *("privacy_notice", "privacy_deleted", "shared_grid", "worker", "manifest", "offline_page"),
        "sandbox",
        # By a secret address that its owner can revoke: calendar programs do not log in.
        "calendar_feed",
    }


@pytest.mark.parametrize("name", VIEWS)
def test_no_view_asks_for_rows_without_saying_whose(name: str) -> None:
    assert broken(all_rows, {name: VIEWS[name]}) == []


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        (built_sql, 'cursor.execute(f"SELECT {x}")'),
        (built_sql, 'cursor.execute("SELECT " + x)'),
        (built_sql, 'User.objects.raw("SELECT %s" % x)'),
        (built_sql, "User.objects.extra(where=[x])"),
        (run_text, "eval(x)"),
        (run_text, "pickle.loads(x)"),
        (started_programs, "subprocess.run(x)"),
        (trusted_texts, "html.mark_safe(x)"),
        (safe_filters, "{{ name|safe }}"),
        (safe_filters, "{% autoescape off %}"),
        (written_markup, "cell.innerHTML = name;"),
        (all_rows, "get_object_or_404(Attempt, pk=pk) or Attempt.objects.get(pk=pk)"),
        (all_rows, "Classroom.objects.filter(pk=pk)"),
        (all_rows, "rows = Classroom.objects.current(); get_of_class(request, others, pk=pk)"),
    ],
)
def test_a_rule_sees_what_it_forbids(rule: Callable[[str], list[int]], line: str) -> None:
    assert rule(line) == [1]


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        (built_sql, 'cursor.execute("SELECT 1 WHERE x = %s", [x])'),
        (run_text, "ast.literal_eval(x)"),
        (written_markup, "cell.textContent = name; if (a.innerHTML === b) c();"),
        (all_rows, "Attempt.objects.played_by(user).get(pk=pk)"),
        (all_rows, "Membership.objects.filter(classroom__in=classes, pk=pk)"),
        (all_rows, "classroom = get_of_class(request, Classroom.objects.current(), pk=pk)"),
        (
            all_rows,
            "def f():\n    rows = Lesson.objects.all()\n    return get_of_class(request, rows, pk=pk)",
        ),
    ],
)
def test_a_rule_accepts_sound_code(rule: Callable[[str], list[int]], line: str) -> None:
    assert rule(line) == []
