/** The first screen of a result: the answer, the figure’s data, and why; from a finding alone. */
import { formatDay } from '../numbers/format.ts';
import type { Study } from '../harness/plan/index.ts';
import { answersOf } from './answer.ts';
import { clientText } from './entry-answer.ts';
import type { Finding } from './finding.ts';
import {
  type Beside,
  besideGroups,
  findingParty,
  keyOf,
  quotedParty,
  subjectIn,
  withOriginal,
} from './parties.ts';
import { whyOf } from './result-figures.ts';
import { armNames, settingNames } from './words.ts';

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

export type FirstScreen = ReturnType<typeof firstScreenOf>;

/** @param whose the finding’s */
export function firstScreenOf<Operations>(
  study: Study<Operations>,
  finding: Finding,
  whose: keyof typeof wheres,
  { quoted, published, theirs }: Beside,
) {
  const named = withOriginal(study);
  const { subjects: chosen = [subjectIn(study, finding)] } = finding.plan;
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
  return {
    answers: shown,
    /** Whose each mark of the figure is. */
    key: keyOf(parties, groups),
    figure: {
      ...{ groups, title: shown[0]?.sentence ?? 'Median times, in ms' },
      reference: armNames(named)(study.reference).spoken,
    },
    why: whyOf(study, finding),
  };
}

/** The answer as lines of text. */
export function answerLines({ answers }: FirstScreen): string[] {
  return answers.map(({ sentence }) => sentence);
}
