from django.db import migrations, models

from tests.faults.variants.migrating import NEXT, last_of


class Migration(migrations.Migration):
    """What makes SQLite write a whole table anew that others refer to."""

    dependencies = [("library", last_of("library")), ("accounts", NEXT)]

    operations = [
        migrations.AddField("puzzle", "beauty", models.PositiveSmallIntegerField(default=3)),
        migrations.AddConstraint(
            "puzzle", models.CheckConstraint(condition=models.Q(beauty__lte=5), name="beauty_at_most_5")
        ),
    ]
