"""The cards of the live board, and what is new on it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone, translation

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.pages.live_board import LiveBoard, LiveCard, LiveChoice, live_board, live_news
from puzzles.course.models import PredictionRound
from puzzles.library.models import Collection, Puzzle
from puzzles.play.models import Attempt
from puzzles.training.models import DrillAnswer

StartAttempt = Callable[..., Attempt]
AssignmentOf = Callable[..., Assignment]
NOW, PROJECTOR = LiveChoice(), LiveChoice(is_projector=True)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def now() -> datetime:
    """Noon in the school."""
    return timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0)


@pytest.fixture
def attempt(attempt_of: StartAttempt, student: User, puzzle: Puzzle, now: datetime) -> Attempt:
    """The student's, with one right digit and one wrong, just now."""
    wrong = f"53{puzzle.solution[2]}97{puzzle.givens[5:]}"
    attempt = attempt_of(student, digits=wrong.replace("97", "17", 1))
    set_fields(attempt, now)
    return attempt


def set_fields(attempt: Attempt, now: datetime, **fields: object) -> None:
    known = {"last_move_at": now, "progress_at": now, "seen_at": now} | fields
    Attempt.objects.filter(pk=attempt.pk).update(**known)


def all_cards(board: LiveBoard) -> list[LiveCard]:
    return [*board.stuck, *board.others, *board.absent]


def stamps(classroom: Classroom, choice: LiveChoice, now: datetime) -> list[str]:
    return [card.stamp for card in all_cards(live_board(classroom, choice, now))]


# A card


def test_a_card_shows_the_teacher_the_progress_of_a_grid(
    classroom: Classroom, attempt: Attempt, now: datetime
) -> None:
    set_fields(attempt, now, hints_nudge=2)
    (card,) = live_board(classroom, NOW, now).others
    assert (card.name, card.word, card.hints, card.mistakes) == ("PETIT Léa", "playing", 2, 1)
    assert (card.filled, card.to_fill, card.attempt) == (2, 51, attempt.pk)
    assert card.mistakes_path == "M60 0h20v20h-20z"
    assert card.bar_words == "2 of 51 cells filled in"


def test_mistakes_can_be_left_out(classroom: Classroom, attempt: Attempt, now: datetime) -> None:
    (card,) = live_board(classroom, LiveChoice(shows_mistakes=False), now).others
    assert (card.mistakes, card.mistakes_path) == (None, "")


def test_minutes_are_counted_from_the_beginning(
    classroom: Classroom, attempt: Attempt, now: datetime
) -> None:
    set_fields(attempt, now, last_move_at=now - 2 * MINUTE, progress_at=now - 4 * MINUTE)
    (card,) = live_board(classroom, NOW, now).stuck
    assert (card.word, card.since_s, card.stuck_s) == ("idle for", 120, 240)


def test_a_card_shows_how_a_grid_ended(classroom: Classroom, attempt: Attempt, now: datetime) -> None:
    set_fields(attempt, now, state="shown", finished_at=now)
    (card,) = live_board(classroom, NOW, now).others
    assert card.word == "solution shown"


# The board


def test_the_longest_stuck_comes_first_and_the_others_by_name(
    classroom: Classroom,
    student: User,
    classmate: User,
    attempt: Attempt,
    attempt_of: StartAttempt,
    now: datetime,
) -> None:
    for name in ("Élise", "Zoé", "Eva"):
        newcomer = User.objects.create_user(name.encode("ascii", "ignore").decode().lower())
        Membership.objects.create(classroom=classroom, student=newcomer, real_name=name)
        set_fields(attempt_of(newcomer), now)
    set_fields(attempt, now, progress_at=now - 4 * MINUTE)
    set_fields(attempt_of(classmate), now, progress_at=now - 9 * MINUTE)
    board = live_board(classroom, NOW, now)
    assert [card.username for card in board.stuck] == [classmate.username, student.username]
    assert [card.name for card in board.others] == ["Élise", "Eva", "Zoé"]
    assert [(each.word, each.count) for each in board.counts] == [("stuck", 2), ("playing", 3)]


def test_students_who_asked_for_a_hint_come_first_but_not_on_a_projector(
    classroom: Classroom, attempt: Attempt, attempt_of: StartAttempt, classmate: User, now: datetime
) -> None:
    set_fields(attempt_of(classmate), now, last_help_at=now)
    assert [card.name for card in live_board(classroom, NOW, now).others] == ["ROUX Tom", "PETIT Léa"]
    assert [card.name for card in live_board(classroom, PROJECTOR, now).others] == ["Lea", "Tom"]


