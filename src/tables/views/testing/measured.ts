/** Pages of entries with a record made up of what a test says. */
import { madeUpSessions, type MadeUpSessions } from '../../../harness/testing/fixture.ts';
import type { StudyOutline } from '../../../harness/plan/index.ts';
import { analyse } from '../../../harness/statistics/index.ts';
import { runName } from '../../../journal/runs.ts';
import { armNames } from '../../../report/words.ts';
import { study as processes } from '../../../studies/kkrpc-transports/study.ts';
import type { View } from '../../view.ts';
import { viewsOf } from '../index.ts';
import type { ViewPage } from '../page.ts';

type Views = ViewPage['entry']['data']['views'];
type Made = Omit<MadeUpSessions, 'sessions'>;

/** @param made what its record is made of; sessions differ a little, so that there are intervals */
export function measuredPage(study: StudyOutline, views: Views, made: Made): ViewPage {
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

/** A page of the study of processes. */
export function processesPage(views: Views, made: Made): ViewPage {
  return measuredPage(processes, views, made);
}

/** @throws when the page has no such view */
export function viewIn(page: ViewPage, id: string): View {
  const found = viewsOf(page, { ...page, runs: [] }).find((view) => view.id === id);
  if (found === undefined) throw new Error(`expected the view ${id}`);
  return found;
}
