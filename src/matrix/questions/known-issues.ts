/** Public reports about the libraries, each tied to a question or a workload that shows it, and what has become of it. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { readAs } from '../../core/record/index.ts';
import { findStudy } from '../../libraries/studies/index.ts';
import { allSystems, findIn } from '../../libraries/systems/index.ts';
import { allProbes, type WordedProbe } from './groups.ts';
import { results } from './outcome.ts';
import type { RecordedResult } from './recorded.ts';

/** Path of the reports, from the root of the repository. */
export const ISSUES = 'content/issues.yaml';

const text = z.string().min(1);

const stateSchema = z.enum(['still so', 'mended in our version', 'not reproducible here']);
type IssueState = z.infer<typeof stateSchema>;

const reportSchema = z.strictObject({
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/, { error: 'expected owner/name' }),
  number: z.int().min(1),
  kind: z.enum(['issue', 'pull']).default('issue'),
  /** Ids of the libraries that it is about. */
  systems: z.array(text).min(1),
  /** The report in a sentence of our own. */
  says: text,
  /** Versions that it speaks of, if it names any. */
  versions: text.optional(),
  /** The advice, in a sentence or two. */
  instead: text,
  shownBy: z.union(
    [
      z.strictObject({ question: text }),
      z.strictObject({ study: text, workload: text }),
      // A study with a command of its own; a test asks its newest result for the state.
      z.strictObject({ page: z.string().startsWith('/studies/'), label: text, state: stateSchema }),
    ],
    { error: 'expected a question, a study and a workload, or a page, its label and a state' },
  ),
  /** Answers to the question that show it. */
  seenAs: z.array(z.enum(results)).min(1).default(['fail', 'partly']),
  /** Why nothing here can show whether it is still so, in a sentence. */
  notHere: text.optional(),
});

const issuesSchema = z.strictObject({
  /** The day on which they were sought. */
  sought: z.iso.date(),
  /** The queries by which they were sought, of each library: one at least for each of the four subjects. */
  queries: z.record(z.string(), z.array(text).min(4)),
  issues: z.array(reportSchema),
});

export type KnownIssue = z.infer<typeof reportSchema>;
export type KnownIssues = z.infer<typeof issuesSchema>;

/** @throws Error naming the file and the field, with the value got and what was expected */
export function readIssues(yaml: string, file = ISSUES): KnownIssues {
  const read = readAs(issuesSchema, parse(yaml), file);
  for (const system of Object.keys(read.queries)) {
    findIn(`${file} queries`, allSystems, system);
  }
  const names = new Set<string>();
  for (const issue of read.issues) {
    const name = nameOf(issue);
    if (names.has(name)) throw new Error(`${file}: got ${name} twice, expected each report once`);
    names.add(name);
    checkTies(issue, read, `${file} ${name}`);
  }
  return read;
}

let known: KnownIssues | undefined;

/** The reports of this repository, read once. @throws Error as {@link readIssues} does */
export function knownIssues(): KnownIssues {
  known ??= readIssues(readFileSync(ISSUES, 'utf8'));
  return known;
}

/** Every id that a report names is one that there is. */
function checkTies({ systems, notHere, ...issue }: KnownIssue, all: KnownIssues, at: string): void {
  for (const system of systems) {
    findIn(`${at} systems`, allSystems, system);
    findIn(`${at} systems`, Object.keys(all.queries).map(idOnly), system);
  }
  const tie = shownBy(issue);
  if (!('study' in tie) || notHere !== undefined) return;
  throw new Error(
    `${at} notHere: got nothing, expected why ${tie.workload.id} of ${tie.study.id} shows neither yes nor no`,
  );
}

const idOnly = (id: string) => ({ id });

/** The question, workload or page that shows a report. @throws RangeError naming the ids there are */
export function shownBy(
  issue: Pick<KnownIssue, 'shownBy' | 'repository' | 'number'>,
):
  | { question: WordedProbe }
  | { study: ReturnType<typeof findStudy>; workload: { id: string; label: string } }
  | { page: string; label: string } {
  const { shownBy: tie } = issue;
  if ('page' in tie) return tie;
  const at = `${ISSUES} ${nameOf(issue)}`;
  if ('question' in tie) return { question: findIn(`${at} question`, allProbes, tie.question) };
  const study = findStudy(tie.study);
  return { study, workload: findIn(`${at} workload`, study.workloads, tie.workload) };
}

/** `cloudflare/capnweb#265` */
export const nameOf = ({ repository, number }: Pick<KnownIssue, 'repository' | 'number'>) =>
  `${repository}#${number}`;

export const addressOf = ({ repository, number, kind }: KnownIssue): string =>
  `https://github.com/${repository}/${kind === 'pull' ? 'pull' : 'issues'}/${number}`;

type Answer = Pick<RecordedResult, 'probe' | 'system' | 'result'>;

/** The state of a report on a library, from the library’s answers. */
export function stateOf(
  { shownBy: tie, seenAs, notHere }: Pick<KnownIssue, 'shownBy' | 'seenAs' | 'notHere'>,
  system: string,
  answers: readonly Answer[],
): IssueState {
  if ('page' in tie) return tie.state;
  const answer =
    'question' in tie && notHere === undefined
      ? answers.find((each) => each.probe === tie.question && each.system === system)
      : undefined;
  if (answer === undefined || answer.result === 'not-applicable') return 'not reproducible here';
  return seenAs.includes(answer.result) ? 'still so' : 'mended in our version';
}

/** A report on one library, and what has become of it. */
export interface FoundIssue {
  /** `cloudflare/capnweb#265` */
  report: string;
  system: string;
  /** The question that shows it; absent if a study does. */
  question?: string;
  state: IssueState;
  /** The state from the recorded answers, if it is another. */
  was?: IssueState;
}

/**
 * The reports whose questions a run put to their libraries, or all of them.
 *
 * @param complete whether the run was of all questions, so that those that no answer can show are named too
 */
export function foundIssues(
  issues: readonly KnownIssue[],
  recorded: readonly Answer[],
  found: readonly Answer[],
  complete: boolean,
): FoundIssue[] {
  const asked = new Set(found.map(({ probe, system }) => `${probe} ${system}`));
  return issues.flatMap((issue) => {
    const question = 'question' in issue.shownBy ? issue.shownBy.question : undefined;
    const systems = issue.systems.filter((id) => complete || asked.has(`${question} ${id}`));
    return systems.map((system): FoundIssue => {
      const state = stateOf(issue, system, found);
      const was = stateOf(issue, system, recorded);
      const changedFrom = was === state ? undefined : was;
      return { report: nameOf(issue), system, question, state, was: changedFrom };
    });
  });
}
