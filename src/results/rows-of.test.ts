import { expect, it } from 'vitest';
import { madeUpSessions } from '../core/testing/fixture.ts';
import { PERCENTILES, percentileOf } from './result.ts';
import { resultOf } from './rows-of.ts';

/** A record whose calls take 0 to 100 ms, once each, over four turns. */
const record = {
  ...madeUpSessions({
    arms: ['capnweb/in-memory'],
    sessions: 2,
    rounds: 2,
    turn: ({ session, round }) =>
      Array.from(
        { length: session + round === 0 ? 26 : 25 },
        (_, at) => 1000 * (4 * at + 2 * session + round),
      ),
  }),
  study: 'lumenize-vs-capnweb',
};

it('has percentiles of all calls together, in ms, and the longest of them', () => {
  const [row] = resultOf(record, 'complete').rows;
  expect(row).toMatchObject({ samples: 101, max: 100, percentiles: [...PERCENTILES] });
  expect(row && percentileOf(row, 95)).toEqual({ value: 95, unit: 'ms', from: 'measured' });
});
