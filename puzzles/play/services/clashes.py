"""Where two pages of one attempt meet: one changes, unseen, what the other has just changed."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ..game import Change, Effect
from ..models import Move
from .play import Game

# A digit cleans the notes of its peers by the way: what its player meant is its own cell.
_PLACING = (Move.Kind.DIGIT, Move.Kind.DIGIT_ALONE)


def clashing_cells(game: Game, seen_version: int) -> list[int]:
    """The cells where the moves of this request replaced what another page had done after this version.

    Marks of both pages in one cell live side by side: that is no clash. Help looks before it fills a cell.
    """
    if not (game.client and game.moves and 0 <= seen_version < game.before.version):
        return []
    unseen = game.attempt.moves.filter(number__gt=seen_version, number__lte=game.before.version)
    theirs = _touched(unseen.exclude(client=game.client).effects().values())
    ours = _touched(_meant(game.moves))
    return sorted(cell for cell in ours if ours[cell] & theirs.get(cell, 0))


def _meant(moves: Iterable[Move]) -> Iterator[Effect]:
    for move in moves:
        yield move.effect[:1] if move.kind in _PLACING else move.effect


def _touched(effects: Iterable[Effect]) -> dict[int, int]:
    """What was changed in each cell: the bits of its marks, and one bit above them for its digit."""
    found: dict[int, int] = defaultdict(int)
    for effect in effects:
        for change in effect:
            found[change.cell] |= _touched_bits(change)
    return found


def _touched_bits(change: Change) -> int:
    bits = change.marks_before ^ change.marks_after
    return bits | (change.digit_before != change.digit_after) << 32
