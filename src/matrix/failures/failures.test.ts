import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toText } from '../../results/tables/text.ts';
import {
  deadConnectionCell,
  failureQuestions,
  libraryAnswer,
  survivesSilence,
  failureTables,
} from '../../results/tables/failures.ts';
import { configurations, failures } from './cases.ts';
import { type FailureRecord, readFailures, type Trial, writeFailures } from './record.ts';
import { resultOfFailures } from './record.ts';

const never = { how: 'never' } as const;
const resolved = (ms: number) => ({ how: 'resolved', ms }) as const;
const rejected = (ms: number) => ({ how: 'rejected', ms, message: 'Error: lost' }) as const;

/** A trial in which nothing was noticed and only a new client worked. */
const dead: Trial = {
  configuration: 'trpc',
  failure: 'stop',
  repeat: 0,
  pending: never,
  counting: never,
  newClientMs: 40,
  runs: 0,
  subscription: 'lost-silent',
};
const alive: Trial = {
  failure: 'stop',
  repeat: 0,
  configuration: 'trpc-keep-alive',
  pending: rejected(6200),
  counting: resolved(7000),
  toldMs: 6000,
  closedMs: 6100,
  worksMs: 7100,
  runs: 1,
  subscription: 'delivers',
};

const recordOf = (...trials: Trial[]): FailureRecord => ({
  schema: 1,
  kind: 'failures',
  startedAt: '2026-11-27T00:00:00.000Z',
  seed: 1,
  repeats: 2,
  limitMs: 120_000,
  environment: {
    runtime: 'Node 24.21.0',
    platform: 'linux x64',
    cpuCount: 2,
    loadAverage: [1, 2],
    commit: '',
    dirty: false,
    versions: { '@trpc/client': '11.0.0' },
  },
  configurations: ['trpc', 'trpc-keep-alive'],
  failures: ['stop'],
  errors: [],
  trials,
});

describe('a record', () => {
  it('is read as it was written', () => {
    const record = recordOf(dead, alive);
    expect(readFailures(writeFailures(record), 'a.json')).toEqual(record);
  });

  it.each<[string, (text: string) => string]>([
    ['a.json: got no JSON', (text) => text.slice(1)],
    ['got "gone"\n  → at trials[0].subscription', (text) => text.replace('lost-silent', 'gone')],
    [
      'got the failure "flood", expected one of stop',
      (text) => text.replace('ure":"stop', 'ure":"flood'),
    ],
    ['expected one of trpc, trpc-keep-alive', (text) => text.replace('tion":"trpc', 'tion":"x')],
  ])('is refused with “%s”', (message, spoil) => {
    const text = writeFailures(recordOf(dead));
    expect(spoil(text)).not.toBe(text);
    expect(() => readFailures(spoil(text), 'a.json')).toThrow(message);
  });
});

describe('a summary', () => {
  const summaryOf = (...trials: Trial[]) => resultOfFailures(recordOf(...trials)).rows[0];

  it('takes the first sign as the one that was noticed, and never where there was none', () => {
    expect(summaryOf(alive)?.noticed).toEqual({ median: 6000, worst: 6000, never: 0 });
    expect(summaryOf({ ...alive, refusedMs: 250 })?.noticed.median).toBe(250);
    expect(summaryOf(dead)?.noticed).toEqual({ median: null, worst: null, never: 1 });
  });

  it('leaves out a client that had lost its connection before nothing arrived any more', () => {
    const early = { ...alive, repeat: 1, pending: rejected(45) };
    const { leftOut, rows } = resultOfFailures(recordOf(alive, early));
    expect([leftOut, rows[0]?.trials]).toEqual([1, 1]);
  });

  it('counts never as longer than any time', () => {
    const other = { ...dead, configuration: alive.configuration };
    expect(summaryOf(alive, { ...alive, worksMs: 9000 }, other)).toMatchObject({
      works: { median: 9000, worst: null, never: 1 },
      newClient: 1,
      pending: { median: 6200, never: 1, rejected: 2, resolved: 0, message: 'Error: lost' },
      runs: { none: 1, once: 2, more: 0 },
      subscription: { delivers: 2, 'lost-silent': 1 },
    });
  });

  it('is shown with the median, the worst and what never happened', () => {
    const result = resultOfFailures(recordOf(dead, alive, { ...alive, repeat: 1, toldMs: 6400 }));
    const text = toText(failureTables(result)[0] ?? { caption: '', columns: [], groups: [] });
    expect(text.replaceAll('\u202f', ' ')).toContain('never, tried 120 s');
    expect(text.replaceAll('\u202f', ' ')).toContain('6.0 s, worst 6.1 s');
    expect(text).toContain('a new client does');
  });

  it('says nothing was lost where the connection lived on', () => {
    const whole = { ...alive, pending: resolved(5400), toldMs: undefined, closedMs: undefined };
    const [table] = failureTables(resultOfFailures(recordOf(whole)));
    expect(JSON.stringify(table?.groups)).toContain('nothing lost');
  });
});

describe('an answer', () => {
  const result = resultOfFailures(recordOf(dead, alive));
  const [notices] = failureQuestions;

  it('is partly where only a documented option makes it yes', () => {
    expect(notices && libraryAnswer(notices, 'trpc', result)).toMatchObject({
      answer: 'partly',
      why: 'Only with keepAlive.',
    });
    expect(notices && libraryAnswer(notices, 'hono', result)).toEqual({
      answer: 'not tested',
      href: '/studies/failures/#stop',
    });
  });

  it('says when a dead connection is noticed', () => {
    const { text, note } = deadConnectionCell('trpc', result) ?? { text: '' };
    expect([text, note]).toEqual(['6.0\u202fs', 'with keepAlive']);
    expect(deadConnectionCell('hono', result)).toBeUndefined();
  });

  it('says with which option a client works again after silence', () => {
    expect(survivesSilence('trpc', result)).toMatchObject({ answer: 'yes', takes: 'keepAlive' });
    expect(survivesSilence('hono', result)).toMatchObject({ answer: 'not tested' });
  });
});

it('names each failure and each configuration once, and a documentation of each', () => {
  for (const list of [failures, configurations]) {
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
  }
  for (const { href } of configurations) expect(URL.canParse(href)).toBe(true);
  const code = readFileSync('src/cli/shared/network/proxy-worker.ts', 'utf8');
  const proxied = failures.filter(({ cause }) => cause === 'proxy');
  for (const { id } of proxied) expect(code).toContain(`'${id}'`);
});
