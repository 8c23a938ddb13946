from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("world", "0016_seat_result"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchseat",
            name="settled_at",
            field=models.DateTimeField(
                blank=True, editable=False, null=True, verbose_name="taken home at"
            ),
        ),
        migrations.AddField(
            model_name="matchseat",
            name="lease",
            field=models.CharField(
                blank=True,
                editable=False,
                help_text=(
                    "Whose belongings are in this match until it is settled; see `accounts.leases`."
                ),
                max_length=64,
                null=True,
            ),
        ),
        migrations.AddConstraint(
            model_name="matchseat",
            constraint=models.UniqueConstraint(
                fields=("account", "lease"), name="world_belongings_in_one_match"
            ),
        ),
    ]
