import { type Field, positionOf, readNumber, valueAt } from '../../network/values.ts';
import type { Origin, ResultView } from '../../report/network.ts';
import { clone, fill, part } from '../dom.ts';

/** What a field tells its panel. */
export interface FieldEvents {
  /** A value was set. Several come in a row while a slider is dragged. */
  onInput(value: number): void;
  /** A value was settled on. */
  onChange(): void;
  /** What was typed cannot be read. */
  onRefused(message: string): void;
}

/** One value: a slider, a field for the exact number, and where the value comes from. */
export class FieldControl {
  readonly #field: Field;
  readonly #root: HTMLElement;
  readonly #slider: HTMLInputElement;
  readonly #text: HTMLInputElement;

  constructor(panel: ParentNode, field: Field, events: FieldEvents) {
    this.#field = field;
    this.#root = part(panel, field.id, HTMLElement);
    this.#slider = part(this.#root, 'slider', HTMLInputElement);
    this.#text = part(this.#root, 'exact', HTMLInputElement);
    this.#slider.addEventListener('input', () => {
      events.onInput(valueAt(Number(this.#slider.value), field));
    });
    this.#slider.addEventListener('change', () => events.onChange());
    this.#text.addEventListener('change', () => {
      try {
        events.onInput(readNumber(field, this.#text.value));
        events.onChange();
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        this.#text.setAttribute('aria-invalid', 'true');
        events.onRefused(error.message);
      }
    });
  }

  show(value: number, panel: ParentNode, origin: Origin): void {
    const { unitWords } = this.#field;
    this.#slider.value = String(positionOf(value, this.#field));
    this.#slider.setAttribute('aria-valuetext', `${value} ${unitWords}`);
    this.#text.value = String(value);
    this.#text.removeAttribute('aria-invalid');
    if (this.#root.dataset['origin'] === origin) return;
    this.#root.dataset['origin'] = origin;
    part(this.#root, 'origin', HTMLElement).replaceChildren(clone(panel, `mark-${origin}`));
  }
}

/** Fills the server-rendered bars and the gap. */
export function showResult(root: ParentNode, { systems, gap, share }: ResultView): void {
  for (const { id, total, parts, widths } of systems) {
    const row = part(root, `system-${id}`, HTMLElement);
    fill(row, { total, parts });
    for (const [name, width] of Object.entries(widths)) {
      part(row, `bar-${name}`, HTMLElement).style.width = `${width}%`;
    }
  }
  fill(root, { gap, share });
}
