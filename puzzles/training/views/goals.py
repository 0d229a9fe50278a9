"""Weekly goals."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from accounts.requests import UserRequest, page_with_form

from ..forms import GoalForm
from ..pages.goals import goal_page
from ..services.goals import choose_goal
from .steps import switched_on


@page_with_form
@switched_on("goals")
def goal(request: UserRequest) -> HttpResponse:
    """The weekly goal of the reader, and how the weeks went; a POST chooses another goal."""
    form = GoalForm(request.POST)
    if request.method == "POST":
        if form.is_valid():
            choose_goal(player=request.user, days=form.cleaned_data["days"])
        return redirect("training:goal")
    return render(request, "training/goal.html", goal_page(request.user))
