"""Grids locked by an assignment: no view shows or solves them.

`KINDS` lists every URL name of the puzzles and how a grid reaches it. A new view fails here until it is
listed, and the tables below then try it. LONG_TESTS=1 tries each view with each form of a grid at each hour
of an exam.
"""

import random
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import puzzles
from accounts.models import Classroom, User
from puzzles.assignments import urls as assignments
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.lifecycle import excuse
from puzzles.course import urls as course
from puzzles.course.models import Prediction, PredictionRound
from puzzles.engine import CELLS, Board, search_line, solving_class
from puzzles.engine.similarity import shuffled
from puzzles.engine.techniques import example_of
from puzzles.engine.worksheets import DEMOS
from puzzles.home import urls as home
from puzzles.lessons import urls as lessons
from puzzles.library import urls as library
from puzzles.library.models import Collection, Entry, HelpPolicy, Puzzle
from puzzles.play import urls as play
from puzzles.play.forms.own_grids import read_text
from puzzles.play.models import Attempt
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.play.services.challenges import challenge_token
from puzzles.play.services.closing import hand_in
from puzzles.play.services.draws import draw_puzzle
from puzzles.rooms import urls as rooms
from puzzles.training import urls as training
from tests.lengths import IS_LONG
from tests.url_matrix.asking import undone

ClientOf = Callable[[User], Client]
StartAttempt = Callable[..., Attempt]
GiveOut = Callable[..., Assignment]
Answer = Any

# The header by which the site knows its own scripts.
SCRIPT = {"HX-Request": "true"}
SAMPLES = Path(puzzles.__file__).parent / "samples" / "sudoku.txt"


# How each address is reached: with a grid as text, with an attempt of one's own, with the number of a grid in
# a collection, or with none of these; `teacher` is not for students at all.
KINDS = {
    "grid": (
        "course:viewer course:trace course:trace_table course:predict course:give_up_and_watch"
        " course:explorer course:course play:own_grids play:own_grid_check play:own_grid_play"
        " play:own_grid_keep play:own_grid_path play:shared_grid"
    ),
    "attempt": (
        "play:play play:moves play:right_digit play:hint play:check play:rewind play:cell"
        " play:simple play:solution play:steps play:deduction play:path play:set_aside play:take_up"
        " play:start_over play:replay play:review play:practice play:challenge"
    ),
    "number": "play:draw play:challenged assignments:sheets assignments:sheets_pdf assignments:sheet_grid",
    # A question of a room about a grid: see tests/puzzles/rooms/views/test_following.py.
    "room": "rooms:lessons rooms:panel rooms:answer",
    # The grid of a relay is the one that it locks: see tests/puzzles/rooms/services/test_relays.py.
    "relay": "rooms:relay rooms:relay_news rooms:relay_place",
    # Worksheets and techniques show grids of their own, and hold them back if they are given: see below; of
    # drills, storms and grids of the day see tests/puzzles/training.
    "own": (
        "course:worksheet training:technique training:drill training:drill_step training:position"
        " training:just_right training:storm training:storm_run training:storm_answer training:storm_end"
        " training:daily training:daily_play"
    ),
    "list": "home:home home:history play:collection play:collection_lines",
    "work": (
        "assignments:assignee assignments:begin_assignment assignments:hand_in_assignment"
        " assignments:open_assigned_puzzle assignments:assigned_run assignments:assigned_run_trace"
        " assignments:assigned_run_predictions assignments:assigned_drill play:news"
    ),
    "none": (
        "course:worksheet_source training:techniques training:today play:technique_settings"
        " play:board_settings home:help home:glossary play:own_grid_make play:own_grid_remove"
        " play:first_game play:half_filled training:goal"
        " rooms:news rooms:events rooms:follow rooms:open_race_grid lessons:list lessons:lesson"
        " assignments:calendar assignments:calendar_address"
        # Words of a teacher: no grid belongs to a question.
        " assignments:answer"
        " assignments:calendar_address_revoke assignments:calendar_feed"
    ),
    "teacher": (
        "assignments:class_live assignments:class_live_news assignments:class_table"
        " assignments:list assignments:new assignments:assignment assignments:edit"
        " assignments:redraw assignments:new_grids assignments:act assignments:delete"
        " assignments:try assignments:student_act home:student_list home:student_history"
        " assignments:technique_grid assignments:puzzle_view assignments:csv assignments:marks"
        " assignments:exercises_new assignments:exercises_csv assignments:reference_rule"
        " assignments:drills_new assignments:drills_csv assignments:drills_news"
        " assignments:drill_position"
        " assignments:whole_new assignments:part_new assignments:part_act assignments:weights"
        " assignments:questions_new assignments:blank_question assignments:questions_csv"
        " assignments:questions_news assignments:judge_question"
        " training:class_daily training:class_daily_step"
        " rooms:class_room rooms:open rooms:results rooms:answers rooms:close rooms:projector rooms:live"
        " rooms:lead rooms:let_go rooms:hold rooms:ask rooms:ask_about rooms:reveal rooms:put_away rooms:bar"
        " rooms:show_slide rooms:show_activity rooms:start_race rooms:end_race rooms:put_race_away"
        " rooms:start_relay"
        " assignments:duplicate lessons:hand_out lessons:lesson_delete lessons:activity_done"
        " lessons:pack_new lessons:pack_import lessons:pack lessons:handout lessons:pack_export"
        " lessons:pack_copy lessons:pack_from_assignment lessons:pack_edit lessons:pack_delete"
        " lessons:activity_edit lessons:activity_act"
        " library:collections library:collection library:collection_settings library:collection_delete"
        " library:entry library:entry_remove library:imports library:import_new library:import"
        " library:import_progress library:import_graded library:import_csv library:generations"
        " library:generation_new library:generation library:generation_progress library:generation_stop"
        " assignments:grade assignments:absent assignments:publish_grades"
        " assignments:report assignments:student_reports assignments:student_report"
        " assignments:report_pdf assignments:student_reports_pdf assignments:student_report_pdf"
        " assignments:competences assignments:competence_start assignments:competence"
        " assignments:competence_delete assignments:class_competences assignments:student_competences"
        " home:digest"
        " assignments:student_board assignments:one_board assignments:one_board_news"
        " assignments:one_board_send"
    ),
}


