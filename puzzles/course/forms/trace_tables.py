"""The choices for a trace table: the part of the run, the blanks, the sheet."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from puzzles.engine.runs import Trace
from puzzles.play.forms.boards import BoardField

from .viewer import GridForm

MAX_ROWS = 40
EVERYTHING = 9
BLANKS = [
    (1, gettext_lazy("one in a row")),
    (2, gettext_lazy("two in a row")),
    (3, gettext_lazy("three in a row")),
    (5, gettext_lazy("five in a row")),
    (EVERYTHING, gettext_lazy("everything")),
]


class TraceTableForm(GridForm):
    """The choices in the address, with defaults for the missing ones."""

    grid = BoardField(widget=forms.TextInput)
    start = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        label=gettext_lazy("After event"),
        help_text=gettext_lazy("Left empty: shortly before the first placement."),
    )
    rows = forms.IntegerField(min_value=1, max_value=MAX_ROWS, initial=15, label=gettext_lazy("Rows"))
    blanks = forms.TypedChoiceField(coerce=int, choices=BLANKS, initial=2, label=gettext_lazy("Blanks"))
    sheet = forms.IntegerField(
        min_value=1,
        max_value=9999,
        initial=1,
        label=gettext_lazy("Sheet number"),
        help_text=gettext_lazy("Each number has its own set of blanks."),
    )
    answers = forms.BooleanField(required=False, label=gettext_lazy("Print the answers on a separate page"))

    def __init__(self, asked: QueryDict) -> None:
        usual = {name: field.initial for name, field in self.base_fields.items() if field.initial is not None}
        super().__init__({**usual, **asked.dict()}, label_suffix="")

    def refuse_start(self, trace: Trace) -> None:
        """Say where a table of this run can begin."""
        places = {"head": trace.head - 1, "tail": trace.tail, "last": trace.length - 1}
        if trace.head == trace.tail:
            sentence = _("Choose an event from 0 to %(last)d.")
        else:
            sentence = _(
                "This run is long: choose an event from 0 to %(head)d, or from %(tail)d to %(last)d."
            )
        self.add_error("start", sentence % places)
