/** Questions that the record of failures answers: for the study’s overview, the matrix and `/choose/`. */
import type { FeatureCell } from '../../matrix/features.ts';
import { column, type Table, tableOf, type TextCell } from './table.ts';
import { findIn } from '../../libraries/systems/index.ts';
import { configurations, failures } from '../../matrix/failures/cases.ts';
import type { FailureResult, FailureSummary } from '../../matrix/failures/result.ts';
import { configurationCell, noticedCell } from './failures.ts';

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

/** The answer of a library: partly where only a documented option makes it so. */
export function libraryAnswer(
  asked: FailureQuestion,
  system: string,
  result: FailureResult,
): FeatureCell {
  const own = configurations.filter((each) => each.system === system);
  const [usual, ...others] = own.map(({ id }) => answerOf(asked, id, result));
  if (usual === undefined) return { answer: 'not tested' };
  const remedy = own[1 + others.findIndex(({ answer }) => answer === 'yes')];
  if (usual.answer !== 'no' || remedy === own[0] || remedy === undefined) return usual;
  return { ...usual, answer: 'partly', why: `Only with ${remedy.setup}.` };
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
  const own = configurations.filter((each) => each.system === system);
  const answers = own.map(({ id, setup }) => ({ ...answerOf(asked, id, result), setup }));
  const [usual] = answers;
  if (usual === undefined) return { answer: 'not tested' };
  const { setup, ...found } = answers.find(({ answer }) => answer === 'yes') ?? usual;
  return setup === usual.setup ? found : { ...found, takes: setup };
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
