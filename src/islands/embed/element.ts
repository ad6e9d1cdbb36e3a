import { part } from '../dom.ts';

/**
 * `<embedded-bench>`: a live bench in a frame of another page. It takes the theme that the address
 * asks for, and says what the frame costs.
 */
class EmbeddedBench extends HTMLElement {
  connectedCallback(): void {
    const theme = new URLSearchParams(location.search).get('theme');
    if (theme === 'light' || theme === 'dark')
      document.documentElement.dataset['theme'] = `starlight-${theme}`;
    part(this, 'coarse', HTMLElement).hidden = window.crossOriginIsolated;
  }
}

customElements.define('embedded-bench', EmbeddedBench);
