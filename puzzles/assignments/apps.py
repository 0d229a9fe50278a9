from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AssignmentsConfig(AppConfig):
    name = "puzzles.assignments"
    verbose_name = _("Assignments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers of signals of classes, and register the tables with personal data."""
        from accounts.signals import (
            class_deleting,
            class_end_asked,
            class_resumed,
            class_roster_asked,
            former_deletion_asked,
            running_exams_asked,
        )

        from .pages.roster import class_roster
        from .services import class_events
        from .services.following import restart_progress
        from .services.privacy import register_assignments

        register_assignments()

        class_resumed.connect(class_events.give_back_pause, dispatch_uid="give the pause back")
        class_resumed.connect(restart_progress, dispatch_uid="count progress from the end of a pause")
        class_end_asked.connect(class_events.unreleased_exam_reason, dispatch_uid="unreleased exam")
        former_deletion_asked.connect(
            class_events.unreleased_exam_of_student_reason, dispatch_uid="work in an unreleased exam"
        )
        class_deleting.connect(class_events.detach_attempts, dispatch_uid="games outlive their class")
        class_roster_asked.connect(class_roster, dispatch_uid="what the students of a class did")
        running_exams_asked.connect(class_events.students_in_exams, dispatch_uid="students in exams")
