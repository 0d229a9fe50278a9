"""URLs of a teacher's collections, imports and generated grids."""

from django.urls import URLPattern, URLResolver, path

from .views import collections, entries, generations, imports

app_name = "library"

urlpatterns: list[URLPattern | URLResolver] = [
    path("library/", collections.collection_list, name="collections"),
    path("library/<int:pk>/", collections.collection, name="collection"),
    path("library/<int:pk>/settings/", collections.collection_settings, name="collection_settings"),
    path("library/<int:pk>/delete/", collections.collection_delete, name="collection_delete"),
    path("library/<int:pk>/grids/<int:number>/", entries.entry, name="entry"),
    path("library/<int:pk>/grids/<int:number>/remove/", entries.entry_remove, name="entry_remove"),
    path("library/imports/", imports.import_list, name="imports"),
    path("library/imports/new/", imports.import_new, name="import_new"),
    path("library/imports/<int:pk>/", imports.import_report, name="import"),
    path("library/imports/<int:pk>/progress/", imports.import_progress, name="import_progress"),
    path("library/imports/<int:pk>/graded/", imports.import_graded, name="import_graded"),
    path("library/imports/<int:pk>/report.csv", imports.import_csv, name="import_csv"),
    path("library/new-grids/", generations.generation_list, name="generations"),
    path("library/new-grids/new/", generations.generation_new, name="generation_new"),
    path("library/new-grids/<int:pk>/", generations.generation, name="generation"),
    path("library/new-grids/<int:pk>/progress/", generations.generation_progress, name="generation_progress"),
    path("library/new-grids/<int:pk>/stop/", generations.generation_stop, name="generation_stop"),
]
