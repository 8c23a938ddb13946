return {
	["scholars"] = "Scholars",
	["caiyan"] = "Cai Yan",
	["beifen"] = "Sorrow",
	[":beifen"] = "You may use or play a red card of your hand as a Jink.",
	["hujiaqu"] = "Song of the Reed Pipe",
	[":hujiaqu"] = "Whenever you have been dealt damage, you may draw a card.",
	["zhongyao"] = "Zhong Yao",
	["linmo"] = "Fair Copy",
	[":linmo"] = "Once in your play phase you may use two cards of your hand of one suit as Ex Nihilo.",
}
