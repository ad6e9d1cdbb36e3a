/** Pages of entries with a record made up of what a test says, and their tables and figures as tests read them. */
import type { Figure } from '../../figures/figure.ts';
import { textsOutside, WIDTHS } from '../../figures/testing/drawing.ts';
import { spaced } from '../../report/table.ts';
import { madeUpSessions, type MadeUpSessions } from '../../harness/testing/fixture.ts';
import type { StudyOutline } from '../../harness/plan/index.ts';
import { analyse } from '../../harness/statistics/index.ts';
import { runName } from '../../journal/runs.ts';
import { armNames } from '../../report/words.ts';
import { findOutline } from '../../studies/outlines.ts';
import { study as processes } from '../../studies/kkrpc-transports/study.ts';
import type { Table, View } from '../view.ts';
import { viewsOf } from '../views/index.ts';
import type { ViewPage } from '../views/page.ts';

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
  const found = viewsOf(page).find((view) => view.id === id);
  if (found === undefined) throw new Error(`expected the view ${id}`);
  return found;
}

const arm = (id: string, label: string) => ({ id, label, system: id.replace(/\/.*/, '') });

/** A study of gRPC servers by a few names, for views of its records. */
export const grpcStudy: StudyOutline = {
  ...findOutline('grpc-go-vs-lisp'),
  arms: [
    arm('tcp/go', 'TCP by hand, Go'),
    arm('grpc-go', 'grpc-go'),
    arm('grpc-go/nodelay', 'grpc-go, split frames, TCP_NODELAY'),
    arm('grpc-go/nagle', 'grpc-go, split frames, no TCP_NODELAY'),
    arm('outside:mine/as-it-stands', 'mine, as it stands'),
  ],
  baseline: 'tcp/go',
  reference: 'grpc-go',
  subjects: ['outside:mine/as-it-stands'],
};

/** The texts of a table’s rows with plain spaces; each group begins with its heading, if it has one. */
export const groupsOf = ({ groups }: Pick<Table, 'groups'>): string[][][] =>
  groups.map(({ heading, rows }) => [
    ...(heading === undefined ? [] : [[spaced(heading)]]),
    ...rows.map((row) => row.map(({ text }) => spaced(text))),
  ]);

/** The same without headings, as rows alone. */
export const rowsOf = ({ groups }: Pick<Table, 'groups'>): string[][] =>
  groups.flatMap(({ rows }) => rows.map((row) => row.map(({ text }) => spaced(text))));

/** The figure of a view for a phone and for a page. @throws where a text lies outside of it */
export function drawingsOf({ figure }: View): readonly [narrow: Figure, wide: Figure] {
  if (figure === undefined) throw new Error('expected a figure');
  const draw = (width: number): Figure => {
    const drawn = figure(width);
    const outside = textsOutside(drawn);
    if (outside.length > 0)
      throw new Error(`got texts outside of the figure: ${outside.join('; ')}`);
    return drawn;
  };
  return [draw(WIDTHS[0]), draw(WIDTHS[1])];
}
