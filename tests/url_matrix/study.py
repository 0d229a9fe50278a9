"""Addresses of the course, the solvers and the techniques."""

from .asking import Fields, table_of

PAGE = "0123456789abcdef"

TABLE = table_of("""
address                                       method   nobody  student mate    outside teacher other   admin
/course/                                      GET      login   200     200     200     200     200     200
/course/explorer/                             GET      login   200     200     200     200     200     200
/course/explorer/?grid={attempt_grid}         GET      login   200     403     200     200     200     200
/course/explorer/?grid={exam_grid}            GET      login   200     403     200     200     200     200
/course/td_iteratif.py                        GET      login   200     200     200     200     200     200
/course/td_iteratif/                          GET      login   200     200     200     200     200     200
/course/tutoriel/exercises/watch/             GET      login   200     403     200     200     200     200
/course/tutoriel/exercises/watch/?grid={attempt_grid}
                                              GET      login   403     403     200     200     200     200
/course/tutoriel/exercises/watch/?grid={exam_grid}
                                              GET      login   200     403     200     200     200     200
/course/nothing/                              GET      login   404     404     404     404     404     404
/course/td_iteratif/exercises/                GET      login   200     200     200     200     200     200
/course/td_iteratif/exercises/test/           GET      login   200     403     200     200     200     200
                                              POST     login   302+    302+    302+    302+    302+    302+
/course/td_iteratif/exercises/nothing/        GET,POST login   404     404     404     404     404     404
/course/td_iteratif/bugs/                     GET      login   200     200     200     200     200     200
/course/td_iteratif/bugs/test/1/              GET      login   200     403     200     200     200     200
/course/td_iteratif/bugs/test/1/case/
                                              GET      login   204     403     204     204     204     204
/course/td_iteratif/bugs/test/1/tries/
                                              POST     login   200+    403     200+    200+    200+    200+
/course/td_iteratif/program/                  GET      login   200     200     200     200     200     200
                                              POST     login   200+    404     404     404     404     404
/course/td_iteratif/program/file/             GET      login   200     200     200     200     200     200
/course/td_iteratif/program/copies/1/         GET      login   404     404     404     404     404     404
/course/sudoku.txt                            GET      login   200     200     200     200     200     200
/course/sudoku.pyz                            GET      login   200     403     200     200     200     200
/course/tutoriel/starter.py                   GET      login   200     200     200     200     200     200
/course/mini_projet/starter.ipynb             GET      login   200     200     200     200     200     200
/course/nothing/starter.py                    GET      login   404     404     404     404     404     404
/algorithms/td_iteratif/                      GET      login   200     200     200     200     200     200
/algorithms/td_iteratif/?grid={attempt_grid}  GET      login   403     403     200     200     200     200
/algorithms/td_iteratif/?grid={exam_grid}     GET      login   200     403     200     200     200     200
/algorithms/td_iteratif/trace/?grid={attempt_grid}
                                              GET      login   403     403     200     200     200     200
/algorithms/td_iteratif/trace/?grid={exam_grid}
                                              GET      login   200     403     200     200     200     200
/algorithms/td_iteratif/table/?grid={attempt_grid}
                                              GET      login   403     403     200     200     200     200
/algorithms/td_iteratif/table/?grid={exam_grid}
                                              GET      login   200     403     200     200     200     200
/algorithms/td_iteratif/predictions/          POST     login   403     200+    200+    200+    200+    200+
/algorithms/td_iteratif/give-up/              POST     login   302+    404     404     404     404     404
/practice/                                    GET      login   302     302     302     302     302     302
/techniques/                                  GET      login   200     200     200     200     200     200
/techniques/x_wing/                           GET      login   200     200     200     200     200     200
/techniques/nothing/                          GET      login   404     404     404     404     404     404
/techniques/x_wing/drill/                     GET      login   200     302     200     200     200     200
                                              POST     login   302+    302     302     302     302     302
/techniques/x_wing/drill/{drill}/             GET      login   200     404     404     404     404     404
/techniques/x_wing/position/                  POST     login   302+    302     302+    302+    302+    302+
/practice/storm/                              GET      login   200     302     200     200     200     200
/practice/storm/run/                          POST     login   200     302     200+    200+    200+    200+
/practice/storm/answer/                       POST     login   200+    302     302     302     302     302
/practice/storm/end/                          POST     login   200+    200     200     200     200     200
/practice/goal/                               GET      login   200     200     200     200     200     200
                                              POST     login   302+    302+    302+    302+    302+    302+
/daily/                                       GET      login   200     200     200     404     404     404
/daily/1/                                     POST     login   302+    302+    302+    404     404     404
/daily/4/                                     POST     login   302     302     302     404     404     404
/practice/drill/                              GET      login   302     302     302     302     302     302
/classes/{class}/room/                        GET      login   403     403     403     200     404     404
/classes/{second_class}/room/open/            POST     login   403     403     403     302+    404     404
/rooms/{room}/                                GET      login   403     403     403     200     404     404
/rooms/{closed_room}/projector/               GET      login   403     403     403     302     404     404
/rooms/{room}/answers.csv                     GET      login   403     403     403     200     404     404
/rooms/{room}/projector/                      GET      login   403     403     403     200     404     404
/rooms/{room}/live/                           GET      login   403     403     403     200     404     404
/rooms/{room}/close/                          POST     login   403     403     403     302+    404     404
/rooms/{room}/lead/                           POST     login   403     403     403     204+    404     404
/rooms/{room}/let-go/                         POST     login   403     403     403     302+    404     404
/rooms/{room}/hold/                           POST     login   403     403     403     302+    404     404
/rooms/{room}/ask/                            POST     login   403     403     403     302+    404     404
/rooms/{room}/slide/                          POST     login   403     403     403     302+    404     404
/rooms/{room}/ask-about/                      POST     login   403     403     403     302+    404     404
/rooms/questions/{question}/reveal/           POST     login   403     403     403     302+    404     404
/rooms/questions/{question}/put-away/         POST     login   403     403     403     302+    404     404
/rooms/questions/{question}/answer/           POST     login   302+    302+    404     403     403     403
/rooms/{room}/race/                           POST     login   403     403     403     302+    404     404
/rooms/races/{race}/end/                      POST     login   403     403     403     302+    404     404
/rooms/races/{race}/put-away/                 POST     login   403     403     403     302+    404     404
/rooms/races/{race}/grid/                     POST     login   302+    302     404     403     403     403
/rooms/{room}/relay/                          POST     login   403     403     403     302+    404     404
/rooms/relays/{relay}/                        GET      login   200     404     404     403     403     403
/rooms/relays/{relay}/news/                   POST     login   200+    404     404     403     403     403
/rooms/relays/{relay}/place/                  POST     login   200+    404     404     403     403     403
/room/                                        GET      login   200     200     200     403     403     403
/room/bar/                                    GET      login   403     403     403     200     204     204
/room/events/                                 GET      login   204     204     204     403     403     403
/room/news/                                   POST     login   200+    200+    204     403     403     403
/room/panel/                                  GET      login   200     204     204     403     403     403
/room/follow/                                 POST     login   302+    404     404     403     403     403
""")

