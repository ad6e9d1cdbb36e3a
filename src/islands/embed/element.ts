import { part } from '../dom.ts';
import type { FrameHeight } from './outside.ts';

/**
 * `<embedded-bench>`: a live bench in a frame of another page. It takes the theme that the address
 * asks for, says what the frame costs, and tells the page around how tall it is.
 */
class EmbeddedBench extends HTMLElement {
  connectedCallback(): void {
    const theme = new URLSearchParams(location.search).get('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
    part(this, 'coarse', HTMLElement).hidden = window.crossOriginIsolated;
    if (window.parent === window) return;
    new ResizeObserver(() => {
      const height = Math.ceil(this.getBoundingClientRect().bottom + window.scrollY);
      const message: FrameHeight = { type: 'roundtrip-height', height };
      // A height is no secret, and the frame cannot know who is around it.
      window.parent.postMessage(message, '*');
    }).observe(this);
  }
}

customElements.define('embedded-bench', EmbeddedBench);
