"""Files for a student's own folder: grids, the engine as one file, and the starters of the worksheets."""

from hashlib import sha256

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import condition, require_safe

from accounts.models import User
from accounts.requests import UserRequest
from puzzles.engine.archive import ARCHIVE_NAME, engine_archive
from puzzles.engine.files import SAMPLE_FILE
from puzzles.engine.judge.cases import program_name_of
from puzzles.engine.judge.notebook import notebook_text
from puzzles.engine.judge.starters import starter_of
from puzzles.engine.worksheets import WORKSHEETS
from puzzles.play.services.watching import SOLVERS_REST, is_writing_exam

from ..access import may_see_reference


@require_safe
def grid_file(request: UserRequest) -> HttpResponse:
    """The grids of the first worksheet: line n is grid n, the same for a whole class."""
    return HttpResponse(SAMPLE_FILE.read_bytes(), content_type="text/plain; charset=us-ascii")


def archive_for(user: User) -> bytes:
    """The engine without the texts whose reference this reader may not see."""
    closed = frozenset(name for name in WORKSHEETS if not may_see_reference(user, name))
    return engine_archive(without=closed)


def archive_tag(request: HttpRequest) -> str | None:
    if is_writing_exam(request.user):  # type: ignore[arg-type]
        return None
    return f'"{sha256(archive_for(request.user)).hexdigest()[:32]}"'  # type: ignore[arg-type]


@require_safe
@condition(etag_func=archive_tag)
def archive(request: UserRequest) -> HttpResponse:
    """The engine's terminal and the judge in one file. It solves, so it rests during an exam."""
    if is_writing_exam(request.user):
        raise PermissionDenied(SOLVERS_REST)
    # Not as a zip file, which some browsers open and take apart.
    answer = HttpResponse(archive_for(request.user), content_type="application/octet-stream")
    answer["Content-Disposition"] = f'attachment; filename="{ARCHIVE_NAME}"'
    return answer


@require_safe
def starter(request: UserRequest, name: str) -> HttpResponse:
    """The skeleton of a worksheet, to be filled in."""
    try:
        text = starter_of(name)
    except LookupError:
        raise Http404 from None
    return attachment(text, program_name_of(name), "text/x-python")


@require_safe
def starter_notebook(request: UserRequest) -> HttpResponse:
    """The skeleton of the fifth worksheet as the notebook that it is."""
    return attachment(notebook_text(), "mini_projet.ipynb", "application/x-ipynb+json")


def attachment(text: str, name: str, kind: str) -> HttpResponse:
    """A text as a file to keep."""
    answer = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
