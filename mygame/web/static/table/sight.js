/**
 * What lies where on the page: cards by `data-uuid`, whose they are by `data-holder` and what they have left by `data-points`
 * (card.js), players by `data-seat` of their mats, zones by `data-zone` (board.js), pawns by `data-at` (track.js). All places are asked
 * for at once, for the browser lays the page out anew whenever it is asked after a change.
 */

const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });

export class Sight {
  constructor(root) {
    this.board = root.querySelector(".board");
    const all = (selector) => (this.board ? [...this.board.querySelectorAll(selector)] : []);
    this.cards = new Map(all(".card[data-uuid]").map((element) => [Number(element.dataset.uuid), seen(element)]).filter(([, { box }]) => box.width));
    this.mats = new Map(all(".mat").map((element) => [Number(element.dataset.seat), { element, box: element.getBoundingClientRect() }]));
    this.chips = new Map([...this.mats].flatMap(([seat, { element }]) => chipsOf(seat, element)));
    this.tracks = [...root.querySelectorAll(".track [data-form]")].filter((svg) => svg.getBoundingClientRect().width);
    this.pawns = new Map(this.tracks.flatMap(pawnsOf));
    this.piles = all(".pile").map((element) => ({ element, box: element.getBoundingClientRect() }));
    this.box = this.board?.getBoundingClientRect();
  }

  /** The pile of a player, or the one from which all draw; none where it is not to be seen. */
  pileOf(seat) {
    const mat = this.mats.get(seat)?.element;
    return (this.piles.find(({ element }) => mat?.contains(element)) ?? this.piles.find(({ element }) => !element.closest(".mat")))?.box;
  }

  /** Where a zone of a player lies, as far as it is to be seen. */
  zoneOf(seat, zone) {
    return this.mats.get(seat)?.element.querySelector(`[data-zone="${CSS.escape(zone)}"]`)?.getBoundingClientRect();
  }

  /** Where a player is: what tells the name, on the mat. */
  personOf(seat) {
    const mat = this.mats.get(seat);
    return mat && (mat.element.querySelector(".who") ?? mat.element).getBoundingClientRect();
  }

  /** A place in the middle of the board for a card of this size. */
  centre({ width, height }) {
    const { x, y } = middle(this.box);
    return { left: x - width / 2, top: y - height / 2, width, height };
  }
}

function seen(element) {
  const { points, holder } = element.dataset;
  return { element, box: element.getBoundingClientRect(), points: points === undefined ? null : Number(points), holder: holder === undefined ? null : Number(holder) };
}

/** What is told of a player on the mat, by seat and name. */
function chipsOf(seat, mat) {
  return [...mat.querySelectorAll(".chip > dt")].map((name) => {
    const element = name.nextElementSibling;
    return [`${seat} ${name.textContent}`, { seat, element, text: element.textContent, box: element.getBoundingClientRect() }];
  });
}

function pawnsOf(svg, index) {
  return [...svg.querySelectorAll(".marker")].map((element) => {
    const seat = Number(element.dataset.seat);
    return [`${index} ${svg.dataset.form} ${seat}`, { seat, element, at: Number(element.dataset.at), way: svg.way ?? [], place: element.style.transform }];
  });
}
