"""Help as a browser asks for it: what the answer holds, and that it holds nothing more."""

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.engine.techniques import example_of
from puzzles.library.models import Collection, HelpPolicy, Puzzle
from puzzles.play.models import Attempt, Move
from puzzles.play.services.techniques import switch_techniques

HTMX = {"HX-Request": "true"}
# What a player may say to have found in a cell.
FOUND = {"digit": 4, "places": 1}
HELPS = ["hint", "check", "rewind", "cell", "simple", "steps", "deduction", "solution"]
pytestmark = pytest.mark.usefixtures("commits_at_once")

ClientOf = Callable[[User], Client]
StartAttempt = Callable[..., Attempt]


def ask(client: Client, attempt: Attempt, help_: str, **data: Any) -> Any:
    """Press a help button as the script does, on a page that has seen everything."""
    attempt.refresh_from_db()
    fields = {"version": attempt.version} | data
    return client.post(f"/play/{attempt.pk}/{help_}/", fields, headers=HTMX)


def ask_plainly(client: Client, attempt: Attempt, help_: str, **data: Any) -> Any:
    """Press a help button where no script runs."""
    attempt.refresh_from_db()
    return client.post(f"/play/{attempt.pk}/{help_}/", {"version": attempt.version} | data)


def hint_in(response: Any) -> str:
    """The words of the hint that an answer or a page holds, with the button under them."""
    found = re.search(r'<section class="hint".*?</section>', response.content.decode(), re.DOTALL)
    # Bubbles open when their words are pressed; marks of coordinates and these words are within the sentence.
    text = re.sub(r'<span class="term-bubble".*?</span>', "", found[0], flags=re.DOTALL) if found else ""
    text = re.sub(r"</?span[^>]*>|<button type=.button. class=.term.[^>]*>([^<]*)</button>", r"\1", text)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def lights_in(response: Any) -> dict[str, list[int]]:
    return json.loads(unescape(re.findall(r'data-lights="([^"]*)"', response.content.decode())[0]))


def cells_in(response: Any) -> list[int]:
    return [int(cell) for cell in re.findall(r'id="c(\d+)"', response.content.decode())]


def refusal_in(response: Any) -> str:
    assert response.status_code == 204
    return json.loads(response["HX-Trigger"])["help-refused"]


def place(attempt: Attempt, cell: int, digit: int) -> None:
    digits = list(attempt.digits)
    digits[cell] = str(digit)
    attempt.digits = "".join(digits)
    attempt.save()


# Who comes in


@pytest.mark.parametrize("help_", HELPS)
def test_the_attempt_of_another_student_is_not_found(
    client_of: ClientOf, classmate: User, teacher: User, attempt: Attempt, help_: str
) -> None:
    for user in (classmate, teacher):
        assert ask(client_of(user), attempt, help_, cell=2).status_code == 404
        assert ask(client_of(user), attempt, help_, version="nonsense").status_code == 404
    assert not Move.objects.exists()


