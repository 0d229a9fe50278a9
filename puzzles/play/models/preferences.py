"""Preferences of a player for the board and the hints."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class PreferencesManager(models.Manager["Preferences"]):
    def of(self, player: User) -> "Preferences":
        """A player's preferences; the defaults, which are not stored, where none were saved."""
        return self.filter(player=player).first() or self.model(player=player)


class Preferences(models.Model):
    """One row per player who has changed something; without a row the defaults hold.

    `techniques_off` are the ids of the techniques that no hint may use for this player.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences", primary_key=True
    )

    class NotesKind(models.TextChoices):
        GUESSED = "guessed", _("all candidates, once every empty cell has notes")
        ALL = "all", _("all candidates of each cell I note")
        SOME = "some", _("only some, such as pairs")

    techniques_off = models.JSONField(default=list)
    notes_kind = models.CharField(
        _("what my notes are"),
        max_length=7,
        choices=NotesKind,
        default=NotesKind.GUESSED,
        help_text=_(
            "Hints leave out candidates that complete notes leave out. A missing note is no mistake."
        ),
    )
    light_peers = models.BooleanField(
        _("tint the row, the column and the box of the chosen cell"), default=True
    )
    light_same = models.BooleanField(_("light the digit of the chosen cell everywhere"), default=True)
    conflicts_at_once = models.BooleanField(
        _("show repeated digits immediately"),
        default=True,
        help_text=_("If off, use the button next to the grid to check for repeats."),
    )
    clean_notes = models.BooleanField(
        _("take a placed digit out of the notes it sees"),
        default=True,
        help_text=_("Only where the digit repeats nowhere. Undo gives the notes back."),
    )
    centre_marks = models.BooleanField(
        _("offer centre marks"), default=False, help_text=_("A second kind of note, in the middle of a cell.")
    )
    colours = models.BooleanField(_("offer colours for cells"), default=False)
    show_timer = models.BooleanField(
        _("show the timer"),
        default=True,
        help_text=_("The time is counted all the same, and limits nothing."),
    )
    left_hand = models.BooleanField(
        _("keys for the left hand"),
        default=False,
        help_text=_("The keys stand left of the grid, on a phone the tools the other way round."),
    )
    short_labels = models.BooleanField(
        _("short names of cells for the screen reader"),
        default=False,
        help_text=_("“r3c5, 7” instead of “Row 3, column 5, 7”."),
    )

    eureka = models.BooleanField(
        _("chains in Eureka notation"),
        default=False,
        help_text=_("Under the sentence of a hint and on the pages of techniques: “(3=7)r1c2 - (7)r1c8 …”."),
    )

    objects = PreferencesManager()

    def __str__(self) -> str:
        return str(self.player)
