"""The course: its worksheets, and their functions called by hand."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.requests import UserRequest, is_fragment_wanted
from puzzles.engine import Board
from puzzles.engine.worksheets import COURSE_MODULES, DEMOS, SOLVERS, numpy_source
from puzzles.library.views.long_pages import long_page
from puzzles.play.services.watching import WatchError, require_explorable, require_watchable

from ..access import reference_access
from ..forms.explorer import CallForm, OwnGridForm
from ..models import EXERCISES, ExerciseProgress
from ..pages.course import NUMPY_SHEET, course_index, worksheet_page
from ..pages.explorer import Asked, asked_call, explorer_page, own_board
from ..pages.sources import reference_text
from ..pages.viewer import refusal_page, viewer_address
from ..services.programs import last_worksheet


@require_safe
def course(request: UserRequest) -> HttpResponse:
    """The list of worksheets; with a grid in the address, a redirect to the chosen solver."""
    form = OwnGridForm(request.GET or None)
    if form.is_valid():
        return redirect(viewer_address(form.cleaned_data["grid"], [form.cleaned_data["algorithm"]]))
    passed = ExerciseProgress.objects.filter(student=request.user).passed_exercises()
    page = course_index(last_worksheet(request.user), passed)
    return render(request, "course/course.html", page | {"form": form})


@require_safe
def worksheet(request: UserRequest, name: str) -> HttpResponse:
    """A worksheet: its items, grids and source."""
    require_module(name)
    page = worksheet_page(
        name,
        access=reference_access(request.user, name),
        is_teacher=request.user.is_teacher,
        shows_values=may_explore(request, own_board(name)),
        is_numpy=is_numpy_wanted(request, name),
        hidden=hidden_demos(request, name),
        passed=passed_of(request.user, name),
    )
    return render(request, f"course/worksheets/{name}.html", page)


@require_safe
def worksheet_source(request: UserRequest, name: str) -> HttpResponse:
    """The text of a worksheet's functions, to be pasted into Python; closed ones without their bodies."""
    require_module(name)
    access = reference_access(request.user, name)
    is_numpy = access.is_whole and is_numpy_wanted(request, name)
    text = numpy_source() if is_numpy else reference_text(name, access.closed)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def calls_solver(request: HttpRequest) -> bool:
    """Whether a solver is to be called, which may take a second."""
    module, _dot, function = request.GET.get("function", "").partition(".")
    return (module, function) in SOLVERS


@require_safe
@long_page(calls_solver)
def explorer(request: UserRequest) -> HttpResponse:
    """One call of one function: the whole page, or its fragment for a script."""
    form = CallForm(request.GET)
    numbers = {name: form.sound(name) for name in ("cell", "digit", "start", "line")}
    sens = form.sound("sens") != "0"
    asked = asked_call(form.sound("function"), board=form.board, sens=sens, text=form.given_text, **numbers)
    require = require_watchable if asked.is_solver else require_explorable
    try:
        for board in asked.boards:
            require(request.user, board)
    except WatchError as refusal:
        return refused(request, refusal, asked)
    errors = {name: str(sentences[0]) for name, sentences in form.errors.items()}
    access = reference_access(request.user, asked.module)
    page = explorer_page(asked, access=access, text=request.GET.get("grid", ""), errors=errors)
    if is_fragment_wanted(request):
        answer = render(request, "course/_explorer.html", page | {"is_fragment": True})
        answer["HX-Push-Url"] = page["address"]
        return answer
    return render(request, "course/explorer.html", page)


def refused(request: UserRequest, refusal: WatchError, asked: Asked) -> HttpResponse:
    """The page that says which attempt locks the grid; a script is redirected to it."""
    if is_fragment_wanted(request):
        return HttpResponse(headers={"HX-Redirect": request.get_full_path()})
    page = refusal_page(refusal, asked.board, [asked.module], 0)
    return render(request, "not_now.html", page, status=403)


def may_explore(request: UserRequest, board: Board) -> bool:
    """Whether the reader may see what functions return on a grid."""
    try:
        require_explorable(request.user, board)
    except WatchError:
        return False
    return True


def passed_of(reader: User, name: str) -> set[tuple[str, str]]:
    """The exercises of a worksheet that the reader has passed; nothing is asked where it has none."""
    if name not in EXERCISES:
        return set()
    return ExerciseProgress.objects.filter(student=reader).of_worksheet(name).passed_exercises()


def is_numpy_wanted(request: UserRequest, name: str) -> bool:
    """Whether the text for a matrix of numpy is asked for; one worksheet has it."""
    return name == NUMPY_SHEET and request.GET.get("matrix") == "numpy"


def hidden_demos(request: UserRequest, name: str) -> list[str]:
    """The keys of the demo grids that are solutions, and of a puzzle that the reader plays."""
    full = [demo for demo in DEMOS[name] if not Board.from_line(demo.puzzle).empty_cells]
    return [demo.key for demo in full if not may_explore(request, Board.from_line(demo.puzzle))]


def require_module(name: str) -> None:
    if name not in COURSE_MODULES:
        raise Http404
