"""A race as the projector, the teacher and a phone see it: progress, then the first three."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from statistics import mean
from typing import Any
from zlib import crc32

from django.utils import timezone

from accounts.models import User
from puzzles.play.models import Attempt

from ..models import Race, RaceEntry

# Only these places are shown. With few runners the last of them has none either.
PLACES = 3


@dataclass(frozen=True)
class Runner:
    """A student in a race. `time_s` is their time with the penalty once they have solved the grid."""

    student_id: int
    name: str
    team: int
    filled: int = 0
    share: int = 0
    has_finished: bool = False
    mistakes: int = 0
    time_s: int | None = None

    @property
    def penalty_s(self) -> int:
        return Race.PENALTY_S * self.mistakes

    @property
    def time_ms(self) -> int:
        return 1000 * (self.time_s or 0)


@dataclass(frozen=True)
class Team:
    """A team: the mean progress of its members, 0 to 100, and the mean time of those who have finished."""

    number: int
    size: int
    share: int
    mean_s: int | None = None
    is_first: bool = False

    @property
    def mean_ms(self) -> int:
        return 1000 * (self.mean_s or 0)

    @property
    def result(self) -> tuple[int, int | None]:
        return self.share, self.mean_s


@dataclass(frozen=True)
class ScreenView:
    """A race or a relay on the screens, with its countdown."""

    race: Race

    @property
    def starts_in_ms(self) -> int:
        return max(0, (self.race.starts_at - timezone.now()) // timedelta(milliseconds=1))

    @property
    def starts_in(self) -> int:
        """Whole seconds, as a countdown shows them."""
        return -(-self.starts_in_ms // 1000)


@dataclass(frozen=True)
class RaceView(ScreenView):
    """A race with its runners, those who are furthest first."""

    runners: Sequence[Runner]
    teams: Sequence[Team] = ()
    places: dict[int, int] = field(default_factory=dict)

    @property
    def finished(self) -> int:
        return sum(runner.time_s is not None for runner in self.runners)

    @property
    def bars(self) -> Sequence[Runner | Team]:
        """What the projector shows of a race that is on: the teams where there are some."""
        return self.teams or self.runners

    @property
    def teams_by_number(self) -> list[Team]:
        return sorted(self.teams, key=lambda team: team.number)

    @property
    def winners(self) -> list[tuple[int, Runner]]:
        """Pairs of place and runner, for the places that are shown."""
        placed = [
            (self.places[runner.student_id], runner)
            for runner in self.runners
            if runner.student_id in self.places
        ]
        return sorted(placed, key=lambda each: (each[0], each[1].name))

    @property
    def others_finished(self) -> list[str]:
        others = [runner for runner in self.runners if runner.student_id not in self.places]
        return sorted(runner.name for runner in others if runner.time_s is not None)

    @property
    def others_tried(self) -> list[str]:
        return sorted(runner.name for runner in self.runners if runner.time_s is None)

    @property
    def stamp(self) -> str:
        """Changes with all that is shown."""
        parts = (
            self.race.pk,
            self.race.has_started,
            self.race.is_over,
            *((runner.name, runner.filled, runner.has_finished) for runner in self.runners),
        )
        return f"{crc32(repr(parts).encode()):x}"


def race_view(race: Race) -> RaceView:
    """A race with its runners: two queries."""
    games = Attempt.objects.filter(assigned_puzzle__assignee__assignment=race.assignment_id).order_by()
    game_of = {game.player_id: game for game in games.select_related("puzzle").defer("puzzle__solution")}
    runners = [_runner(entry, game_of.get(entry.student_id)) for entry in race.entries.all()]
    runners.sort(key=lambda each: (-each.share, each.name))
    return RaceView(race, runners, teams_of(runners), places_of(runners))


def _runner(entry: RaceEntry, game: Attempt | None) -> Runner:
    if game is None:
        return Runner(entry.student_id, entry.name, entry.team)
    to_fill = game.puzzle.givens.count(".")
    filled = to_fill - game.digits.count(".")
    time_s = None
    if game.state == Attempt.State.SOLVED and game.finished_at:
        passed_s = (game.finished_at - entry.clock_from) // timedelta(seconds=1)
        time_s = max(0, passed_s) + Race.PENALTY_S * game.mistakes
    return Runner(
        entry.student_id,
        entry.name,
        entry.team,
        filled=filled,
        share=100 * filled // to_fill if to_fill else 0,
        has_finished=not game.is_open,
        mistakes=game.mistakes,
        time_s=time_s,
    )


def places_of(runners: Sequence[Runner]) -> dict[int, int]:
    """Student -> place, for the places that are shown."""
    times = {runner.student_id: runner.time_s for runner in runners if runner.time_s is not None}
    return announced_places(times, len(runners))


def announced_places(time_of: Mapping[int, int], entered: int) -> dict[int, int]:
    """Student or team -> place, for the places that are shown. The same whole second is the same place."""
    times = sorted(time_of.values())
    announced = min(PLACES, max(1, entered - 1))
    places = {key: 1 + bisect_left(times, time_s) for key, time_s in time_of.items()}
    return {key: place for key, place in places.items() if place <= announced}


def teams_of(runners: Sequence[Runner]) -> list[Team]:
    """The teams, the furthest first; of those that are equally far, the one with the smaller mean time."""
    members: dict[int, list[Runner]] = defaultdict(list)
    for runner in runners:
        if runner.team:
            members[runner.team].append(runner)
    teams = [
        Team(
            number,
            len(each),
            round(mean(runner.share for runner in each)),
            round(mean(times)) if (times := [runner.time_s for runner in each if runner.time_s]) else None,
        )
        for number, each in members.items()
    ]
    teams.sort(key=lambda team: (-team.share, team.mean_s is None, team.mean_s or 0, team.number))
    return [replace(team, is_first=team.result == teams[0].result) for team in teams]


def own_race(race: Race, student: User) -> dict[str, Any]:
    """A race for a student: their name, their game, and, once it is over, their place if it is shown."""
    view = race_view(race)
    runner = next((each for each in view.runners if each.student_id == student.pk), None)
    games = Attempt.objects.played_by(student)
    game = games.filter(assigned_puzzle__assignee__assignment=view.race.assignment_id).first()
    return {
        "race": view,
        "runner": runner,
        "game": game,
        "place": view.places.get(student.pk) if view.race.is_over else None,
    }
