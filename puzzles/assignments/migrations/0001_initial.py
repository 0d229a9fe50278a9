import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('accounts', '__first__'),
        ('library', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Assignment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='title')),
                ('algorithm', models.CharField(blank=True, max_length=20, verbose_name='algorithm')),
                ('predictions', models.PositiveSmallIntegerField(default=10, help_text='How many predictions of a run are asked for.', verbose_name='predictions')),
                ('worksheet', models.CharField(blank=True, max_length=30, verbose_name='worksheet')),
                ('exercises', models.JSONField(blank=True, default=list, verbose_name='exercises')),
                ('technique', models.CharField(blank=True, max_length=40, verbose_name='technique')),
                ('drill_level', models.PositiveSmallIntegerField(default=2, verbose_name='level')),
                ('positions', models.JSONField(blank=True, default=list, editable=False, verbose_name='positions')),
                ('questions', models.JSONField(blank=True, default=list, editable=False, verbose_name='questions')),
                ('spares_masters', models.BooleanField(default=False, verbose_name='only who has not mastered it')),
                ('for_group', models.BooleanField(default=False, editable=False, verbose_name='for some students only')),
                ('is_race', models.BooleanField(default=False, editable=False)),
                ('has_parts', models.BooleanField(default=False, editable=False)),
                ('part_number', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('weight', models.PositiveSmallIntegerField(default=1, verbose_name='weight')),
                ('instructions', models.TextField(blank=True, max_length=4000, verbose_name='instructions')),
                ('source', models.JSONField(default=dict, editable=False)),
                ('opens_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='opens')),
                ('due_at', models.DateTimeField(blank=True, null=True, verbose_name='due')),
                ('minutes', models.PositiveSmallIntegerField(blank=True, help_text="Counted from the moment a student begins. Empty: no time limit.", null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(600)], verbose_name='minutes per student')),
                ('exam_time', models.CharField(blank=True, choices=[('hour', 'until the end of this hour'), ('30', '30 minutes'), ('55', '55 minutes')], editable=False, max_length=4)),
                ('grade_rule', models.JSONField(default=dict, editable=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('handed_out_at', models.DateTimeField(editable=False, null=True)),
                ('stopped_at', models.DateTimeField(editable=False, null=True)),
                ('released_at', models.DateTimeField(editable=False, null=True)),
                ('grades_published_at', models.DateTimeField(editable=False, null=True)),
                ('archived_at', models.DateTimeField(editable=False, null=True)),
                ('author', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('classroom', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assignments', to='accounts.classroom', verbose_name='class')),
                ('policy', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to='library.helppolicy')),
                ('whole', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='assignments.assignment')),
            ],
            options={
                'verbose_name': 'assignment',
                'verbose_name_plural': 'assignments',
                'ordering': ['-opens_at', '-pk'],
                'indexes': [models.Index(fields=['classroom', '-opens_at'], name='assignment_by_class')],
                'constraints': [models.CheckConstraint(condition=models.Q(('drill_level__range', (1, 3))), name='assignment_drill_level_1_to_3'), models.CheckConstraint(condition=models.Q(models.Q(('worksheet', ''), ('technique', '')), models.Q(('worksheet', ''), ('questions', [])), models.Q(('technique', ''), ('questions', [])), _connector='OR'), name='assignment_of_one_kind_of_work'), models.CheckConstraint(condition=models.Q(('has_parts', False), models.Q(('algorithm', ''), ('questions', []), ('technique', ''), ('whole', None), ('worksheet', '')), _connector='OR'), name='assignment_whole_has_no_work_itself'), models.CheckConstraint(condition=models.Q(('weight__range', (0, 9))), name='assignment_weight_0_to_9'), models.CheckConstraint(condition=models.Q(('due_at__isnull', True), ('due_at__gt', models.F('opens_at')), _connector='OR'), name='assignment_due_after_it_opens', violation_error_message='The due date must be after the opening date.')],
            },
        ),
        migrations.CreateModel(
            name='Assignee',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('due_at', models.DateTimeField(blank=True, null=True, verbose_name='own due date')),
                ('excused_at', models.DateTimeField(blank=True, null=True)),
                ('began_at', models.DateTimeField(editable=False, null=True, verbose_name='begun')),
                ('handed_in_at', models.DateTimeField(editable=False, null=True, verbose_name='handed in')),
                ('given_back_s', models.PositiveIntegerField(default=0, editable=False)),
                ('extra_time', models.DecimalField(decimal_places=2, editable=False, max_digits=3, null=True)),
                ('student', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assignees', to=settings.AUTH_USER_MODEL)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assignees', to='assignments.assignment')),
            ],
            options={
                'verbose_name': 'student of an assignment',
                'verbose_name_plural': 'students of an assignment',
                'ordering': ['assignment', 'student'],
                'constraints': [models.UniqueConstraint(fields=('assignment', 'student'), name='assignee_once_per_assignment')],
            },
        ),
        migrations.CreateModel(
            name='AssignedPuzzle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='assigned_puzzles', to='library.puzzle')),
                ('assignee', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assigned_puzzles', to='assignments.assignee')),
            ],
            options={
                'verbose_name': 'assigned puzzle',
                'verbose_name_plural': 'assigned puzzles',
                'ordering': ['assignee', 'position'],
                'constraints': [models.UniqueConstraint(fields=('assignee', 'position'), name='assigned_puzzle_position_once'), models.UniqueConstraint(fields=('assignee', 'puzzle'), name='assigned_puzzle_puzzle_once')],
            },
        ),
        migrations.CreateModel(
            name='QuestionAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('value', models.CharField(max_length=200, verbose_name='answer')),
                ('is_right', models.BooleanField(editable=False, null=True, verbose_name='right')),
                ('answered_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('assignee', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='question_answers', to='assignments.assignee')),
            ],
            options={
                'verbose_name': 'answer to a question of an assignment',
                'verbose_name_plural': 'answers to questions of assignments',
                'ordering': ['assignee', 'number'],
                'constraints': [models.UniqueConstraint(fields=('assignee', 'number'), name='question_answer_once'), models.CheckConstraint(condition=models.Q(('number__range', (1, 30))), name='question_answer_number_1_to_30')],
            },
        ),
        migrations.CreateModel(
            name='Grade',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('counted', 'counted'), ('absent', 'absent'), ('not-counted', 'not counted')], default='counted', max_length=11, verbose_name='state')),
                ('value', models.DecimalField(blank=True, decimal_places=2, max_digits=5, null=True, verbose_name='mark')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason for the change')),
                ('comment', models.TextField(blank=True, max_length=1000, verbose_name='comment for the student')),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('assignee', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='grade', to='assignments.assignee')),
                ('author', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'mark',
                'verbose_name_plural': 'marks',
                'constraints': [models.CheckConstraint(condition=models.Q(('value__isnull', True), models.Q(('state', 'counted'), ('value__gte', 0)), _connector='OR'), name='grade_value_only_if_counted')],
            },
        ),
        migrations.CreateModel(
            name='Competence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=6, verbose_name='short code')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('techniques', models.JSONField(blank=True, default=list, verbose_name='techniques')),
                ('exercises', models.JSONField(blank=True, default=list, verbose_name='exercises')),
                ('teacher', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='competences', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'competence',
                'verbose_name_plural': 'competences',
                'ordering': ['code'],
                'constraints': [models.UniqueConstraint(fields=('teacher', 'code'), name='competence_code_once')],
            },
        ),
        migrations.CreateModel(
            name='CompetenceLevel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('level', models.PositiveSmallIntegerField(choices=[(1, 'insufficient'), (2, 'fragile'), (3, 'satisfactory'), (4, 'very good')], verbose_name='level')),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('competence', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='levels', to='assignments.competence')),
                ('student', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='competence_levels', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'level of a competence',
                'verbose_name_plural': 'levels of competences',
                'constraints': [models.UniqueConstraint(fields=('competence', 'student'), name='competence_level_once'), models.CheckConstraint(condition=models.Q(('level__range', (1, 4))), name='competence_level_1_to_4')],
            },
        ),
        migrations.CreateModel(
            name='CalendarFeed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('classroom', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='calendar_feeds', to='accounts.classroom')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calendar_feeds', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'calendar address',
                'verbose_name_plural': 'calendar addresses',
                'constraints': [models.UniqueConstraint(fields=('owner', 'classroom'), name='calendar_feed_once_per_class'), models.UniqueConstraint(condition=models.Q(('classroom', None)), fields=('owner',), name='calendar_feed_once_of_ones_own')],
            },
        ),
    ]
