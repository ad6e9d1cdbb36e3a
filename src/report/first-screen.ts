/** The first screen of a result: the answer, the figure’s data, and why; from a finding alone. */
import { formatDay, formatDuration, formatRatio } from '../figures/format.ts';
import type { Study, StudyOutline } from '../harness/plan/index.ts';
import { answersOf, tallySentence, type WorkloadAnswer } from './answer.ts';
import { clientText } from './entry-answer.ts';
import type { Finding } from './finding.ts';
import {
  armsOf,
  type Beside,
  besideGroups,
  findingParty,
  keyOf,
  quotedParty,
  standInNote,
  withOriginal,
} from './parties.ts';
import { whyOf } from './result-figures.ts';
import type { QuotedContext } from './rows.ts';
import { armNames, countOf, placeOf, settingNames, spokenWorkload } from './words.ts';

/** Where and when somebody’s run was taken, in a sentence. */
export function originOf({ startedAt, environment }: Finding): string {
  const { platform } = environment;
  const client = `${clientText(environment.runtime)}${platform === undefined ? '' : ` on ${platform}`}`;
  return `Taken on ${formatDay(startedAt)} from ${client}, against ${settingNames[environment.setting]}.`;
}

/** Workloads that the first screen has room for; the others wait folded. */
const MOST_ROWS = 3;

/** Whose the finding is, which its lines begin with. */
const wheres = { yours: 'From here', theirs: 'From there' } as const;

/** One line of the answer, with what a source states of the same. */
interface AnswerLine extends WorkloadAnswer {
  quoted?: string;
}

export type FirstScreen = ReturnType<typeof firstScreenOf>;

/** @param whose the finding’s */
export function firstScreenOf<Operations>(
  study: Study<Operations>,
  finding: Finding,
  whose: keyof typeof wheres,
  { quoted, published, theirs }: Beside,
) {
  const named = withOriginal(study);
  const { arm, standIn, library } = armsOf(study, finding, published);
  const { subjects: chosen = [arm] } = finding.plan;
  const all = chosen.map((each) => answersOf(named, finding, wheres[whose], each));
  // Every subject that was asked for has its line in the first workload.
  const answers = finding.workloads.flatMap(({ id }) =>
    all.flatMap((own) => own.filter(({ workload }) => workload === id)),
  );
  const shown = answers.slice(0, Math.max(MOST_ROWS, chosen.length));
  const parties = [
    ...(quoted === undefined ? [] : [quotedParty(study, quoted)]),
    ...(published === undefined ? [] : [findingParty(published, 'published')]),
    ...(theirs === undefined ? [] : [findingParty(theirs, 'theirs')]),
    findingParty(finding, whose),
  ];
  const groups = besideGroups(named, finding, parties);
  // What a source states of a library stands beside the library alone.
  const isStandIn = study.original !== undefined && arm === standIn;
  return {
    answers: isStandIn ? (shown as AnswerLine[]) : withQuoted(shown, quoted, standIn),
    /** How the published library stands to what was called in its place; undefined where that is the library. */
    note:
      published && library !== undefined && arm !== library
        ? standInNote(published, { standIn, library })
        : undefined,
    /** How the workloads came out that have no line of their own; undefined where there are none. */
    tally:
      answers.length > shown.length
        ? all.map((own) => tallySentence(named, own, false)).join(' ')
        : undefined,
    /** What the undecided would take; undefined where all is decided, or nothing was to be. */
    open: openSentence(named, finding),
    /** Whose each mark of the figure is. */
    key: keyOf(parties, groups),
    figure: {
      ...{ groups, title: figureTitle(answers[0]) },
      reference: armNames(named)(study.reference).spoken,
    },
    why: whyOf(study, finding),
  };
}

/** Each answer with what a source states of the same. Where it was taken stands in the first; the others repeat it. */
function withQuoted(
  answers: readonly WorkloadAnswer[],
  quoted: QuotedContext | undefined,
  of: string,
): AnswerLine[] {
  let told = false;
  return answers.map((answer) => {
    const stated = quoted?.ratios.find(
      ({ workload, arm }) => workload === answer.workload && arm === of,
    );
    if (quoted === undefined || stated === undefined) return answer;
    const place = told ? '' : ` ${placeOf(quoted.setting)}`;
    told = true;
    return { ...answer, quoted: `Quoted${place}: ${formatRatio(stated.ratio)}.` };
  });
}

/** The figure’s title states what it shows first. */
function figureTitle(first: WorkloadAnswer | undefined): string {
  return first?.sentence.replace(/\.$/, '') ?? 'No ratio counted';
}

/** Most workloads that are named among the undecided. */
const MOST_NAMED = 3;

/** How many of all subjects’ comparisons are undecided and where, and the time that everything needs together. */
function openSentence(
  { subjects, ...study }: StudyOutline,
  { end, workloads }: Finding,
): string | undefined {
  const open = workloads.flatMap(({ id, ratios }) => {
    const own = ratios.filter(
      ({ arm, verdict }) => verdict === 'undecided' && subjects.includes(arm),
    );
    const neededMs = Math.max(0, ...own.map((each) => each.neededMs ?? 0));
    return own.length === 0 ? [] : [{ id, count: own.length, neededMs }];
  });
  if (open.length === 0 || end !== 'complete') return undefined;
  const count = open.reduce((sum, each) => sum + each.count, 0);
  const needed = open.reduce((sum, { neededMs }) => sum + neededMs, 0);
  const named = open.slice(0, MOST_NAMED).map(({ id }) => spokenWorkload(study, id));
  const rest = open.length - named.length;
  const where = [...named, ...(rest === 0 ? [] : [countOf(rest, 'more workload')])];
  const [are, them] = count === 1 ? ['is', 'it'] : ['are', 'them'];
  const settles = needed === 0 ? '' : `; ${formatDuration(needed)} more may settle ${them}`;
  const list = new Intl.ListFormat('en-GB').format(where.map((each) => each.replace(/,$/, '')));
  return `${countOf(count, 'comparison')} ${are} undecided (${list})${settles}.`;
}

/** The answer as lines of text. */
export function answerLines({ answers, tally, open }: FirstScreen): string[] {
  const lines = answers.map(({ sentence, quoted }) => [sentence, quoted].filter(isText).join(' '));
  return [...lines, tally, open].filter(isText);
}

function isText(text: string | undefined): text is string {
  return text !== undefined;
}
