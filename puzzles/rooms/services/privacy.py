"""The tables of rooms in the data registry."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy.registry import Impersonal, Personal, register


def register_rooms() -> None:
    """Register the tables of this app."""
    register(
        Personal(
            "rooms.Attendance",
            _("Lessons in a room"),
            _("In which rooms of the class a page was open, and whether it followed the teacher."),
        ),
        Personal(
            "rooms.Answer",
            _("Answers in lessons"),
            _("The answers to questions that the teacher asked the class in a room."),
        ),
        Personal(
            "rooms.RaceEntry",
            _("Races"),
            _("The races of the class that were entered: the name in the race, the team and the start."),
        ),
        Impersonal("rooms.Race"),
        Impersonal("rooms.Room", texts="address"),
        Impersonal("rooms.Question", texts="text choices right givens digits notes", label_field="text"),
    )
