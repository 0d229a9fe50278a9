"""What of the course is about a person: the tables of this app in the data registry."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy.register import Impersonal, Personal, enter


def enter_course() -> None:
    """Enter the tables of this app into the register."""
    enter(
        Personal(
            "course.Program",
            _("Programs being written"),
            _("The draft for each worksheet, its text, and when it was saved."),
            told="id student worksheet text version client seq saved_at",
            shown="worksheet",
        ),
        Personal(
            "course.ProgramCopy",
            _("Texts of programs set aside"),
            _("What was typed on one page while another page changed the same program."),
            told="id program text saved_at",
        ),
        Personal(
            "course.Submission",
            _("Programs handed in"),
            _("Every version of a program that was handed in, with its text, and when."),
            told="id student worksheet assignment assignment_name file_name size source is_trial"
            " is_late created_at",
            shown="file_name",
        ),
        Personal(
            "course.JudgedExercise",
            _("Verdicts on these programs"),
            _("For each exercise whether the program passed, and whose browser found that out."),
            told="id submission exercise verdict judged_by details judged_at",
        ),
        Personal(
            "course.Comment",
            _("Comments on these programs"),
            _("What teachers wrote about them."),
            told="id submission author text line created_at",
        ),
        Personal(
            "course.ExerciseProgress",
            _("Progress with exercises"),
            _("Which exercises were seen, how often they were tried, and when they passed."),
            told="id student worksheet exercise seen_at tries last_verdict last_at passed_at",
        ),
        Personal(
            "course.Answer",
            _("Answers to the questions of the worksheets"),
            _("The choices made, and the reason in one’s own words."),
            told="id student worksheet question choices text is_right tries answered_at",
        ),
        Personal(
            "course.ReferenceShown",
            _("Reference solutions asked for"),
            _("Which of them somebody without a class asked to see, and when."),
            told="id student worksheet exercise shown_at",
        ),
        Personal(
            "course.BugFind",
            _("Bugs looked for"),
            _("Which wrong functions were tried, when the mistake was found, and with how many digits."),
            told="id student worksheet exercise name tries digits found_at tried_at",
        ),
        Impersonal("course.ReferenceRule"),
    )
