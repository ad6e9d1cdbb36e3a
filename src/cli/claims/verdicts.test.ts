import { describe, expect, it } from 'vitest';
import { readClaims } from './index.ts';

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
});
