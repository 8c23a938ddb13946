/**
 * What stands in a view, as rows that templates are filled with: players with their fields and
 * zones, and the cards of zones. A zone is named as in board.json5: "shop" (shared, or of the player
 * whose mat it is), "players.slot" (of every player), "you.hand" (the reader's).
 */

export function playerRow(player, view, names) {
  return {
    ...player.fields,
    ...player.zones,
    number: player.seat + 1,
    name: names[player.seat] ?? "",
    me: player.seat === view.you,
    asked: view.waiting.includes(player.seat),
    seat: player.seat,
    uuid: player.uuid,
  };
}

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
  if (!found.length && !inner && zone in view.zones) return [{ zone, holder: null, ...view.zones[zone] }];
  return found;
}

/** The cards that can be seen in zones, as rows. */
export function cardRows(zones) {
  return zones.flatMap(({ zone, holder, cards }) => cards.map((card) => ({ ...card, holder, zone })));
}

/** Every entity of a view that can be seen: uuid -> row. */
export function everyRow(view, names) {
  const rows = new Map();
  for (const player of view.players) {
    rows.set(player.uuid, playerRow(player, view, names));
    for (const zone of Object.keys(player.zones))
      for (const card of cardRows(zonesNamed(zone, view, player))) rows.set(card.uuid, card);
  }
  for (const [zone, { cards }] of Object.entries(view.zones))
    for (const card of cards) rows.set(card.uuid, { ...card, holder: null, zone });
  return rows;
}
