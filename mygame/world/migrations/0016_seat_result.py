from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("world", "0015_decks_of_a_game"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchseat",
            name="result",
            field=models.CharField(
                blank=True,
                choices=[("won", "won"), ("drew", "drew"), ("lost", "lost")],
                default="",
                help_text="Empty in matches of older versions: there who came first has won.",
                max_length=4,
            ),
            preserve_default=False,
        ),
    ]
