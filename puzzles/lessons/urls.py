"""URLs of lesson packs and lessons."""

from django.urls import URLPattern, URLResolver, path

from .views import lessons, own_packs, packs

app_name = "lessons"

urlpatterns: list[URLPattern | URLResolver] = [
    path("lessons/", lessons.lesson_list, name="list"),
    path("lessons/<int:pk>/", lessons.lesson, name="lesson"),
    path("lessons/<int:pk>/hand-out/", lessons.lesson_hand_out, name="hand_out"),
    path("lessons/<int:pk>/delete/", lessons.lesson_delete, name="lesson_delete"),
    path("lessons/<int:pk>/activities/<int:position>/done/", lessons.activity_done, name="activity_done"),
    path("lessons/packs/from/<int:pk>/", own_packs.pack_from_assignment, name="pack_from_assignment"),
    path("lessons/packs/new/", own_packs.pack_new, name="pack_new"),
    path("lessons/packs/import/", own_packs.pack_import, name="pack_import"),
    path("lessons/packs/<slug:key>/", packs.pack, name="pack"),
    path("lessons/packs/<slug:key>/handout/", packs.handout, name="handout"),
    path("lessons/packs/<slug:key>/file/", packs.pack_export, name="pack_export"),
    path("lessons/packs/<slug:key>/copy/", own_packs.pack_copy, name="pack_copy"),
    path("lessons/packs/<slug:key>/edit/", own_packs.pack_edit, name="pack_edit"),
    path("lessons/packs/<slug:key>/delete/", own_packs.pack_delete, name="pack_delete"),
    path("lessons/packs/<slug:key>/activities/<int:number>/", own_packs.activity_edit, name="activity_edit"),
    path(
        "lessons/packs/<slug:key>/activities/<int:number>/<slug:act>/",
        own_packs.activity_act,
        name="activity_act",
    ),
]
