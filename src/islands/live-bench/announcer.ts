/** Shortest time between two announcements, in ms. */
const EVERY_MS = 5000;

/** Speaks through a live region, so seldom that a screen reader can be followed. */
export class Announcer {
  readonly #region: Element;
  #saidAt = -Infinity;
  #pending: number | undefined;

  constructor(region: Element) {
    this.#region = region;
  }

  /** Says it now or, when something was said just before, as soon as its time has come. */
  say(text: string): void {
    window.clearTimeout(this.#pending);
    const wait = this.#saidAt + EVERY_MS - performance.now();
    if (wait <= 0) this.#speak(text);
    else this.#pending = window.setTimeout(() => this.#speak(text), wait);
  }

  /** Says it only if its time has come. Leaves no timer behind that could fire inside a block. */
  sayIfDue(text: string): void {
    window.clearTimeout(this.#pending);
    if (performance.now() - this.#saidAt >= EVERY_MS) this.#speak(text);
  }

  #speak(text: string): void {
    this.#saidAt = performance.now();
    this.#region.textContent = text;
  }
}
