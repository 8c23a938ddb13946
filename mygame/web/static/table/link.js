/**
 * The connection to the game: Evennia's websocket (`v1.evennia.com`), on which every message is a
 * JSON array `[name, args, kwargs]`. It comes back by itself when it is lost, unless the game has
 * ended it on purpose (another connection of the same person has taken over). The first one was begun by the page (early.js).
 */

const PATIENCE = [500, 1000, 2000, 4000, 8000, 15000]; // ms before each try to come back
const ENDED = 1000; // how the game closes a connection that it ends on purpose

export class Link {
  /**
   * `heard(name, args, kwargs)` is told every message, `stands(state)` whether the link is "opening", "open", "lost" or "ended".
   */
  constructor(heard, stands) {
    Object.assign(this, { heard, stands, tries: 0, socket: null, timer: 0 });
  }

  open() {
    clearTimeout(this.timer);
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    if (window.connection?.readyState > WebSocket.OPEN) window.connection = null; // it was lost before anybody listened
    this.stands("opening");
    const socket = window.connection ?? window.connect();
    window.connection = null;
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.stands("open");
    };
    socket.onmessage = ({ data }) => {
      const [name, args, kwargs] = JSON.parse(data);
      this.heard(name, args ?? [], kwargs ?? {});
    };
    if (socket.readyState === WebSocket.OPEN) socket.onopen();
    for (const data of socket.heard.splice(0)) socket.onmessage({ data });
    socket.onclose = ({ code }) => {
      if (this.socket !== socket) return;
      if (code === ENDED) {
        this.stands("ended");
        return;
      }
      this.stands("lost");
      this.timer = setTimeout(() => this.open(), PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)]);
    };
  }

  /** Whether it went out; what cannot be sent now is not kept, for the table may be another then. */
  send(name, args = [], kwargs = {}) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify([name, args, kwargs]));
    return true;
  }

  /** A line as if it had been typed. */
  type(line) {
    return this.send("text", [line]);
  }
}
