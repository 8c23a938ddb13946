from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Names of decks are one's own in each game, not over all of them."""

    dependencies = [
        ("world", "0014_rest"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="saveddeck", name="world_one_deck_per_name"),
        migrations.AddConstraint(
            model_name="saveddeck",
            constraint=models.UniqueConstraint(
                fields=["account", "game", "key"], name="world_one_deck_per_name"
            ),
        ),
    ]
