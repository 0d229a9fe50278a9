"""Activities of a lesson: one value for built-in packs, own packs, files and lessons."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.refusals import Refusal
from puzzles.course.models import EXERCISES, in_order
from puzzles.engine import CATALOGUE, Board, BoardError
from puzzles.engine.runs import ALGORITHMS
from puzzles.engine.worksheets import COURSE_MODULES, EXPLORABLE

Words = str | Promise

TECHNIQUES = frozenset(each.id for each in CATALOGUE)
FUNCTIONS = frozenset(f"{module}.{name}" for module, names in EXPLORABLE.items() for name in names)
MAX_MINUTES = 180
MAX_TITLE = 120
MAX_NOTES = 2000
MAX_QUESTION = 500
MAX_CHOICE = 200
CHOICES = range(2, 7)
TIERS = range(1, 6)


class ActivityError(Refusal):
    """Data that is no activity; the text is for the teacher."""


class Kind(TextChoices):
    """What a class does in an activity."""

    READ = "read", gettext_lazy("Read")
    WATCH = "watch", gettext_lazy("Watch a run")
    PREDICT = "predict", gettext_lazy("Predict a run")
    CALL = "call", gettext_lazy("Call functions")
    TABLE = "table", gettext_lazy("Trace table")
    EXERCISES = "exercises", gettext_lazy("Exercises")
    QUESTION = "question", gettext_lazy("Question for the class")
    GAME = "game", gettext_lazy("First game")
    GRIDS = "grids", gettext_lazy("Grids")
    DRILL = "drill", gettext_lazy("Drill")


# The fields of each kind beside those of all.
FIELDS: dict[str, tuple[str, ...]] = {
    Kind.READ: ("worksheet", "technique"),
    Kind.WATCH: ("algorithm", "grid"),
    Kind.PREDICT: ("algorithm", "grid", "count"),
    Kind.CALL: ("function", "grid"),
    Kind.TABLE: ("algorithm", "grid"),
    Kind.EXERCISES: ("worksheet", "exercises"),
    Kind.QUESTION: ("question", "choices", "right"),
    Kind.GAME: (),
    Kind.GRIDS: ("tier", "count"),
    Kind.DRILL: ("technique", "count"),
}
COMMON = ("kind", "title", "minutes", "notes", "is_homework")
# The kinds for which a class is given an assignment.
ASSIGNED = frozenset({Kind.PREDICT, Kind.EXERCISES, Kind.GRIDS, Kind.DRILL})
MOST: dict[str, int] = {Kind.PREDICT: 200, Kind.GRIDS: 60, Kind.DRILL: 30}


@dataclass(frozen=True, kw_only=True)
class Activity:
    """One activity. `notes` are for the teacher; `right` is the number of the right choice, from 1.

    What is read is the page of a worksheet or, without one, of a technique.
    """

    kind: str
    title: Words
    minutes: int = 10
    notes: Words = ""
    is_homework: bool = False
    worksheet: str = ""
    technique: str = ""
    algorithm: str = ""
    grid: str = ""
    function: str = ""
    exercises: tuple[str, ...] = ()
    question: Words = ""
    choices: tuple[Words, ...] = ()
    right: int = 0
    count: int = 0
    tier: int = 0

    @property
    def is_assigned(self) -> bool:
        """Whether a class is given an assignment for it; for a question at home that has a right choice."""
        is_home_question = self.kind == Kind.QUESTION and self.is_homework and self.right > 0
        return self.kind in ASSIGNED or is_home_question

    @property
    def kind_label(self) -> str:
        return str(Kind(self.kind).label)


def to_json(activity: Activity) -> dict[str, Any]:
    """The activity as plain data, its words in the language of now."""
    values = {name: getattr(activity, name) for name in (*COMMON, *FIELDS[activity.kind])}
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, Promise | str) else value


def from_json(data: Any) -> Activity:
    """The activity of plain data from a form or a file. Raises ActivityError for anything unexpected."""
    kind = data.get("kind") if isinstance(data, Mapping) else None
    if not isinstance(kind, str) or kind not in FIELDS:
        raise ActivityError(
            _("An activity needs a “kind”, one of: %(kinds)s.") % {"kinds": ", ".join(FIELDS)}
        )
    expected = {*COMMON, *FIELDS[kind]}
    if unknown := sorted(map(str, data.keys() - expected)):
        raise ActivityError(_("Unknown field: “%(name)s”.") % {"name": unknown[0][:40]})
    defaults = {each.name: each.default for each in fields(Activity)}
    values = {name: data.get(name, defaults[name]) for name in expected}
    checked = {name: _CHECKS[name](name, value) for name, value in values.items()}
    return _checked(Activity(**checked))


def is_storable(text: str) -> bool:
    """Whether a database can keep the text: JSON may hold halves of characters."""
    return "\0" not in text and text == text.encode("utf-8", "ignore").decode()


class Text(NamedTuple):
    """A check: a text of at most so many characters."""

    length: int
    is_required: bool = False

    def __call__(self, name: str, value: Any) -> str:
        if not isinstance(value, str) or len(value) > self.length or not is_storable(value):
            raise ActivityError(
                _("“%(name)s” must be a text of at most %(count)d characters.")
                % {"name": name, "count": self.length}
            )
        if self.is_required and not value.strip():
            raise ActivityError(_("“%(name)s” is empty.") % {"name": name})
        return value.strip()


class Number(NamedTuple):
    """A check: a whole number in a range."""

    low: int
    high: int

    def __call__(self, name: str, value: Any) -> int:
        if type(value) is not int or not self.low <= value <= self.high:
            raise ActivityError(
                _("“%(name)s” must be a whole number from %(low)d to %(high)d.")
                % {"name": name, "low": self.low, "high": self.high}
            )
        return value


class OneOf(NamedTuple):
    """A check: one of these names, or none."""

    names: frozenset[str]

    def __call__(self, name: str, value: Any) -> str:
        if not isinstance(value, str) or (value and value not in self.names):
            raise ActivityError(_("“%(name)s” is not known here.") % {"name": name})
        return value


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ActivityError(_("“%(name)s” must be true or false.") % {"name": name})
    return value


def _texts(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) > CHOICES.stop - 1:
        raise ActivityError(
            _("“%(name)s” must be a list of at most %(count)d texts.")
            % {"name": name, "count": CHOICES.stop - 1}
        )
    return tuple(Text(MAX_CHOICE, is_required=True)(name, each) for each in value)


def _names(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        raise ActivityError(_("“%(name)s” is not known here.") % {"name": name})
    return tuple(value)


def _grid(name: str, value: Any) -> str:
    try:
        return Board.from_line(value).to_line()
    except (BoardError, TypeError, AttributeError):
        raise ActivityError(_("“%(name)s” must be a grid of 81 characters.") % {"name": name}) from None


_CHECKS: dict[str, Any] = {
    "kind": OneOf(frozenset(FIELDS)),
    "title": Text(MAX_TITLE, is_required=True),
    "minutes": Number(1, MAX_MINUTES),
    "notes": Text(MAX_NOTES),
    "is_homework": _flag,
    "worksheet": OneOf(frozenset(COURSE_MODULES)),
    "technique": OneOf(TECHNIQUES),
    "algorithm": OneOf(frozenset(ALGORITHMS)),
    "grid": _grid,
    "function": OneOf(FUNCTIONS),
    "exercises": _names,
    "question": Text(MAX_QUESTION, is_required=True),
    "choices": _texts,
    "right": Number(1, CHOICES.stop - 1),
    "count": Number(1, max(MOST.values())),
    "tier": Number(TIERS.start, TIERS.stop - 1),
}


def _checked(activity: Activity) -> Activity:
    """The activity itself, if its fields fit together. Raises ActivityError."""
    required = {
        Kind.READ: activity.worksheet or activity.technique,
        Kind.WATCH: activity.algorithm,
        Kind.PREDICT: activity.algorithm,
        Kind.CALL: activity.function,
        Kind.TABLE: activity.algorithm,
        Kind.EXERCISES: activity.worksheet,
        Kind.DRILL: activity.technique,
    }
    if not required.get(Kind(activity.kind), True):
        raise ActivityError(_("Choose what the activity is about."))
    if activity.count > MOST.get(activity.kind, activity.count):
        raise ActivityError(_("At most %(count)d here.") % {"count": MOST[activity.kind]})
    if activity.kind == Kind.EXERCISES:
        known = in_order(activity.worksheet, activity.exercises)
        if not known or len(known) != len(activity.exercises):
            raise ActivityError(
                _("Choose exercises of this worksheet: %(names)s.")
                % {"names": ", ".join(EXERCISES.get(activity.worksheet, ())) or "—"}
            )
    if activity.kind == Kind.QUESTION:
        if len(activity.choices) not in CHOICES:
            raise ActivityError(
                _("A question needs %(low)d to %(high)d choices.")
                % {"low": CHOICES.start, "high": CHOICES.stop - 1}
            )
        if activity.right > len(activity.choices):
            raise ActivityError(_("The right choice is not among the choices."))
    return activity
