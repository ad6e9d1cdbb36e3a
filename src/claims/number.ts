/** Figures in an entry's prose: `<Number of="…" unit="ms" />`. */
import type { Mark } from '../figures/figure.ts';
import { units, type Unit } from '../harness/record/index.ts';
import { show } from './arguments.ts';
import { evaluateNumbers } from './formula.ts';
import { decimalsFor, formatQuantity, ownDecimals } from './quantity.ts';
import type { Scope } from './scope.ts';

/** What stands between `<Number` and `/>`, as it was read and not yet checked. */
export type NumberAttributes = Readonly<Record<string, unknown>>;

/** A figure as a reader sees it, and where it comes from. */
export interface MarkedNumber {
  /** With its unit: `24.43 ms`. */
  text: string;
  mark: Mark;
}

const known = ['of', 'unit', 'decimals'];

/**
 * Evaluates and formats a figure in prose. Two values are the ends of a range. A figure that is
 * merely read has no more digits than its record; one that is quoted has them all.
 *
 * @param file entry that holds it, for errors
 * @throws Error naming file and attribute, with the value got and expected
 */
export async function markedNumber(
  attributes: NumberAttributes,
  file: string,
  scope: Scope,
): Promise<MarkedNumber> {
  const field = `${file} <Number of=${show(attributes['of'])}>`;
  for (const name of Object.keys(attributes)) {
    if (!known.includes(name)) {
      throw new Error(`${field}: got attribute ${name}, expected ${known.join(', ')}`);
    }
  }
  const text = attributes['of'];
  if (typeof text !== 'string') throw new Error(`${field} of: got none, expected a formula`);
  const unit = readUnit(attributes['unit'], field);
  const asked = readDecimals(attributes['decimals'], field);
  const { numbers, mark, isPlain } = await evaluateNumbers({ text, field, unit }, scope);
  if (numbers.length > 2) {
    throw new Error(`${field}: got ${numbers.length} values, expected one, or two for a range`);
  }
  const own = Math.max(...numbers.map(ownDecimals));
  const fitting = Math.max(...numbers.map((value) => decimalsFor(value, unit)));
  // A record measured here holds medians with all the digits a division gives.
  const readable = isPlain && mark === 'quoted' ? own : fitting;
  const decimals = isPlain ? Math.min(asked ?? readable, own) : (asked ?? readable);
  return { text: formatQuantity(numbers, unit, decimals), mark };
}

function readUnit(given: unknown, field: string): Unit {
  const unit = units.find((each) => each === given);
  if (unit !== undefined) return unit;
  const expected = units.map((each) => `"${each}"`).join(', ');
  throw new Error(`${field} unit: got ${show(given)}, expected one of ${expected}`);
}

function readDecimals(given: unknown, field: string): number | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string' && /^\d$/.test(given)) return Number(given);
  throw new Error(`${field} decimals: got ${show(given)}, expected a digit in quotes, as in "2"`);
}

const attribute = /\s+([A-Za-z]+)=(?:"([^"]*)"|'([^']*)')/g;
const element = new RegExp(`<Number((?:${attribute.source})*)\\s*/>`, 'g');

/**
 * Replaces every `<Number … />` of an entry's body.
 *
 * @param replace gives the text that stands instead
 * @throws Error naming the file for one that is not written as plain attributes and closed at once
 */
export async function replaceNumbers(
  body: string,
  file: string,
  replace: (attributes: NumberAttributes) => string | Promise<string>,
): Promise<string> {
  const pieces: string[] = [];
  let end = 0;
  for (const match of body.matchAll(element)) {
    const given = [...(match[1] ?? '').matchAll(attribute)];
    const attributes = given.map(([, name = '', double, single]) => [
      name,
      decodeEntities(double ?? single ?? ''),
    ]);
    pieces.push(
      body.slice(end, match.index),
      await replace(Object.fromEntries(attributes) as NumberAttributes),
    );
    end = match.index + match[0].length;
  }
  const whole = [...pieces, body.slice(end)].join('');
  const left = /<\/?Number\b.{0,40}/s.exec(body.replaceAll(element, ''));
  if (left) {
    throw new Error(
      `${file}: got ${show(left[0])}, expected <Number of="…" unit="…" /> with plain texts`,
    );
  }
  return whole;
}

/** The entities that an attribute of JSX needs for quotes. */
function decodeEntities(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
