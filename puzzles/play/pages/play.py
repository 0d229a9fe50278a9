"""An attempt as the board shows it: its cells and their labels, and the data for the script of the page."""

import secrets
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple
from zlib import adler32

from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from puzzles.assignments.models import AssignedPuzzle
from puzzles.engine import CELLS, DIGITS, Board, column_of, conflicts, row_of
from puzzles.engine.translation import house_label

from ..game import GameState, centre_marks_of, colour_of, marks_to_text, notes_of
from ..models import Attempt, OwnGrid, Preferences
from ..services.board_news import BoardNews
from ..services.corrections import is_corrected, right_digits_refusal, wrong_cells
from ..services.play import MAX_OPS, REFUSALS, Game, clashing_cells, note_rules
from .assigned_board import AssignedBoard, assigned_board, wrong_words
from .attempt_rows import practice_name, unnumbered_name
from .board_lesson import lesson_data
from .finish import finish_scene, finish_sentence
from .hints import HelpView, help_panel
from .preferences import board_data

# What decides how a cell is drawn: its digit, its marks, and the houses in which its digit repeats.
CellContent = tuple[int, int, tuple[int, ...]]

# A sentence names at most so many cells; more are counted.
NAMED_CELLS = 3


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell as `_cell.html` draws it; `parts` are its classes as a part of an open hint."""

    number: int
    digit: int
    notes: tuple[int, ...]
    centre: tuple[int, ...]
    colour: int
    is_given: bool
    is_conflict: bool
    label: str
    parts: str = ""


def cell_views(state: GameState, *, judges: bool = True) -> list[CellView]:
    """All 81 cells; those that repeat a digit are marked, unless the game does not judge."""
    return [_cell_view(state, cell, content) for cell, content in enumerate(_contents(state, judges=judges))]


def board_rows(
    state: GameState,
    hint: HelpView | None = None,
    *,
    judges: bool = True,
    wrong: Collection[int] = (),
) -> list[list[CellView]]:
    """The cells in nine rows, highlighted by an open hint; `wrong` ones get a sign, a line and a word."""
    cells = cell_views(state, judges=judges)
    if hint:
        cells = [replace(cell, parts=hint.parts(cell.number)) for cell in cells]
    if wrong:
        cells = [
            replace(cell, parts=f"{cell.parts} hint-wrong".strip(), label=f"{cell.label}, {_('wrong')}")
            if cell.number in wrong
            else cell
            for cell in cells
        ]
    return [cells[at : at + 9] for at in range(0, 81, 9)]


def changed_cells(before: GameState, after: GameState, *, judges: bool = True) -> list[CellView]:
    """The cells that look different after than before."""
    contents = zip(CELLS, _contents(before, judges=judges), _contents(after, judges=judges), strict=True)
    return [_cell_view(after, cell, new) for cell, old, new in contents if new != old]


class Correction(NamedTuple):
    """A cell that is wrong or empty on a grid handed in; `right` is 0 until its digit was asked for."""

    cell: int
    entered: str
    right: int


def corrections(attempt: Attempt) -> list[Correction] | None:
    """The wrong and empty cells of a grid that was handed in; None before its results are released."""
    if not is_corrected(attempt):
        return None
    wrong = set(wrong_cells(attempt))
    return [
        Correction(
            cell,
            entered=attempt.digits[cell] if cell in wrong else "",
            right=int(attempt.puzzle.solution[cell]) if cell in attempt.corrected_cells else 0,
        )
        for cell in CELLS
        if cell in wrong or attempt.digits[cell] == "."
    ]


def play_page(
    attempt: Attempt, preferences: Preferences, *, asks_conflicts: bool = False, is_looking: bool = False
) -> dict[str, Any]:
    """The page of an attempt, without its solution. The attempt comes with `is_paused`.

    `asks_conflicts`: the player asks for conflicts that their preferences do not show at once;
    `is_looking`: the page waits for a hint.
    """
    state = whole_state(attempt)
    assigned = assigned_board(attempt)
    name, place = _names(attempt, assigned)
    panel = help_panel(attempt, is_looking=is_looking)
    judges = not attempt.policy.is_exam
    found = corrections(attempt)
    wrong = [each.cell for each in found or () if each.entered]
    shows_conflicts = judges and (preferences.conflicts_at_once or asks_conflicts)
    return panel | {
        "attempt": attempt,
        "is_playing": True,
        "name": name,
        "place": place,
        "assigned": assigned,
        "is_paused": attempt.is_paused,
        "is_exam": attempt.policy.is_exam,
        "rows": board_rows(state, panel["hint"], judges=shows_conflicts, wrong=wrong),
        "corrections": found,
        "verdict": AssignedPuzzle.verdict_on(attempt).label if found else "",
        "wrong": wrong_words(attempt) if found else "",
        "right_digits_refusal": right_digits_refusal(attempt, timezone.now()) if found else "",
        "preferences": board_data(preferences, judges=judges),
        "digits": DIGITS,
        "may_fill_notes": attempt.policy.auto_notes,
        "game": game_data(attempt, state),
        "config": _config(attempt) | {"wrong": wrong},
        "page_client": secrets.token_hex(8),
        "finish": finish_scene(attempt),
    }


def moves_context(game: Game, seen_version: int) -> dict[str, Any]:
    """What has changed for a page that has seen this version: the changed cells, or the whole board."""
    is_behind = game.before.version != seen_version or bool(
        game.refusals or game.kept or game.is_read_only_now
    )
    judges = not game.attempt.policy.is_exam
    finish = finish_scene(game.attempt) if game.is_finished_now or is_behind else None
    context: dict[str, Any] = {
        "attempt": game.attempt,
        "cells": cell_views(game.state, judges=judges)
        if is_behind
        else changed_cells(game.before, game.state, judges=judges),
        "news": f"{news(game)} {clash_sentence(clashing_cells(game, seen_version))}".strip(),
        "finish": finish,
        "assigned": assigned_board(game.attempt) if finish else None,
    }
    # The script cannot work out by itself what a help has changed.
    if is_behind or game.client is None:
        context["game"] = game_data(game.attempt, whole_state(game.attempt))
    return context


def whole_state(attempt: Attempt) -> GameState:
    """The game with the effects of all moves that can be undone or redone: one query."""
    state = attempt.game_state()
    numbers = [done.number for done in (*state.undo, *state.redo)]
    if not numbers:
        return state
    return attempt.game_state(attempt.moves.filter(number__gte=min(numbers)).effects())


def stored_event(game: Game) -> dict[str, Any]:
    """The data for the script in every response: how far its ops are stored, and which game the server has.

    It has what `news_event` says too, which the script would otherwise ask for some seconds later.
    """
    attempt = game.attempt
    return {
        "client": game.client.name if game.client else "",
        "seq": game.client.last_seq if game.client else 0,
        "version": game.state.version,
        "check": checksum(attempt),
        "ms": attempt.elapsed_ms,
        "state": attempt.state,
    } | _from_the_class(is_paused=attempt.is_paused, ends_at=_ends_at(attempt), now=game.now)


def game_data(attempt: Attempt, state: GameState) -> dict[str, Any]:
    """The game for the script: the grid, and the moves that can be undone or redone."""
    return {
        "givens": attempt.puzzle.givens,
        "digits": attempt.digits,
        "marks": attempt.marks,
        "checkpoint": state.checkpoint
        and {
            "digits": Board(state.checkpoint.digits).to_line(),
            "marks": marks_to_text(state.checkpoint.marks),
        },
        "undo": state.undo,
        "redo": state.redo,
        "version": state.version,
        "ms": attempt.elapsed_ms,
        "state": attempt.state,
    }


def checksum(attempt: Attempt) -> int:
    """One number for the digits and the marks: a script whose own is another asks for the whole board."""
    return adler32(f"{attempt.digits}{attempt.marks}".encode())


def news(game: Game) -> str:
    """A sentence for the status line: why a move was refused, or that the grid is solved; "" for neither."""
    if game.is_finished_now:
        return finish_sentence(game.attempt)
    reasons = dict.fromkeys(str(REFUSALS[reason]) for _seq, reason in game.refusals)
    if game.kept:
        reasons[_("That came after the end: it is recorded but does not count.")] = None
    return " ".join(reasons)


def clash_sentence(cells: Sequence[int]) -> str:
    """Where a move has replaced what another page had just done; "" for no cells."""
    if not cells:
        return ""
    where = "; ".join(place_name(cell) for cell in cells)
    if len(cells) > NAMED_CELLS:
        where = ngettext("%(count)d cell", "%(count)d cells", len(cells)) % {"count": len(cells)}
    sentence = _("Changed on another page meanwhile: %(where)s. Your move came last and stands.")
    return sentence % {"where": where}


def news_event(found: BoardNews, known: dict[str, Any]) -> dict[str, Any] | None:
    """The news of a board for its script; None where it knows all of it."""
    event = {
        "version": found.version,
        "ended": not found.is_open,
        "room": found.has_room,
    } | _from_the_class(is_paused=found.is_paused, ends_at=found.ends_at, now=found.now)
    is_news = (
        event["ended"]
        or event["room"]
        or found.version > known["version"]
        or (event["paused"], event["ends"]) != (known["paused"], known["ends"])
    )
    if known["lesson"] and found.lesson not in ("", known["lesson"]):
        return event | {"lesson": lesson_data(found)}
    return event if is_news else None


def _names(attempt: Attempt, assigned: AssignedBoard | None) -> tuple[str, str]:
    """The name of the grid, and that of its assignment or collection; "" for a grid of neither."""
    if assigned:
        name = _("Grid %(number)d of %(total)d") % {"number": assigned.position, "total": assigned.total}
        return name, assigned.assignment.name
    if attempt.assignee and attempt.assignee.assignment.is_race:
        return _("Race"), ""
    if attempt.collection is None:
        own = OwnGrid.objects.owned_by(attempt.player).filter(puzzle=attempt.puzzle_id).first()
        name = own.name if own and own.name else unnumbered_name(attempt)
        return practice_name(attempt, name), ""
    entry = attempt.collection.entries.filter(puzzle=attempt.puzzle_id).order_by("number").first()
    if entry is None:
        return practice_name(attempt, attempt.collection.name), ""
    name = _("Grid %(number)d") % {"number": entry.number}
    return practice_name(attempt, name), attempt.collection.name


def _config(attempt: Attempt) -> dict[str, Any]:
    rules = note_rules(attempt.policy)
    return {
        "user": attempt.player_id,
        "attempt": attempt.pk,
        "cleanNotes": rules.clean_notes,
        "fillNotes": rules.fill_notes,
        "judges": rules.judges,
        "maxOps": MAX_OPS,
        "login": reverse("accounts:login"),
        "news": reverse("play:news", args=[attempt.pk]),
    } | _from_the_class(is_paused=attempt.is_paused, ends_at=_ends_at(attempt), now=timezone.now())


def _ends_at(attempt: Attempt) -> datetime | None:
    return attempt.assignee.ends_at if attempt.assignee else None


def _from_the_class(*, is_paused: bool, ends_at: datetime | None, now: datetime) -> dict[str, Any]:
    """What a class does to a board. `left` is in seconds: the clock of the page may be wrong."""
    return {
        "paused": is_paused,
        "ends": int(ends_at.timestamp()) if ends_at else None,
        "left": round((ends_at - now).total_seconds(), 1) if ends_at else None,
    }


def _contents(state: GameState, *, judges: bool = True) -> list[CellContent]:
    houses: dict[int, list[int]] = {}
    for conflict in conflicts(Board(state.digits)) if judges else ():
        for cell in conflict.cells:
            houses.setdefault(cell, []).append(conflict.house)
    return [(state.digits[cell], state.marks[cell], tuple(houses.get(cell, ()))) for cell in CELLS]


def _cell_view(state: GameState, cell: int, content: CellContent) -> CellView:
    digit, marks, houses = content
    view = CellView(
        cell,
        digit,
        notes=_digits_of(notes_of(marks)),
        centre=_digits_of(centre_marks_of(marks)),
        colour=colour_of(marks),
        is_given=bool(state.givens[cell]),
        is_conflict=bool(houses),
        label="",
    )
    return replace(view, label=_label(view, houses))


def _digits_of(mask: int) -> tuple[int, ...]:
    return tuple([digit for digit in DIGITS if mask >> digit - 1 & 1]) if mask else ()


def _label(cell: CellView, houses: tuple[int, ...]) -> str:
    """`Row 3, column 5, 7, repeats in row 3 and box 2`; the script says the same with the same words."""
    parts = [place_name(cell.number)]
    if cell.is_given:
        parts.append(_("given %(digit)d") % {"digit": cell.digit})
    elif cell.digit:
        parts.append(str(cell.digit))
    if cell.notes and not cell.digit:
        parts.append(_("notes %(digits)s") % {"digits": " ".join(map(str, cell.notes))})
    if cell.centre and not cell.digit:
        parts.append(_("centre %(digits)s") % {"digits": " ".join(map(str, cell.centre))})
    if not (cell.digit or cell.notes or cell.centre):
        parts.append(_("empty"))
    if cell.colour:
        parts.append(_("colour %(number)d") % {"number": cell.colour})
    if houses:
        parts.append(
            _("repeats in %(houses)s")
            % {"houses": joined([house_label(house, translation) for house in houses])}
        )
    return ", ".join(parts)


def place_name(cell: int) -> str:
    """`Row 3, column 5`."""
    return _("Row %(row)d, column %(column)d") % {"row": row_of(cell) + 1, "column": column_of(cell) + 1}


def joined(words: Iterable[str]) -> str:
    """`row 3`; `row 3 and box 2`; `row 3, column 5 and box 2`."""
    *first, last = words
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last
