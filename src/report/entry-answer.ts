/**
 * The answer of an entry in a few lines, made from its records. What a run could not decide is said
 * to be undecided, what its A/A control moved to be noise.
 */
import { THIN } from '../numbers/format.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import { answersOf, implementationNote } from './answer.ts';
import type { Finding } from './finding.ts';
import { capital, type Place, placeOf } from './words.ts';

/** An answer ready to be shown. */
export interface Answer {
  /** The sentences one after the other. */
  text: string;
  /** Each with its full stop; they may stand under each other. */
  sentences: string[];
  /** Whose implementation a name stands for, in a sentence; absent where that goes without saying. */
  note?: string;
}

/** A place as the beginning of a sentence; a simulated network is what matters of it. */
export function placeText({ setting, network }: Place): string {
  return network === undefined ? capital(placeOf(setting)) : `${network.roundTripMs}${THIN}ms away`;
}

/** A client without its version: `Node.js`, `a browser`. */
export function clientText(runtime: string | undefined): string {
  const [, name] = /^(Node|Bun|Deno|Go)\b/.exec(runtime ?? '') ?? [];
  if (name === undefined) return 'a browser';
  return name === 'Node' ? 'Node.js' : name;
}

/**
 * What the records measured for an entry answer: the times of its main workload place by place. An entry that
 * brings contestants from outside was made for them, so that it is about them. Undefined where nothing is compared.
 */
export function answerOf(study: StudyOutline, findings: readonly Finding[]): Answer | undefined {
  const sentences = linesOf(study, findings);
  if (sentences.length === 0) return undefined;
  const note = implementationNote(
    study,
    findings.flatMap(({ plan }) => plan.arms),
  );
  return { sentences, text: sentences.join(' '), ...(note !== undefined && { note }) };
}

/** Most lines of an answer. */
const MOST_LINES = 4;

function linesOf(study: StudyOutline, findings: readonly Finding[]): string[] {
  const arm = subjectOf(study.subjects, findings);
  if (arm === undefined) return [];
  const having = findings.filter(({ plan }) => plan.arms.includes(arm));
  const all = having.flatMap((finding) => answersOf(study, finding, '', arm));
  const main = study.workloads.find(({ id }) => all.some(({ workload }) => workload === id))?.id;
  if (main === undefined) return [];
  const byPlace = [...Map.groupBy(having, ({ environment }) => placeText(environment))];
  return ends(byPlace)
    .flatMap(([place, own]) => placeLines(study, main, arm, place, own))
    .slice(0, MOST_LINES);
}

/**
 * The subject that all sentences are about, because each goes on from the one before it: the first
 * that every record has, else that any has.
 */
function subjectOf(subjects: readonly string[], findings: readonly Finding[]): string | undefined {
  const isIn = (arm: string) => (finding: Finding) => finding.plan.arms.includes(arm);
  return (
    subjects.find((id) => findings.every(isIn(id))) ??
    subjects.find((id) => findings.some(isIn(id)))
  );
}

/** The first and the last of several places: nearest and farthest, of a row of distances. */
function ends<Item>(items: readonly Item[]): Item[] {
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) return [];
  return items.length === 1 ? [first] : [first, last];
}

/** A line for the first run of each kind of client. */
function placeLines(
  study: StudyOutline,
  main: string,
  arm: string,
  place: string,
  findings: readonly Finding[],
): string[] {
  const byClient = Map.groupBy(findings, ({ environment }) => clientText(environment.runtime));
  return [...byClient].flatMap(([client, own]) => {
    const where = byClient.size > 1 ? `${place}, from ${client}` : place;
    const lines = own.flatMap((finding) => answersOf(study, finding, where, arm));
    return lines.find(({ workload }) => workload === main)?.sentence ?? [];
  });
}
