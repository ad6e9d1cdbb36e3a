import { draw } from '../../../figures/figure.ts';
import { ratios } from '../../../figures/ratios.ts';
import { part } from '../parts.ts';
import type { Result } from '../../../report/model.ts';

/** Below this width, in px, a row has no room for its system's name beside its numbers. */
const NARROW = 480;

/** The figure of this run's ratios beside the quoted ones; drawn anew when its room changes. */
export class RatioFigure {
  static readonly #figures = new WeakMap<HTMLElement, RatioFigure>();
  readonly #box: HTMLElement;
  readonly #host: HTMLElement;
  #result: Result | undefined;
  #width = 0;

  /** The one figure of a result panel. */
  static for(panel: HTMLElement): RatioFigure {
    const known = this.#figures.get(panel) ?? new RatioFigure(panel);
    this.#figures.set(panel, known);
    return known;
  }

  private constructor(panel: HTMLElement) {
    this.#box = part(panel, 'ratio-figure', HTMLElement);
    this.#host = part(panel, 'ratio-drawing', HTMLElement);
    // Also tells the width when the panel is shown at first.
    new ResizeObserver(() => this.#draw()).observe(this.#host);
  }

  show(result: Result): void {
    this.#result = result;
    this.#box.hidden = result.marks.length === 0;
    this.#width = 0;
    this.#draw();
  }

  #draw(): void {
    const width = this.#host.clientWidth;
    if (this.#result === undefined || width === 0 || width === this.#width) return;
    this.#width = width;
    const { marks, reference, margin } = this.#result;
    const rows =
      width < NARROW ? marks.map((mark) => ({ ...mark, label: short(mark.label) })) : marks;
    const figure = draw(ratios({ rows, width, reference, margin }), { document });
    this.#host.replaceChildren(figure);
  }
}

/** `hibernating` of `Lumenize RPC, hibernating`: the shape still tells the system. */
function short(label: string): string {
  return label.replace(/^.*, /, '');
}
