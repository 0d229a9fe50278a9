"""The addresses of rooms, for teachers and students."""

from django.urls import URLPattern, URLResolver, path

from .views import activities, following, questions, races, relays, rooms

app_name = "rooms"

urlpatterns: list[URLPattern | URLResolver] = [
    path("classes/<int:pk>/room/", rooms.class_room, name="class_room"),
    path("classes/<int:pk>/room/open/", rooms.open_room, name="open"),
    path("rooms/<int:pk>/", rooms.room_results, name="results"),
    path("rooms/<int:pk>/answers.csv", rooms.room_answers, name="answers"),
    path("rooms/<int:pk>/close/", rooms.close_room, name="close"),
    path("rooms/<int:pk>/projector/", rooms.projector, name="projector"),
    path("rooms/<int:pk>/live/", rooms.room_live, name="live"),
    path("rooms/<int:pk>/lead/", following.lead, name="lead"),
    path("rooms/<int:pk>/let-go/", following.let_go, name="let_go"),
    path("rooms/<int:pk>/hold/", following.hold, name="hold"),
    path("rooms/<int:pk>/ask/", questions.ask, name="ask"),
    path("rooms/<int:pk>/slide/", questions.show_slide, name="show_slide"),
    path("rooms/<int:pk>/ask-about/", questions.ask_about, name="ask_about"),
    path("rooms/questions/<int:pk>/reveal/", questions.reveal, name="reveal"),
    path("rooms/questions/<int:pk>/put-away/", questions.put_away, name="put_away"),
    path("rooms/questions/<int:pk>/answer/", questions.answer, name="answer"),
    path("lessons/<int:pk>/activities/<int:position>/show/", activities.show_activity, name="show_activity"),
    path("rooms/<int:pk>/race/", races.start_race, name="start_race"),
    path("rooms/races/<int:pk>/end/", races.end_race, name="end_race"),
    path("rooms/races/<int:pk>/put-away/", races.put_race_away, name="put_race_away"),
    path("rooms/races/<int:pk>/grid/", races.open_race_grid, name="open_race_grid"),
    path("rooms/<int:pk>/relay/", relays.start_relay, name="start_relay"),
    path("rooms/relays/<int:pk>/", relays.relay, name="relay"),
    path("rooms/relays/<int:pk>/news/", relays.relay_news, name="relay_news"),
    path("rooms/relays/<int:pk>/place/", relays.relay_place, name="relay_place"),
    path("room/", rooms.lessons, name="lessons"),
    path("room/bar/", following.bar, name="bar"),
    path("room/events/", following.events, name="events"),
    path("room/news/", following.news, name="news"),
    path("room/panel/", following.panel, name="panel"),
    path("room/follow/", following.follow, name="follow"),
]
