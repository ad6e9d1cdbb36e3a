import { describe, expect, it } from 'vitest';
import { BenchFailed, messageOf } from '../../bench-client/failure.ts';
import type { Progress } from '../../harness/run/index.ts';
import { spaced } from '../../report/table.ts';
import { failureOf, failureWords, RunFailed, statusText, type Failure } from './status.ts';

const origin = 'https://bench.example.org';
const failures: Failure[] = [
  { kind: 'no-websocket' },
  { kind: 'busy' },
  { kind: 'not-loaded', detail: 'a chunk is missing' },
  { kind: 'unreachable', origin, detail: 'Failed to fetch' },
  { kind: 'blocked', origin, detail: 'it closed with code 1006' },
  { kind: 'refused', origin, retryAt: new Date() },
  { kind: 'lost', detail: 'no answer for a minute' },
  { kind: 'nothing-counted', reasons: ['the page was hidden.'] },
  failureOf(new RangeError('got 0, expected 1.')),
];

describe('failureWords', () => {
  const all = failures.map((failure) => failureWords(failure));

  it('has words of its own and a way on for each failure', () => {
    expect(new Set(all.map(({ title }) => title)).size).toBe(failures.length);
    for (const { text, advice } of all) {
      expect(text).toMatch(/\.$/);
      expect(advice).toMatch(/\.$/);
      expect(`${text} ${advice}`).not.toMatch(/undefined|\.\.| {2}/);
    }
  });

  it('says when to come back after a refusal', () => {
    const retryAt = new Date(2026, 10, 21, 14, 5, 9);
    expect(failureWords({ kind: 'refused', origin, retryAt }).advice).toContain('14:05:09');
  });

  it('says what was reached, and how to do without', () => {
    const retryAt = new Date(2026, 10, 21, 0, 0, 0);
    const refused = { kind: 'refused', origin, retryAt } as const;
    const day = failureWords({ ...refused, reached: 'day-messages', limit: 600_000 });
    expect(day.text).toContain(
      'all readers together have used today’s 600,000 messages; it opens again at 00:00:00.',
    );
    expect(day.advice).toContain('npm install and npm start');
    const own = failureWords({ ...refused, reached: 'sockets', limit: 32 });
    expect(own.text).toContain('your address has 32 sockets open');
  });
});

describe('messageOf', () => {
  it('tells the causes as well', () => {
    const cause = new Error('the socket closed.');
    expect(messageOf(new Error('no answer', { cause }))).toBe('no answer: the socket closed');
  });

  it('makes do with anything that was thrown', () => {
    expect(messageOf('a text')).toBe('a text');
    expect(messageOf(new TypeError(''))).toBe('TypeError');
  });
});

describe('failureOf', () => {
  it('is what the error carries', () => {
    const unreachable = { kind: 'unreachable', origin, detail: 'no answer' } as const;
    expect(failureOf(new BenchFailed(unreachable))).toBe(unreachable);
    expect(failureOf(new RunFailed({ kind: 'no-websocket' }))).toEqual({ kind: 'no-websocket' });
  });
});

it('says how long a run has measured', () => {
  const progress = { spentMs: 12_300, untilMs: 30_000, open: true } as Progress;
  const text = statusText({ name: 'running', progress });
  expect(spaced(text)).toBe('Measuring');
});
