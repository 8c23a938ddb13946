"""Every Chinese terminal reads and is read: UTF-8, GBK, Big5, simplified and traditional."""

from e2e.harness import DO, IAC, SB, SE, WILL, TelnetClient

BINARY, CHARSET = 0, 42
REQUEST, ACCEPTED = 1, 2


def agree_on(client: TelnetClient, encoding: str) -> None:
    """Let the client say, when it is asked by CHARSET, which encoding it wants."""
    client.socket.sendall(bytes((IAC, DO, CHARSET)))
    client.socket.sendall(
        bytes((IAC, SB, CHARSET, ACCEPTED)) + encoding.encode() + bytes((IAC, SE))
    )


def test_terminals_are_asked_for_whole_bytes(game):
    # The telnet of Unix takes part of a Chinese character for its escape character otherwise.
    client = game.client()
    sent = b""
    while bytes((IAC, DO, BINARY)) not in sent:
        sent += client.socket.recv(4096)
    client.socket.sendall(bytes((IAC, WILL, BINARY)) + "帮助\n".encode())
    client.expect("老式中文终端|GBK")


def test_a_big5_terminal_plays_in_traditional_characters(game):
    client = game.client(encoding="big5")
    client.read_all()
    agree_on(client, "BIG5")
    client.send("創建 龍龍 一匹正確的馬電池")
    client.expect("歡迎你，龍龍！")
    client.expect("開始")
    client.send("開始")
    # Whatever the dice bring first, it is asked in these characters, with its options.
    client.expect(r"輸入編號或名稱。|輸入「")
    client.ask("局面", r"玩家\s+位置\s+法力")


def test_a_reader_of_traditional_characters_types_them_too(game):
    client = game.player("Formosa")
    client.ask("language 繁體", "語言：中文（繁體）")
    client.ask("幫助 準備", "準備")
    client.ask("規則 相沖", "規則")
    client.ask("牌桌", "牌桌|桌號")
    # What people say to each other is shown to each in the own script.
    simplified = game.player("Beijing")
    client.send("說 龍門陣")
    simplified.expect("龍門陣")
    simplified.send("say 龙门阵")
    client.expect("龍門陣")
    client.ask("語言 英文", "Language: English")


def test_the_choice_of_a_script_is_kept_with_the_account(game):
    client = game.player("Kowloon")
    client.ask("language zh-hant", "繁體")
    client.close()
    again = game.client()
    again.expect("Chrono Wizard")
    again.send("connect Kowloon correct-horse")
    again.expect("開始")


def test_lines_are_broken_between_words(game):
    client = game.player("Narrow")
    client.socket.sendall(bytes((IAC, SB, 31, 0, 40, 0, 24, IAC, SE)))
    client.read_all()
    told = client.answer("gobbledygook " * 4)
    assert told.count("gobbledygook") == 4
    assert all(len(line) <= 40 for line in told.splitlines())


def test_who_cannot_read_the_first_screen_types_the_encoding_and_gets_it_again(game):
    client = game.client(encoding="gbk")
    client.expect("Type gbk")
    client.read_all()
    client.send("gbk")
    client.expect("坐下来，和朋友或机器人打一局牌。")
