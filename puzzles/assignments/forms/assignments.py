"""The form of an assignment: which grids, for whom, when, and with what help."""

import random
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.dates import date_format
from accounts.models import Classroom, Membership, User
from accounts.names import name_key
from puzzles.engine.runs import ALGORITHMS
from puzzles.library.forms.imports import HelpRules, rule
from puzzles.library.models import Collection, HelpPolicy
from puzzles.library.services.policies import (
    EXAM,
    HOMEWORK,
    PRACTICE,
    date_contradictions,
    policy_with,
    settled,
)
from puzzles.play.forms.draws import DrawForm

from ..models import Assignment
from ..services.creation import group_of
from ..services.sources import MAX_GRIDS, PastedGrids, Source, SourceError, numbered_puzzles, read_pasted

# Due when a class with one lesson a week meets again.
USUAL_TIME = timedelta(days=7)
USUAL_COUNT = 5
LONG_EXAM = timedelta(days=1)
INSTRUCTIONS_LENGTH = 4000
PRESETS = {"practice": PRACTICE, "homework": HOMEWORK, "exam": EXAM}
YEARS = range(2000, 2200)
SEEDS = 2**31


class SchoolTimeField(forms.Field):
    """A date and time in the school's time zone.

    A time that occurs twice, when the clocks go back, is the first of the two. A time that does not exist,
    when they go forward, is the same moment an hour later.
    """

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"})

    def to_python(self, value: Any) -> datetime | None:
        text = str(value or "").strip()
        if not text:
            return None
        try:
            naive = datetime.fromisoformat(text).replace(tzinfo=None)
        except ValueError:
            naive = None
        if naive is None or naive.year not in YEARS:
            raise ValidationError(_("Write a date and a time, such as 2026-11-21 18:00."))
        return at_school(naive)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, datetime):
            return timezone.localtime(value).strftime("%Y-%m-%dT%H:%M")
        return value


def at_school(naive: datetime) -> datetime:
    """The moment of this time in the school's time zone."""
    return naive.replace(tzinfo=timezone.get_current_timezone(), fold=0).astimezone(UTC)


def in_a_week(now: datetime) -> datetime:
    """The end of the same day next week, by the clock of the school."""
    end = timezone.localtime(now).replace(tzinfo=None, hour=23, minute=59, second=0, microsecond=0)
    return at_school(end + USUAL_TIME)


def usual_name(words: str, now: datetime) -> str:
    """The title of what is given now, after the day in it."""
    return words % {"day": date_format(timezone.localtime(now), "DATE_FORMAT")}


