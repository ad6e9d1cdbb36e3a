/** A run that was kept, as if it had just finished; it does not go on. */
import type { SessionRecord } from '../../../harness/record/index.ts';
import type { RunEnded } from '../../../harness/run/index.ts';
import type { Ending } from '../../../report/finding.ts';
import type { Beside } from '../../../report/first-screen.ts';
import { resultOf } from '../../../report/model.ts';
import { findStudy } from '../../../studies/index.ts';
import { KEPT } from '../keep.ts';
import type { Finished } from '../status.ts';

/** @param ending how the run ended, which its record does not say */
export function finishedOf(record: SessionRecord, ending: Ending, beside: Beside): Finished {
  const study = findStudy(record.study);
  const { plan, seed, environment, startedAt } = record;
  const result = resultOf({ study, record, end: endOf(record, ending), beside });
  return {
    planned: {
      plan: { ...plan, study: study.id, seed },
      environment,
      startedAt: new Date(startedAt),
    },
    record,
    result: { ...result, canGoOn: false },
    kept: Promise.resolve(KEPT),
  };
}

function endOf({ plan }: SessionRecord, ending: Ending): RunEnded {
  switch (ending) {
    case 'cancelled':
      return { type: 'cancelled' };
    case 'lost':
      return { type: 'lost', why: 'it did not answer any more' };
    case 'complete':
      return { type: 'complete', because: plan.rule === 'fixed' ? 'rounds' : 'time' };
  }
}
