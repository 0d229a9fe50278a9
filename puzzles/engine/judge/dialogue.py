"""A dialogue with an interactive program whose questions are unknown: its output shows what to answer.

Question 8 of the first worksheet leaves menu and words free. A goal has words ("partielle", "complète"). The
answer is the key printed before such a word, or yes to a yes/no question; otherwise keys are tried one by
one. The dialogue cannot judge whether the texts make sense, nor hints in words instead of a drawing.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from . import grids, oracle, printed_grids
from .environment import Environment, ProgramConsole, attempt
from .function_lookup import without_accents
from .grid_convention import FILE
from .student_program import Program, execute, new_namespace

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

DRAWS, DRAWS_BY_CHANCE, PARTIAL, FULL = "draws", "draws by chance", "partial solution", "full solution"
GOALS = (DRAWS, DRAWS_BY_CHANCE, PARTIAL, FULL)

# Unique, and the simple method fills only a part of each: so its result is a partial solution.
PUZZLES = tuple(
    grids.random_grid(seed, clues=count)
    for seed, count in ((65, 36), (372, 40), (378, 36), (70, 40), (349, 36))
)
FILE_TEXT = "".join(line.replace(".", "0") + "\n" for line in PUZZLES)

WORDS = {
    DRAWS: ("hasard", "aleatoire", "nouvelle", "nouveau", "jouer", "charger", "tirer", "fichier", "grille"),
    PARTIAL: ("partiel", "partie", "indice", "aide", "case", "etape"),
    FULL: ("complet", "entier", "total", "tout", "solution", "resou", "resolution"),
}
WORDS[DRAWS_BY_CHANCE] = WORDS[DRAWS]
# Words by which a question belongs to the other kind of help: no is the answer there.
OTHERS = {
    PARTIAL: ("complet", "entier", "total"),
    FULL: ("partiel", "indice"),
    DRAWS: (),
    DRAWS_BY_CHANCE: (),
}
ASKS_YES = ("voulez", "veux-tu", "souhait", "desire", "do you", "continuer")
KEYS = ("1", "2", "3", "4", "o", "p", "c", "s", "i", "a", "5", "0")
LEAVING = ("q", "n", "4", "quitter", "0", "5", "non", "f", "fin", "3", "6", "exit", "stop", "")
ANSWER_COUNT = 10
LEAVING_COUNT = 28
SEED_COUNT = 10


class EndOfDialogue(BaseException):
    """No answer is left. No `Exception`, so that a program's own `except Exception` does not ask on."""


class Partner(Environment):
    """An environment whose simulated user reads the output before answering."""

    def __init__(self, talk: Talk) -> None:
        Environment.__init__(self, (), {FILE: FILE_TEXT})
        self.console = _Listener(talk)


class _Listener(ProgramConsole):
    def __init__(self, talk: Talk) -> None:
        ProgramConsole.__init__(self)
        self.talk = talk

    def input(self, prompt: object = "") -> str:
        self.write(f"{prompt}\n")
        return self.talk.answer(self.printed)

    def readline(self, size: int = -1) -> str:
        return self.talk.answer(self.printed) + "\n"


