/** What a result is set beside, as the rows of one figure, each named by whose it is and where it ran. */
import { type BesideData, type BesideValue, type Whose, whoseNames } from '../figures/beside.ts';
import { formatDay } from '../figures/format.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import { clientText, placeText } from './entry-answer.ts';
import type { Finding } from './finding.ts';
import type { QuotedContext } from './ratios.ts';
import { armNames, placeOf, settingNames, workloadNames } from './words.ts';

/** One party’s ratios, with whose implementation it ran and where. */
export interface Party {
  whose: Whose;
  /** `Lumenize RPC, the published library, under wrangler dev`. */
  name: string;
  ratios: ReadonlyArray<{ workload: string; arm: string } & Omit<BesideValue, 'whose' | 'system'>>;
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
