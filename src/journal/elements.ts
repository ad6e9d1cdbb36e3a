/** Elements in a text: `<Number … />`, the formula of `<Claim …>`, and ratios in a sentence or a table. */
import { z } from 'zod';
import { issuesText, units } from '../core/record/index.ts';
import { clientName, distanceName } from '../results/names.ts';
import {
  decimalsFor,
  formatDay,
  formatNumber,
  ownDecimals,
  withUnit,
} from '../results/numbers/format.ts';
import { formatWithInterval, type Quantity } from '../results/numbers/quantity.ts';
import { column, type Table, tableOf } from '../results/tables/table.ts';
import { evaluate, evaluateNumbers, type Formula, inField } from './claims/figures.ts';
import { findMeasured, type Named, pairIn, type Scope, show } from './claims/scope.ts';

/** The attributes of an element as they were read, and not yet checked. */
export type Attributes = Readonly<Record<string, unknown>>;

const formula = z.custom<Formula<unknown>>((value) => typeof value === 'function', {
  error: "expected a formula such as {($) => $.figure('drift')}",
});
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
    value: formula,
    unit: z.enum(units),
    decimals: decimalsText.optional(),
  }),
  Claim: z.strictObject({ holds: formula }),
  Ratio: z.strictObject({ of: name, to: name, workload: name, record: name.optional() }),
  Ratios: z.strictObject({
    of: words,
    to: words,
    workloads: words,
    records: words.default(['1']),
    rows: labels,
    columns: labels,
    corner: z.string().default(''),
  }),
};

/** A number as it stands in a sentence. */
export interface ProseNumber {
  /** With its unit: `24.43 ms`. */
  text: string;
  /** The exact value and its origin, in sentences, for hover and focus. */
  more: string;
  from: Quantity['from'];
}

/**
 * The elements of a text. Each throws an Error that names file, element and attribute, with the value got and
 * expected.
 *
 * @param file that holds the text
 */
export function elementsOf(file: string, scope: Scope) {
  /** Checks the attributes of an element, and names it in what fails. */
  function read<Name extends keyof typeof schemas, Value>(
    element: Name,
    attributes: Attributes,
    make: (checked: z.output<(typeof schemas)[Name]>) => Value,
  ): Value {
    const [[attribute, value] = ['of', undefined]] = Object.entries(attributes);
    const shown =
      typeof value === 'function' ? `{${String(value).replaceAll(/\s+/g, ' ')}}` : show(value);
    return inField(`${file} <${element} ${attribute}=${shown}>`, () => {
      const { data, error } = schemas[element].safeParse(attributes);
      if (data !== undefined) return make(data as z.output<(typeof schemas)[Name]>);
      throw new Error(issuesText(error, attributes), { cause: error });
    });
  }

  const ratioOf = (of: string, to: string, workload: string, record: string) =>
    pairIn(findMeasured(scope, record), of, to, workload);

  return {
    /**
     * `<Number value={($) => …} unit="ms" />`. Two values are the ends of a range. A figure that is merely read has no
     * more digits than its record; one that is quoted has them all.
     */
    number: (attributes: Attributes): ProseNumber =>
      read('Number', attributes, ({ value, unit, decimals: asked }) => {
        const { numbers, from, isPlain, results } = evaluateNumbers(value, scope, unit);
        if (numbers.length > 2) {
          throw new Error(`got ${numbers.length} values, expected one, or two for a range`);
        }
        const own = Math.max(...numbers.map(ownDecimals));
        const fitting = Math.max(...numbers.map((each) => decimalsFor(each, unit)));
        // A median has all the digits that a division gives.
        const readable = isPlain && from === 'quoted' ? own : fitting;
        const decimals = isPlain ? Math.min(asked ?? readable, own) : (asked ?? readable);
        // Ends of a range that are printed alike are one number.
        const texts = new Set(numbers.map((each) => formatNumber(each, decimals)));
        const exact = withUnit(numbers.map(exactly).join('–'), unit);
        return {
          text: withUnit([...texts].join('–'), unit),
          more: moreOf(exact, results, from, isPlain),
          from,
        };
      }),

    /** `<Claim holds={($) => …}>Deno is slower.</Claim>` fails unless its formula gives true. */
    claim: (attributes: Attributes): void =>
      read('Claim', attributes, ({ holds }) => {
        const { value } = evaluate(holds, scope);
        if (value !== true) throw new Error(`got ${show(value)}, expected true`);
      }),

    /**
     * `<Ratio of="…" to="…" workload="…" record="2" />`: the time of one arm ÷ that of another, paired by rounds. An
     * entry with one record needs no `record`.
     */
    ratio: (attributes: Attributes): ProseNumber =>
      read('Ratio', attributes, ({ of, to, workload, record }) => {
        const place = record ?? (scope.records.length === 1 ? '1' : undefined);
        if (place === undefined) throw new Error('record: got nothing, expected its place');
        const ratio = ratioOf(of, to, workload, place);
        const [value, low, high] = [ratio.value, ratio.low, ratio.high].map(exactly);
        return {
          text: formatWithInterval(ratio),
          more: moreOf(
            `${value}× (95 % CI ${low}–${high})`,
            [findMeasured(scope, place)],
            'measured',
          ),
          from: 'measured',
        };
      }),

    /**
     * `<Ratios rows="A | B" columns="C" corner="…" of="…" to="…" workloads="…" records="1 2" />`: what each ratio is of
     * is a list with one item for all, one for each row, or one for each column. An entry with one record needs no
     * `records`; `corner` stands over the names of rows.
     */
    table: (attributes: Attributes): Table =>
      read('Ratios', attributes, ({ rows, columns, corner, ...given }) => {
        const [down, across] = [rows.length, columns.length];
        const itemOf = (part: keyof typeof given, row: number, column: number): string => {
          const list = given[part];
          const at = list.length === 1 ? 0 : list.length === down ? row : column;
          const isOfBoth = list.length > 1 && down === across;
          if ([1, down, across].includes(list.length) && !isOfBoth) return list[at] ?? '';
          throw new Error(
            `${part}: got ${list.length}, expected 1, or one for each of ${down} rows or of ${across} columns`,
          );
        };
        const ratios = rows.map((_, row) =>
          columns.map((_, column) => {
            const item = (part: keyof typeof given) => itemOf(part, row, column);
            return ratioOf(item('of'), item('to'), item('workloads'), item('records'));
          }),
        );
        return tableOf([...rows.entries()], {
          caption: 'Ratios of times, with their 95 % CI',
          columns: [
            column('text', corner.trim(), ([, label]) => label),
            ...columns.map((label, at) =>
              column<[number, string]>('ratio', label, ([row]) => ratios[row]?.[at] ?? ''),
            ),
          ],
        });
      }),
  };
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
  if (from === 'estimated') return `${exact}, estimated by a model.`;
  const value = isPlain ? `${exact}.` : `${exact}, computed.`;
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
  const caller = row === undefined ? '' : ` from ${clientName(row.client, row.place.setting)}`;
  const distance = row === undefined ? '' : `, ${distanceName(row.place)}`;
  return `Measured${caller} on ${formatDay(startedAt)}, ${environment.setting}${distance} (record ${id}).`;
}
