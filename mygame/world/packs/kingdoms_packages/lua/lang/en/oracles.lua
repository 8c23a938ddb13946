return {
	["oracles"] = "Oracles",
	["guanlu"] = "Guan Lu",
	["xiangshu"] = "Reading Faces",
	[":xiangshu"] = "At the beginning of your turn you may judge: red, you draw a card; black, another player of your choice who has a card discards one.",
	["busuan"] = "Yarrow Stalks",
	[":busuan"] = "Once a turn, when your judgement has taken effect, you may take the card.",
	["qinmi"] = "Qin Mi",
	["shebian"] = "Debate",
	[":shebian"] = "Once in your play phase you may compare cards with another player: if you win, you take one of their cards; if not, they draw a card.",
}