class DatesForm(forms.Form):
    """The title and the dates of an assignment."""

    name = forms.CharField(max_length=120, label=gettext_lazy("Title"))
    opens_at = SchoolTimeField(
        required=False, label=gettext_lazy("Opens"), help_text=gettext_lazy("Leave empty to open at once.")
    )
    due_at = SchoolTimeField(required=False, label=gettext_lazy("Due"))
    minutes = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=600,
        label=gettext_lazy("Minutes per student"),
        help_text=gettext_lazy("Counted from the moment a student begins. Empty: no time limit."),
    )

    DATES = ("opens_at", "due_at", "minutes")
    # The assignment of which this form makes a part.
    whole: Assignment | None = None

    def __init__(self, *args: Any, now: datetime | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.now = now or timezone.now()

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        opens, due, minutes = (data.get(name) for name in self.DATES)
        if due and due <= self.now:
            self.add_error("due_at", _("This date has passed."))
        elif due and opens and due <= opens:
            self.add_error("due_at", _("The due date must be after the opening date."))
        elif due and minutes and due - (opens or self.now) < timedelta(minutes=minutes):
            self.add_error("minutes", _("The due date leaves less time than that."))
        return data

    def add_errors_of_rules(self, policies: Iterable[HelpPolicy]) -> None:
        """Add errors for dates that contradict the rules of help that stay as they are."""
        for policy in policies:
            rules = {name: getattr(policy, name) for name in ("solution", "solution_minutes")}
            for sentence in date_contradictions(rules, **self.dates()).values():
                if not self.has_error("due_at"):
                    self.add_error("due_at", sentence)

    def dates(self) -> dict[str, Any]:
        """The columns for the dates; those of a part are its whole's."""
        if self.whole:
            return {name: getattr(self.whole, name) for name in self.DATES}
        data = self.cleaned_data
        return {**{name: data[name] for name in self.DATES}, "opens_at": data["opens_at"] or self.now}


class InstructionsField(forms.Form):
    """What students read above their work."""

    instructions = forms.CharField(
        required=False,
        max_length=INSTRUCTIONS_LENGTH,
        label=gettext_lazy("Instructions"),
        widget=forms.Textarea({"rows": 4}),
        help_text=gettext_lazy("Your students read them above their work."),
    )


def offer(field: forms.Field, classrooms: QuerySet[Classroom]) -> None:
    """Offer these classes in a field; they are read here, not in the template."""
    classes = cast("forms.ModelMultipleChoiceField[Classroom]", field)
    classes.queryset = classrooms
    classes.choices = [(each.pk, each.name) for each in classrooms]


class OtherClasses(forms.Form):
    """Further classes that get the same work."""

    also = forms.ModelMultipleChoiceField(
        Classroom.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("Also to"),
    )

    def offer_classes(self, classrooms: QuerySet[Classroom]) -> None:
        """Offer these classes."""
        offer(self.fields["also"], classrooms)

    @property
    def has_other_classes(self) -> bool:
        """Whether there is another class to offer."""
        return bool(cast(forms.ChoiceField, self.fields["also"]).choices)


class GroupForm(OtherClasses, DatesForm):
    """Who of the class gets the work: everyone, or the students ticked. A group is of one class."""

    group = forms.ChoiceField(
        choices=[("all", gettext_lazy("everyone")), ("some", gettext_lazy("some students"))],
        required=False,
        initial="all",
        widget=forms.RadioSelect,
        label=gettext_lazy("For whom"),
    )
    students = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("Students who get it"),
    )

    def offer_students(self, classroom: Classroom) -> None:
        """Offer the students of the class by name."""
        members = Membership.objects.filter(classroom=classroom, student__role=User.Role.STUDENT)
        students = sorted(members.select_related("student"), key=lambda each: name_key(each.shown_name))
        field = cast(forms.MultipleChoiceField, self.fields["students"])
        field.choices = [(each.student_id, each.shown_name) for each in students]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("group") == "some":
            data["also"] = []
            if not data.get("students") and "students" not in self.errors:
                self.add_error("students", _("Tick at least one student."))
        else:
            self.errors.pop("students", None)
            data["students"] = None
        return data

    @property
    def chosen(self) -> list[int] | None:
        """The keys of the students ticked; None for everyone. Call it after `is_valid`."""
        if self.whole:
            return group_of(self.whole)
        return cast("list[int] | None", self.cleaned_data["students"])

    def become_part(self, whole: Assignment) -> None:
        """Ask only for what belongs to a part: dates and students are those of its whole."""
        self.whole = whole
        for name in (*self.DATES, "group", "students", "also"):
            self.fields.pop(name, None)

    def part_fields(self) -> dict[str, Any]:
        """The column that makes a new assignment a part, if it is to be one."""
        return {"whole": self.whole} if self.whole else {}

    def classes_with(self, classroom: Classroom) -> list[Classroom]:
        """This class, and the others that get the same. Call it after `is_valid`."""
        return [classroom, *self.cleaned_data.get("also", [])]


def group_values(assignment: Assignment) -> dict[str, Any]:
    """The form's initial values for the students of a draft."""
    group = group_of(assignment)
    return {} if group is None else {"group": "some", "students": group}


class DuplicateForm(DatesForm):
    """Title, dates and classes of a duplicate: the same class, and dates later by whole weeks, at first."""

    classes = forms.ModelMultipleChoiceField(
        Classroom.objects.none(), widget=forms.CheckboxSelectMultiple, label=gettext_lazy("Classes")
    )

    def __init__(
        self, *args: Any, assignment: Assignment, classrooms: QuerySet[Classroom], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["classes"], classrooms)
        self.fields["classes"].error_messages["required"] = _("Choose a class.")
        self.policies = [
            assignment.policy,
            *(part.policy for part in assignment.parts.select_related("policy")),
        ]
        if not assignment.has_minutes:
            del self.fields["minutes"]
        weeks = weeks_until_open(assignment, self.now)
        self.initial = {
            "name": assignment.name,
            "classes": [assignment.classroom_id],
            "opens_at": later(assignment.opens_at, weeks) if weeks else None,
            "due_at": assignment.due_at and later(assignment.due_at, weeks),
            "minutes": assignment.minutes,
        }

    def clean(self) -> dict[str, Any]:
        self.cleaned_data.setdefault("minutes", None)
        data = super().clean()
        if not any(name in self.errors for name in self.DATES):
            self.add_errors_of_rules(self.policies)
        return data


