"""The technique grid: which student of a class has mastered which technique."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from itertools import groupby

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Classroom, Membership
from puzzles.engine import CATALOGUE
from puzzles.library.pages.csv import Cell
from puzzles.library.pages.difficulty import technique_name, tier_label
from puzzles.play.models import TechniqueProgress
from puzzles.play.models.review import Mastery

from ..services.drills import drilled_techniques
from ..services.following.live import members_of


@dataclass(frozen=True)
class TechniqueColumn:
    """A technique, how many students have mastered it, and whether there are positions to give."""

    id: str
    name: str
    mastered: int
    has_positions: bool


@dataclass(frozen=True)
class TechniqueTier:
    """The techniques of a tier that a student has met."""

    name: str
    columns: list[TechniqueColumn]


@dataclass(frozen=True)
class TechniqueRow:
    """A student's mastery of each technique, None for new ones."""

    member: Membership
    name: str
    cells: list[Mastery | None]
    mastered: int


@dataclass(frozen=True)
class TechniquePage:
    tiers: list[TechniqueTier]
    rows: list[TechniqueRow]

    @property
    def columns(self) -> list[TechniqueColumn]:
        return [column for tier in self.tiers for column in tier.columns]


def technique_page(classroom: Classroom) -> TechniquePage:
    """The students of a class by name, and the techniques that one of them has met, easiest first."""
    members = members_of(classroom)
    progress = TechniqueProgress.objects.of_many([member.student_id for member in members])
    positions = drilled_techniques()
    met = {technique for found in progress.values() for technique in found}
    columns = [technique for technique in CATALOGUE if technique.id in met]
    keys = [technique.id for technique in columns]
    rows = [technique_row(member, progress.get(member.student_id, {}), keys) for member in members]
    tiers = [
        TechniqueTier(
            capfirst(tier_label(tier)),
            [column_of(each.id, progress.values(), positions) for each in group],
        )
        for tier, group in groupby(columns, key=lambda technique: technique.tier)
    ]
    return TechniquePage(tiers, sorted(rows, key=lambda row: row.member.sort_key))


def technique_row(member: Membership, found: dict[str, Mastery], techniques: list[str]) -> TechniqueRow:
    cells = [found.get(technique) for technique in techniques]
    return TechniqueRow(
        member=member,
        name=member.shown_name,
        cells=cells,
        mastered=sum(cell is not None and cell.is_mastered for cell in cells),
    )


def column_of(
    technique: str, progress: Iterable[dict[str, Mastery]], positions: Container[str]
) -> TechniqueColumn:
    known = [found[technique] for found in progress if technique in found]
    mastered = sum(each.is_mastered for each in known)
    return TechniqueColumn(technique, technique_name(technique), mastered, technique in positions)


def mastery_word(mastery: Mastery | None) -> str:
    """The mastery in a word."""
    if mastery is None:
        return pgettext("technique", "new")
    return _("mastered") if mastery.is_mastered else _("practising")


def file_rows(page: TechniquePage) -> list[list[Cell]]:
    """The rows of the CSV file, below the headings."""
    headings: list[Cell] = [_("Real name"), _("User name"), *[column.name for column in page.columns]]
    rows: list[list[Cell]] = [
        [row.member.real_name, row.member.student.username, *map(mastery_word, row.cells)]
        for row in page.rows
    ]
    return [
        [*headings, _("Techniques mastered")],
        *[[*line, row.mastered] for line, row in zip(rows, page.rows, strict=True)],
    ]
