from django.db import migrations, models

from tests.faults.variants.migrating import NEXT, last_of


class Migration(migrations.Migration):
    """What makes SQLite write the largest tables anew."""

    dependencies = [("play", last_of("play")), ("library", NEXT)]

    operations = [
        migrations.AddField("attempt", "mood", models.CharField(max_length=8, default="fine")),
        migrations.RenameField("move", "late", "is_late"),
        migrations.RemoveConstraint("move", "move_digit_0_to_9"),
    ]
