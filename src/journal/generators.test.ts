import { expect, it } from 'vitest';
import type { Generator } from '../harness/record/index.ts';
import { madeUpSessions } from '../harness/testing/fixture.ts';
import { expectOneGenerator } from './order.ts';

const made = madeUpSessions({ arms: ['a/b', 'twin'], sessions: 1, turn: () => [1] });
const by = (generator?: Generator) => ({
  ...made,
  environment: { ...made.environment, ...(generator && { generator }) },
});

it('has records of one generator in an entry', () => {
  const check = (...records: Parameters<typeof expectOneGenerator>[0]) =>
    expectOneGenerator(records, 'entry.mdx');
  expect(() => check(by(), by(), undefined)).not.toThrow();
  expect(() => check(by('grpc-go'), by('grpc-go'))).not.toThrow();
  expect(() => check(by('grpc-go'), by('grpc-js'))).toThrow(
    'entry.mdx records: got the generators grpc-go and grpc-js, expected one',
  );
  expect(() => check(by(), by('grpc-js'))).toThrow('got the generators none and grpc-js');
});