def named() -> set[str]:
    """The addresses of puzzles; those of exercises are in tests/puzzles/course/test_exam.py."""
    return {
        f"{topic.app_name}:{pattern.name}"
        for topic in (assignments, course, home, lessons, library, play, rooms, training)
        for pattern in topic.urlpatterns
        if not re.match(
            r"course/(<slug:\w+>/|submissions|assignments|work|comments|sandbox|sudoku|mini_projet)",
            str(pattern.pattern),
        )
        or pattern.name in {"worksheet", "worksheet_source"}
    }


def test_every_address_is_in_the_table() -> None:
    listed = [name for names in KINDS.values() for name in names.split()]
    assert len(listed) == len(set(listed))
    assert named() - set(listed) == set()


# Forms of the grid


def lined(line: str) -> str:
    return "\n".join(line[start : start + 9] for start in range(0, 81, 9))


def barred(line: str) -> str:
    """The grid as it is drawn on paper, with bars between the boxes."""
    rows = ["|".join(row[at : at + 3] for at in (0, 3, 6)) for row in lined(line).split()]
    bar = "---+---+---"
    return "\n".join([*rows[:3], bar, *rows[3:6], bar, *rows[6:]])


def in_order(line: str, rows: str = "012345678", columns: str = "012345678") -> str:
    return "".join(line[9 * int(row) + int(column)] for row in rows for column in columns)


def turned(line: str) -> str:
    """Turned by a quarter."""
    return "".join(line[9 * (8 - column) + row] for row in range(9) for column in range(9))


def renamed(line: str) -> str:
    return line.translate(str.maketrans("123456789", "475918263"))


def without_some(line: str) -> str:
    """Every fifth digit removed."""
    given = [cell for cell in CELLS if line[cell] != "."]
    return "".join("." if cell in given[::5] else line[cell] for cell in CELLS)


def with_some(line: str) -> str:
    """Ten digits of the solution added, as found on paper."""
    found = [cell for cell in CELLS if line[cell] == "."][:10]
    return "".join(SOLUTION[cell] if cell in found else line[cell] for cell in CELLS)


def with_a_guess(line: str) -> str:
    return line.replace(".", "9", 1)


SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
FORMS: dict[str, Callable[[str], str]] = {
    "dots": lambda line: line,
    "zeros": lambda line: line.replace(".", "0"),
    "underscores": lambda line: line.replace(".", "_"),
    "hyphens": lambda line: line.replace(".", "-"),
    "stars": lambda line: line.replace(".", "*"),
    "nine lines": lined,
    "nine lines with bars": barred,
    "spaced": lambda line: " ".join(line),
    "as a file": lambda line: f"# Monday\r\n{lined(line)}\r\n",
    "as an sdk file": lambda line: f"#AMonday\n[Puzzle]\n{lined(line)}\n",
    "digits removed": without_some,
    "digits added": with_some,
    "a guess added": with_a_guess,
    "removed and added": lambda line: with_some(without_some(line)),
    "the solution": lambda line: SOLUTION,
    "turned": turned,
    "backwards": lambda line: line[::-1],
    "lying": lambda line: "".join(line[row::9] for row in range(9)),
    "mirrored": lambda line: in_order(line, columns="876543210"),
    "rows exchanged": lambda line: in_order(line, rows="102354876"),
    "columns exchanged": lambda line: in_order(line, columns="210345786"),
    "bands exchanged": lambda line: in_order(line, rows="345012678"),
    "renamed": renamed,
    "turned and renamed": lambda line: renamed(turned(line)),
    "turned, renamed, digits removed": lambda line: without_some(renamed(turned(line))),
    "renamed, digits added": lambda line: renamed(with_some(line)),
}

# Views for a grid as text


def get(client: Client, name: str, *args: str, **query: str) -> Answer:
    return client.get(reverse(name, args=args), query, follow=True)


def send(client: Client, name: str, grid: str) -> Answer:
    return client.post(reverse(name), {"grid": grid}, follow=True)


def in_address(grid: str) -> str:
    """The grid of a text as it stands in addresses."""
    return read_text(grid).board.to_line().replace(".", "0")


