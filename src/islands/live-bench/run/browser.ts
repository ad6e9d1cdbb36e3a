import { abortable } from '../../../bench-client/world.ts';
import type { ClientFacts, Presence } from '../../../harness/run/index.ts';

/** Browsers by what stands before their version; the first that fits counts. */
const browsers: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  // Chrome and its kin: the engine and its version are the same.
  ['Chromium', /(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+(?:\.\d+)?).* Safari\//],
];

/** Name and version of a browser from its user agent: `Chromium 156`. */
export function browserOf(userAgent: string): string {
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return 'unknown browser';
}

/** Operating systems by what names them; the first that fits counts. */
const platforms: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

/** The operating system a user agent names; undefined for one that is not known here. */
export function platformOf(userAgent: string): string | undefined {
  return platforms.find(([, pattern]) => pattern.test(userAgent))?.[0];
}

/** What this browser says of itself. */
export function clientFacts(): ClientFacts {
  const { userAgent, hardwareConcurrency } = navigator;
  const platform = platformOf(userAgent);
  return {
    runtime: browserOf(userAgent),
    userAgent,
    ...(platform === undefined ? {} : { platform }),
    // Undefined in browsers that keep it to themselves, whatever its type says.
    ...(hardwareConcurrency >= 1 ? { cpuCount: hardwareConcurrency } : {}),
    now: () => performance.now(),
  };
}

/** Whether the page can be seen, as it was last told. */
export class Visibility implements Presence {
  #hidden: boolean;
  readonly #listeners = new Set<() => void>();

  constructor(hidden: boolean) {
    this.#hidden = hidden;
  }

  get hidden(): boolean {
    return this.#hidden;
  }

  set(hidden: boolean): void {
    if (hidden === this.#hidden) return;
    this.#hidden = hidden;
    for (const listener of [...this.#listeners]) listener();
  }

  onHide(callback: () => void): () => void {
    return this.#onChange(() => {
      if (this.#hidden) callback();
    });
  }

  async visible(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#hidden) await abortable<void>(signal, (resolve) => this.#onChange(resolve));
  }

  #onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Whether the page is hidden now. */
export function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}

/** Tells each change of the page's visibility; returns what stops it. */
export function watchVisibility(tell: (hidden: boolean) => void): () => void {
  const onChange = () => tell(isHidden());
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
