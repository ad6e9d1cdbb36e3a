/** An entry made up for tests, with a measured record and a quoted one. */
import type { StudyOutline } from '../../harness/plan/index.ts';
import { quotedRecordSchema } from '../../harness/record/index.ts';
import { analyse } from '../../harness/statistics/index.ts';
import { madeUpRounds } from '../../harness/testing/fixture.ts';
import { answerOf } from '../../report/entry-answer.ts';
import { findingOf } from '../../report/finding.ts';
import type { EntryPage } from '../../journal/entries.ts';
import { namedResults, quotedRatios } from '../../journal/runs.ts';
import { armNames } from '../../report/words.ts';

export const study: StudyOutline = {
  id: 'made-up',
  title: 'One against two',
  arms: [
    { id: 'lumenize/hibernating', label: 'One', system: 'lumenize' },
    { id: 'capnweb/in-memory', label: 'Two', system: 'capnweb' },
  ],
  workloads: [
    { id: 'calls', label: 'Calls', question: 'How long is a call?' },
    { id: 'reads', label: 'Reads', question: 'How long is a read?' },
  ],
  reference: 'capnweb/in-memory',
  subjects: ['lumenize/hibernating'],
  margin: 0.05,
};

/** One takes a little over three halves of the time of two, in eight rounds. */
const measured = madeUpRounds({
  arms: study.arms.map(({ id }) => id),
  workloads: ['reads', 'calls'],
  rounds: 8,
  block: ({ arm, round }) => {
    const us = arm === study.reference ? 1000 : 1500 + round * 10;
    return [us, us, us + 30];
  },
});

export const quoted = quotedRecordSchema.parse({
  schema: 1,
  kind: 'quoted',
  study: study.id,
  date: '2025-01-02',
  source: { title: 'Table, "first"', url: 'https://example.org/journal.md' },
  environment: { setting: 'local', versions: {} },
  results: [
    { arm: 'lumenize/hibernating', workload: 'calls', operations: 100, totalMs: 24.43 },
    { arm: 'capnweb/in-memory', workload: 'calls', operations: 100, totalMs: 17.15 },
  ],
  figures: [
    { id: 'gain', label: 'Gain, "hoped for"', low: 2, high: 3, unit: '×', origin: 'expected' },
    {
      id: 'parse',
      label: 'Parsing',
      value: 0.5,
      unit: 'ms',
      origin: 'measured',
      approximate: true,
    },
  ],
});

const { reference, subjects, margin } = study;

/** A page of the entry with the records it is given, in that order. */
export function madeUpPage(order: ReadonlyArray<'measured' | 'quoted'>): EntryPage {
  const results = namedResults(study, quoted, 'made up');
  const analysis = analyse(measured, { reference, subjects, margin });
  const runs = [
    { id: 'made-up/measured', name: 'workerd · Node 24', record: measured, analysis },
  ].filter(() => order.includes('measured'));
  const ratios = quotedRatios(study, results);
  const quotedRuns = [
    { id: 'made-up/quoted', name: 'local machine', record: quoted, results, ratios },
  ].filter(() => order.includes('quoted'));
  const names = armNames(study);
  const answering = {
    study,
    runs,
    quoted: quotedRuns,
    names,
    reference: names(study.reference).label,
  };
  const findings = runs.map((run) => findingOf(run.record, run.analysis, 'complete'));
  const answer = answerOf(study, findings);
  return {
    ...answering,
    ...(answer && { answer }),
    href: '/studies/made-up/first/',
    relations: [{ words: 'Supersedes', link: { title: 'Zeroth', href: '/studies/made-up/0/' } }],
    entry: {
      id: 'made-up/first',
      collection: 'entries',
      data: {
        study: { id: study.id, collection: 'studies' },
        records: order.map((name) => ({ id: `made-up/${name}`, collection: 'records' })),
        place: 1,
        timestamp: '2025-01-02T12:28:52',
        state: 'in-progress',
        title: 'A [first] entry',
        description: 'What | was measured.',
        changed: ['Everything.'],
        methodChanged: false,
        configuration: [
          { name: 'Calls in a batch', value: [10, 50], unit: 'calls' },
          { name: 'Server', value: 'wrangler' },
        ],
        settings: ['local'],
        vantage: 'One machine.',
        systems: { one: 'not stated' },
        sources: [],
        views: [],
        claims: [],
        conclusions: ['It is slower.'],
        next: [
          { step: 'Measure again.', done: false },
          { step: 'Write it down.', done: true },
        ],
        corrections: [
          { date: '2025-02-01', said: 'Twice.', right: 'Thrice.', why: 'The [code] says so.' },
        ],
      },
    },
  };
}
