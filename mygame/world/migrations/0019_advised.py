from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("world", "0018_who_acted"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchrecord",
            name="advised",
            field=models.BooleanField(
                default=False, verbose_name="people could ask bots, which counts for nobody"
            ),
        ),
    ]
