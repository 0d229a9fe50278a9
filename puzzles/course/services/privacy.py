"""The tables of the course in the data registry."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy.registry import Impersonal, Personal, register


def register_course() -> None:
    """Register the tables of this app."""
    register(
        Personal(
            "course.Program",
            _("Programs being written"),
            _("The draft for each worksheet, its text, and when it was saved."),
            label_field="worksheet",
        ),
        Personal(
            "course.ProgramCopy",
            _("Texts of programs set aside"),
            _("What was typed on one page while another page changed the same program."),
        ),
        Personal(
            "course.Submission",
            _("Programs handed in"),
            _("Every version of a program that was handed in, with its text, and when."),
            label_field="file_name",
        ),
        Personal(
            "course.JudgedExercise",
            _("Verdicts on these programs"),
            _("Whether the program passed each exercise, and whose browser judged it."),
        ),
        Personal(
            "course.Comment",
            _("Comments on these programs"),
            _("What teachers wrote about them."),
        ),
        Personal(
            "course.ExerciseProgress",
            _("Progress with exercises"),
            _("Which exercises were seen, how often they were tried, and when they passed."),
        ),
        Personal(
            "course.Answer",
            _("Answers to the questions of the worksheets"),
            _("The choices, and the reason in the student’s own words."),
        ),
        Personal(
            "course.ReferenceShown",
            _("Reference solutions asked for"),
            _("Which solutions a student without a class asked to see, and when."),
        ),
        Personal(
            "course.BugFind",
            _("Bugs looked for"),
            _("Which wrong functions were tried, when the mistake was found, and with how many digits."),
        ),
        Impersonal("course.ReferenceRule"),
    )
