"""The pages of drills, with a script and without one."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.utils import translation
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.engine import search
from puzzles.engine.techniques import example_of
from puzzles.play.models import Attempt
from puzzles.training.models import DrillAnswer, TrainingPosition
from puzzles.training.services.answers import Answer
from puzzles.training.services.drills import lookalikes

PAGE = "/techniques/x_wing/drill/"
X_WING = example_of("x_wing")
WHOLE = str(Answer(frozenset(X_WING.step.eliminations)))
HTMX = {"HX_Request": "true"}


@pytest.fixture
def row(position_of: Callable[..., TrainingPosition]) -> TrainingPosition:
    return position_of("x_wing")


@pytest.fixture
def reader(client_of: Callable[[User], Client], student: User) -> Client:
    """The student's browser, in English."""
    client = client_of(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def token_of(page: str) -> str:
    return re.findall(r'name="token" value="([^"]+)"', page)[0]


def false_mark() -> str:
    """A placement that is wrong."""
    solution = search(X_WING.position.board).solution
    assert solution is not None
    cell = X_WING.step.eliminations[0].cell
    digit = next(each for each in X_WING.position.candidates(cell) if each != solution[cell])
    return f"r{cell // 9 + 1}c{cell % 9 + 1}={digit}"


def test_the_page_shows_the_position_and_asks_for_the_step(reader: Client, row: TrainingPosition) -> None:
    page = text_of(reader, PAGE)
    assert "Find a step of this technique, and mark what it shows." in page
    assert page.count('role="gridcell"') == 81
    digits = "".join(re.findall(r'role="gridcell"[^>]*>(?:(\d)<|<)', page))
    assert len(digits) == 81 - row.digits.count(".")
    assert re.findall(r'aria-current="page">([^<]+)</a>', page)[-1] == "Without a hint"


def test_the_first_level_lights_where_to_look(reader: Client, row: TrainingPosition) -> None:
    assert "hint-area" not in text_of(reader, PAGE)
    page = text_of(reader, f"{PAGE}?level=1")
    assert "hint-area" in page
    assert "Find a step of this technique" not in page


def test_the_third_level_names_three_techniques_and_not_the_one(
    reader: Client, row: TrainingPosition
) -> None:
    page = text_of(reader, f"{PAGE}?level=3")
    assert re.findall(r'name="technique" value="(\w+)"', page) == list(lookalikes("x_wing"))
    assert "There is a step of one of these three here." in page
    assert not re.search(r'name="technique"[^>]*checked', page)


@pytest.mark.parametrize("query", ["?level=4", "?level=x", "?after=x", f"?after={'9' * 400}"])
def test_what_nobody_asks_for_is_the_whole_grid(query: str, reader: Client, row: TrainingPosition) -> None:
    assert "Find a step of this technique" in text_of(reader, PAGE + query)


def test_an_answer_that_is_right_ends_the_drill_with_its_step(reader: Client, row: TrainingPosition) -> None:
    fields = {"token": token_of(text_of(reader, PAGE)), "number": 1, "marks": WHOLE}
    answer = reader.post(PAGE, fields, headers=HTMX)
    text = " ".join(unescape(answer.content.decode()).split())
    kept = DrillAnswer.objects.get()
    assert answer["HX-Retarget"] == "#drill"
    assert answer["HX-Replace-Url"] == f"{PAGE}{kept.pk}/"
    assert "Found: X-Wing." in text
    assert "<html" not in text
    assert 'class="removed-line"' in text
    assert f'href="{PAGE}?level=2"' in answer.content.decode()


def test_without_a_script_the_step_is_a_page_of_its_own(reader: Client, row: TrainingPosition) -> None:
    fields = {"token": token_of(text_of(reader, PAGE)), "number": 1, "marks": WHOLE}
    answer = reader.post(PAGE, fields)
    page = text_of(reader, answer["Location"])
    assert "Found: X-Wing." in page
    assert "1 of 1 found" in page
    rungs = re.findall(r'id="rung-\w+" href="([^"#]+)#', page)
    assert rungs == [f"{answer['Location']}?rung={rung}" for rung in ("nudge", "where", "why", "do")]
    assert "removed-line" not in text_of(reader, rungs[2])


def test_after_a_wrong_answer_the_drill_goes_on(reader: Client, row: TrainingPosition) -> None:
    token = token_of(text_of(reader, PAGE))
    fields = {"token": token, "number": 1, "marks": false_mark()}
    answer = unescape(reader.post(PAGE, fields, headers=HTMX).content.decode())
    assert "This is not right." in answer
    assert '<input type="hidden" name="number" value="2">' in answer
    assert "<html" not in answer
    page = unescape(reader.post(PAGE, fields).content.decode())
    assert "This is not right." in page
    assert token_of(page) == token
    assert f'value="{false_mark()}"' in page
    assert DrillAnswer.objects.get().tries == 1


@pytest.mark.parametrize(
    ("marks", "told"),
    [
        ("", "Mark what the step shows"),
        ("r1c1", "“r1c1” cannot be read."),
        ("r1c1=1 r1c2=2", "Place one digit at most"),
        (
            " ".join(f"r{row}c{column}-123456789" for row in range(1, 10) for column in range(1, 4)),
            "Too many",
        ),
    ],
)
def test_an_answer_that_cannot_be_judged_is_no_try(
    marks: str, told: str, reader: Client, row: TrainingPosition
) -> None:
    fields = {"token": token_of(text_of(reader, PAGE)), "number": 1, "marks": marks}
    assert told in unescape(reader.post(PAGE, fields, headers=HTMX).content.decode())
    assert not DrillAnswer.objects.exists()


def test_the_step_is_shown_on_request(reader: Client, row: TrainingPosition) -> None:
    fields = {"token": token_of(text_of(reader, PAGE)), "number": 1, "marks": "", "show": "on"}
    page = text_of(reader, reader.post(PAGE, fields)["Location"])
    assert "Here it is: X-Wing." in page
    assert "0 of 1 found" in page
    assert "own drills: 0 of 1 found" in text_of(reader, "/techniques/x_wing/")


def test_a_drill_of_somebody_else_is_not_found(
    reader: Client, row: TrainingPosition, client_of: Callable[[User], Client], classmate: User
) -> None:
    fields = {"token": token_of(text_of(reader, PAGE)), "number": 1, "marks": WHOLE}
    address = reader.post(PAGE, fields)["Location"]
    assert client_of(classmate).get(address).status_code == 404


def test_a_drill_that_goes_on_has_no_page_of_its_step(reader: Client, row: TrainingPosition) -> None:
    fields = {"token": token_of(text_of(reader, PAGE)), "number": 1, "marks": false_mark()}
    reader.post(PAGE, fields)
    assert reader.get(f"{PAGE}{DrillAnswer.objects.get().pk}/").status_code == 404


@pytest.mark.parametrize("name", ["nothing", "nishio"])
def test_what_is_not_drilled_is_not_found(name: str, reader: Client, row: TrainingPosition) -> None:
    assert reader.get(f"/techniques/{name}/drill/").status_code == 404
    assert reader.post(f"/techniques/{name}/position/").status_code == 404


def test_without_a_position_the_technique_says_so(reader: Client) -> None:
    assert reader.get(PAGE)["Location"] == "/techniques/x_wing/"
    assert "There is no position of this technique" in text_of(reader, "/techniques/x_wing/")


def test_a_forged_token_leads_to_the_next_drill(reader: Client, row: TrainingPosition) -> None:
    answer = reader.post(PAGE, {"token": "x", "number": 1, "marks": WHOLE})
    assert answer["Location"] == PAGE
    assert "This drill is over." in text_of(reader, PAGE)


def test_during_an_exam_drills_lead_back_to_the_technique(
    reader: Client, row: TrainingPosition, student: User, assignment_of: Callable[..., Assignment]
) -> None:
    begin(student=student, assignment_id=assignment_of(is_exam=True).pk)
    assert reader.get(PAGE)["Location"] == "/techniques/x_wing/"


def test_the_technique_says_how_many_positions_there_are(reader: Client, row: TrainingPosition) -> None:
    page = text_of(reader, "/techniques/x_wing/")
    assert f'href="{PAGE}" title="1 position to find it in">Practise · 1</a>' in page
    assert "Practise · " not in text_of(reader, "/techniques/swordfish/")


def test_where_no_grid_is_left_a_game_begins_at_a_position(
    reader: Client, row: TrainingPosition, student: User
) -> None:
    page = text_of(reader, "/techniques/x_wing/")
    assert 'action="/techniques/x_wing/position/"' in page
    assert "this one begins where it can be used" in page
    answer = reader.post("/techniques/x_wing/position/")
    attempt = Attempt.objects.get(player=student)
    assert answer["Location"] == attempt.get_absolute_url()
    assert attempt.digits == row.digits
    assert reader.get(answer["Location"]).status_code == 200


def test_a_drill_is_a_fixed_number_of_queries(
    reader: Client, row: TrainingPosition, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(14):
        reader.get(PAGE)


def test_in_french_students_are_addressed_as_tu(
    client_of: Callable[[User], Client], student: User, row: TrainingPosition
) -> None:
    client = client_of(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    with translation.override("fr"):
        page = text_of(client, PAGE)
    assert "Trouve une étape de cette technique" in page


def test_a_technique_that_always_comes_with_an_easier_one_says_so(reader: Client, position_of) -> None:
    position_of("dual_two_string_kite")
    assert "An easier step is open here too" in text_of(reader, "/techniques/dual_two_string_kite/drill/")
    position_of("x_wing")
    assert "An easier step is open here too" not in text_of(reader, PAGE)
