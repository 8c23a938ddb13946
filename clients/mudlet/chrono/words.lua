-- The package's own sentences. Everything about a game is told by the server, in the reader's language.

return {
  zh = {
    title = "逆时巫师", none = "没有对局。输入 play 开始一局，或点一张牌桌。", waiting = "等待：", done = "［就选这些］", back = "［返回］",
    you = "（你）", asked = "（行动）", empty = "空位", open = "［开一桌］", join = "入座", watch = "旁观", start = "［开始］", bot = "［加机器人］",
    ready = "［准备好了］", leave = "［离桌］", site = "牌名取自 %s", seats = "座位：",
    camp = "［从营地继续］", hall = "［回到大厅］",
  },
  en = {
    title = "Chrono Wizard", none = "No match. Type play to begin one, or click a table.", waiting = "Waiting for: ", done = "[these]", back = "[back]",
    you = " (you)", asked = " (to act)", empty = "free", open = "[open]", join = "join", watch = "watch", start = "[start]", bot = "[add a bot]",
    ready = "[ready]", leave = "[leave]", site = "Names of cards come from %s", seats = "Seats: ",
    camp = "[go on from the camp]", hall = "[back to the hall]",
  },
}
