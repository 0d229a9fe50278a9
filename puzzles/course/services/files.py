"""All programs of an assignment in one file, under names that every system can unpack."""

import io
import zipfile
from collections import Counter

from django.utils import timezone

from accounts.fields import plain_letters
from accounts.models import Membership
from puzzles.assignments.models import Assignment

from ..models import Submission
from .file_names import file_name_of


def newest_submissions(assignment: Assignment) -> list[tuple[str, Submission]]:
    """The version of each student that counts, with the name that the teachers know, by these names.

    Excluded students are left out, and the programs stay in the database.
    """
    at_work = assignment.assignees.filter(excluded_at=None).values("student")
    rows = Submission.objects.filter(assignment=assignment, student__in=at_work).counted()
    newest = rows.newest_per_student().defer("source").select_related("student")
    names = Membership.objects.filter(classroom=assignment.classroom_id).real_names()
    named = [(names.get(each.student_id) or each.student.username, each) for each in newest]
    return sorted(named, key=lambda file: (plain_letters(file[0]), file[1].student.username))


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
