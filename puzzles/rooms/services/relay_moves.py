"""Moves of a relay: who places digits now, when the next one does, and what is placed.

All of it is decided with the row of the team locked: two members at the same moment come one after the other.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Classroom
from puzzles.play.services.watching import is_writing_exam

from ..models import RelayMember, RelayMove, RelayTeam
from .rooms import RoomError

# A page of a member that has not asked for so long is skipped.
ABSENT_AFTER = timedelta(seconds=15)
# A member who asks is recorded at most this often.
SEEN_EVERY = timedelta(seconds=5)
# After so many turns without a digit a member is skipped until they come back.
MAX_MISSED = 2
EMPTY = "."


def is_present(member: RelayMember, now: datetime) -> bool:
    return now - member.seen_at < ABSENT_AFTER


def is_active(member: RelayMember, now: datetime) -> bool:
    """Whether the member gets turns: present, and not skipped."""
    return is_present(member, now) and member.missed < MAX_MISSED


def next_place(team: RelayTeam, members: Sequence[RelayMember], now: datetime) -> int:
    """The place of the member whose turn is next; that of the same one where nobody else is there."""
    after = [member for member in members if member.place > team.turn]
    order = [*after, *(member for member in members if member.place <= team.turn)]
    for is_fit in (is_active, is_present):
        for member in order:
            if is_fit(member, now):
                return member.place
    return team.turn


def turn_ends_at(team: RelayTeam) -> datetime:
    return team.turn_started_at + timedelta(seconds=team.relay.turn_seconds)


def is_closed(team: RelayTeam, now: datetime) -> bool:
    """Whether no digits are taken now: the grid is full, the relay is not on, or the class is paused."""
    race = team.relay.race
    is_on = race.starts_at <= now < race.ends_at and race.room.classroom.paused_at is None
    return team.finished_at is not None or not is_on


def is_turn_over(team: RelayTeam, members: Sequence[RelayMember], now: datetime) -> bool:
    """Whether the time of the turn is over, or its member is absent. It stays while nobody is there."""
    if is_closed(team, now) or not any(is_present(member, now) for member in members):
        return False
    if turn_ends_at(team) <= now:
        return True
    return not any(member.place == team.turn and is_present(member, now) for member in members)


def _pass_turn(team: RelayTeam, members: Sequence[RelayMember], now: datetime) -> None:
    team.turn = next_place(team, members, now)
    team.turn_started_at = now
    team.turn_digits = team.turn_mistakes = 0


def _locked_team(team_id: int) -> tuple[RelayTeam, list[RelayMember]]:
    """The team, locked until the transaction ends, and its members in their order."""
    rows = RelayTeam.objects.select_for_update(of=("self",))
    team = rows.select_related("relay__race__room__classroom", "relay__puzzle").get(pk=team_id)
    return team, list(team.members.all())


@transaction.atomic
def end_turn(team_id: int) -> None:
    """Give the turn to the next member, if it is over. A member who placed no digit missed it."""
    team, members = _locked_team(team_id)
    now = timezone.now()
    if not is_turn_over(team, members, now):
        return
    for member in members:
        if member.place == team.turn and is_present(member, now) and not team.turn_digits:
            member.missed = min(member.missed + 1, MAX_MISSED)
            member.save(update_fields=["missed"])
    _pass_turn(team, members, now)
    team.save(update_fields=["turn", "turn_started_at", "turn_digits", "turn_mistakes"])


def members_now(member: RelayMember) -> list[RelayMember]:
    """The members of the team in their order; a turn that is over goes on first, in `member.team` too."""
    members = list(RelayMember.objects.filter(team=member.team_id))
    if is_turn_over(member.team, members, timezone.now()):
        end_turn(member.team_id)
        member.team.refresh_from_db(fields=["turn", "turn_started_at", "turn_digits", "turn_mistakes"])
        members = list(RelayMember.objects.filter(team=member.team_id))
    return members


def record_member(*, member: RelayMember, is_back: bool = False) -> None:
    """Record that the page of a member is open, at most every SEEN_EVERY; `is_back`: skip them no more."""
    now = timezone.now()
    if is_back or now - member.seen_at >= SEEN_EVERY:
        member.seen_at = now
        member.missed = 0 if is_back else member.missed
        RelayMember.objects.filter(pk=member.pk).update(seen_at=now, **({"missed": 0} if is_back else {}))


def place_digit(*, member: RelayMember, number: int, cell: int, digit: int) -> RelayMove:
    """Place a digit as the move of this number; a wrong one is refused, and counted. Raises RoomError.

    The same move sent again is found again, and changes nothing.
    """
    if is_writing_exam(member.student):
        raise RoomError(_("Finish your exam first."))
    with transaction.atomic():
        team, members = _locked_team(member.team_id)
        now = timezone.now()
        if number <= team.moves_made:
            return _same_move(team, member, number, cell, digit)
        _refuse(team, members, member, now)
        if number != team.moves_made + 1:
            raise RoomError(_("The grid has changed meanwhile."))
        if team.digits[cell] != EMPTY:
            raise RoomError(_("This cell is already filled. Choose an empty one."))
        is_right = team.relay.puzzle.solution[cell] == str(digit)
        move = RelayMove.objects.create(
            team=team,
            student_id=member.student_id,
            number=number,
            cell=cell,
            digit=digit,
            is_right=is_right,
            placed_at=now,
        )
        RelayMember.objects.filter(pk=member.pk).update(missed=0, seen_at=now)
        _count(team, move)
        if team.finished_at is None and _is_used_up(team):
            _pass_turn(team, members, now)
        team.save()
    return move


def _same_move(team: RelayTeam, member: RelayMember, number: int, cell: int, digit: int) -> RelayMove:
    made = team.moves.filter(number=number, student=member.student_id, cell=cell, digit=digit).first()
    if made is None:
        raise RoomError(_("The grid has changed meanwhile."))
    return made


def _refuse(team: RelayTeam, members: Sequence[RelayMember], member: RelayMember, now: datetime) -> None:
    """Raise RoomError unless it is this member's turn. A turn that is over goes to the next one first."""
    if team.finished_at is not None:
        raise RoomError(_("Your team has finished."))
    if team.relay.race.room.classroom.paused_at is not None:
        raise RoomError(_("Your teacher has paused the class."))
    if is_closed(team, now):
        raise RoomError(_("The relay is over."))
    for each in members:
        if each.pk == member.pk:
            # The request itself shows that the member is there.
            each.seen_at = now
    if is_turn_over(team, members, now):
        _pass_turn(team, members, now)
    if not any(each.pk == member.pk and each.place == team.turn for each in members):
        raise RoomError(_("It is not your turn."))


def _count(team: RelayTeam, move: RelayMove) -> None:
    team.moves_made = move.number
    if not move.is_right:
        team.mistakes += 1
        team.turn_mistakes += 1
        return
    team.digits = f"{team.digits[: move.cell]}{move.digit}{team.digits[move.cell + 1 :]}"
    team.turn_digits += 1
    if EMPTY not in team.digits:
        team.finished_at = move.placed_at


def _is_used_up(team: RelayTeam) -> bool:
    """Whether all the digits of a turn are placed, or too many were wrong."""
    relay = team.relay
    return team.turn_digits >= relay.digits_a_turn or team.turn_mistakes >= relay.MAX_MISTAKES


def restart_turns(*, classroom: Classroom, **_rest: Any) -> None:
    """Give the members whose turn a pause interrupted all their time again. Receives `class_resumed`."""
    now = timezone.now()
    running = RelayTeam.objects.filter(
        relay__race__room__classroom=classroom, relay__race__ends_at__gt=now, finished_at=None
    )
    running.filter(turn_started_at__lt=now).update(turn_started_at=now)
