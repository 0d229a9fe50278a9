from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LibraryConfig(AppConfig):
    name = "puzzles.library"
    verbose_name = _("Library")

    def ready(self) -> None:
        """Give a new site its sample puzzles, and register the tables with personal data."""
        from accounts.signals import first_teacher_made

        from .services.privacy import register_library
        from .services.tasks import begin_with_samples

        register_library()

        first_teacher_made.connect(begin_with_samples, dispatch_uid="a new site has grids")