def weeks_until_open(assignment: Assignment, now: datetime) -> int:
    """By how many whole weeks to move an assignment so that it is not due before it is given again."""
    weeks = 0
    last = assignment.due_at or assignment.opens_at
    while later(last, weeks) <= now:
        weeks = max(weeks + 1, (now - last).days // 7)
    return weeks


def later(moment: datetime, weeks: int) -> datetime:
    """The same hour of the same day of the week, by the clock of the school."""
    return at_school(timezone.localtime(moment).replace(tzinfo=None) + timedelta(weeks=weeks))


class HandedOutForm(DatesForm):
    """The title and the dates of an assignment that is handed out. Dates in the past may stay."""

    def __init__(self, *args: Any, assignment: Assignment, **kwargs: Any) -> None:
        standing = {name: getattr(assignment, name) for name in ("name", *self.DATES)}
        super().__init__(*args, initial=standing, **kwargs)
        self.assignment = assignment
        if assignment.opens_at <= self.now:
            del self.fields["opens_at"]
        if not assignment.has_minutes:
            # Programs have no beginning that minutes could count from, and drills have times of their own.
            del self.fields["minutes"]

    def clean(self) -> dict[str, Any]:
        self.cleaned_data.setdefault("minutes", self.assignment.minutes)
        self.cleaned_data.setdefault("opens_at", self.assignment.opens_at)
        data = super().clean()
        if "due_at" not in self.changed_data:
            self.errors.pop("due_at", None)
            data["due_at"] = self.assignment.due_at
        return data

    def changes(self) -> dict[str, Any]:
        """The new values of the columns."""
        return {"name": self.cleaned_data["name"], **self.dates()}


class AssignmentForm(HelpRules, InstructionsField, GroupForm, DatesForm, DrawForm):
    """A new assignment or a draft. Folded fields have usable defaults."""

    class Selection:
        DRAWN, NUMBERS, PASTED = "drawn", "numbers", "pasted"

    # The pasted grids, once the form is clean.
    pasted: PastedGrids | None = None
    # Whether the form asks to confirm a long exam.
    asks_long_exam = False

    # `way` and `numbers` replace this field of the draw form.
    number = None  # type: ignore[assignment]

    way = forms.ChoiceField(
        choices=[
            (Selection.DRAWN, gettext_lazy("at random")),
            (Selection.NUMBERS, gettext_lazy("by their numbers")),
            (Selection.PASTED, gettext_lazy("pasted")),
        ],
        initial=Selection.DRAWN,
        widget=forms.RadioSelect,
        label=gettext_lazy("Grids"),
    )
    count = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_GRIDS,
        initial=USUAL_COUNT,
        label=gettext_lazy("How many"),
    )
    share = forms.ChoiceField(
        choices=[
            ("same", gettext_lazy("the same for all")),
            ("equal", gettext_lazy("different, of equal work")),
        ],
        initial="same",
        widget=forms.RadioSelect,
        label=gettext_lazy("For each student"),
    )
    band = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=100,
        initial=10,
        label=gettext_lazy("Difference allowed, in percent"),
        help_text=gettext_lazy("How much the score of one student's grids may be above another's."),
    )
    played_too = forms.BooleanField(
        required=False, label=gettext_lazy("also grids that some students have played before")
    )
    numbers = forms.CharField(
        required=False,
        max_length=400,
        label=gettext_lazy("Numbers"),
        help_text=gettext_lazy("For example 1-5, 12: the numbers of the grids in the collection."),
    )
    grids = forms.CharField(
        required=False,
        max_length=20_000,
        label=gettext_lazy("Grids"),
        widget=forms.Textarea({"rows": 5, "spellcheck": "false", "class": "grid-text"}),
        help_text=gettext_lazy(
            "From a newspaper, a book or another site: 81 cells a line, or nine lines a grid. Grids that are "
            "new here go into your collection “Pasted grids”."
        ),
    )
    PRESETS = (
        ("practice", gettext_lazy("practice")),
        ("homework", gettext_lazy("homework")),
        ("exam", gettext_lazy("exam")),
        ("own", gettext_lazy("rule by rule")),
    )
    preset = forms.ChoiceField(
        choices=PRESETS,
        initial="practice",
        widget=forms.RadioSelect,
        label=gettext_lazy("Help"),
    )
    solution = rule("solution")
    exam_time = forms.ChoiceField(
        choices=[*Assignment.ExamTime.choices, ("", gettext_lazy("until the due date above"))],
        required=False,
        initial=Assignment.ExamTime.HOUR,
        widget=forms.RadioSelect,
        label=gettext_lazy("Length of the exam, once handed out"),
    )
    is_long_exam = forms.BooleanField(
        required=False, label=gettext_lazy("Yes, keep this exam open for more than a day")
    )
    algorithm = forms.ChoiceField(
        choices=[("", ""), *((name, name) for name in ALGORITHMS)],
        required=False,
        label=gettext_lazy("What students do"),
        help_text=gettext_lazy("Instead of playing, students can predict what a solver does next."),
    )
    predictions = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=200,
        initial=10,
        label=gettext_lazy("Predictions for each grid"),
    )

    # Seed of the draw, so that the draft gets the grids that the preview showed.
    seed = forms.IntegerField(required=False, min_value=0, max_value=SEEDS - 1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, teacher: User, now: datetime | None = None, **kwargs: Any) -> None:
        now = now or timezone.now()
        super().__init__(*args, player=teacher, now=now, **kwargs)
        # Tells an unchanged suggestion from a date the teacher entered: an exam replaces only the suggestion.
        self.fields["due_at"].show_hidden_initial = True
        collections = cast("forms.ModelChoiceField[Collection]", self.fields["collection"])
        collections.queryset = Collection.objects.drawable_by(teacher).filter(drawable_count__gt=0)
        algorithm = cast(forms.ChoiceField, self.fields["algorithm"])
        solvers = [(name, _(each.title)) for name, each in ALGORITHMS.items()]
        algorithm.choices = [("", _("play the grids")), *solvers]
        self.initial = {
            "name": usual_name(_("Grids of %(day)s"), now),
            "due_at": in_a_week(now),
            "seed": random.randrange(SEEDS),
            **self.initial,
        }
        if self.initial.get("way") == self.Selection.PASTED and not self.initial.get("grids"):
            self.fields["grids"].widget.attrs["autofocus"] = True
        for name, value in PRACTICE.items():
            if name in self.fields:
                self.initial.setdefault(name, value)

    def become_part(self, whole: Assignment) -> None:
        """The same; no part is an exam."""
        super().become_part(whole)
        preset = cast(forms.ChoiceField, self.fields["preset"])
        preset.choices = [(name, label) for name, label in self.PRESETS if name != "exam"]

    def clean(self) -> dict[str, Any]:
        self._date_exam()
        super().clean()
        self._forget_unasked()
        self._refuse_long_exam()
        self.refuse_contradictions()
        if not self.errors:
            self._read_source()
        return self.cleaned_data

    def _date_exam(self) -> None:
        """Set the due date of an exam, unless the teacher has entered one."""
        data = self.cleaned_data
        length = data.get("exam_time")
        is_dated = "due_at" in self.changed_data or any(name in self.errors for name in self.DATES)
        if data.get("preset") != "exam" or data.get("algorithm") or not length or is_dated:
            data["exam_time"] = ""
            return
        if length != Assignment.ExamTime.HOUR and not data.get("minutes"):
            data["minutes"] = int(length)
        begins = data.get("opens_at") or self.now
        data["due_at"] = Assignment.exam_end(length, begins=begins, minutes=data.get("minutes"))

    def _refuse_long_exam(self) -> None:
        """Ask to confirm an exam of more than a day."""
        data = self.cleaned_data
        opens, due = data.get("opens_at") or self.now, data.get("due_at")
        self.asks_long_exam = bool(data.get("preset") == "exam" and due and due - opens > LONG_EXAM)
        if self.asks_long_exam and not data.get("is_long_exam"):
            self.add_error(
                "is_long_exam",
                _("This exam stays open for more than a day, at home too. Is that what you want?"),
            )

    def _forget_unasked(self) -> None:
        """Drop the values and errors of fields that do not belong to the choices made."""
        data, unasked = self.cleaned_data, ["seed"]
        if data.get("algorithm"):
            # Predictions have no help, so the preset of help is ignored.
            self.errors.pop("preset", None)
            data["preset"] = "practice"
        if data.get("way") != self.Selection.DRAWN:
            unasked += ["count", "band", *self.CRITERIA]
        if data.get("share") == "same":
            unasked.append("band")
        if data.get("preset") in PRESETS:
            unasked += self.RULES
        if not data.get("algorithm"):
            unasked.append("predictions")
        for name in unasked:
            if self.errors.pop(name, None):
                data[name] = None

    @property
    def is_blank(self) -> bool:
        """Whether the grids are still to be written."""
        field = {self.Selection.NUMBERS: "numbers", self.Selection.PASTED: "grids"}.get(self["way"].value())
        return field is not None and not self[field].value()

    @property
    def has_criteria(self) -> bool:
        """Whether the folded part of the form has values or errors."""
        folded = ("hardest", "score_from", "score_to", "clues_from", "clues_to", "played_too")
        return any(self[name].value() not in (None, "", False) or self[name].errors for name in folded)

    # The rules of help

    def rules(self) -> dict[str, Any]:
        """The rules of the preset, or those chosen one by one."""
        preset = PRESETS.get(self.cleaned_data.get("preset", ""))
        if preset:
            return dict(preset)
        return settled({**super().rules(), "is_exam": False})

    def refuse_contradictions(self) -> None:
        """Add errors for rules that contradict each other or the dates."""
        if any(name in self.errors for name in (*self.DATES, "preset")):
            return
        super().refuse_contradictions()
        if any(name in self.errors for name in self.RULES):
            return
        found = date_contradictions(self.rules(), **self.dates())
        if self.cleaned_data["preset"] == "homework" and "solution" in found:
            found["due_at"] = found.pop("solution")
        for name, sentence in found.items():
            self.add_error(name if name in self.fields else None, sentence)

    def policy(self) -> HelpPolicy:
        return policy_with(**self.rules())

    # The grids

    def source(self) -> Source:
        """The source, without pasted grids that are new to the site. Call it after `is_valid`."""
        return cast(Source, self._source)

    def stored_source(self, teacher: User) -> Source:
        """The source; pasted grids that are new to the site are stored. Raises PastedGridError."""
        return self.pasted.store(teacher) if self.pasted else self.source()

    def rng(self) -> random.Random | None:
        """The source of randomness of the draw. None without a seed."""
        seed = self.cleaned_data["seed"]
        return None if seed is None else random.Random(seed)

    def _read_source(self) -> None:
        read = {
            self.Selection.DRAWN: self._drawn,
            self.Selection.NUMBERS: self._numbered,
            self.Selection.PASTED: self._pasted,
        }
        self._source = read[self.cleaned_data["way"]]()

    def _drawn(self) -> Source | None:
        data = self.cleaned_data
        if not data["count"]:
            self.add_error("count", _("Enter the number of grids."))
            return None
        band = data["band"] if data["share"] == "equal" else None
        if data["share"] == "equal" and band is None:
            self.add_error("band", _("Enter the difference allowed, in percent."))
        return Source(
            collections=(data["collection"].pk,) if data["collection"] else (),
            count=data["count"],
            criteria=self.criteria(),
            band=band,
            played_too=data["played_too"],
        )

    def _numbered(self) -> Source | None:
        collection = self.cleaned_data["collection"]
        if not collection:
            self.add_error("collection", _("Choose the collection of the grids."))
            return None
        try:
            return Source(puzzles=numbered_puzzles(collection, self.cleaned_data["numbers"]))
        except SourceError as error:
            self.add_error("numbers", str(error))
            return None

    def _pasted(self) -> Source | None:
        try:
            self.pasted = read_pasted(self.cleaned_data["grids"])
            return self.pasted.known_source
        except SourceError as error:
            self.add_error("grids", str(error))
            return None

    def fields_of_assignment(self) -> dict[str, Any]:
        """The columns of the assignment, except the source."""
        data = self.cleaned_data
        return {
            **self.dates(),
            "name": data["name"],
            "policy": self.policy(),
            "algorithm": data["algorithm"],
            "predictions": data["predictions"] or 10,
            "exam_time": data["exam_time"],
            "instructions": data["instructions"],
        }


