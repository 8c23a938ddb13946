from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("world", "0021_time_response"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchseat",
            name="orders",
            field=models.JSONField(
                blank=True,
                default=list,
                editable=False,
                verbose_name="answers given for them",
            ),
        ),
    ]
