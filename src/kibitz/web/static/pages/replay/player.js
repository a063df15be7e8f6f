/** Where the replay stands, and the clock that moves it on by itself. */

const SECONDS = [2, 1, 0.5, 0.25];

export class Player {
  #timer = 0;
  #speed = 1;

  /** @param {number} last @param {(ply: number) => void} show */
  constructor(last, show) {
    Object.assign(this, { last, show, at: 0, onChange: () => {} });
  }

  get running() {
    return this.#timer !== 0;
  }

  get seconds() {
    return SECONDS[this.#speed];
  }

  /** Go to a ply; going by hand ends the playing by itself. */
  go(ply) {
    this.pause();
    this.#to(ply);
  }

  step(by) {
    this.go(this.at + by);
  }

  toggle() {
    if (this.running) return this.pause();
    if (this.at === this.last) this.#to(0);
    this.#start();
  }

  pause() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.onChange();
  }

  /** The next speed, the slowest after the fastest. */
  faster() {
    this.#speed = (this.#speed + 1) % SECONDS.length;
    if (this.running) { clearInterval(this.#timer); this.#start(); }
  }

  #start() {
    this.#timer = setInterval(() => (this.at < this.last ? this.#to(this.at + 1) : this.pause()), 1000 * this.seconds);
    this.onChange();
  }

  #to(ply) {
    const at = Math.max(0, Math.min(this.last, ply));
    if (at === this.at) return;
    this.at = at;
    this.show(at);
  }
}
