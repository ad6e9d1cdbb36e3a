import { describe, expect, it } from 'vitest';
import { madeUpSessions } from '../testing/fixture.ts';
import type { QuotedRecord } from './quoted-record.ts';
import type { SessionRecord } from './record.ts';
import { readRecord, writeRecord } from './index.ts';

const measured = madeUpSessions({
  arms: ['a/b', 'control'],
  sessions: 4,
  turn: () => Array.from({ length: 100 }, (_, index) => 250 + index),
});
const quoted: QuotedRecord = {
  schema: 1,
  kind: 'quoted',
  study: 's',
  date: '2025-01-02',
  source: { title: 't', url: 'https://example.org/' },
  environment: { setting: 'wrangler-dev', runtime: 'Node', versions: {} },
  figures: [],
  results: [
    {
      arm: 'a',
      workload: 'w',
      operations: 1,
      totalMs: 1,
      msPerOperation: 1,
      operationsPerSecond: 1000,
    },
  ],
};
const noted: SessionRecord = {
  ...measured,
  partial: true,
  notices: [{ name: 'drift', workload: 'calls' }],
};

/** With all that a run may know of its conditions. */
const conditioned: SessionRecord = {
  ...measured,
  environment: {
    ...measured.environment,
    proxy: 'http://proxy:8080',
    conditions: { 'a/b': { validation: true, runtimes: { node: '24' }, builds: { go: '-N' } } },
  },
  sessions: measured.sessions.map((session) => ({
    ...session,
    arms: session.arms.map((arm) => ({ ...arm, extensions: 'permessage-deflate', protocol: 'h2' })),
  })),
};

describe('a record written and read', () => {
  it.each([
    ['measured', measured],
    ['noted', noted],
    ['with its conditions', conditioned],
    ['quoted', quoted],
  ])('is the same: %s', (_, record) => {
    expect(readRecord(writeRecord(record), 'r.json')).toEqual(record);
  });

  it('stays under 400 kB for a run of a minute, 30,000 operations long', () => {
    const long = madeUpSessions({
      arms: ['one', 'two', 'three', 'four', 'five', 'control'],
      workloads: ['x', 'y', 'z'],
      sessions: 14,
      rounds: 20,
      turn: ({ round }) => Array.from({ length: 6 }, (_, at) => 300 + 7 * at + round),
    });
    expect(writeRecord(long).length).toBeLessThan(400_000);
  });
});

describe('digits as printed', () => {
  const withResult = (change: object) =>
    JSON.stringify({ ...quoted, results: [{ ...quoted.results[0], totalMs: 1, ...change }] });

  it('are kept where the number has lost noughts', () => {
    const printed = { totalMs: '1.00', msPerOperation: '1.0' };
    const figure = { id: 'f', label: 'F', low: 2, high: 3, unit: 'ms', origin: 'measured' };
    const figures = [{ ...figure, printed: { high: '3.0' } }];
    const record = { ...quoted, results: [{ ...quoted.results[0], printed }], figures };
    expect(readRecord(JSON.stringify(record), 'r.json')).toMatchObject(record);
  });

  it.each([
    [{ printed: { totalMs: '1' } }, ': "17.00", got "1"\n  → at results[0].printed.totalMs'],
    [{ printed: { totalMs: '2.00' } }, 'of its own figures\n  → at results[0].printed'],
    [{ printed: { latencyMs: '2.00' } }, 'expected the digits of its own figures'],
    [{ printed: { operations: '1.00' } }, 'operations'],
  ])('%j are refused', (change, message) => {
    expect(() => readRecord(withResult(change), 'r.json')).toThrow(message);
  });
});

describe('a file that is no record', () => {
  const text = writeRecord(measured);
  const at = (place: object) => ({ environment: { ...measured.environment, ...place } });
  it.each([
    ['', 'r.json: got text that is not JSON (Unexpected end of JSON input), expected a record'],
    [text.slice(0, 700), 'r.json: got text that is not JSON'],
    ['<!doctype html>', 'r.json: got text that is not JSON'],
    ['[1]', 'r.json: ✖ Invalid input: expected object, received array'],
    ['{}', "Expected 'measured' | 'quoted', got nothing\n  → at kind"],
    ['{"name":"roundtrip","kind":1}', "Expected 'measured' | 'quoted', got 1\n  → at kind"],
    ['{"kind":"measured"}', 'r.json: ✖ Invalid input: expected 1, got nothing\n  → at schema'],
    ['{"kind":"quoted","schema":2}', 'r.json: ✖ Invalid input: expected 1, got 2\n  → at schema'],
  ])('%j says what was found and what was expected', (broken, message) => {
    expect(() => readRecord(broken, 'r.json')).toThrow(message);
  });

  it.each([
    [{ seed: -1 }, 'r.json: ✖ Too small: expected number to be >=0, got -1\n  → at seed'],
    [{ startedAt: 'yesterday' }, 'Invalid ISO datetime, got "yesterday"\n  → at startedAt'],
    [{ winner: 'a' }, 'r.json: ✖ Unrecognized key: "winner"'],
    [at({ setting: 'my laptop' }), '"page", got "my laptop"\n  → at environment.setting'],
    [
      at({ network: { roundTripMs: 0, jitterMs: 0 } }),
      'got 0\n  → at environment.network.roundTrip',
    ],
    [
      at({ network: { roundTripMs: 25 } }),
      'received undefined\n  → at environment.network.jitterMs',
    ],
    [{ arms: 1, plan: 3, seed: 'a', study: 5 }, '\nand 1 more'],
  ])('%j names field, value and what was expected', (change, message) => {
    const changed = JSON.stringify({ ...JSON.parse(text), ...change });
    expect(() => readRecord(changed, 'r.json')).toThrow(message);
  });
});
