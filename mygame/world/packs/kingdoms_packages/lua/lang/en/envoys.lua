return {
	["envoys"] = "Envoys",
	["feiyi"] = "Fei Yi",
	["tiaohe"] = "Mediation",
	[":tiaohe"] = "Once in your play phase you may discard a card and choose two other players with hands of different sizes: who has more gives the other a card of the hand; then you draw a card.",
	["chizhong"] = "Composure",
	[":chizhong"] = "Locked: while you wear no armour, a Slash deals you 1 damage at most.",
}
