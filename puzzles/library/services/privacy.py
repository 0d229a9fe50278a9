"""The tables and background tasks of the library in the data registry, and the handover of collections."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.privacy.registry import BackgroundTask, Handover, Impersonal, Personal, register

from ..models import Collection, PuzzleImport

_TASKS = "puzzles.library.services.tasks"


def register_library() -> None:
    """Register the tables and the background tasks of this app."""
    register(
        Personal(
            "library.Collection",
            _("Collections"),
            _("The account's collections of grids."),
            label_field="name",
        ),
        Personal(
            "library.Entry",
            _("Grids of these collections"),
            _("Which grids they contain."),
        ),
        Personal(
            "library.PuzzleImport",
            _("Files of grids"),
            _("Which files were uploaded, when, and with what result."),
        ),
        Personal(
            "library.ImportChunk",
            _("Contents of these files"),
            _("The files themselves, in parts."),
            never={"data": _("the uploaded file, which its owner has")},
        ),
        Personal(
            "library.RejectedLine",
            _("Lines of these files without a grid"),
            _("The place, the reason, and the start of the line."),
        ),
        Personal(
            "library.PuzzleGeneration",
            _("Orders of new grids"),
            _("Which new grids were ordered for a collection."),
        ),
        # The solution is never exported with a player's data.
        Impersonal("library.Puzzle", texts="givens solution hardest technique_counts", label_field="givens"),
        Impersonal("library.PuzzleTechnique", texts="technique"),
        Impersonal("library.HelpPolicy"),
        BackgroundTask(f"{_TASKS}.import_puzzles", {"import_id": "library.PuzzleImport"}),
        BackgroundTask(f"{_TASKS}.generate_puzzles", {"generation_id": "library.PuzzleGeneration"}),
        BackgroundTask(f"{_TASKS}.grade_puzzles"),
        Handover(hand_over_collections, ("library.Collection", "library.PuzzleImport")),
    )


def hand_over_collections(teacher: models.Model, heir: models.Model) -> None:
    """Give the heir the collections that classes may draw from, and their imports."""
    taken = set(Collection.objects.filter(owner=heir.pk).values_list("name", flat=True))
    for collection in Collection.objects.filter(owner=teacher.pk).order_by("pk"):
        collection.owner_id, collection.name = heir.pk, _free_name(collection.name, taken)
        taken.add(collection.name)
        collection.save(update_fields=["owner", "name"])
    PuzzleImport.objects.filter(owner=teacher.pk).update(owner=heir.pk)


def _free_name(name: str, taken: set[str]) -> str:
    """The name, numbered if the heir has one like it."""
    longest = Collection._meta.get_field("name").max_length or 120
    free, number = name, 2
    while free in taken:
        ending = f" ({number})"
        free, number = name[: longest - len(ending)] + ending, number + 1
    return free
