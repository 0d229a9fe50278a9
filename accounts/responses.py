"""Responses for scripts: a sentence, or bytes."""

import gzip

from django.http import HttpRequest, HttpResponse


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
