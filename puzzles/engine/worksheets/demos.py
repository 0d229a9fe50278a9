"""Grids to try on each worksheet: its own, and those that show what its algorithm is good and bad at."""

from dataclasses import dataclass

from ..translation import gettext_noop


@dataclass(frozen=True, slots=True)
class Demo:
    """One grid: its key within the worksheet, its title (a msgid), its 81 characters (`.` is empty)."""

    key: str
    title: str
    puzzle: str


_FILE = "79.3.41.8.....6.......8..59.3....497.........217....3.47..1.......7.....3.26.9.71"
_FIGURE_1 = ".2.5.1.9.8..2.3..6.3..6..7...1...6..54.....19..2...7...9..3..8.2..8.4..7.1.9.7.6."
_FIGURE_1_SOLVED = "426571398857293146139468275971385624543726819682149753794632581265814937318957462"
_FIGURE_2 = "..4.36..5..51...8.1378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7"
_TWO_SOLUTIONS = "..4.36..5..51...8..378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7"
_ITERATIVE = "...12....7.....5.22...47..984.5..2.1.........5.7..6.841..38...59.3.....7....52..."
_TUTORIAL = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_MINI_PROJECT = ".1..78....8..4.9....56...1.1...6...5.4.915.72.67.8.4.....3..1...7.89..23.....4..."

# The tutorial's grid with a 1 where its solution has a 4, and without two of its digits.
_NO_SOLUTION = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_SIX_SOLUTIONS = "53..7....6..195....98....6.8...6...3...8.3..17...2...6.6....28....4.9..5....8..79"

# Reading order ends after 65,147 placements and returns; on the other one it has none to show for millions.
_SLOW = "39..4....6...2..3......149.8...3..5...71..98..3.6.....9.6.......1....5........648"
_ENDLESS = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"

_OWN = gettext_noop("The grid of the worksheet")

_EASY_DEMO = Demo("easy", gettext_noop("An easy grid"), _FIGURE_2)
_SLOW_DEMO = Demo(
    "slow", gettext_noop("Bad for reading order: thousands of digits placed and taken back"), _SLOW
)
_ENDLESS_DEMO = Demo(
    "endless",
    gettext_noop("The worst for reading order: 17 given digits, hundreds of millions of tests"),
    _ENDLESS,
)
_NO_SOLUTION_DEMO = Demo("none", gettext_noop("A grid without a solution"), _NO_SOLUTION)
_SEVERAL_DEMO = Demo("several", gettext_noop("A grid with six solutions"), _SIX_SOLUTIONS)

_USUAL = (_SLOW_DEMO, _ENDLESS_DEMO, _NO_SOLUTION_DEMO, _SEVERAL_DEMO)

# The three steps of Figure 3, on Figure 2: row, column, digit, counted from 1 as in the worksheet.
FIGURE_3 = ((8, 5, 1), (8, 7, 5), (7, 7, 3))

DEMOS: dict[str, tuple[Demo, ...]] = {
    "projet_insa": (
        Demo("file", gettext_noop("The line of the worksheet's file"), _FILE),
        Demo("figure_1", gettext_noop("Figure 1 of the worksheet, which is not simple"), _FIGURE_1),
        Demo("full", gettext_noop("Figure 1 completed: a full grid that is valid"), _FIGURE_1_SOLVED),
        Demo("easy", gettext_noop("Figure 2 of the worksheet, a simple grid"), _FIGURE_2),
        *_USUAL,
    ),
    "n_valide": (
        Demo("worksheet", gettext_noop("A grid with two solutions"), _TWO_SOLUTIONS),
        _EASY_DEMO,
        *_USUAL,
    ),
    "td_iteratif": (Demo("worksheet", _OWN, _ITERATIVE), _EASY_DEMO, *_USUAL),
    "tutoriel": (Demo("worksheet", _OWN, _TUTORIAL), _EASY_DEMO, *_USUAL),
    "mini_projet": (Demo("worksheet", _OWN, _MINI_PROJECT), _EASY_DEMO, *_USUAL),
    "propagation": (_ENDLESS_DEMO, _EASY_DEMO, _SLOW_DEMO, _NO_SOLUTION_DEMO, _SEVERAL_DEMO),
}
