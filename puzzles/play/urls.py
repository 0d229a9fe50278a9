"""The addresses of playing: puzzles to draw, boards, help, own grids, looking back."""

from django.urls import URLPattern, URLResolver, path, register_converter

from .converters import GridConverter
from .views import (
    challenges,
    draws,
    first_game,
    hints,
    leaving,
    own_grids,
    play,
    practice,
    preferences,
    replay,
    review,
    solution_path,
)

app_name = "play"

register_converter(GridConverter, "grid")

urlpatterns: list[URLPattern | URLResolver] = [
    path("first-game/", first_game.first_game, name="first_game"),
    path("first-game/grid/", first_game.half_filled, name="half_filled"),
    path("draw/", draws.draw, name="draw"),
    path("collections/<int:pk>/", draws.collection, name="collection"),
    path("collections/<int:pk>/sudoku.txt", draws.collection_lines, name="collection_lines"),
    path("play/<int:pk>/", play.play, name="play"),
    path("play/<int:pk>/moves/", play.play_moves, name="moves"),
    path("play/<int:pk>/news/", play.play_news, name="news"),
    path("play/<int:pk>/right-digit/", play.play_right_digit, name="right_digit"),
    path("play/<int:pk>/hint/", hints.play_help, {"kind": "hint"}, name="hint"),
    path("play/<int:pk>/check/", hints.play_help, {"kind": "check"}, name="check"),
    path("play/<int:pk>/rewind/", hints.play_help, {"kind": "rewind"}, name="rewind"),
    path("play/<int:pk>/cell/", hints.play_help, {"kind": "cell"}, name="cell"),
    path("play/<int:pk>/simple/", hints.play_help, {"kind": "simple"}, name="simple"),
    path("play/<int:pk>/solution/", hints.play_solution, name="solution"),
    path("play/<int:pk>/set-aside/", leaving.play_set_aside, name="set_aside"),
    path("play/<int:pk>/take-up/", leaving.play_take_up, name="take_up"),
    path("play/<int:pk>/start-over/", leaving.play_start_over, name="start_over"),
    path("play/<int:pk>/steps/", hints.play_help, {"kind": "steps"}, name="steps"),
    path("play/<int:pk>/deduction/", hints.play_help, {"kind": "deduction"}, name="deduction"),
    path("play/<int:pk>/path/", solution_path.play_path, name="path"),
    path("grids/", own_grids.own_grids, name="own_grids"),
    path("grids/check/", own_grids.own_grid_check, name="own_grid_check"),
    path("grids/play/", own_grids.own_grid_play, name="own_grid_play"),
    path("grids/keep/", own_grids.own_grid_keep, name="own_grid_keep"),
    path("grids/make/", own_grids.own_grid_make, name="own_grid_make"),
    path("grids/<int:pk>/remove/", own_grids.own_grid_remove, name="own_grid_remove"),
    path("grids/<grid:board>/", own_grids.shared_grid, name="shared_grid"),
    path("grids/<grid:board>/path/", own_grids.own_grid_path, name="own_grid_path"),
    path("history/<int:pk>/", replay.replay, name="replay"),
    path("history/<int:pk>/practice/", practice.practice, name="practice"),
    path("history/<int:pk>/review/", review.review, name="review"),
    path("history/<int:pk>/challenge/", challenges.challenge, name="challenge"),
    path("challenge/<str:token>/", challenges.challenged, name="challenged"),
    path("settings/board/", preferences.board_settings, name="board_settings"),
    path("settings/techniques/", preferences.technique_settings, name="technique_settings"),
]
