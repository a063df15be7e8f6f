/** A table as it lives: states come by WebSocket, actions go and are answered; a lost line is taken up again. */

import { api, ApiError, offlineError } from "/lib/api.js";

const ANSWER_MS = 10_000;
const GONE = new Set([4404, 4410]);
const WAITS_MS = [250, 500, 1000, 2000, 4000];

export class Live {
  /**
   * @param {string} id
   * @param {{onState?: (state: any) => void, onCamera?: (facts: any) => void,
   *   onLine?: (isOpen: boolean) => void, onGone?: () => void}} listeners
   */
  constructor(id, listeners) {
    this.id = id;
    this.listeners = listeners;
    this.asked = new Map();
    this.number = 0;
    this.tries = 0;
    this.closed = false;
    this.#connect();
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      document.dispatchEvent(new CustomEvent("kibitz-online"));
      this.listeners.onLine?.(true);
    };
    socket.onmessage = (event) => this.#heard(JSON.parse(event.data));
    socket.onclose = (event) => this.#lost(event);
  }

  #heard(message) {
    if (message.type === "state") this.listeners.onState?.(message.state);
    else if (message.type === "camera") this.listeners.onCamera?.(message);
    else if (message.type === "answer") this.#answered(message);
  }

  #answered({ id, ok, error }) {
    const asked = this.asked.get(id);
    this.asked.delete(id);
    const said = error?.error ?? error ?? {};
    if (ok) asked?.resolve();
    else asked?.reject(new ApiError(said.code ?? "error", said.message ?? "", 0, said.cells ?? []));
  }

  #lost(event) {
    for (const asked of this.asked.values()) asked.reject(offlineError());
    this.asked.clear();
    if (this.closed) return;
    if (GONE.has(event.code)) return this.listeners.onGone?.();
    document.dispatchEvent(new CustomEvent("kibitz-offline"));
    this.listeners.onLine?.(false);
    const wait = WAITS_MS[Math.min(this.tries++, WAITS_MS.length - 1)];
    this.again = setTimeout(() => this.#connect(), wait);
  }

  /** Do something at the table; rejects with an ApiError. States come by themselves. */
  act(action) {
    if (this.socket?.readyState !== WebSocket.OPEN)
      return api.post(`/api/tables/${this.id}/actions`, action).then(({ state }) => this.listeners.onState?.(state));
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      setTimeout(() => this.asked.delete(id) && reject(offlineError()), ANSWER_MS);
      this.socket.send(JSON.stringify({ id, ...action }));
    });
  }

  close() {
    this.closed = true;
    clearTimeout(this.again);
    this.socket?.close();
  }
}
