"""The frame in which students' programs run, cut off from the site and from everything else.

A student's program runs in the teacher's browser too, so it must reach nothing: it runs in a worker of a
frame whose origin is opaque (`sandbox` without `allow-same-origin`, in the answer's policy as well as in the
page), and whose policy names no address at all. The frame has one script, written into it and let in by its
digest; Brython and the modules come from the page, as one file that is handed over, and start the worker from
a blob. A policy with the exact addresses of the scripts would let a program ask for these files with any
query (`importScripts`, `import()`); this one lets nothing be asked for, by whatever JavaScript gets into the
worker.

What a program can do: use the processor until it is ended, after ten seconds or by Stop; fill memory
meanwhile; say anything in the messages of its own run, "passed" included. So verdicts are words of the
program's own browser, and a program that was written to lie about itself lies to "judge again" as well. Who
reads its text sees it.

The document is public: it is the same for everybody and holds nothing, and its worker could not log in
anyway.
"""

import base64
import hashlib
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any

from csp.decorators import csp_update
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

PAGE = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Python</title><script>{}</script></html>'


@lru_cache(maxsize=1)
def frame_script() -> str:
    """The only script of the frame."""
    return render_to_string("course/sandbox_frame.js")


def policy(script: str) -> str:
    """The content policy of the frame, which its workers inherit.

    Brython turns Python into JavaScript, hence 'unsafe-eval': there it reaches nothing.
    """
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return "; ".join(
        [
            "sandbox allow-scripts",
            "default-src 'none'",
            "connect-src 'none'",
            f"script-src 'sha256-{digest}' 'unsafe-eval'",
            "worker-src blob:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'self'",
        ]
    )


def runs_programs(view: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate the view of a page that runs programs: the page may show this frame, other pages none."""

    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **named: Any) -> Any:
        response = view(request, *args, **named)
        frame = request.build_absolute_uri(reverse("course:sandbox"))
        return csp_update({"frame-src": [frame]})(lambda _request: response)(request)

    return respond


@login_not_required
@require_safe
@cache_control(public=True, no_cache=True)
@xframe_options_sameorigin
def sandbox(request: HttpRequest) -> HttpResponse:
    """The frame's document."""
    script = frame_script()
    response = HttpResponse(PAGE.format(script))
    response["Content-Security-Policy"] = policy(script)
    return response
