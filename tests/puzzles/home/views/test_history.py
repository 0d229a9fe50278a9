"""The history, the replay, and what a teacher sees of her students."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import AssignedPuzzle, Assignment
from puzzles.assignments.services.following import EVER
from puzzles.course.models import PredictionRound
from puzzles.library.models import Collection, Puzzle
from puzzles.play.game import Op
from puzzles.play.models import Attempt, Move
from puzzles.play.services.draws import draw_puzzle
from puzzles.play.services.play import SentOp, play_moves
from tests.puzzles.reading import text_of

ClientOf = Callable[[User], Client]
MakeCollection = Callable[..., Collection]
StartAttempt = Callable[..., Attempt]
MakeRound = Callable[..., PredictionRound]
HISTORY, STUDENTS = "/history/", "/students/"


def replay_address(attempt: Attempt) -> str:
    return reverse("play:replay", args=[attempt.pk])


def finish(attempt: Attempt, state: str = Attempt.State.SOLVED, **fields: object) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(state=state, finished_at=timezone.now(), **fields)


# The history


def test_the_history_lists_attempts_with_open_ones_first(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(5), name="Easy ones")
    older, newer = draw_puzzle(player=student), draw_puzzle(player=student)
    finish(newer, elapsed_ms=412_000, hints_nudge=1, hints_where=1, mistakes=2)
    text = text_of(client_of(student), HISTORY)
    assert text.index(replay_address(older)) < text.index(replay_address(newer))
    assert f'href="{older.get_absolute_url()}"' in text
    assert f'href="{newer.get_absolute_url()}"' not in text
    assert ">Solve time </span>6:52<" in text
    assert "1 hint (1 place)" in text
    assert '<span class="visually-hidden">tier 5,</span> extreme' in text
    assert ">2 mistakes<" in text


def test_a_row_leads_to_the_board_while_a_grid_is_open_and_to_the_replay_afterwards(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(5), name="Easy ones")
    played, aside, done = (draw_puzzle(player=student) for _draw in range(3))
    Attempt.objects.filter(pk=aside.pk).update(set_aside_at=timezone.now())
    finish(done)
    own = text_of(client_of(student), HISTORY)
    hers = text_of(client_of(teacher), reverse("home:student_history", args=["lea"]))
    links = re.compile(r'class="attempt-name"><a href="([^"]+)"')
    assert set(links.findall(own)) == {
        played.get_absolute_url(),
        replay_address(aside),
        replay_address(done),
    }
    assert set(links.findall(hers)) == {replay_address(each) for each in (played, aside, done)}
    assert f'action="{reverse("play:take_up", args=[aside.pk])}"' in own
    assert f'action="{reverse("play:set_aside", args=[played.pk])}"' in own
    assert reverse("play:set_aside", args=[played.pk]) not in hers
    for page in (own, hers):
        assert f'class="menu-item" href="{reverse("play:review", args=[done.pk])}"' in page


def test_right_digits_looked_up_are_named_with_the_help(
    client_of: ClientOf, student: User, attempt_of: StartAttempt
) -> None:
    finish(attempt_of(student), hints_nudge=1, corrected_cells=[2, 3])
    assert "1 hint (1 nudge), 2 right digits looked up" in text_of(client_of(student), HISTORY)


def test_the_history_holds_nothing_of_a_classmate(
    client_of: ClientOf, student: User, classmate: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(5))
    draw_puzzle(player=classmate)
    history = text_of(client_of(student), HISTORY)
    assert "Nothing has been played yet." in history
    assert "Choose a grid" in history
    assert "Which grids" not in history


@pytest.mark.parametrize(
    ("state", "shown"), [("", 3), ("open", 1), ("solved", 1), ("shown", 1), ("nonsense", 3)]
)
def test_the_history_is_filtered_by_state(
    state: str,
    shown: int,
    client_of: ClientOf,
    student: User,
    teacher: User,
    collection_of: MakeCollection,
) -> None:
    collection_of(teacher, range(3))
    finish(draw_puzzle(player=student))
    finish(draw_puzzle(player=student), Attempt.State.SHOWN)
    draw_puzzle(player=student)
    text = text_of(client_of(student), f"{HISTORY}?state={state}")
    assert text.count('class="attempt"') == shown


def test_a_filter_that_finds_nothing_says_so(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(3))
    draw_puzzle(player=student)
    assert "No grid is in this state." in text_of(client_of(student), f"{HISTORY}?state=solved")


def test_a_long_history_has_pages_that_keep_the_filter(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(25))
    for _draw in range(25):
        draw_puzzle(player=student)
    client = client_of(student)
    first = text_of(client, f"{HISTORY}?state=open")
    assert first.count('class="attempt"') == 20
    assert 'href="?state=open&amp;page=2"' in first
    assert text_of(client, f"{HISTORY}?state=open&page=2").count('class="attempt"') == 5
    assert text_of(client, f"{HISTORY}?page=99").count('class="attempt"') == 5


@pytest.mark.parametrize("count", [1, 20])
def test_the_history_costs_a_fixed_number_of_queries(
    count: int,
    client_of: ClientOf,
    student: User,
    teacher: User,
    collection_of: MakeCollection,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    collection_of(teacher, range(count))
    for _draw in range(count):
        draw_puzzle(player=student)
    client = client_of(student)
    # Session and user; how many attempts, this page of them, which are held; days and times; techniques;
    # predictions; exercises, answers, bugs and programs of the course.
    with django_assert_num_queries(2 + 3 + 2 + 1 + 1 + 4):
        client.get(HISTORY)


# The replay


@pytest.mark.django_db(transaction=True)
def test_the_replay_shows_every_move(client_of: ClientOf, student: User, attempt_of: StartAttempt) -> None:
    attempt = attempt_of(student)
    ops = [SentOp(1, Op("d", 2, 4), 64_000), SentOp(2, Op("n", 3, 6), 1_000)]
    play_moves(player=student, attempt_id=attempt.pk, client="0123456789abcdef", ops=ops)
    text = text_of(client_of(student), replay_address(attempt))
    assert "r1c3: 4" in text
    assert "r1c4: note 6" in text
    assert '"effects": [[[2, 0, 4, 0, 0]], [[3, 0, 0, 0, 32]]]' in text
    assert f'href="{attempt.get_absolute_url()}"' in text


def test_the_replay_of_an_open_grid_shows_its_moves_only(
    client_of: ClientOf, student: User, teacher: User, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student)
    Move.objects.create(
        attempt=attempt, number=1, kind="d", cell=2, digit=1, effect=[[2, 0, 1, 0, 0]], mistake=True
    )
    mine = text_of(client_of(student), replay_address(attempt))
    assert attempt.puzzle.solution not in mine
    assert "mistake" not in mine.lower()
    assert "mistake" not in mine.lower()
    assert 'class="mistake"' in text_of(client_of(teacher), replay_address(attempt))


def test_a_finished_grid_can_be_played_again_by_its_player_only(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(5))
    attempt = draw_puzzle(player=student)
    assert "Play it again" not in text_of(client_of(student), replay_address(attempt))
    finish(attempt)
    number = attempt.puzzle.entries.get().number
    assert f'name="number" value="{number}"' in text_of(client_of(student), replay_address(attempt))
    assert 'name="number"' not in text_of(client_of(teacher), replay_address(attempt))


def test_an_attempt_without_moves_says_so(
    client_of: ClientOf, student: User, attempt_of: StartAttempt
) -> None:
    text = text_of(client_of(student), replay_address(attempt_of(student)))
    assert "No move has been made yet." in text
    assert "data-controls" not in text


def test_a_solved_game_whose_moves_are_gone_says_so(
    client_of: ClientOf, student: User, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student)
    finish(attempt, digits=attempt.puzzle.solution)
    text = text_of(client_of(student), replay_address(attempt))
    assert "The moves of this game were not kept." in text
    assert "No move has been made yet." not in text


def test_a_replay_is_for_its_player_and_her_teachers(
    client_of: ClientOf,
    student: User,
    classmate: User,
    stranger: User,
    teacher: User,
    other_teacher: User,
    administrator: User,
    attempt_of: StartAttempt,
) -> None:
    where = replay_address(attempt_of(student))
    answers = {
        user.username: client_of(user).get(where).status_code
        for user in (student, teacher, classmate, stranger, other_teacher, administrator)
    }
    assert answers == {
        "lea": 200,
        "mme.martin": 200,
        "tom": 404,
        "zoe": 404,
        "m.durand": 404,
        "admin": 404,
    }


@pytest.mark.parametrize("count", [1, 30])
def test_a_replay_costs_a_fixed_number_of_queries(
    count: int,
    client_of: ClientOf,
    student: User,
    teacher: User,
    attempt_of: StartAttempt,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    attempt = attempt_of(student)
    for number in range(1, count + 1):
        Move.objects.create(attempt=attempt, number=number, kind="n", cell=2, digit=1)
    # Session and user; the attempt, its moves counted and read, the notes of a teacher; is it held? or, for a
    # teacher, whose is it, and what is the name?
    for user, queries in ((student, 7), (teacher, 8)):
        client = client_of(user)
        with django_assert_num_queries(queries):
            client.get(replay_address(attempt))


# Predictions of solvers at work


@pytest.fixture
def predicted(puzzle: Puzzle) -> MakeRound:
    """`predicted(user, asked, right)`: a round of predictions of this user's."""

    def make(user: User, asked: int, right: int, algorithm: str = "tutoriel") -> PredictionRound:
        token = f"token-{PredictionRound.objects.count()}"
        run = {"algorithm": algorithm, "grid": puzzle.givens, "token": token}
        return PredictionRound.objects.create(player=user, asked=asked, right=right, **run)

    return make


