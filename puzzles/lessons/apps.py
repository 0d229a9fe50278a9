from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LessonsConfig(AppConfig):
    name = "puzzles.lessons"
    verbose_name = _("Lessons")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the tables with personal data."""
        from .services.privacy import register_lessons

        register_lessons()
