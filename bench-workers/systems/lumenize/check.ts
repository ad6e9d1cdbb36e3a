import { isFields, lengthOf, parseSkeleton } from '../../guard/scan.ts';
import { closeCodes, limits, refusal, type Refusal } from '../../limits.ts';

/**
 * Longest message that needs no look, in characters: even if it were all references to the longest
 * text it has room for, 10 characters each, they would be no more than an answer may hold.
 */
const SMALL = 4096;
/** How often a reference may lead to another. */
const MOST_STEPS = 100;

/**
 * Looks for what makes a small message a large one once it is decoded: references to one text, of
 * which each is answered in full, and BigInts of very many digits. Objects are no matter: where one
 * stands in two places, the protocol writes it once.
 */
export function checkLumenize(text: string): Refusal | undefined {
  if (text.length <= SMALL) return undefined;
  // A key can be spelt in escapes; quotation marks and backslashes are quickly found.
  if (!text.includes('"$ref"') && !text.includes('"bigint') && !text.includes('\\u')) {
    return undefined;
  }
  const frame = parseSkeleton(text);
  if (!isFields(frame)) return undefined;
  const { meta } = frame;
  const aliases = isFields(meta) && isFields(meta['aliases']) ? meta['aliases'] : {};
  return new Look(aliases).over(frame);
}

class Look {
  readonly #aliases: Record<string, unknown>;
  readonly #sizes = new Map<string, number>();
  #referred = 0;

  constructor(aliases: Record<string, unknown>) {
    this.#aliases = aliases;
  }

  over(root: unknown): Refusal | undefined {
    const { digits } = limits.message;
    const { bytes } = limits.answer;
    const left = [root];
    for (let value = left.pop(); value !== undefined; value = left.pop()) {
      if (Array.isArray(value)) for (const item of value as unknown[]) left.push(item);
      if (!isFields(value)) continue;
      const { $type: type, $ref: id, value: number } = value;
      if (type === 'bigint' || type === 'bigint-object') {
        if (typeof number === 'string' && lengthOf(number) > digits) {
          return refusal(closeCodes.policy, 'message.digits', digits);
        }
      }
      if (id !== undefined) this.#referred += this.#sizeOf(id, 0);
      if (this.#referred > bytes) return refusal(closeCodes.policy, 'answer.bytes', bytes);
      for (const field of Object.values(value)) left.push(field);
    }
    return undefined;
  }

  /** What each reference to an alias adds to an answer, in characters. */
  #sizeOf(reference: unknown, steps: number): number {
    const id = String(reference);
    const known = this.#sizes.get(id);
    if (known !== undefined || steps > MOST_STEPS) return known ?? 0;
    const alias = Object.hasOwn(this.#aliases, id) ? this.#aliases[id] : undefined;
    let size = 0;
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
