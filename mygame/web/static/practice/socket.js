/**
 * The link of a page that plays by itself: what `Link` (table/link.js) takes for a websocket is a worker, which speaks as the server does.
 */

import { page } from "../table/words.js";
import { keepMatch } from "./keeping.js";

class Socket {
  constructor(address) {
    Object.assign(this, { readyState: WebSocket.OPEN, heard: [], onmessage: null });
    this.worker = new Worker(address);
    this.worker.onmessage = ({ data }) => {
      const [name, , said] = JSON.parse(data);
      if (name === "practice_kept") keepMatch(said.kept);
      else this.onmessage?.({ data });
    };
  }

  send(data) {
    this.worker.postMessage(data);
  }

  close() {
    this.worker.terminate();
  }
}

window.connect = () => new Socket(page.practice.host);
