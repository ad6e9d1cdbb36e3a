import { expect, it } from 'vitest';
import { madeUpSessions, withArms } from '../../core/testing/fixture.ts';
import { findOutline } from '../../libraries/studies/outlines.ts';
import { libraryOf } from '../../results/names.ts';
import type { Ratio, Row } from '../../results/result.ts';
import { resultOf } from '../../results/rows-of.ts';
import { packResult, unpackResult } from '../../results/share/index.ts';
import { toHtml } from '../../results/tables/html.ts';
import { ratioOf, rowOf } from '../../results/testing/rows.ts';
import { type LiveConfig, type Panel, panelTable, resultTables } from './panel.ts';
import { headlineOf, ownRatio, runSentence } from './sentences.ts';

const ours = (value: number): Ratio =>
  ratioOf(value, 1.004, { launches: 12, within: 1e-5, class: 'slower-by-margin' });

const row = (arm: string, to?: Ratio, client: Row['client'] = 'browser'): Row =>
  rowOf(arm, { client, ratios: to === undefined ? {} : { plain: to } });

const published = { a: 1.26, b: 2, c: 1.5, absent: 1.3 };
const panel: Panel = {
  key: '',
  caption: 'One write',
  operation: 'One write',
  workload: 'increment',
  client: 'browser',
  roundTripMs: 0,
  groups: [{ plain: 'plain', arms: ['plain', 'a', 'b', 'c', 'absent'] }],
  rows: [row('plain'), ...Object.entries(published).map(([arm, value]) => row(arm, ours(value)))],
};

const labels: Record<string, string> = { plain: 'Plain WebSocket, in memory', a: 'Cap’n Web' };
const library = (arm: string) => ({ label: labels[arm] ?? arm });

type Pair = NonNullable<LiveConfig['pair']>;
const asked: Pair = { of: 'a', to: 'plain', names: ['A', 'B'] };

const said = (rows: Row[], isWhole = true, pair?: Pair) =>
  runSentence(panel, { rows, isWhole, pair }, library);

it('says how many came out the same, which differ, and which are too noisy', () => {
  const rows = [
    row('plain'),
    row('a', ratioOf(1.25, 1.01)),
    row('b', ratioOf(4, 1.01)),
    row('c', ratioOf(1.5, 1.5)),
  ];
  expect(said(rows)).toMatch(
    /^1 of 3 libraries came out within 10 % of ours \(Cap’n Web\)\. b takes 1\.9\d–2\.0\d times ours\. Too noisy to tell: c\./,
  );
  expect(said(rows, true, asked)).toMatch(
    /^A takes 1\.25× B’s time \(95 % CI 1\.24–1\.26\), the same as ours within 10 %\./,
  );
  expect(ownRatio(panel, { rows, pair: { ...asked, of: 'b' } })).toMatchObject({
    ratio: '4.00×',
    interval: '(3.96–4.04)',
    note: 'Not the same as ours.',
  });
  const few = [row('plain'), row('b', ratioOf(4))];
  const found = ownRatio(panel, { rows: few, pair: { ...asked, of: 'b' } });
  expect(found?.interval).toBe('');
});

it('counts what would not fit into the line', () => {
  const rows = [row('plain'), ...['a', 'b', 'c'].map((arm) => row(arm, ratioOf(1.5, 1.8)))];
  expect(said(rows)).toMatch(
    /^None of 3 libraries is known to differ from ours, but the run is too/,
  );
  const other = [row('plain'), ...['a', 'b', 'c'].map((arm) => row(arm, ratioOf(9, 1.01)))];
  expect(said(other)).toMatch(/^0 of 3 libraries came out within 10 % of ours\. 3 differ/);
});

it('sets no figure against one of another place, only classes', () => {
  const rows = [
    row('plain', undefined, 'node'),
    row('a', ratioOf(1.25, 1.01, { class: 'slower' }), 'node'),
    row('b', ratioOf(4, 1.01, { class: 'open' }), 'node'),
  ];
  expect(said(rows)).toMatch(/Slower here too: Cap’n Web\. Cannot tell: b\./);
  expect(said(rows)).not.toMatch(/\d×/);
});

it('has a sentence where there is nothing to compare', () => {
  expect(said([])).toMatch(/^It ended before four sessions/);
  expect(said([row('plain')])).toMatch(/^It has too few rounds/);
  // A run that was stopped says nothing without an interval; a whole one is a launch more.
  const few = [row('plain'), row('a', ratioOf(1.2))];
  expect(said(few, false)).toMatch(/^It ended before four sessions/);
  expect(said(few)).toMatch(/^1 of 1 library came out/);
});

it.each([
  ['within', 1.06, 'One write: A is within 10 % of B.'],
  ['slower', 1.12, 'One write: A takes 1.12× B’s time.'],
  ['open', 1.04, 'One write: we cannot tell whether A is faster or slower than B.'],
] as const)('heads a table whose ratio is %s by its class', (of, value, expected) => {
  const rows = [row('plain'), row('a', ratioOf(value, 1.01, { class: of }))];
  const found = headlineOf({ ...panel, rows }, asked);
  expect(found).toBe(expected);
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
  const run = withArms(record, (arm) => ({
    extensions: compressed.includes(arm) ? 'permessage-deflate' : '',
  }));
  return resultOf([{ ...run, study: 'lumenize-vs-capnweb' }]);
}

const study = findOutline('lumenize-vs-capnweb');
const named = (arm: string) => libraryOf(study, arm);
const { rows: whole } = runOf();
const measured: Panel = {
  ...panel,
  rows: whole,
  groups: [{ plain: PLAIN, arms: [PLAIN, REFERENCE, SUBJECT] }],
};
const tableWith = (rows: typeof whole): string =>
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
    runSentence(measured, { rows: runOf(...compressed).rows, isWhole: true }, named);
  expect(text()).toMatch(/^\d of 2 libraries/);
  expect(text(REFERENCE)).toMatch(/^\d of 1 library/);
  expect(text(PLAIN)).toMatch(/^The configurations had different conditions/);
});

it('keeps conditions in a link', async () => {
  const result = runOf(REFERENCE);
  const { rows } = await unpackResult(await packResult(result));
  expect(rows.map(({ conditions }) => conditions)).toEqual(
    result.rows.map(({ conditions }) => conditions),
  );
});
