/** The parties of a first screen: a source, the published library, what stands in for it, a reader. */
import { type BesideData, type BesideValue, type Whose, whoseNames } from '../figures/beside.ts';
import { formatDay, formatNumber, formatSpan } from '../figures/format.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import type { FlatRatio } from '../harness/statistics/index.ts';
import { endsText, headlineOf, ratioText, type WorkloadAnswer } from './answer.ts';
import { clientText, placeText } from './entry-answer.ts';
import type { Finding } from './finding.ts';
import type { QuotedContext } from './rows.ts';
import { armNames, placeOf, workloadNames } from './words.ts';

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
      const its = { whose, ...(other && { system: other.system }) };
      if (found === undefined) return whose === 'yours' && ratios.length === 0 ? [its] : [];
      const { ratio, low, high } = found;
      return [{ ...its, ratio, low, high }];
    }),
  }));
  const { margin, reference } = study;
  return { rows, system, arm: spoken, reference: names(reference).spoken, margin };
}

/** What a finding is set beside, as far as it is there. */
export interface Beside {
  quoted?: QuotedContext | undefined;
  /** What was measured here. */
  published?: Finding | undefined;
  /** Somebody’s, that came by a link. */
  theirs?: Finding | undefined;
}

/** The study with the arms of the published library among its own: records have them from outside. */
export function withOriginal<Of extends StudyOutline>(study: Of): Of {
  const { arms, original } = study;
  if (original === undefined) return study;
  const absent = original.arms.filter((id) => !arms.some((arm) => arm.id === id));
  return { ...study, arms: [...arms, ...absent.map((id) => ({ ...original, id }))] };
}

/**
 * The arm that a finding’s sentences are about: the library itself where the finding has it. Beside it the
 * arm that stands in for it, and the library’s own in what was published.
 */
export function armsOf(study: StudyOutline, finding: Finding, published: Finding | undefined) {
  const { original } = study;
  const libraryIn = (of: Finding | undefined) =>
    original?.arms.find((id) => of?.plan.arms.includes(id));
  const headline = headlineOf(study, finding) ?? study.subjects[0] ?? '';
  const isOriginal =
    original && (headline === original.standIn || original.arms.includes(headline));
  if (!isOriginal) return { arm: headline, standIn: headline, library: undefined };
  const arm = libraryIn(finding) ?? headline;
  return { arm, standIn: original.standIn, library: libraryIn(published) };
}

/** The rows of the figure, for each workload: what is stated, what was published here, somebody’s, the finding. */
export function partiesOf(
  study: StudyOutline,
  finding: Finding,
  whose: 'yours' | 'theirs' | 'published',
  { quoted, published, theirs }: Beside,
): Party[] {
  const named = withOriginal(study);
  const { arm, standIn, library } = armsOf(study, finding, published);
  const systemOf = (id: string) => armNames(named)(id).system;
  /** A party whose ratios may be of another arm than the figure’s. */
  const of = (id: string, party: Party, system = systemOf(id)): Party => {
    const isFigures = id === arm && system === systemOf(arm);
    return isFigures || party.other ? party : { ...party, other: { arm: id, system } };
  };
  const parties: Party[] = [];
  if (quoted !== undefined) {
    const { system } = study.original ?? {};
    parties.push(of(standIn, quotedParty(study, quoted, standIn), system));
  }
  if (published !== undefined) {
    const its = library === undefined ? 'published' : 'standIn';
    if (library !== undefined) {
      parties.push(of(library, findingParty(named, published, 'library', library)));
    }
    parties.push(of(standIn, findingParty(named, published, its, standIn)));
  }
  if (theirs !== undefined) parties.push(findingParty(named, theirs, 'theirs', arm));
  parties.push(
    whose === 'published'
      ? of(study.subjects[0] ?? arm, openParty(study, study.subjects[0] ?? arm))
      : findingParty(named, finding, whose, arm),
  );
  return parties;
}

/** Each answer of the library with what its stand-in took in the same run. */
export function withStandIn(
  answers: readonly WorkloadAnswer[],
  { workloads }: Finding,
  standIn: string,
): WorkloadAnswer[] {
  return answers.map((answer) => {
    const { ratios = [] } = workloads.find(({ id }) => id === answer.workload) ?? {};
    const found = ratios.find(({ arm }) => arm === standIn);
    if (found === undefined) return answer;
    const its = `This site’s implementation of its protocol takes ${ratioText(found)}${endsText(found)}.`;
    return { ...answer, sentence: `${answer.sentence} ${its}` };
  });
}

/** How much longer the library took than what stands in for it, over the workloads of a published run. */
export function standInNote(
  { workloads }: Finding,
  { standIn, library }: { standIn: string; library: string },
): string | undefined {
  const times = workloads.flatMap(({ ratios }) => {
    const [own, its] = [standIn, library].map((id) => ratios.find(({ arm }) => arm === id));
    return own && its ? [its.ratio / own.ratio] : [];
  });
  if (times.length === 0) return undefined;
  const span = formatSpan(times, (each) => formatNumber(each, 2));
  return `This site’s implementation ran. In an earlier run the published library took ${span} times as long.`;
}

function lower(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
