import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("objects", "0013_defaultobject_alter_objectdb_id_defaultcharacter_and_more"),
        ("world", "0022_orders"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("realm", models.CharField(max_length=64)),
                (
                    "what",
                    models.CharField(
                        help_text="A number by name, or a card by its id.", max_length=200
                    ),
                ),
                ("amount", models.BigIntegerField()),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("sheet", "a sheet"),
                            ("place", "a place"),
                            ("match", "a match that goes on"),
                            ("mint", "made"),
                            ("burn", "used up"),
                        ],
                        max_length=5,
                        verbose_name="from",
                    ),
                ),
                (
                    "target",
                    models.CharField(
                        choices=[
                            ("sheet", "a sheet"),
                            ("place", "a place"),
                            ("match", "a match that goes on"),
                            ("mint", "made"),
                            ("burn", "used up"),
                        ],
                        max_length=5,
                        verbose_name="to",
                    ),
                ),
                ("reason", models.CharField(max_length=200)),
                (
                    "answer",
                    models.PositiveIntegerField(
                        blank=True, help_text="Entries of the match's journal before it.", null=True
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Place",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("realm", models.CharField(max_length=64)),
                ("name", models.CharField(max_length=64)),
                ("fields", models.JSONField(blank=True, default=dict)),
            ],
            options={
                "ordering": ["realm", "name"],
            },
        ),
        migrations.CreateModel(
            name="Sheet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("realm", models.CharField(max_length=64)),
                ("alive", models.BooleanField(default=True)),
                (
                    "fields",
                    models.JSONField(
                        blank=True, default=dict, help_text="Numbers and names, by name."
                    ),
                ),
                (
                    "version",
                    models.PositiveIntegerField(
                        default=1,
                        help_text="Of what the game declares; see `migrate` of its manifest.",
                    ),
                ),
                (
                    "games",
                    models.JSONField(
                        blank=True, default=list, help_text="What was played with it."
                    ),
                ),
                ("entries_known", models.JSONField(blank=True, default=list, editable=False)),
                ("revision", models.PositiveIntegerField(default=0, editable=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-pk"],
                "permissions": [
                    ("tend_sheet", "Can give to sheets, take from them, and move them out")
                ],
            },
        ),
        migrations.CreateModel(
            name="Thing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("realm", models.CharField(max_length=64)),
                ("kind", models.CharField(help_text="The id of its card.", max_length=200)),
                ("fields", models.JSONField(blank=True, default=dict)),
                (
                    "zone",
                    models.CharField(
                        blank=True, help_text="As what, or where, one has it.", max_length=64
                    ),
                ),
                ("lost", models.BooleanField(default=False)),
                (
                    "retired",
                    models.BooleanField(
                        default=False, help_text="The game has no such card any more."
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="matchseat",
            name="world_belongings_in_one_match",
        ),
        migrations.AddField(
            model_name="entry",
            name="by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="match",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="entries",
                to="world.matchrecord",
            ),
        ),
        migrations.AddConstraint(
            model_name="place",
            constraint=models.UniqueConstraint(
                fields=("realm", "name"), name="world_one_place_of_a_name"
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="from_place",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="entries_out",
                to="world.place",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="to_place",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="entries_in",
                to="world.place",
            ),
        ),
        migrations.AddField(
            model_name="sheet",
            name="account",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sheets",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sheet",
            name="character",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="sheets",
                to="objects.objectdb",
            ),
        ),
        migrations.AddField(
            model_name="sheet",
            name="lease",
            field=models.OneToOneField(
                blank=True,
                editable=False,
                help_text="The seat that has it.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="lent",
                to="world.matchseat",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="from_sheet",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="entries_out",
                to="world.sheet",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="to_sheet",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="entries_in",
                to="world.sheet",
            ),
        ),
        migrations.AddField(
            model_name="matchseat",
            name="sheet",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                help_text="What they own, which the match has borrowed; see `world.sheets`.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="seats",
                to="world.sheet",
            ),
        ),
        migrations.AddField(
            model_name="thing",
            name="match",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                help_text="Where it still is, though its sheet has come home.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="things_left",
                to="world.matchrecord",
            ),
        ),
        migrations.AddField(
            model_name="thing",
            name="place",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="things",
                to="world.place",
            ),
        ),
        migrations.AddField(
            model_name="thing",
            name="sheet",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="things",
                to="world.sheet",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="thing",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="entries",
                to="world.thing",
            ),
        ),
        migrations.RemoveField(
            model_name="matchseat",
            name="lease",
        ),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.UniqueConstraint(
                condition=models.Q(("alive", True), ("character", None)),
                fields=("account", "realm"),
                name="world_one_sheet_of_an_account",
            ),
        ),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.UniqueConstraint(
                condition=models.Q(("alive", True), models.Q(("character", None), _negated=True)),
                fields=("character", "realm"),
                name="world_one_sheet_of_a_character",
            ),
        ),
        migrations.AddIndex(
            model_name="thing",
            index=models.Index(fields=["realm", "kind"], name="world_things_of_a_kind"),
        ),
        migrations.AddConstraint(
            model_name="thing",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("lost", False), ("place__isnull", True), ("sheet__isnull", False)),
                    models.Q(("lost", False), ("place__isnull", False), ("sheet__isnull", True)),
                    models.Q(("lost", True), ("place__isnull", True), ("sheet__isnull", True)),
                    _connector="OR",
                ),
                name="world_a_thing_is_in_one_place",
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["realm", "what"], name="world_entries_of_what"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gt", 0)), name="world_an_entry_moves_something"
            ),
        ),
    ]
