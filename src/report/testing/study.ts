/** A small study and a record of it, for the tests of what a result shows. */
import type { Study } from '../../harness/plan/index.ts';
import { type Block, type MeasuredRecord, TWIN } from '../../harness/record/index.ts';
import type { RunEnded } from '../../harness/run/index.ts';
import { madeUpRecord } from '../../harness/testing/fixture.ts';
import { resultOf, type Result } from '../model.ts';

const connect = () => Promise.reject(new Error('this study is never run'));
const arm = (id: string, label: string) => ({
  id,
  label,
  system: id.split('/')[0] ?? id,
  accept: 'in-memory' as const,
  load: () => Promise.resolve(connect),
});

export const study: Study<unknown> = {
  id: 'one-vs-other',
  title: 'One against the other',
  question: 'Which takes longer?',
  arms: [arm('raw/in-memory', 'Raw'), arm('one/in-memory', 'One'), arm('other/in-memory', 'Other')],
  floor: 'raw/in-memory',
  reference: 'other/in-memory',
  subjects: ['one/in-memory'],
  margin: 0.05,
  deadlineMs: 1000,
  workloads: [
    {
      id: 'work',
      label: '4 calls | in a row',
      question: 'How long does a call take?',
      warmUp: [],
      operations: Array.from({ length: 4 }, () => () => Promise.resolve()),
      check: () => Promise.resolve(undefined),
    },
  ],
};

/** Time of an operation of each arm, in µs. */
const paceUs: Record<string, number> = {
  'raw/in-memory': 1000,
  'one/in-memory': 3000,
  'other/in-memory': 2000,
  [TWIN]: 2000,
};

/** A record in which every arm keeps its pace but for a wobble of a per cent or two. */
export function recordFor(
  rounds: number,
  change: (block: Block) => Block = (same) => same,
): MeasuredRecord {
  const arms = Object.keys(paceUs);
  const record = madeUpRecord({
    arms,
    workloads: ['work'],
    rounds,
    clockStepUs: 5,
    block: ({ arm: id, round }) => {
      const wobble = 1 + (((round * 7 + arms.indexOf(id) * 3) % 5) - 2) / 200;
      return {
        connectUs: 5000,
        samplesUs: Array.from({ length: 4 }, () => Math.round((paceUs[id] ?? 0) * wobble)),
        frames: { out: 4, in: 4 },
        bytes: { out: 400, in: 160 },
        roundTrips: 4,
        extensions: 'permessage-deflate',
      };
    },
  });
  return {
    ...record,
    study: study.id,
    startedAt: '2026-11-21T14:22:09.123Z',
    seed: 7,
    environment: {
      ...record.environment,
      origin: 'http://localhost:8788',
      runtime: 'Chromium 156',
      versions: { one: '1.0.0' },
      commit: '0123456789abcdef',
      dirty: true,
    },
    blocks: record.blocks.map(change),
  };
}

/** What is shown of a record. */
export function shownOf(
  record: MeasuredRecord,
  end: RunEnded = { type: 'complete', because: 'rounds' },
): Result {
  return resultOf({
    study,
    record,
    end,
    maxMs: 600_000,
    isolated: true,
    quoted: {
      ratios: [
        {
          workload: 'work',
          arm: 'one/in-memory',
          label: 'One, as its source calls it',
          ratio: 1.42,
        },
      ],
      setting: 'wrangler-dev',
      runtime: 'Node.js 22',
    },
  });
}
