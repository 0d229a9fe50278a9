from django.db import migrations, models

from tests.faults.variants.migrating import NEXT, last_of


class Migration(migrations.Migration):
    """What makes SQLite write whole tables anew: those that others point at, and the largest one."""

    dependencies = [("puzzles", last_of("puzzles")), ("accounts", NEXT)]

    operations = [
        migrations.AddField("puzzle", "beauty", models.PositiveSmallIntegerField(default=3)),
        migrations.AddConstraint(
            "puzzle", models.CheckConstraint(condition=models.Q(beauty__lte=5), name="beauty_at_most_5")
        ),
        migrations.AddField("attempt", "mood", models.CharField(max_length=8, default="fine")),
        migrations.RenameField("move", "late", "is_late"),
        migrations.RemoveConstraint("move", "move_digit_0_to_9"),
    ]
