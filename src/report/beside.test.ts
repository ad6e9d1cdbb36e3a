import { expect, it } from 'vitest';
import { measuredRun } from '../journal/testing/entries.ts';
import { analyse } from '../harness/statistics/index.ts';
import { findStudy } from '../studies/index.ts';
import { findOutline } from '../studies/outlines.ts';
import { besideRows, findingParty, keyOf, openParty, quotedParty } from './parties.ts';
import { findingOf } from './finding.ts';
import { spaced } from './table.ts';
import { recordFor, study } from './testing/study.ts';

const outline = findOutline('lumenize-vs-capnweb');
const SUBJECT = 'lumenize/hibernating';
const quoted = {
  ratios: [{ workload: 'increment', arm: SUBJECT, label: 'as its source calls it', ratio: 1.42 }],
  setting: 'wrangler-dev' as const,
  runtime: 'Node.js 22',
};

function published(name: string) {
  const { record, analysis } = measuredRun(`2026-11-21-${name}`);
  return findingOf(record, analysis, 'complete');
}
const far = published('the-same-calls-over-five-distances-1');
const near = published('socket-protocol-server-2');

it('names whose each ratio is, which implementation ran, and where', () => {
  const names = [
    quotedParty(outline, quoted, SUBJECT),
    findingParty(outline, near, 'published', SUBJECT),
    findingParty(outline, far, 'theirs', SUBJECT),
    findingParty(outline, near, 'yours', SUBJECT),
  ];
  const own = 'Lumenize protocol (this site’s implementation), hibernating';
  expect(keyOf(names).map((each) => ({ ...each, name: spaced(each.name) }))).toEqual([
    {
      ...{ whose: 'quoted', short: 'Quoted' },
      name: 'Lumenize RPC, hibernating, the published library, under wrangler dev',
    },
    {
      ...{ whose: 'published', short: 'Measured here' },
      name: `${own}, on workerd, from a browser`,
    },
    {
      ...{ whose: 'theirs', short: 'Theirs' },
      name: `${own}, at 1 ms there and back, from Node.js, 21 November 2026`,
    },
    { whose: 'yours', short: 'Yours', name: `${own}, from here` },
  ]);
  expect(openParty(outline, SUBJECT).name).toBe(`${own}, from here`);
});

it('speaks of a published library only where the source measured other code', () => {
  const own = { ...quoted, ratios: [{ ...quoted.ratios[0]!, arm: 'one/in-memory' }] };
  expect(quotedParty(study, own, 'one/in-memory').name).toBe('One, under wrangler dev');
});

it('sets what a source measured beside any arm, where it runs nowhere', () => {
  const stated = { workload: 'calls-10', arm: 'lumenize-call', label: '@lumenize/call', ratio: 28 };
  const delay = findStudy('call-delay');
  const context = { ...quoted, setting: 'local' as const, ratios: [stated] };
  const parties = [
    quotedParty(delay, context, 'capnweb/between'),
    openParty(delay, 'capnweb/between'),
  ];
  expect(keyOf(parties)[0]).toMatchObject({
    name: '@lumenize/call, on a local machine',
    system: 'lumenize-call',
  });
  const { rows, system } = besideRows(delay, parties, ['calls-10', 'calls-50'], 'capnweb/between');
  expect(system).toBe('capnweb');
  expect(rows.map(({ values }) => values)).toEqual([
    [{ whose: 'quoted', ratio: 28, system: 'lumenize-call' }, { whose: 'yours' }],
    [{ whose: 'yours' }],
  ]);
});

it('has a row for each workload, in it what each party found of the arm', () => {
  const parties = [
    quotedParty(outline, quoted, SUBJECT),
    findingParty(outline, far, 'published', SUBJECT),
    openParty(outline, SUBJECT),
  ];
  const data = besideRows(outline, parties, ['increment', 'get-value'], SUBJECT);
  const ratioOf = (workload: string) => {
    const { ratios } = far.workloads.find(({ id }) => id === workload) ?? { ratios: [] };
    const { ratio, low, high } = ratios.find(({ arm }) => arm === SUBJECT) ?? {};
    expect(low).toBeLessThan(high ?? 0);
    return { whose: 'published', ratio, low, high };
  };
  expect(data).toEqual({
    rows: [
      {
        heading: 'Sequential increment(1)',
        values: [{ whose: 'quoted', ratio: 1.42 }, ratioOf('increment'), { whose: 'yours' }],
      },
      {
        heading: 'Sequential getValue()',
        values: [ratioOf('get-value'), { whose: 'yours' }],
      },
    ],
    ...{ system: 'lumenize', arm: 'Lumenize’s protocol', reference: 'Cap’n Web', margin: 0.05 },
  });
});

it('keeps a place for the reader’s run only until there is one', () => {
  const record = recordFor(20);
  const finding = findingOf(record, analyse(record, study), 'complete');
  const yours = findingParty(study, finding, 'yours', 'one/in-memory');
  const [work, other] = besideRows(study, [yours], ['work', 'another'], 'one/in-memory').rows;
  const { ratio, low, high } = finding.workloads[0]?.ratios[0] ?? {};
  expect(work?.values).toEqual([{ whose: 'yours', ratio, low, high }]);
  expect(other?.values).toEqual([]);
});
