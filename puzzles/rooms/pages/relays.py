"""A relay as the projector, the teacher and the phone of a member see it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any
from zlib import crc32

from django.utils import timezone

from accounts.models import User
from puzzles.engine import Board
from puzzles.play.game import GameState
from puzzles.play.pages.play import board_rows

from ..models import Race, Relay, RelayMember, RelayMove, RelayTeam
from ..services.relay_moves import EMPTY, MAX_MISSED, is_active, turn_ends_at
from .races import ScreenView, announced_places


@dataclass(frozen=True)
class TeamBar:
    """A team before the class: what it has placed, and the name of whose turn it is."""

    number: int
    size: int
    placed: int
    to_place: int
    turn_name: str
    time_s: int | None

    @property
    def share(self) -> int:
        return 100 * self.placed // self.to_place if self.to_place else 0

    @property
    def time_ms(self) -> int:
        return 1000 * (self.time_s or 0)


@dataclass(frozen=True)
class RelayView(ScreenView):
    """A relay with its teams by number; `places` has those that are shown."""

    teams: Sequence[TeamBar] = ()
    places: dict[int, int] = field(default_factory=dict)

    @property
    def finished(self) -> int:
        return sum(team.time_s is not None for team in self.teams)

    @cached_property
    def winners(self) -> list[tuple[int, TeamBar]]:
        """Pairs of place and team, for the places that are shown."""
        placed = [(self.places[team.number], team) for team in self.teams if team.number in self.places]
        return sorted(placed, key=lambda each: (each[0], each[1].number))

    @property
    def others_finished(self) -> list[TeamBar]:
        return [team for team in self.teams if team.time_s is not None and team.number not in self.places]

    @property
    def others_tried(self) -> list[TeamBar]:
        return [team for team in self.teams if team.time_s is None]

    @property
    def stamp(self) -> str:
        """Changes with all that is shown."""
        parts = (self.race.pk, self.race.has_started, self.race.is_over, *self.teams)
        return f"{crc32(repr(parts).encode()):x}"


def relay_view(race: Race) -> RelayView:
    """A relay with its teams: two queries."""
    relay = race.relay
    to_place = 0
    members: dict[int, list[RelayMember]] = {}
    for member in relay.members.order_by("place"):
        members.setdefault(member.team_id, []).append(member)
    bars = []
    for team in relay.teams.select_related("relay__puzzle"):
        to_place = team.relay.puzzle.givens.count(EMPTY)
        own = members.get(team.pk, [])
        name = next((each.name for each in own if each.place == team.turn), "")
        placed = to_place - team.digits.count(EMPTY)
        bars.append(TeamBar(team.number, len(own), placed, to_place, name, team.time_s))
    times = {bar.number: bar.time_s for bar in bars if bar.time_s is not None}
    return RelayView(race, bars, announced_places(times, len(bars)))


def own_relay(race: Race, student: User) -> dict[str, Any]:
    """A relay for a student: their member, and, once it is over, the place of their team if it is shown."""
    view = relay_view(race)
    members = race.relay.members.filter(student=student).select_related("team")
    member = members.first()
    place = view.places.get(member.team.number) if member and race.is_over else None
    return {"race": view, "relay": race.relay, "member": member, "place": place}


# The page of a member


def relay_page(member: RelayMember, members: Sequence[RelayMember]) -> dict[str, Any]:
    """The page of a member: the grid of the team, and what changes of it."""
    team = member.team
    givens, digits = (Board.from_line(line).digits for line in (team.relay.puzzle.givens, team.digits))
    return {
        "relay": team.relay,
        "team": team,
        "member": member,
        "rows": board_rows(GameState(givens, digits)),
        "config": {"judges": True},
        "state": team_state(member, members) | {"givens": team.relay.puzzle.givens},
    }


def team_state(member: RelayMember, members: Sequence[RelayMember]) -> dict[str, Any]:
    """What the page of a member shows. `known` changes with all of it but the time that passes.

    `waits` is the number of turns before the member's own, 0 for now, None while they are skipped.
    """
    team, now = member.team, timezone.now()
    race = team.relay.race
    shown = {
        "digits": team.digits,
        "number": team.moves_made + 1,
        "turn": next((each.name for each in members if each.place == team.turn), ""),
        "members": [
            {"name": each.name, "place": each.place, "is_active": is_active(each, now)} for each in members
        ],
        "place": team.turn,
        "waits": _waits(team, members, member, now),
        "left": team.relay.digits_a_turn - team.turn_digits,
        "mistakes": team.mistakes,
        "time_ms": 1000 * team.time_s if team.time_s is not None else None,
        "is_over": race.ends_at <= now,
        "is_paused": race.room.classroom.paused_at is not None,
    }
    if shown["is_over"]:
        shown["team_place"] = relay_view(race).places.get(team.number)
    known = f"{crc32(repr((shown, team.turn_started_at)).encode()):x}"
    left_ms = max(0, (turn_ends_at(team) - now) // timedelta(milliseconds=1))
    return {"known": known, "left_ms": left_ms, **shown}


def _waits(team: RelayTeam, members: Sequence[RelayMember], member: RelayMember, now: datetime) -> int | None:
    if member.place == team.turn:
        return 0
    if any(each.pk == member.pk and each.missed >= MAX_MISSED for each in members):
        return None
    after = [each for each in members if each.place > team.turn]
    order = [*after, *(each for each in members if each.place < team.turn)]
    waiting = [each.pk for each in order if is_active(each, now) or each.pk == member.pk]
    return 1 + waiting.index(member.pk)


# The teacher's results


def relay_results(relay: Relay, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """The teams of a relay with the digits of each member, right and wrong: for the teachers of the class."""
    moves = RelayMove.objects.filter(team__relay=relay).values_list("team", "student", "is_right")
    counts = Counter(moves)
    members: dict[int, list[dict[str, Any]]] = {}
    for member in relay.members.select_related("student").order_by("place"):
        members.setdefault(member.team_id, []).append(
            {
                "name": names.get(member.student_id) or member.student.username,
                "username": member.student.username,
                "race_name": member.name,
                "right": counts[member.team_id, member.student_id, True],
                "wrong": counts[member.team_id, member.student_id, False],
            }
        )
    return [
        {
            "number": team.number,
            "time_ms": 1000 * team.time_s if team.time_s is not None else None,
            "placed": relay.puzzle.givens.count(EMPTY) - team.digits.count(EMPTY),
            "to_place": relay.puzzle.givens.count(EMPTY),
            "mistakes": team.mistakes,
            "members": members.get(team.pk, []),
        }
        for team in relay.teams.all()
    ]
