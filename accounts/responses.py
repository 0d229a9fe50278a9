"""Responses for scripts: a sentence, bytes, or a stream of events."""

import gzip

from django.http import HttpRequest, HttpResponse

# In the environment of a request: whether the server holds streams (sudokusite/serving/streams.py).
STREAMS_AVAILABLE = "sudokusite.streams"
STREAM_HEADER = "X-Stream"


def stream_response(*, channel: int, account: int) -> HttpResponse:
    """The head of a stream of events: the server holds it open, and sends what is new in the channel."""
    response = HttpResponse(content_type="text/event-stream")
    response[STREAM_HEADER] = f"{channel} {account}"
    # A proxy passes each event on at once.
    response["X-Accel-Buffering"] = "no"
    return response


def plain_response(sentence: str, status: int) -> HttpResponse:
    """A sentence without a page around it."""
    return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")


def compressed_response(request: HttpRequest, data: bytes) -> HttpResponse:
    """Bytes compressed by gzip; decompressed for a browser that does not accept gzip."""
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        data = gzip.decompress(data)
    return HttpResponse(data, content_type="application/octet-stream", headers=headers)
