"""How a program is laid out: what its functions ask for."""

from puzzles.engine.judge import layout


def test_parameters_without_default_are_those_required() -> None:
    def function(a: int, b: int, c: int = 0, *, d: int = 0) -> None:
        pass

    assert layout.required_parameters(function) == ["a", "b"]
    assert layout.required_parameters(len) is None
