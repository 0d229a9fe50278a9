"""Puzzles, collections, and the imported files."""

from collections.abc import Collection as Several
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from puzzles.engine.similarity import canonical_key

from .jobs import Job, JobQuerySet, OwnedQuerySet
from .policies import HelpPolicy


class PuzzleQuerySet(models.QuerySet["Puzzle"]):
    def same_solution_as(self, puzzle_ids: Several[int]) -> Self:
        """Puzzles whose solution is that of one of these, or equivalent to it; these are among them.

        Equivalent: transposed, permuted, relabelled. A puzzle without exactly one solution is never found.
        """
        these = Puzzle.objects.filter(pk__in=puzzle_ids).order_by()
        return self.filter(canonical_key__in=these.values("canonical_key"))


class Puzzle(models.Model):
    """A grid of givens, shared by all collections with it."""

    class SolvingClass(models.TextChoices):
        SIMPLE = "simple", _("simple")
        SINGLES = "singles", _("singles")
        HARDER = "harder", _("harder")

    givens = models.CharField(_("givens"), max_length=81)
    clue_count = models.PositiveSmallIntegerField(_("clues"))
    solution_count = models.PositiveSmallIntegerField(
        _("solutions"), help_text=_("0, 1, or 2 for two or more.")
    )
    solution = models.CharField(max_length=81, blank=True, editable=False)
    # Equal where solutions are equivalent: see engine/similarity.py. A hash, because the 81 digits and their
    # index would take 180 bytes a puzzle; this takes 30.
    canonical_key = models.BigIntegerField(null=True, editable=False)
    solving_class = models.CharField(_("class"), max_length=8, choices=SolvingClass, blank=True)
    tier = models.PositiveSmallIntegerField(_("tier"), null=True)
    score = models.PositiveIntegerField(_("score"), null=True)
    hardest = models.CharField(_("hardest technique"), max_length=40, blank=True)
    # Approximate SE rating (Sudoku Explainer).
    rating = models.DecimalField(_("rating"), max_digits=3, decimal_places=1, null=True)
    technique_counts = models.JSONField(null=True, editable=False)
    # Version of the grader: a later one grades again.
    grader = models.PositiveSmallIntegerField(null=True, editable=False)

    objects = PuzzleQuerySet.as_manager()

    class Meta:
        verbose_name = _("puzzle")
        verbose_name_plural = _("puzzles")
        constraints = [
            # Not `unique=True`, which gives PostgreSQL a second index for LIKE, used by no query.
            models.UniqueConstraint(fields=["givens"], name="puzzle_givens_once"),
            models.CheckConstraint(condition=Q(clue_count__lte=81), name="puzzle_clue_count_at_most_81"),
            models.CheckConstraint(condition=Q(solution_count__lte=2), name="puzzle_solution_count_0_1_2"),
            models.CheckConstraint(
                condition=(Q(solution_count=1) & ~Q(solution="") & ~Q(solving_class=""))
                | (~Q(solution_count=1) & Q(solution="") & Q(solving_class="")),
                name="puzzle_solution_exactly_when_unique",
            ),
            models.CheckConstraint(
                condition=Q(solution_count=1, canonical_key__isnull=False)
                | (~Q(solution_count=1) & Q(canonical_key__isnull=True)),
                name="puzzle_canonical_key_exactly_when_unique",
            ),
            models.CheckConstraint(
                condition=Q(tier__isnull=True) | Q(tier__range=(1, 5)), name="puzzle_tier_1_to_5"
            ),
            models.CheckConstraint(
                condition=Q(tier__isnull=True, score__isnull=True, rating__isnull=True, grader__isnull=True)
                | Q(tier__isnull=False, score__isnull=False, rating__isnull=False, grader__isnull=False),
                name="puzzle_graded_whole_or_not",
            ),
        ]
        indexes = [
            # Puzzles that are not offered have no class: they are apart in this index.
            models.Index(
                fields=["solving_class", "id"], condition=Q(tier__isnull=True), name="puzzle_to_grade"
            ),
            models.Index(fields=["tier", "score"], name="puzzle_by_grade"),
            models.Index(fields=["hardest", "score"], name="puzzle_by_hardest"),
            models.Index(fields=["clue_count"], name="puzzle_by_clues"),
            models.Index(
                fields=["canonical_key"],
                condition=Q(canonical_key__isnull=False),
                name="puzzle_by_canonical_key",
            ),
            models.Index(fields=["grader"], condition=Q(grader__isnull=False), name="puzzle_by_grader"),
        ]

    def __str__(self) -> str:
        return self.givens

    def save(self, *args: Any, **options: Any) -> None:
        if self._state.adding and self.solution and self.canonical_key is None:
            self.canonical_key = canonical_key(self.solution)
        super().save(*args, **options)

    @property
    def is_graded(self) -> bool:
        return self.tier is not None

    @property
    def is_offered(self) -> bool:
        """Whether players may get it: only with exactly one solution."""
        return self.solution_count == 1


