"""The moves of an attempt: in words for reading, as effects for the slider."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from puzzles.engine import Step, WriteNotes
from puzzles.engine.techniques import hint_from_dict
from puzzles.engine.translation import cell_label
from puzzles.engine.wording import candidates_text
from puzzles.library.models import HelpPolicy
from puzzles.library.pages.difficulty import technique_name

from ..game import centre_marks_of, colour_of, marks_to_text, notes_of, pack_marks
from ..models import Attempt, Move
from ..pictures.small_board import MEASURES, SmallBoard, marked_board
from ..services.hints import Claim
from .attempt_rows import sees_mistakes
from .replay_line import (
    HELP,
    Moment,
    MomentKind,
    ReplayLine,
    Start,
    beginning_of,
    clock,
    moments_of,
    replay_line,
)
from .step_list import claim_words

# One changed cell: cell, digit before and after, notes before and after.
Change = list[int]

# Moves shown at once: nearly every game is shorter. What comes before and after is one link away.
MAX_SHOWN = 2_000
READ_AT_ONCE = 500

# Moves that need no more words than the number of the move they are about.
WHOLE_GRID_WORDS = {
    Move.Kind.UNDO: gettext_lazy("move %(number)d taken back"),
    Move.Kind.REDO: gettext_lazy("move %(number)d made again"),
    Move.Kind.TAKE_OVER: gettext_lazy("position after move %(number)d taken over"),
    Move.Kind.FILL_NOTES: gettext_lazy("all notes filled in"),
    Move.Kind.CHECK: gettext_lazy("check for mistakes"),
    Move.Kind.LIST_STEPS: gettext_lazy("all steps listed"),
    Move.Kind.SHOW_SOLUTION: gettext_lazy("solution shown"),
    Move.Kind.REMEMBER: Move.Kind.REMEMBER.label,
    Move.Kind.GO_BACK: Move.Kind.GO_BACK.label,
    Move.Kind.REWIND: Move.Kind.REWIND.label,
}
MARK_WORDS = {
    Move.Kind.NOTE_ON: gettext_lazy("%(cell)s: note %(digit)d"),
    Move.Kind.NOTE_OFF: gettext_lazy("%(cell)s: note %(digit)d taken away"),
    Move.Kind.CENTRE_ON: gettext_lazy("%(cell)s: centre mark %(digit)d"),
    Move.Kind.CENTRE_OFF: gettext_lazy("%(cell)s: centre mark %(digit)d taken away"),
    Move.Kind.COLOUR: gettext_lazy("%(cell)s: colour %(digit)d"),
}


class MoveLine(NamedTuple):
    number: int
    words: str
    elapsed_ms: int
    is_mistake: bool


class Section(NamedTuple):
    """The moves of an attempt that are shown at once: of `total` the ones behind `first`, up to `last`."""

    first: int
    last: int
    total: int

    @property
    def is_all(self) -> bool:
        return self.last - self.first == self.total

    @property
    def later(self) -> int | None:
        """A move of the next section."""
        return self.last + 1 if self.last < self.total else None


@dataclass(frozen=True)
class Replay:
    """The grid after move `at`, a section of the moves, the line they make, and their data for the script.

    `can_practise`: its reader may go on from here in a practice copy; `is_solved_here`: but not from here.
    """

    board: SmallBoard
    at: int
    section: Section
    lines: list[MoveLine]
    line: ReplayLine | None
    data: dict[str, object]
    can_practise: bool
    is_solved_here: bool


def replay_of(attempt: Attempt, reader: User, at: int | None = None) -> Replay:
    """The section of an attempt's replay with move `at`, or the last one, standing there."""
    total = attempt.moves.count()
    at = total if at is None else min(at, total)
    section = section_with(at, total)
    numbers = {"number__gt": section.first, "number__lte": section.last}
    moves = list(attempt.moves.filter(**numbers).order_by("number"))
    start = _start_after(attempt, section.first)
    with_mistakes = sees_mistakes(attempt, reader)
    moments = moments_of(attempt, moves, with_mistakes=with_mistakes, start_ms=start.elapsed_ms)
    lines = [_move_line(move, with_mistakes) for move in moves]
    line = replay_line(attempt, moves, moments, [each.words for each in lines], start) if moves else None
    solved = next((moment.number for moment in moments if moment.kind == MomentKind.SOLVED), 0)
    here = at - section.first
    return Replay(
        board=_board_after(attempt, start, moves[:here], is_last=at == total),
        at=at,
        section=section,
        lines=lines,
        line=line,
        data=_script_data(attempt, start, moves, moments, line) | {"at": here, "solved": solved},
        can_practise=attempt.player_id == reader.pk
        and (attempt.has_ended or (attempt.is_practice and attempt.is_open)),
        is_solved_here=0 < solved <= here,
    )


