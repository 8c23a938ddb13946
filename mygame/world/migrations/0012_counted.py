from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("world", "0011_content"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchrecord",
            name="counted",
            field=models.BooleanField(
                db_index=True,
                default=True,
                editable=False,
                verbose_name="counted for its players",
            ),
        ),
    ]
