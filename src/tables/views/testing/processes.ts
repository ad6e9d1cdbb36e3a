/** A page of the study of processes, with a record made up of what a test says. */
import { madeUpSessions, type MadeUpSessions } from '../../../harness/testing/fixture.ts';
import { analyse } from '../../../harness/statistics/index.ts';
import { runName } from '../../../journal/runs.ts';
import { armNames } from '../../../report/words.ts';
import { study } from '../../../studies/kkrpc-transports/study.ts';
import type { ViewPage } from '../page.ts';

/** @param made what its record is made of; sessions differ a little, so that there are intervals */
export function processesPage(
  views: ViewPage['entry']['data']['views'],
  made: Omit<MadeUpSessions, 'sessions'>,
): ViewPage {
  const record = { ...madeUpSessions({ ...made, sessions: 8 }), study: study.id };
  const names = armNames(study);
  const run = {
    id: `${study.id}/one`,
    record,
    name: runName(record),
    analysis: analyse(record, study),
  };
  return {
    ...{ study, names, quoted: [], runs: [run] },
    reference: names(study.reference).label,
    entry: { id: `${study.id}/entry`, data: { views } },
  };
}