@pytest.mark.parametrize("help_", HELPS)
def test_help_needs_the_token_of_our_own_pages(student: User, attempt: Attempt, help_: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(student)
    assert ask(strict, attempt, help_, cell=2).status_code == 403
    assert not Move.objects.exists()


# Hints


def test_a_hint_is_revealed_rung_by_rung_with_the_cells_to_highlight(tab: Client, attempt: Attempt) -> None:
    answers = [ask(tab, attempt, "hint") for _ in range(4)]
    assert [hint_in(answer) for answer in answers] == [
        "Hidden single Look for a digit that has only one possible cell left in a box. Where?",
        "Hidden single Look at box 9: one digit has only one possible cell left there. Why?",
        "Hidden single In box 9, every empty cell but r9c7 already sees the digit 1 (r5c9 and r8c5): "
        "it can go nowhere else. Do it",
        "Hidden single Place 1 in r9c7, the only cell left for it in box 9. Next hint",
    ]
    box = [60, 61, 62, 69, 70, 71, 78, 79, 80]
    assert [lights_in(answer) for answer in answers] == [
        {},
        {"area": box},
        {"area": box, "cause": [44, 67], "target": [78]},
        {"area": box, "cause": [44, 67], "target": [78]},
    ]


def test_only_the_last_rung_sends_a_cell_and_the_digit(tab: Client, attempt: Attempt) -> None:
    answers = [ask(tab, attempt, "hint") for _ in range(4)]
    assert [cells_in(answer) for answer in answers] == [[], [], [], [78]]
    assert all('"digits": "' + attempt.puzzle.givens in unescape(a.content.decode()) for a in answers[:3])


def test_the_sentence_of_a_hint_is_also_the_news_of_the_status_line(tab: Client, attempt: Attempt) -> None:
    page = ask(tab, attempt, "hint").content.decode()
    sentence = "Look for a digit that has only one possible cell left in a box."
    assert f'<p hx-swap-oob="innerHTML:#status">{sentence}</p>' in page


def test_the_answer_has_the_headers_of_a_moves_answer(tab: Client, attempt: Attempt) -> None:
    for _ in range(4):
        answer = ask(tab, attempt, "hint")
    told = json.loads(answer["HX-Trigger"])["moves-stored"]
    assert (told["client"], told["version"], told["state"]) == ("", 4, "open")


def test_a_page_that_is_behind_is_sent_the_whole_board(tab: Client, attempt: Attempt) -> None:
    ask(tab, attempt, "cell", cell=2)
    assert cells_in(ask(tab, attempt, "check", version=0)) == list(range(81))


def test_no_posted_field_makes_a_hint_deeper(tab: Client, attempt: Attempt) -> None:
    ask(tab, attempt, "hint", rung=4, hint_rung=4, technique="naked_single", cell=2)
    assert list(Move.objects.values_list("rung", "effect")) == [(1, [])]


def test_the_policys_deepest_rung_is_marked_as_such(
    attempt_of: StartAttempt, student: User, tab: Client
) -> None:
    attempt = attempt_of(student, hint_rung=1)
    assert hint_in(ask(tab, attempt, "hint")).endswith("On this grid a hint goes no further.")


def test_where_no_known_step_applies_the_answer_says_so(tab: Client, student: User, attempt: Attempt) -> None:
    switch_techniques(player=student, on=["bug_plus_one"])
    answer = ask(tab, attempt, "hint")
    assert hint_in(answer) == (
        "Hint No mistake so far, and no technique known here applies. "
        "Some techniques are switched off for your hints. Choose them"
    )
    assert lights_in(answer) == {}


def test_a_mistake_is_shown_without_the_digit(tab: Client, attempt: Attempt) -> None:
    place(attempt, 2, 1)
    told = [hint_in(ask(tab, attempt, "hint")) for _ in range(3)]
    assert told == [
        "Wrong digit There is a mistake on the grid: one of your digits is wrong. Where?",
        "Wrong digit One of your digits in box 1 is wrong. Why?",
        "Wrong digit The digit in r1c3 is wrong. Once the mistakes are erased, one step shows where it goes "
        "instead: Hidden single. Erase it",
    ]
    answer = ask(tab, attempt, "hint")
    assert cells_in(answer)[0] == 2
    assert attempt.puzzle.givens == Attempt.objects.get().digits


# Checks, cells, the simple method, the solution


def test_a_check_names_the_wrong_cells_and_no_digit(tab: Client, attempt: Attempt) -> None:
    place(attempt, 2, 1)
    place(attempt, 40, 9)
    answer = ask(tab, attempt, "check")
    assert hint_in(answer) == "Checked 2 digits are wrong: r1c3, r5c5."
    assert lights_in(answer) == {"wrong": [2, 40]}
    assert cells_in(answer) == []


def test_a_check_of_a_right_grid_says_so(tab: Client, attempt: Attempt) -> None:
    assert hint_in(ask(tab, attempt, "check")) == "Checked No wrong digit so far."


def test_a_cell_is_filled_in(tab: Client, attempt: Attempt) -> None:
    answer = ask(tab, attempt, "cell", cell=2)
    assert hint_in(answer) == "One cell 4 belongs in r1c3."
    assert (cells_in(answer), lights_in(answer)) == ([2], {"target": [2]})


@pytest.mark.parametrize("cell", ["", "81", "-1", "r1c3"])
def test_a_cell_that_is_none_is_refused(tab: Client, attempt: Attempt, cell: str) -> None:
    assert refusal_in(ask(tab, attempt, "cell", cell=cell))
    assert not Move.objects.exists()


def test_the_simple_method_counts_the_cells_it_filled_and_highlights_them(
    attempt_of: StartAttempt, student: User, tab: Client
) -> None:
    attempt = attempt_of(student, partial_cells=3, solution="never")
    answer = ask(tab, attempt, "simple")
    assert hint_in(answer) == "Simple method The simple method has filled 3 cells."
    assert (cells_in(answer), lights_in(answer)) == ([37, 40, 43], {"target": [37, 40, 43]})


def test_the_simple_method_asks_before_it_ends_the_grid(tab: Client, attempt: Attempt) -> None:
    answer = ask(tab, attempt, "simple")
    assert hint_in(answer) == (
        "Simple method The simple method would fill the whole grid, "
        "which then counts as shown, not as solved. Fill it"
    )
    assert 'form="help-simple" name="finish" value="1"' in answer.content.decode()
    assert cells_in(answer) == []
    assert len(cells_in(ask(tab, attempt, "simple", finish="1"))) == 51
    assert Attempt.objects.get().state == Attempt.State.SHOWN


def test_the_simple_method_reports_mistakes_instead(tab: Client, attempt: Attempt) -> None:
    place(attempt, 2, 1)
    assert hint_in(ask(tab, attempt, "simple")).endswith(
        "would mislead the simple method. 1 digit is wrong: r1c3."
    )


def test_the_solution_fills_the_grid_closes_the_hint_and_ends_the_game(tab: Client, attempt: Attempt) -> None:
    ask(tab, attempt, "hint")
    answer = ask(tab, attempt, "solution")
    assert len(cells_in(answer)) == 51
    assert hint_in(answer) == ""
    assert "The solution was shown: the grid counts as shown." in answer.content.decode()
    assert json.loads(answer["HX-Trigger"])["moves-stored"]["state"] == "shown"


def test_a_refusal_is_a_sentence_and_changes_nothing(
    attempt_of: StartAttempt, student: User, tab: Client
) -> None:
    attempt = attempt_of(student, hint_rung=0, checking=False, partial_cells=0, solution="never")
    sentences = [refusal_in(ask(tab, attempt, help_, cell=2, **FOUND)) for help_ in HELPS]
    assert sentences == [
        "There are no hints on this grid.",
        "Checking is not allowed on this grid.",
        "Checking is not allowed on this grid.",
        "Help does not fill cells on this grid.",
        "Help does not fill cells on this grid.",
        "Listing all steps is not allowed on this grid.",
        "Checking is not allowed on this grid.",
        "The solution of this grid is not shown.",
    ]
    assert not Move.objects.exists()


@pytest.mark.parametrize("help_", HELPS)
def test_a_finished_grid_gets_no_help(tab: Client, attempt: Attempt, help_: str) -> None:
    ask(tab, attempt, "solution")
    assert "finished" in refusal_in(ask(tab, attempt, help_, cell=2, **FOUND))
    assert Move.objects.count() == 1


def test_the_remaining_help_is_shown_with_each_answer(
    attempt_of: StartAttempt, student: User, tab: Client
) -> None:
    rules = {"hint_budget": 3, "partial_cells": 5, "solution": "after_minutes", "solution_minutes": 10}
    attempt = attempt_of(student, **rules)
    ask(tab, attempt, "hint")
    page = ask(tab, attempt, "cell", cell=2).content.decode()
    left = re.search(r'id="help-left"[^>]*>(.*?)</p>', page, re.DOTALL)
    assert left is not None
    assert " ".join(left[1].split()) == "2 hints left · 4 cells left to fill · solution in 10 minutes"


# All steps, and deductions


def test_all_steps_are_sent_by_technique_each_with_its_lights(tab: Client, attempt: Attempt) -> None:
    answer = ask(tab, attempt, "steps")
    page = answer.content.decode()
    titles = re.findall(r"<summary>([^<]+) <span", page)
    assert titles[:4] == [
        "Hidden single",
        "Naked single",
        "Locked candidates (pointing)",
        "Locked candidates (claiming)",
    ]
    assert hint_in(answer).startswith("All steps here ")
    lines = re.findall(r'data-step data-lights="([^"]*)"', page)
    assert len(lines) > 10
    assert all(json.loads(unescape(line))["target"] for line in lines)
    assert cells_in(answer) == []


def test_without_script_all_steps_are_a_page(tab: Client, attempt: Attempt) -> None:
    answer = ask_plainly(tab, attempt, "steps")
    assert answer.status_code == 200
    assert "Back to the game" in answer.content.decode()
    assert "Hidden single" in answer.content.decode()


def test_all_steps_without_leave_for_the_solution_name_no_result(
    attempt_of: StartAttempt, student: User, tab: Client
) -> None:
    told = ask(tab, attempt_of(student, solution="never"), "steps").content.decode()
    assert "In box 9, every empty cell but r9c7 already sees the digit 1" in told
    assert "Place " not in told


def test_a_deduction_is_judged_with_its_reason(tab: Client, attempt: Attempt) -> None:
    answer = ask(tab, attempt, "deduction", cell=40, digit=5, places=1)
    assert hint_in(answer).startswith("Your deduction Yes, it follows: Naked single. r5c5 already sees")
    assert lights_in(answer)["target"] == [40]
    assert cells_in(answer) == []


def test_a_true_and_a_false_deduction_that_nothing_proves_differ_in_their_digit_only(
    tab: Client, student: User, attempt: Attempt
) -> None:
    """In r1c7 the 9 is true and the 8 is false; without singles nothing shows one or the other."""
    switch_techniques(player=student, on=["jellyfish"])
    true, false = [hint_in(ask(tab, attempt, "deduction", cell=6, digit=digit, places=1)) for digit in (9, 8)]
    assert true.startswith(
        "Your deduction A few steps at this grid’s level do not prove that 9 goes into r1c7."
    )
    opening = true.partition(" 9 is also open in ")[0]
    assert false.partition(" 8 is also open in ")[0] == opening.replace("that 9 goes", "that 8 goes")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"places": "1", "cell": 2}, "This field is required."),
        ({"digit": 5, "places": "1"}, "Choose a cell first."),
        ({"digit": 5, "places": "1", "cell": 2, "cells": "r1c2 here"}, "“here” is not a cell."),
        ({"digit": 5, "places": "1", "cell": 2, "cells": "zzz"}, "“zzz” is not a cell."),
        ({"digit": 5, "places": "1", "cell": 2, "cells": "r1c2, L99"}, "“L99” is not a cell."),
    ],
)
def test_an_incomplete_deduction_is_not_judged(
    tab: Client, attempt: Attempt, fields: dict[str, Any], sentence: str
) -> None:
    assert refusal_in(ask(tab, attempt, "deduction", **fields)) == sentence
    assert not Move.objects.exists()


