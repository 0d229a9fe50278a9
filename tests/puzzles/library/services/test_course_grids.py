"""The grids of the course, imported with the samples, answer on the site as the worksheets say."""

from pathlib import Path
from typing import Any

from accounts.models import User
from puzzles.library import services as library
from puzzles.library.models import Entry

SAMPLES = Path(__file__).parents[4] / "puzzles" / "samples" / "sudoku.txt"


def test_the_course_grids_are_the_first_of_the_samples_and_answer_as_the_worksheets_say(
    teacher: User, course_grids: dict[str, Any]
) -> None:
    with SAMPLES.open("rb") as file:
        begun = library.take_up_file(
            owner=teacher, file=file, file_name="sudoku.txt", collection_name="Samples"
        )
    library.continue_import(import_id=begun.pk)
    entries = Entry.objects.filter(number__lte=6).order_by("number").select_related("puzzle")
    answers = [
        (entry.puzzle.givens, entry.puzzle.solution, entry.puzzle.solving_class == "simple")
        for entry in entries
    ]
    assert answers == [
        (grid.line.replace("0", "."), grid.solution, grid.left_by_simple == 0)
        for grid in course_grids.values()
    ]
