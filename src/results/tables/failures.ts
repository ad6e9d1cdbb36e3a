/** The tables of failures, and the questions that their record answers for the overview, the matrix and `/choose/`. */
import { formatQuantity, measured } from '../numbers/quantity.ts';
import { findSystem, findIn } from '../../libraries/systems/index.ts';
import { systemCell } from '../names.ts';
import { column, type LibraryCell, type Table, tableOf, type TextCell } from './table.ts';
import { configurations, failures, findConfiguration } from '../../matrix/failures/cases.ts';
import type {
  Endings,
  FailureResult,
  FailureSummary,
  Times,
} from '../../matrix/failures/record.ts';
import type { FeatureCell } from '../../matrix/features.ts';

/** A time after a failure. Many clients share two processors here, so that nothing below a second is told apart. */
export const timeText = (ms: number): string =>
  ms < 1000 ? 'within 1 s' : formatQuantity(measured(ms / 1000, 's'));

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
function noticedCell(row: FailureSummary, limitMs: number): TextCell {
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
function configurationCell(id: string): LibraryCell {
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

/** The failure that tells whether a library notices a dead connection. */
const SILENT = 'stop';
const STUDY = '/studies/failures/';

interface FailureQuestion {
  id: string;
  question: string;
  /** Short enough for the head of a column. */
  label: string;
  /** Failures in which it has to hold. */
  failures: readonly string[];
  /** True where it held in every trial; undefined where it makes no sense. */
  holds: (row: FailureSummary) => boolean | undefined;
}

/** The failures that close the connection and leave the server as it is. */
const closing = failures.flatMap(({ id, group }) => (group === 'closed' ? [id] : []));

const worked = ({ works }: FailureSummary): boolean => works.never === 0;

export const failureQuestions: readonly FailureQuestion[] = [
  {
    id: 'notices',
    question: 'Does the program learn within 120 s that nothing arrives any more?',
    label: 'Notices silence',
    failures: [SILENT],
    holds: ({ noticed }) => noticed.never === 0,
  },
  {
    id: 'silent-works',
    question: 'Does the same client work again within 120 s after its connection fell silent?',
    label: 'Works again after silence',
    failures: [SILENT],
    holds: worked,
  },
  {
    id: 'closed-works',
    question: 'Does the same client work again after its connection was closed?',
    label: 'After a close',
    failures: closing,
    holds: worked,
  },
  {
    id: 'restart-works',
    question: 'Does the same client work again after the server was killed and started again?',
    label: 'After a restart',
    failures: ['restart'],
    holds: worked,
  },
  {
    id: 'pending-ends',
    question: 'Does a pending call end when the connection is closed?',
    label: 'Pending calls end',
    failures: closing,
    holds: ({ pending }) => pending.never === 0,
  },
  {
    id: 'once',
    question: 'Does no call run twice, pending or made as the connection fails?',
    label: 'No call runs twice',
    failures: failures.map(({ id }) => id),
    // Once its connection is closed, a pending call is answered only where it was made again.
    holds: ({ runs, pending, failure }) =>
      runs.more === 0 && !(closing.includes(failure) && pending.resolved > 0),
  },
  {
    id: 'subscription',
    question: 'Does a subscription go on by itself after the server was killed and started again?',
    label: 'Subscription goes on',
    failures: ['restart'],
    holds: ({ subscription: { delivers = 0, none = 0 }, trials }) =>
      none > 0 ? undefined : delivers === trials,
  },
];

/** The answer of one configuration. */
function answerOf(
  asked: FailureQuestion,
  configuration: string,
  result: FailureResult,
): FeatureCell {
  const href = `${STUDY}#${asked.failures[0]}`;
  const rows = result.rows.filter(
    (row) => row.configuration === configuration && asked.failures.includes(row.failure),
  );
  if (rows.length === 0) return { answer: 'not tested', href };
  const held = rows.map(asked.holds);
  if (held.includes(undefined)) return { answer: 'n/a', why: 'It has no subscriptions.', href };
  const failed = rows.filter((_, at) => held[at] === false);
  const [first] = failed;
  if (first === undefined) return { answer: 'yes', href };
  const label = failures.find(({ id }) => id === first.failure)?.label ?? first.failure;
  return { answer: 'no', why: `Not after: ${label}.`, href: `${STUDY}#${first.failure}` };
}

/** The answers of a library’s usual configuration, and of the first one that has a yes. */
function answersOf(asked: FailureQuestion, system: string, result: FailureResult) {
  const own = configurations.filter((each) => each.system === system);
  const answers = own.map(({ id, setup }) => ({ setup, cell: answerOf(asked, id, result) }));
  return { usual: answers[0], remedy: answers.find(({ cell }) => cell.answer === 'yes') };
}

/** The answer of a library: partly where only a documented option makes it so. */
export function libraryAnswer(
  asked: FailureQuestion,
  system: string,
  result: FailureResult,
): FeatureCell {
  const { usual, remedy } = answersOf(asked, system, result);
  if (usual === undefined) return { answer: 'not tested' };
  if (usual.cell.answer !== 'no' || remedy === undefined) return usual.cell;
  return { ...usual.cell, answer: 'partly', why: `Only with ${remedy.setup}.` };
}

/** The time in which a library notices a dead connection, by the option that helps if its default never does. */
export function deadConnectionCell(system: string, result: FailureResult): TextCell | undefined {
  const own = configurations.flatMap((each) => {
    const row = result.rows.find(
      ({ configuration, failure }) => configuration === each.id && failure === SILENT,
    );
    return each.system === system && row
      ? [{ ...each, cell: noticedCell(row, result.limitMs) }]
      : [];
  });
  const [usual] = own;
  if (usual?.cell.text !== 'never') return usual?.cell;
  const remedy = own.find(({ cell }) => cell.text !== 'never');
  if (remedy === undefined) return { text: 'never', note: usual.cell.note };
  return { text: remedy.cell.text, note: `with ${remedy.setup}` };
}

/** The answer to whether a client works again after silence, with the documented option that this takes. */
export function survivesSilence(
  system: string,
  result: FailureResult,
): FeatureCell & { takes?: string } {
  const asked = findIn('question', failureQuestions, 'silent-works');
  const { usual, remedy = usual } = answersOf(asked, system, result);
  if (usual === undefined || remedy === undefined) return { answer: 'not tested' };
  return remedy === usual ? usual.cell : { ...remedy.cell, takes: remedy.setup };
}

/** Every configuration with its answers. */
export function overviewTable(result: FailureResult): Table {
  return tableOf(result.configurations, {
    caption: 'What each library does when a connection fails',
    columns: [
      column('library', 'Library', configurationCell),
      ...failureQuestions.map((asked) =>
        column('feature', asked.label, (id: string) => answerOf(asked, id, result)),
      ),
    ],
  });
}