def test_a_deduction_without_script_is_answered_on_the_page(tab: Client, attempt: Attempt) -> None:
    fields = {"row": 5, "column": 5, "digit": 5, "places": "1", "cells": "r5c4, L5C6"}
    answer = ask_plainly(tab, attempt, "deduction", **fields)
    assert "Yes, it follows: Naked single." in tab.get(answer["Location"]).content.decode()
    assert Move.objects.get().hint == {"places": True, "cells": [39, 41]}


# Nothing leaks


def test_no_answer_holds_the_solution_or_a_digit_that_was_not_asked_for(
    attempt_of: StartAttempt, student: User, tab: Client, puzzle: Puzzle
) -> None:
    attempt = attempt_of(student, partial_cells=20, solution="never")
    place(attempt, 40, 9)
    helps = [*["hint"] * 5, "check", "cell", "simple", "hint", "solution", "check"]
    answers = [ask(tab, attempt, help_, cell=2) for help_ in helps]
    answers.append(tab.get(f"/play/{attempt.pk}/"))
    for answer in answers:
        text = answer.content.decode() + json.dumps(dict(answer.items()))
        assert puzzle.solution not in text
        assert puzzle.solution[::-1] not in text
        for known in re.findall(r'"digits": "([^"]{81})"', unescape(text)):
            assert known.count(".") >= 25


