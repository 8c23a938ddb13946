"""What a new connection sees, before it has told us its language. At most 80 columns wide."""

#: The first line is the same bytes in every encoding: whoever cannot read the rest can read that.
SCREEN = """
Is the Chinese below garbled? Type |wgbk|n (or |wbig5|n).
|c==============================================================================|n
   |w逆时巫师  Chrono Wizard|n
   坐下来，和朋友或机器人打一局牌。
   Sit down at a table and play cards, with friends and with bots.
|c------------------------------------------------------------------------------|n
   第一次来 New here:       |w创建 <名字> <密码>|n    |wcreate <name> <password>|n
   已有账号 Welcome back:   |w登录 <名字> <密码>|n    |wconnect <name> <password>|n
   先看看 Just looking:     |w游客|n                  |wguest|n

   中文名也可以。           Names may be in any script.
   帮助、退出：|w帮助|n、|w退出|n   Help, leave: |whelp|n, |wquit|n
|c==============================================================================|n
"""


def connection_screen() -> str:
    """The screen. Evennia calls this by its name."""
    return SCREEN.strip()
