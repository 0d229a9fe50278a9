"""The addresses of exercises and of the programs written for them."""

from django.urls import URLPattern, URLResolver, path

from .views import files

app_name = "course"

urlpatterns: list[URLPattern | URLResolver] = [
    path("sudoku.txt", files.grid_file, name="grid_file"),
    path("sudoku.pyz", files.archive, name="archive"),
    path("mini_projet/starter.ipynb", files.starter_notebook, name="starter_notebook"),
    path("<slug:name>/starter.py", files.starter, name="starter"),
]
