/** Every number with a unit in the source documents stands in the entries drawn from them. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entryIds, readEntry, resultFinder } from '../cli/claims/read.ts';
import { sourceSchema } from '../collections/records.ts';
import {
  complaints,
  digitsOfRecord,
  figuresOf,
  type Quantity,
  sameQuantity,
  type SourceNumber,
} from './testing/completeness.ts';

const root = process.cwd();
const sources = readdirSync(`${root}/content/sources`).map((file) => ({
  id: file.replace(/\.json$/, ''),
  ...sourceSchema.parse(JSON.parse(readFileSync(`${root}/content/sources/${file}`, 'utf8'))),
}));

const find = resultFinder(root);
const entries = Promise.all(
  (await entryIds(root)).map(async (id) => ({ id, ...(await readEntry(root, id)) })),
);

/** Entries that name the document, with their quoted records. */
async function drawnFrom(document: string) {
  const drawn = (await entries).filter((entry) =>
    entry.sources.some((each) => each.document === document),
  );
  return Promise.all(
    drawn.map(async (entry) => {
      const records = await Promise.all(entry.records.map(find));
      return { ...entry, records: records.filter((each) => each?.kind === 'quoted') };
    }),
  );
}

/** A number with each of its decimals, as it stands in a text: `17.00`. */
const digitsIn = (text: string): string[] => text.replaceAll(',', '').match(/\d+(?:\.\d+)?/g) ?? [];

/** The numbers in a printed text: `400K-500K calls/sec` has two, and `Zero dependencies` has one. */
function printed(text: string): number[] {
  const numbers = [...text.replaceAll(',', '').matchAll(/((?<!\w)-)?(\d+(?:\.\d+)?)(K(?!B))?/g)];
  const values = numbers.map(
    ([, sign = '', digits, thousands]) => Number(sign + digits) * (thousands ? 1000 : 1),
  );
  return /^zero\b/i.test(text) ? [0, ...values] : values;
}

it('every document has numbers', () => {
  expect(sources.filter(({ numbers }) => numbers.length === 0)).toEqual([]);
});

/** Documents, and those of their neighbours that numbers are taken from. */
const lists = sources.flatMap(({ id, numbers, neighbours }) => [
  { name: id, document: id, neighbour: undefined, numbers },
  ...neighbours.map((each) => ({
    name: `${id}, ${each.id}`,
    document: id,
    neighbour: each.id,
    numbers: each.numbers,
  })),
]);

describe.each(lists)('the numbers of $name', ({ document, neighbour, numbers }) => {
  it('are listed in the order of their lines, as printed', () => {
    const lines = numbers.map(({ line }) => line);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    for (const { text, value } of numbers) expect(printed(text)).toContain(value);
  });

  it('are in a record, a claim or a configuration', async () => {
    expect(complaints(numbers, (await drawnFrom(document)).flatMap(figuresOf))).toEqual([]);
  });

  it('stand in the lines that claims name', async () => {
    const claimed = (await drawnFrom(document)).flatMap(({ id: entry, claims }) =>
      claims.filter((claim) => claim.neighbour === neighbour).map((claim) => ({ entry, ...claim })),
    );
    const wrong = claimed.flatMap(({ entry, text, line, stated, unit = '' }) => {
      const lines = [line ?? []].flat();
      if (stated === true || lines.length === 0) return [];
      // What is no number of the document, such as “no dependencies”, has no line there.
      const missing = digitsIn(stated).filter((digits) => {
        const own = numbers.filter(
          (each) =>
            Math.abs(each.value) === Number(digits) && sameQuantity({ ...each, unit }, each),
        );
        return own.length > 0 && !own.some((each) => lines.includes(each.line));
      });
      return missing.length > 0 ? [`${entry}: ${text}: ${missing.join(', ')}`] : [];
    });
    expect(wrong).toEqual([]);
  });
});

describe.each(sources)('records and claims drawn from $id', ({ id, numbers, neighbours }) => {
  it('have digits that it or a neighbour prints', async () => {
    const all = [...numbers, ...neighbours.flatMap((each) => each.numbers)];
    const records = (await drawnFrom(id)).flatMap((entry) => entry.records);
    const wrong = records.flatMap(digitsOfRecord).flatMap(({ value, unit, digits }) => {
      const printings = all
        .filter((each) => sameQuantity(each, { value, unit }))
        .flatMap(({ text }) => digitsIn(text).filter((each) => Number(each) === Math.abs(value)));
      const known = printings.length === 0 || printings.includes(digits.replace('-', ''));
      return known ? [] : [`${digits} ${unit}: printed as ${printings.join(', ')}`];
    });
    expect(wrong).toEqual([]);
  });

  it('name lines', async () => {
    const claims = (await drawnFrom(id)).flatMap((entry) => entry.claims);
    expect(claims.some(({ line }) => line !== undefined)).toBe(true);
  });
});

describe('the check', () => {
  const held = figuresOf({
    configuration: [
      { name: 'Calls in a batch', value: [25, 50], unit: 'calls' },
      { name: 'Duration', value: '5 s for each test' },
    ],
    claims: [{ stated: '1.28–1.56', unit: '×' }, { stated: '-7.2', unit: '%' }, { stated: true }],
    records: [
      {
        rows: [
          {
            ...{ arm: 'a', workload: 'w', client: 'node', ratios: {}, counted: 0, discarded: 0 },
            ...{ sessions: 0, place: { setting: 'local', roundTripMs: 0 } },
            quoted: {
              ...{ arm: 'a', workload: 'w', operations: 100, totalMs: 24.43 },
              msPerOperation: 0.244,
            },
          },
        ],
        figures: [{ id: 'f', label: 'F', low: 15, high: 21, unit: 'ms', origin: 'measured' }],
      },
    ],
  });
  const number = (text: string, value: number, unit: Quantity['unit'], reason?: string) =>
    [{ line: 7, text, value, unit, reason }] satisfies SourceNumber[];

  it.each([
    ['50 operations', 50, 'operations'],
    ['5 seconds', 5, 's'],
    ['-7.2%', -7.2, '%'],
    ['1.56x', 1.56, '×'],
    ['100 increments', 100, 'operations'],
    ['24.43ms', 24.43, 'ms'],
    ['0.244ms', 0.244, 'ms'],
    ['21ms', 21, 'ms'],
  ] as const)('finds %s', (text, value, unit) => {
    expect(complaints(number(text, value, unit), held)).toEqual([]);
  });

  it.each([
    ['24.44ms', 24.44, 'ms'],
    ['24.43x', 24.43, '×'],
    ['7.2%', 7.2, '%'],
  ] as const)('misses %s, which nobody holds', (text, value, unit) => {
    expect(complaints(number(text, value, unit), held)).toEqual([
      `line 7: ${text} (${value} ${unit}): in no record, claim or configuration`,
    ]);
  });

  it('takes a reason for a number that is not held, and for no other', () => {
    const reason = 'a recipe, not a figure';
    expect(complaints(number('24.44ms', 24.44, 'ms', reason), held)).toEqual([]);
    expect(complaints(number('24.43ms', 24.43, 'ms', reason), held)).toEqual([
      `line 7: 24.43ms (24.43 ms): is held, expected no reason, got "${reason}"`,
    ]);
  });
});
