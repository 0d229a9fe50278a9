from django.db import migrations, models

from tests.faults.variants.migrating import last_of


class Migration(migrations.Migration):
    dependencies = [("accounts", last_of("accounts"))]

    operations = [
        migrations.AddField("user", "colour", models.CharField(max_length=8, default="blue")),
    ]
