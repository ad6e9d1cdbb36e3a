/** The tables of failures: what each library notices and does, in words and times. */
import { formatQuantity } from '../numbers/quantity.ts';
import { findSystem } from '../../libraries/systems/index.ts';
import { systemCell } from '../names.ts';
import { column, type LibraryCell, type Table, tableOf, type TextCell } from './table.ts';
import { configurations, failures, findConfiguration } from '../../matrix/failures/cases.ts';
import type {
  Endings,
  FailureResult,
  FailureSummary,
  Times,
} from '../../matrix/failures/result.ts';

/** A time after a failure. Many clients share two processors here, so that nothing below a second is told apart. */
export const timeText = (ms: number): string =>
  ms < 1000 ? 'within 1 s' : formatQuantity({ value: ms / 1000, unit: 's', from: 'measured' });

const joined = (...texts: ReadonlyArray<string | false>): string =>
  texts.filter(Boolean).join(', ');

/** The median, with the worst under it, and how often it did not happen. */
function timesCell({ median, worst, never }: Times, trials: number, limitMs: number): TextCell {
  if (never === trials) return { text: 'never', note: `tried ${timeText(limitMs)}`, wrong: true };
  const often = never > 0 && `never in ${never} of ${trials}`;
  if (median === null) return { text: 'mostly never', note: often || '', wrong: true };
  const note = joined(
    worst !== null && timeText(worst) !== timeText(median) && `worst ${timeText(worst)}`,
    often,
  );
  return { text: timeText(median), note: note !== '' ? note : undefined };
}

/** True where the connection outlived the failure: the pending call was answered, and nothing was rejected. */
const livedOn = ({ trials, noticed, pending, works }: FailureSummary): boolean =>
  noticed.never === trials && pending.resolved === trials && works.never === 0;

/** When a library noticed the failure. */
export function noticedCell(row: FailureSummary, limitMs: number): TextCell {
  if (livedOn(row)) return { text: 'nothing lost', muted: true };
  const { trials, noticed, pending } = row;
  if (noticed.median === null && noticed.never === pending.resolved) {
    return { text: `nothing lost in ${noticed.never} of ${trials}` };
  }
  return timesCell(row.noticed, row.trials, limitMs);
}

/** @throws Error where the failure was not tried on the configuration */
export function rowOf(
  { rows }: FailureResult,
  configuration: string,
  failure: string,
): FailureSummary {
  const found = rows.find(
    (each) => each.configuration === configuration && each.failure === failure,
  );
  if (found !== undefined) return found;
  throw new Error(`failures: got no ${failure} of ${configuration}, expected its trials`);
}

/** When a configuration first noticed a silent connection, for a sentence. */
export function noticedText(result: FailureResult, configuration: string): string {
  const { median, worst } = rowOf(result, configuration, 'stop').noticed;
  if (median === null || worst === null) return 'never';
  const [usual, last] = [timeText(median), timeText(worst)];
  return usual === last ? `after ${usual}` : `after ${usual} (worst ${last})`;
}

function endingsCell(endings: Endings, trials: number, limitMs: number): TextCell {
  const { resolved, rejected, never, message } = endings;
  const words = [
    resolved > 0 && `answered${resolved < trials ? ` in ${resolved} of ${trials}` : ''}`,
    rejected > 0 && `rejected${rejected < trials ? ` in ${rejected} of ${trials}` : ''}`,
  ];
  if (never === trials) return timesCell(endings, trials, limitMs);
  const { text, note = '' } = timesCell(endings, trials, limitMs);
  return {
    text: `${joined(...words)}: ${text}`,
    note: joined(note, rejected > 0 && message !== undefined && `“${message}”`),
  };
}

function worksCell({ works, trials, newClient }: FailureSummary, limitMs: number): TextCell {
  const { never } = works;
  if (never === 0) return timesCell(works, trials, limitMs);
  if (never === trials) {
    const note =
      newClient === never ? 'a new client does' : `a new client in ${newClient} of ${never}`;
    return { text: 'never', note, wrong: true };
  }
  return { ...timesCell(works, trials, limitMs), note: `never in ${never} of ${trials}` };
}

function runsCell({ runs: { none, once, more }, trials }: FailureSummary): TextCell {
  const parts = [
    [once, 'once'],
    [none, 'not at all'],
    [more, 'more than once'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0);
  const text = shown.map(([count, how]) =>
    count === trials ? how : `${how} in ${count} of ${trials}`,
  );
  return { text: text.join(', '), wrong: more > 0 ? true : undefined };
}

const subscriptionWords = {
  delivers: 'goes on',
  'lost-told': 'lost, the program is told',
  'lost-silent': 'lost silently',
  none: 'has none',
} as const;

function subscriptionCell({ subscription, trials }: FailureSummary): TextCell {
  const entries = Object.entries(subscription) as Array<[keyof typeof subscriptionWords, number]>;
  const text = entries.map(
    ([state, count]) =>
      `${subscriptionWords[state]}${count === trials ? '' : ` in ${count} of ${trials}`}`,
  );
  const only = entries.length === 1 ? entries[0]?.[0] : undefined;
  return {
    text: text[0] ?? '',
    note: text.slice(1).join(', '),
    muted: only === 'none' ? true : undefined,
    wrong: only === 'lost-silent' ? true : undefined,
  };
}

/** A configuration with its set-up, which leads to where its documentation says so. */
export function configurationCell(id: string): LibraryCell {
  const { system, setup } = findConfiguration(id);
  return { ...systemCell(findSystem(system)), note: setup !== 'default' ? setup : undefined };
}

/** A table for each failure that was tried. */
export function failureTables({ rows, failures: tried, limitMs }: FailureResult): Table[] {
  return failures
    .filter(({ id }) => tried.includes(id))
    .map(({ id, label }) =>
      tableOf(
        rows.filter(({ failure }) => failure === id),
        {
          caption: label,
          columns: [
            column('library', 'Library', ({ configuration }) => configurationCell(configuration)),
            column('text', 'Notices', (row) => noticedCell(row, limitMs)),
            column('text', 'Pending call', ({ pending, trials }) =>
              endingsCell(pending, trials, limitMs),
            ),
            column('text', 'Next call works', (row) => worksCell(row, limitMs)),
            column('text', 'Call at that moment was run', runsCell),
            column('text', 'Subscription', subscriptionCell),
          ],
        },
      ),
    );
}

/** The configurations, each with the page that documents it. */
export function setupTable(ids: readonly string[]): Table {
  return tableOf(
    configurations.filter(({ id }) => ids.includes(id)),
    {
      caption: 'Configurations',
      columns: [
        column('library', 'Library', ({ id }) => configurationCell(id)),
        column('text', 'How it is set up', ({ means }) => means.replaceAll('`', '')),
        column('text', 'Documentation', ({ href }) => ({ text: new URL(href).hostname, href })),
      ],
    },
  );
}
