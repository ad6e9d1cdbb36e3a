import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sourceSchema } from '../../collections/records.ts';
import { entryIds, readClaims, readEntry } from './index.ts';

const readSource = async (id: string) =>
  sourceSchema.parse(JSON.parse(await readFile(`content/sources/${id}.json`, 'utf8')));

describe('what the documents claim', () => {
  const all = readClaims(process.cwd());

  it('has the verdicts that it had: with another one, its entry needs one more item of corrections', async () => {
    const entries = Map.groupBy(await all, ({ study, entry }) => `${study}/${entry}`);
    const counts = [...entries].map(([id, claims]) => {
      const found = [...Map.groupBy(claims, ({ verdict }) => verdict)];
      return [
        id,
        found
          .map(([verdict, own]) => `${own.length} ${verdict}`)
          .sort()
          .join(', '),
      ];
    });
    expect(Object.fromEntries(counts)).toMatchSnapshot();
  });

  const verdictsOf = async (quoted: string) =>
    new Set((await all).filter(({ text }) => text.includes(quoted)).map(({ verdict }) => verdict));

  it.each([
    ['30–35x slower than', 'does not hold'],
    ['Linear scaling: 5x operations', "can't be told"],
    ['100 increments: “0.267ms per operation”', 'holds'],
    ['+13.9% slower', 'holds'],
    ['increments, -7.2%', 'holds'],
    ['Lumenize 1.56x slower', 'holds'],
    ['794x', 'holds'],
    ['Cap’n Web 25% faster', 'rounded differently'],
    ['achieve 6–7x higher throughput', 'does not hold'],
    ['due to JSON serialization overhead on response path', 'does not hold'],
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
