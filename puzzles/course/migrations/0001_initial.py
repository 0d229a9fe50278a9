import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('accounts', '__first__'),
        ('assignments', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='PredictionRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('algorithm', models.CharField(max_length=20, verbose_name='algorithm')),
                ('grid', models.CharField(max_length=81, verbose_name='grid')),
                ('wanted', models.PositiveSmallIntegerField(editable=False, null=True)),
                ('token', models.CharField(editable=False, max_length=32)),
                ('asked', models.PositiveIntegerField(default=0, verbose_name='predictions')),
                ('right', models.PositiveIntegerField(default=0, verbose_name='right')),
                ('started_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='begun')),
                ('last_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='last prediction')),
                ('assigned_puzzle', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='prediction_round', to='assignments.assignedpuzzle')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='prediction_rounds', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'prediction round',
                'verbose_name_plural': 'prediction rounds',
                'ordering': ['-last_at', '-pk'],
                'indexes': [models.Index(fields=['player', '-last_at'], name='prediction_round_by_time')],
                'constraints': [models.UniqueConstraint(fields=('player', 'token'), name='prediction_round_token_once'), models.CheckConstraint(condition=models.Q(('right__lte', models.F('asked'))), name='prediction_round_right_at_most_asked'), models.CheckConstraint(condition=models.Q(models.Q(('assigned_puzzle', None), ('wanted', None)), models.Q(('wanted__gte', models.F('asked')), ('wanted__isnull', False)), _connector='OR'), name='prediction_round_free_or_assigned')],
            },
        ),
        migrations.CreateModel(
            name='Prediction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.PositiveIntegerField()),
                ('cell', models.PositiveSmallIntegerField(null=True)),
                ('digit', models.PositiveSmallIntegerField(null=True)),
                ('is_right', models.BooleanField()),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='predictions', to='course.predictionround')),
            ],
            options={
                'ordering': ['round', 'event'],
                'constraints': [models.UniqueConstraint(fields=('round', 'event'), name='prediction_event_once'), models.CheckConstraint(condition=models.Q(models.Q(('cell__isnull', True), ('digit__isnull', True)), models.Q(('cell__range', (0, 80)), ('digit__range', (1, 9))), _connector='OR'), name='prediction_cell_and_digit_or_back')],
            },
        ),
        migrations.CreateModel(
            name='Program',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('worksheet', models.CharField(max_length=30, verbose_name='worksheet')),
                ('text', models.TextField(blank=True, verbose_name='text')),
                ('version', models.PositiveIntegerField(default=0)),
                ('client', models.CharField(blank=True, max_length=32)),
                ('seq', models.PositiveIntegerField(default=0)),
                ('saved_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='saved')),
                ('student', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='programs', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'program',
                'verbose_name_plural': 'programs',
                'constraints': [models.UniqueConstraint(fields=('student', 'worksheet'), name='program_once_per_worksheet')],
            },
        ),
        migrations.CreateModel(
            name='ProgramCopy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(blank=True, verbose_name='text')),
                ('saved_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='set aside')),
                ('program', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='copies', to='course.program')),
            ],
            options={
                'verbose_name': 'text set aside',
                'verbose_name_plural': 'texts set aside',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='ReferenceRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('opens', models.CharField(choices=[('always', 'always'), ('after_pass', 'after a student’s own version passes'), ('from_date', 'from a date'), ('never', 'never')], default='always', max_length=10, verbose_name='reference solutions open')),
                ('opens_at', models.DateTimeField(blank=True, null=True, verbose_name='from')),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('classroom', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='reference_rule', to='accounts.classroom', verbose_name='class')),
            ],
            options={
                'verbose_name': 'rule for reference solutions',
                'verbose_name_plural': 'rules for reference solutions',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('opens', 'from_date'), ('opens_at__isnull', False)), models.Q(models.Q(('opens', 'from_date'), _negated=True), ('opens_at__isnull', True)), _connector='OR'), name='reference_rule_date_where_it_needs_one', violation_error_message='Give the date from which the reference solutions are open.')],
            },
        ),
        migrations.CreateModel(
            name='ReferenceShown',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('worksheet', models.CharField(max_length=30, verbose_name='worksheet')),
                ('exercise', models.CharField(max_length=30, verbose_name='exercise')),
                ('shown_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='shown')),
                ('student', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='references_shown', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'reference solution shown',
                'verbose_name_plural': 'reference solutions shown',
                'ordering': ['student', 'shown_at'],
                'constraints': [models.UniqueConstraint(fields=('student', 'worksheet', 'exercise'), name='reference_shown_once_per_exercise')],
            },
        ),
        migrations.CreateModel(
            name='Submission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('worksheet', models.CharField(max_length=30, verbose_name='worksheet')),
                ('assignment_name', models.CharField(blank=True, editable=False, max_length=120)),
                ('file_name', models.CharField(max_length=120, verbose_name='file')),
                ('size', models.PositiveIntegerField(default=0, editable=False, verbose_name='bytes')),
                ('is_trial', models.BooleanField(default=False, verbose_name='test deposit')),
                ('is_late', models.BooleanField(default=False, verbose_name='late')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='handed in')),
                ('source', models.TextField(verbose_name='program')),
                ('assignment', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='submissions', to='assignments.assignment')),
                ('student', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='submissions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'submission',
                'verbose_name_plural': 'submissions',
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['student', 'worksheet', '-id'], name='submission_by_worksheet'), models.Index(fields=['assignment', 'student', 'is_trial', '-id'], name='submission_by_assignment')],
            },
        ),
        migrations.CreateModel(
            name='JudgedExercise',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('exercise', models.CharField(max_length=30, verbose_name='exercise')),
                ('verdict', models.CharField(choices=[('passed', 'passed'), ('wrong', 'wrong'), ('raised', 'error'), ('printed_wrong', 'printed something else'), ('changed', 'changed what it must not'), ('not_defined', 'not defined'), ('too_slow', 'too slow'), ('stopped', 'stopped')], max_length=13, verbose_name='verdict')),
                ('judged_by', models.CharField(choices=[('student', 'by the student’s browser'), ('teacher', 'confirmed by the teacher')], max_length=7, verbose_name='judged')),
                ('details', models.JSONField(blank=True, default=dict)),
                ('judged_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('submission', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='verdicts', to='course.submission')),
            ],
            options={
                'verbose_name': 'verdict',
                'verbose_name_plural': 'verdicts',
                'ordering': ['submission', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('submission', 'exercise', 'judged_by'), name='verdict_once_per_exercise_and_judge')],
            },
        ),
        migrations.CreateModel(
            name='Comment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=2000, verbose_name='comment')),
                ('line', models.PositiveIntegerField(blank=True, null=True, verbose_name='line')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='written')),
                ('author', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('submission', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comments', to='course.submission')),
            ],
            options={
                'verbose_name': 'comment',
                'verbose_name_plural': 'comments',
                'ordering': ['submission', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Answer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('worksheet', models.CharField(max_length=30, verbose_name='worksheet')),
                ('question', models.CharField(max_length=30, verbose_name='question')),
                ('choices', models.JSONField(blank=True, default=list, verbose_name='choices')),
                ('text', models.CharField(blank=True, max_length=2000, verbose_name='reason')),
                ('is_right', models.BooleanField(null=True, verbose_name='right')),
                ('tries', models.PositiveIntegerField(default=1, verbose_name='tries')),
                ('answered_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='answered')),
                ('student', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='course_answers', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'answer',
                'verbose_name_plural': 'answers',
                'ordering': ['student', 'worksheet', 'question'],
                'constraints': [models.UniqueConstraint(fields=('student', 'worksheet', 'question'), name='answer_once_per_question')],
            },
        ),
        migrations.CreateModel(
            name='BugFind',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('worksheet', models.CharField(max_length=30, verbose_name='worksheet')),
                ('exercise', models.CharField(max_length=30, verbose_name='exercise')),
                ('name', models.CharField(max_length=50, verbose_name='bug')),
                ('tries', models.PositiveIntegerField(default=0, verbose_name='tries')),
                ('digits', models.PositiveSmallIntegerField(null=True, verbose_name='digits')),
                ('found_at', models.DateTimeField(null=True, verbose_name='found')),
                ('tried_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='last try')),
                ('student', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='bug_finds', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'bug looked for',
                'verbose_name_plural': 'bugs looked for',
                'ordering': ['student', 'worksheet', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('student', 'worksheet', 'exercise', 'name'), name='bug_find_once_per_bug')],
            },
        ),
        migrations.CreateModel(
            name='ExerciseProgress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('worksheet', models.CharField(max_length=30, verbose_name='worksheet')),
                ('exercise', models.CharField(max_length=30, verbose_name='exercise')),
                ('seen_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='first seen')),
                ('tries', models.PositiveIntegerField(default=0, verbose_name='tries')),
                ('last_verdict', models.CharField(blank=True, choices=[('passed', 'passed'), ('wrong', 'wrong'), ('raised', 'error'), ('printed_wrong', 'printed something else'), ('changed', 'changed what it must not'), ('not_defined', 'not defined'), ('too_slow', 'too slow'), ('stopped', 'stopped')], max_length=13, verbose_name='last verdict')),
                ('last_at', models.DateTimeField(null=True, verbose_name='last try')),
                ('passed_at', models.DateTimeField(null=True, verbose_name='passed')),
                ('student', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='exercise_progress', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'progress with an exercise',
                'verbose_name_plural': 'progress with exercises',
                'ordering': ['student', 'worksheet', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('student', 'worksheet', 'exercise'), name='exercise_progress_once')],
            },
        ),
    ]