def test_absent_students_are_listed_at_the_end(
    classroom: Classroom, classmate: User, attempt: Attempt, now: datetime
) -> None:
    board = live_board(classroom, NOW, now)
    assert [card.name for card in board.absent] == ["ROUX Tom"]
    assert board.absent[0].board is None


# Before the whole class


def test_the_projector_shows_pseudonyms_without_mistakes_help_or_stuck_students(
    classroom: Classroom,
    student: User,
    classmate: User,
    attempt: Attempt,
    attempt_of: StartAttempt,
    now: datetime,
) -> None:
    set_fields(attempt, now, last_move_at=now - 9 * MINUTE, progress_at=now - 9 * MINUTE, hints_nudge=3)
    set_fields(attempt_of(classmate), now, last_help_at=now, state="shown", finished_at=now)
    board = live_board(classroom, PROJECTOR, now)
    assert [card.name for card in all_cards(board)] == ["Lea", "Tom"]
    assert [
        (card.word, card.mistakes, card.mistakes_path, card.hints, card.stuck_s) for card in all_cards(board)
    ] == [
        ("playing", None, "", 0, None),
        ("finished", None, "", 0, None),
    ]
    real_names = ("Léa", "Petit", "Roux")
    assert not any(name in str(card) for card in all_cards(board) for name in real_names)


def test_the_projector_shows_no_digits(classroom: Classroom, attempt: Attempt, now: datetime) -> None:
    (card,) = live_board(classroom, PROJECTOR, now).others
    assert card.board is None
    assert card.shape is not None
    assert card.shape.givens.count("M") == 30
    assert card.shape.entered == "M42 2h16v16h-16zM62 2h16v16h-16z"


# News


def test_there_is_no_news_where_time_alone_has_passed(
    classroom: Classroom, attempt: Attempt, now: datetime
) -> None:
    known = stamps(classroom, NOW, now)
    assert live_news(classroom, NOW, known, now + timedelta(seconds=30)) is None


def test_only_the_cards_that_changed_are_drawn_anew(
    classroom: Classroom, classmate: User, attempt: Attempt, attempt_of: StartAttempt, now: datetime
) -> None:
    set_fields(attempt_of(classmate), now)
    known = stamps(classroom, NOW, now)
    set_fields(attempt, now, version=7)
    news = live_news(classroom, NOW, known, now)
    assert news is not None
    assert news.board is None
    assert [card.name for card in news.cards] == ["PETIT Léa"]
    fresh = {card.stamp.partition(".")[0]: card.stamp for card in news.cards}
    known = [fresh.get(stamp.partition(".")[0], stamp) for stamp in known]
    assert live_news(classroom, NOW, known, now) is None


def test_the_whole_board_is_drawn_anew_where_a_card_moves(
    classroom: Classroom, classmate: User, attempt: Attempt, now: datetime
) -> None:
    known = stamps(classroom, NOW, now)
    set_fields(attempt, now, progress_at=now - 3 * MINUTE)
    news = live_news(classroom, NOW, known, now)
    assert news is not None
    assert news.board is not None
    assert [card.name for card in news.board.stuck] == ["PETIT Léa"]


def test_a_newcomer_is_news(classroom: Classroom, student: User, now: datetime) -> None:
    known = stamps(classroom, NOW, now)
    newcomer = User.objects.create_user("max")
    Membership.objects.create(classroom=classroom, student=newcomer)
    news = live_news(classroom, NOW, known, now)
    assert news is not None
    assert news.board is not None
    assert "max" in [card.name for card in news.board.absent]


# An assignment


def test_a_run_shows_how_many_predictions_were_made(
    classroom: Classroom,
    student: User,
    assignment_of: AssignmentOf,
    round_of: Callable[..., PredictionRound],
    now: datetime,
) -> None:
    assignment = assignment_of(algorithm="tutoriel", predictions=10, opens_at=now - 60 * MINUTE)
    round_of(assignment, student, 4, right=3, last_at=now)
    (card,) = live_board(classroom, LiveChoice(assignment), now).others
    assert (card.filled, card.to_fill, card.bar_words) == (4, 10, "4 predictions, 3 right")
    assert card.verdicts == "3 right, 1 wrong"
    (card,) = live_board(classroom, LiveChoice(assignment, is_projector=True), now).others
    assert (card.filled, card.verdicts) == (4, "")