class PuzzleTechnique(models.Model):
    """A technique on the solution path of a puzzle, to find puzzles by.

    Full houses and hidden singles are on nearly every path: they are only in `technique_counts`.
    """

    technique = models.CharField(_("technique"), max_length=40)
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="techniques", db_index=False)

    class Meta:
        verbose_name = _("technique of a puzzle")
        verbose_name_plural = _("techniques of puzzles")
        constraints = [
            models.UniqueConstraint(fields=["technique", "puzzle"], name="puzzle_technique_once"),
        ]
        indexes = [models.Index(fields=["puzzle"], name="puzzle_technique_by_puzzle")]

    def __str__(self) -> str:
        return f"{self.puzzle_id}: {self.technique}"


class CollectionQuerySet(OwnedQuerySet["Collection"]):
    def drawable_by(self, user: models.Model) -> Self:
        """Collections this user may draw from: public ones, their teachers' and their own."""
        return self.filter(
            Q(audience=Collection.Audience.EVERYONE)
            | Q(audience=Collection.Audience.CLASSES, owner__classrooms__students=user)
            | Q(owner=user)
        ).distinct()

    def drawable_in(self, classroom: models.Model) -> Self:
        """Collections that every student of this class may draw from: public ones and its teachers'."""
        return self.filter(
            Q(audience=Collection.Audience.EVERYONE)
            | Q(audience=Collection.Audience.CLASSES, owner__classrooms=classroom)
        ).distinct()

    def shared_with(self, teacher: models.Model) -> Self:
        """The collections of others that everybody may draw from."""
        return self.filter(audience=Collection.Audience.EVERYONE).exclude(owner=teacher)

    def visible_to(self, teacher: User) -> Self:
        """The collections that this teacher may change, and those shared with everybody."""
        return self.managed_by(teacher) | self.filter(audience=Collection.Audience.EVERYONE)

    def counted_in_part(self) -> Self:
        """Collections with grids that are not counted by tier yet."""
        return self.filter(graded_count__lt=models.F("drawable_count"))


