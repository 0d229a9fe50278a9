"""The verdicts in a request: what a browser's judge has found."""

import json

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest

from ..services.verdicts import ReportedVerdict, VerdictError, parse_verdicts

# Forty verdicts with all that is kept of each.
REPORT_BYTES = 256 * 1024


def read_verdicts(request: HttpRequest, worksheet: str) -> list[ReportedVerdict]:
    """The verdicts in a request: a JSON body, or JSON in the form field `verdicts`. Raises VerdictError."""
    try:
        is_json = request.content_type == "application/json"
        sent: str | bytes = request.body if is_json else request.POST.get("verdicts", "")
        if len(sent) > REPORT_BYTES:
            raise VerdictError("too long")
        return parse_verdicts(worksheet, json.loads(sent))
    except (ValueError, RecursionError, RequestDataTooBig) as error:
        raise VerdictError("expected JSON") from error