def test_a_hint_below_why_names_no_cell(tab: Client, attempt: Attempt) -> None:
    for _ in range(2):
        text = ask(tab, attempt, "hint").content.decode()
        assert "r9c7" not in text
        assert "78" not in re.sub(r'data-lights="[^"]*"|data-news="[^"]*"', "", hint_in_html(text))


def hint_in_html(text: str) -> str:
    found = re.search(r'<section class="hint".*?</section>', text, re.DOTALL)
    assert found is not None
    return found[0]


def test_the_title_of_a_hint_leads_to_the_page_of_its_technique(tab: Client, attempt: Attempt) -> None:
    assert 'href="/techniques/hidden_single/">Hidden single</a>' in ask(tab, attempt, "hint").content.decode()


# Without script


def test_without_script_a_hint_is_on_the_page_with_its_cells_highlighted(
    tab: Client, attempt: Attempt
) -> None:
    for _ in range(3):
        assert ask_plainly(tab, attempt, "hint")["Location"] == f"/play/{attempt.pk}/"
    page = tab.get(f"/play/{attempt.pk}/")
    assert hint_in(page).startswith("Hidden single In box 9, every empty cell but r9c7 already sees")
    text = page.content.decode()
    assert re.search(r'<div id="c78" class="cell hint-area hint-target" role="gridcell"', text)
    assert re.search(r'<div id="c44" class="cell given hint-cause" role="gridcell"', text)


