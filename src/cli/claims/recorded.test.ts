import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sourceSchema } from '../../collections/records.ts';
import { entryIds, readClaims, readEntry, readState } from './read.ts';
import {
  claimsDigest,
  readRecorded,
  RECORD_IT,
  type Recorded,
  recordDigest,
  refused,
} from './recorded.ts';

/** Changes that are refused, or else what was not recorded yet. */
function unrecorded(before: Recorded, now: Recorded): string[] {
  const stale = <Value>(was: Record<string, Value>, is: Record<string, Value>): string[] =>
    Object.keys(is).filter((id) => JSON.stringify(was[id]) !== JSON.stringify(is[id]));
  const refusals = refused(before, now);
  if (refusals.length > 0) return refusals;
  return [...stale(before.entries, now.entries), ...stale(before.records, now.records)].map(
    (id) => `${id}: is not recorded as it stands; ${RECORD_IT}`,
  );
}

const readSource = async (id: string) =>
  sourceSchema.parse(JSON.parse(await readFile(`content/sources/${id}.json`, 'utf8')));

it('every claim is as it was at its entry’s last correction, and every quoted record as it was', async () => {
  const root = process.cwd();
  expect(unrecorded(await readRecorded(root), await readState(root))).toEqual([]);
});

describe('what the documents claim', () => {
  const all = readClaims(process.cwd());
  const verdictsOf = async (quoted: string) =>
    new Set((await all).filter(({ text }) => text.includes(quoted)).map(({ verdict }) => verdict));

  it.each([
    ['30–35x slower than', 'does not hold'],
    ['Linear scaling: 5x operations', "can't be told"],
    ['better than linear!', "can't be told"],
    ['100 increments: “0.267ms per operation”', 'holds'],
    ['100 getValue calls: “0.165ms per operation”', 'holds'],
    ['“0.195ms per operation”', 'holds'],
    ['“0.176ms per operation”', 'holds'],
    ['“0.171ms per operation”', 'holds'],
    ['+13.9% slower', 'holds'],
    ['+3.3% slower', 'holds'],
    ['+1.3% slower', 'holds'],
    ['increments, -7.2%', 'holds'],
    ['Lumenize 1.56x slower', 'holds'],
    ['Lumenize 1.42x slower', 'holds'],
    ['Lumenize 1.09x slower', 'holds'],
    ['794x', 'holds'],
    ['Cap’n Web 25% faster', 'rounded differently'],
    ['achieve 6–7x higher throughput', 'does not hold'],
    ['routeDORequest routing: 0ms', 'does not hold'],
    ['due to JSON serialization overhead on response path', 'does not hold'],
    ['similar optimizations', 'does not hold'],
  ])('%s: %s', async (quoted, verdict) => {
    expect(await verdictsOf(quoted)).toEqual(new Set([verdict]));
  });

  it('has no verdict on advice', async () => {
    expect(await verdictsOf('Simple data types only')).toEqual(new Set());
  });

  it('holds a 0 to the digits of a figure that the document prints within two lines of it', async () => {
    const root = process.cwd();
    const entries = await Promise.all((await entryIds(root)).map((id) => readEntry(root, id)));
    const noughts = entries.flatMap(({ claims, sources }) =>
      claims.filter(({ beside }) => beside).map((claim) => ({ ...claim, sources })),
    );
    expect(noughts.length).toBeGreaterThan(0);
    for (const { beside = '', line = [], document, sources } of noughts) {
      const [at = 0] = [line].flat();
      const { numbers } = await readSource(document ?? sources[0]?.document ?? '');
      const near = numbers.filter((each) => Math.abs(each.line - at) <= 2);
      expect(near.map(({ text }) => text)).toContainEqual(expect.stringContaining(beside));
    }
  });
});

const entry = (corrections: number, claims: string) => ({ corrections, claims });
const state = (
  entries: Record<string, ReturnType<typeof entry>>,
  records = { 'sums/r': 'aa' },
) => ({
  entries,
  records,
});
const before = state({ 'sums/one': entry(1, 'aa') });

describe('a state', () => {
  it('is recorded as it stands', () => expect(unrecorded(before, before)).toEqual([]));

  it.each([
    [
      'claims that changed',
      state({ 'sums/one': entry(1, 'bb') }),
      'expected one more item of corrections:',
    ],
    [
      'a correction that is gone',
      state({ 'sums/one': entry(0, 'aa') }),
      'got 0, expected at least 1',
    ],
    ['an entry that is gone', state({}), 'sums/one.mdx: got nothing'],
    [
      'a record that changed',
      { ...before, records: { 'sums/r': 'bb' } },
      'a record is never changed',
    ],
  ])('refuses %s', (_, now, message) => {
    expect(refused(before, now)).toEqual([expect.stringContaining(message)]);
    expect(unrecorded(before, now)).toEqual(refused(before, now));
  });

  it.each([
    ['a corrected entry', state({ 'sums/one': entry(2, 'bb') }), 'sums/one'],
    ['a new entry', state({ ...before.entries, 'sums/two': entry(0, 'cc') }), 'sums/two'],
    ['a new record', { ...before, records: { 'sums/r': 'aa', 'sums/s': 'bb' } }, 'sums/s'],
  ])('takes %s, and asks for it', (_, now, id) => {
    expect(refused(before, now)).toEqual([]);
    expect(unrecorded(before, now)).toEqual([
      `${id}: is not recorded as it stands; run \`npm run claims -- --record\``,
    ]);
  });
});

describe('the digest of a record', () => {
  const digest = recordDigest('{ "results": [{ "totalMs": 17 }] }');

  it('does not change with the layout, nor with digits as printed', () => {
    const printed = '{"results":[{"totalMs":17.00,"printed":{"totalMs":"17.00"}}]}';
    expect(recordDigest(printed)).toBe(digest);
  });

  it('changes with a value', () => {
    expect(recordDigest('{ "results": [{ "totalMs": 17.1 }] }')).not.toBe(digest);
  });
});

describe('the digest of claims', () => {
  const claim = { text: '1.4x slower', stated: '1.4', unit: '×' as const, of: '$f("x")' };
  const digest = claimsDigest([claim], [{ verdict: 'holds' }]);

  it.each([
    ['wording', [{ ...claim, text: '1.4x faster' }], 'holds'],
    ['formula', [{ ...claim, of: '$f("y")' }], 'holds'],
    ['verdict', [claim], 'does not hold'],
    ['number', [claim, claim], 'holds'],
  ] as const)('changes with the %s', (_, claims, verdict) => {
    expect(claimsDigest(claims, [{ verdict }])).not.toBe(digest);
  });

  it('does not change with a note', () => {
    const noted = { ...claim, likely: 'A slip.' };
    expect(claimsDigest([noted], [{ verdict: 'holds' }])).toBe(digest);
  });

  it('changes with what is said against it', () => {
    const digestOf = (says: string) =>
      claimsDigest([{ ...claim, against: { says, line: 2 } }], [{ verdict: 'does not hold' }]);
    expect(digestOf('It is faster.')).not.toBe(digestOf('It is not timed.'));
  });
});
