"""What a teacher may fill in."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation
from django.utils.datastructures import MultiValueDict

from accounts.models import User
from puzzles.library import services as library
from puzzles.library.forms.imports import CollectionForm, UploadForm
from puzzles.library.models import Collection

pytestmark = pytest.mark.django_db

USUAL = {
    "audience": "everyone",
    "hint_rung": "4",
    "checking": "on",
    "auto_notes": "on",
    "partial_cells": "20",
    "solution": "any_time",
}
GRID = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"


def upload_form(owner: User, *files: tuple[str, bytes], **answers: str) -> UploadForm:
    sent = MultiValueDict({"file": [SimpleUploadedFile(name, content) for name, content in files]})
    return UploadForm(USUAL | answers, sent, owner=owner)  # type: ignore[arg-type]


def test_files_come_into_a_new_collection_with_its_rules(teacher) -> None:
    form = upload_form(teacher, ("a.txt", GRID), ("b.txt", GRID), name="Easter", partial_cells="0")
    assert form.is_valid(), form.errors
    place = form.place()
    assert isinstance(place, library.NewCollection)
    assert (place.name, place.audience, place.rules["partial_cells"]) == ("Easter", "everyone", 0)
    assert [file.name for file in form.cleaned_data["file"]] == ["a.txt", "b.txt"]
    assert form.cleaned_data["file"][0].read() == GRID


def test_files_are_added_to_an_existing_collection(teacher) -> None:
    standing = library.open_collection(owner=teacher, name="Easter")
    form = upload_form(teacher, ("a.txt", GRID), collection=str(standing.pk), hint_rung="", checking="")
    assert form.is_valid(), form.errors
    assert form.place() == standing


def test_nobody_chooses_the_collection_of_another(teacher, other_teacher) -> None:
    others = library.open_collection(owner=other_teacher, name="Easter")
    form = upload_form(teacher, ("a.txt", GRID), collection=str(others.pk))
    assert "collection" in form.errors
    assert "Easter" not in str(form)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "This is a picture, not a text file of grids."),
        (b"# only a comment", "The file holds no grid, only blank lines, comments or titles."),
    ],
)
def test_a_file_without_grids_is_refused_at_its_field(teacher, content, sentence) -> None:
    with translation.override("en"):
        assert upload_form(teacher, ("a.txt", content)).errors["file"] == [sentence]
        among_others = upload_form(teacher, ("good.txt", GRID), ("bad.txt", content))
        assert among_others.errors["file"] == [f"bad.txt: {sentence}"]
    with translation.override("fr"):
        assert said_in_french(teacher, content).startswith("bad.txt\u00a0: ")


def said_in_french(teacher: User, content: bytes) -> str:
    """What is said of a bad file that is handed in beside a good one."""
    return upload_form(teacher, ("good.txt", GRID), ("bad.txt", content)).errors["file"][0]


def test_pasted_grids_are_one_more_file(teacher) -> None:
    with translation.override("en"):
        pasted = upload_form(teacher, text=GRID.decode() * 2)
        assert pasted.is_valid(), pasted.errors
        [file] = pasted.cleaned_data["file"]
        assert file.name.startswith("Pasted on ")
        assert file.read() == GRID * 2
        both = upload_form(teacher, ("a.txt", GRID), text=GRID.decode())
        assert both.is_valid(), both.errors
        assert len(both.cleaned_data["file"]) == 2


def test_pasted_text_without_grids_is_refused_at_its_field(teacher) -> None:
    with translation.override("en"):
        form = upload_form(teacher, text="# a comment")
        assert form.errors == {"text": ["The file holds no grid, only blank lines, comments or titles."]}
        assert "at most 200000" in upload_form(teacher, text="." * 200_001).errors["text"][0]


def test_the_students_of_ones_classes_draw_from_an_import_unless_it_says_otherwise(teacher) -> None:
    assert UploadForm(owner=teacher)["audience"].value() == Collection.Audience.CLASSES


def test_a_form_without_a_file_says_so(teacher) -> None:
    with translation.override("en"):
        assert upload_form(teacher).errors["file"] == ["Choose a file, or paste the grids."]


def test_a_file_that_is_too_large_is_refused(teacher, settings) -> None:
    settings.PUZZLE_FILE_MAX_BYTES = 2_000_000
    with translation.override("en"):
        form = upload_form(teacher, ("a.txt", GRID * 30_000))
        assert form.errors["file"] == ["The file is larger than 2 MB."]


@pytest.mark.parametrize(
    ("answers", "rule", "part"),
    [
        ({"checking": ""}, "checking", "so they need checking"),
        ({"hint_budget": "0"}, "hint_budget", "For no hints at all"),
        ({"partial_cells": "0", "solution": "never"}, "hint_rung", "no cell may be filled"),
        ({"partial_cells": "81"}, "partial_cells", "at most 80 cells"),
        ({"solution": "after_minutes"}, "solution_minutes", "Enter the minutes"),
        ({"solution_minutes": "5"}, "__all__", "Enter minutes if, and only if"),
        ({"solution": "after_due"}, "solution", "Grids that students draw have no due date"),
    ],
)
def test_contradictory_rules_of_help_are_refused_at_the_rule_with_a_reason(
    teacher: User, answers: dict[str, Any], rule: str, part: str
) -> None:
    collection = library.open_collection(owner=teacher, name="Easter")
    with translation.override("en"):
        for form in (
            upload_form(teacher, ("a.txt", GRID), **answers),
            CollectionForm(USUAL | {"name": "Easter"} | answers, instance=collection),
        ):
            assert set(form.errors) == {rule}
            assert part in form.errors[rule][0]


def test_a_collection_gets_another_policy_and_the_old_one_stays(teacher) -> None:
    collection = library.open_collection(owner=teacher, name="Easter")
    before = collection.policy
    shown = CollectionForm(instance=collection)
    assert (shown["hint_rung"].value(), shown["partial_cells"].value()) == (4, 20)
    form = CollectionForm(USUAL | {"name": "Spring", "hint_rung": "2"}, instance=collection)
    assert form.is_valid(), form.errors
    form.save()
    collection.refresh_from_db()
    before.refresh_from_db()
    assert (collection.name, collection.policy.hint_rung, before.hint_rung) == ("Spring", 2, 4)


def test_a_collection_is_not_named_like_another_of_its_owner(teacher, other_teacher) -> None:
    library.open_collection(owner=teacher, name="Spring")
    library.open_collection(owner=other_teacher, name="Summer")
    collection = library.open_collection(owner=teacher, name="Easter")
    names = {
        name: CollectionForm(USUAL | {"name": name}, instance=collection) for name in ("Spring", "Summer")
    }
    assert "name" in names["Spring"].errors
    assert names["Summer"].is_valid()
    assert Collection.objects.get(pk=collection.pk).name == "Easter"
