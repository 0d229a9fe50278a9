"""`manage.py import_puzzles FILE`: import a file of grids into a collection, without the worker."""

import json
import math
import sys
import tempfile
import time
from argparse import ArgumentParser
from contextlib import closing
from io import BufferedReader
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from accounts.models import User

from ... import services as library
from ...models import PuzzleImport
from ...pages.imports import counts, failure_sentence, report_lines

CUT_SHORT = 1
REFUSED = 2
INTERRUPTED = 130
LINES_SHOWN = 20
WAIT_SECONDS = 0.3
# Seconds between two lines of progress, on a terminal and in a log.
TERMINAL_SECONDS = 0.2
FILE_SECONDS = 5
COPY_BYTES = 1 << 20


class Command(BaseCommand):
    help = (
        "Import a file of grids into a collection. Run the same command again to continue an interrupted "
        "import. Exit code 0: imported, perhaps with rejected lines; 1: stopped before the end of the file; "
        "2: nothing was imported; 130: interrupted."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="A file of grids, or - for standard input.")
        parser.add_argument("--collection", help="The name of a collection; the file's name if left out.")
        parser.add_argument("--owner", help="The user name of the collection's owner.")
        parser.add_argument("--json", action="store_true", help="Print the report as JSON.")

    def handle(self, *, file: str, **options: Any) -> None:
        owner = find_owner(options["owner"])
        with closing(open_file(file)) as stream:
            puzzle_import = self.start(owner, stream, file, options["collection"])
        try:
            puzzle_import = self.finish(puzzle_import, show=options["verbosity"] > 0)
        except KeyboardInterrupt:
            sentence = _(
                "Interrupted. Run the same command again to continue; the site's worker continues by itself."
            )
            raise CommandError(sentence, returncode=INTERRUPTED) from None
        if options["json"]:
            self.stdout.write(json.dumps(report(puzzle_import), ensure_ascii=False, indent=2))
        elif options["verbosity"] > 0:
            self.print_report(puzzle_import)
        if puzzle_import.failure:
            code = CUT_SHORT if puzzle_import.accepted + puzzle_import.known else REFUSED
            raise CommandError(failure_sentence(puzzle_import), returncode=code)

    def start(self, owner: User, stream: BufferedReader, file: str, name: str | None) -> PuzzleImport:
        """The interrupted import of this file, or a new one."""
        file_name = "stdin.txt" if file == "-" else Path(file).name
        try:
            return library.take_up_file(
                owner=owner, file=stream, file_name=file_name, collection_name=name or Path(file_name).stem
            )
        except library.UploadError as error:
            raise CommandError(f"{file}: {error}", returncode=REFUSED) from None

    def finish(self, puzzle_import: PuzzleImport, *, show: bool) -> PuzzleImport:
        """Import the rest of the file, or wait for the worker that holds it."""
        progress = Progress(self.stderr if show else None, first=puzzle_import.grid_count)
        while not puzzle_import.is_finished:
            library.continue_import(import_id=puzzle_import.pk, seconds=math.inf, on_batch=progress.show)
            puzzle_import.refresh_from_db()
            if not puzzle_import.is_finished:
                time.sleep(WAIT_SECONDS)
                progress.show(puzzle_import)
        progress.show(puzzle_import, is_last=True)
        return puzzle_import

    def print_report(self, puzzle_import: PuzzleImport) -> None:
        """Print the counts, then the first lines of the report."""
        for _name, label, count in counts(puzzle_import):
            self.stdout.write(f"{count:>9}  {label}")
        for shown, line in enumerate(report_lines(puzzle_import)):
            if shown == LINES_SHOWN:
                self.stdout.write(_("... and more; use --json for every line."))
                return
            self.stdout.write(_("line %(line)d: %(verdict)s: %(sentence)s") % vars(line))


class Progress:
    """Progress on standard error; on a terminal each line overwrites the last."""

    def __init__(self, stream: Any, first: int) -> None:
        self.stream = stream
        self.first = first
        self.is_terminal = stream is not None and stream.isatty()
        self.started = time.monotonic()
        self.shown_at = self.started

    def show(self, puzzle_import: PuzzleImport, *, is_last: bool = False) -> None:
        """Show the progress, unless it was shown a moment ago."""
        now = time.monotonic()
        is_early = now - self.shown_at < (TERMINAL_SECONDS if self.is_terminal else FILE_SECONDS)
        if self.stream is None or (is_early and not is_last):
            return
        self.shown_at = now
        rate = (puzzle_import.grid_count - self.first) / max(now - self.started, 0.001)
        sentence = _("%(grids)d grids read, %(percent)d %%, %(rate)d a second") % {
            "grids": puzzle_import.grid_count,
            "percent": puzzle_import.percent_read,
            "rate": rate,
        }
        if self.is_terminal:
            self.stream.write(f"\r{sentence}  ", ending="\n" if is_last else "")
        else:
            self.stream.write(sentence)
        self.stream.flush()


def find_owner(username: str | None) -> User:
    """The account of that name; without a name the only administrator, or the only teacher."""
    if username is not None:
        owner = User.objects.filter(username__iexact=username).first()
        if owner is None or not owner.is_staff:
            sentence = _("There is no teacher or administrator called %(name)s.")
            raise CommandError(sentence % {"name": username}, returncode=REFUSED)
        return owner
    for candidates in (User.objects.filter(is_superuser=True), User.objects.filter(role=User.Role.TEACHER)):
        if len(found := candidates[:2]) == 1:
            return found[0]
    raise CommandError(_("Say who owns the collection: add --owner and a user name."), returncode=REFUSED)


def open_file(file: str) -> BufferedReader:
    """A file that can be read twice; standard input is copied to one."""
    try:
        if file != "-":
            return open(file, "rb")
        copy = tempfile.TemporaryFile()  # noqa: SIM115 (the caller closes it)
        while copy.tell() <= settings.PUZZLE_FILE_MAX_BYTES and (data := sys.stdin.buffer.read(COPY_BYTES)):
            copy.write(data)
        copy.seek(0)
        return cast(BufferedReader, copy)
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}", returncode=REFUSED) from None


def report(puzzle_import: PuzzleImport) -> dict[str, Any]:
    """An import as plain data."""
    return {
        "import": puzzle_import.pk,
        "collection": puzzle_import.collection.name,
        "file": puzzle_import.file_name,
        "state": puzzle_import.state,
        "grids": puzzle_import.grid_count,
        **{name: count for name, _label, count in counts(puzzle_import)},
        "lines": [vars(line) for line in report_lines(puzzle_import)],
    }
