from django.apps import AppConfig


class SudokusiteConfig(AppConfig):
    name = "sudokusite"
