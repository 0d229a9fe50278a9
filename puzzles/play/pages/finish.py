"""How a game ended: the sentence that is said, and the scene beside the board."""

from dataclasses import dataclass
from statistics import median

from django.db.models import Case, Count, F, Min, Q, When, Window
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from puzzles.engine import TECHNIQUES
from puzzles.library.models import Collection
from puzzles.library.pages.durations import duration

from ..models import Attempt, Move, TechniqueUse
from ..models.attempts import FASTEST_MS_A_DIGIT, REVIEWER
from ..services.practice import is_half_filled
from .attempt_rows import short_help_words

State = Attempt.State
# The player's own median and best are of other grids of the same level, and of no fewer than three.
MIN_COMPARED = 3
MAX_COMPARED = 60
# Nobody is proud of their first single.
FIRST_FROM_TIER = 2


@dataclass(frozen=True, slots=True)
class OwnTimes:
    """The player's times on the other grids of a level: the median of the last ones, and the best of all."""

    median_ms: int
    best_ms: int | None


@dataclass(frozen=True, slots=True)
class NextTiers:
    """The nearest tiers below and above of which there are grids to draw; None where there is none."""

    easier: int | None = None
    harder: int | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of an attempt as `_finish.html` draws it.

    `is_done`: brought to an end by playing, so the time is shown; else there is only the sentence.
    `is_best`: in less time than any other grid of the level. `found` of `chances`: in how many games with
    the hardest technique of the grid the player used it unaided; `first` is the technique that they used
    so for the first time here, and `is_judged` says that the game was reviewed. `is_half_filled`: a whole
    easy grid comes next.
    """

    title: str
    sentence: str
    is_done: bool = False
    help: str = ""
    times: OwnTimes | None = None
    is_best: bool = False
    found: int = 0
    chances: int = 0
    first: str = ""
    is_judged: bool = False
    tiers: NextTiers = NextTiers()
    makes_challenge: bool = False
    is_half_filled: bool = False


def finish_scene(attempt: Attempt) -> Finish | None:
    """How a finished attempt ended, in three queries, four for practice; None for an open one."""
    if attempt.is_open:
        return None
    sentence = finish_sentence(attempt)
    is_half = is_half_filled(attempt)
    tiers, is_shared = (NextTiers(), False) if is_half else _next_grids(attempt)
    if attempt.state not in (State.SOLVED, State.HELPED):
        title = capfirst(attempt.get_state_display())
        return Finish(title, sentence, tiers=tiers, is_half_filled=is_half)
    found, chances, first = _technique_record(attempt)
    times = _own_times(attempt)
    is_solved = attempt.state == State.SOLVED
    return Finish(
        title=_("Solved!") if is_solved else _("Completed with help"),
        sentence=sentence,
        is_done=True,
        help=short_help_words(attempt),
        times=times,
        is_best=is_solved and not attempt.is_practice and times is not None and _is_best(attempt, times),
        found=found,
        chances=chances,
        first=first,
        is_judged=attempt.reviewer >= REVIEWER,
        tiers=tiers,
        makes_challenge=is_solved and is_shared and not attempt.is_practice,
        is_half_filled=is_half,
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


def _own_times(attempt: Attempt) -> OwnTimes | None:
    """The times of the other grids of this level that the player solved; None for fewer than three."""
    if attempt.puzzle.tier is None:
        return None
    solved = Attempt.objects.counting().filter(player=attempt.player_id, state=State.SOLVED)
    others = solved.filter(puzzle__tier=attempt.puzzle.tier).exclude(pk=attempt.pk)
    # What nobody could do is no record.
    possible = Case(
        When(elapsed_ms__gte=(81 - F("puzzle__clue_count")) * FASTEST_MS_A_DIGIT, then="elapsed_ms")
    )
    rows = others.annotate(best=Window(Min(possible))).order_by("-last_move_at")
    times = list(rows.values_list("elapsed_ms", "best")[:MAX_COMPARED])
    if len(times) < MIN_COMPARED:
        return None
    return OwnTimes(round(median(elapsed_ms for elapsed_ms, _best in times)), times[0][1])


def _is_best(attempt: Attempt, times: OwnTimes) -> bool:
    """Whether it took less time than any other, and no less than anybody needs."""
    least_ms = attempt.puzzle.givens.count(".") * FASTEST_MS_A_DIGIT
    return times.best_ms is not None and least_ms <= attempt.elapsed_ms < times.best_ms


def _technique_record(attempt: Attempt) -> tuple[int, int, str]:
    """(games with the hardest technique unaided, games that called for it, technique first used here).

    Without one that is used for the first time the last is "".
    """
    hardest = attempt.puzzle.hardest
    here = Count("pk", filter=Q(attempt=attempt, taken__gt=0))
    uses = TechniqueUse.objects.filter(player=attempt.player_id).values("technique").order_by()
    uses = uses.annotate(found=Count("pk", filter=Q(taken__gt=0)), chances=Count("pk"), here=here)
    rows = {row["technique"]: row for row in uses.filter(Q(here__gt=0) | Q(technique=hardest))}
    firsts = [name for name, row in rows.items() if row["here"] and row["found"] == 1 and name in TECHNIQUES]
    first = max(firsts, key=lambda name: TECHNIQUES[name].tier, default="")
    if first and TECHNIQUES[first].tier < FIRST_FROM_TIER:
        first = ""
    of_hardest = rows.get(hardest or "", {"found": 0, "chances": 0})
    return of_hardest["found"], of_hardest["chances"], first


def _next_grids(attempt: Attempt) -> tuple[NextTiers, bool]:
    """Where the next grid may come from, and whether others draw from the collection of this one, too."""
    own = attempt.puzzle.tier
    if attempt.assigned_puzzle_id or attempt.assignment_name:
        return NextTiers(), False
    collections = Collection.objects.drawable_by(attempt.player)
    if attempt.collection_id:
        collections = collections.filter(pk=attempt.collection_id)
    rows = list(collections.values_list("pk", "audience", "tier_counts"))
    tiers = {int(tier) for _pk, _audience, counts in rows for tier, count in counts.items() if count}
    is_shared = any(
        pk == attempt.collection_id and audience != Collection.Audience.NOBODY
        for pk, audience, _counts in rows
    )
    if own is None:
        return NextTiers(), is_shared
    easier = max((tier for tier in tiers if tier < own), default=None)
    harder = min((tier for tier in tiers if tier > own), default=None)
    return NextTiers(easier, harder), is_shared