@pytest.mark.parametrize(
    ("help_", "sentence"),
    [
        ("check", "No wrong digit so far."),
        ("cell", "4 belongs in r1c3."),
        ("simple", "The simple method has filled 3 cells."),
        ("solution", "The solution of this grid is not shown."),
    ],
)
def test_without_script_help_is_shown_on_the_page(
    attempt_of: StartAttempt, student: User, tab: Client, help_: str, sentence: str
) -> None:
    attempt = attempt_of(student, partial_cells=3, solution="never")
    answer = ask_plainly(tab, attempt, help_, row=1, column=3)
    page = tab.get(answer["Location"])
    assert sentence in unescape(page.content.decode())


def test_without_script_the_solution_is_shown_on_the_page(
    tab: Client, attempt: Attempt, puzzle: Puzzle
) -> None:
    page = tab.get(ask_plainly(tab, attempt, "solution")["Location"]).content.decode()
    assert f'"digits": "{puzzle.solution}"' in page
    assert "the grid counts as shown" in page


# The page


def offered(page: str) -> list[str]:
    """The help buttons of a page."""
    return re.findall(r'data-help="(\w+)"', page)


def test_the_usual_policy_offers_every_help(tab: Client, attempt: Attempt) -> None:
    page = tab.get(f"/play/{attempt.pk}/").content.decode()
    # The solution, and with it the path, is asked for on a page of its own.
    assert set(offered(page)) == {*HELPS} - {"solution"}
    assert f'href="/play/{attempt.pk}/solution/"' in page


def test_forbidden_help_is_not_offered(attempt_of: StartAttempt, student: User, tab: Client) -> None:
    attempt = attempt_of(student, hint_rung=0, checking=False, partial_cells=0, solution="never")
    page = tab.get(f"/play/{attempt.pk}/").content.decode()
    assert offered(page) == []
    assert f'href="/play/{attempt.pk}/solution/"' not in page


def test_a_finished_grid_offers_no_help(tab: Client, attempt: Attempt) -> None:
    ask(tab, attempt, "solution")
    assert offered(tab.get(f"/play/{attempt.pk}/").content.decode()) == []


def test_the_page_shows_the_rules_of_help_before_any_is_asked(
    attempt_of: StartAttempt, student: User, tab: Client
) -> None:
    attempt = attempt_of(student, hint_rung=3, hint_budget=5, solution="after_minutes", solution_minutes=10)
    page = tab.get(f"/play/{attempt.pk}/").content.decode()
    assert "<li>A hint says what to look for, then where, then why.</li>" in page
    assert "<li>5 hints for the grid.</li>" in page
    assert "after 10 minutes" in page


@pytest.mark.parametrize(
    ("help_", "queries"),
    [("hint", 12), ("check", 10), ("cell", 11), ("simple", 10), ("steps", 16), ("deduction", 16)],
)
def test_help_costs_a_fixed_number_of_queries(
    attempt_of: StartAttempt,
    student: User,
    tab: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    help_: str,
    queries: int,
) -> None:
    attempt = attempt_of(student, partial_cells=3)
    ask(tab, attempt, "hint")
    attempt.refresh_from_db()
    # Session, user; what the service costs (whether the player writes an exam is asked with each lock), and
    # the moves that the page may undo, if there are any.
    with django_assert_num_queries(queries):
        fields = {"version": attempt.version, "cell": 2} | FOUND
        tab.post(f"/play/{attempt.pk}/{help_}/", fields, headers=HTMX)


