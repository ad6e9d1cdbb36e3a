import { expect, it } from 'vitest';
import { answersOf, type ChosenRecord, findAnswer } from './answer.ts';
import type { MeasuredResult } from './result.ts';
import { resultOf } from './rows-of.ts';
import { madeUpSessions } from '../core/testing/fixture.ts';

const arms = ['raw-websocket/in-memory', 'capnweb/in-memory', 'control'];

/** Results by their ids; `far` is over 25 ms, `other` has an arm that `near` lacks, and is of a machine half as fast. */
const results: Readonly<Record<string, MeasuredResult>> = {
  near: made(arms),
  again: made(arms),
  far: made(arms, 25),
  other: made([...arms, 'kkrpc/json'], 0, 2000),
  apart: made(['kkrpc/json', 'orpc/hibernating'], 0, 2000, { reference: 'kkrpc/json' }),
};

function made(own: string[], roundTripMs = 0, us = 1000, plan = {}): MeasuredResult {
  const record = madeUpSessions({
    arms: own,
    plan,
    workloads: ['increment', 'get-value'],
    sessions: 5,
    turn: ({ session }) => [us + session],
  });
  const network = roundTripMs === 0 ? {} : { network: { roundTripMs, jitterMs: 2 } };
  const environment = { ...record.environment, ...network };
  return resultOf([{ ...record, environment, study: 'lumenize-vs-capnweb' }]);
}

const find = async (id: string) => ({ ...(results[id] as MeasuredResult), id });
const line = (record: string, change: Partial<ChosenRecord> = {}): ChosenRecord => ({
  record,
  workloads: ['increment'],
  also: [],
  ...change,
});
const answers = (...lines: ChosenRecord[]) => answersOf('lumenize-vs-capnweb', lines, find);

it('answers each operation, client and distance from one record', async () => {
  const found = await answers(line('near', { workloads: ['increment', 'get-value'] }), line('far'));
  const asked = { workload: 'increment', client: 'node', roundTripMs: 25 } as const;
  expect(findAnswer(found, asked)?.result.id).toBe('far');
  expect(findAnswer(found, { ...asked, workload: 'get-value' })).toBeUndefined();
  expect(found.map(({ rows }) => rows.map(({ arm }) => arm))).toEqual([arms, arms, arms]);
});

it('refuses two records that answer one question, and one that answers none', async () => {
  await expect(answers(line('near'), line('again'))).rejects.toThrow(
    'lumenize-vs-capnweb.mdx answers: got near and again for "increment" from one client over one distance, expected one record',
  );
  await expect(answers(line('near', { workloads: ['echo'] }))).rejects.toThrow(
    'got "echo" of near, expected a whole run and one of increment, get-value',
  );
});

it('adds the libraries of another run with the ratios of that run, and says so', async () => {
  const [found] = await answers(line('near', { also: ['other'] }));
  const added = found?.rows.filter(({ otherRun }) => otherRun !== undefined) ?? [];
  expect(added.map(({ arm, otherRun }) => [arm, otherRun])).toEqual([['kkrpc/json', 'other']]);
  expect(Object.keys(added[0]?.ratios ?? {}).sort()).toEqual([...arms].sort());
  // Its ratio to the reference, times the reference as the table has it.
  const reference = found?.rows.find(({ arm }) => arm === 'capnweb/in-memory')?.time?.value;
  const ratio = added[0]?.ratios['capnweb/in-memory']?.value;
  expect(added[0]?.time?.value).toBeCloseTo((reference ?? NaN) * (ratio ?? NaN), 6);
});

it('keeps the times of another run that has neither the plain way nor the reference of the first', async () => {
  const [found] = await answers(line('near', { also: ['apart'] }));
  const own = results['apart']?.rows.find(({ arm }) => arm === 'kkrpc/json')?.time?.value;
  const added = found?.rows.find(({ otherRun }) => otherRun === 'apart')?.time?.value;
  expect([added, added]).toEqual([own, expect.closeTo(2, 1)]);
});
