/** Pictures to the server: by one WebSocket, or each by a request where that is refused (iPhones, own certificate). */

const ANSWER_MS = 8000;
const TRIES = 2; // so often a socket may fail before pictures go by requests
const WAIT_MS = 1000;
const CLOSED = new Set([4404, 4410]);

export class Sender {
  /** @param {string} table @param {{onAnswer: (answer: any) => void, onLine: (isOpen: boolean|null) => void}} listeners null: the table is gone */
  constructor(table, listeners) {
    Object.assign(this, { table, listeners });
    this.failed = 0;
    this.path = `/api/tables/${table}/frames`;
  }

  /** Whether pictures go by requests. */
  get isPosting() {
    return this.failed >= TRIES;
  }

  /** Send a picture and wait until it has arrived. */
  async send(blob) {
    if (!blob) return;
    try {
      const answer = this.isPosting ? await this.post(blob) : await this.#bySocket(blob);
      if (answer) this.listeners.onAnswer(answer);
    } catch {
      this.listeners.onLine(false);
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }

  async #bySocket(blob) {
    const socket = await this.#open();
    if (!socket) return null;
    const answered = new Promise((resolve, reject) => {
      socket.onmessage = ({ data }) => resolve(JSON.parse(data));
      socket.addEventListener("close", () => reject(new Error("closed")), { once: true });
      setTimeout(() => reject(new Error("late")), ANSWER_MS);
    });
    socket.send(blob);
    return answered;
  }

  #open() {
    if (this.socket?.readyState === WebSocket.OPEN) return this.socket;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
      this.socket = socket;
      let opened = false;
      socket.onopen = () => { opened = true; this.failed = 0; resolve(socket); };
      socket.onclose = ({ code }) => {
        if (CLOSED.has(code)) this.listeners.onLine(null);
        if (!opened) this.failed += 1;
        reject(new Error("no socket"));
      };
    });
  }

  /** One picture by a request of its own. */
  async post(blob) {
    const response = await fetch(this.path, { method: "POST", body: blob, headers: { "Content-Type": "image/jpeg" }, credentials: "same-origin" });
    if (response.status === 404) this.listeners.onLine(null);
    const answer = await response.json();
    return response.ok ? answer : { ok: false, ...answer };
  }

  close() {
    this.socket?.close();
    this.socket = null;
  }
}