GRID_VIEWS: dict[str, Callable[[Client, str], Answer]] = {
    "course:viewer": lambda client, grid: get(client, "course:viewer", "tutoriel", grid=grid),
    "viewer of two": lambda client, grid: get(
        client, "course:viewer", "mini_projet", grid=grid, **{"with": "propagation"}
    ),
    "course:trace": lambda client, grid: get(client, "course:trace", "tutoriel", grid=grid),
    "course:trace_table": lambda client, grid: get(
        client, "course:trace_table", "tutoriel", grid=grid, answers="on"
    ),
    "course:predict": lambda client, grid: client.post(
        reverse("course:predict", args=["tutoriel"]),
        {"grid": grid, "token": "0123456789abcdef", "event": "0", "cell": "2", "digit": "1"},
        headers=SCRIPT,
    ),
    "course:give_up_and_watch": lambda client, grid: client.post(
        reverse("course:give_up_and_watch", args=["tutoriel"]),
        {
            "grid": grid,
            "attempt": Attempt.objects.get(assigned_puzzle=None, player__username=name_of(client)).pk,
        },
        follow=True,
    ),
    "course:explorer": lambda client, grid: get(
        client, "course:explorer", grid=grid, function="tutoriel.solve_sudoku"
    ),
    "explorer of a cell": lambda client, grid: get(
        client, "course:explorer", grid=grid, function="mini_projet.bloc", cell="2"
    ),
    "course:course": lambda client, grid: get(client, "course:course", grid=grid, algorithm="tutoriel"),
    "play:own_grids": lambda client, grid: get(client, "play:own_grids", grid=grid),
    "play:own_grid_check": lambda client, grid: send(client, "play:own_grid_check", grid),
    "play:own_grid_play": lambda client, grid: send(client, "play:own_grid_play", grid),
    "play:own_grid_keep": lambda client, grid: send(client, "play:own_grid_keep", grid),
    "play:own_grid_path": lambda client, grid: get(client, "play:own_grid_path", in_address(grid)),
    "play:shared_grid": lambda client, grid: get(client, "play:shared_grid", in_address(grid)),
}


