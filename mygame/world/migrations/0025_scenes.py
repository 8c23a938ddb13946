import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("objects", "0013_defaultobject_alter_objectdb_id_defaultcharacter_and_more"),
        ("world", "0024_unanswered"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchrecord",
            name="scene",
            field=models.CharField(
                blank=True,
                help_text="At whom or where, without a table; else empty.",
                max_length=120,
            ),
        ),
        migrations.AddField(
            model_name="matchrecord",
            name="place",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="scene_records",
                to="objects.objectdb",
            ),
        ),
    ]
