"""What students have of an assignment of exercises: the version that counts, its verdicts, their progress."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Count, Max, Q

from puzzles.assignments.models import Assignment

from ..models import ExerciseProgress, JudgedExercise, Submission


@dataclass(slots=True)
class StudentExercises:
    """One student: the newest version that counts, if there is one, and how many versions there are.

    `verdicts` are those of that version, by exercise, the teacher's browser last.
    """

    newest: Submission | None = None
    versions: int = 0
    trials: int = 0
    verdicts: Mapping[str, list[JudgedExercise]] = field(default_factory=dict)
    progress: Mapping[str, ExerciseProgress] = field(default_factory=dict)

    def verdict(self, exercise: str) -> JudgedExercise | None:
        """The verdict on the version handed in: the teacher's browser outweighs the student's."""
        found = self.verdicts.get(exercise)
        return found[-1] if found else None

    def is_passed(self, exercise: str) -> bool:
        """Whether the version handed in passes; without a verdict on it, whether the student ever passed."""
        if judged := self.verdict(exercise):
            return judged.is_passed
        tried = self.progress.get(exercise)
        return tried is not None and tried.passed_at is not None

    def is_begun(self, exercise: str) -> bool:
        """Whether the exercise was tried, or a program handed in."""
        tried = self.progress.get(exercise)
        return self.newest is not None or (tried is not None and tried.status in ("tried", "passed"))


def exercises_of_class(assignment: Assignment, present: Collection[int]) -> Mapping[int, StudentExercises]:
    """Student -> their exercises: four queries that read no program.

    Progress is not of one class: only that of the `present` students is read, and of former ones only the
    programs handed in belong to this class.
    """
    found: dict[int, StudentExercises] = defaultdict(StudentExercises)
    for key, own in _handed_in(assignment).items():
        found[key] = own
    verdicts = _verdicts([own.newest for own in found.values() if own.newest])
    for own in found.values():
        own.verdicts = verdicts.get(own.newest.pk, {}) if own.newest else {}
    for key, progress in _progress(assignment, present).items():
        found[key].progress = progress
    return found


def _handed_in(assignment: Assignment) -> dict[int, StudentExercises]:
    """Student -> versions. Two queries, each with one row a student."""
    rows = Submission.objects.filter(assignment=assignment)
    sums = list(
        rows.order_by()
        .values("student")
        .annotate(
            newest=Max("pk", filter=Q(is_trial=False)),
            count=Count("pk", filter=Q(is_trial=False)),
            trials=Count("pk", filter=Q(is_trial=True)),
        )
    )
    newest = Submission.objects.only("student", "created_at", "is_late").in_bulk(
        [each["newest"] for each in sums if each["newest"]]
    )
    return {
        each["student"]: StudentExercises(newest.get(each["newest"]), each["count"], each["trials"])
        for each in sums
    }


def _verdicts(submissions: Sequence[Submission]) -> dict[int, dict[str, list[JudgedExercise]]]:
    """Submission -> exercise -> its verdicts, the teacher's browser last."""
    found: dict[int, dict[str, list[JudgedExercise]]] = {}
    rows = JudgedExercise.objects.filter(submission__in=[each.pk for each in submissions]).defer("details")
    for row in sorted(rows, key=lambda row: row.is_confirmed):
        found.setdefault(row.submission_id, {}).setdefault(row.exercise, []).append(row)
    return found


def _progress(assignment: Assignment, students: Collection[int]) -> dict[int, dict[str, ExerciseProgress]]:
    found: dict[int, dict[str, ExerciseProgress]] = {}
    rows = ExerciseProgress.objects.of_worksheet(assignment.worksheet).filter(student__in=list(students))
    for row in rows:
        found.setdefault(row.student_id, {})[row.exercise] = row
    return found
