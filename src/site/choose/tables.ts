/**
 * The numbers of a case: one panel for each operation, side and distance. Each is what the central table has for
 * its operation, so that every page shows the number of the same result.
 */
import { type AcceptMode, CONTROL, type Environment } from '../../core/record/index.ts';
import { type Answer, findAnswer, outlineFor } from '../../results/answer.ts';
import { operationOf, libraryOf } from '../../results/names.ts';
import { mayBeFastest } from '../../results/pairs.ts';
import type { MeasuredResult } from '../../results/result.ts';
import { type ArmGroup, groupsOf } from '../../libraries/studies/groups.ts';
import { acceptOf, allSystems } from '../../libraries/systems/index.ts';
import { linesOf } from '../../results/tables/library-table.ts';
import { column, type LibraryCell, type Table, tableOf } from '../../results/tables/table.ts';
import {
  type ArmPlace,
  armPlace,
  type Case,
  type CaseLine,
  type CasePanel,
  type Operation,
  type Side,
  type Standing,
} from './cases.ts';
import { recentNewest } from '../../results/tables/systems.ts';
import type { StudyOutline } from '../../core/plan/index.ts';
import { type Notes, systemOf } from './needs.ts';

export interface Answered {
  answers: (study: string) => readonly Answer[];
  notes: Notes;
}

/** The panels of a case, each with its lines. */
export function casePanels(own: Case, sources: Answered): CasePanel[] {
  return own.operations.flatMap((operation) =>
    own.sides.flatMap((side) =>
      own.distances.flatMap(
        (roundTripMs) => panelOf(own, operation, side, roundTripMs, sources) ?? [],
      ),
    ),
  );
}

function panelOf(
  own: Case,
  { workload, other }: Operation,
  side: Side,
  roundTripMs: number,
  { answers, notes }: Answered,
): CasePanel | undefined {
  const answerTo = (study: string, asked: string): Answer | undefined =>
    findAnswer(answers(study), { workload: asked, client: side.client, roundTripMs });
  const answer = answerTo(other?.study ?? own.study, workload);
  const ownAnswers = own.operations.flatMap((each) =>
    each.other ? [] : (answerTo(own.study, each.workload) ?? []),
  );
  const [first] = ownAnswers;
  if (answer === undefined || first === undefined) return undefined;
  const isPlaced = (arm: string): boolean => {
    const placed = arm === CONTROL ? undefined : armPlace(own, arm);
    return placed !== undefined && (placed.side ?? side.id) === side.id;
  };
  const measured = ownAnswers.flatMap(({ rows }) => rows.map(({ arm }) => arm));
  const untimed = (own.untimed ?? []).filter((arm) => !measured.includes(arm));
  const arms = [...new Set(measured.filter(isPlaced)), ...untimed];
  const ownStudy = outlineFor(own.study, ownAnswers);
  const { environment } = first.result;
  const library = (arm: string): LibraryCell =>
    labelled(libraryCell(arm, { study: ownStudy, environment, notes }), armPlace(own, arm));
  const accepts = { ...servedAs(arms), ...environment.accept };
  const armOf = (arm: string): string | undefined => (other ? other.arms[arm] : arm);
  const study = outlineFor(answer.study, [answer]);
  const shown = arms.flatMap((arm) => (untimed.includes(arm) ? [] : (armOf(arm) ?? [])));
  const { accept } = answer.result.environment;
  const groups: ArmGroup[] =
    side.plain === undefined || other
      ? groupsOf(study, shown, accept)
      : [{ plain: side.plain, arms: shown }];
  const name = operationOf(study, workload);
  const shownLines = linesOf({
    groups,
    published: answer.rows,
    library: (named) => ({ label: named, system: named }),
  });
  const ownGroups = groupsOf(ownStudy, arms, accepts);
  const lines = arms.map((arm): CaseLine => {
    return {
      id: armPlace(own, arm)?.row ?? arm,
      arm,
      library: library(arm),
      over: ownGroups.find((each) => each.arms.includes(arm))?.over,
      shown: shownLines.find((each) => each.arm === armOf(arm)),
      standing: standingOf(arm, notes),
      accept: accepts[arm],
    };
  });
  return {
    key: `${side.id} ${roundTripMs} ${workload}`,
    side,
    roundTripMs,
    workload,
    study: answer.study,
    name,
    fastest: fastestSentences(groups, name, lines),
    groups,
    lines,
    from: resultsOf(answer, shown),
  };
}

