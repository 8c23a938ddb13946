"""Broken rows of every kind: the real game starts, names them, plays on, and starts again."""

import broken_rows


def test_a_game_full_of_broken_rows_starts_and_plays(new_game):
    game = new_game()
    broken_rows.break_all(game.env.database_file)
    game.start()
    for name in ("junk-a", "junk-c", "junk-e", "junk-table", "junk-object", "server_epoch"):
        assert name in game.log().split("Broken row:", 1)[1]
    plays_a_game(game, "Anna")

    # Broken while it runs: the Server that comes next has to cope with it as well.
    broken_rows.break_all(game.env.database_file)
    game.wait_for_new_server(game.kill_server())
    plays_a_game(game, "Berta")


def plays_a_game(game, name: str) -> None:
    player = game.player(name)
    player.ask("tables", r"table|open")
    player.send("play solo")
    player.expect("The game begins!")
    player.close()
