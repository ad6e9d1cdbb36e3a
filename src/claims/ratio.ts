/** Ratios in an entry's prose: `<Ratio … />` in a sentence, `<Ratios … />` as a table. */
import type { MeasuredResult, Ratio } from '../results/result.ts';
import type { Table } from '../tables/table.ts';
import {
  type Attributes,
  exactly,
  expectAttributes,
  moreOf,
  type ProseNumber,
} from './elements.ts';
import { decimalsFor, formatValues } from './format.ts';
import { naming } from './formula.ts';
import { findMeasured, type Named, pairIn, type Scope, show } from './scope.ts';

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
  const {
    of,
    to,
    workload,
    interval,
    record = only && others.length === 0 ? '1' : undefined,
  } = attributes;
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
    more: moreOf(exact, [result], { from: 'measured', isPlain: true }),
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

async function ratioOf(
  { records, of, to, workloads: workload }: Pair,
  field: string,
  scope: Scope,
): Promise<{ ratio: Ratio & { low: number; high: number }; result: Named<MeasuredResult> }> {
  return naming({ field }, async () => {
    const result = await findMeasured(scope, records);
    return { ratio: pairIn(result, of, to, workload), result };
  });
}

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
  const [rows, columns] = [
    namesIn(attributes, 'rows', field),
    namesIn(attributes, 'columns', field),
  ];
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
  const cellOf = async (row: number, column: number) => {
    const pair = Object.fromEntries(parts.map((part) => [part, itemOf(part, row, column)]));
    return (await ratioOf(pair as Pair, field, scope)).ratio;
  };
  return {
    caption: 'Ratios of times, with 95 % CI',
    columns: [
      { id: 'name', label: words(attributes['corner']).join(' '), kind: 'text' },
      ...columns.map((label, at) => ({
        ...{ id: `ratio-${at + 1}`, label, kind: 'ratio' as const },
      })),
    ],
    groups: [
      {
        rows: await Promise.all(
          rows.map(async (name, row) => ({
            cells: [name, ...(await Promise.all(columns.map((_, column) => cellOf(row, column))))],
          })),
        ),
      },
    ],
  };
}

/** Names with `|` between them. */
function namesIn(attributes: Attributes, which: 'rows' | 'columns', field: string): string[] {
  const given = attributes[which];
  if (typeof given === 'string') return given.split('|').map((name) => words(name).join(' '));
  throw new Error(`${field} ${which}: got ${show(given)}, expected names with | between them`);
}