/** How a bench accepts the arms that it serves, by their ids. */
function servedAs(arms: readonly string[]): Record<string, AcceptMode> {
  const known = arms.flatMap((arm) => {
    const [system = '', name = ''] = arm.split('/');
    const accept = acceptOf(system, name);
    return accept === undefined ? [] : [[arm, accept] as const];
  });
  return Object.fromEntries(known);
}

/** The results that the rows of some arms are from. */
function resultsOf({ rows, result, others }: Answer, arms: readonly string[]): MeasuredResult[] {
  const shown = rows.filter(({ arm }) => arms.includes(arm));
  return [
    ...(shown.some(({ otherRun }) => otherRun === undefined) ? [result] : []),
    ...others.filter(({ id }) => shown.some(({ otherRun }) => otherRun === id)),
  ];
}

/** The library of a row. Its name is followed by what it talks over, if rows differ in that. */
function labelled(cell: LibraryCell, place: ArmPlace | undefined): LibraryCell {
  if (place?.over === undefined) return cell;
  const system = allSystems.find(({ id }) => id === cell.system);
  const name = system?.label ?? cell.label.split(',')[0] ?? cell.label;
  return { ...cell, label: place.over === '' ? name : `${name}, ${place.over}` };
}

/**
 * Sentences that name the libraries of each group that may be the fastest, of those in the plan of its plain way. A
 * library that its authors advise against is no choice; if one is faster, they say so.
 */
function fastestSentences(
  groups: readonly ArmGroup[],
  name: string,
  lines: readonly CaseLine[],
): string[] {
  return groups.flatMap((group) => {
    const timed = lines.filter(({ shown }) => shown?.group === group && shown.row?.time);
    const all = timed.filter(({ standing }) => standing === 'library');
    const [choices = [], others = []] = [false, true].map((isOther) =>
      all.filter(({ shown }) => shown?.isOfOtherPlan === isOther),
    );
    const rows = mayBeFastest(choices.flatMap(({ shown }) => shown?.row ?? []));
    const fastest = choices.filter(({ shown }) => rows.some(({ arm }) => arm === shown?.arm));
    const ratio = ({ shown }: CaseLine): number => shown?.ratio?.value ?? Infinity;
    const least = Math.min(...fastest.map(ratio));
    // No interval tells plans apart, so that one with a lower ratio elsewhere leaves nothing to say.
    if (choices.length < 2 || others.some((line) => ratio(line) < least)) return [];
    const operation = group.over === undefined ? name : `${name} over ${group.over}`;
    const verdict = fastest.length === 1 ? 'the fastest library' : 'may be the fastest library';
    const isDiscouragedFaster = timed.some(
      (line) => line.standing === 'advised-against' && ratio(line) < least,
    );
    const among = [
      others.length === 0 ? '' : ' of those measured together',
      isDiscouragedFaster ? ' that is not advised against' : '',
    ].join('');
    const named = fastest.map(({ library }) => library.label);
    return [`${operation}, ${verdict}${among}: ${named.join('; ')}.`];
  });
}

