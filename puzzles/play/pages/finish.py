"""How a game ended: the sentence that is said, and the scene beside the board."""

from dataclasses import dataclass
from statistics import median

from django.db.models import Count, Q
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from puzzles.library.pages.durations import duration

from ..models import Attempt, Move, TechniqueUse
from ..services.practice import is_half_filled
from .attempt_rows import short_help_words

State = Attempt.State
# The player's own median is of the last grids of the same level, and of no fewer than three others.
MIN_COMPARED = 3
MAX_COMPARED = 60


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of an attempt as `_finish.html` draws it.

    `is_done`: brought to an end by playing, so the time is shown; else there is only the sentence. `found` of
    `chances`: in how many games with the hardest technique of the grid the player used it unaided.
    `is_half_filled`: a whole easy grid comes next.
    """

    title: str
    sentence: str
    is_done: bool = False
    help: str = ""
    median_ms: int | None = None
    found: int = 0
    chances: int = 0
    is_half_filled: bool = False


def finish_scene(attempt: Attempt) -> Finish | None:
    """How a finished attempt ended, in two queries, three for practice; None for an open one."""
    if attempt.is_open:
        return None
    sentence = finish_sentence(attempt)
    if attempt.state not in (State.SOLVED, State.HELPED):
        return Finish(capfirst(attempt.get_state_display()), sentence, is_half_filled=is_half_filled(attempt))
    found, chances = _technique_record(attempt)
    return Finish(
        title=_("Solved!") if attempt.state == State.SOLVED else _("Completed with help"),
        sentence=sentence,
        is_done=True,
        help=short_help_words(attempt),
        median_ms=_own_median(attempt),
        found=found,
        chances=chances,
        is_half_filled=is_half_filled(attempt),
    )


def finish_sentence(attempt: Attempt) -> str:
    """How a finished attempt ended; nothing for an open one."""
    if attempt.state in (State.SOLVED, State.HELPED):
        time = duration(attempt.elapsed_ms)
        return _("Solved in %(time)s, %(help)s.") % {
            "time": time,
            "help": short_help_words(attempt) or _("without help"),
        }
    if attempt.state == State.SHOWN:
        asked = attempt.moves.filter(kind=Move.Kind.SHOW_SOLUTION)
        if attempt.completed_state == State.SHOWN and not asked.exists():
            return _("Help filled %(filled)d of %(empty)d empty cells: the grid counts as shown.") % {
                "filled": attempt.helped_count,
                "empty": attempt.puzzle.givens.count("."),
            }
        return _("The solution was shown: the grid counts as shown.")
    if attempt.state == State.HANDED_IN:
        return _("You handed in your grid.")
    if attempt.state == State.RESTARTED:
        return _("You started this grid over.")
    return ""


def _own_median(attempt: Attempt) -> int | None:
    """The median time of the other grids of this level that the player solved; None for fewer than three."""
    if attempt.puzzle.tier is None:
        return None
    solved = Attempt.objects.counting().filter(player=attempt.player_id, state=State.SOLVED)
    others = solved.filter(puzzle__tier=attempt.puzzle.tier).exclude(pk=attempt.pk)
    times = list(others.order_by("-last_move_at").values_list("elapsed_ms", flat=True)[:MAX_COMPARED])
    return round(median(times)) if len(times) >= MIN_COMPARED else None


def _technique_record(attempt: Attempt) -> tuple[int, int]:
    """(games in which the player used the hardest technique unaided, games that called for it)."""
    uses = TechniqueUse.objects.filter(player=attempt.player_id, technique=attempt.puzzle.hardest)
    counts = uses.aggregate(found=Count("pk", filter=Q(taken__gt=0)), chances=Count("pk"))
    return counts["found"], counts["chances"]
