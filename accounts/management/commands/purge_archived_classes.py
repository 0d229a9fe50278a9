"""`manage.py purge_archived_classes`: delete the accounts of classes that were put away long ago."""

from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from ...privacy import retention


class Command(BaseCommand):
    help = (
        "Delete the students of whom every class has been in the archive for so many days, with all that is"
        " stored about them. Who is in a class that is in use stays."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--after-days",
            type=whole_days,
            default=settings.RETENTION_DAYS or retention.DEFAULT_DAYS,
            metavar="N",
            help="Days in the archive (default: RETENTION_DAYS, or %(default)s).",
        )
        parser.add_argument("--dry-run", action="store_true", help="Say who would be deleted, and stop.")

    def handle(self, *, after_days: int, dry_run: bool, **options: Any) -> None:
        students = retention.expired_students(after_days=after_days)
        if dry_run:
            names = list(students.values_list("username", flat=True))
            self.stdout.write(f"{counted(len(names))} would be deleted{':' if names else '.'}")
            for name in names:
                self.stdout.write(f"  {name}")
        else:
            deleted = retention.purge(after_days=after_days)
            self.stdout.write(f"{counted(deleted)} deleted.")
        alone = retention.students_in_no_class().count()
        if alone:
            self.stdout.write(f"{counted(alone)} in no class at all stay; the administration lists them.")


def whole_days(text: str) -> int:
    """The number of days of an argument, 1 or more: none would take the class archived a minute ago."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is no number of days; expected 1 or more")
    return int(text)


def counted(number: int) -> str:
    return f"{number} student account{'' if number == 1 else 's'}"
