/** Elements in an entry's text: `<Number … />`, the formula of `<Claim …>`, and ratios in a sentence or a table. */
import { type Unit, units } from '../harness/record/index.ts';
import { formatDay, formatNumber } from '../numbers/format.ts';
import type { Quantity } from '../numbers/quantity.ts';
import { clientName, distanceName } from '../results/names.ts';
import { column, type Table, tableOf } from '../tables/table.ts';
import { rangeOf } from './corners.ts';
import { decimalsFor, formatValues, ownDecimals, withUnit } from './format.ts';
import { evaluate, evaluateNumbers, type Formula, naming } from './formula.ts';
import { findMeasured, type Named, pairIn, type Scope, show } from './scope.ts';

/** What stands between `<Number` and `/>`, as it was read and not yet checked. */
export type Attributes = Readonly<Record<string, unknown>>;

/** A number as it stands in a sentence. */
export interface ProseNumber {
  /** With its unit: `24.43 ms`. */
  text: string;
  /** What is shown on hover and focus: the exact value and where it comes from, in sentences. */
  more: string;
  from: Quantity['from'];
}

/**
 * Evaluates and formats a figure in prose. Two values are the ends of a range. A figure that is
 * merely read has no more digits than its record; one that is quoted has them all. Medians that were
 * measured here have their interval behind them.
 *
 * @param file entry that holds it, for errors
 * @throws Error naming file and attribute, with the value got and expected
 */
export async function proseNumber(
  attributes: Attributes,
  file: string,
  scope: Scope,
): Promise<ProseNumber> {
  const field = `${file} <Number of=${show(attributes['of'])}>`;
  expectAttributes(attributes, ['of', 'unit', 'decimals'], field);
  const unit = readUnit(attributes['unit'], field);
  const formula = { text: formulaOf(attributes, field), field, unit };
  const asked = readDecimals(attributes['decimals'], field);
  const { numbers, from, isPlain, reads } = await evaluateNumbers(formula, scope);
  if (numbers.length > 2) {
    throw new Error(`${field}: got ${numbers.length} values, expected one, or two for a range`);
  }
  const own = Math.max(...numbers.map(ownDecimals));
  const fitting = Math.max(...numbers.map((value) => decimalsFor(value, unit)));
  // A median has all the digits that a division gives.
  const readable = isPlain && from === 'quoted' ? own : fitting;
  const decimals = isPlain ? Math.min(asked ?? readable, own) : (asked ?? readable);
  const shown = formatValues(numbers, unit, decimals);
  const interval = await intervalOf(formula, scope, decimals);
  const exact = withUnit(numbers.map(exactly).join('–'), unit);
  return {
    text: interval === undefined ? shown : `${shown} (${interval})`,
    more: moreOf(exact, [...reads.results.values()], from, isPlain),
    from,
  };
}

/** The interval of a formula over medians; `no interval` where one of too few sessions is among them. */
async function intervalOf(
  formula: Formula,
  scope: Scope,
  decimals: number,
): Promise<string | undefined> {
  if (!/\$median\b/.test(formula.text)) return undefined;
  const { low, high, moved, bare } = await rangeOf(
    async (take) => (await evaluateNumbers(formula, scope, { take })).numbers,
    'median',
  );
  if (moved === 0) return undefined;
  return bare > 0 ? 'no interval' : formatValues([low, high], '', decimals);
}

/** A number with the digits that are kept of it. */
function exactly(value: number): string {
  return formatNumber(value, ownDecimals(Number(value.toPrecision(9))));
}

/** `0.2443 ms, computed. Quoted from “Fresh connections”, 2 January 2025.` */
function moreOf(
  exact: string,
  results: readonly Named[],
  from: Quantity['from'],
  isPlain = true,
): string {
  const value = isPlain ? `${exact}.` : `${exact}, computed.`;
  if (from === 'estimated') return `${exact}, estimated by a model.`;
  return [value, ...new Set(results.map(originOf))].join(' ');
}

function originOf(result: Named): string {
  if (result.kind === 'quoted') {
    const { date, source, id } = result;
    const day = date === undefined ? '' : `, ${formatDay(date)}`;
    return `Quoted from “${source.title}”${day} (record ${id}).`;
  }
  const { id, startedAt, environment, rows } = result;
  const [row] = rows;
  const caller = row === undefined ? '' : ` from ${clientName(row.client)}`;
  const distance = row === undefined ? '' : `, ${distanceName(row.place)}`;
  return `Measured${caller} on ${formatDay(startedAt)}, ${environment.setting}${distance} (record ${id}).`;
}

function formulaOf({ of }: Attributes, field: string): string {
  if (typeof of !== 'string') throw new Error(`${field} of: got none, expected a formula`);
  // A long formula is wrapped, in the middle of a name too.
  return of.replaceAll(/\s*\n\s*/g, ' ');
}

/**
 * Evaluates the formula of a sentence, `<Claim of="…">Deno is slower.</Claim>`.
 *
 * @param file entry that holds it, for errors
 * @throws Error naming file and formula unless it gives true
 */
export async function expectClaim(
  attributes: Attributes,
  file: string,
  scope: Scope,
): Promise<void> {
  const field = `${file} <Claim of=${show(attributes['of'])}>`;
  expectAttributes(attributes, ['of'], field);
  const text = formulaOf(attributes, field);
  const { value } = await evaluate({ text, field }, scope);
  if (value !== true) throw new Error(`${field}: got ${show(value)}, expected true`);
}

