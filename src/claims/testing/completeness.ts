/** Whether each number of a source document has found its place: in a record, a claim or a configuration. */
import {
  isCount,
  type QuotedFigure,
  type QuotedResult,
  roundedFields,
  type Unit,
} from '../../harness/record/index.ts';
import type { DocumentResult } from '../../results/result.ts';
import { resultFields } from '../scope.ts';
import type { Claim, ConfigurationItem } from '../claim.ts';

// Numbers with their units, as they stand in text.

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

/** Whether two figures say the same: the same number of calls and of operations is one figure. */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  return a.value === b.value && (a.unit === b.unit || (isCount(a.unit) && isCount(b.unit)));
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

/** One number of a document, as `content/sources/` has it. */
export interface SourceNumber extends Quantity {
  line: number;
  text: string;
  /** Why it is expected in no record, claim or configuration. */
  reason?: string | undefined;
}

/** What an entry holds besides its text. */
export interface EntryFigures {
  configuration: readonly ConfigurationItem[];
  claims: ReadonlyArray<Pick<Claim, 'stated' | 'unit'>>;
  /** Its quoted records. */
  records: ReadonlyArray<Pick<DocumentResult, 'rows' | 'figures'>>;
}

/** Every figure that an entry holds. */
export function figuresOf({ configuration, claims, records }: EntryFigures): Quantity[] {
  return [
    ...records.flatMap(quotedOf).flatMap(ofResult),
    ...records.flatMap(({ figures }) => figures).flatMap(ofFigure),
    ...claims.flatMap(ofClaim),
    ...configuration.flatMap(ofConfiguration),
  ];
}

function quotedOf({ rows }: Pick<DocumentResult, 'rows'>): QuotedResult[] {
  return rows.flatMap(({ quoted }) => quoted ?? []);
}

function ofResult(result: QuotedResult): Quantity[] {
  return Object.entries(resultFields).flatMap(([field, [unit]]) => {
    const value: unknown = Reflect.get(result, field);
    return unit === undefined || typeof value !== 'number' ? [] : [{ value, unit }];
  });
}

function ofFigure({ value, low, high, unit }: QuotedFigure): Quantity[] {
  return [value, low, high].flatMap((each) => (each === undefined ? [] : [{ value: each, unit }]));
}

/** Every figure of a record that stands for what rounds to its digits, with these digits. */
export function digitsOfRecord(record: EntryFigures['records'][number]) {
  const ofResults = quotedOf(record).flatMap((result) =>
    roundedFields.map((field) => ({
      value: result[field],
      unit: resultFields[field]?.[0] ?? '',
      digits: result.printed?.[field],
    })),
  );
  const ofFigures = record.figures.flatMap(({ printed, unit, ...ends }) =>
    (['value', 'low', 'high'] as const).map((end) => ({
      value: ends[end],
      unit,
      digits: printed?.[end],
    })),
  );
  return [...ofResults, ...ofFigures].flatMap(({ value, unit, digits }) =>
    value === undefined || isCount(unit) ? [] : [{ value, unit, digits: digits ?? String(value) }],
  );
}

/** The value stated, not the wording, which any number may stand in. */
function ofClaim({ stated, unit = '' }: EntryFigures['claims'][number]): Quantity[] {
  return stated === true ? [] : quantitiesIn(stated).map(({ value }) => ({ value, unit }));
}

function ofConfiguration({ value, unit = '' }: ConfigurationItem): Quantity[] {
  if (typeof value === 'string') {
    return quantitiesIn(value).map((each) => (each.unit === '' ? { ...each, unit } : each));
  }
  return [value].flat().map((each) => ({ value: each, unit }));
}

/**
 * What is wrong with the list of a document's numbers, one line each: numbers that no entry holds
 * and that give no reason for it, and reasons given for numbers that an entry does hold.
 */
export function complaints(numbers: readonly SourceNumber[], held: readonly Quantity[]): string[] {
  return numbers.flatMap((each) => {
    const { line, text, value, unit, reason } = each;
    const isHeld = held.some((figure) => sameQuantity(figure, each));
    const which = `line ${line}: ${text} (${[value, unit].join(' ').trim()})`;
    if (!isHeld && reason === undefined) return [`${which}: in no record, claim or configuration`];
    if (isHeld && reason !== undefined) {
      return [`${which}: is held, expected no reason, got "${reason}"`];
    }
    return [];
  });
}
