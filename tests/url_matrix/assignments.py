"""Work given to a class: what its teacher does with it, and the student who does it."""

from .asking import Fields, table_of

ASSIGNMENT = {
    "name": "New",
    "way": "drawn",
    "count": 1,
    "collection": "{for_everyone}",
    "share": "same",
    "preset": "practice",
}
MARKS = {
    "mark-scale": 20,
    "mark-part": 0,
    "mark-hint": 5,
    "mark-cell": 5,
    "mark-mistake": 5,
    "mark-late": 5,
    "mark-solution": 5,
}

TABLE = table_of("""
address                                       method   nobody  student mate    outside teacher other   admin
/assignments/{draft}/                         GET      login   403     403     403     200     404     404
/assignments/{draft}/edit/                    GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/assignments/{draft}/redraw/                  POST     login   403     403     403     302+    404     404
/assignments/{draft}/new-grids/               POST     login   403     403     403     302     404     404
/assignments/{exam_draft}/new-grids/          POST     login   403     403     403     302+    404     404
/assignments/{draft}/hand-out/                POST     login   403     403     403     302+    404     404
/assignments/{draft}/delete/                  POST     login   403     403     403     302+    404     404
/assignments/{homework}/                      GET      login   403     403     403     200     404     404
/assignments/{homework}/edit/                 GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/assignments/{homework}/newcomers/            POST     login   403     403     403     302+    404     404
/assignments/{homework}/results/              GET      login   403     403     403     200     404     404
/assignments/{homework}/marks/                POST     login   403     403     403     302+    404     404
/assignments/{homework}/grades/lea/           GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/assignments/{homework}/absent/               POST     login   403     403     403     302     404     404
/assignments/{put_away}/absent/               POST     login   403     403     403     302+    404     404
/assignments/{homework}/shown-grades/         POST     login   403     403     403     302+    404     404
/competences/                                 GET      login   403     403     403     200     200     200
                                              POST     login   403     403     403     302+    302+    302+
/competences/start/                           POST     login   403     403     403     302     302+    302+
/competences/{competence}/                    GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/competences/{competence}/delete/             POST     login   403     403     403     302+    404     404
/classes/{class}/competences/                 GET      login   403     403     403     200     404     404
/classes/{class}/competences/lea/             GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/classes/{class}/report/                      GET      login   403     403     403     200     404     404
/classes/{class}/reports/                     GET      login   403     403     403     200     404     404
/classes/{class}/reports/lea/                 GET      login   403     403     403     200     404     404
/classes/{class}/report.pdf                   GET      login   403     403     403     200     404     404
/classes/{class}/reports.pdf                  GET      login   403     403     403     200     404     404
/classes/{class}/reports/lea/report.pdf       GET      login   403     403     403     200     404     404
/assignments/{homework}/stop/                 POST     login   403     403     403     302+    404     404
/assignments/{homework}/archive/              POST     login   403     403     403     302+    404     404
/assignments/{homework}/delete/               POST     login   403     403     403     302     404     404
/assignments/{homework}/try/                  POST     login   403     403     403     302+    404     404
/assignments/{exam}/release/                  POST     login   403     403     403     302     404     404
/assignments/{exam}/end-and-release/          POST     login   403     403     403     302+    404     404
/assignments/{drill_work}/                    GET      login   403     403     403     200     404     404
/assignments/{drill_work}/drills/             GET      login   403     403     403     200     404     404
/assignments/{drill_work}/drills/news/        GET      login   403     403     403     200     404     404
/assignments/{drill_work}/drills/1/           GET      login   403     403     403     200     404     404
/assignments/{drill_work}/drills/2/           GET      login   403     403     403     404     404     404
/assignments/{drill_draft}/                   GET      login   403     403     403     200     404     404
/assignments/{drill_draft}/redraw/            POST     login   403     403     403     302+    404     404
/assignments/{drill_draft}/drills/            GET      login   403     403     403     404     404     404
/assignments/questions/2/                     GET      login   403     403     403     200     200     200
/assignments/questions/31/                    GET      login   403     403     403     404     404     404
/assignments/{questions}/                     GET      login   403     403     403     200     404     404
/assignments/{questions}/questions/           GET      login   403     403     403     200     404     404
/assignments/{questions}/questions/news/      GET      login   403     403     403     200     404     404
/assignments/{questions}/questions/1/judge/   POST     login   403     403     403     302+    404     404
/assignments/{questions}/questions/2/judge/   POST     login   403     403     403     404     404     404
/assignments/{questions_draft}/edit/          GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/assignments/{questions_draft}/questions/     GET      login   403     403     403     404     404     404
/assignments/{homework}/questions/            GET      login   403     403     403     404     404     404
/assignments/{homework}/drills/               GET      login   403     403     403     404     404     404
/assignments/{put_away}/restore/              POST     login   403     403     403     302+    404     404
/assignments/{homework}/students/lea/reopen/  POST     login   403     403     403     302+    404     404
/assignments/{homework}/students/lea/extend/  POST     login   403     403     403     302+    404     404
/assignments/{homework}/students/lea/excuse/  POST     login   403     403     403     302+    404     404
/assignments/{runs}/students/tom/take-back/   POST     login   403     403     403     302+    404     404
/given/{homework}/                            GET      login   200     200     404     404     404     404
/given/{homework}/begin/                      POST     login   302     302     404     404     404     404
/given/{homework}/1/                          POST     login   302     302+    404     404     404     404
/given/{homework}/hand-in/                    GET      login   200     200     404     404     404     404
                                              POST     login   302+    302+    404     404     404     404
/given/{exam}/                                GET      login   200     200     404     404     404     404
/given/{exam}/begin/                          POST     login   302+    302     404     404     404     404
/given/{exam}/1/                              POST     login   302     302     404     404     404     404
/given/{exam}/hand-in/                        GET      login   302     200     404     404     404     404
                                              POST     login   302     302+    404     404     404     404
/given/{exam_done}/                           GET      login   200     200     404     404     404     404
/given/{draft}/                               GET      login   404     404     404     404     404     404
/given/{draft}/begin/                         POST     login   404     404     404     404     404     404
/given/{runs}/                                GET      login   200     404     404     404     404     404
/given/{runs}/1/run/                          GET      login   200     404     404     404     404     404
                                              POST     login   302     404     404     404     404     404
/given/{runs}/2/run/                          GET      login   302     404     404     404     404     404
                                              POST     login   302+    404     404     404     404     404
/given/{runs}/1/run/trace/                    GET      login   200     404     404     404     404     404
/given/{runs}/1/run/predictions/              POST     login   200+    404     404     404     404     404
/given/{drill_work}/                          GET      login   200     200     404     404     404     404
/given/{drill_work}/drill/                    GET      login   200     302     404     404     404     404
                                              POST     login   302+    302     404     404     404     404
/given/{questions}/                           GET      login   200     200     404     404     404     404
/given/{questions}/questions/1/               POST     login   302+    302     404     404     404     404
/given/{homework}/questions/1/                POST     login   404     404     404     404     404     404
/given/{homework}/drill/                      GET,POST login   404     404     404     404     404     404
/classes/{class}/several/new/                 GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/assignments/{whole_draft}/                   GET      login   403     403     403     200     404     404
/assignments/{whole_draft}/edit/              GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/assignments/{whole_draft}/duplicate/         GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/assignments/{whole_draft}/parts/grids/new/   GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/assignments/{whole_draft}/parts/predictions/new/
                                              GET,POST login   403     403     403     200     404     404
/assignments/{whole_draft}/parts/exercises/new/
                                              GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/assignments/{whole_draft}/parts/questions/new/
                                              GET,POST login   403     403     403     200     404     404
/assignments/{whole_draft}/parts/drills/new/  GET,POST login   403     403     403     200     404     404
/assignments/{whole_draft}/parts/exams/new/   GET,POST login   403     403     403     404     404     404
/assignments/{homework}/parts/grids/new/      GET,POST login   403     403     403     404     404     404
/assignments/{whole}/parts/grids/new/         GET,POST login   403     403     403     302     404     404
/assignments/{whole_draft}/parts/{draft_part}/down/
                                              POST     login   403    403     403     302+    404     404
/assignments/{whole_draft}/parts/{draft_part}/remove/
                                              POST     login   403  403     403     302+    404     404
/assignments/{whole_draft}/parts/{draft_part}/else/
                                              POST     login   403    403     403     404     404     404
/assignments/{whole_draft}/parts/{part}/remove/
                                              POST     login   403     403     403     404     404     404
/assignments/{whole}/parts/{part}/remove/     POST     login   403     403     403     302     404     404
/assignments/{whole}/parts/{part}/up/         POST     login   403     403     403     302     404     404
/assignments/{whole}/weights/                 POST     login   403     403     403     302+    404     404
/assignments/{homework}/weights/              POST     login   403     403     403     404     404     404
/assignments/{whole}/                         GET      login   403     403     403     200     404     404
/assignments/{whole}/edit/                    GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/assignments/{whole}/stop/                    POST     login   403     403     403     302+    404     404
/assignments/{whole}/redraw/                  POST     login   403     403     403     404     404     404
/assignments/{whole}/try/                     POST     login   403     403     403     404     404     404
/assignments/{whole}/marks/                   POST     login   403     403     403     302+    404     404
/assignments/{whole}/students/lea/excuse/     POST     login   403     403     403     302+    404     404
/assignments/{part}/                          GET      login   403     403     403     200     404     404
/assignments/{part}/edit/                     GET,POST login   403     403     403     404     404     404
/assignments/{part}/stop/                     POST     login   403     403     403     404     404     404
/assignments/{part}/archive/                  POST     login   403     403     403     404     404     404
/assignments/{part}/newcomers/                POST     login   403     403     403     404     404     404
/assignments/{part}/duplicate/                GET,POST login   403     403     403     404     404     404
/assignments/{part}/delete/                   POST     login   403     403     403     404     404     404
/assignments/{part}/absent/                   POST     login   403     403     403     404     404     404
/assignments/{part}/shown-grades/             POST     login   403     403     403     404     404     404
/assignments/{part}/students/lea/excuse/      POST     login   403     403     403     404     404     404
/assignments/{draft_part}/hand-out/           POST     login   403     403     403     404     404     404
/assignments/{draft_part}/edit/               GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/given/{whole}/                               GET      login   200     200     404     404     404     404
/given/{whole}/begin/                         POST     login   302+    302+    404     404     404     404
/given/{whole}/hand-in/                       GET,POST login   302     302     404     404     404     404
/given/{whole}/drill/                         GET,POST login   404     404     404     404     404     404
/given/{whole}/1/                             POST     login   404     404     404     404     404     404
/given/{part}/                                GET      login   200     200     404     404     404     404
/given/{part}/begin/                          POST     login   302+    302+    404     404     404     404
/given/{draft_part}/                          GET      login   404     404     404     404     404     404
/calendar/                                    GET      login   200     200     200     200     200     200
/calendar/address/                            POST     login   200+    200+    200+    404     404     404
/calendar/address/revoke/                     POST     login   302+    302     302     404     404     404
/calendar/nothing.ics                         GET      404     404     404     404     404     404     404
                                              POST,else 405     405     405     405     405     405     405
/calendar/{calendar_feed}.ics                 GET      200     200     200     200     200     200     200
                                              POST,else 405     405     405     405     405     405     405
/given/{put_away}/                            GET      login   200     200     404     404     404     404
""")

