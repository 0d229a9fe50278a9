"""Relays: start one in a room, and join a team. `relay_moves.py` places digits; `race_ends.py` ends them."""

import random
from collections import Counter
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from puzzles.assignments.services.sources import Source
from puzzles.library.models import Puzzle

from ..models import Race, Relay, RelayMember, RelayTeam, Room
from .races import late_name, race_assignment, race_puzzle, refuse_closed, start_race, students_here


def start_relay(
    *,
    room: Room,
    author: User,
    source: Source,
    minutes: int,
    team_size: int,
    digits_a_turn: int,
    turn_seconds: int,
    rng: random.Random | None = None,
) -> Relay:
    """Start a relay in an open room, as `start_race` starts a race. Raises RoomError and SourceError."""
    rules = {"team_size": team_size, "digits_a_turn": digits_a_turn, "turn_seconds": turn_seconds}

    def enter(race: Race, now: datetime, rng: random.Random) -> None:
        drawn = Source.from_json(race.assignment.source).puzzles[0]
        relay = Relay.objects.create(race=race, puzzle=Puzzle.objects.get(pk=drawn), **rules)
        _make_teams(relay, students_here(race, now, rng))

    race = start_race(room=room, author=author, source=source, minutes=minutes, enter=enter, rng=rng)
    return Relay.objects.get(race=race)


def team_count(students: int, team_size: int) -> int:
    """How many teams so many students make: of this size or a little larger, and none of them too large."""
    if not students:
        return 0
    return max(1, students // team_size, -(-students // Relay.MAX_MEMBERS))


def _make_teams(relay: Relay, students: list[tuple[User, str]]) -> None:
    """Distribute the students evenly into the teams."""
    count = team_count(len(students), relay.team_size)
    teams = [_new_team(relay, number, relay.race.starts_at) for number in range(1, count + 1)]
    RelayMember.objects.bulk_create(
        RelayMember(
            team=teams[index % count],
            relay=relay,
            student=student,
            name=name,
            place=1 + index // count,
            seen_at=relay.race.starts_at,
        )
        for index, (student, name) in enumerate(students)
    )


def _new_team(relay: Relay, number: int, clock_from: datetime) -> RelayTeam:
    return RelayTeam.objects.create(
        relay=relay,
        number=number,
        digits=relay.puzzle.givens,
        turn_started_at=clock_from,
        clock_from=clock_from,
    )


def join_relay(*, race: Race, student: User, rng: random.Random | None = None) -> Relay:
    """The relay with the student in a team; a late one enters the smallest, at its end. Raises RoomError.

    A member comes back to it, after its end, too.
    """
    with transaction.atomic():
        # Two who come late enter one after the other.
        Room.objects.select_for_update().get(pk=race.room_id)
        found = Race.objects.select_related("relay__puzzle").get(pk=race.pk)
        relay = found.relay
        if relay.members.filter(student=student).exists():
            return relay
        assignment = race_assignment(found)
        now = timezone.now()
        refuse_closed(found, assignment, student, now)
        race_puzzle(assignment, student)
        members = list(relay.members.all())
        name = late_name(found, rng or random.SystemRandom(), taken={member.name for member in members})
        team = _smallest_team(relay, members, now)
        places = [member.place for member in members if member.team_id == team.pk]
        place = 1 + max(places, default=0)
        relay.members.create(team=team, student=student, name=name, place=place, seen_at=now)
    return relay


def _smallest_team(relay: Relay, members: list[RelayMember], now: datetime) -> RelayTeam:
    """The unfinished team with the fewest members; a new one, from now on, where all are full."""
    sizes = Counter(member.team_id for member in members)
    teams = list(relay.teams.all())
    open_teams = [team for team in teams if team.finished_at is None and sizes[team.pk] < Relay.MAX_MEMBERS]
    if open_teams:
        return min(open_teams, key=lambda team: (sizes[team.pk], team.number))
    return _new_team(relay, len(teams) + 1, now)
