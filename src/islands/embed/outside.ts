/**
 * Served as /embed.js, for pages elsewhere: `<live-bench study="…" workloads="…" theme="…">` becomes a
 * frame with the live bench of that study, as tall as its content. Alone in its file: it is served
 * as it stands here, without its types.
 */

/** How tall the frame’s content is, as it tells the page around it. */
export interface FrameHeight {
  type: 'roundtrip-height';
  /** In CSS px. */
  height: number;
}

const site = new URL(import.meta.url).origin;
/** Tallest frame, in CSS px: more is a mistake of somebody’s. */
const TALLEST = 20_000;

class LiveBench extends HTMLElement {
  #frame: HTMLIFrameElement | undefined;

  connectedCallback(): void {
    const study = this.getAttribute('study') ?? '';
    if (!/^[a-z0-9-]+$/.test(study)) {
      this.textContent = `live-bench: study: got "${study}", expected the id of a study of ${site}`;
      return;
    }
    const address = new URL(`/embed/${study}/`, site);
    for (const name of ['workloads', 'theme']) {
      const value = this.getAttribute(name);
      if (value !== null) address.searchParams.set(name, value);
    }
    const frame = document.createElement('iframe');
    frame.src = address.href;
    frame.title = `Live benchmark: ${study}`;
    // A frame has the finer clock where the page around it has it and hands it on.
    frame.allow = 'cross-origin-isolated; clipboard-write';
    frame.style.cssText = 'display: block; width: 100%; height: 36rem; border: 0';
    this.replaceChildren(frame);
    this.#frame = frame;
    window.addEventListener('message', this.#onMessage);
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.#onMessage);
  }

  readonly #onMessage = ({ origin, source, data }: MessageEvent<unknown>): void => {
    const frame = this.#frame;
    if (frame === undefined || origin !== site || source !== frame.contentWindow) return;
    const { type, height } = (data ?? {}) as Partial<FrameHeight>;
    if (type !== 'roundtrip-height' || typeof height !== 'number') return;
    if (height > 0 && height <= TALLEST) frame.style.height = `${height}px`;
  };
}

if (customElements.get('live-bench') === undefined) {
  customElements.define('live-bench', LiveBench);
}
