"""The Django application of the game's own tables: packs, matches, journals, players' records."""

from django.apps import AppConfig


class WorldConfig(AppConfig):
    """Label `world`: its tables are named `world_…`."""

    name = "world"
    label = "world"
    verbose_name = "Chrono Wizard 逆时巫师"
    default_auto_field = "django.db.models.BigAutoField"
