"""Reports to print: what one student, or a whole class, did in a period."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from django.db.models import Count, Sum
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from puzzles.course.models import EXERCISES, ExerciseProgress
from puzzles.course.pages.worksheets import sheet_name
from puzzles.engine import CATALOGUE
from puzzles.library.pages.difficulty import technique_name
from puzzles.play.models import Attempt, TechniqueProgress
from puzzles.play.models.review import Mastery
from puzzles.training.pages.growth import Growth, growth_of

from ..models import Assignment
from ..services.competences import StudentLevel, levels_of
from ..services.following.live import members_of
from ..services.grades import FinalGrade, GradeRule, final_grade
from ..services.periods import Period
from ..services.results import results_of

# Older assignments of the period are left out.
MOST_ASSIGNMENTS = 60
TO_COME = (Assignment.Status.WAITING, Assignment.Status.RUNNING)


@dataclass(frozen=True)
class ReportLine:
    """An assignment of a student: `done` of `total` grids, runs, exercises or positions.

    `grade` is None before the due date, and in exams whose results are not released.
    """

    assignment: Assignment
    done: int
    total: int
    grade: FinalGrade | None


@dataclass
class StudentReport:
    """What a student did. `mean` is the mean of the grades, each out of 20."""

    member: Membership
    lines: dict[int, ReportLine] = field(default_factory=dict)
    mean: Decimal | None = None
    solved: int = 0
    time_ms: int = 0
    exercises: list[tuple[str, int, int]] = field(default_factory=list)
    mastered: list[str] = field(default_factory=list)
    practised: list[str] = field(default_factory=list)
    levels: list[StudentLevel] = field(default_factory=list)
    growth: Growth | None = None

    @property
    def passed(self) -> int:
        """The number of exercises passed."""
        return sum(passed for _title, passed, _total in self.exercises)


@dataclass(frozen=True)
class ClassReport:
    """The reports of a class by name. A cell of the table is a line, or None without the assignment."""

    classroom: Classroom
    period: Period
    assignments: list[Assignment]
    reports: list[StudentReport]

    @property
    def rows(self) -> list[tuple[StudentReport, list[ReportLine | None]]]:
        return [(each, [each.lines.get(one.pk) for one in self.assignments]) for each in self.reports]


def class_report(classroom: Classroom, period: Period, *, teacher: User, username: str = "") -> ClassReport:
    """The report of a class, or with `username` of one student of it, with the teacher's competences."""
    members = sorted(members_of(classroom), key=lambda member: member.sort_key)
    if username:
        members = [member for member in members if member.student.username == username]
    reports = {member.student_id: StudentReport(member) for member in members}
    given = (
        Assignment.objects.handed_out()
        .listed()
        .filter(classroom=classroom, opens_at__gte=period.begins, opens_at__lt=period.ends)
    )
    newest = list(given.select_related("policy", "classroom").order_by("-opens_at", "-pk")[:MOST_ASSIGNMENTS])
    assignments = newest[::-1]
    add_assignments(reports, assignments)
    add_play(reports, period)
    add_exercises(reports, period)
    progress = TechniqueProgress.objects.of_many(reports)
    levels = levels_of(teacher=teacher, students=list(reports))
    for key, each in reports.items():
        each.levels = [level for level in levels[key] if level.value]
        each.mean = mean_of_twenty(each.lines.values())
        each.mastered, each.practised = techniques_of(progress.get(key, {}))
    return ClassReport(classroom, period, assignments, list(reports.values()))


def with_growth(report: ClassReport) -> ClassReport:
    """The same, with the growth of each student: one query each."""
    for each in report.reports:
        each.growth = growth_of(each.member.student)
    return report


def add_assignments(reports: Mapping[int, StudentReport], assignments: Sequence[Assignment]) -> None:
    now = timezone.now()
    for assignment in assignments:
        rule = GradeRule.of(assignment)
        is_running = assignment.due_at is not None and assignment.status(now) in TO_COME
        is_to_come = is_running or assignment.is_unreleased_exam
        for result in results_of(assignment, now):
            report = reports.get(result.assignee.student_id)
            if report:
                grade = None if is_to_come else final_grade(result, rule, now)
                line = ReportLine(assignment, result.done, result.total, grade)
                report.lines[assignment.pk] = line


def add_play(reports: Mapping[int, StudentReport], period: Period) -> None:
    """Grids solved in the period, outside of unreleased exams, and the time they took."""
    solved = Attempt.objects.filter(
        player__in=list(reports),
        state=Attempt.State.SOLVED,
        is_practice=False,
        finished_at__gte=period.begins,
        finished_at__lt=period.ends,
    )
    sums = solved.order_by().values("player").annotate(count=Count("pk"), time_ms=Sum("elapsed_ms"))
    for row in sums:
        reports[row["player"]].solved, reports[row["player"]].time_ms = row["count"], row["time_ms"]


def add_exercises(reports: Mapping[int, StudentReport], period: Period) -> None:
    passed = ExerciseProgress.objects.filter(
        student__in=list(reports), passed_at__gte=period.begins, passed_at__lt=period.ends
    )
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for student, worksheet in passed.order_by().values_list("student", "worksheet"):
        counts[student][worksheet] += 1
    for student, found in counts.items():
        reports[student].exercises = [
            (sheet_name(name), found[name], len(EXERCISES[name])) for name in EXERCISES if found[name]
        ]


def techniques_of(progress: Mapping[str, Mastery]) -> tuple[list[str], list[str]]:
    """The names of the techniques mastered, and of those in practice, easiest first."""
    known = [(technique.id, progress[technique.id]) for technique in CATALOGUE if technique.id in progress]
    mastered = [technique_name(name) for name, mastery in known if mastery.is_mastered]
    return mastered, [technique_name(name) for name, mastery in known if not mastery.is_mastered]


def mean_of_twenty(lines: Iterable[ReportLine]) -> Decimal | None:
    """The mean of the grades that count, each out of 20; None without any."""
    grades = [line.grade for line in lines if line.grade and line.grade.value is not None]
    if not grades:
        return None
    total = sum((Decimal(20) * (grade.value or 0) / grade.scale for grade in grades), Decimal(0))
    return (total / len(grades)).quantize(Decimal("0.1"))
