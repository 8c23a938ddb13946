from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("world", "0027_camped"),
    ]

    operations = [
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(editable=False, max_length=600, unique=True)),
                ("p256dh", models.CharField(editable=False, max_length=100)),
                ("auth", models.CharField(editable=False, max_length=40)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("told_at", models.DateTimeField(blank=True, null=True, verbose_name="last told")),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
    ]
