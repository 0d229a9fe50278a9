"""The page of the viewer: which source it shows, and where its scripts find a run."""

import json
import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from puzzles.course.pages.viewer import run_blocks, viewer_address, viewer_page
from puzzles.engine import Board
from puzzles.engine.runs import ALGORITHMS, EVENT_SENTENCES
from puzzles.engine.worksheets import source_of
from puzzles.play.models import Attempt

ClientOf = Callable[[User], Client]
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TEACHER = User(role=User.Role.TEACHER)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_line_with_an_event_is_shown(algorithm: str) -> None:
    shown = {line.number for block in run_blocks(algorithm, frozenset()) for line in block.lines}
    run = ALGORITHMS[algorithm]
    assert {run.line(operation) for operation in run.statements} <= shown


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_source_that_is_shown_is_the_source_that_runs(algorithm: str) -> None:
    text = source_of(algorithm).splitlines()
    for block in run_blocks(algorithm, frozenset()):
        assert f"def {block.name}(" in block.lines[0].text
        assert [line.text for line in block.lines] == [text[line.number - 1] for line in block.lines]


@pytest.mark.parametrize(
    ("algorithm", "functions"),
    [
        ("tutoriel", ["find_empty", "is_valid", "solve"]),
        ("n_valide", ["n_valide", "solve"]),
        ("mini_projet", ["ligne", "colonne", "bloc", "possibles", "suivante", "resoudre"]),
        (
            "propagation",
            ["liees", "candidats", "placer", "chiffre_seul", "place_seule", "propager", "chercher"],
        ),
    ],
)
def test_only_the_functions_that_a_run_goes_through_are_shown(algorithm: str, functions: list[str]) -> None:
    assert [block.name for block in run_blocks(algorithm, frozenset())] == functions


def test_the_page_gives_its_scripts_all_addresses() -> None:
    page = viewer_page(Board.from_line(LINE), ["tutoriel", "propagation"], 12, reader=TEACHER)
    first, second = page["data"]["runs"]
    assert first["letter"] == "A"
    assert first["traceUrl"] == f"/algorithms/tutoriel/trace/?grid={LINE}"
    assert second["tableUrl"] == f"/algorithms/propagation/table/?grid={LINE}"
    assert second["predictUrl"] == "/algorithms/propagation/predictions/"
    assert page["data"]["step"] == 12
    assert json.loads(json.dumps(page["data"])) == page["data"]


def test_the_scripts_know_a_sentence_for_every_event() -> None:
    with translation.override("en"):
        page = viewer_page(Board.from_line(LINE), ["tutoriel"], 0, reader=TEACHER)
    events = page["data"]["sentences"]["events"]
    assert events == {str(int(operation)): sentence for operation, sentence in EVENT_SENTENCES.items()}


@pytest.mark.parametrize(
    ("algorithms", "step", "query"),
    [
        (["tutoriel"], 0, {"grid": [LINE]}),
        (["tutoriel", "n_valide"], 7, {"grid": [LINE], "with": ["n_valide"], "step": ["7"]}),
    ],
)
def test_the_address_of_the_viewer_says_what_it_shows(
    algorithms: list[str], step: int, query: dict[str, list[str]]
) -> None:
    address = urlsplit(viewer_address(Board.from_line(LINE), algorithms, step))
    assert address.path == "/algorithms/tutoriel/"
    assert parse_qs(address.query) == query


def test_only_a_finished_attempt_leads_to_a_solver(
    client_of: ClientOf, student: User, attempt_of: Callable[..., Attempt]
) -> None:
    attempt, client = attempt_of(student), client_of(student)
    replay = reverse("play:replay", args=[attempt.pk])
    solver = re.compile(r'href="(/algorithms/tutoriel/\?grid=[^"]+)"')
    assert solver.findall(client.get(replay).content.decode()) == []
    Attempt.objects.update(state=Attempt.State.SOLVED, finished_at=timezone.now())
    (address,) = solver.findall(client.get(replay).content.decode())
    assert client.get(address).status_code == 200