class Collection(models.Model):
    """A named list of puzzles in a fixed order, filled by imports or by generation.

    `graded_count`, `tier_counts` and `technique_counts` are counted in the background; they are complete once
    `graded_count` reaches `drawable_count`.
    """

    class Audience(models.TextChoices):
        EVERYONE = "everyone", _("every student")
        CLASSES = "classes", _("the students of the owner's classes")
        NOBODY = "nobody", _("nobody: for assignments only")

    name = models.CharField(_("name"), max_length=120)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="collections", verbose_name=_("owner")
    )
    audience = models.CharField(
        _("who may draw from it"), max_length=8, choices=Audience, default=Audience.CLASSES
    )
    policy = models.ForeignKey(
        HelpPolicy, models.PROTECT, related_name="collections", verbose_name=_("help policy")
    )
    entry_count = models.PositiveIntegerField(_("grids"), default=0, editable=False)
    drawable_count = models.PositiveIntegerField(_("grids to play"), default=0, editable=False)
    graded_count = models.PositiveIntegerField(_("graded"), default=0, editable=False)
    # Tier -> how many playable grids, at the last count; the keys are strings, as JSON has no others.
    tier_counts = models.JSONField(default=dict, editable=False)
    # Technique -> how many playable grids have it on their solution path.
    technique_counts = models.JSONField(default=dict, editable=False)
    tiers_counted_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(_("created on"), default=timezone.now, editable=False)

    objects = CollectionQuerySet.as_manager()

    class Meta:
        verbose_name = _("collection")
        verbose_name_plural = _("collections")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "name"], name="collection_name_once_per_owner"),
            models.CheckConstraint(
                condition=Q(drawable_count__lte=models.F("entry_count")),
                name="collection_drawable_at_most_entries",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("play:collection", args=[self.pk])

    @property
    def is_for_everyone(self) -> bool:
        return self.audience == self.Audience.EVERYONE


class EntryQuerySet(OwnedQuerySet["Entry"]):
    owner_path = "collection__owner"

    def drawable(self) -> Self:
        """Entries that a draw may give: one for each puzzle of a collection that has exactly one solution."""
        return self.filter(position__isnull=False)

    def of_import(self, puzzle_import: "PuzzleImport") -> Self:
        """The entries that this file brought, in the order of the file."""
        first = puzzle_import.number_offset + 1
        last = puzzle_import.number_offset + puzzle_import.grid_count
        entries = self.filter(collection=puzzle_import.collection_id, number__range=(first, last))
        return entries.select_related("puzzle").order_by("number")


class Entry(models.Model):
    """A puzzle in a collection.

    `number` is the grid's number in its file, kept when neighbours are rejected. `position` is dense,
    1 to `collection.drawable_count`, over the puzzles that may be drawn (one solution, each once), else null.
    """

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="entries", db_index=False)
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField(_("grid number"))
    line = models.PositiveIntegerField(_("line of the file"))
    position = models.PositiveIntegerField(null=True, editable=False)
    # On import, another grid that its owner sees had an equivalent solution.
    is_similar = models.BooleanField(db_default=False, editable=False)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("grid of a collection")
        verbose_name_plural = _("grids of collections")
        ordering = ["collection", "number"]
        constraints = [
            models.UniqueConstraint(fields=["collection", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["collection", "position"], name="entry_position_once"),
            models.UniqueConstraint(
                fields=["collection", "puzzle"],
                condition=Q(position__isnull=False),
                name="entry_one_position_per_puzzle",
            ),
        ]
        indexes = [
            models.Index(
                fields=["collection", "number"], condition=Q(is_similar=True), name="entry_similar_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.collection} {self.number}"


class PuzzleImport(Job):
    """One uploaded file on its way into a collection.

    `checkpoint` is the state of the file's reader after `bytes_read` bytes. `batches` counts the stored
    batches, `takeovers` the workers that died since the last one. `number_offset` is how many numbers earlier
    files took in the collection.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    counter = "batches"

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="imports")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_imports")
    file_name = models.CharField(_("file"), max_length=200)
    size = models.PositiveBigIntegerField(_("bytes"))
    sha256 = models.CharField(max_length=64)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    bytes_read = models.PositiveBigIntegerField(default=0)
    checkpoint = models.JSONField(null=True)
    batches = models.PositiveIntegerField(default=0, editable=False)
    takeovers = models.PositiveSmallIntegerField(default=0, editable=False)
    number_offset = models.PositiveIntegerField(default=0, editable=False)
    grid_count = models.PositiveIntegerField(_("grids in the file"), default=0, editable=False)
    accepted = models.PositiveIntegerField(_("new grids"), default=0)
    known = models.PositiveIntegerField(_("already there"), default=0)
    rejected = models.PositiveIntegerField(_("rejected"), default=0)
    several_solutions = models.PositiveIntegerField(_("with several solutions"), default=0)
    no_solution = models.PositiveIntegerField(_("without a solution"), default=0)
    similar = models.PositiveIntegerField(_("same solution as another grid"), default=0)
    failure = models.CharField(_("reason for the failure"), max_length=40, blank=True)
    created_at = models.DateTimeField(_("uploaded"), default=timezone.now, editable=False)

    objects = JobQuerySet["PuzzleImport"].as_manager()

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["done", "failed"], finished_at__isnull=False)
                | Q(state__in=["waiting", "running"], finished_at__isnull=True),
                name="import_finished_has_a_time",
            ),
            models.CheckConstraint(
                condition=Q(bytes_read__lte=models.F("size")), name="import_read_at_most_its_size"
            ),
        ]

    def __str__(self) -> str:
        return self.file_name

    def get_absolute_url(self) -> str:
        return reverse("library:import", args=[self.pk])

    @property
    def percent_read(self) -> int:
        """How much of the file has been read, 0-100."""
        return 100 * self.bytes_read // self.size if self.size else 0


class ImportChunk(models.Model):
    """A part of an uploaded file, in the database so that any worker can read it."""

    SIZE = 256 * 1024

    puzzle_import = models.ForeignKey(PuzzleImport, models.CASCADE, related_name="chunks", db_index=False)
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["puzzle_import", "number"]
        constraints = [
            models.UniqueConstraint(fields=["puzzle_import", "number"], name="chunk_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.puzzle_import} {self.number}"


class RejectedLine(models.Model):
    """A rejected line of a file, and why."""

    puzzle_import = models.ForeignKey(
        PuzzleImport, models.CASCADE, related_name="rejected_lines", db_index=False
    )
    line = models.PositiveIntegerField(_("line"))
    column = models.PositiveIntegerField(_("column"), null=True)
    number = models.PositiveIntegerField(_("grid number"), null=True)
    reason = models.CharField(_("reason"), max_length=40)
    details = models.JSONField(default=dict)
    excerpt = models.CharField(_("start of the line"), max_length=100, blank=True)

    class Meta:
        ordering = ["puzzle_import", "line", "pk"]
        indexes = [models.Index(fields=["puzzle_import", "line"], name="rejected_line_in_order")]

    def __str__(self) -> str:
        return f"{self.puzzle_import}: {self.line}"
