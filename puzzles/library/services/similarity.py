"""Similarity: grids of a file whose solution is that of another grid, transposed, shuffled or renumbered."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzles.engine.similarity import canonical_puzzle

from ..models import Entry, Puzzle, PuzzleImport
from .bulk_insert import SolvedGrid, find_other_entries, known_keys

# Entries compared at a time: a file may have millions.
GRIDS_AT_ONCE = 250


class SimilarEntry(NamedTuple):
    """An entry, another one with an equivalent solution, and whether the givens are equivalent too."""

    entry: Entry
    other: Entry
    is_same_puzzle: bool


def grids_with_similar_ones(grids: Sequence[SolvedGrid], *, owner_id: int) -> set[str]:
    """The givens of the grids with an equivalent solution in a collection that the owner sees."""
    keys = known_keys({grid.canonical_key for grid in grids})
    some = [grid for grid in grids if grid.canonical_key in keys]
    return set(find_other_entries(some, owner_id=owner_id))


def similar_entries(puzzle_import: PuzzleImport) -> Iterator[SimilarEntry]:
    """The similar entries of an import, each with one other grid, in the order of the file.

    An entry whose other grid has been deleted is left out.
    """
    if not puzzle_import.similar:
        return
    entries = Entry.objects.of_import(puzzle_import).filter(is_similar=True)
    some: list[Entry] = []
    for entry in entries.iterator(chunk_size=GRIDS_AT_ONCE):
        some.append(entry)
        if len(some) == GRIDS_AT_ONCE:
            yield from _with_others(some, puzzle_import)
            some = []
    yield from _with_others(some, puzzle_import)


def _with_others(entries: Sequence[Entry], puzzle_import: PuzzleImport) -> Iterator[SimilarEntry]:
    grids = [SolvedGrid(entry.puzzle.givens, entry.puzzle.canonical_key or 0) for entry in entries]
    ids = find_other_entries(grids, owner_id=puzzle_import.owner_id, nearest_to=puzzle_import.collection_id)
    others = Entry.objects.select_related("puzzle", "collection").in_bulk(set(ids.values()))
    for entry in entries:
        other = others.get(ids.get(entry.puzzle.givens, 0))
        if other:
            yield SimilarEntry(entry, other, _form(entry.puzzle) == _form(other.puzzle))


def _form(puzzle: Puzzle) -> str:
    return canonical_puzzle(puzzle.givens, puzzle.solution)
