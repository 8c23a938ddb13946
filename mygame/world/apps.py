"""The Django application of the game's own tables: packs, matches, journals, players' records."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class WorldConfig(AppConfig):
    """Label `world`: its tables are named `world_…`."""

    name = "world"
    label = "world"
    verbose_name = "Chrono Wizard 逆时巫师"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Roles come with the tables, and are the same in the game and in the admin."""
        from world.community import role_groups

        post_migrate.connect(role_groups.ensure_groups, self, dispatch_uid="world.roles")
        role_groups.watch()
