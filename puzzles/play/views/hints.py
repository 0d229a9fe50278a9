"""Help: a script gets an answer as for moves, a plain form the page."""

import json
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from accounts.forms import first_error
from accounts.models import User
from accounts.requests import UserRequest, page_with_form

from ..forms.hints import CellForm, DeductionForm, HelpForm, HintForm, SimpleForm
from ..models import Attempt
from ..pages.hints import HelpView, check_view, hint_view, left_words, rewind_view, shown_view, simple_view
from ..pages.step_list import listing_view, verdict_view
from ..pictures.small_board import small_board
from ..services import hints as services
from ..services.hints import HelpError
from ..services.play import Game
from .leaving import ask_before_end
from .play import game_response

# The forms of help that needs more than the version seen and the time since the last move.
FORMS: dict[str, type[HelpForm]] = {
    "hint": HintForm,
    "cell": CellForm,
    "simple": SimpleForm,
    "deduction": DeductionForm,
}


@page_with_form
def play_solution(request: UserRequest, pk: int) -> HttpResponse:
    """Show the solution, which ends the attempt; a page asks first."""
    if request.method != "POST":
        return ask_before_end(request, pk, "play/solution_ask.html")
    return play_help(request, pk, "solution")


@require_POST
def play_help(request: UserRequest, pk: int, kind: str) -> HttpResponse:
    """Give help of a kind, or the reason why not. Another player's attempt is not found."""
    form = FORMS.get(kind, HelpForm)(request.POST)
    if not form.is_valid():
        get_object_or_404(Attempt.objects.played_by(request.user), pk=pk)
        return refusal_response(request, pk, first_error(form))
    try:
        game, view = give_help(request.user, pk, kind, form)
    except HelpError as refusal:
        return refusal_response(request, pk, str(refusal))
    if view and view.wait_url and not game.is_finished_now:
        return searching_response(request, game, view, form.cleaned_data)
    if request.htmx:
        return help_response(request, game, view, form.cleaned_data["version"])
    if view and view.groups and not game.is_finished_now:
        # On a page of its own, where no script can put the list beside the board.
        board = small_board(game.attempt.puzzle.givens, game.attempt.digits, game.attempt.marks)
        return render(request, "play/steps.html", {"attempt": game.attempt, "hint": view, "board": board})
    # The page itself shows a hint that is open, and that a grid is finished.
    if view and not view.rungs and not game.is_finished_now:
        messages.info(request, view.news)
    return redirect(game.attempt)


def give_help(player: User, pk: int, kind: str, form: HelpForm) -> tuple[Game, HelpView | None]:
    """One kind of help, given by its service and as the page shows it; the solution shows itself."""
    data = form.cleaned_data
    asker: dict[str, Any] = {"player": player, "attempt_id": pk, "ms": data["ms"]}
    match kind:
        case "hint":
            game, hint = services.give_hint(**asker, seen_version=data["version"])
            return game, hint_view(game.attempt, hint)
        case "check":
            game, wrong = services.check_grid(**asker)
            return game, check_view(wrong)
        case "rewind":
            game, wrong = services.rewind(**asker)
            return game, rewind_view(wrong)
        case "cell":
            game = services.show_cell(**asker, cell=data["cell"])
            return game, shown_view(data["cell"], game.state.digits[data["cell"]])
        case "simple":
            game, run = services.show_simple(**asker, to_the_end=data["finish"])
            return game, simple_view(run)
        case "steps":
            game, listed = services.list_steps(**asker)
            return game, listing_view(game.attempt, listed)
        case "deduction" if isinstance(form, DeductionForm):
            game, verdict = services.judge_deduction(**asker, claim=form.claim)
            return game, verdict_view(verdict)
        case "solution":
            return services.show_solution(**asker), None
    raise ValueError(f"no help of the kind {kind!r}")


def help_response(request: UserRequest, game: Game, view: HelpView | None, seen_version: int) -> HttpResponse:
    """The answer to a script: what the answer to a move holds, and the help."""
    context: dict[str, Any] = {
        "hint": None if game.is_finished_now else view,
        "left": left_words(game.attempt, game.now),
    }
    if view and not game.is_finished_now:
        context["news"] = view.news
    return game_response(request, game, seen_version, template="play/_help_response.html", **context)


def searching_response(
    request: UserRequest, game: Game, view: HelpView, data: dict[str, Any]
) -> HttpResponse:
    """That the step is still searched: said once to a script, which then asks again by itself."""
    if not request.htmx:
        return redirect(f"{game.attempt.get_absolute_url()}?hint=looking")
    if data["again"]:
        return HttpResponse(status=204)
    return help_response(request, game, view, data["version"])


def refusal_response(request: UserRequest, pk: int, sentence: str) -> HttpResponse:
    """Why help was refused: in a header for a script, otherwise on the page."""
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Trigger": json.dumps({"help-refused": sentence})})
    messages.warning(request, sentence)
    return redirect("play:play", pk)
