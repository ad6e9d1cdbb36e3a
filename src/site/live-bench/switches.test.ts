import { expect, it } from 'vitest';
import { measuredMs, type Quantity } from '../../results/numbers/quantity.ts';
import type { Row } from '../../results/result.ts';
import type { Panel } from './panel.ts';
import { agree, agreementText, limitsText } from './switches.ts';

const ratio = (value: number, low?: number, high?: number): Quantity => ({
  ...measuredMs(value, low, high),
  unit: '×',
});

const row = (arm: string, to?: Quantity): Row => ({
  arm,
  workload: 'write',
  place: { setting: 'workerd', roundTripMs: 0 },
  client: 'browser',
  counted: 9,
  discarded: 0,
  sessions: 9,
  time: measuredMs(1),
  ratios: to === undefined ? {} : { plain: to },
});

const panel: Panel = {
  key: '',
  caption: 'One write',
  operation: 'One write',
  workload: 'write',
  client: 'browser',
  roundTripMs: 0,
  groups: [{ plain: 'plain', arms: ['plain', 'a', 'b', 'absent'] }],
  rows: [
    row('plain'),
    row('a', ratio(1.26, 1.2, 1.32)),
    row('b', ratio(2, 1.9, 2.1)),
    row('absent', ratio(1.3)),
  ],
};

const labels: Record<string, string> = { plain: 'Plain WebSocket, in memory', a: 'Cap’n Web' };
const library = (arm: string) => ({ label: labels[arm] ?? arm });

it('says in how many rows two results agree, and how far one library does', () => {
  const rows = [row('plain'), row('a', ratio(1.17, 1.13, 1.21)), row('b', ratio(1.2, 1.1, 1.3))];
  expect(agreementText(panel, rows, library, 'a')).toBe(
    'Your result agrees with the published one in 1 of 2 rows. ' +
      'Cap’n Web takes 1.17× a plain WebSocket’s time from here (95 % CI 1.13–1.21); published: 1.26×.',
  );
});

it.each([
  [ratio(1.17, 1.13, 1.21), 'in 1 of 1 rows', 'That is as expected.'],
  [ratio(1.17, 1.13, 1.19), 'in 0 of 1 rows', 'That is outside: your machine differs.'],
])('sets %j against the interval of the next run', (yours, count, found) => {
  const published = { ...ratio(1.26, 1.24, 1.28), next: { low: 1.2, high: 1.32 } };
  const ofRuns = { ...panel, rows: [row('plain'), row('a', published)] };
  const text = agreementText(ofRuns, [row('plain'), row('a', yours)], library);
  expect(text).toContain(`Your result is as expected ${count}.`);
  expect(text).toContain(`published: 1.26× (next run: 1.20–1.32). ${found}`);
});

it('has a sentence where there is nothing to compare', () => {
  expect(agreementText(panel, [], library)).toMatch(/^Your run ended before four sessions/);
  expect(agreementText(panel, [row('plain')], library)).toMatch(/they cannot be compared\.$/);
});

it.each([
  [ratio(1.26, 1.2, 1.32), ratio(1.17, 1.13, 1.21), true],
  [ratio(1.26, 1.25, 1.27), ratio(1.3, 1.29, 1.31), true],
  [ratio(1.26, 1.25, 1.27), ratio(1.5, 1.45, 1.55), false],
  [ratio(1.26), ratio(1.5), false],
])('compares intervals, and takes 5 % as equal: %j, %j', (one, other, expected) => {
  expect(agree(one, other)).toBe(expected);
});

it('says what did not run here, and that the published result is from elsewhere', () => {
  expect(limitsText(panel, [])).toBe('');
  expect(limitsText(panel, ['Lumenize RPC'])).toBe(
    'Not installed on this server, so not run: Lumenize RPC. This refutes no published result.',
  );
  expect(limitsText({ ...panel, client: 'node', roundTripMs: 25 }, [])).toBe(
    'The published result is from Node.js, 25\u202fms round trip; yours is from this browser.',
  );
});
