"""Positions of the bank, made of the examples of techniques."""

from collections.abc import Callable

import pytest

from puzzles.engine.techniques import example_of
from puzzles.training.models import TrainingPosition


@pytest.fixture
def position_of(db: None) -> Callable[..., TrainingPosition]:
    """`position_of(technique)`: a stored position in which the technique is the easiest step: its example."""

    def make(technique: str) -> TrainingPosition:
        position = example_of(technique).position
        row = TrainingPosition.of(position, technique, TrainingPosition.Origin.EXAMPLE)
        row.save()
        return row

    return make
