"""Programs as files: names that are safe everywhere, and all programs of an assignment in one zip file."""

import io
import re
import unicodedata
import zipfile
from collections import Counter

from django.utils import timezone

from accounts.models import Membership
from accounts.names import RealName, name_key, parse_name
from puzzles.assignments.models import Assignment

from ..models import Submission
from ..models.submissions import FILE_NAME_LENGTH

NOT_IN_A_FILE_NAME = re.compile(r"[^A-Za-z0-9_-]+")
# Windows takes these for devices, whatever ending follows.
DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)\Z", re.IGNORECASE)


def clean_file_name(name: str) -> str:
    """A name that is safe in every file system, without its folder; "" for one of which nothing is left."""
    stem = _plain_letters(
        name.replace("\\", "/").rpartition("/")[2].removesuffix(".py").removesuffix(".ipynb")
    )
    if DEVICE.match(stem):
        stem += "_"
    return f"{stem[: FILE_NAME_LENGTH - 3]}.py" if stem else ""


def file_name_of(name: str) -> str:
    """`sudoku_nom_prenom.py` for the name Prénom Nom: the family name comes first, as schools file it."""
    parts = name if isinstance(name, RealName) else parse_name(name)
    stem = "_".join(filter(None, (_plain_letters(each).lower() for each in (parts.family, parts.given))))
    name = f"sudoku_{stem or 'programme'}"
    return f"{name[: FILE_NAME_LENGTH - 3]}.py"


def _plain_letters(text: str) -> str:
    """The text in ASCII letters, digits, `_` and `-`."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return NOT_IN_A_FILE_NAME.sub("_", plain).strip("_-")


def newest_submissions(assignment: Assignment) -> list[tuple[str, Submission]]:
    """The version of each student that counts, with the name that the teachers know, by family name.

    Excused students are left out, and the programs stay in the database.
    """
    students = assignment.assignees.filter(excused_at=None).values("student")
    rows = Submission.objects.filter(assignment=assignment, student__in=students).counted()
    newest = list(rows.newest_per_student().defer("source").select_related("student"))
    names = Membership.objects.names_for_class(assignment.classroom_id, [each.student_id for each in newest])
    named = [(names.get(each.student_id) or each.student.username, each) for each in newest]
    return sorted(named, key=lambda file: (name_key(file[0]), file[1].student.username))


def zip_of(assignment: Assignment) -> bytes:
    """The newest programs of all students, named `sudoku_nom_prenom.py` and sorted."""
    named = [(file_name_of(name), each) for name, each in newest_submissions(assignment)]
    counts = Counter(name for name, _submission in named)
    sources = dict(
        Submission.objects.filter(pk__in=[each.pk for _name, each in named]).values_list("pk", "source")
    )
    # Two students of one name: the account's key tells them apart. A name may also end in such a key.
    files: dict[str, Submission] = {}
    for name, each in sorted(named, key=lambda file: (counts[file[0]] > 1, file[0])):
        stem = name.removesuffix(".py")
        while counts[name] > 1 or name in files:
            stem = f"{stem}_{each.student_id}"
            name = f"{stem}.py"
        files[name] = each
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, each in sorted(files.items()):
            moment = timezone.localtime(each.created_at)
            info = zipfile.ZipInfo(name, moment.timetuple()[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, sources[each.pk])
    return content.getvalue()
