"""`manage.py delete_expired_students`: delete the students of classes archived long ago."""

from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from ...privacy import retention


class Command(BaseCommand):
    help = (
        "Delete the students whose classes have all been archived for a number of days, with all their data."
        " Students of a current class are kept."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--after-days",
            type=whole_days,
            default=settings.RETENTION_DAYS or retention.DEFAULT_DAYS,
            metavar="N",
            help="Days since the class was archived (default: RETENTION_DAYS, or %(default)s).",
        )
        parser.add_argument("--dry-run", action="store_true", help="Only list who would be deleted.")

    def handle(self, *, after_days: int, dry_run: bool, **options: Any) -> None:
        students = retention.expired_students(after_days=after_days)
        if dry_run:
            names = list(students.values_list("username", flat=True))
            self.stdout.write(f"{counted(len(names))} would be deleted{':' if names else '.'}")
            for name in names:
                self.stdout.write(f"  {name}")
        else:
            deleted = retention.delete_expired_students(after_days=after_days)
            self.stdout.write(f"{counted(deleted)} deleted.")
        alone = retention.students_in_no_class().count()
        if alone:
            self.stdout.write(f"{counted(alone)} without a class are kept; see the administration.")


def whole_days(text: str) -> int:
    """The days of an argument, at least 1: 0 would include a class archived a minute ago."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a number of days; expected 1 or more")
    return int(text)


def counted(number: int) -> str:
    return f"{number} student account{'' if number == 1 else 's'}"
