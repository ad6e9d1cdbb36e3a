import {
  type CostBudget,
  ensure,
  isFields,
  lengthOf,
  parseSkeleton,
} from '../../../bench-workers/guard/message.ts';
import type { Check } from '../../../bench-workers/guard/socket-guard.ts';
import { limits } from '../../../bench-workers/limits.ts';

/**
 * The longest message that needs no check, in characters: even if it were all references to the longest
 * text it has room for, 10 characters each, they would be no more than an answer may hold.
 */
const SMALL = 4096;
/** How often a reference may lead to another. */
const MOST_STEPS = 100;

/** Values of which even a small message can hold too many. */
const COSTLY = /"\$type"\s*:\s*"(?:error|regexp|url|headers)"/;

/**
 * Looks for what makes a small message a large one once it is decoded: references to one text, of
 * which each is answered in full, and values that cost more than their size. Objects are no matter:
 * where one stands in two places, the protocol writes it once.
 */
export const checkLumenize: Check = (text, costs) => {
  // Whatever is more than JSON begins with this sign, which can be spelt in escapes.
  const isEscaped = text.includes('\\u');
  if (!isEscaped && !text.includes('$')) return;
  if (text.length <= SMALL && !isEscaped && !COSTLY.test(text)) return;
  const frame = parseSkeleton(text);
  if (!isFields(frame)) return;
  new Weighing(aliasesOf(frame), text.length, costs).weigh(frame);
};

/** What stands in several places of a frame and is written once, by its id. */
export function aliasesOf(frame: unknown): Record<string, unknown> {
  const meta = isFields(frame) ? frame['meta'] : undefined;
  return isFields(meta) && isFields(meta['aliases']) ? meta['aliases'] : {};
}

/** What the references and the costly values of one frame become. */
class Weighing {
  readonly #aliases: Record<string, unknown>;
  readonly #sizes = new Map<string, number>();
  readonly #longest: number;
  readonly #costs: CostBudget;
  #referred = 0;

  constructor(aliases: Record<string, unknown>, longest: number, costs: CostBudget) {
    this.#aliases = aliases;
    this.#longest = longest;
    this.#costs = costs;
  }

  weigh(root: unknown): void {
    const left = [root];
    for (let value = left.pop(); value !== undefined; value = left.pop()) {
      if (Array.isArray(value)) for (const item of value as unknown[]) left.push(item);
      if (!isFields(value)) continue;
      const { $ref: id } = value;
      this.#pay(value);
      if (id !== undefined) this.#referred += this.#sizeOf(id, 0);
      ensure('answer.bytes', this.#referred, limits.answer.bytes);
      for (const field of Object.values(value)) left.push(field);
    }
  }

  /** Pays for a value that costs more than its size. */
  #pay(fields: Record<string, unknown>): void {
    const costs = this.#costs;
    switch (fields['$type']) {
      case 'bigint':
      case 'bigint-object':
        costs.madeOf(fields['value'], 'bigint');
        break;
      case 'regexp':
        costs.regexp(textOf(fields['source']), textOf(fields['flags']));
        break;
      case 'map':
        costs.madeOf(fields['entries'], 'map');
        break;
      case 'set':
        costs.madeOf(fields['values'], 'set');
        break;
      case 'error':
      case 'url':
        costs.type(fields['$type']);
        break;
      case 'headers':
        costs.type('web');
    }
  }

  /** What each reference to an alias adds to an answer, in characters. */
  #sizeOf(reference: unknown, steps: number): number {
    const id = String(reference);
    const known = this.#sizes.get(id);
    if (known !== undefined || steps > MOST_STEPS) return known ?? 0;
    const alias = this.#aliases[id];
    // An id that is very long has become another here, and may lead to any text.
    let size = Object.hasOwn(this.#aliases, id) ? 0 : this.#longest;
    if (typeof alias === 'string') size = lengthOf(alias);
    else if (isFields(alias)) {
      const { $ref: next, value } = alias;
      if (next !== undefined) size = this.#sizeOf(next, steps + 1);
      else if (typeof value === 'string') size = lengthOf(value);
    }
    this.#sizes.set(id, size);
    return size;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
