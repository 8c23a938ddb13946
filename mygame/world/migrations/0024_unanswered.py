from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("world", "0023_sheets")]

    operations = [
        migrations.AlterField(
            model_name="failedaction",
            name="kind",
            field=models.CharField(
                choices=[
                    ("card", "a card failed"),
                    ("flow", "the flow of the game failed"),
                    ("engine", "the engine failed"),
                    ("bot", "a script did not answer for a bot"),
                ],
                max_length=8,
            ),
        ),
    ]