class Talk:
    """One run of a program: what was printed, and whether the goal was reached."""

    __slots__ = (
        "asked",
        "drawings",
        "drawn",
        "error",
        "first_key",
        "goal",
        "line",
        "reached",
        "seen",
        "text",
        "yes_to_all",
    )

    def __init__(
        self,
        goal: str,
        drawings: Sequence[printed_grids.Drawing] = (),
        *,
        first_key: str | None = None,
        yes_to_all: bool = False,
    ) -> None:
        self.goal = goal
        self.drawings = drawings
        self.drawn: list[str] = []
        self.first_key = first_key
        self.yes_to_all = yes_to_all
        self.asked = 0
        self.seen = 0
        self.text = ""
        self.error: str | None = None
        self.line: int | None = None
        self.reached = False

    def run(self, program: Program, name: str | None, seed: int = 1) -> Talk:
        """Run the file, or a function of it, until the goal is reached, it ends or no answer is left."""
        if name is None:
            script = Program(program.text)
            script.namespace = new_namespace("__main__")

            def act() -> None:
                execute(script.text, script)
        else:
            script, act = program, program.namespace[name]
        random = sys.modules.get("random")
        if random is not None:
            random.seed(seed)
        outcome = attempt(script, act, Partner(self), program.steps)
        self.text = outcome.printed
        self.drawn.extend(self.drawn_in(self.text[self.seen :]))
        self.reached = self.reached or self.is_reached()
        if outcome.error is not None and outcome.error.split(":")[0] not in (
            "EndOfDialogue",
            "SystemExit",
            "EOFError",
        ):
            self.error, self.line = outcome.error, outcome.line
        return self

    def answer(self, printed: str) -> str:
        """The answer to a question; `printed` is everything so far, the question included."""
        self.text = printed
        tail, self.seen = printed[self.seen :], len(printed)
        self.asked += 1
        self.drawn.extend(self.drawn_in(tail))
        if not self.reached and self.is_reached():
            self.reached = True
            self.asked = max(self.asked, ANSWER_COUNT + 1)
        if self.asked > ANSWER_COUNT or (self.goal == DRAWS and self.asked > 4):
            if self.asked > ANSWER_COUNT + LEAVING_COUNT:
                raise EndOfDialogue
            return LEAVING[(self.asked - ANSWER_COUNT - 1) % len(LEAVING)]
        return self.reply(plain(tail), tail)

    def reply(self, text: str, tail: str) -> str:
        """The answer that leads to the goal."""
        question = text.strip().split("\n")[-1]
        if "fichier" in question and "hasard" not in question and "1" not in text:
            return FILE
        if "combien" in question or ("nombre" in question and "1" not in text):
            return "3"
        if self.first_key is not None:
            key, self.first_key = self.first_key, None
            return key
        words = yes_and_no(text, tail)
        if words is not None:
            yes, no = words
            mine = any(word in text for word in WORDS[self.goal])
            others = any(word in text for word in OTHERS[self.goal])
            return no if others and not self.yes_to_all and not (mine and self.goal == PARTIAL) else yes
        for word in WORDS[self.goal]:
            found = key_of(word, text, tail)
            if found is not None:
                return found
        return KEYS[(self.asked - 1) % len(KEYS)]

    def is_reached(self) -> bool:
        """Whether the grids drawn so far show what the goal wants."""
        if self.goal in (DRAWS, DRAWS_BY_CHANCE):
            return any(line in PUZZLES for line in self.drawn)
        for puzzle in PUZZLES:
            if puzzle in self.drawn:
                later = self.drawn[self.drawn.index(puzzle) + 1 :]
                solution = solution_of(puzzle)
                if self.goal == FULL and solution in later:
                    return True
                if self.goal == PARTIAL and any(is_partial(puzzle, line, solution) for line in later):
                    return True
        return False

    def drawn_in(self, text: str) -> list[str]:
        """The grids drawn in a part of the text."""
        for known in self.drawings:
            found = printed_grids.grids_drawn(text, known)
            if found:
                return found
        return printed_grids.grids_drawn(text)


_solutions: dict[str, str] = {}


def solution_of(puzzle: str) -> str:
    if puzzle not in _solutions:
        _solutions[puzzle] = oracle.solutions(puzzle, limit=1)[0]
    return _solutions[puzzle]


def is_partial(puzzle: str, line: str, solution: str) -> bool:
    """Whether a line has the puzzle's digits and more of the solution's, but not all."""
    return line not in (puzzle, solution) and all(
        digit == right if given != "." else digit in (".", right)
        for given, digit, right in zip(puzzle, line, solution, strict=True)
    )


def plain(text: str) -> str:
    """A text in lower case without accents; positions stay the same."""
    return without_accents(text.lower())


def yes_and_no(text: str, tail: str) -> tuple[str, str] | None:
    """The words for yes and no that a question asks for. None if it is no yes/no question."""
    for marked, yes, no in (
        ("oui/non", "oui", "non"),
        ("o/n", "o", "n"),
        ("y/n", "y", "n"),
        ("yes/no", "yes", "no"),
    ):
        place = text.find(marked)
        if place >= 0:
            # As it is written: "O/N" wants O.
            return tail[place : place + len(yes)], tail[place + len(marked) - len(no) : place + len(marked)]
    squeezed = "".join(text.split())
    if "ouiounon" in squeezed or "oui,non" in squeezed or "'oui'" in squeezed or '"oui"' in squeezed:
        return "oui", "non"
    if "1=oui" in squeezed or "1:oui" in squeezed or "1pouroui" in squeezed:
        return "1", "0"
    has_keys = any(key_before(text, place) for place in range(len(text)) if text[place : place + 1] == "\n")
    question = text.strip().split("\n")[-1]
    asks = any(word in question for word in ASKS_YES) and not any(sign in question for sign in '"«(,')
    if asks and not has_keys and " ou " not in question and ":" not in question.rstrip(" :"):
        return "oui", "non"
    return None


