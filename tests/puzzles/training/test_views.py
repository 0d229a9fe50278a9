"""The pages of the techniques."""

import re
from collections.abc import Callable, Iterable
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.engine import CATALOGUE, RUNGS
from puzzles.engine.grading import GRADER_VERSION
from puzzles.engine.wording import TECHNIQUE_NAMES, TECHNIQUE_SUMMARIES
from puzzles.library.models import Collection, Puzzle, PuzzleTechnique
from puzzles.library.services.difficulty import count_grades
from puzzles.play.models import Attempt, TechniqueProgress, TechniqueUse

ClientOf = Callable[[User], Client]
LIST = "/techniques/"
NAMES = [technique.id for technique in CATALOGUE]


@pytest.fixture
def reader(client_of: ClientOf, student: User) -> Client:
    """The student's browser, in English."""
    client = client_of(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def text_of(client: Client, address: str, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def test_the_list_has_every_technique_by_tier_and_family_the_easiest_first(reader: Client) -> None:
    text = text_of(reader, LIST)
    addresses = re.findall(r'class="technique-chip" href="([^"]+)"', text)
    families = [(technique.tier, technique.family) for technique in CATALOGUE]
    listed = sorted(CATALOGUE, key=lambda each: families.index((each.tier, each.family)))
    assert addresses == [reverse("training:technique", args=[technique.id]) for technique in listed]
    assert text.count('<use href="#family-') == len(set(families))
    assert all(TECHNIQUE_NAMES[name] in text for name in NAMES)
    assert all(TECHNIQUE_SUMMARIES[name] in text for name in NAMES)


def test_the_list_is_four_queries(reader: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    """Session, account, mastery, and whether the class has storms."""
    with django_assert_num_queries(4):
        reader.get(LIST)


@pytest.mark.parametrize("name", NAMES)
def test_each_technique_has_a_page_with_four_rungs(reader: Client, name: str) -> None:
    told = []
    for rung in RUNGS:
        text = text_of(reader, f"/techniques/{name}/?rung={rung}")
        assert TECHNIQUE_NAMES[name] in text
        assert f'id="rung-{rung}" href="/techniques/{name}/?rung={rung}#example"' in text
        told += re.findall(r'class="example-sentence" role="status">(.*?)</p>', text)
    assert len(set(told)) == 4
    assert not any("%(" in sentence for sentence in told)


def test_the_next_rung_is_a_link_and_the_last_one_links_to_the_first(reader: Client) -> None:
    nexts = [
        re.findall(r'id="example-next" href="([^"]+)"', text_of(reader, f"/techniques/x_wing/?rung={rung}"))
        for rung in RUNGS
    ]
    assert nexts == [
        ["/techniques/x_wing/?rung=where#example"],
        ["/techniques/x_wing/?rung=why#example"],
        ["/techniques/x_wing/?rung=do#example"],
        ["/techniques/x_wing/?rung=nudge#example"],
    ]


def test_a_page_opens_with_its_pattern_on_the_grid(reader: Client) -> None:
    text = text_of(reader, "/techniques/x_wing/")
    assert re.findall(r'id="rung-(\w+)"[^>]* aria-current="step"', text) == ["why"]
    assert "part-pattern" in text


@pytest.mark.parametrize("rung", ["", "everything", "why2"])
def test_an_unknown_rung_is_the_one_that_shows_the_pattern(reader: Client, rung: str) -> None:
    text = text_of(reader, f"/techniques/x_wing/?rung={rung}")
    assert re.findall(r'id="rung-(\w+)"[^>]* aria-current="step"', text) == ["why"]


def test_a_script_gets_the_example_alone(reader: Client) -> None:
    fragment = text_of(reader, "/techniques/x_wing/?rung=why", HX_Request="true")
    assert fragment.startswith('<section class="example stack" id="example"')
    assert "<html" not in fragment
    assert fragment in text_of(reader, "/techniques/x_wing/?rung=why")


def test_going_back_in_the_history_gets_the_whole_page(reader: Client) -> None:
    headers = {"HX_Request": "true", "HX_History_Restore_Request": "true"}
    assert "<html" in text_of(reader, "/techniques/x_wing/?rung=why", **headers)


def test_page_and_fragment_are_kept_apart_by_caches(reader: Client) -> None:
    assert "HX-Request" in reader.get("/techniques/x_wing/")["Vary"]


def test_a_page_is_a_fixed_number_of_queries(
    reader: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Session, user; what is held, to predict or played; mastery; collections, grids left, what is not graded,
    # counts; positions, own drills.
    with django_assert_num_queries(11):
        reader.get("/techniques/x_wing/?rung=do")


def graded_as(puzzles: Iterable[int], hardest: str, *others: str, tier: int = 3) -> None:
    """Give puzzles a grade, with these techniques on their paths, that nobody has worked out."""
    counts = {"hidden_single": 40, hardest: 1, **dict.fromkeys(others, 1)}
    keys = list(puzzles)
    Puzzle.objects.filter(pk__in=keys).update(
        tier=tier, score=500, rating=3, hardest=hardest, technique_counts=counts, grader=GRADER_VERSION
    )
    PuzzleTechnique.objects.bulk_create(
        [PuzzleTechnique(puzzle_id=key, technique=name) for key in keys for name in (hardest, *others)],
        ignore_conflicts=True,
    )


@pytest.fixture
def collection(teacher: User, collection_of: Callable[..., Collection]) -> Collection:
    """Nine graded grids: all need a skyscraper, and two of them an X-Wing before it."""
    collection = collection_of(teacher, range(9))
    keys = list(collection.entries.order_by("number").values_list("puzzle_id", flat=True))
    graded_as(keys[:7], "skyscraper")
    graded_as(keys[7:], "skyscraper", "x_wing")
    count_grades(collection=collection)
    collection.refresh_from_db()
    return collection


def play(reader: Client, technique: str) -> str:
    """Press the button on the page of a technique; where that leads."""
    form = re.search(r'<form [^>]*action="/draw/".*?</form>', text_of(reader, f"/techniques/{technique}/"))
    assert form is not None
    fields = dict(re.findall(r'name="(\w+)" value="(\w+)"', form[0]))
    return str(reader.post("/draw/", {"technique": fields["technique"]})["Location"])


def button(reader: Client, technique: str) -> str:
    text = text_of(reader, f"/techniques/{technique}/")
    found = re.search(r'<button class="button"([^>]*)>Play a grid that needs it.*?</form>', text)
    assert found is not None
    return found[0]


def test_a_grid_whose_easiest_path_takes_the_technique_can_be_played_from_its_page(
    reader: Client, student: User, collection: Collection
) -> None:
    """Also where a harder technique comes after it."""
    where = play(reader, "x_wing")
    attempt = Attempt.objects.get(player=student)
    assert where == attempt.get_absolute_url()
    assert "x_wing" in (attempt.puzzle.technique_counts or {})


def test_a_grid_whose_hardest_step_it_is_comes_first_then_the_easiest_and_a_harder_one_is_announced(
    reader: Client, student: User, collection: Collection
) -> None:
    warning = "No easier grid that needs this technique was found: this one also needs harder ones."
    keys = list(collection.entries.order_by("number").values_list("puzzle_id", flat=True))
    graded_as(keys[:3], "house_forcing_chain", "jellyfish", tier=5)
    graded_as(keys[3:4], "skyscraper", "jellyfish")
    graded_as(keys[4:5], "jellyfish")
    for key, announced in ((keys[4], False), (keys[3], False), (None, True)):
        page = reader.get(play(reader, "jellyfish")).content.decode()
        drawn = Attempt.objects.filter(player=student).latest("pk").puzzle_id
        assert drawn == key if key else drawn in keys[:3]
        assert (warning in page) is announced


@pytest.mark.parametrize(("technique", "left"), [("x_wing", 2), ("skyscraper", 9), ("hidden_single", 9)])
def test_the_page_says_how_many_grids_that_need_it_are_left(
    technique: str, left: int, reader: Client, collection: Collection
) -> None:
    assert f"{left} grids left that need it" in button(reader, technique)
    play(reader, technique)
    assert f"{left - 1} grid" in button(reader, technique)
    assert f"Play a grid that needs it · {left - 1}</button>" in button(reader, technique)


def test_where_none_is_left_the_button_is_off_and_says_why(reader: Client, collection: Collection) -> None:
    assert "disabled" not in button(reader, "x_wing")
    for _time in range(2):
        play(reader, "x_wing")
    off = button(reader, "x_wing")
    assert "disabled" in off
    assert "You have no grid left that needs it." in off


def test_where_no_grid_needs_it_the_button_is_off_and_says_so(reader: Client, collection: Collection) -> None:
    off = button(reader, "jellyfish")
    assert "disabled" in off
    assert "None of your grids needs it." in off


def test_where_grids_are_not_graded_yet_the_button_stays_on(reader: Client, collection: Collection) -> None:
    Collection.objects.update(graded_count=8)
    assert "disabled" not in button(reader, "jellyfish")


def test_a_grid_of_an_exam_that_is_begun_is_not_among_those_left(
    reader: Client,
    student: User,
    classmate: User,
    collection: Collection,
    assignment_of: Callable[..., Assignment],
) -> None:
    entry = collection.entries.get(number=9)
    exam = assignment_of([entry.puzzle], is_exam=True)
    begin(student=student, assignment_id=exam.pk)
    assert "1 grid left that needs it" in button(reader, "x_wing")
    play(reader, "x_wing")
    assert Attempt.objects.get(player=student).puzzle_id != entry.puzzle_id
    assert "disabled" in button(reader, "x_wing")


def test_before_an_exam_is_begun_its_grid_counts_and_is_drawn_like_any_other(
    reader: Client,
    student: User,
    collection: Collection,
    assignment_of: Callable[..., Assignment],
) -> None:
    """A smaller number, or an order, would tell that one of the grids is chosen."""
    entry = collection.entries.get(number=9)
    assignment_of([entry.puzzle], is_exam=True)
    assert "2 grids left that need it" in button(reader, "x_wing")
    play(reader, "x_wing")
    assert "1 grid left that needs it" in button(reader, "x_wing")
    play(reader, "x_wing")
    assert Attempt.objects.filter(player=student, puzzle=entry.puzzle_id).exists()
    assert "disabled" in button(reader, "x_wing")


def test_asking_for_more_grids_than_are_left_returns_to_the_technique(
    reader: Client, collection: Collection
) -> None:
    assert reader.post("/draw/", {"technique": "jellyfish"})["Location"] == "/techniques/jellyfish/"


def test_the_list_of_a_collection_says_how_many_grids_need_each_technique(
    reader: Client, collection: Collection
) -> None:
    for page in (collection.get_absolute_url(), "/"):
        text = text_of(reader, page)
        assert '<option value="x_wing">X-Wing (2)</option>' in text
        assert '<option value="hidden_single">Hidden single (9)</option>' in text
        assert '<option value="jellyfish" disabled>Jellyfish (0)</option>' in text


def test_an_unknown_technique_is_not_found(reader: Client) -> None:
    assert reader.get("/techniques/sixth-sense/").status_code == 404


def test_where_no_grid_needs_a_technique_the_history_offers_its_drills(
    reader: Client, student: User, collection: Collection, attempt_of: Callable[..., Attempt]
) -> None:
    attempt = attempt_of(student)
    for technique in ("jellyfish", "x_wing"):
        TechniqueUse.objects.create(
            attempt=attempt, player=student, technique=technique, taken=1, is_unbroken=True
        )
    TechniqueProgress.objects.keep(student.pk, ["jellyfish", "x_wing"])
    text = text_of(reader, "/history/")
    assert 'href="/techniques/jellyfish/drill/"' in text
    assert 'href="/techniques/x_wing/drill/"' not in text
    assert '<input type="hidden" name="technique" value="x_wing">' in text
