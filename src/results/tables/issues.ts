/** The public reports about a library as a table. */
import {
  addressOf,
  type KnownIssue,
  nameOf,
  shownBy,
  stateOf,
} from '../../matrix/questions/known-issues.ts';
import type { Recorded } from '../../matrix/questions/recorded.ts';
import { capitalized } from '../numbers/format.ts';
import { column, type Table, tableOf, type TextCell } from './table.ts';

/** A link to the proof of a report: the question that the library was asked, or the study. */
function tieOf(issue: KnownIssue, system: string): TextCell {
  const tie = shownBy(issue);
  if ('page' in tie) return { text: tie.label, href: tie.page };
  if ('question' in tie) {
    const { id, question } = tie.question;
    return { text: question, href: `/capabilities/#${id}--${system}` };
  }
  return { text: `${tie.study.title}: ${tie.workload.label}`, href: `/studies/${tie.study.id}/` };
}

/** A row for each report on a library, in the order of the file. */
export function issuesTable(
  system: { id: string; label: string },
  issues: readonly KnownIssue[],
  { results }: Pick<Recorded, 'results'>,
): Table {
  return tableOf(issues, {
    caption: `Known issues of ${system.label}`,
    columns: [
      column('text', 'Report', (issue) => ({
        text: nameOf(issue),
        href: addressOf(issue),
        note: issue.versions ? `Versions: ${issue.versions}` : undefined,
      })),
      column('text', 'What it says', ({ says }) => says),
      column('text', 'Here', (issue) => ({
        parts: [{ text: `${capitalized(stateOf(issue, system.id, results))}.` }],
        notes: [
          ...(issue.notHere === undefined ? [] : [[{ text: issue.notHere }]]),
          [tieOf(issue, system.id)],
        ],
      })),
      column('text', 'What to do instead', ({ instead }) => instead),
    ],
  });
}
