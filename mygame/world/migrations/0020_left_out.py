from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("world", "0019_advised"),
    ]

    operations = [
        migrations.AddField(
            model_name="journalentry",
            name="left_out",
            field=models.JSONField(
                blank=True,
                help_text="What failed of cards: unit, kind, number in it.",
                null=True,
                verbose_name="left out",
            ),
        ),
    ]
