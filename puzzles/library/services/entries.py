"""Entries of a collection: append puzzles to it, remove one from it."""

from collections.abc import Iterator, Sequence

from django.db import transaction

from ..models import Collection, Entry
from .bulk_insert import add_rows
from .difficulty import count_grades
from .import_jobs import last_number

# A collection of more grids is counted again in the background.
COUNTED_AT_ONCE = 20_000


def append_puzzles(collection: Collection, ids: Sequence[int]) -> int:
    """Append puzzles with one solution to a locked collection; returns how many were new to it."""
    present = set(
        Entry.objects.filter(collection=collection, puzzle__in=ids).values_list("puzzle", flat=True)
    )
    rows = list(entry_rows(collection, [key for key in ids if key not in present]))
    add_rows(Entry, ["collection", "puzzle", "number", "line", "position"], rows)
    collection.entry_count += len(rows)
    collection.drawable_count += len(rows)
    collection.save(update_fields=["entry_count", "drawable_count"])
    return len(rows)


def entry_rows(collection: Collection, ids: Sequence[int]) -> Iterator[tuple[int, int, int, int, int]]:
    """The entries of these puzzles, with the next numbers and positions."""
    first = last_number(collection.pk) + 1
    for place, puzzle_id in enumerate(ids):
        number = first + place
        yield collection.pk, puzzle_id, number, number, collection.drawable_count + 1 + place


@transaction.atomic
def remove_entry(*, entry: Entry) -> None:
    """Remove a puzzle from a collection, with its repeats. The puzzle, its games and assignments stay.

    The last position moves to the one that is free, because draws expect them dense.
    """
    found = list(Collection.objects.select_for_update(no_key=True).filter(pk=entry.collection_id))
    for collection in found:
        entries = Entry.objects.filter(collection=collection)
        repeats = entries.filter(puzzle=entry.puzzle_id)
        position = repeats.drawable().values_list("position", flat=True).first()
        gone, _tables = repeats.delete()
        collection.entry_count -= gone
        if position is not None:
            entries.filter(position=collection.drawable_count).update(position=position)
            collection.drawable_count -= 1
        collection.graded_count = 0
        collection.save(update_fields=["entry_count", "drawable_count", "graded_count"])
        if collection.drawable_count <= COUNTED_AT_ONCE:
            count_grades(collection=collection)
