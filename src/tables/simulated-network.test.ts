/** A record over a simulated network is from another place than one without, wherever they meet. */
import { describe, expect, it } from 'vitest';
import { compareEntries } from '../journal/compare-entries.ts';
import { factsOf } from '../journal/facts.ts';
import { type MeasuredRun, placeName, placesOf, runName } from '../journal/runs.ts';
import { measuredRun, quotedRun } from '../journal/testing/entries.ts';
import { answerOf } from '../report/entry-answer.ts';
import { findingOf } from '../report/finding.ts';
import { spaced } from '../report/table.ts';
import { armNames } from '../report/words.ts';
import { findOutline } from '../studies/outlines.ts';
import { runsTable } from './entry.ts';

const study = findOutline('lumenize-vs-capnweb');
const names = armNames(study);
const near = measuredRun('2026-11-21-socket-protocol-server-1');
const AWAY = '25 ms away (simulated network, jitter 2 ms)';

function over(roundTripMs: number, jitterMs: number): MeasuredRun {
  const environment = { ...near.record.environment, network: { roundTripMs, jitterMs } };
  const record = { ...near.record, environment };
  return { ...near, id: `${near.id}-${roundTripMs}`, record, name: runName(record) };
}
const far = over(25, 2);

const data = {
  ...{ title: 'Both', place: 1, timestamp: '2026-11-21', state: 'finished', vantage: 'Here.' },
  ...{ settings: ['workerd'], systems: {}, views: [], methodChanged: false },
} as unknown as Parameters<typeof factsOf>[0]['entry']['data'];
const page = {
  ...{ study, names, reference: names(study.reference).label, quoted: [], href: '/both/' },
  runs: [near, far],
  entry: { id: `${study.id}/both`, data },
};

describe('a record over a simulated network', () => {
  it('is named with it', () => {
    expect(spaced(far.name)).toBe(`workerd, ${AWAY} · Node 24.21.0`);
    expect(spaced(over(30, 0).name)).toBe('workerd, 30 ms away (simulated network) · Node 24.21.0');
    const rows = runsTable([near, far]).groups.flatMap((group) => group.rows);
    expect(rows.map(([cell]) => spaced(cell?.text ?? ''))).toEqual(['workerd', `workerd, ${AWAY}`]);
  });

  it('has a sentence of its own in an answer', () => {
    const findings = [near, far].map(({ record, analysis }) =>
      findingOf(record, analysis, 'complete'),
    );
    const sentences = answerOf(study, findings)?.sentences.map(spaced) ?? [];
    expect(sentences[0]).toMatch(/^On workerd, /);
    expect(sentences[1]).toMatch(/^25 ms away, /);
  });

  it('is set beside no record without, or with another', () => {
    const of = (run: MeasuredRun) => ({ runs: [run], quoted: [] });
    for (const other of [far, over(100, 5)]) {
      expect(compareEntries(study, of(other), of(near), false).rows).toEqual([]);
    }
    expect(compareEntries(study, of(far), of(over(25, 3)), false).rows).toEqual([]);
    expect(compareEntries(study, of(far), of(far), false).rows[0]?.where).toBe(far.name);
  });

  it('is told among the facts of an entry', () => {
    const where = factsOf(page).find(({ name }) => name === 'Settings')?.value ?? '';
    expect(spaced(where)).toBe(`workerd on a local machine; workerd on a local machine, ${AWAY}`);
  });
});

it('lists the places of an entry by its settings, each once', () => {
  const runs = [far, near, near, quotedRun([], { setting: 'local' })];
  expect(placesOf(['local', 'workerd', 'deployed'], runs, placeName).map(spaced)).toEqual([
    'local machine',
    `workerd, ${AWAY}`,
    'workerd',
    'deployed',
  ]);
});