def key_of(word: str, text: str, tail: str) -> str | None:
    """The answer for a word of the menu: the key before it or in brackets after it, else the word itself."""
    start = text.find(word)
    while start >= 0:
        key = key_before(tail, start) or key_after(tail, start)
        if key is not None:
            return key
        start = text.find(word, start + 1)
    start = text.find(word)
    if start < 0:
        return None
    # No key anywhere: the word itself, where a choice of words is given ("partielle/complete", "x ou y").
    around = text[max(0, start - 40) : start + 40]
    if "/" in around or " ou " in around or '"' in around or "'" in around or "«" in around:
        end = start
        while end < len(text) and (text[end].isalnum()):
            end += 1
        return tail[start:end]
    return None


BREAKS = ",;/\n|"
QUOTES = "\"'«»“”‘’`"


def key_before(tail: str, place: int) -> str | None:
    """The key in the same part of a line, before a place: a number, one letter or a quoted word."""
    start = place
    while start > 0 and tail[start - 1] not in BREAKS:
        start -= 1
    part = tail[start:place]
    quoted = _quoted(part)
    if quoted:
        return quoted[-1]
    for word in _tokens(part):
        if word.isdigit() or (len(word) == 1 and word not in "aAàlLdD"):
            return word
    # A lone "a" or "l" is a key only at the beginning: "a : aide".
    tokens = _tokens(part)
    return tokens[0] if tokens and len(tokens[0]) == 1 and tokens[0].isalpha() else None


def key_after(tail: str, place: int) -> str | None:
    """The key in brackets or after `:` or `=` behind a word: `solution complète (c)`, `aide : 2`."""
    end = place
    while end < len(tail) and tail[end] not in BREAKS:
        end += 1
    part = tail[place:end]
    for opening, closing in ("()", "[]"):
        inner = part.split(opening)[-1].split(closing)[0] if opening in part and closing in part else ""
        if inner and len(inner) <= 2 and inner.isalnum():
            return inner
    for sign in (":", "=", "tapez", "->"):
        if sign in part:
            tokens = _tokens(part.split(sign)[-1])
            if len(tokens) == 1 and len(tokens[0]) <= 2:
                return tokens[0]
    return None


def _quoted(part: str) -> list[str]:
    found: list[str] = []
    opened: int | None = None
    for index, sign in enumerate(part):
        is_quote = sign in QUOTES
        # An apostrophe between letters ("l'aide") quotes nothing.
        if is_quote and sign in "'’" and 0 < index < len(part) - 1:
            is_quote = not (part[index - 1].isalnum() and part[index + 1].isalnum())
        if is_quote:
            if opened is None:
                opened = index + 1
            else:
                word = part[opened:index].strip()
                if word and " " not in word:
                    found.append(word)
                opened = None
    return found


def _tokens(part: str) -> list[str]:
    return "".join(sign if sign.isalnum() else " " for sign in part).split()


def talk(
    program: Program,
    name: str | None,
    goal: str,
    drawings: Sequence[printed_grids.Drawing] = (),
) -> Talk:
    """The first run that reaches the goal, else the first run: by its output, yes to all, then key by key."""
    tried: list[Talk] = []
    strategies: list[dict[str, Any]] = [{}, {"yes_to_all": True}] + [{"first_key": key} for key in KEYS]
    for strategy in strategies:
        run = Talk(goal, drawings, **strategy).run(program, name)
        if run.reached:
            if goal == DRAWS_BY_CHANCE:
                return _by_chance(program, name, drawings, strategy)
            return run
        tried.append(run)
        if not run.asked:
            # It asks nothing: other answers change nothing.
            break
    return tried[0]


def _by_chance(
    program: Program,
    name: str | None,
    drawings: Sequence[printed_grids.Drawing],
    strategy: dict[str, Any],
) -> Talk:
    """Ten runs with other seeds: at least two grids of the file are drawn first."""
    drawn: list[str] = []
    for seed in range(1, SEED_COUNT + 1):
        run = Talk(DRAWS, drawings, **strategy).run(program, name, seed)
        first = [line for line in run.drawn if line in PUZZLES][:1]
        drawn.extend(line for line in first if line not in drawn)
        run.reached = len(drawn) > 1
        if run.reached:
            break
    return run


def wanted(goal: str) -> str:
    """An example of output that reaches the goal, for the first grid, in the worksheet's drawing."""
    puzzle = PUZZLES[0]
    drawn = [puzzle]
    if goal == DRAWS_BY_CHANCE:
        drawn.append(PUZZLES[1])
    elif goal == PARTIAL:
        drawn.append(solution_of(puzzle)[:36] + puzzle[36:])
    elif goal == FULL:
        drawn.append(solution_of(puzzle))
    return "\n\n".join(printed_grids.framed(line) for line in drawn)
