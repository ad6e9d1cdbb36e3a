import { expect, it } from 'vitest';
import { type Comparison, decidedOf, type Row } from './comparison.ts';

const row = (arm: string, verdict: Row['verdict'], ratio: number): Row => ({
  ...{ arm, label: arm, workload: 'echo', verdict, basis: undefined },
  ...{ baseMs: undefined, headMs: undefined, ratio: { estimate: ratio, interval: undefined } },
});
const side = { name: 'x', commit: null, dirty: false, setting: 'processes', runtime: 'Node' };
const comparison: Comparison = {
  ...{ kind: 'interleaved', study: 'kkrpc-transports', base: side, head: side, rounds: 20 },
  ...{ margin: 0.05, corrected: 4, doubts: ['First, the noise.'], notes: ['A note.'] },
  rows: [
    row('a', 'equal', 1),
    row('b', 'slower', 1.2),
    row('c', 'undecided', 1.4),
    row('d', 'faster', 0.8),
  ],
  slower: [{ arm: 'b', workload: 'echo' }],
};

it('says what is decided, and of how much nothing is', () => {
  expect(decidedOf(comparison)).toEqual({
    ...comparison,
    rows: [row('b', 'slower', 1.2), row('d', 'faster', 0.8)],
    notes: ['A note.', 'No change is decided in 2 pairs.'],
  });
});

it('has no row where nothing changed, and leaves nothing out where all did', () => {
  const [equal, slower] = comparison.rows as [Row, Row];
  expect(decidedOf({ ...comparison, rows: [equal] }).rows).toEqual([]);
  expect(decidedOf({ ...comparison, rows: [slower] }).notes).toEqual(['A note.']);
});
