"""What seats take home; and the decks of matches are what their seats bring, under `deck`."""

from django.db import migrations, models


def decks_are_brought(apps, schema_editor):
    for record in apps.get_model("world", "MatchRecord").objects.iterator():
        decks = record.options.pop("decks", None)
        if decks is not None:
            record.options["bring"] = [{"deck": deck} for deck in decks]
            record.save(update_fields=["options"])


def brought_are_decks(apps, schema_editor):
    for record in apps.get_model("world", "MatchRecord").objects.iterator():
        brought = record.options.pop("bring", None)
        if brought is not None:
            record.options["decks"] = [(one or {}).get("deck") for one in brought]
            record.save(update_fields=["options"])


class Migration(migrations.Migration):
    dependencies = [
        ("world", "0008_private_matches"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchseat",
            name="returns",
            field=models.JSONField(
                blank=True,
                help_text="What the pack says in `return`, by name.",
                null=True,
                verbose_name="taken home",
            ),
        ),
        migrations.RunPython(decks_are_brought, brought_are_decks),
    ]