/** All panels as one table for CSV: ids in ASCII, one line for each configuration under each operation. */
export function allRows({ title }: Case, panels: readonly CasePanel[]): Table {
  const rows = panels.flatMap((panel) => panel.lines.map((line) => ({ panel, line })));
  const text = (id: string, of: (row: (typeof rows)[number]) => string) => column('text', id, of);
  return tableOf(rows, {
    caption: title,
    columns: [
      text('operation', ({ panel }) => panel.workload),
      text('from', ({ panel }) => panel.side.id),
      text('round_trip_ms', ({ panel }) => String(panel.roundTripMs)),
      text('configuration', ({ line }) => line.arm),
      text('accept', ({ line }) => line.accept ?? ''),
      text('ratio', ({ line }) => digits(line.shown?.ratio?.value)),
      text('ratio_low', ({ line }) => digits(line.shown?.ratio?.low)),
      text('ratio_high', ({ line }) => digits(line.shown?.ratio?.high)),
      text('class', ({ line }) => line.shown?.ratio?.class ?? ''),
      text('plain', ({ panel, line }) => {
        return panel.groups.find(({ over }) => over === line.over)?.plain ?? '';
      }),
      text('time_ms', ({ line }) => digits(line.shown?.row?.time?.value)),
    ],
  });
}

const digits = (value: number | undefined): string => String(value ?? '');

/** How the library of an arm stands in a choice. What has no package is a plain way. */
export function standingOf(arm: string, notes: Notes): Standing {
  const id = systemOf(arm);
  const known = allSystems.find((each) => each.id === id);
  const { original, advice } = notes.get(id) ?? {};
  if (original !== undefined) return 'not-installable';
  if (advice !== undefined) return 'advised-against';
  if (known === undefined || known.needs !== undefined || known.measuredAs !== undefined) {
    return 'library';
  }
  return Object.keys(known.versions ?? {}).length === 0 ? 'plain' : 'library';
}

/** Code of this site that stands between a library and the bench, by arm. */
const glue: Readonly<Record<string, string>> = {
  'kkrpc/json': 'our adapter',
  'kkrpc/superjson': 'our adapter',
  'trpc/in-memory': 'our socket server',
  'trpc/superjson': 'our socket server',
};

/** Systems without a library. */
const plain: Readonly<Record<string, string>> = {
  'raw-websocket': 'hand-written JSON',
  'fetch-json': 'hand-written JSON',
};

interface CellPlace {
  study: Pick<StudyOutline, 'arms' | 'reference'>;
  environment: Pick<Environment, 'versions' | 'outside'>;
  notes: Notes;
}

/** The library of an arm with its label in the study, and a note on its version. */
export function libraryCell(arm: string, { study, environment, notes }: CellPlace): LibraryCell {
  const { label, system } = libraryOf(study, arm);
  const known = allSystems.find(({ id, measuredAs }) => id === system || measuredAs === system);
  const noted = notes.get(known?.id ?? '') ?? {};
  const { advice, original } = noted;
  const { versions, outside = [] } = environment;
  const brought = outside.find(({ id }) => `outside:${id}` === system)?.versions ?? {};
  const had: Readonly<Record<string, string>> = { ...versions, ...brought };
  const packages = { [known?.needs ?? '']: '', ...brought, ...known?.versions };
  const measured = Object.keys(packages).find((each) => had[each] !== undefined) ?? '';
  const latest = recentNewest(noted)?.versions[measured];
  const isOlder = had[measured] !== undefined && latest !== undefined && latest !== had[measured];
  const note = [
    plain[known?.id ?? system],
    // Of a reimplementation its own packages say nothing, and its authors' advice is not about it.
    ...(original === undefined ? [had[measured], isOlder && `newest ${latest}`] : ['ours']),
    glue[arm],
    advice && original === undefined && 'deprecated',
  ].filter(Boolean);
  return {
    label: label.replace(' (from outside)', ''),
    system,
    note: note.length > 0 ? note.join(', ') : undefined,
    href: known ? `/systems/${known.id}/` : undefined,
    muted: original === undefined ? advice && 'discouraged' : 'ours',
  };
}
