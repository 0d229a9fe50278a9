from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("course", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="submission",
            name="size",
            field=models.PositiveIntegerField(default=0, editable=False, verbose_name="bytes"),
        ),
        migrations.RemoveIndex(model_name="submission", name="submission_by_assignment"),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                fields=["assignment", "student", "is_trial", "-id"], name="submission_by_assignment"
            ),
        ),
    ]
