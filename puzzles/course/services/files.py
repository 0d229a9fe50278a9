"""All programs of an assignment in one file, under names that every system can unpack."""

import io
import zipfile
from collections import Counter

from django.utils import timezone

from accounts.fields import plain_letters
from accounts.models import Membership
from puzzles.models import Assignment

from ..models import Submission
from .submissions import file_name_of


def newest_submissions(assignment: Assignment) -> list[Submission]:
    """The version of each student that counts, excluded students left out, by the names of the class.

    Their programs are left in the database.
    """
    at_work = assignment.assignees.filter(excluded_at=None).values("student")
    rows = Submission.objects.filter(assignment=assignment, student__in=at_work).counted()
    members = Membership.objects.filter(classroom=assignment.classroom_id)
    names = dict(members.values_list("student", "real_name"))
    newest = list(rows.newest_per_student().defer("source").select_related("student"))
    return sorted(newest, key=lambda each: _order(names.get(each.student_id, ""), each.student.username))


def _order(real_name: str, username: str) -> tuple[str, str]:
    return plain_letters(real_name or username), username


def zip_of(assignment: Assignment) -> bytes:
    """The newest programs of all students, named `sudoku_nom_prenom.py` and sorted."""
    members = Membership.objects.filter(classroom=assignment.classroom_id)
    names = dict(members.values_list("student", "real_name"))
    named = [
        (file_name_of(names.get(each.student_id) or each.student.username), each)
        for each in newest_submissions(assignment)
    ]
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