# What is posted, by a visitor who may with success.
FIELDS: dict[str, Fields] = {
    "/classes/{class}/several/new/": {"name": "Homework 3"},
    "/assignments/{whole_draft}/edit/": {"name": "Homework 4"},
    "/assignments/{whole_draft}/duplicate/": {"name": "Again", "classes": "{second_class}"},
    "/assignments/{whole_draft}/parts/grids/new/": ASSIGNMENT,
    "/assignments/{whole_draft}/parts/exercises/new/": {"name": "Program", "worksheet": "tutoriel"},
    "/assignments/{draft_part}/edit/": {"name": "Other", "worksheet": "tutoriel"},
    "/assignments/{whole}/marks/": {"mark-scale": 10},
    "/assignments/{whole}/edit/": {"name": "Another name"},
    "/given/{drill_work}/drill/": {"token": "{assigned_token}", "number": 1, "show": "on"},
    "/given/{questions}/questions/1/": {"answer": "So that it has one solution."},
    "/assignments/{questions}/questions/1/judge/": {"value": "Because.", "right": "1"},
    "/assignments/{questions_draft}/edit/": {"name": "Why", "q1-kind": "text", "q1-text": "Why?"},
    "/assignments/{draft}/edit/": ASSIGNMENT,
    "/assignments/{homework}/edit/": {"name": "Another name"},
    "/assignments/{homework}/marks/": MARKS,
    "/assignments/{homework}/grades/lea/": {"state": "counted", "value": "12", "comment": "Well done."},
    "/assignments/{homework}/shown-grades/": {"grades": "shown"},
    "/competences/": {"code": "WRITE", "name": "Write"},
    "/classes/{class}/competences/lea/": {"level-TEST": "3"},
    "/competences/{competence}/": {"code": "TEST", "name": "Test more"},
    "/given/{runs}/1/run/predictions/": {"event": "{runs_question}"},
    "/assignments/{homework}/students/lea/extend/": {"due_at": "2199-06-30 18:00"},
}