def test_drills_show_the_last_position_and_how_they_went(
    classroom: Classroom, student: User, drills_of: AssignmentOf, now: datetime
) -> None:
    assignment = drills_of(3, opens_at=now - 60 * MINUTE)
    drill = {"player": student, "technique": "x_wing", "level": 2, "created_at": now}
    given = {"assignee": assignment.assignees.get(student=student), **drill}
    for verdict, position in zip(("found", "shown"), assignment.positions, strict=False):
        DrillAnswer.objects.create(key=verdict, verdict=verdict, position_id=position, **given)
    (card,) = live_board(classroom, LiveChoice(assignment), now).others
    assert (card.word, card.bar, card.bar_end) == ("doing drills", 2, 3)
    assert (card.verdicts, card.share_words) == ("1 found, 1 shown", "2 of 3 done")
    assert card.board is not None
    (card,) = live_board(classroom, LiveChoice(assignment, is_projector=True), now).others
    assert (card.verdicts, card.board) == ("", None)
    assert card.shape is not None
    known = [card.stamp]
    assert live_news(classroom, LiveChoice(assignment, is_projector=True), known, now) is None
    DrillAnswer.objects.filter(key="shown").update(verdict="found")
    news = live_news(classroom, LiveChoice(assignment), known, now)
    assert news is not None
    assert [each.verdicts for each in news.cards] == ["2 found"]


def test_the_board_of_an_assignment_counts_and_names_its_students_in_the_same_words(
    classroom: Classroom,
    teacher: User,
    student: User,
    classmate: User,
    assignment_of: AssignmentOf,
    collection_of: Callable[..., Collection],
    now: datetime,
) -> None:
    collection_of(teacher, range(2))
    assignment = assignment_of(Puzzle.objects.exclude(entries=None))
    first = open_grid(assignment, student)
    set_fields(first, now, state="solved", finished_at=now)
    board = live_board(classroom, LiveChoice(assignment), now)
    (card,) = board.others
    assert (card.word, card.share_words, card.bar, card.bar_end) == ("idle for", "1 of 2 done", 1, 2)
    assert [(each.word, each.count) for each in board.counts] == [("idle", 1), ("not begun", 1)]
    assert [card.word for card in board.absent] == ["has not begun"]
    set_fields(open_grid(assignment, student, 2), now, state="solved", finished_at=now)
    board = live_board(classroom, LiveChoice(assignment), now)
    assert [(each.word, each.count) for each in board.counts] == [("finished", 1), ("not begun", 1)]
    assert [(card.word, card.bar, card.bar_end) for card in board.others] == [("finished", 2, 2)]


def open_grid(assignment: Assignment, player: User, position: int = 1) -> Attempt:
    assigned_puzzle = assignment.assignees.get(student=player).assigned_puzzles.get(position=position)
    return Attempt.objects.create(
        player=player,
        puzzle=assigned_puzzle.puzzle,
        policy=assignment.policy,
        assigned_puzzle=assigned_puzzle,
        digits=assigned_puzzle.puzzle.solution,
    )


@pytest.mark.parametrize(
    ("state", "word"), [("solved", "2 terminés"), ("open", "2 grilles pleines"), (None, "2 pas commencés")]
)
def test_numbers_of_students_agree_in_french(
    classroom: Classroom,
    student: User,
    classmate: User,
    assignment_of: AssignmentOf,
    now: datetime,
    state: str | None,
    word: str,
) -> None:
    assignment = assignment_of()
    for player in (student, classmate):
        if state:
            finished_at = None if state == "open" else now
            set_fields(open_grid(assignment, player), now, state=state, finished_at=finished_at)
    with translation.override("fr"):
        (count,) = live_board(classroom, LiveChoice(assignment), now).counts
    assert f"{count.count} {count.word}" == word


def test_the_choice_is_in_the_address(assignment_of: AssignmentOf, student: User) -> None:
    assignment = assignment_of()
    assert LiveChoice().query == ""
    chosen = LiveChoice(assignment, is_projector=True, shows_mistakes=False)
    assert chosen.query == f"?assignment={assignment.pk}&projector=1&mistakes=0"
