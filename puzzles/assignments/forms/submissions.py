"""A file handed in, and a comment on it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from puzzles.course.models.submissions import COMMENT_LENGTH


class UploadForm(forms.Form):
    """A program as a file. The service checks its content."""

    file = forms.FileField(allow_empty_file=True)
    is_trial = forms.BooleanField(required=False)


class CommentForm(forms.Form):
    """A teacher's comment on a program or on one of its lines."""

    text = forms.CharField(max_length=COMMENT_LENGTH)
    line = forms.IntegerField(required=False)

    def __init__(self, *args: Any, lines: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = lines
        wrong = dict.fromkeys(("required", "max_length"), _("A comment has 1 to 2,000 characters."))
        self.fields["text"].error_messages |= wrong
        self.fields["line"].error_messages["invalid"] = self.no_such_line()

    def clean_line(self) -> int | None:
        line: int | None = self.cleaned_data["line"]
        if line is not None and line not in range(1, self.lines + 1):
            raise forms.ValidationError(self.no_such_line())
        return line

    def no_such_line(self) -> str:
        words = ngettext(
            "The program has %(count)d line.", "The program has lines 1 to %(count)d.", self.lines
        )
        return words % {"count": self.lines}
