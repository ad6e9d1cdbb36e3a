/** The first screen of a result: the answer, the figure’s data, and why; from a finding alone. */
import { type BesideData, type BesideValue, type Whose, whoseNames } from '../figures/beside.ts';
import { formatDay, formatDuration, formatRatio } from '../figures/format.ts';
import type { Study, StudyOutline } from '../harness/plan/index.ts';
import type { FlatRatio } from '../harness/statistics/index.ts';
import { answersOf, headlineOf, tallySentence, type WorkloadAnswer } from './answer.ts';
import { clientText, placeText } from './entry-answer.ts';
import type { Finding } from './finding.ts';
import { whyOf } from './result-figures.ts';
import type { QuotedContext } from './rows.ts';
import { armNames, countOf, placeOf, settingNames, workloadNames } from './words.ts';

/** One party’s ratios, with whose implementation it ran and where. */
export interface Party {
  whose: Whose;
  /** `Lumenize RPC, the published library, under wrangler dev`. */
  name: string;
  ratios: ReadonlyArray<FlatRatio & { workload: string; arm: string }>;
  /** The arm of its ratios and its system, where that is none that a run could have. */
  other?: { arm: string; system: string };
}

type Names = Pick<StudyOutline, 'arms' | 'reference'>;

/** What a source states of an arm; of what it measured instead, where that runs nowhere. */
export function quotedParty(study: Names, { setting, ratios }: QuotedContext, arm: string): Party {
  const absent = ratios.find((each) => !study.arms.some(({ id }) => id === each.arm));
  if (absent !== undefined) {
    const other = { arm: absent.arm, system: armNames(study)(absent.arm).system };
    return { whose: 'quoted', name: `${absent.label}, ${placeOf(setting)}`, ratios, other };
  }
  const { label, library } = quotedName(study, arm);
  return { whose: 'quoted', name: `${label}, ${library}${placeOf(setting)}`, ratios };
}

/** What ran at the source: other code than here where the arm has another name there. */
function quotedName({ arms }: Names, arm: string): { label: string; library: string } {
  const found = arms.find(({ id }) => id === arm);
  const { quotedLabel, label = arm } = found ?? {};
  return {
    label: quotedLabel ?? label,
    library: quotedLabel === undefined ? '' : 'the published library, ',
  };
}

/** What a run found. Of those that came by a link the day is told; the journal has that of the others. */
export function findingParty(
  study: Names,
  { startedAt, environment, workloads }: Finding,
  whose: Exclude<Whose, 'quoted'>,
  arm: string,
): Party {
  const where = `${lower(placeText(environment))}, from ${clientText(environment.runtime)}`;
  const { label } = armNames(study)(arm);
  const day = whose === 'theirs' ? `, ${formatDay(startedAt)}` : '';
  const name = whose === 'yours' ? `${label}, from here` : `${label}, ${where}${day}`;
  const ratios = workloads.flatMap(({ id, ratios: own }) =>
    own.map(({ arm: of, ratio, low, high }) => ({ workload: id, arm: of, ratio, low, high })),
  );
  return { whose, name, ratios };
}

/** Where and when somebody’s run was taken, in a sentence. */
export function originOf({ startedAt, environment }: Finding): string {
  const { platform } = environment;
  const client = `${clientText(environment.runtime)}${platform === undefined ? '' : ` on ${platform}`}`;
  return `Taken on ${formatDay(startedAt)} from ${client}, against ${settingNames[environment.setting]}.`;
}

/** The place of a run that is still to come. */
export function openParty(study: Names, arm: string): Party {
  return { whose: 'yours', name: `${armNames(study)(arm).label}, from here`, ratios: [] };
}

/** Key of the figure: each party’s short name and what it stands for. */
export function keyOf(
  parties: readonly Party[],
): Array<{ whose: Whose; short: string; name: string; system?: string }> {
  return parties.map(({ whose, name, other }) => ({
    ...{ whose, short: whoseNames[whose], name },
    ...(other && { system: other.system }),
  }));
}

/** The figure’s data but for title and width: a row for each workload, in it each party that has it. */
export function besideRows(
  study: StudyOutline,
  parties: readonly Party[],
  workloads: readonly string[],
  arm: string,
): Omit<BesideData, 'title' | 'width'> {
  const names = armNames(study);
  const label = workloadNames(study);
  const { spoken, system } = names(arm);
  const rows = workloads.map((workload) => ({
    heading: label(workload),
    values: parties.flatMap(({ whose, ratios, other }): BesideValue[] => {
      const of = other?.arm ?? arm;
      const found = ratios.find((each) => each.workload === workload && each.arm === of);
      if (found === undefined) return whose === 'yours' && ratios.length === 0 ? [{ whose }] : [];
      const { ratio, low, high } = found;
      return [{ whose, ratio, low, high, ...(other && { system: other.system }) }];
    }),
  }));
  const { margin, reference } = study;
  return { rows, system, arm: spoken, reference: names(reference).spoken, margin };
}

