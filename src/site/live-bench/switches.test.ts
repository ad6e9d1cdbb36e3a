import { expect, it } from 'vitest';
import { madeUpSessions } from '../../core/testing/fixture.ts';
import { findOutline } from '../../libraries/studies/outlines.ts';
import { libraryOf } from '../../results/names.ts';
import type { Ratio, Row } from '../../results/result.ts';
import { resultOf } from '../../results/rows-of.ts';
import { packResult, unpackResult } from '../../results/share/index.ts';
import { toHtml } from '../../results/tables/html.ts';
import { ratioOf, rowOf } from '../../results/testing/rows.ts';
import { type Panel, panelTable, resultTables } from './panel.ts';
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

const PLAIN = 'raw-websocket/in-memory';
const REFERENCE = 'capnweb/in-memory';
const SUBJECT = 'lumenize/in-memory';
const NOTICE =
  'Compression: permessage-deflate (Cap’n Web), none (Plain WebSocket, in memory). No verdict is given.';

/** A reader's run in which these arms used compression and the others did not. */
function runOf(...compressed: string[]) {
  const record = madeUpSessions({
    arms: [PLAIN, REFERENCE, SUBJECT],
    workloads: ['increment'],
    sessions: 12,
    turn: ({ arm, round }) => (arm === SUBJECT ? [1500 + round, 1501] : [1000 + round, 1001]),
  });
  const sessions = record.sessions.map((session) => ({
    ...session,
    arms: session.arms.map((each) => ({
      ...each,
      extensions: compressed.includes(each.arm) ? 'permessage-deflate' : '',
    })),
  }));
  return resultOf([{ ...record, study: 'lumenize-vs-capnweb', sessions }]);
}

const study = findOutline('lumenize-vs-capnweb');
const named = (arm: string) => libraryOf(study, arm);
const { rows: published } = runOf();
const measured: Panel = {
  ...panel,
  rows: published,
  groups: [{ plain: PLAIN, arms: [PLAIN, REFERENCE, SUBJECT] }],
};
const tableWith = (rows: typeof published): string =>
  toHtml(
    panelTable(
      measured,
      { library: named, more: [] },
      { rows, absent: () => '', label: 'Yours', note: '', isElsewhere: false },
    ),
  ).replaceAll('<wbr>', '');

it('gives no verdict in the rows of a run with different conditions, and says why in its tables', () => {
  const result = runOf(REFERENCE);
  const classes = result.rows.map(({ ratios }) => ratios[REFERENCE]?.class);
  expect(classes).toEqual([undefined, undefined, undefined]);
  expect(result.rows[2]?.ratios[REFERENCE]?.value).toBeCloseTo(1.5);
  expect(tableWith(result.rows)).toContain(`Your result: ${NOTICE}`);
  expect(resultTables(result).replaceAll('<wbr>', '')).toContain(NOTICE);
});

it('compares only configurations of equal conditions with the published result', () => {
  const text = (...compressed: string[]) =>
    agreementText(measured, runOf(...compressed).rows, named, true);
  expect(text()).toMatch(/published: \d of 2 rows/);
  expect(text(REFERENCE)).toMatch(/published: \d of 1 row\./);
  expect(text(PLAIN)).toMatch(/^The configurations of your run had different conditions/);
});

it('keeps conditions in a link', async () => {
  const result = runOf(REFERENCE);
  const { rows } = await unpackResult(await packResult(result));
  expect(rows.map(({ conditions }) => conditions)).toEqual(
    result.rows.map(({ conditions }) => conditions),
  );
});
