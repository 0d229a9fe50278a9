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
        Personal(
            "rooms.RelayMember",
            _("Relays"),
            _("The relays of the class: the team, the name in it, and when its page was last open."),
        ),
        Personal(
            "rooms.RelayMove",
            _("Digits in relays"),
            _("The digits that were placed in the grid of a team, and whether they were right."),
        ),
        Impersonal("rooms.Race"),
        Impersonal("rooms.Relay"),
        Impersonal("rooms.RelayTeam", texts="digits"),
        Impersonal("rooms.Room", texts="address"),
        Impersonal("rooms.Question", texts="text choices right givens digits notes", label_field="text"),
    )
