from collections import defaultdict

from django.db import migrations, models

LESSONS = ("chrono_lesson", "race_lesson", "duel_lesson")


def count_people(apps, schema_editor):
    """Matches among people, from the seats of all that have been counted; lessons count no more."""
    record, seat, player = (
        apps.get_model("world", name) for name in ("MatchRecord", "MatchSeat", "PlayerRecord")
    )
    record.objects.filter(pack_version__pack_id__in=LESSONS).update(lesson=True)
    player.objects.filter(game__in=LESSONS).delete()
    rows = seat.objects.filter(
        match__status="finished", match__counted=True, match__lesson=False, account__isnull=False
    ).values_list(
        "match_id", "match__pack_version__pack_id", "account", "place", "result", "conceded"
    )
    matches = defaultdict(list)
    for match, game, account, place, result, conceded in rows.iterator():
        won = not conceded and (result == "won" if result else place == 1)
        matches[match].append((game, account, won))
    met, beat = defaultdict(int), defaultdict(int)
    for seats in matches.values():
        if len({account for _, account, _ in seats}) < 2:
            continue
        for game, account, won in seats:
            met[account, game] += 1
            beat[account, game] += won
    for (account, game), count in met.items():
        rows = player.objects.filter(account=account, game=game)
        rows.update(met=count, beat=beat[account, game])


class Migration(migrations.Migration):
    dependencies = [
        ("world", "0017_leases"),
    ]

    operations = [
        migrations.AddField(
            model_name="journalentry",
            name="own",
            field=models.BooleanField(
                default=True,
                help_text="Not by a bot, nor by default.",
                verbose_name="given by who sits there",
            ),
        ),
        migrations.AddField(
            model_name="matchrecord",
            name="lesson",
            field=models.BooleanField(
                default=False, verbose_name="a lesson, which counts for nobody"
            ),
        ),
        migrations.AddField(
            model_name="playerrecord",
            name="beat",
            field=models.PositiveIntegerField(default=0, verbose_name="won among people"),
        ),
        migrations.AddField(
            model_name="playerrecord",
            name="met",
            field=models.PositiveIntegerField(default=0, verbose_name="played with other people"),
        ),
        migrations.AlterField(
            model_name="playerrecord",
            name="best_streak",
            field=models.PositiveIntegerField(
                default=0, verbose_name="won among people in a row at most"
            ),
        ),
        migrations.AlterField(
            model_name="playerrecord",
            name="streak",
            field=models.PositiveIntegerField(
                default=0, verbose_name="won among people in a row now"
            ),
        ),
        migrations.AlterField(
            model_name="playerrecord",
            name="won",
            field=models.PositiveIntegerField(default=0, help_text="By their own play."),
        ),
        migrations.RunPython(count_people, migrations.RunPython.noop),
    ]
