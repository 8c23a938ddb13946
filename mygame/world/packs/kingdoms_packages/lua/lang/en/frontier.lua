return {
	["frontier"] = "Frontier",
	["tianyu"] = "Tian Yu",
	["saiyuan"] = "Rampart",
	[":saiyuan"] = "Locked: while you have 2 hit points or fewer, you are 1 further away for others.",
	["qinglian"] = "Incorruptible",
	[":qinglian"] = "Locked: while you have no cards in hand, you cannot be the target of Snatch and Dismantlement.",
	["qianzhao"] = "Qian Zhao",
	["jiezhan"] = "Giving Battle",
	[":jiezhan"] = "Locked: your Jinks of diamonds count as Slashes.",
}