function lower(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** Workloads that the first screen has room for; the others wait folded. */
export const MOST_ROWS = 3;

/** What a finding is set beside, as far as it is there. */
export interface Beside {
  quoted?: QuotedContext | undefined;
  /** What was measured here. */
  published?: Finding | undefined;
  /** Somebody’s, that came by a link. */
  theirs?: Finding | undefined;
}

/** Longest wait that a reader is told of, in ms. */
const LONGEST_WAIT_MS = 10 * 60_000;

/** Whose the finding is, which its sentences begin with. */
const wheres = { yours: 'From here', theirs: 'From there', published: 'Measured here' } as const;

/** One sentence of the answer, with what a source states of the same. */
interface AnswerLine extends WorkloadAnswer {
  quoted?: string;
}

export type FirstScreen = ReturnType<typeof firstScreenOf>;

/**
 * @param whose the finding’s; `published` for a page that shows no other
 * @param most workloads that are shown
 */
export function firstScreenOf<Operations>(
  study: Study<Operations>,
  finding: Finding,
  whose: keyof typeof wheres,
  { quoted, published, theirs }: Beside,
  most = MOST_ROWS,
) {
  const arm = headlineOf(study, finding) ?? study.subjects[0] ?? '';
  const answers = answersOf(study, finding, wheres[whose]);
  const shown = answers.slice(0, most);
  const workloads = shown.map(({ workload }) => workload);
  const parties: Party[] = [
    ...(quoted === undefined ? [] : [quotedParty(study, quoted, arm)]),
    ...(published === undefined ? [] : [findingParty(study, published, 'published', arm)]),
    ...(theirs === undefined ? [] : [findingParty(study, theirs, 'theirs', arm)]),
    whose === 'published' ? openParty(study, arm) : findingParty(study, finding, whose, arm),
  ];
  const open = answers.filter(({ outcome }) => outcome === 'undecided');
  return {
    answers: withQuoted(study, shown, quoted),
    /** How the workloads came out that have no sentence of their own; undefined where there are none. */
    tally: answers.length > shown.length ? tallySentence(study, answers) : undefined,
    /** What the undecided would take; undefined where all is decided, or the count has said it. */
    open: answers.length > shown.length ? undefined : openSentence(finding, open),
    /** What each row of the figure stands for. */
    key: keyOf(parties),
    figure: { ...besideRows(study, parties, workloads, arm), title: figureTitle(answers[0]) },
    why: whyOf(study, finding),
  };
}

/** Each answer with what a source states of it. Whose figure that is stands in the first; the others repeat it. */
function withQuoted(
  { arms }: Pick<StudyOutline, 'arms'>,
  answers: readonly WorkloadAnswer[],
  quoted: QuotedContext | undefined,
): AnswerLine[] {
  let told = false;
  return answers.map((answer) => {
    const stated = quoted?.ratios.find(
      ({ workload, arm }) => workload === answer.workload && arm === answer.arm,
    );
    if (quoted === undefined || stated === undefined) return answer;
    const isOther = arms.some(({ id, quotedLabel }) => id === answer.arm && quotedLabel);
    const place = placeOf(quoted.setting);
    const source = told ? '' : isOther ? `, published library ${place}` : ` ${place}`;
    told = true;
    return { ...answer, quoted: `Quoted${source}: ${formatRatio(stated.ratio)}.` };
  });
}

/** The figure’s title states what it shows first. */
function figureTitle(first: WorkloadAnswer | undefined): string {
  return first?.sentence.replace(/\.$/, '') ?? 'No ratio counted';
}

function openSentence({ end }: Finding, open: readonly WorkloadAnswer[]): string | undefined {
  if (open.length === 0 || end !== 'complete') return undefined;
  const needed = Math.max(...open.map(({ found }) => found.neededMs ?? 0));
  const what = `${countOf(open.length, 'comparison')} ${open.length === 1 ? 'is' : 'are'} undecided`;
  // Who would have to wait that long is told only that it is undecided.
  return needed === 0 || needed > LONGEST_WAIT_MS
    ? `${what}.`
    : `${what}; ${formatDuration(needed)} more may settle ${open.length === 1 ? 'it' : 'them'}.`;
}

/** The answer as lines of text. */
export function answerLines({ answers, tally, open }: FirstScreen): string[] {
  const lines = answers.map(({ sentence, quoted }) => [sentence, quoted].filter(isText).join(' '));
  return [...lines, tally, open].filter(isText);
}

function isText(text: string | undefined): text is string {
  return text !== undefined;
}
