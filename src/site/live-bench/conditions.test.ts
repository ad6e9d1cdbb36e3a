import { expect, it } from 'vitest';
import { madeUpSessions } from '../../core/testing/fixture.ts';
import { libraryOf } from '../../results/names.ts';
import { resultOf } from '../../results/rows-of.ts';
import { packResult, unpackResult } from '../../results/share/index.ts';
import { findOutline } from '../../libraries/studies/outlines.ts';
import { toHtml } from '../../results/tables/html.ts';
import { type Panel, panelTable, resultTables } from './panel.ts';
import { agreementText } from './switches.ts';

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
const library = (arm: string) => libraryOf(study, arm);
const { rows: published } = runOf();
const panel: Panel = {
  key: '',
  caption: 'One write',
  operation: 'One write',
  workload: 'increment',
  client: 'browser',
  roundTripMs: 0,
  rows: published,
  groups: [{ heading: '', plain: PLAIN, arms: [PLAIN, REFERENCE, SUBJECT] }],
};
const tableWith = (rows: typeof published): string =>
  toHtml(panelTable(panel, { library, more: [] }, { rows, absent: () => '' })).replaceAll(
    '<wbr>',
    '',
  );

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
    agreementText(panel, runOf(...compressed).rows, library, true);
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
