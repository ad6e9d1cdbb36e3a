import { expect, it } from 'vitest';
import type { PeersFound } from '../collections/records.ts';
import { addedPart, peersTable } from './peers.ts';
import { toMarkdown, withPlainSpaces } from './text.ts';

const one = { slowed: false, added: 0 } as const;
const slowed = { ...one, slowed: true, added: 0.0512 } as const;
const found: PeersFound = {
  ...{ layout: 'peers', ms: 3000, slowedBy: 0.05 },
  ...{ runtime: 'Node 24', cpuCount: 2, versions: { tinybench: '6.2.3' } },
  said: [
    { ...one, judge: 'loop', verdict: 'faster', ratio: 0.9 },
    { ...slowed, judge: 'loop', verdict: 'faster', ratio: 0.95 },
    { ...one, judge: 'tinybench', verdict: 'same', ratio: 0.97 },
    { ...slowed, judge: 'tinybench', verdict: 'same', ratio: 1.01 },
    { ...one, judge: 'harness', verdict: 'same', ratio: 1.002 },
    { ...slowed, judge: 'harness', verdict: 'slower', ratio: 1.048 },
    { ...slowed, judge: 'check', verdict: 'slower', ratio: 1.051 },
  ],
};

it('counts right answers about identical libraries and a slower one, most first', () => {
  const rows = withPlainSpaces(toMarkdown(peersTable(found))).split('\n');
  const cells = rows.filter((row) => row.startsWith('|')).map((row) => row.split(' | '));
  expect(cells.slice(2).map(([name, ...rest]) => [name?.split(',')[0], ...rest].join(' '))).toEqual(
    [
      '| Roundtrip 2 of 2 0 of 1 1 of 1 1.002× 1.048× |',
      '| tinybench 6.2.3 1 of 2 0 of 1 0 of 1 0.970× 1.010× |',
      '| A loop 0 of 2 1 of 1 0 of 1 0.900× 0.950× |',
    ],
  );
});

it('says by how much the slower one was slowed', () => {
  expect(withPlainSpaces(addedPart(found.said))).toBe('5.1 %');
});
