import { expect, it } from 'vitest';
import { madeUpSessions } from '../core/testing/fixture.ts';
import { resultOf, resultOfRuns } from './rows-of.ts';

/** A run in which kkrpc takes so many times Cap’n Web’s time, and a little more in each session. */
const run = (ratio: number, workload = 'increment') => ({
  ...madeUpSessions({
    arms: ['capnweb/in-memory', 'kkrpc/json', 'twin'],
    workloads: [workload],
    sessions: 4,
    turn: ({ arm, session }) => [1000 * (arm === 'kkrpc/json' ? ratio * (1 + session / 1000) : 1)],
  }),
  study: 'lumenize-vs-capnweb',
});

const three = [run(1.1), run(1.12), run(1.14)];

it('counts the ratios of a held-out run that fell into the interval for the next run', () => {
  expect(resultOfRuns(three, run(1.13)).heldOut).toMatchObject({ ratios: 2, inside: 2 });
  expect(resultOfRuns(three, run(1.5)).heldOut).toMatchObject({ ratios: 2, inside: 1 });
});

it('is absent where no run was held out', () => {
  expect(resultOfRuns(three).heldOut).toBeUndefined();
  expect(resultOf(run(1)).heldOut).toBeUndefined();
});

it('refuses a run of other operations', () => {
  expect(() => resultOfRuns(three, run(1.1, 'burst'))).toThrow('got no ratio that the others have');
});