def test_an_open_hint_costs_the_page_few_queries_more(
    tab: Client, attempt: Attempt, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ask(tab, attempt, "hint")
    # Session, user, attempt; last press, later moves, solution; the name of an own grid.
    with django_assert_max_num_queries(7):
        tab.get(f"/play/{attempt.pk}/")


def test_the_page_of_a_collection_shows_its_rules_of_help(
    collection_of: Callable[..., Collection], teacher: User, tab: Client
) -> None:
    rules = {"hint_rung": 2, "hint_budget": 4, "solution": "never"}
    collection = collection_of(teacher, range(3), rules=rules)
    page = tab.get(f"/collections/{collection.pk}/").content.decode()
    assert "<li>A hint says what to look for, then where.</li>" in page
    assert "<li>4 hints for the grid.</li>" in page
    assert "<li>The solution is not shown.</li>" in page


def test_the_rewind_before_a_mistake_is_described_and_shown(tab: Client, attempt: Attempt) -> None:
    assert hint_in(ask(tab, attempt, "rewind")).endswith("No wrong digit so far: the grid stays as it is.")
    tab.post(f"/play/{attempt.pk}/moves/", {"client": "0123456789abcdef", "version": 1, "ops": "1 1.2.d.1.5"})
    answer = ask(tab, attempt, "rewind")
    assert "Back to before the first mistake." in hint_in(answer)
    assert cells_in(answer) == [2]
    attempt.refresh_from_db()
    assert attempt.digits == attempt.puzzle.givens


# A step that takes long to find


@pytest.fixture
def nested(student: User, attempt_at: Callable[..., Attempt]) -> Attempt:
    """An attempt where nothing less than a trial within a trial leads on."""
    return attempt_at(example_of("nested_trial").position, student)


def test_the_page_announces_a_step_search_once_and_polls_until_it_is_found(
    tab: Client, nested: Attempt, run_tasks: Callable[[], None]
) -> None:
    first = ask(tab, nested, "hint")
    assert hint_in(first).startswith("Hint Still looking: the next step on this grid is one of the hardest")
    assert 'hx-trigger="every 1s"' in first.content.decode()
    again = ask(tab, nested, "hint", again="1")
    assert (again.status_code, again.content) == (204, b"")
    run_tasks()
    found = ask(tab, nested, "hint", again="1")
    assert hint_in(found).startswith("Trial within a trial A trial by singles does not help either")
    assert "every 1s" not in found.content.decode()
    assert Move.objects.count() == 1


def test_without_script_the_page_waits_and_is_asked_again_by_hand(
    tab: Client, nested: Attempt, run_tasks: Callable[[], None]
) -> None:
    answer = ask_plainly(tab, nested, "hint")
    assert answer["Location"] == f"/play/{nested.pk}/?hint=looking"
    page = tab.get(answer["Location"])
    assert "Still looking" in hint_in(page)
    assert "Look again" in hint_in(page)
    run_tasks()
    assert ask_plainly(tab, nested, "hint")["Location"] == f"/play/{nested.pk}/"
    assert hint_in(tab.get(f"/play/{nested.pk}/")).startswith("Trial within a trial")


def test_the_proof_of_a_trial_comes_with_its_reason_as_lists_inside_lists(
    tab: Client, nested: Attempt, run_tasks: Callable[[], None]
) -> None:
    ask(tab, nested, "hint")
    run_tasks()
    pages = [ask(tab, nested, "hint").content.decode() for _ in range(4)]
    assert ["data-tree" in page for page in pages] == [False, False, True, True]
    assert "The whole proof:" in pages[2]
    assert "Suppose in turn that" in pages[2]
    assert pages[2].count("<details") == pages[2].count("</details") > 1


def test_looking_is_shown_to_nobody_who_may_not_ask(tab: Client, student: User, nested: Attempt) -> None:
    policy, _created = HelpPolicy.objects.get_or_create(hint_rung=0)
    Attempt.objects.filter(pk=nested.pk).update(policy=policy)
    assert "Still looking" not in tab.get(f"/play/{nested.pk}/?hint=looking").content.decode()
