/** How far below the line that a link scrolls its heading to, in px, a heading counts as reached. */
const SLACK = 32;

/**
 * A table of contents that says which part of the page is being read. Bundled in the place of Starlight’s
 * class, which both of its tables extend: that one asks every element of a page which headings are in it,
 * which takes a tenth of a second where an entry has thousands.
 */
export class StarlightTOC extends HTMLElement {
  readonly #links = [...this.querySelectorAll('a')];
  readonly #headings = this.#links.map(({ hash }) =>
    document.getElementById(decodeURIComponent(hash.slice(1))),
  );
  readonly #reached = new Set<Element | null>();
  #observer: IntersectionObserver | undefined;

  constructor() {
    super();
    this.#observe();
    addEventListener('resize', () => this.#observe());
  }

  set current(link: HTMLAnchorElement) {
    for (const each of this.#links) each.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
  }

  /** Watches all that is above a line of the screen, however far: the last heading there is the one. */
  #observe(): void {
    this.#observer?.disconnect();
    const { clientHeight } = document.documentElement;
    const line = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + SLACK;
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) this.#reached.add(target);
          else this.#reached.delete(target);
        }
        const at = this.#headings.findLastIndex((heading) => this.#reached.has(heading));
        const link = this.#links[Math.max(at, 0)];
        if (link) this.current = link;
      },
      { rootMargin: `1000000px 0px ${line - clientHeight}px` },
    );
    for (const heading of this.#headings) if (heading) this.#observer.observe(heading);
  }
}

customElements.define('starlight-toc', StarlightTOC);