# What is posted, by a visitor who may with success.
FIELDS: dict[str, Fields] = {
    "/rooms/{room}/lead/": {"address": "/techniques/"},
    "/rooms/{room}/hold/": {"on": "1"},
    "/rooms/{room}/ask/": {"text": "How many?", "kind": "number", "right": "9"},
    "/rooms/{room}/slide/": {"title": "Today", "lines": "Read\nWrite"},
    "/rooms/{room}/ask-about/": {"address": "/techniques/x_wing/", "ask": "cell"},
    "/rooms/{room}/race/": {"tier": "1", "minutes": "5", "teams": "0"},
    "/rooms/{room}/relay/": {
        "tier": "1",
        "minutes": "5",
        "team_size": "2",
        "digits_a_turn": "2",
        "turn_seconds": "45",
    },
    "/rooms/relays/{relay}/news/": {"back": "1"},
    "/rooms/relays/{relay}/place/": {"number": "1", "cell": "{relay_cell}", "digit": "9"},
    "/rooms/questions/{question}/answer/": {"value": "1"},
    "/room/follow/": {"on": "1"},
    "/course/td_iteratif/exercises/test/": {"text": "x = 1", "base": 0},
    "/course/td_iteratif/program/": {
        "user": "{student}",
        "client": PAGE,
        "seq": 1,
        "base": 0,
        "text": "x = 1",
    },
    "/algorithms/td_iteratif/predictions/": {"grid": "{runs_grid}", "token": PAGE, "event": 0},
    "/techniques/x_wing/drill/": {"token": "{drill_token}", "number": 1, "show": "on"},
    "/practice/goal/": {"days": 3},
    "/practice/storm/answer/": {"token": "{storm_token}", "mark": "", "next": 1},
    "/algorithms/td_iteratif/give-up/": {"grid": "{attempt_grid}", "attempt": "{attempt}"},
}
