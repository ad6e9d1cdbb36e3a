import type { Presence } from '../../../harness/world.ts';

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

  visible(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (!this.#hidden) return resolve();
      const stop = this.#onChange(() => {
        signal.removeEventListener('abort', onAbort);
        stop();
        resolve();
      });
      const onAbort = () => {
        stop();
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    });
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
