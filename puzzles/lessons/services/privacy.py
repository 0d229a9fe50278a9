"""The tables of lessons in the data registry."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy.registry import Impersonal, Personal, register


def register_lessons() -> None:
    """Register the tables of this app."""
    register(
        Personal(
            "lessons.LessonPack",
            _("Lesson packs"),
            _("The packs that a teacher wrote, with activities and notes."),
            label_field="title",
        ),
        Personal(
            "lessons.Lesson",
            _("Lessons for classes"),
            _("Which packs a teacher gave to a class, and when."),
            never={"token": _("a random number, so that a form sent twice counts once")},
            label_field="title",
        ),
        Impersonal("lessons.LessonActivity", texts="data"),
    )
