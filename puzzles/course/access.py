"""Access to reference texts: always, after the student's own version passes, from a date, or never.

Teachers read everything. The strictest rule of a student's classes counts, so that joining another class with
a code opens nothing. A student without a class reads an exercise's reference once their
own version passes, or after they asked for it, which is recorded.
"""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from accounts.models import Classroom, User

from .models import EXERCISES, ExerciseProgress, ReferenceRule, ReferenceShown, exercise_of

Opens = ReferenceRule.Opens


@dataclass(frozen=True, slots=True)
class ReferenceAccess:
    """Access of one person to the reference of one worksheet, at one moment.

    `rule` is the rule in force, `opens_at` its date, `shown` and `passed` the person's exercises.
    `may_ask`: a closed exercise opens when its reader asks for it.
    """

    worksheet: str
    rule: str
    opens_at: datetime | None = None
    passed: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()
    may_ask: bool = False

    @property
    def closed(self) -> frozenset[str]:
        """The exercises whose reference is closed."""
        if self.rule == Opens.ALWAYS:
            return frozenset()
        return frozenset(key for key in EXERCISES.get(self.worksheet, {}) if not self.is_open(key))

    @property
    def is_whole(self) -> bool:
        """Whether the whole text is open."""
        return not self.closed

    def is_open(self, key: str) -> bool:
        if self.rule == Opens.ALWAYS:
            return True
        if self.rule == Opens.AFTER_PASS:
            return key in self.passed or key in self.shown
        return False

    def is_function_open(self, function: str) -> bool:
        """Whether a function of the text may be read; one that answers no exercise always may."""
        key = exercise_of(self.worksheet, function)
        return key is None or self.is_open(key)


def reference_access(user: User, worksheet: str, now: datetime | None = None) -> ReferenceAccess:
    """The person's access to the worksheet's reference text."""
    if user.is_teacher or user.is_superuser or worksheet not in EXERCISES:
        return ReferenceAccess(worksheet, Opens.ALWAYS)
    rule, has_class = rule_for(user, now or timezone.now())
    if rule.opens != Opens.AFTER_PASS:
        return ReferenceAccess(worksheet, rule.opens, rule.opens_at)
    passed = ExerciseProgress.objects.filter(student=user).of_worksheet(worksheet).passed()
    shown = ReferenceShown.objects.filter(student=user, worksheet=worksheet)
    return ReferenceAccess(
        worksheet,
        Opens.AFTER_PASS,
        passed=frozenset(passed.values_list("exercise", flat=True)),
        shown=frozenset() if has_class else frozenset(shown.values_list("exercise", flat=True)),
        may_ask=not has_class,
    )


def may_see_reference(user: User, worksheet: str, key: str | None = None) -> bool:
    """Whether this person may read the reference of an exercise, or of the whole worksheet."""
    access = reference_access(user, worksheet)
    return access.is_whole if key is None else access.is_open(key)


def rule_for(user: User, now: datetime) -> tuple[ReferenceRule, bool]:
    """The rule in force for a student, and whether it is that of a class."""
    classes = list(
        Classroom.objects.filter(memberships__student=user, archived_at=None).select_related("reference_rule")
    )
    if not classes:
        return ReferenceRule(opens=Opens.AFTER_PASS), False
    rules = [getattr(each, "reference_rule", ReferenceRule(opens=Opens.ALWAYS)) for each in classes]
    return max((_as_of(rule, now) for rule in rules), key=_strictness), True


def _as_of(rule: ReferenceRule, now: datetime) -> ReferenceRule:
    """The rule as it works now: a date that has passed is the same as always."""
    return ReferenceRule(opens=Opens.ALWAYS) if rule.is_open_at(now) else rule


def _strictness(rule: ReferenceRule) -> tuple[int, float]:
    order = (Opens.ALWAYS, Opens.AFTER_PASS, Opens.FROM_DATE, Opens.NEVER)
    return order.index(Opens(rule.opens)), rule.opens_at.timestamp() if rule.opens_at else 0.0