class OwnDateForm(forms.Form):
    """A due date for one student."""

    due_at = SchoolTimeField(required=False, label=gettext_lazy("Own due date"))


def draft_values(assignment: Assignment) -> dict[str, Any]:
    """The form's initial values for a draft."""
    source = Source.from_json(assignment.source)
    policy = assignment.policy
    rules = {name: getattr(policy, name) for name in PRACTICE}
    preset = next((name for name, preset in PRESETS.items() if preset == rules), "own")
    values = {
        name: getattr(assignment, name)
        for name in ("name", "due_at", "minutes", "exam_time", "algorithm", "predictions", "instructions")
    }
    if values["exam_time"] == str(assignment.minutes):
        # They come from the chosen exam time, and change with it.
        values["minutes"] = None
    values |= {name: getattr(source.criteria, name) for name in DrawForm.CRITERIA}
    values |= rules | {
        "preset": preset,
        "way": AssignmentForm.Selection.DRAWN,
        "played_too": source.played_too,
    }
    values["opens_at"] = assignment.opens_at if assignment.opens_at > timezone.now() else None
    values["share"] = "same" if source.is_same_for_all else "equal"
    if source.band is not None:
        values["band"] = source.band
    if source.is_drawn:
        values |= {"count": source.count, "collection": next(iter(source.collections), None)}
    else:
        values |= {"way": "pasted", "grids": "\n".join(source.givens())}
    return values | group_values(assignment)
