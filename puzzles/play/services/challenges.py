"""Challenges: a link by which another player gets the grid of a solved game, and may see its time.

The link is signed and names the game: nothing is stored, and it ends with the game. It opens a grid of a
collection that its reader may draw from, as the grid's number does, under the collection's policy and the
reader's locks.
"""

from dataclasses import dataclass

from django.core import signing

from accounts.models import Classroom, User
from accounts.pseudonyms import shown_pseudonym
from puzzles.library.models import Collection, Entry

from ..models import Attempt
from .access import require_unlocked
from .draws import take_puzzle

SALT = "play.challenge"


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge before its reader.

    `sender` is their pseudonym and `elapsed_ms` their time, "" and None where they keep these to themselves;
    `own` is the reader's last game on the grid.
    """

    entry: Entry
    is_own: bool
    sender: str
    elapsed_ms: int | None
    own: Attempt | None


def challenge_token(*, player: User, attempt_id: int, shows_name: bool, shows_time: bool) -> str:
    """The signed part of a link to the grid of the player's game.

    Raises LockedError for a grid that an assignment locks, and Attempt.DoesNotExist for a game that is not
    the player's, or makes no challenge.
    """
    attempt = Attempt.objects.played_by(player).select_related("puzzle").get(pk=attempt_id)
    require_unlocked(player=player, puzzle=attempt.puzzle)
    Attempt.objects.for_challenges().get(pk=attempt_id)
    return signing.dumps([attempt_id, shows_name, shows_time], salt=SALT)


def read_challenge(*, reader: User, token: str) -> Challenge:
    """The challenge of a link.

    Raises LockedError where an assignment locks the grid for the reader, and Attempt.DoesNotExist for a link
    that is not ours, or leads to no grid that they may draw.
    """
    try:
        attempt_id, shows_name, shows_time = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError) as error:
        raise Attempt.DoesNotExist from error
    attempt = Attempt.objects.for_challenges().select_related("player", "puzzle").get(pk=attempt_id)
    entry = _entry_for(reader, attempt)
    require_unlocked(player=reader, puzzle=attempt.puzzle)
    own = Attempt.objects.played_by(reader).counting().filter(puzzle=attempt.puzzle_id)
    return Challenge(
        entry,
        is_own=attempt.player_id == reader.pk,
        sender=_name_before(reader, attempt.player) if shows_name else "",
        elapsed_ms=attempt.elapsed_ms if shows_time else None,
        own=own.exclude(state=Attempt.State.RESTARTED).order_by("-pk").first(),
    )


def accept_challenge(*, player: User, token: str) -> Attempt:
    """The player's last game on the grid of a challenge, or else a new one. Raises as `read_challenge`."""
    challenge = read_challenge(reader=player, token=token)
    entry = challenge.entry
    return challenge.own or take_puzzle(player=player, collection=entry.collection, number=entry.number)


def _entry_for(reader: User, attempt: Attempt) -> Entry:
    allowed = Collection.objects.drawable_by(reader).values("pk")
    entries = Entry.objects.drawable().filter(puzzle=attempt.puzzle_id, collection=attempt.collection_id)
    entries = entries.filter(collection__in=allowed).select_related("collection", "puzzle")
    entry = entries.order_by("number").first()
    if entry is None:
        raise Attempt.DoesNotExist
    return entry


def _name_before(reader: User, sender: User) -> str:
    """A student's pseudonym before who shares a class with them; "" before others."""
    shared = Classroom.objects.current().filter(memberships__student=sender)
    is_known = shared.filter(memberships__student=reader).exists() or shared.taught_by(reader).exists()
    return shown_pseudonym(sender.username) if sender.is_student and is_known else ""
