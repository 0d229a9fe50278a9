"""Downloads of tables as CSV."""

from collections.abc import Iterable, Sequence

from django.http import HttpResponse
from django.utils.text import slugify

from accounts.audit_log import Action, log_action
from accounts.models import User

from ..pages.csv import Cell, excel_csv, plain_csv

# By the word in the address.
WRITERS = {"excel": excel_csv, "plain": plain_csv}


def csv_download(
    rows: Iterable[Sequence[Cell]], *, kind: str, name: str, by: User, **source: int
) -> HttpResponse:
    """The rows as a file named after `name`, in the format `kind` of WRITERS.

    The audit log records who downloaded it, and the key of the row it is about (`source`).
    """
    log_action(Action.EXPORT, by=by.pk, **source)
    answer = HttpResponse(WRITERS[kind](rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(name) or "table"}.csv"'
    return answer
