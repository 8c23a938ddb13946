/**
 * What stands in a view: whose it is, in which zones, which cards. A zone is named as in board.json5: "shop" (shared, or of the player
 * whose mat it is), "pile.III" (one of a family), "players.slot" (of every player), "you.hand" (the reader's).
 */

/** The players of a part's `each`: all ("players"), "others", or "you"; to a spectator all are others. */
export function playersOf(each, view) {
  const { you, players } = view;
  if (each === "you") return players.filter(({ seat }) => seat === you);
  const others = players.filter(({ seat }) => seat !== you);
  if (each !== "others") return players;
  // As they sit: whoever follows the reader comes first.
  return [...others.filter(({ seat }) => seat > (you ?? -1)), ...others.filter(({ seat }) => seat < (you ?? -1))];
}

/** The zones that a name means: `{zone, holder, count, cards}` with the seat that holds each. */
export function zonesNamed(name, view, player = null) {
  const [first, inner] = name.split(".");
  const whose = inner ? playersOf(first, view) : player ? [player] : [];
  const zone = inner ?? first;
  const found = whose
    .filter(({ zones }) => zone in zones)
    .map(({ seat, zones }) => ({ zone, holder: seat, ...zones[zone] }));
  if (!found.length && name in view.zones) return [{ zone: name, holder: null, ...view.zones[name] }];
  return found;
}

/** The cards that can be seen in zones, each with the seat that holds it and its zone. */
export function cardRows(zones) {
  return zones.flatMap(({ zone, holder, cards }) => cards.map((card) => ({ ...card, holder, zone })));
}

/** What stands in a view under a number: a card with its holder and zone, or a player; null if nothing that can be seen. */
export function entityOf(uuid, view) {
  const player = view.players.find((each) => each.uuid === uuid);
  if (player) return player;
  const zones = [
    ...view.players.flatMap((each) => Object.keys(each.zones).flatMap((zone) => zonesNamed(zone, view, each))),
    ...Object.entries(view.zones).map(([zone, content]) => ({ zone, holder: null, ...content })),
  ];
  return cardRows(zones).find((card) => card.uuid === uuid) ?? null;
}
