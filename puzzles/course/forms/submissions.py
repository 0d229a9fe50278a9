"""A file handed in, and a comment on it."""

from django import forms

from ..models.submissions import COMMENT_LENGTH

LAST_LINE = 1_000_000


class UploadForm(forms.Form):
    """A program as a file; what is in it is for the service to judge."""

    file = forms.FileField(allow_empty_file=True)
    is_trial = forms.BooleanField(required=False)


class CommentForm(forms.Form):
    """What a teacher says about a program, or about one of its lines."""

    text = forms.CharField(max_length=COMMENT_LENGTH)
    line = forms.IntegerField(min_value=1, max_value=LAST_LINE, required=False)
