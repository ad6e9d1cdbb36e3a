/** Numbers with their units, as they stand in text. */
import type { Unit } from '../harness/quoted-record.ts';

/** A number with its unit. */
export interface Quantity {
  value: number;
  unit: Unit;
}

/** How a unit may be written out behind a number. */
const written: ReadonlyArray<[Unit, string]> = [
  ['ms', 'ms(?:/op)?'],
  ['s', 's|seconds?'],
  ['min', 'min|minutes?'],
  ['%', '%|per cent'],
  ['×', '×|x|times'],
  ['/s', '(?:[a-z ]*?(?:calls|operations|requests))? ?(?:/s|a second|per second)'],
  ['B', 'B|bytes?'],
  ['kB', 'kB'],
  ['MB', 'MB'],
  ['MB/s', 'MB/s'],
  ['Mbit/s', 'Mbit/s'],
  ['Gbit/s', 'Gbit/s'],
  ['operations', '[a-z ]*?operations'],
  ['calls', '[a-z ]*?calls?'],
  ['clients', '[a-z ]*?clients?'],
  ['runs', 'runs?'],
  ['dependencies', '[a-z ]*?dependencies'],
];

/** Not within a word, a version or an address: `Node 22.14.0`, `HTTP/2`. */
const number = /(?<![\w.])(?<!\w\/)[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\.?\d)/g;
/** What stands between two numbers that share the unit of the second. */
const joint = /^(?:–|-|\/|, | to | and | or |, and )$/;

/** What counts things: the same number of calls and of operations is one figure. */
const counts: ReadonlySet<Unit> = new Set([
  '',
  'operations',
  'calls',
  'clients',
  'runs',
  'dependencies',
]);

/** Whether two figures say the same. All counts are of one kind. */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  return a.value === b.value && (a.unit === b.unit || (counts.has(a.unit) && counts.has(b.unit)));
}

function unitAt(text: string): Unit {
  const found = written.filter(([, form]) =>
    new RegExp(`^[ \u00a0\u202f]?(?:${form})(?![\\w/])`).test(text),
  );
  // Of `/s` and `calls` the rate is meant.
  return (found.find(([unit]) => unit === '/s') ?? found[0])?.[0] ?? '';
}

/**
 * The numbers in a text with their units, the empty unit where none is written. In `2–3 ms` and in
 * `10 and 50 calls` both have the unit of the second.
 */
export function quantitiesIn(text: string): Quantity[] {
  const found = [...text.matchAll(number)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: Number(match[0].replaceAll(',', '')),
  }));
  return found.reduceRight<Quantity[]>((quantities, { end, value }, index) => {
    const [next, unit] = [quantities[0], unitAt(text.slice(end))];
    const between = text.slice(end, found[index + 1]?.start ?? end);
    const shared = unit === '' && next && joint.test(between) ? next.unit : unit;
    return [{ value, unit: shared }, ...quantities];
  }, []);
}