def test_the_history_shows_prediction_scores(
    client_of: ClientOf, student: User, classmate: User, puzzle: Puzzle, predicted: MakeRound
) -> None:
    assert "Predictions" not in text_of(client_of(student), HISTORY)
    predicted(student, 10, 7)
    predicted(student, 5, 5, "propagation")
    predicted(classmate, 9, 1)
    text = text_of(client_of(student), HISTORY)
    assert "12 of 15 right, in 2 rounds." in text
    assert "7 / 10" in text
    assert "1 / 9" not in text
    assert f'href="/algorithms/tutoriel/?grid={puzzle.givens}"' in text
    assert text.index("5 / 5") < text.index("7 / 10")
    assert "Recursion in reading order, first solution" in text


def test_a_round_with_an_algorithm_that_is_gone_stays_in_the_history(
    client_of: ClientOf, student: User, predicted: MakeRound
) -> None:
    predicted(student, 10, 7, "bogosort")
    text = text_of(client_of(student), HISTORY)
    assert "bogosort" in text
    assert "/algorithms/bogosort/" not in text


def test_a_teacher_sees_the_predictions_of_her_students(
    client_of: ClientOf, student: User, stranger: User, teacher: User, predicted: MakeRound
) -> None:
    predicted(student, 10, 7)
    predicted(student, 4, 4)
    predicted(stranger, 9, 1)
    text = text_of(client_of(teacher), reverse("home:student_history", args=["lea"]))
    assert "11 of 14 right, in 2 rounds." in text
    table = text_of(client_of(teacher), f"/classes/{student.memberships.get().classroom_id}/table/")
    assert "11 / 14" in table
    assert "1 / 9" not in table