def in_english(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def name_of(client: Client) -> str:
    return User.objects.get(pk=client.session["_auth_user_id"]).username


def test_every_address_that_takes_a_grid_is_tried() -> None:
    assert set(KINDS["grid"].split()) <= set(GRID_VIEWS)


@pytest.fixture
def earlier(student: User, stranger: User, attempt_of: StartAttempt) -> Attempt:
    """An attempt on the grid that the student gave up long ago; a stranger has one too."""
    for player in (stranger, student):
        attempt = attempt_of(player, digits=SOLUTION)
        attempt.state, attempt.finished_at = Attempt.State.SHOWN, timezone.now()
        attempt.save()
    return attempt


@pytest.fixture
def own(student: User, earlier: Attempt, assignment_of: GiveOut) -> Attempt:
    """The student's attempt in an exam on that grid, begun."""
    exam = assignment_of(is_exam=True)
    begin(student=student, assignment_id=exam.pk)
    return open_grid(student=student, assignment_id=exam.pk, position=1)


# The hours of an exam: handed out for tomorrow, begun, handed in.
HOURS = ("before", "during", "after")


def is_tried(view: str, form: str, turn: int, of: int) -> bool:
    """Whether this view and form are tried in this turn, among so many turns.

    Each view is tried in each turn, and with each form once; LONG_TESTS=1 tries all. Further requests to the
    same view are tried in one form.
    """
    if view not in KINDS["grid"].split():
        return form == "dots"
    return IS_LONG or (list(GRID_VIEWS).index(view) + list(FORMS).index(form)) % of == turn


@pytest.mark.parametrize("form", FORMS)
def test_a_locked_grid_is_reachable_in_no_form(
    form: str,
    student: User,
    stranger: User,
    puzzle: Puzzle,
    earlier: Attempt,
    assignment_of: GiveOut,
    client_of: ClientOf,
) -> None:
    grid, client = FORMS[form](puzzle.givens), client_of(student)

    def are_open(views: list[str], client: Client) -> dict[str, int]:
        return {
            view: code for view in views if (code := asked(view, client, grid)[0]) in (302, 400, 403, 404)
        }

    def are_locked(hour: str) -> dict[str, tuple[int, list[str], bool]]:
        views = [view for view in GRID_VIEWS if is_tried(view, form, HOURS.index(hour), len(HOURS))]
        return {view: said for view in views if (said := asked(view, client, grid)) != (403, [], False)}

    # For a stranger the grid is not locked: the form is read, so nothing else refuses it below.
    assert are_open([view for view in GRID_VIEWS if is_tried(view, form, 0, 2)], client_of(stranger)) == {}
    exam = assignment_of(is_exam=True, opens_at=timezone.now() + timedelta(days=1))
    # The student has met the grid: a refusal now would reveal that it is in the exam.
    views = [view for view in GRID_VIEWS if is_tried(view, form, HOURS.index("before"), len(HOURS))]
    assert are_open(views, client) == {}
    Assignment.objects.update(opens_at=timezone.now() - timedelta(days=1))
    begin(student=student, assignment_id=exam.pk)
    open_grid(student=student, assignment_id=exam.pk, position=1)
    assert are_locked("during") == {}
    hand_in(student=student, assignment_id=exam.pk)
    assert are_locked("after") == {}
    Assignment.objects.update(released_at=timezone.now())
    assert are_open([view for view in GRID_VIEWS if is_tried(view, form, 1, 2)], client) == {}


def asked(view: str, client: Client, grid: str) -> tuple[int, list[str], bool]:
    """Status, rows of the solution in the answer that nobody typed, and whether a prediction was stored.

    Changes to the database are rolled back.
    """
    with undone():
        answer = GRID_VIEWS[view](client, grid)
        is_predicted = Prediction.objects.filter(round__player__username=name_of(client)).exists()
    text, typed = answer.content.decode(errors="replace"), "".join(grid.split())
    told = [row for row in lined(SOLUTION).split() if row in text and row not in typed]
    return answer.status_code, told, is_predicted


def test_a_student_sends_no_file(student: User, puzzle: Puzzle, client_of: ClientOf) -> None:
    answer = client_of(student).post("/library/imports/new/", {"name": "mine"})
    assert answer.status_code in (302, 403)
    assert not Collection.objects.exists()


# Views for an attempt of one's own


def post(name: str, **fields: Any) -> Callable[[Client, Attempt], Answer]:
    def view(client: Client, attempt: Attempt) -> Answer:
        return client.post(reverse(name, args=[attempt.pk]), {"version": attempt.version, **fields})

    return view


def page(name: str) -> Callable[[Client, Attempt], Answer]:
    return lambda client, attempt: client.get(reverse(name, args=[attempt.pk]))


ATTEMPT_VIEWS: dict[str, Callable[[Client, Attempt], Answer]] = {
    "play:play": page("play:play"),
    "play:moves": post("play:moves", client="0123456789abcdef", ops="1\n1.2.d.4.5"),
    "a plain move": post(
        "play:moves", row=1, column=3, digit=4, action="d", client="0123456789abcdef", seq=1
    ),
    "play:hint": post("play:hint"),
    "play:check": post("play:check"),
    "play:rewind": post("play:rewind"),
    "play:cell": post("play:cell", cell=2),
    "play:right_digit": post("play:right_digit", cell=2),
    "play:simple": post("play:simple", finish=1),
    "play:solution": post("play:solution"),
    "play:steps": post("play:steps"),
    "play:deduction": post("play:deduction", cell=2, digit=4, places=1),
    "play:path": page("play:path"),
    "the path of an open grid": post("play:path"),
    "play:set_aside": post("play:set_aside"),
    "play:take_up": post("play:take_up"),
    "play:start_over": post("play:start_over"),
    "the page before a start over": page("play:start_over"),
    "the page before the solution": page("play:solution"),
    "play:replay": page("play:replay"),
    "play:review": page("play:review"),
    "play:practice": post("play:practice", move=0),
    "play:challenge": page("play:challenge"),
}


# Open attempts have no path or review, and finished ones a path already: these lead to another of the views.
LEAD_ON = {"play:path", "play:review", "the path of an open grid"}


def test_every_address_that_takes_an_attempt_is_tried() -> None:
    assert set(KINDS["attempt"].split()) <= set(ATTEMPT_VIEWS)


@pytest.fixture
def twin(puzzle: Puzzle) -> Puzzle:
    """Another grid with the same solution."""
    return Puzzle.objects.create(
        givens=with_some(puzzle.givens),
        clue_count=40,
        solution_count=1,
        solution=puzzle.solution,
        solving_class="simple",
    )


@pytest.mark.parametrize("is_finished", [False, True])
@pytest.mark.parametrize("is_twin", [False, True])
def test_another_attempt_on_a_locked_grid_leads_to_the_assignment(
    is_twin: bool,
    is_finished: bool,
    student: User,
    puzzle: Puzzle,
    twin: Puzzle,
    assignment_of: GiveOut,
    client_of: ClientOf,
    subtests: pytest.Subtests,
) -> None:
    free = Attempt.objects.create(
        player=student,
        puzzle=twin if is_twin else puzzle,
        policy=HelpPolicy.objects.create(),
        digits=SOLUTION if is_finished else (twin if is_twin else puzzle).givens,
        state=Attempt.State.SHOWN if is_finished else Attempt.State.OPEN,
        finished_at=timezone.now() if is_finished else None,
    )
    before, client = Attempt.objects.filter(pk=free.pk).values().get(), client_of(student)
    for is_exam in (False, True):
        assignment = assignment_of(is_exam=is_exam)
        work = reverse("assignments:assignee", args=[assignment.pk])
        pages = [reverse(name, args=[free.pk]) for name in ("play:play", "play:replay", "play:path")]
        # Before an exam is begun, to refuse the grid would tell that it is chosen.
        for view, ask in () if is_exam else ATTEMPT_VIEWS.items():
            with subtests.test(view, is_exam=is_exam, is_begun=False):
                answer = ask(client, free)
                assert answer.status_code in (302, 404)
                if view in LEAD_ON:
                    assert answer.status_code == 404 or answer["Location"] in (work, *pages)
                else:
                    assert answer["Location"] == work
                assert Attempt.objects.filter(pk=free.pk).values().get() == before
                assert not free.moves.exists()
        begin(student=student, assignment_id=assignment.pk)
        own = open_grid(student=student, assignment_id=assignment.pk, position=1).get_absolute_url()
        for view, ask in ATTEMPT_VIEWS.items():
            if view in LEAD_ON:
                continue
            with subtests.test(view, is_exam=is_exam, is_begun=True):
                assert ask(client, free)["Location"] == own
                client.defaults["HTTP_HX_REQUEST"] = "true"
                answer = ask(client, free)
                del client.defaults["HTTP_HX_REQUEST"]
                if "HX-Redirect" in answer:
                    assert (answer.status_code, answer["HX-Redirect"]) == (204, own)
                else:
                    assert answer["Location"] == own
                assert Attempt.objects.filter(pk=free.pk).values().get() == before
                assert not free.moves.exists()


@pytest.mark.parametrize("view", ["play:path", "play:replay", "play:review"])
def test_an_exam_is_not_shown_before_its_release(
    view: str, own: Attempt, student: User, client_of: ClientOf
) -> None:
    work = reverse("assignments:assignee", args=[own.assigned_puzzle.assignee.assignment_id])
    Attempt.objects.filter(pk=own.pk).update(digits=SOLUTION)
    hand_in(student=student, assignment_id=own.assigned_puzzle.assignee.assignment_id)
    assert page(view)(client_of(student), own)["Location"] == work
    Assignment.objects.update(released_at=timezone.now())
    assert page(view)(client_of(student), own).status_code == 200


@pytest.mark.parametrize("view", ["play:path", "play:replay", "play:review"])
def test_an_exam_that_others_still_write_is_hidden_from_excused_students(
    view: str, own: Attempt, student: User, puzzle: Puzzle, client_of: ClientOf
) -> None:
    assignee, client = own.assigned_puzzle.assignee, client_of(student)
    hand_in(student=student, assignment_id=assignee.assignment_id)
    excuse(assignee=assignee)
    # Its page is no longer theirs.
    assert page(view)(client, own)["Location"] == reverse("home:home")
    assert get(client, "play:own_grid_path", in_address(puzzle.givens)).status_code == 403
    Assignment.objects.update(released_at=timezone.now())
    assert page(view)(client, own).status_code == 200


# Views for the number of a grid


def open_collection(owner: User) -> Collection:
    """A collection for two grids that every student may draw from."""
    return Collection.objects.create(
        owner=owner,
        name="Warm-up",
        audience=Collection.Audience.EVERYONE,
        policy=HelpPolicy.objects.create(),
        entry_count=2,
        drawable_count=2,
    )


@pytest.fixture
def collection(teacher: User, puzzle: Puzzle, twin: Puzzle) -> Collection:
    """Every student may draw from it; grid 1 is the fixture `puzzle`, grid 2 has the same solution."""
    collection = open_collection(teacher)
    for number, each in enumerate((puzzle, twin), 1):
        Entry.objects.create(collection=collection, puzzle=each, number=number, line=number, position=number)
    return collection


@pytest.mark.parametrize("number", [1, 2])
def test_a_locked_grid_is_not_opened_by_its_number(
    number: int, student: User, collection: Collection, assignment_of: GiveOut, client_of: ClientOf
) -> None:
    assignment = assignment_of()
    answer = client_of(student).post(reverse("play:draw"), {"collection": collection.pk, "number": number})
    assert answer["Location"] == reverse("assignments:assignee", args=[assignment.pk])
    assert not Attempt.objects.exists()
    link = challenge_to(collection, number)
    for ask in (client_of(student).get, client_of(student).post):
        assert ask(link)["Location"] == reverse("assignments:assignee", args=[assignment.pk])
    assert not Attempt.objects.filter(player=student).exists()


def challenge_to(collection: Collection, number: int) -> str:
    """The link of a challenge to a grid of a collection, by the teacher who has solved it."""
    puzzle = collection.entries.get(number=number).puzzle
    solved = Attempt.objects.create(
        player=collection.owner,
        puzzle=puzzle,
        policy=collection.policy,
        collection=collection,
        digits=puzzle.solution,
        state=Attempt.State.SOLVED,
        finished_at=timezone.now(),
    )
    ticked = {"shows_name": True, "shows_time": True}
    token = challenge_token(player=collection.owner, attempt_id=solved.pk, **ticked)
    return reverse("play:challenged", args=[token])


NUMBER_VIEWS: dict[str, Callable[[Client, Collection, int], Answer]] = {
    "play:draw": lambda client, collection, number: client.post(
        reverse("play:draw"), {"collection": collection.pk, "number": number}
    ),
    "play:challenged": lambda client, collection, number: client.post(challenge_to(collection, number)),
    "the page of a challenge": lambda client, collection, number: client.get(
        challenge_to(collection, number)
    ),
    "assignments:sheets": lambda client, collection, number: get(
        client, "assignments:sheets", collection=collection.pk, source="numbers", numbers=number
    ),
    "assignments:sheets_pdf": lambda client, collection, number: get(
        client, "assignments:sheets_pdf", collection=collection.pk, source="numbers", numbers=number
    ),
    "assignments:sheet_grid": lambda client, collection, number: get(
        client, "assignments:sheet_grid", collection.pk, number
    ),
    "play:collection": lambda client, collection, number: get(client, "play:collection", collection.pk),
}


@pytest.fixture
def other(grids_of_samples: list[str]) -> Puzzle:
    """A grid of no exam and no game. (Some of the file are demos of the course.)"""
    return stored(grids_of_samples[100])


@pytest.fixture(scope="module")
def grids_of_samples() -> list[str]:
    return [line for line in SAMPLES.read_text().split() if len(line) == 81]


def stored(givens: str) -> Puzzle:
    _count, solution = search_line(givens)
    assert solution is not None
    board = Board.from_line(givens)
    return Puzzle.objects.create(
        givens=board.to_line(),
        clue_count=board.clue_count,
        solution_count=1,
        solution=solution,
        solving_class=solving_class(board),
    )


@pytest.mark.parametrize(
    "hour", ["draft", "draft of an empty class", "to come", "open", "open in an archived class"]
)
def test_before_the_beginning_no_page_reveals_which_grids_are_in_an_exam(
    hour: str,
    request: pytest.FixtureRequest,
    teacher: User,
    grids_of_samples: list[str],
    other: Puzzle,
    assignment_of: GiveOut,
    client_of: ClientOf,
) -> None:
    """A refusal, a gap in a list, or a sentence would: a reserved grid is answered like one that is not."""
    puzzle = stored(grids_of_samples[200])
    student = request.getfixturevalue("stranger" if "empty" in hour else "student")
    collection = open_collection(teacher)
    for number, each in enumerate((puzzle, other), 1):
        Entry.objects.create(collection=collection, puzzle=each, number=number, line=number, position=number)
    opens = timezone.now() + timedelta(days=1 if hour == "to come" else -1)
    assignment_of([puzzle], is_exam=True, is_draft="draft" in hour, opens_at=opens)
    if "archived" in hour:
        Classroom.objects.update(archived_at=timezone.now())
    client = in_english(client_of(student))
    texts = []

    def answers(puzzle: Puzzle, number: int) -> dict[str, Any]:
        told: dict[str, Any] = {}
        for view, by_number in NUMBER_VIEWS.items():
            with undone():
                answer = by_number(client, collection, number)
            told[view] = answer.status_code
            texts.append(answer.content)
        for view in set(GRID_VIEWS) - {"course:give_up_and_watch", "predict"}:
            for form in (puzzle.givens, turned(puzzle.givens)):
                with undone():
                    answer = GRID_VIEWS[view](client, form)
                told[view + form[0]] = answer.status_code
                texts.append(answer.content)
        return dict(sorted((key.rstrip("0123456789."), code) for key, code in told.items()))

    assert answers(puzzle, 1) == answers(other, 2)
    assert not any(b"Monday" in text or b"not available yet" in text for text in texts)
    drawn = {draw_puzzle(player=student, collection=collection).puzzle for _time in range(2)}
    assert drawn == {puzzle, other}


@pytest.mark.parametrize("hour", ["draft", "to come", "open", "begun", "handed in", "in an archived class"])
@pytest.mark.parametrize("form", ["dots", "turned and renamed", "a guess added"])
def test_a_grid_kept_for_an_exam_opens_at_no_hour(
    hour: str,
    form: str,
    student: User,
    teacher: User,
    other: Puzzle,
    assignment_of: GiveOut,
    client_of: ClientOf,
) -> None:
    opens = timezone.now() + timedelta(days=1 if hour == "to come" else -1)
    exam = assignment_of([other], is_exam=True, is_draft=hour == "draft", opens_at=opens)
    is_begun = hour in ("begun", "handed in", "in an archived class")
    if is_begun:
        begin(student=student, assignment_id=exam.pk)
        open_grid(student=student, assignment_id=exam.pk, position=1)
    if hour in ("handed in", "in an archived class"):
        hand_in(student=student, assignment_id=exam.pk)
    if hour == "in an archived class":
        Classroom.objects.update(archived_at=timezone.now())
    client, grid = client_of(student), FORMS[form](other.givens)
    for view in set(GRID_VIEWS) - {"course:give_up_and_watch"}:
        with undone():
            answer = GRID_VIEWS[view](client, grid)
        assert answer.status_code == 403, view
        text = answer.content.decode(errors="replace")
        assert not [row for row in lined(other.solution).split() if row in text and row not in lined(grid)]
        if hour in ("draft", "to come"):
            assert "Monday" not in text, view
    # No collection that it stands in is open to the student.
    assert not Attempt.objects.filter(assigned_puzzle=None).exists()


# While an exam is written


def shuffle(puzzle: Puzzle, rng: random.Random) -> str:
    """The grid shuffled and relabelled, some givens less, some right digits and some wrong ones more."""
    board = Board.from_line(puzzle.givens)
    givens, empty = [cell for cell in CELLS if board[cell]], list(board.empty_cells)
    for cell in rng.sample(givens, rng.choice([0, 0, 1, 2, 4])):
        board = board.clear(cell)
    for cell in rng.sample(empty, rng.choice([0, 0, 1, 5, 15])):
        board = board.place(cell, int(puzzle.solution[cell]))
    for cell in rng.sample(list(board.empty_cells), rng.choice([0, 0, 1, 2])):
        board = board.place(cell, rng.randrange(1, 10))
    return shuffled(board, rng).to_line()


def test_solvers_are_off_for_a_student_in_an_exam_whatever_the_grid(
    student: User, own: Attempt, puzzle: Puzzle, other: Puzzle, client_of: ClientOf
) -> None:
    """`LONG_TESTS=1` sends 400 shuffles of the exam's grid to each address that takes a grid."""
    client, rng, answered = in_english(client_of(student)), random.Random(14), []
    shuffles = [shuffle(puzzle, rng) for _time in range(400 if IS_LONG else 12)]
    for grid in [*shuffles, other.givens]:
        for view in GRID_VIEWS:
            code, told, is_predicted = asked(view, client, grid)
            if code != 403 or told or is_predicted:
                answered.append((view, grid, code))
    assert answered == []
    text = get(client, "course:viewer", "tutoriel", grid=other.givens).content.decode()
    assert "Solvers are switched off during an exam." in text
    assert "Monday" not in text


def test_the_courses_own_grids_and_a_few_digits_are_watched_during_an_exam(
    student: User, other: Puzzle, assignment_of: GiveOut, client_of: ClientOf
) -> None:
    exam = assignment_of([other], is_exam=True)
    begin(student=student, assignment_id=exam.pk)
    client = client_of(student)
    demos = {demo.puzzle for demos in DEMOS.values() for demo in demos}
    assert {get(client, "course:viewer", "tutoriel", grid=demo).status_code for demo in demos} == {200}
    assert get(client, "course:worksheet", "tutoriel").status_code == 200
    assert get(client, "training:technique", "x_wing").status_code == 200
    assert get(client, "course:explorer").status_code == 200
    assert get(client, "course:viewer", "tutoriel", grid="1234567".ljust(81, ".")).status_code == 200
    assert get(client, "course:viewer", "tutoriel", grid="12345678".ljust(81, ".")).status_code == 403


# These tell nothing of a grid. What becomes of the game: its state, and whether it is set aside.
LEAVING_VIEWS = {
    "play:set_aside": (Attempt.State.OPEN, True),
    "play:take_up": (Attempt.State.OPEN, False),
    "play:start_over": (Attempt.State.RESTARTED, False),
}
# The right digits are those of another exam, and a path is that of a finished grid.
HELP_VIEWS = [
    view
    for view in ATTEMPT_VIEWS
    if view.startswith("play:")
    and view not in ("play:play", "play:moves", "play:right_digit", "play:path", *LEAVING_VIEWS)
    and view not in ("play:replay", "play:review", "play:practice", "play:challenge")
]


@pytest.mark.parametrize("view", HELP_VIEWS)
def test_no_help_is_given_on_another_game_during_an_exam(
    view: str, student: User, other: Puzzle, own: Attempt, client_of: ClientOf
) -> None:
    policy = HelpPolicy.objects.create(checking=True)
    free = Attempt.objects.create(player=student, puzzle=other, policy=policy, digits=other.givens)
    client = in_english(client_of(student))
    answer = ATTEMPT_VIEWS[view](client, free)
    free.refresh_from_db()
    assert (free.digits, free.is_open, free.moves.count()) == (other.givens, True, 0)
    told = [str(message) for message in get_messages(answer.wsgi_request)]
    assert told == ["Solvers are switched off during an exam."]
    hand_in(student=student, assignment_id=own.assigned_puzzle.assignee.assignment_id)
    ATTEMPT_VIEWS[view](client, free)
    assert free.moves.exists()


def test_no_right_digit_of_an_earlier_exam_is_shown_during_an_exam(
    student: User, own: Attempt, other: Puzzle, assignment_of: GiveOut, client_of: ClientOf
) -> None:
    hand_in(student=student, assignment_id=own.assigned_puzzle.assignee.assignment_id)
    Assignment.objects.update(released_at=timezone.now())
    exam = assignment_of([other], is_exam=True)
    begin(student=student, assignment_id=exam.pk)
    client = in_english(client_of(student))
    answer = ATTEMPT_VIEWS["play:right_digit"](client, own)
    told = [str(message) for message in get_messages(answer.wsgi_request)]
    assert told == ["Solvers are switched off during an exam."]
    own.refresh_from_db()
    assert own.corrected_cells == []
    hand_in(student=student, assignment_id=exam.pk)
    ATTEMPT_VIEWS["play:right_digit"](client, own)
    own.refresh_from_db()
    assert own.corrected_cells == [2]


@pytest.mark.parametrize("view", LEAVING_VIEWS)
def test_another_game_is_left_during_an_exam_as_always(
    view: str, student: User, other: Puzzle, own: Attempt, client_of: ClientOf
) -> None:
    free = Attempt.objects.create(
        player=student, puzzle=other, policy=HelpPolicy.objects.create(), digits=other.givens
    )
    client = client_of(student)
    ATTEMPT_VIEWS["play:moves"](client, free)
    if view == "play:take_up":
        ATTEMPT_VIEWS["play:set_aside"](client, free)
    ATTEMPT_VIEWS[view](client, free)
    free.refresh_from_db()
    assert (free.state, free.is_set_aside) == LEAVING_VIEWS[view]


def test_no_grid_is_made_or_practised_during_an_exam(
    student: User, other: Puzzle, own: Attempt, client_of: ClientOf
) -> None:
    done = Attempt.objects.create(
        player=student,
        puzzle=other,
        policy=HelpPolicy.objects.create(),
        digits=other.givens,
        state=Attempt.State.HANDED_IN,
        finished_at=timezone.now(),
    )
    client, before = in_english(client_of(student)), Attempt.objects.count()
    for answer in (
        client.post(reverse("play:own_grid_make"), {"tier": 1}),
        client.post(reverse("play:half_filled")),
        client.post(reverse("play:practice", args=[done.pk]), {"move": 0}),
    ):
        assert answer.status_code == 302
        assert "Solvers are switched off during an exam." in [
            str(each) for each in get_messages(answer.wsgi_request)
        ]
    assert Attempt.objects.count() == before


RUN_VIEWS: dict[str, Callable[[Client, Assignment], Answer]] = {
    "open a run": lambda client, given: client.post(
        reverse("assignments:assigned_run", args=[given.pk, 1]), follow=True
    ),
    "assignments:assigned_run": lambda client, given: get(
        client, "assignments:assigned_run", *map(str, (given.pk, 1))
    ),
    "assignments:assigned_run_trace": lambda client, given: client.get(
        reverse("assignments:assigned_run_trace", args=[given.pk, 1]), headers=SCRIPT
    ),
    "assignments:assigned_run_predictions": lambda client, given: client.post(
        reverse("assignments:assigned_run_predictions", args=[given.pk, 1]),
        {"event": "2", "cell": "2", "digit": "4"},
        headers=SCRIPT,
    ),
}


def test_every_address_of_a_run_is_tried() -> None:
    assert {name for name in KINDS["work"].split() if "run" in name or "predict" in name} <= set(RUN_VIEWS)


@pytest.mark.parametrize("view", RUN_VIEWS)
def test_runs_to_predict_rest_during_an_exam_and_on_its_grid_until_its_release(
    view: str, student: User, puzzle: Puzzle, assignment_of: GiveOut, client_of: ClientOf
) -> None:
    given = assignment_of(algorithm="tutoriel", predictions=200)
    begin(student=student, assignment_id=given.pk)
    client = in_english(client_of(student))
    if view != "open a run":
        assert RUN_VIEWS["open a run"](client, given).status_code == 200
    exam = assignment_of(is_exam=True, name="Term test")
    begin(student=student, assignment_id=exam.pk)
    for sentence in ("Solvers are switched off during an exam.", "This grid belongs to “Term test”"):
        answer = RUN_VIEWS[view](client, given)
        assert sentence in answer.content.decode()
        assert not Prediction.objects.exists()
        hand_in(student=student, assignment_id=exam.pk)
    assert PredictionRound.objects.count() == (view != "open a run")
    Assignment.objects.filter(pk=exam.pk).update(released_at=timezone.now())
    assert RUN_VIEWS[view](client, given).status_code == 200
    assert Prediction.objects.exists() == (view == "assignments:assigned_run_predictions")


def test_a_shared_grid_shows_no_solution_to_a_visitor_without_an_account(
    own: Attempt, puzzle: Puzzle
) -> None:
    text = Client().get(reverse("play:shared_grid", args=[in_address(puzzle.givens)])).content.decode()
    assert "data-" in text
    assert not [row for row in lined(SOLUTION).split() if row in text]


def test_an_empty_draw_is_reported_as_such(
    student: User, collection: Collection, assignment_of: GiveOut, client_of: ClientOf
) -> None:
    assignment_of()
    client = in_english(client_of(student))
    text = client.post(reverse("play:draw"), {"collection": collection.pk}, follow=True).content.decode()
    assert "played every grid" not in text
    assert "No other grid" in text


# Pages that show grids of their own, and lists


def test_a_worksheet_shows_no_values_of_its_grid_while_it_is_locked(
    student: User, assignment_of: GiveOut, client_of: ClientOf
) -> None:
    # The fixture `puzzle` is that worksheet's own grid.
    where, client = reverse("course:worksheet", args=["tutoriel"]), client_of(student)
    shown, value = client.get(where).content.decode(), '<code class="value">'
    assert value in shown
    assignment_of()
    held = client.get(where).content.decode()
    assert held.count('class="call"') == shown.count('class="call"') > 0
    assert value not in held


def test_the_example_of_a_technique_is_not_shown_to_a_student_with_that_grid(
    student: User, assignment_of: GiveOut, client_of: ClientOf
) -> None:
    givens = example_of("x_wing").position.board.to_line()
    puzzle = Puzzle.objects.create(
        givens=givens,
        clue_count=81 - givens.count("."),
        solution_count=1,
        solution=SOLUTION[::-1],
        solving_class="harder",
    )
    where, client = reverse("training:technique", args=["x_wing"]), client_of(student)
    assert client.get(where).status_code == 200
    assignment_of([puzzle])
    assert client.get(where).status_code == 403
    assert client.get(reverse("training:technique", args=["skyscraper"])).status_code == 200


def test_lists_still_show_the_digits_of_a_locked_grid(
    student: User, teacher: User, own: Attempt, earlier: Attempt, client_of: ClientOf
) -> None:
    def rows(client: Client, where: str) -> dict[int, Any]:
        return {row.attempt.pk: row for row in client.get(where).context["rows"]}

    Attempt.objects.filter(pk=own.pk).update(mistakes=3)
    hand_in(student=student, assignment_id=own.assigned_puzzle.assignee.assignment_id)
    mine = rows(client_of(student), reverse("home:history"))
    seen = rows(client_of(teacher), reverse("home:student_history", args=[student.username]))
    assert (mine[own.pk].mistakes, seen[own.pk].mistakes) == (None, 3)
    assert mine[own.pk].attempt.state == Attempt.State.HANDED_IN
    assert mine[earlier.pk].board != seen[earlier.pk].board
    text = client_of(student).get(reverse("home:history")).content.decode()
    assert reverse("play:replay", args=[earlier.pk]) not in text
    assert reverse("play:review", args=[own.pk]) not in text
    Assignment.objects.update(released_at=timezone.now())
    assert rows(client_of(student), reverse("home:history"))[earlier.pk].board == seen[earlier.pk].board


def test_a_review_waits_for_the_release(
    student: User, own: Attempt, run_tasks: Callable[[], None], client_of: ClientOf
) -> None:
    where = reverse("play:moves", args=[own.pk])
    client_of(student).post(where, {"client": "0123456789abcdef", "ops": "1\n1.2.d.4.5", "version": 0})
    hand_in(student=student, assignment_id=own.assigned_puzzle.assignee.assignment_id)
    assert list(Attempt.objects.to_review().filter(assigned_puzzle__isnull=False)) == []
    Assignment.objects.update(released_at=timezone.now())
    assert list(Attempt.objects.to_review().filter(assigned_puzzle__isnull=False)) == [own]
