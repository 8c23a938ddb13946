from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("world", "0026_stakes")]

    operations = [
        migrations.AddField(
            model_name="matchrecord",
            name="camped_at",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="Since when its people have broken it off.",
                null=True,
            ),
        ),
    ]