def section_with(at: int, total: int) -> Section:
    """The section with a move; all sections are about as long as each other."""
    count = max(-(-total // MAX_SHOWN), 1)
    size = max(-(-total // count), 1)
    first = min(max(at - 1, 0) // size, count - 1) * size
    return Section(first, min(first + size, total), total)


def _start_after(attempt: Attempt, number: int) -> Start:
    """The position after so many moves, of which no more than one is held at a time."""
    start = beginning_of(attempt)
    if not number:
        return start
    digits, marks, elapsed_ms = list(start.digits), list(start.marks), 0
    earlier = attempt.moves.filter(number__lte=number).order_by("number")
    for effect, ms in earlier.values_list("effect", "elapsed_ms").iterator(chunk_size=READ_AT_ONCE):
        _apply_changes(effect, digits, marks)
        elapsed_ms = max(elapsed_ms, ms)
    filled = start.digits.count(".") - digits.count(".")
    return Start(number, "".join(digits), tuple(marks), filled, elapsed_ms)


def _apply_changes(effect: Iterable[Change], digits: list[str], marks: list[int]) -> None:
    for cell, _before, digit, _notes_before, after in effect:
        digits[cell], marks[cell] = str(digit or "."), after


def _board_after(attempt: Attempt, start: Start, moves: list[Move], *, is_last: bool) -> SmallBoard:
    """The picture of the grid after these moves; after the last of all it is the attempt's own."""
    givens, helped = attempt.puzzle.givens, helped_cells(moves)
    if is_last:
        return marked_board(givens, attempt.digits, attempt.marks, helped)
    digits, marks = list(start.digits), list(start.marks)
    for move in moves:
        _apply_changes(move.effect, digits, marks)
    return marked_board(givens, "".join(digits), marks_to_text(marks), helped)


def helped_cells(moves: Iterable[Move]) -> set[int]:
    """The cells whose digit came from help, by the last of these moves that changed it."""
    by_help = {
        cell: move.kind in HELP
        for move in moves
        for cell, before, after, *_notes in move.effect
        if before != after
    }
    return {cell for cell, is_helped in by_help.items() if is_helped}


def _script_data(
    attempt: Attempt, start: Start, moves: list[Move], moments: list[Moment], line: ReplayLine | None
) -> dict[str, object]:
    """What the script steps through. Its moves are numbered from 1, whatever came before them."""
    jumps: dict[str, list[int]] = {}
    for number, kind in moments:
        jumps.setdefault(kind, []).append(number)
    return {
        "givens": attempt.puzzle.givens,
        "earlier": start.number,
        "digits": start.digits,
        "marks": start.marks,
        "effects": [move.effect for move in moves],
        "helped": [number for number, move in enumerate(moves) if move.kind in HELP],
        "startMs": start.elapsed_ms,
        "times": clock(moves, start.elapsed_ms),
        "points": line.points if line else [],
        "jumps": jumps,
        "measures": MEASURES,
    }


def _move_line(move: Move, with_mistakes: bool) -> MoveLine:
    words = _move_words(move)
    if move.late and not move.effect:
        words = _("%(words)s, after the end") % {"words": words}
    return MoveLine(move.number, words, move.elapsed_ms, with_mistakes and move.mistake)


def _move_words(move: Move) -> str:
    """What a move did, in a few words; what came after the end has done nothing."""
    kind = Move.Kind(move.kind)
    if kind in (Move.Kind.UNDO, Move.Kind.REDO) and move.target is None:
        return _("a move taken back") if kind == Move.Kind.UNDO else _("a move made again")
    if kind == Move.Kind.TAKE_OVER and move.target is None:
        return _("half of the empty cells filled in")
    if kind == Move.Kind.TAKE_OVER and move.target == 0:
        return _("position set up")
    if kind in WHOLE_GRID_WORDS:
        return str(WHOLE_GRID_WORDS[kind]) % {"number": move.target or 0}
    if kind == Move.Kind.HINT:
        return _done_words(move) if move.effect else _hint_words(move)
    if kind == Move.Kind.DEDUCTION:
        return _deduction_words(move)
    if kind == Move.Kind.SHOW_SIMPLE:
        count = sum(before != after for _cell, before, after, *_notes in move.effect)
        return ngettext("simple method: %d cell", "simple method: %d cells", count) % count
    return _one_cell_words(move)


def _hint_words(move: Move) -> str:
    """`Hint: hidden single (where to look)`."""
    if move.rung == HelpPolicy.Rung.NONE:
        return _("hint: no known step")
    rung = HelpPolicy.Rung(move.rung).label if move.rung in HelpPolicy.Rung else ""
    if not move.technique:
        return _("hint (%(rung)s)") % {"rung": rung}
    return _("hint: %(technique)s (%(rung)s)") % {
        "technique": technique_name(move.technique),
        "rung": rung,
    }


def _done_words(move: Move) -> str:
    """`Hint: naked pair, 5 from r3c4 removed`; what a hint cleaned elsewhere is seen on the grid."""
    hint = hint_from_dict(move.hint) if move.hint else None
    if isinstance(hint, WriteNotes):
        return _("all notes filled in by a hint")
    if isinstance(hint, Step) and hint.eliminations:
        return _("hint: %(technique)s, %(candidates)s removed") % {
            "technique": technique_name(hint.technique),
            "candidates": candidates_text(hint.eliminations, translation),
        }
    cell, digit = _acted_on(move)
    words = {"cell": cell_label(cell, translation), "digit": digit}
    return (_("%(cell)s: %(digit)d by a hint") if digit else _("%(cell)s: cleared by a hint")) % words


def _deduction_words(move: Move) -> str:
    """`Deduction: 5 goes into r3c4 (naked pair)`; without a technique, that nothing has shown it."""
    words = {
        "claim": claim_words(Claim(move.cell or 0, move.digit, bool(move.hint.get("places")))),
        "technique": technique_name(move.hint.get("opposite") or move.technique),
    }
    if "opposite" in move.hint:
        return _("deduction: %(claim)s (the opposite follows: %(technique)s)") % words
    if not move.technique:
        return _("deduction: %(claim)s") % words
    return _("deduction: %(claim)s (%(technique)s)") % words


def _one_cell_words(move: Move) -> str:
    """What a move on one cell did; what it cleaned elsewhere is seen on the grid."""
    cell, digit = _acted_on(move)
    words = {"cell": cell_label(cell, translation), "digit": digit}
    if move.kind == Move.Kind.COLOUR and not move.digit:
        return _in_cells(_("%(cell)s: no colour") % words, move)
    if move.kind in MARK_WORDS:
        return _in_cells(str(MARK_WORDS[Move.Kind(move.kind)]) % words, move)
    if move.kind == Move.Kind.SHOW_CELL:
        return _("%(cell)s: %(digit)d shown") % words
    if move.effect and all(map(_lost_its_colour, move.effect)):
        return _in_cells(_("%(cell)s: no colour") % words, move)
    # The same digit again clears its cell.
    is_emptied = any(change[0] == cell and change[2] == 0 for change in move.effect)
    if digit == 0 or move.kind == Move.Kind.CLEAR or is_emptied:
        return _in_cells(_("%(cell)s: cleared") % words, move)
    return _("%(cell)s: %(digit)d") % words


def _lost_its_colour(change: Change) -> bool:
    """Whether a cell lost a colour, and nothing else."""
    _cell, before, after, marks, marks_after = change
    return (
        before == after
        and colour_of(marks) > 0
        and marks_after == pack_marks(notes_of(marks), centre_marks_of(marks))
    )


def _in_cells(words: str, move: Move) -> str:
    """What was done in a cell, and in how many where it was several at once."""
    if len(move.effect) < 2:
        return words
    return _("%(words)s (%(count)d cells)") % {"words": words, "count": len(move.effect)}


def _acted_on(move: Move) -> tuple[int, int]:
    """The cell a move is about and its digit: as asked for, or else as its effect has it."""
    changes: list[Change] = move.effect or [[0] * 5]
    placed = next((change for change in changes if change[1] != change[2]), changes[0])
    cell = placed[0] if move.cell is None else move.cell
    return cell, move.digit or placed[2]
