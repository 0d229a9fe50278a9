"""The board in an exam: nothing of it differs between a right grid and a wrong one."""

import gzip
import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.lifecycle import release_exam
from puzzles.library.services.policies import policy_with
from puzzles.play.models import Attempt
from puzzles.play.pictures.small_board import tile_board
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.play.services.closing import hand_in

AssignmentOf = Callable[..., Assignment]
ClientOf = Callable[[User], Client]
HTMX = {"HX-Request": "true"}
PAGE = "0123456789abcdef"
LAST = 2


@pytest.fixture
def lea(client_of: ClientOf, student: User) -> Client:
    client = client_of(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture
def attempt(exam_attempt: Attempt) -> Attempt:
    """The exam's grid, all but one cell filled and right."""
    return exam_attempt


def send(client: Client, attempt: Attempt, ops: str, version: int = 0, page: str = PAGE) -> Any:
    data = {"client": page, "version": version, "ops": ops}
    return client.post(f"/play/{attempt.pk}/moves/", data, headers=HTMX)


def neutral(response: Any, digit: str) -> str:
    """An answer with the digit that was placed, the sums over the grid and chance taken out."""
    headers = json.dumps(sorted(response.headers.items()))
    text = headers + response.content.decode()
    text = re.sub(r'(check|ms|left)(\\?"): [\d.]+', r"\1\2: 0", text)
    text = re.sub(r'"(page_client|csrfmiddlewaretoken|client)" value="\w+"', "", text)
    text = re.sub(r"nonce-[^']*", "", text)
    text = re.sub(r'("Kept-For", "\w+) \d+', r"\1", text)
    return text.replace(f"{digit}</div>", "#</div>").replace(f', {digit}"', ', #"')


def test_the_answer_to_a_full_grid_is_the_same_right_or_wrong(lea: Client, attempt: Attempt) -> None:
    right, wrong = attempt.puzzle.solution[LAST], "1"
    answers = {}
    for digit in (right, wrong):
        Attempt.objects.filter(pk=attempt.pk).update(digits=attempt.digits, version=0, undo_stack="")
        attempt.moves.all().delete()
        attempt.clients.all().delete()
        answers[digit] = send(lea, attempt, f"1 1.{LAST}.d.{digit}.500")
    assert neutral(answers[right], right) == neutral(answers[wrong], wrong)
    assert len(answers[right].content) == len(answers[wrong].content)
    assert "conflict" not in answers[wrong].content.decode()
    assert json.loads(answers[right]["HX-Trigger"])["moves-stored"]["state"] == "open"


def test_the_page_of_a_full_grid_is_the_same_right_or_wrong(lea: Client, attempt: Attempt) -> None:
    pages = {}
    for digit in (attempt.puzzle.solution[LAST], "1"):
        Attempt.objects.filter(pk=attempt.pk).update(
            digits=f"{attempt.digits[:LAST]}{digit}{attempt.digits[LAST + 1 :]}"
        )
        text = lea.get(f"/play/{attempt.pk}/").content.decode()
        row = f"{attempt.digits[:LAST]}{digit}{attempt.digits[LAST + 1 :]}"
        text = text.replace(row, "#" * 81)
        text = re.sub(r'value="[0-9a-zA-Z]{16,}"', "", text)
        text = re.sub(r'"left": [\d.]+', "", text)
        pages[digit] = text.replace(f'Row 1, column 3, {digit}">{digit}<', 'Row 1, column 3, #">#<')
    first, second = pages.values()
    assert first == second
    assert 'aria-invalid="true"' not in first
    assert "is-full" in first


def test_the_pages_of_an_exam_are_the_same_right_or_wrong(
    lea: Client, exam: Assignment, attempt: Attempt
) -> None:
    for address in (
        reverse(name, args=[exam.pk]) for name in ("assignments:assignee", "assignments:hand_in_assignment")
    ):
        pages = []
        for digit in (attempt.puzzle.solution[LAST], "1"):
            digits = f"{attempt.digits[:LAST]}{digit}{attempt.digits[LAST + 1 :]}"
            Attempt.objects.filter(pk=attempt.pk).update(digits=digits)
            text = lea.get(address).content.decode()
            entered = "".join(
                d for d, given in zip(digits, attempt.puzzle.givens, strict=True) if given == "."
            )
            text = text.replace(entered, "#").replace("\xa0", " ")
            pages.append(re.sub(r'value="[0-9a-zA-Z]{16,}"|\d+ minutes? left', "", text))
        assert pages[0] == pages[1]


def test_a_full_grid_can_be_changed_and_says_only_that_it_is_full(lea: Client, attempt: Attempt) -> None:
    right = attempt.puzzle.solution[LAST]
    send(lea, attempt, f"1 1.{LAST}.d.{right}")
    text = lea.get(f"/play/{attempt.pk}/").content.decode()
    assert "The grid is full." in text
    assert "Solved!" not in text
    again = send(lea, attempt, f"1 2.{LAST}.x", version=1)
    assert json.loads(again["HX-Trigger"])["moves-stored"]["seq"] == 2
    attempt.refresh_from_db()
    assert attempt.digits[LAST] == "."


def test_a_grid_handed_in_reveals_nothing_of_the_solution(
    lea: Client, student: User, exam: Assignment, attempt: Attempt
) -> None:
    send(lea, attempt, f"1 1.{LAST}.d.1")
    hand_in(student=student, assignment_id=exam.pk)
    answer = send(lea, attempt, f"1 2.{LAST}.d.5", version=1).content.decode()
    text = lea.get(f"/play/{attempt.pk}/").content.decode()
    for told in (answer, text):
        assert "Handed in" in told
        assert f"/history/{attempt.pk}/" not in told
        assert "/algorithms/" not in told.split('id="finish"')[-1].split("</section>")[0]
    assert "That came after the end: it is recorded but does not count." in answer


# News


def news(client: Client, attempt: Attempt, **known: Any) -> dict[str, Any] | None:
    response = client.post(f"/play/{attempt.pk}/news/", {"version": attempt.version} | known)
    assert (response.status_code, response.content) == (204, b"")
    return json.loads(response["HX-Trigger"])["board-news"] if "HX-Trigger" in response else None


def ends(exam: Assignment, student: User) -> int:
    end = exam.assignees.get(student=student).ends_at
    assert end is not None
    return int(end.timestamp())


def test_an_answer_to_moves_has_the_same_news_as_polling(
    lea: Client, student: User, exam: Assignment, attempt: Attempt
) -> None:
    told = json.loads(send(lea, attempt, "1 1.2.d.1")["HX-Trigger"])["moves-stored"]
    assert (told["paused"], told["ends"]) == (False, ends(exam, student))
    assert 29 * 60 < told["left"] <= 30 * 60
    Classroom.objects.update(paused_at=timezone.now())
    told = json.loads(send(lea, attempt, "1 2.2.d.4", version=1)["HX-Trigger"])["moves-stored"]
    assert told["paused"]


def test_an_up_to_date_page_gets_no_news(
    lea: Client, student: User, exam: Assignment, attempt: Attempt
) -> None:
    assert news(lea, attempt, ends=ends(exam, student)) is None


def test_a_page_gets_news_of_a_pause_and_of_its_end(
    lea: Client, student: User, exam: Assignment, attempt: Attempt
) -> None:
    known = {"ends": ends(exam, student)}
    Classroom.objects.filter(pk=exam.classroom_id).update(paused_at=timezone.now())
    told = news(lea, attempt, **known)
    assert told is not None
    assert told["paused"]
    assert news(lea, attempt, **known, paused=1) is None
    assert "Eyes on me" in lea.get(f"/play/{attempt.pk}/").content.decode()
    Classroom.objects.filter(pk=exam.classroom_id).update(paused_at=None)
    assert not (news(lea, attempt, **known, paused=1) or {})["paused"]


def test_a_page_gets_news_of_moves_elsewhere_extra_time_and_the_end(
    lea: Client, student: User, exam: Assignment, attempt: Attempt
) -> None:
    known = {"ends": ends(exam, student)}
    send(lea, attempt, "1 1.2.d.1", page="f" * 16)
    assert (news(lea, attempt, **known) or {})["version"] == 1
    exam.assignees.update(given_back_s=60)
    told = news(lea, attempt, **known, version=1) or {}
    assert told["ends"] == known["ends"] + 60
    assert 0 < told["left"] <= 31 * 60
    hand_in(student=student, assignment_id=exam.pk)
    assert (news(lea, attempt, version=1) or {})["ended"]


def test_an_exam_whose_time_is_up_is_collected_by_the_news(
    lea: Client, student: User, exam: Assignment, attempt: Attempt
) -> None:
    exam.assignees.update(began_at=timezone.now() - timezone.timedelta(hours=1))
    assert (news(lea, attempt) or {})["ended"]
    attempt.refresh_from_db()
    assert attempt.state == "handed_in"


def test_that_a_page_is_seen_is_written_down_now_and_then(lea: Client, attempt: Attempt) -> None:
    news(lea, attempt)
    attempt.refresh_from_db()
    assert attempt.seen_at is None
    news(lea, attempt, visible=1)
    attempt.refresh_from_db()
    seen = attempt.seen_at
    assert seen is not None
    news(lea, attempt, visible=1)
    attempt.refresh_from_db()
    assert attempt.seen_at == seen


def test_news_are_for_the_player_alone(
    client_of: ClientOf, client: Client, classmate: User, lea: Client, attempt: Attempt
) -> None:
    where = f"/play/{attempt.pk}/news/"
    assert client_of(classmate).post(where, {"version": 0}).status_code == 404
    assert client.post(where, {"version": 0}, headers=HTMX).status_code == 401
    assert lea.get(where).status_code == 405
    assert lea.post(where, {"version": "x"}).status_code == 400


def test_asking_for_news_costs_few_queries(
    lea: Client, attempt: Attempt, django_assert_num_queries: Any
) -> None:
    news(lea, attempt, visible=1)
    # The session, the user, and the board.
    with django_assert_num_queries(3):
        news(lea, attempt, visible=1)


def test_an_answer_of_news_is_small(lea: Client, attempt: Attempt) -> None:
    response = lea.post(f"/play/{attempt.pk}/news/", {"version": 0})
    assert len(gzip.compress(response["HX-Trigger"].encode())) < 140


# Moves in a pause


@pytest.fixture
def pause(exam: Assignment) -> Callable[[int | None], None]:
    """`pause(seconds)`: the class is paused since so long; `pause(None)`: it goes on."""

    def set_pause(seconds: int | None) -> None:
        since = None if seconds is None else timezone.now() - timedelta(seconds=seconds)
        Classroom.objects.filter(pk=exam.classroom_id).update(paused_at=since)

    return set_pause


def test_moves_in_transit_when_a_pause_begins_are_accepted(
    lea: Client, attempt: Attempt, pause: Callable[[int | None], None]
) -> None:
    pause(50)
    # It is stored, and told so in a header; the grid stays covered.
    answer = send(lea, attempt, f"1 1.{LAST}.d.1.500")
    assert (answer.status_code, answer.content) == (204, b"")
    assert '"seq": 1' in answer["HX-Trigger"]
    assert attempt.moves.count() == 1


def test_in_a_pause_no_page_holds_a_digit_of_the_exam(
    lea: Client, attempt: Attempt, exam: Assignment, pause: Callable[[int | None], None]
) -> None:
    board = f"/play/{attempt.pk}/"
    givens = attempt.puzzle.givens
    digits = givens.replace(".", "")
    # In the history a grid is tiles without digits; they are covered, too.
    lists = [
        (reverse("assignments:assignee", args=[exam.pk]), digits),
        ("/", digits),
        ("/history/", tile_board(givens, givens).givens),
    ]
    pictures = [picture in lea.get(page).content.decode() for page, picture in lists]
    assert (pictures, attempt.digits in lea.get(board).content.decode()) == ([True] * 3, True)
    pause(5)
    assert [picture in lea.get(page).content.decode() for page, picture in lists] == [False] * 3
    assert digits not in lea.get("/history/").content.decode()
    text = lea.get(board).content.decode()
    assert "Eyes on me" in text
    assert 'class="cell' not in text
    assert not re.search(r"[1-9.]{9}", text.partition("<main")[2].partition("</main>")[0])
    # The page that stands for the board asks, and loads it when the class goes on.
    after = lea.get(f"{board}?after=pause")
    assert (after.status_code, "HX-Refresh" in after) == (204, False)
    pause(None)
    after = lea.get(f"{board}?after=pause")
    assert (after.status_code, after["HX-Refresh"]) == (204, "true")
    assert attempt.digits in lea.get(board).content.decode()


def test_a_pause_takes_no_moves_and_they_come_in_when_it_ends(
    lea: Client, attempt: Attempt, pause: Callable[[int | None], None]
) -> None:
    assert send(lea, attempt, f"1 1.{LAST}.d.1.500").status_code == 200
    pause(70)
    held = f"1 2.{LAST}.x..500 3.{LAST}.d.4.500"
    answer = send(lea, attempt, held)
    assert (answer.status_code, "paused" in answer.content.decode()) == (409, True)
    assert attempt.moves.count() == 1
    # To be told what is stored, or the same again, is no move.
    assert send(lea, attempt, "1", version=-1).status_code == 204
    assert send(lea, attempt, f"1 1.{LAST}.d.1.500").status_code == 204
    pause(None)
    assert send(lea, attempt, held).status_code == 200
    assert list(attempt.moves.order_by("number").values_list("kind", flat=True)) == ["d", "x", "d"]


def test_a_pause_is_shown_without_script(
    lea: Client, attempt: Attempt, pause: Callable[[int | None], None]
) -> None:
    pause(70)
    move = {"client": PAGE, "seq": 1, "row": 1, "column": 3, "digit": 4, "action": "d"}
    answer = lea.post(f"/play/{attempt.pk}/moves/", move, follow=True)
    sentence = "Your teacher has paused the class. Your moves will be saved when it resumes."
    assert sentence in answer.content.decode()
    assert attempt.moves.count() == 0


def test_homework_is_played_on_in_a_pause(lea: Client, student: User, assignment_of: AssignmentOf) -> None:
    homework = assignment_of()
    begin(student=student, assignment_id=homework.pk)
    attempt = open_grid(student=student, assignment_id=homework.pk, position=1)
    Classroom.objects.update(paused_at=timezone.now() - timedelta(seconds=70))
    assert send(lea, attempt, f"1 1.{LAST}.d.1.500").status_code == 200


# What a browser may keep of it for when there is no network


def kept_for(client: Client, attempt: Attempt) -> list[str]:
    return client.get(f"/play/{attempt.pk}/").headers.get("Kept-For", "").split()


def test_an_exams_board_is_kept_no_longer_than_the_exam_lasts(lea: Client, attempt: Attempt) -> None:
    _mark, seconds, _ends = kept_for(lea, attempt)
    assert 1790 <= int(seconds) <= 1800


def test_a_paused_board_is_not_kept(lea: Client, attempt: Attempt) -> None:
    Classroom.objects.update(paused_at=timezone.now())
    assert kept_for(lea, attempt) == []


def test_nor_is_one_that_is_finished(lea: Client, attempt: Attempt) -> None:
    Attempt.objects.update(state=Attempt.State.SOLVED, finished_at=timezone.now())
    assert kept_for(lea, attempt) == []


# What was wrong


@pytest.fixture
def handed_in(lea: Client, student: User, exam: Assignment, attempt: Attempt) -> Attempt:
    """The exam's grid, handed in full with one wrong digit: 1 for 4 in r1c3."""
    send(lea, attempt, f"1 1.{LAST}.d.1")
    hand_in(student=student, assignment_id=exam.pk)
    attempt.refresh_from_db()
    return attempt


def right_digit(client: Client, attempt: Attempt, cell: int = LAST) -> str:
    answer = client.post(f"/play/{attempt.pk}/right-digit/", {"cell": cell}, follow=True)
    return answer.content.decode()


def test_before_the_release_no_page_of_the_exam_differs_for_right_and_wrong(
    lea: Client, exam: Assignment, handed_in: Attempt
) -> None:
    where = [
        f"/play/{handed_in.pk}/",
        *(
            reverse(name, args=[exam.pk])
            for name in ("assignments:assignee", "assignments:hand_in_assignment")
        ),
    ]
    where += ["/", "/history/", f"/history/{handed_in.pk}/"]
    solution = handed_in.puzzle.solution
    answers = []
    for digit in (solution[LAST], "1"):
        digits = f"{solution[:LAST]}{digit}{solution[LAST + 1 :]}"
        Attempt.objects.filter(pk=handed_in.pk).update(digits=digits)
        entered = "".join(d for d, given in zip(digits, handed_in.puzzle.givens, strict=True) if given == ".")
        texts = []
        for address in where:
            response = lea.get(address)
            text = f"{response.status_code} {response.headers.get('Location')} {response.content.decode()}"
            text = text.replace(digits, "#" * 81).replace(entered, "#" * len(entered))
            text = text.replace(f'Row 1, column 3, {digit}">{digit}<', 'Row 1, column 3, #">#<')
            texts.append(re.sub(r'value="[0-9a-zA-Z]{16,}"|nonce-[^\']*|"left": [-\d.]+', "", text))
        post = lea.post(f"/play/{handed_in.pk}/right-digit/", {"cell": LAST}, follow=True)
        answers.append([*texts, str(post.redirect_chain)])
    for one, other in zip(*answers, strict=True):
        assert one.splitlines() == other.splitlines()
    assert Attempt.objects.get().corrected_cells == []
    assert "hint-wrong" not in answers[0][0]
    assert "state-wrong" not in answers[0][1]


def test_after_the_release_the_card_and_the_board_say_what_was_wrong(
    lea: Client, exam: Assignment, handed_in: Attempt
) -> None:
    release_exam(assignment=exam)
    card = lea.get(reverse("assignments:assignee", args=[exam.pk])).content.decode()
    assert '<span class="state state-wrong">wrong</span>' in card
    assert "1 wrong digit<" in card
    board = lea.get(f"/play/{handed_in.pk}/").content.decode()
    assert re.search(r'id="c2" class="cell hint-wrong".* aria-label="Row 1, column 3, 1, wrong"', board)
    assert board.count("hint-wrong") == 1
    assert '"wrong": [2]' in board
    assert "Row 1, column 3: <s>1</s>" in board
    assert "Wrong: 1 wrong digit</h2>" in board
    assert board.index("Wrong: 1 wrong digit<") < board.index("Show the right digit") < board.index("Replay")
    assert "Show the right digit" in board
    assert "right: 4" not in board


def test_the_right_digit_is_shown_for_one_cell_when_asked_and_that_is_recorded(
    lea: Client, exam: Assignment, handed_in: Attempt
) -> None:
    release_exam(assignment=exam)
    assert "right: 4" in right_digit(lea, handed_in)
    right_digit(lea, handed_in)
    handed_in.refresh_from_db()
    assert handed_in.corrected_cells == [LAST]
    assert "This digit is right." in right_digit(lea, handed_in, 3)
    assert "1 right digit looked up" in lea.get("/history/").content.decode()


def test_a_right_grid_is_called_right_after_the_release(
    lea: Client, student: User, exam: Assignment, attempt: Attempt
) -> None:
    send(lea, attempt, f"1 1.{LAST}.d.4")
    hand_in(student=student, assignment_id=exam.pk)
    assert "state-right" not in lea.get(reverse("assignments:assignee", args=[exam.pk])).content.decode()
    release_exam(assignment=exam)
    card = lea.get(reverse("assignments:assignee", args=[exam.pk])).content.decode()
    assert '<span class="state state-right">right</span>' in card
    assert "wrong digit" not in card


@pytest.mark.parametrize("is_handed_in", [False, True])
def test_another_exam_with_the_same_solution_keeps_what_was_wrong(
    is_handed_in: bool,
    lea: Client,
    student: User,
    exam: Assignment,
    handed_in: Attempt,
    assignment_of: AssignmentOf,
) -> None:
    release_exam(assignment=exam)
    another = assignment_of(is_exam=True, name="Another exam")
    # Before it is begun, to keep this would tell which grid is chosen.
    begin(student=student, assignment_id=another.pk)
    if is_handed_in:
        hand_in(student=student, assignment_id=another.pk)
    card = lea.get(reverse("assignments:assignee", args=[exam.pk])).content.decode()
    assert "state-wrong" not in card
    assert "wrong digit" not in card
    assert "Show the right digit" not in lea.get(f"/play/{handed_in.pk}/", follow=True).content.decode()
    right_digit(lea, handed_in)
    handed_in.refresh_from_db()
    assert handed_in.corrected_cells == []


def test_the_right_digit_is_for_its_player_alone(
    client_of: ClientOf, classmate: User, lea: Client, exam: Assignment, handed_in: Attempt
) -> None:
    release_exam(assignment=exam, end_all=True)
    address = f"/play/{handed_in.pk}/right-digit/"
    assert client_of(classmate).post(address, {"cell": LAST}).status_code == 404
    assert lea.get(address).status_code == 405
    assert lea.post(address, {"cell": 99}).status_code == 302


def test_another_class_of_the_student_shows_nothing_of_the_exam(
    client_of: ClientOf, other_teacher: User, student: User, attempt: Attempt
) -> None:
    assert attempt.player == student
    Attempt.objects.filter(pk=attempt.pk).update(mistakes=3, move_count=1, last_move_at=timezone.now())
    other = Classroom.objects.create(name="Club")
    other.teachers.add(other_teacher)
    Membership.objects.create(classroom=other, student=student, joined_at=timezone.now() - timedelta(days=30))
    client = client_of(other_teacher)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert (
        client.get(reverse("assignments:puzzle_view", args=[other.pk, attempt.puzzle_id])).status_code == 404
    )
    table = client.get(reverse("assignments:class_table", args=[other.pk])).content.decode()
    assert "never" in table
    assert "no activity for 7 days" in table
    overview = client.get(reverse("accounts:class_page", args=[other.pk])).content.decode()
    assert "never" in overview
    live = client.get(reverse("assignments:class_live", args=[other.pk])).content.decode()
    assert "not here today" in live
    history = client.get(reverse("home:student_history", args=[student.username])).content.decode()
    assert "figures" not in history
    rows = client.get(reverse("assignments:class_table", args=[other.pk])).context["page"].rows
    assert [(row.progress.tried, row.progress.time_ms, row.progress.mistakes) for row in rows] == [(0, 0, 0)]


def test_the_difficulty_of_a_running_exam_is_not_in_the_history(lea: Client, attempt: Attempt) -> None:
    assert "pips" not in lea.get("/history/").content.decode()
    Attempt.objects.filter(pk=attempt.pk).update(assigned_puzzle=None, policy=policy_with())
    assert "pips" in lea.get("/history/").content.decode()


def test_an_exam_offers_to_read_its_help_and_not_more_of_it(lea: Client, attempt: Attempt) -> None:
    text = lea.get(attempt.get_absolute_url(), headers={"Accept-Language": "en"}).content.decode()
    assert "<span>Available help</span>" in text
    assert "More help" not in text
