/** Clocks that run between two messages of the server. */

const SEATS = ["first", "second"];

/** Seconds as people read them: 1:02:03, 4:05, 0:09.3. */
export function clockText(seconds, { tenths = false } = {}) {
  const left = Math.max(0, seconds);
  const whole = tenths ? Math.floor(left) : Math.round(left - 0.001);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value) => String(value).padStart(2, "0");
  const rest = tenths ? `.${Math.floor((left * 10) % 10)}` : "";
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}${rest}`;
}

export class Clocks {
  /** @param {(seat: string, text: string, facts: {isLow: boolean, isRunning: boolean, periods: number}) => void} show */
  constructor(show) {
    this.show = show;
    this.clock = null;
    this.timer = setInterval(() => this.#tick(), 100);
  }

  /** The clock as a state brings it. */
  set(clock) {
    this.clock = clock;
    this.since = performance.now();
    this.#tick();
  }

  #tick() {
    if (!this.clock) return;
    SEATS.forEach((seat, i) => this.#side(seat, i));
  }

  #side(seat, i) {
    const { used_s: used, left_s: left, periods, running } = this.clock;
    const isRunning = running === seat;
    const gone = isRunning ? (performance.now() - this.since) / 1000 : 0;
    const isDown = left !== null && left !== undefined;
    const value = isDown ? left[i] - gone : used[i] + gone;
    const isLow = isDown && value < 10;
    this.show(seat, isDown ? clockText(value, { tenths: isLow }) : clockText(Math.floor(value)), {
      isLow,
      isRunning,
      periods: periods?.[i] ?? 0,
    });
  }

  stop() {
    clearInterval(this.timer);
  }
}
