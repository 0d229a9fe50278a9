import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='HelpPolicy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hint_rung', models.PositiveSmallIntegerField(choices=[(0, 'no hints'), (1, 'what kind of step to look for'), (2, 'where to look'), (3, 'why it follows'), (4, 'the step itself')], default=4, verbose_name='hints up to')),
                ('hint_budget', models.PositiveSmallIntegerField(blank=True, help_text='Leave empty for no limit.', null=True, verbose_name='hints per grid')),
                ('checking', models.BooleanField(default=True, verbose_name='checking for mistakes')),
                ('auto_notes', models.BooleanField(default=True, verbose_name='automatic notes')),
                ('partial_cells', models.PositiveSmallIntegerField(default=20, help_text='How many cells of a grid a student can have filled in; 0 for none.', verbose_name='cells of partial solution')),
                ('solution', models.CharField(choices=[('never', 'never'), ('any_time', 'at any time'), ('after_minutes', 'after some minutes of play'), ('after_due', 'after the due date')], default='any_time', max_length=16, verbose_name='full solution')),
                ('solution_minutes', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='minutes before the solution')),
                ('is_exam', models.BooleanField(default=False, verbose_name='exam')),
            ],
            options={
                'verbose_name': 'help policy',
                'verbose_name_plural': 'help policies',
                'constraints': [models.CheckConstraint(condition=models.Q(('hint_rung', 0), ('checking', True), _connector='OR'), name='policy_hints_need_checking', violation_error_message='Hints reveal mistakes, so they need checking.'), models.CheckConstraint(condition=models.Q(models.Q(('solution', 'after_minutes'), ('solution_minutes__isnull', False)), models.Q(models.Q(('solution', 'after_minutes'), _negated=True), ('solution_minutes__isnull', True)), _connector='OR'), name='policy_minutes_exactly_when_asked', violation_error_message='Enter minutes if, and only if, the solution is shown after some minutes.'), models.CheckConstraint(condition=models.Q(('partial_cells__lte', 80)), name='policy_partial_cells_at_most_80', violation_error_message='A partial solution fills in at most 80 cells.'), models.CheckConstraint(condition=models.Q(('is_exam', False), models.Q(('checking', False), ('hint_rung', 0), ('partial_cells', 0), ('solution', 'never')), _connector='OR'), name='policy_exam_without_help', violation_error_message='An exam allows no help.')],
            },
        ),
        migrations.CreateModel(
            name='Collection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('audience', models.CharField(choices=[('everyone', 'every student'), ('classes', "the students of the owner's classes"), ('nobody', 'nobody: for assignments only')], default='classes', max_length=8, verbose_name='who may draw from it')),
                ('entry_count', models.PositiveIntegerField(default=0, editable=False, verbose_name='grids')),
                ('drawable_count', models.PositiveIntegerField(default=0, editable=False, verbose_name='grids to play')),
                ('graded_count', models.PositiveIntegerField(default=0, editable=False, verbose_name='graded')),
                ('tier_counts', models.JSONField(default=dict, editable=False)),
                ('technique_counts', models.JSONField(default=dict, editable=False)),
                ('tiers_counted_at', models.DateTimeField(editable=False, null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created on')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='collections', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
                ('policy', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='collections', to='library.helppolicy', verbose_name='help policy')),
            ],
            options={
                'verbose_name': 'collection',
                'verbose_name_plural': 'collections',
                'ordering': ['name', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('owner', 'name'), name='collection_name_once_per_owner'), models.CheckConstraint(condition=models.Q(('drawable_count__lte', models.F('entry_count'))), name='collection_drawable_at_most_entries')],
            },
        ),
        migrations.CreateModel(
            name='Puzzle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('givens', models.CharField(max_length=81, verbose_name='givens')),
                ('clue_count', models.PositiveSmallIntegerField(verbose_name='clues')),
                ('solution_count', models.PositiveSmallIntegerField(help_text='0, 1, or 2 for two or more.', verbose_name='solutions')),
                ('solution', models.CharField(blank=True, editable=False, max_length=81)),
                ('canonical_key', models.BigIntegerField(editable=False, null=True)),
                ('solving_class', models.CharField(blank=True, choices=[('simple', 'simple'), ('singles', 'singles'), ('harder', 'harder')], max_length=8, verbose_name='class')),
                ('tier', models.PositiveSmallIntegerField(null=True, verbose_name='tier')),
                ('score', models.PositiveIntegerField(null=True, verbose_name='score')),
                ('hardest', models.CharField(blank=True, max_length=40, verbose_name='hardest technique')),
                ('rating', models.DecimalField(decimal_places=1, max_digits=3, null=True, verbose_name='rating')),
                ('technique_counts', models.JSONField(editable=False, null=True)),
                ('grader', models.PositiveSmallIntegerField(editable=False, null=True)),
            ],
            options={
                'verbose_name': 'puzzle',
                'verbose_name_plural': 'puzzles',
                'indexes': [models.Index(condition=models.Q(('tier__isnull', True)), fields=['solving_class', 'id'], name='puzzle_to_grade'), models.Index(fields=['tier', 'score'], name='puzzle_by_grade'), models.Index(fields=['hardest', 'score'], name='puzzle_by_hardest'), models.Index(fields=['clue_count'], name='puzzle_by_clues'), models.Index(condition=models.Q(('canonical_key__isnull', False)), fields=['canonical_key'], name='puzzle_by_canonical_key'), models.Index(condition=models.Q(('grader__isnull', False)), fields=['grader'], name='puzzle_by_grader')],
                'constraints': [models.UniqueConstraint(fields=('givens',), name='puzzle_givens_once'), models.CheckConstraint(condition=models.Q(('clue_count__lte', 81)), name='puzzle_clue_count_at_most_81'), models.CheckConstraint(condition=models.Q(('solution_count__lte', 2)), name='puzzle_solution_count_0_1_2'), models.CheckConstraint(condition=models.Q(models.Q(('solution_count', 1), models.Q(('solution', ''), _negated=True), models.Q(('solving_class', ''), _negated=True)), models.Q(models.Q(('solution_count', 1), _negated=True), ('solution', ''), ('solving_class', '')), _connector='OR'), name='puzzle_solution_exactly_when_unique'), models.CheckConstraint(condition=models.Q(models.Q(('canonical_key__isnull', False), ('solution_count', 1)), models.Q(models.Q(('solution_count', 1), _negated=True), ('canonical_key__isnull', True)), _connector='OR'), name='puzzle_canonical_key_exactly_when_unique'), models.CheckConstraint(condition=models.Q(('tier__isnull', True), ('tier__range', (1, 5)), _connector='OR'), name='puzzle_tier_1_to_5'), models.CheckConstraint(condition=models.Q(models.Q(('grader__isnull', True), ('rating__isnull', True), ('score__isnull', True), ('tier__isnull', True)), models.Q(('grader__isnull', False), ('rating__isnull', False), ('score__isnull', False), ('tier__isnull', False)), _connector='OR'), name='puzzle_graded_whole_or_not')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='grid number')),
                ('line', models.PositiveIntegerField(verbose_name='line of the file')),
                ('position', models.PositiveIntegerField(editable=False, null=True)),
                ('is_similar', models.BooleanField(db_default=False, editable=False)),
                ('collection', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='library.collection')),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='library.puzzle')),
            ],
            options={
                'verbose_name': 'grid of a collection',
                'verbose_name_plural': 'grids of collections',
                'ordering': ['collection', 'number'],
                'indexes': [models.Index(condition=models.Q(('is_similar', True)), fields=['collection', 'number'], name='entry_similar_in_order')],
                'constraints': [models.UniqueConstraint(fields=('collection', 'number'), name='entry_number_once'), models.UniqueConstraint(fields=('collection', 'position'), name='entry_position_once'), models.UniqueConstraint(condition=models.Q(('position__isnull', False)), fields=('collection', 'puzzle'), name='entry_one_position_per_puzzle')],
            },
        ),
        migrations.CreateModel(
            name='PuzzleGeneration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tier', models.PositiveSmallIntegerField(null=True, verbose_name='tier')),
                ('hardest', models.CharField(blank=True, max_length=40, verbose_name='hardest technique')),
                ('count', models.PositiveSmallIntegerField(default=30, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(500)], verbose_name='grids')),
                ('seed', models.CharField(max_length=40, verbose_name='seed')),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('done', 'done'), ('rare', 'given up: too rare'), ('stopped', 'stopped')], default='waiting', max_length=8, verbose_name='state')),
                ('lease_until', models.DateTimeField(editable=False, null=True)),
                ('made', models.PositiveSmallIntegerField(default=0, editable=False, verbose_name='made')),
                ('tries', models.PositiveIntegerField(default=0, editable=False, verbose_name='tries')),
                ('dry_tries', models.PositiveIntegerField(default=0, editable=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='ordered')),
                ('finished_at', models.DateTimeField(editable=False, null=True, verbose_name='finished')),
                ('collection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='generations', to='library.collection', verbose_name='collection')),
            ],
            options={
                'verbose_name': 'order of new grids',
                'verbose_name_plural': 'orders of new grids',
                'ordering': ['-created_at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('made__lte', models.F('count'))), name='generation_makes_no_more_than_ordered'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('state__in', ['done', 'rare', 'stopped'])), models.Q(('finished_at__isnull', True), ('state__in', ['waiting', 'running'])), _connector='OR'), name='generation_finished_has_a_time')],
            },
        ),
        migrations.CreateModel(
            name='PuzzleImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file_name', models.CharField(max_length=200, verbose_name='file')),
                ('size', models.PositiveBigIntegerField(verbose_name='bytes')),
                ('sha256', models.CharField(max_length=64)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('done', 'done'), ('failed', 'failed')], default='waiting', max_length=8, verbose_name='state')),
                ('lease_until', models.DateTimeField(editable=False, null=True)),
                ('bytes_read', models.PositiveBigIntegerField(default=0)),
                ('checkpoint', models.JSONField(null=True)),
                ('batches', models.PositiveIntegerField(default=0, editable=False)),
                ('takeovers', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('number_offset', models.PositiveIntegerField(default=0, editable=False)),
                ('grid_count', models.PositiveIntegerField(default=0, editable=False, verbose_name='grids in the file')),
                ('accepted', models.PositiveIntegerField(default=0, verbose_name='new grids')),
                ('known', models.PositiveIntegerField(default=0, verbose_name='already there')),
                ('rejected', models.PositiveIntegerField(default=0, verbose_name='rejected')),
                ('several_solutions', models.PositiveIntegerField(default=0, verbose_name='with several solutions')),
                ('no_solution', models.PositiveIntegerField(default=0, verbose_name='without a solution')),
                ('similar', models.PositiveIntegerField(default=0, verbose_name='same solution as another grid')),
                ('failure', models.CharField(blank=True, max_length=40, verbose_name='reason for the failure')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='uploaded')),
                ('finished_at', models.DateTimeField(editable=False, null=True, verbose_name='finished')),
                ('collection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imports', to='library.collection')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_imports', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'import',
                'verbose_name_plural': 'imports',
                'ordering': ['-created_at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('state__in', ['done', 'failed'])), models.Q(('finished_at__isnull', True), ('state__in', ['waiting', 'running'])), _connector='OR'), name='import_finished_has_a_time'), models.CheckConstraint(condition=models.Q(('bytes_read__lte', models.F('size'))), name='import_read_at_most_its_size')],
            },
        ),
        migrations.CreateModel(
            name='ImportChunk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('data', models.BinaryField()),
                ('puzzle_import', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='chunks', to='library.puzzleimport')),
            ],
            options={
                'ordering': ['puzzle_import', 'number'],
                'constraints': [models.UniqueConstraint(fields=('puzzle_import', 'number'), name='chunk_number_once')],
            },
        ),
        migrations.CreateModel(
            name='PuzzleTechnique',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('technique', models.CharField(max_length=40, verbose_name='technique')),
                ('puzzle', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='techniques', to='library.puzzle')),
            ],
            options={
                'verbose_name': 'technique of a puzzle',
                'verbose_name_plural': 'techniques of puzzles',
                'indexes': [models.Index(fields=['puzzle'], name='puzzle_technique_by_puzzle')],
                'constraints': [models.UniqueConstraint(fields=('technique', 'puzzle'), name='puzzle_technique_once')],
            },
        ),
        migrations.CreateModel(
            name='RejectedLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line', models.PositiveIntegerField(verbose_name='line')),
                ('column', models.PositiveIntegerField(null=True, verbose_name='column')),
                ('number', models.PositiveIntegerField(null=True, verbose_name='grid number')),
                ('reason', models.CharField(max_length=40, verbose_name='reason')),
                ('details', models.JSONField(default=dict)),
                ('excerpt', models.CharField(blank=True, max_length=100, verbose_name='start of the line')),
                ('puzzle_import', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rejected_lines', to='library.puzzleimport')),
            ],
            options={
                'ordering': ['puzzle_import', 'line', 'pk'],
                'indexes': [models.Index(fields=['puzzle_import', 'line'], name='rejected_line_in_order')],
            },
        ),
    ]
