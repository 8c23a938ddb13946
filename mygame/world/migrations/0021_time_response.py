from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("world", "0020_left_out"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchrecord",
            name="time_response",
            field=models.PositiveIntegerField(default=0, verbose_name="seconds per response"),
        ),
    ]
