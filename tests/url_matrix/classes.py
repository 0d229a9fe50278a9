"""Classes: only their own teachers find them."""

from .asking import Fields, table_of

ASSIGNMENT = {
    "name": "New",
    "way": "drawn",
    "count": 1,
    "collection": "{for_everyone}",
    "share": "same",
    "preset": "practice",
}

TABLE = table_of("""
address                                       method   nobody  student mate    outside teacher other   admin
/classes/                                     GET      login   403     403     403     200     200     200
                                              POST     login   403     403     403     302+    302+    302+
/classes/join/                                GET      login   200     200     200     403     403     403
                                              POST     login   302+    302+    302+    403     403     403
/classes/former/ada/                          GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/classes/former/ada/delete/                   GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/classes/{class}/                             GET      login   403     403     403     200     404     404
/classes/{class}/access/                      GET      login   403     403     403     200     404     404
/classes/{class}/settings/                    GET      login   403     403     403     200     404     404
/classes/{class}/add/                         GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/classes/{class}/card-codes/                  POST     login   403     403     403     302+    404     404
/classes/{class}/cards/                       GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/classes/{class}/cards/{card_sheet}/          GET      login   403     403     403     410     404     404
/classes/{class}/codes/                       GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     200+    404     404
/classes/{class}/codes/revoke/                POST     login   403     403     403     302+    404     404
/classes/{class}/activity/                    GET      login   403     403     403     200     404     404
/classes/{class}/join-code/                   POST     login   403     403     403     302+    404     404
/classes/{class}/pause/                       POST     login   403     403     403     302+    404     404
/classes/{class}/practice/                    POST     login   403     403     403     302+    404     404
/classes/{class}/name/                        POST     login   403     403     403     302+    404     404
/classes/{class}/archive/                     POST     login   403     403     403     302     404     404
/classes/{second_class}/archive/              POST     login   403     403     403     302+    404     404
/classes/{put_away_class}/restore/            POST     login   403     403     403     302+    404     404
/classes/{class}/teachers/                    POST     login   403     403     403     302+    404     404
/classes/{class}/teachers/mme.petit/rights/   POST     login   403     403     403     302+    404     404
/classes/{class}/teachers/mme.petit/remove/   POST     login   403     403     403     302+    404     404
/classes/{class}/members/lea/                 GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/classes/{class}/members/lea/account/         POST     login   403     403     403     302+    404     404
/classes/{class}/members/lea/card/            GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/classes/{class}/members/lea/data/            GET      login   403     403     403     200     404     404
/classes/{class}/members/lea/data/page/       GET      login   403     403     403     200     404     404
/classes/{class}/members/lea/delete/          GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/classes/{class}/members/lea/card-code/       POST     login   403     403     403     302+    404     404
/classes/{class}/members/lea/move/            POST     login   403     403     403     302+    404     404
/classes/{class}/members/lea/remove/          POST     login   403     403     403     302+    404     404
/classes/{class}/members/zoe/                 GET,POST login   403     403     403     404     404     404
/classes/{class}/members/zoe/account/         POST     login   403     403     403     404     404     404
/classes/{class}/members/zoe/card/            GET,POST     login   403     403     403     404     404     404
/classes/{class}/members/zoe/card-code/       POST     login   403     403     403     404     404     404
/classes/{class}/members/zoe/move/            POST     login   403     403     403     404     404     404
/classes/{class}/members/zoe/remove/          POST     login   403     403     403     404     404     404
/classes/{class}/members/zoe/data/            GET      login   403     403     403     404     404     404
/classes/{class}/members/zoe/delete/          GET,POST login   403     403     403     404     404     404
/classes/{other_class}/                       GET      login   403     403     403     404     200     404
/classes/{put_away_class}/                    GET      login   403     403     403     200     404     404
/classes/{put_away_class}/add/                GET,POST login   403     403     403     404     404     404
/digest/                                      GET      login   403     403     403     200     200     200
/classes/{class}/live/                        GET      login   403     403     403     200     404     404
/classes/{class}/live/news/                   GET      login   403     403     403     200     404     404
/classes/{class}/live/lea/                    GET      login   403     403     403     302     404     404
/boards/{attempt}/                            GET      login   403     403     403     200     404     404
/boards/{attempt}/news/                       GET      login   403     403     403     200     404     404
/boards/{attempt}/send/                       POST     login   403     403     403     302+    404     404
/boards/{exam_attempt}/                       GET      login   403     403     403     200     404     404
/boards/{exam_attempt}/send/                  POST     login   403     403     403     302     404     404
/classes/{class}/table/                       GET      login   403     403     403     200     404     404
/classes/{class}/table/?file=excel            GET      login   403     403     403     200     404     404
/classes/{class}/puzzles/{exam_puzzle}/       GET      login   403     403     403     200     404     404
/classes/{class}/puzzles/{puzzle}/            GET      login   403     403     403     404     404     404
/classes/{class}/techniques/                  GET      login   403     403     403     200     404     404
/classes/{class}/daily/                       GET      login   403     403     403     200     404     404
/classes/{class}/daily/{yesterday}/           GET      login   403     403     403     200     404     404
/classes/{put_away_class}/daily/              GET      login   403     403     403     404     404     404
/classes/{class}/assignments/                 GET      login   403     403     403     200     404     404
/classes/{class}/assignments/new/             GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/classes/{put_away_class}/assignments/new/    GET,POST login   403     403     403     404     404     404
/classes/{class}/drills/new/                  GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/classes/{put_away_class}/drills/new/         GET,POST login   403     403     403     404     404     404
/classes/{class}/questions/new/               GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/classes/{put_away_class}/questions/new/      GET,POST login   403     403     403     404     404     404
""")

# What is posted, by a visitor who may with success.
FIELDS: dict[str, Fields] = {
    "/classes/{class}/questions/new/": {"name": "Why", "q1-kind": "text", "q1-text": "Why?"},
    "/classes/{class}/drills/new/": {"technique": "skyscraper", "count": 1, "level": 2},
    "/classes/": {"name": "4e A", "names": "Nina Noir"},
    "/classes/join/": {"code": "{join_code}"},
    "/classes/former/ada/": {"destination": "{class}"},
    "/classes/former/ada/delete/": {"username": "ada"},
    "/classes/{class}/add/": {"names": "Nina Noir"},
    "/classes/{class}/codes/": {"who": "all"},
    "/classes/{class}/card-codes/": {"on": "0"},
    "/classes/{class}/join-code/": {"open": "1"},
    "/boards/{attempt}/send/": {"text": "Look at row 3."},
    "/boards/{exam_attempt}/send/": {"text": "Look at row 3."},
    "/classes/{class}/pause/": {"on": "1"},
    "/classes/{class}/practice/": {"has_daily": "on"},
    "/classes/{class}/name/": {"name": "5e B"},
    "/classes/{class}/teachers/": {"username": "m.durand"},
    "/classes/{class}/teachers/mme.petit/rights/": {"rights": "read"},
    "/classes/{class}/members/lea/": {"family_name": "Petit", "given_name": "Léa", "note": "Quick."},
    "/classes/{class}/members/lea/account/": {"extra_time": "1.33", "is_active": "on"},
    "/classes/{class}/members/lea/delete/": {"username": "lea"},
    "/classes/{class}/members/zoe/delete/": {"username": "zoe"},
    "/classes/{class}/members/lea/move/": {"destination": "{second_class}"},
    "/classes/{class}/assignments/new/": ASSIGNMENT,
    "/classes/{put_away_class}/assignments/new/": ASSIGNMENT,
}
