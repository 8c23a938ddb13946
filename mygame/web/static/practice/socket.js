/**
 * The link of a page that plays by itself: what `Link` (table/link.js) takes for a websocket is a worker, which speaks as the server does.
 */

import { page } from "../table/words.js";

class Socket {
  constructor(address) {
    Object.assign(this, { readyState: WebSocket.OPEN, heard: [], onmessage: null });
    this.worker = new Worker(address);
    this.worker.onmessage = ({ data }) => this.onmessage?.({ data });
  }

  send(data) {
    this.worker.postMessage(data);
  }

  close() {
    this.worker.terminate();
  }
}

window.connect = () => new Socket(page.practice.host);