/** @throws Error naming an attribute that the element does not have */
function expectAttributes(attributes: Attributes, known: readonly string[], field: string): void {
  const unknown = Object.keys(attributes).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new Error(`${field}: got attribute ${unknown}, expected ${known.join(', ')}`);
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

/** What a ratio is of: two arms under a workload, in a record by its place in the entry's list. */
const parts = ['records', 'of', 'to', 'workloads'] as const;
type Part = (typeof parts)[number];
type Pair = Readonly<Record<Part, string>>;

/**
 * The ratio of `<Ratio of="…" to="…" workload="…" record="2" />`: the time of one arm ÷ that of another, paired
 * by rounds. An entry with one record needs no `record`. `interval="none"` leaves the interval out.
 *
 * @param file entry that holds it, for errors
 * @throws Error naming file and attribute, with the value got and expected
 */
export async function proseRatio(
  attributes: Attributes,
  file: string,
  scope: Scope,
): Promise<ProseNumber> {
  const field = `${file} <Ratio of=${show(attributes['of'])}>`;
  expectAttributes(attributes, ['of', 'to', 'workload', 'record', 'interval'], field);
  const [only, ...others] = scope.records;
  const place = only && others.length === 0 ? '1' : undefined;
  const { of, to, workload, interval, record = place } = attributes;
  if (interval !== undefined && interval !== 'none') {
    throw new Error(`${field} interval: got ${show(interval)}, expected "none" or no attribute`);
  }
  const pair = {
    records: word(record, `${field} record`, 'the place of a record in the entry’s list'),
    of: word(of, `${field} of`, 'an arm'),
    to: word(to, `${field} to`, 'an arm'),
    workloads: word(workload, `${field} workload`, 'a workload'),
  };
  const { ratio, result } = await ratioOf(pair, field, scope);
  const { value, low, high } = ratio;
  const decimals = Math.max(...[value, low, high].map((each) => decimalsFor(each, '×')));
  const [shown, ends] = [[value], [low, high]].map((all) => formatValues(all, '×', decimals));
  const exact = `${exactly(value)}× (95 % CI ${exactly(low)}–${exactly(high)})`;
  return {
    text: interval === 'none' ? `${shown}` : `${shown} (${ends})`,
    more: moreOf(exact, [result], 'measured'),
    from: 'measured',
  };
}

function word(value: unknown, field: string, expected: string): string {
  const found = words(value);
  if (found.length === 1) return found.join('');
  throw new Error(`${field}: got ${show(value)}, expected ${expected}`);
}

/** Words with spaces or line ends between them. */
function words(value: unknown): string[] {
  return typeof value === 'string' ? value.split(/\s+/).filter((each) => each !== '') : [];
}

const ratioOf = (pair: Pair, field: string, scope: Scope) =>
  naming({ field }, async () => {
    const result = await findMeasured(scope, pair.records);
    return { ratio: pairIn(result, pair.of, pair.to, pair.workloads), result };
  });

/**
 * The table of `<Ratios rows="A | B" columns="C" corner="…" of="…" to="…" workloads="…" records="1 2" />`: what
 * each ratio is of is a list with one item for all, one for each row, or one for each column. An entry with one
 * record needs no `records`; `corner` stands over the names of rows.
 *
 * @param file entry that holds it, for errors
 * @throws Error naming file and attribute, with the value got and expected
 */
export async function ratioTable(
  attributes: Attributes,
  file: string,
  scope: Scope,
): Promise<Table> {
  const field = `${file} <Ratios of=${show(attributes['of'])}>`;
  expectAttributes(attributes, [...parts, 'rows', 'columns', 'corner'], field);
  const rows = namesIn(attributes, 'rows', field);
  const columns = namesIn(attributes, 'columns', field);
  const itemOf = (part: Part, row: number, column: number): string => {
    const list = words(part === 'records' ? (attributes[part] ?? '1') : attributes[part]);
    const at = list.length === 1 ? 0 : list.length === rows.length ? row : column;
    const isOfBoth = list.length > 1 && rows.length === columns.length;
    const found = [1, rows.length, columns.length].includes(list.length) && !isOfBoth;
    if (found) return list[at] ?? '';
    throw new Error(
      `${field} ${part}: got ${list.length}, expected 1, or one for each of ${rows.length} rows or of ${columns.length} columns`,
    );
  };
  const ratios = await Promise.all(
    rows.map((_, row) =>
      Promise.all(
        columns.map(async (_, column) => {
          const pair = Object.fromEntries(parts.map((part) => [part, itemOf(part, row, column)]));
          return (await ratioOf(pair as Pair, field, scope)).ratio;
        }),
      ),
    ),
  );
  return tableOf([...rows.entries()], {
    caption: 'Ratios of times, with 95 % CI',
    columns: [
      column('text', words(attributes['corner']).join(' '), ([, name]) => name),
      ...columns.map((label, at) =>
        column<[number, string]>('ratio', label, ([row]) => ratios[row]?.[at] ?? ''),
      ),
    ],
  });
}

/** Names with `|` between them. */
function namesIn(attributes: Attributes, which: 'rows' | 'columns', field: string): string[] {
  const given = attributes[which];
  if (typeof given === 'string') return given.split('|').map((name) => words(name).join(' '));
  throw new Error(`${field} ${which}: got ${show(given)}, expected names with | between them`);
}
