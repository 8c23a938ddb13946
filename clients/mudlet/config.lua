-- What Mudlet's package manager shows.
mpackage = "ChronoWizard"
author = "Chrono Wizard"
title = "逆时巫师 · Chrono Wizard"
description = [[
A window for the card games of Chrono Wizard: the table, what you are asked as links to click, and the account of the match.
牌桌窗口：局面、可以点击的选项和对局记录。

`chrono` shows or hides it, `chrono zh` and `chrono en` choose the language, `chrono site http://HOST:4001` tells where card names come from.
]]
version = "1.0.0"
