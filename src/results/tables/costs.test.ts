import { expect, it } from 'vitest';
import { madeUpSessions } from '../../core/testing/fixture.ts';
import { findOutline } from '../../libraries/studies/outlines.ts';
import { resultOf } from '../rows-of.ts';
import { awakePerDay, costOfCalls, costsTable } from './costs.ts';
import { toText } from './text.ts';

it.each([
  [{ messages: 20 }, 0.15],
  [{ requests: 1 }, 0.45],
  [{ rows: 2 }, 2],
  [{ messages: 40, requests: 1, rows: 1 }, 1.75],
])('a million of %j cost %d USD', (billed, usd) => {
  expect(costOfCalls(billed)).toBeCloseTo(usd, 9);
});

it('an object that stays awake costs the duration of a day', () => {
  expect(awakePerDay()).toBeCloseTo(0.13824, 9);
});

it('an operation costs its messages, and a second of memory where the object cannot hibernate', () => {
  // Each operation takes 2 ms and sends 10 frames.
  const made = madeUpSessions({
    arms: ['capnweb/in-memory', 'lumenize/hibernating'],
    workloads: ['increment'],
    sessions: 4,
    turn: () => [2000],
  });
  const accept = {
    'capnweb/in-memory': 'in-memory',
    'lumenize/hibernating': 'hibernating',
  } as const;
  const environment = { ...made.environment, accept };
  const result = resultOf([{ ...made, environment, study: 'lumenize-vs-capnweb' }]);
  const study = findOutline(result.study);
  const recorded = { results: [], versions: {}, date: '2026-11-22', runtimes: [] };
  const lines = toText(costsTable(study, [result], ['increment'], recorded)).split('\n');
  expect(lines.filter((line) => /^(Cap’n|Lumenize)/.test(line))).toEqual([
    expect.stringMatching(/^Lumenize RPC.* 0\.08 +10 000 000 +500 000 +256\.0$/),
    expect.stringMatching(/^Cap’n Web.* 1\.6[78] +10 000 000 +500 000 +128000\.0$/),
  ]);
  expect(() => costsTable(study, [result], ['burst'], recorded)).toThrow('costs: got burst');
});
