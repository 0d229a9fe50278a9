from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HomeConfig(AppConfig):
    name = "puzzles.home"
    verbose_name = _("Home")

    def ready(self) -> None:
        """Enter the tables that hold persons into the data registry."""
        from .services.privacy import register_puzzles

        register_puzzles()
