import { expect, it } from 'vitest';
import type { Ratio, Row } from '../../results/result.ts';
import { ratioOf, rowOf } from '../../results/testing/rows.ts';
import type { Panel } from './panel.ts';
import { agreementText, limitsText } from './switches.ts';

const ours = (value: number): Ratio =>
  ratioOf(value, 1.004, { launches: 12, within: 1e-5, class: 'slower-by-margin' });

const row = (arm: string, to?: Ratio, client: Row['client'] = 'browser'): Row =>
  rowOf(arm, { client, ratios: to === undefined ? {} : { plain: to } });

const panel: Panel = {
  key: '',
  caption: 'One write',
  operation: 'One write',
  workload: 'increment',
  client: 'browser',
  roundTripMs: 0,
  groups: [{ plain: 'plain', arms: ['plain', 'a', 'b', 'c', 'absent'] }],
  rows: [
    row('plain'),
    row('a', ours(1.26)),
    row('b', ours(2)),
    row('c', ours(1.5)),
    row('absent', ours(1.3)),
  ],
};

const labels: Record<string, string> = { plain: 'Plain WebSocket, in memory', a: 'Cap’n Web' };
const library = (arm: string) => ({ label: labels[arm] ?? arm });

it('says in how many rows two results are the same, which differ, and how noisy the others are', () => {
  const rows = [
    row('plain'),
    row('a', ratioOf(1.25, 1.01)),
    row('b', ratioOf(4, 1.01)),
    row('c', ratioOf(1.5, 1.5)),
  ];
  expect(agreementText(panel, rows, library, true, 'a')).toMatch(
    /^Same within 10 % as published: 1 of 3 rows\. b: this ratio is 1\.9\d–2\.0\d times ours\. Too noisy to tell: 1; a difference under \d+\u202f% would not show\. Cap’n Web takes 1\.25× a plain WebSocket’s time from here \(95 % CI 1\.24–1\.26\); published: 1\.26×\.$/,
  );
});

it('sets no figure against one of another place, only classes', () => {
  const rows = [
    row('plain', undefined, 'node'),
    row('a', ratioOf(1.25, 1.01, { class: 'slower' }), 'node'),
    row('b', ratioOf(4, 1.01, { class: 'open' }), 'node'),
  ];
  const text = agreementText(panel, rows, library, true);
  expect(text).toContain('Cap’n Web: slower here too; b: cannot tell.');
  expect(text).not.toMatch(/\d×/);
});

it('has a sentence where there is nothing to compare', () => {
  expect(agreementText(panel, [], library, true)).toMatch(/^Your run ended before four sessions/);
  expect(agreementText(panel, [row('plain')], library, true)).toMatch(/cannot be compared\.$/);
  // A run that was stopped says nothing without an interval; a whole one is a launch more.
  const few = [row('plain'), row('a', ratioOf(1.2))];
  expect(agreementText(panel, few, library, false)).toMatch(/^Your run ended before four sessions/);
  expect(agreementText(panel, few, library, true)).toMatch(/^Same within 10 %/);
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
