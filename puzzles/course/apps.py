"""The app of the course."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CourseConfig(AppConfig):
    name = "puzzles.course"
    label = "course"
    verbose_name = _("Course")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the tables with personal data."""
        from .services.privacy import register_course

        register_course()
