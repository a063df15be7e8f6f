/** The camera picture over its WebSocket: one picture in flight, drawn when the screen is ready for it. */

const WAITS_MS = [300, 600, 1200, 2500, 5000];
const GONE = 4404;

export class Feed {
  /** @param {string} id @param {{onPicture: (bitmap: ImageBitmap, at: number) => void, onSight: (sight: any) => void}} listeners */
  constructor(id, listeners) {
    Object.assign(this, { id, listeners });
    this.tries = 0;
    this.closed = false;
    this.shown = 0;
    this.#connect();
    document.addEventListener("visibilitychange", this.#seen);
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/video`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onmessage = ({ data }) => (typeof data === "string" ? this.listeners.onSight(JSON.parse(data)) : this.#picture(socket, data));
    socket.onclose = (event) => this.#lost(event);
  }

  async #picture(socket, data) {
    this.tries = 0;
    const at = new DataView(data).getFloat64(0, true);
    try {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(data, 8)], { type: "image/jpeg" }));
      if (this.closed) return bitmap.close();
      this.shown += 1;
      this.listeners.onPicture(bitmap, at);
    } catch {
      // a picture that cannot be decoded is left out
    }
    if (socket.readyState === WebSocket.OPEN) socket.send("ok");
  }

  #lost(event) {
    if (this.closed || document.hidden) return;
    const wait = event.code === GONE ? WAITS_MS.at(-1) : WAITS_MS[Math.min(this.tries++, WAITS_MS.length - 1)];
    this.again = setTimeout(() => this.#connect(), wait);
  }

  /** Nobody looks at a hidden page: no pictures are sent to it. */
  #seen = () => {
    clearTimeout(this.again);
    if (document.hidden) this.socket.close();
    else if (!this.closed && this.socket.readyState >= WebSocket.CLOSING) this.#connect();
  };

  close() {
    this.closed = true;
    clearTimeout(this.again);
    document.removeEventListener("visibilitychange", this.#seen);
    this.socket.close();
  }
}
