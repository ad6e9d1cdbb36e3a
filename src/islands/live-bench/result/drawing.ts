import { draw, type Figure } from '../../../figures/figure.ts';

/** A place for one drawing, drawn anew when its room changes. */
export class Drawing {
  static readonly #drawings = new WeakMap<HTMLElement, Drawing>();
  readonly #host: HTMLElement;
  #figure: ((width: number) => Figure) | undefined;
  #width = 0;

  /** The drawing of this place, always the same. */
  static in(host: HTMLElement): Drawing {
    const known = this.#drawings.get(host) ?? new Drawing(host);
    this.#drawings.set(host, known);
    return known;
  }

  private constructor(host: HTMLElement) {
    this.#host = host;
    // Also tells the width when the place is shown at first.
    new ResizeObserver(() => this.#draw()).observe(host);
  }

  /** @param figure the figure at a width in px */
  show(figure: (width: number) => Figure): void {
    this.#figure = figure;
    this.#width = 0;
    this.#draw();
  }

  #draw(): void {
    const width = this.#host.clientWidth;
    if (this.#figure === undefined || width === 0 || width === this.#width) return;
    this.#width = width;
    this.#host.replaceChildren(draw(this.#figure(width), { document }));
  }
}
