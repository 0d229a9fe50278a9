"""The end of a race: by its teacher, by time, when all have finished, or with its room."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from puzzles.assignments.models import Assignee, Assignment
from puzzles.play.models import Attempt
from puzzles.play.services.closing import collect_attempts

from ..models import Race, Room


def end(race: Race, now: datetime) -> None:
    """End the race of a locked room now, unless it is over; its open games take no more moves."""
    ends_at = min(race.ends_at, now)
    if ends_at != race.ends_at:
        race.ends_at = ends_at
        race.save(update_fields=["ends_at"])
    # `objects` leaves races out.
    Assignment._base_manager.filter(pk=race.assignment_id).update(stopped_at=ends_at)
    collect_attempts(Assignee.objects.locked().filter(assignment=race.assignment_id), now)


def clear(room: Room, now: datetime) -> None:
    """End the race of a locked room, and take it off the screens."""
    for race in room.races.on_screen():
        end(race, now)
        race.is_away = True
        race.save(update_fields=["is_away"])


def is_racing(room: Room) -> bool:
    """Whether a race of the room is on, its countdown included."""
    return room.races.on_screen().filter(ends_at__gt=timezone.now()).exists()


def settle(room: Room) -> None:
    """End the race of a room once all who entered have finished; collect its open games once it is over."""
    for race in room.races.on_screen():
        relay = race.relay_or_none
        games = Attempt.objects.filter(assigned_puzzle__assignee__assignment=race.assignment_id)
        if race.is_over:
            is_due = games.unfinished().exists()
        elif relay:
            is_due = 0 < relay.teams.count() == relay.teams.filter(finished_at__isnull=False).count()
        else:
            is_due = 0 < race.entries.count() == games.filter(finished_at__isnull=False).count()
        if is_due:
            end_race(race=race)


@transaction.atomic
def end_race(*, race: Race) -> Race:
    """End a race, once; its results come on the screens."""
    room = Room.objects.select_for_update().get(pk=race.room_id)
    found = Race.objects.get(pk=race.pk)
    end(found, timezone.now())
    room.version += 1
    room.save(update_fields=["version"])
    return found


@transaction.atomic
def put_race_away(*, race: Race) -> None:
    """Take a race off the screens; one that is on ends."""
    room = Room.objects.select_for_update().get(pk=race.room_id)
    if room.races.on_screen().filter(pk=race.pk).exists():
        clear(room, timezone.now())
        room.version += 1
        room.save(update_fields=["version"])
