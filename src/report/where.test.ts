import { expect, it } from 'vitest';
import { madeUpSessions } from '../harness/testing/fixture.ts';
import { facts } from './where.ts';

const made = madeUpSessions({ arms: ['a/b', 'twin'], sessions: 1, turn: () => [1] });

it('names what took the turns, and the processors that callers and servers had', () => {
  const told = (environment: Partial<typeof made.environment>) =>
    facts({ ...made, environment: { ...made.environment, ...environment } }).filter(({ term }) =>
      /generator|Bound/.test(term),
    );
  expect(told({})).toEqual([]);
  expect(told({ generator: 'grpc-go', pinned: { client: [0, 1], servers: [2, 3] } })).toEqual([
    { term: 'Load generator', value: 'one on grpc-go, in a process of its own' },
    {
      term: 'Bound to processors',
      value: 'load generator to 0, 1, servers started for the run to 2, 3',
    },
  ]);
});
