"""A draft as a page sends it: the text, which page and which of its saves it is, and what it is based on."""

import re
import secrets

from django import forms
from django.utils.translation import gettext_lazy as _

from ..models import SOURCE_BYTES
from ..services.programs import Draft

MAX_NUMBER = 2**31 - 1
_CLIENT = re.compile(r"\A[0-9a-z]{8,32}\Z")


class ProgramField(forms.CharField):
    """A program as it was typed or pasted; NUL, which no database takes, becomes a sign that is seen."""

    def __init__(self) -> None:
        super().__init__(required=False, strip=False)

    def to_python(self, value: object) -> str:
        return clean_program((super().to_python(value) or "").replace("\0", "\N{REPLACEMENT CHARACTER}"))


class DraftForm(forms.Form):
    """A draft: `user` is whose page it is, `how` what becomes of a conflict."""

    HOW = {"": "save", "replace": "replace", "aside": "aside"}

    user = forms.IntegerField(min_value=1)
    client = forms.RegexField(_CLIENT)
    seq = forms.IntegerField(min_value=1, max_value=MAX_NUMBER)
    base = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)
    text = ProgramField()
    how = forms.ChoiceField(choices=list(HOW.items()), required=False)

    @property
    def draft(self) -> Draft:
        given = self.cleaned_data
        return Draft(text=given["text"], client=given["client"], seq=given["seq"], base=given["base"])


class PlainProgramForm(forms.Form):
    """The program as the page without a script sends it, with the version that the page showed.

    With a script come verdicts (see `read_verdicts`), and, if it was judged, the line that Python could not
    read (`unreadable`).
    """

    text = ProgramField()
    base = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    unreadable = forms.IntegerField(min_value=1, max_value=SOURCE_BYTES, required=False)

    @property
    def draft(self) -> Draft:
        """The draft, which counts as that of a new page with one save."""
        given = self.cleaned_data
        return Draft(text=given["text"], client=secrets.token_hex(8), seq=1, base=given["base"] or 0)


def clean_program(text: str) -> str:
    """A program with line ends as Python writes them. Raises ValidationError for one that is too long."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text.encode(errors="replace")) > SOURCE_BYTES:
        raise forms.ValidationError(_("This program is longer than 100 KB."))
    return text
