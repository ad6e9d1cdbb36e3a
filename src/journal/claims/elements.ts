/** Elements in an entry's text: `<Number … />`, the formula of `<Claim …>`, and ratios in a sentence or a table. */
import { z } from 'zod';
import { describeIssue, units } from '../../core/record/index.ts';
import {
  decimalsFor,
  formatDay,
  formatNumber,
  formatValues,
  ownDecimals,
  withUnit,
} from '../../results/numbers/format.ts';
import {
  formatQuantity,
  formatWithInterval,
  type Quantity,
} from '../../results/numbers/quantity.ts';
import { clientName, distanceName } from '../../results/names.ts';
import { column, type Table, tableOf } from '../../results/tables/table.ts';
import { rangeOf } from './corners.ts';
import { evaluate, evaluateNumbers, type Formula, naming } from './formula.ts';
import { findMeasured, type Named, pairIn, type Scope, show } from './scope.ts';

/** The attributes of an element as they were read, and not yet checked. */
export type Attributes = Readonly<Record<string, unknown>>;

/** A long formula is wrapped, in the middle of a name too. */
const formulaText = z
  .string({ error: 'expected a formula' })
  .transform((text) => text.replaceAll(/\s*\n\s*/g, ' '));
const decimalsText = z
  .string()
  .regex(/^\d$/, { error: 'expected a digit in quotes, as in "2"' })
  .transform(Number);
const name = z.string().trim().regex(/^\S+$/, { error: 'expected one name' });
/** Words with spaces or line ends between them. */
const words = z.string().transform((text) => text.split(/\s+/).filter((each) => each !== ''));
const labels = z
  .string({ error: 'expected names with | between them' })
  .transform((text) => text.split('|').map((label) => label.replaceAll(/\s+/g, ' ').trim()));

const schemas = {
  Number: z.strictObject({
    of: formulaText,
    unit: z.enum(units),
    decimals: decimalsText.optional(),
  }),
  Claim: z.strictObject({ of: formulaText }),
  Ratio: z.strictObject({
    ...{ of: name, to: name, workload: name, record: name.optional() },
    interval: z.literal('none').optional(),
  }),
  Ratios: z.strictObject({
    ...{ of: words, to: words, workloads: words, records: words.default(['1']) },
    ...{ rows: labels, columns: labels, corner: z.string().default('') },
  }),
};

/** @throws Error naming file, element and attribute, with the value got and expected */
function readElement<Name extends keyof typeof schemas>(
  element: Name,
  attributes: Attributes,
  file: string,
): z.output<(typeof schemas)[Name]> & { field: string } {
  const field = `${file} <${element} of=${show(attributes['of'])}>`;
  const { data, error } = schemas[element].safeParse(attributes);
  if (data !== undefined) return { ...(data as z.output<(typeof schemas)[Name]>), field };
  const issues = error?.issues.map((issue) => describeIssue(issue, attributes)) ?? [];
  throw new Error(`${field} ${issues.join('; ')}`, { cause: error });
}

/** A number as it stands in a sentence. */
export interface ProseNumber {
  /** With its unit: `24.43 ms`. */
  text: string;
  /** The exact value and its origin, in sentences, for hover and focus. */
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
  const { of, unit, decimals: asked, field } = readElement('Number', attributes, file);
  const formula = { text: of, field, unit };
  const { numbers, from, isPlain, reads } = await evaluateNumbers(formula, scope);
  if (numbers.length > 2) {
    throw new Error(`${field}: got ${numbers.length} values, expected one, or two for a range`);
  }
  const own = Math.max(...numbers.map(ownDecimals));
  const fitting = Math.max(...numbers.map((value) => decimalsFor(value, unit)));
  // A median has all the digits that a division gives.
  const readable = isPlain && from === 'quoted' ? own : fitting;
  const decimals = isPlain ? Math.min(asked ?? readable, own) : (asked ?? readable);
  // Ends of a range that are printed alike are one number.
  const texts = new Set(numbers.map((value) => formatNumber(value, decimals)));
  const shown = withUnit([...texts].join('–'), unit);
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
    async (take) => (await evaluateNumbers(formula, scope, take)).numbers,
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
  const { of: text, field } = readElement('Claim', attributes, file);
  const { value } = await evaluate({ text, field }, scope);
  if (value !== true) throw new Error(`${field}: got ${show(value)}, expected true`);
}

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
  const { field, record, interval, ...pair } = readElement('Ratio', attributes, file);
  const place = record ?? (scope.records.length === 1 ? '1' : undefined);
  if (place === undefined) throw new Error(`${field} record: got nothing, expected its place`);
  const { ratio, result } = await ratioOf({ ...pair, record: place }, field, scope);
  const { value, low, high } = ratio;
  const exact = `${exactly(value)}× (95 % CI ${exactly(low)}–${exactly(high)})`;
  return {
    text: interval === 'none' ? formatQuantity(ratio) : formatWithInterval(ratio),
    more: moreOf(exact, [result], 'measured'),
    from: 'measured',
  };
}

const ratioOf = (
  { of, to, workload, record }: Record<'of' | 'to' | 'workload' | 'record', string>,
  field: string,
  scope: Scope,
) =>
  naming({ field }, async () => {
    const result = await findMeasured(scope, record);
    return { ratio: pairIn(result, of, to, workload), result };
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
  const { field, rows, columns, corner, ...given } = readElement('Ratios', attributes, file);
  const itemOf = (part: keyof typeof given, row: number, column: number): string => {
    const list = given[part];
    const at = list.length === 1 ? 0 : list.length === rows.length ? row : column;
    const isOfBoth = list.length > 1 && rows.length === columns.length;
    const found = [1, rows.length, columns.length].includes(list.length) && !isOfBoth;
    if (found) return list[at] ?? '';
    throw new Error(
      `${field} ${part}: got ${list.length}, expected 1, or one for each of ${rows.length} rows or of ${columns.length} columns`,
    );
  };
  const cellOf = async (row: number, column: number) => {
    const item = (part: keyof typeof given) => itemOf(part, row, column);
    const pair = { of: item('of'), to: item('to'), workload: item('workloads') };
    return (await ratioOf({ ...pair, record: item('records') }, field, scope)).ratio;
  };
  const ratios = await Promise.all(
    rows.map((_, row) => Promise.all(columns.map((_, column) => cellOf(row, column)))),
  );
  return tableOf([...rows.entries()], {
    caption: 'Ratios of times, with 95 % CI or the interval of the next run',
    columns: [
      column('text', corner.trim(), ([, label]) => label),
      ...columns.map((label, at) =>
        column<[number, string]>('ratio', label, ([row]) => ratios[row]?.[at] ?? ''),
      ),
    ],
  });
}