@pytest.mark.parametrize("count", [1, 30])
def test_predictions_cost_a_fixed_number_of_queries(
    count: int,
    client_of: ClientOf,
    student: User,
    classmate: User,
    teacher: User,
    predicted: MakeRound,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _round in range(count):
        predicted(student, 10, 7)
        predicted(classmate, 10, 7)
    client = client_of(student)
    # Session and user; how many attempts; days and times; techniques; the last rounds, their sums.
    with django_assert_num_queries(2 + 1 + 2 + 1 + 2 + 4):
        text = client.get(HISTORY).content.decode()
    assert text.count('class="attempt"') == min(count, 12)
    # Session and user; the class, its room and members; what was played, the last activity and predictions;
    # assigned grids, runs and drills; exercises; drills, techniques and predictions of the days.
    client = client_of(teacher)
    with django_assert_num_queries(2 + 3 + 3 + 3 + 3 + 3):
        client.get(f"/classes/{student.memberships.get().classroom_id}/table/")


# What a teacher sees


def test_the_class_table_shows_each_student_with_all_that_was_ever_played(
    client_of: ClientOf,
    student: User,
    classmate: User,
    stranger: User,
    teacher: User,
    collection_of: MakeCollection,
) -> None:
    collection_of(teacher, range(3))
    long_ago = timezone.now() - timedelta(days=200)
    finish(draw_puzzle(player=student), elapsed_ms=412_000, last_move_at=long_ago)
    address = f"/classes/{student.memberships.get().classroom_id}/table/"
    text = text_of(client_of(teacher), f"{address}?days={EVER}")
    assert "PETIT Léa" in text
    assert reverse("home:student_history", args=["lea"]) in text
    assert "<span>7</span>" in text
    assert "never" in text
    assert "zoe" not in text
    assert "Zoé" not in text
    assert "<span>7</span>" not in text_of(client_of(teacher), f"{address}?days=90")


def test_the_list_of_students_has_become_the_list_of_classes(
    client_of: ClientOf, classroom: Classroom, teacher: User, other_teacher: User
) -> None:
    for who in (teacher, other_teacher):
        assert client_of(who).get(STUDENTS).url == reverse("accounts:class_list")
    table = text_of(client_of(teacher), f"/classes/{classroom.pk}/table/")
    assert "This class has no students yet." in table
    assert f'href="{reverse("accounts:class_add", args=[classroom.pk])}"' in table
    assert "You have no class yet." in text_of(client_of(other_teacher), "/classes/")


def test_a_teacher_reads_the_history_of_her_student_but_cannot_play_it(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(3))
    attempt = draw_puzzle(player=student)
    text = text_of(client_of(teacher), reverse("home:student_history", args=["lea"]))
    assert "PETIT Léa" in text
    assert replay_address(attempt) in text
    assert attempt.get_absolute_url() not in text
    replay = text_of(client_of(teacher), replay_address(attempt))
    assert ">PETIT Léa</a>" in replay
    classes = f'href="{reverse("accounts:class_list")}" aria-current="true"'
    for shown in (text, replay):
        sections = shown[shown.index('class="site-links"') : shown.index("</nav>")]
        assert classes in sections
        assert sections.count("aria-current") == 1
    own = text_of(client_of(student), replay_address(attempt))
    assert f'href="{reverse("home:history")}" aria-current="true"' in own
    assert f'href="{reverse("home:home")}" aria-current' not in own
    assert "PETIT Léa" not in own


@pytest.mark.parametrize(
    ("who", "list_answer", "history_answer"),
    [
        ("teacher", 302, 200),
        ("other_teacher", 302, 404),
        ("student", 403, 403),
        ("classmate", 403, 403),
        ("stranger", 403, 403),
        ("administrator", 302, 404),
    ],
)
def test_the_pages_about_students_are_for_their_teachers(
    who: str,
    list_answer: int,
    history_answer: int,
    request: pytest.FixtureRequest,
    client_of: ClientOf,
    student: User,
) -> None:
    client = client_of(request.getfixturevalue(who))
    assert client.get(STUDENTS).status_code == list_answer
    assert client.get(reverse("home:student_history", args=["lea"])).status_code == history_answer


def test_a_teacher_is_no_student_of_hers(client_of: ClientOf, student: User, teacher: User) -> None:
    assert client_of(teacher).get(reverse("home:student_history", args=["mme.martin"])).status_code == 404
    assert client_of(teacher).get(reverse("home:student_history", args=["nobody"])).status_code == 404


@pytest.mark.parametrize("count", [1, 5])
def test_the_pages_about_students_cost_a_fixed_number_of_queries(
    count: int,
    client_of: ClientOf,
    student: User,
    classmate: User,
    teacher: User,
    collection_of: MakeCollection,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    collection_of(teacher, range(count))
    for _draw in range(count):
        draw_puzzle(player=student)
        draw_puzzle(player=classmate)
    client = client_of(teacher)
    # Session and user; the classes with their students, and those who are in no class any more.
    with django_assert_num_queries(2 + 2):
        client.get("/classes/")
    # Session and user; the student, real names; how many attempts, this page of them; days and times;
    # techniques; predictions; what the class has switched on, and growth.
    with django_assert_num_queries(2 + 2 + 2 + 2 + 1 + 1 + 4 + 2):
        client.get(reverse("home:student_history", args=["lea"]))


def test_games_for_another_class_are_shown_to_its_teachers_only(
    client_of: ClientOf,
    teacher: User,
    other_teacher: User,
    classroom: Classroom,
    student: User,
    assignment_of: Callable[..., Assignment],
) -> None:
    assignment = assignment_of(is_exam=True)
    assigned_puzzle = AssignedPuzzle.objects.get(
        assignee__assignment=assignment, assignee__student=student, position=1
    )
    attempt = Attempt.objects.create(
        player=student,
        puzzle=assigned_puzzle.puzzle,
        assigned_puzzle=assigned_puzzle,
        policy=assignment.policy,
        digits=assigned_puzzle.puzzle.givens,
    )
    elsewhere = Classroom.objects.create(name="Club")
    elsewhere.teachers.add(other_teacher)
    Membership.objects.create(classroom=elsewhere, student=student)
    address = f"/history/{attempt.pk}/"
    assert client_of(teacher).get(address).status_code == 200
    assert client_of(other_teacher).get(address).status_code == 404
    page = client_of(other_teacher).get(f"/students/{student.username}/").content.decode()
    assert address not in page
    assert assignment.name not in page


def test_a_teacher_sees_by_the_servers_clock_what_a_forged_page_did_not_count(
    client_of: ClientOf, student: User, teacher: User, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student)
    Attempt.objects.filter(pk=attempt.pk).update(elapsed_ms=0, server_ms=310_000)
    words = "By the server's clock", "5:10"
    for user, is_told in ((teacher, True), (student, False)):
        page = text_of(client_of(user), replay_address(attempt))
        assert [each in page for each in words] == [is_told, is_told]
    Attempt.objects.filter(pk=attempt.pk).update(elapsed_ms=200_000)
    assert words[0] not in text_of(client_of(teacher), replay_address(attempt))
