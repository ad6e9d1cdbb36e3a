/** Every number with a unit in the source documents stands in the entries drawn from them. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entryIds, readEntry, recordFinder } from '../cli/claims/read.ts';
import { sourceSchema } from '../collections/records.ts';
import { complaints, figuresOf, type Quantity, type SourceNumber } from './testing/completeness.ts';

const root = process.cwd();
const sources = readdirSync(`${root}/content/sources`).map((file) => ({
  id: file.replace(/\.json$/, ''),
  ...sourceSchema.parse(JSON.parse(readFileSync(`${root}/content/sources/${file}`, 'utf8'))),
}));

/** All figures of the entries that name the document. */
async function heldFrom(document: string): Promise<Quantity[]> {
  const find = recordFinder(root);
  const entries = await Promise.all((await entryIds(root)).map((id) => readEntry(root, id)));
  const drawn = entries.filter((entry) => entry.sources.some((each) => each.document === document));
  const figures = drawn.map(async ({ configuration, claims, records: ids }) => {
    const records = (await Promise.all(ids.map(find))).filter((each) => each?.kind === 'quoted');
    return figuresOf({ configuration, claims, records });
  });
  return (await Promise.all(figures)).flat();
}

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
  { name: id, document: id, numbers },
  ...neighbours.map((each) => ({ ...each, name: `${id}, ${each.id}`, document: id })),
]);

describe.each(lists)('the numbers of $name', ({ document, numbers }) => {
  it('are listed in the order of their lines, as printed', () => {
    const lines = numbers.map(({ line }) => line);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    for (const { text, value } of numbers) expect(printed(text)).toContain(value);
  });

  it('are in a record, a claim or a configuration', async () => {
    expect(complaints(numbers, await heldFrom(document))).toEqual([]);
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
        results: [
          { arm: 'a', workload: 'w', operations: 100, totalMs: 24.43, msPerOperation: 0.244 },
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
