"""The tables of training in the data registry."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy.registry import BackgroundTask, Impersonal, Personal, register


def register_training() -> None:
    """Register the tables and the background task of this app."""
    register(
        Personal(
            "training.DrillAnswer",
            _("Drills of techniques"),
            _("Which technique, in which position, the last answer, how many tries, and how long it took."),
            never={"key": _("a random number, so that no answer counts twice")},
        ),
        Personal(
            "training.TechniqueMemory",
            _("Reviews of techniques"),
            _("Which techniques were practised, how well they are likely to be remembered, and when next."),
        ),
        Personal(
            "training.StormRun",
            _("Storms"),
            _("When each began and ended, what was right and wrong, and the techniques of the mistakes."),
        ),
        Personal(
            "training.WeeklyGoal",
            _("Weekly goals"),
            _("On how many days a week you wanted to practise, and from which week on."),
        ),
        Personal(
            "training.PlayerRating",
            _("Rating"),
            _("How hard the steps and grids are that you solve without help, and how sure that is."),
        ),
        Personal(
            "training.RatedResult",
            _("Results in the rating"),
            _("The drills and games that counted in it, and what it was after each."),
        ),
        Impersonal("training.DailyPuzzle"),
        Impersonal("training.PositionRating"),
        Impersonal("training.PuzzleRating"),
        Impersonal("training.TrainingPosition", texts="technique digits givens candidates"),
        Impersonal("training.BankProgress"),
        BackgroundTask("puzzles.training.services.bank.fill_bank"),
    )
