/** The data of a case’s page: its configurations with what is known of each, and its panels. */
import { type FailureResult, publishedFailures } from '../../matrix/failures/record.ts';
import { knownIssues, stateOf } from '../../matrix/questions/known-issues.ts';
import { type Recorded, weightOf } from '../../matrix/questions/recorded.ts';
import { capitalized, formatDay, formatNumber, listed } from '../../results/numbers/format.ts';
import { distanceName, spokenName } from '../../results/names.ts';
import { measured } from '../../results/numbers/quantity.ts';
import { percentileOf } from '../../results/result.ts';
import { pick } from '../../results/share/form.ts';
import type { SystemNotes } from '../../results/system-notes.ts';
import { costOfCalls, idlePerDay, PRICES_READ } from '../../results/tables/costs.ts';
import { deadConnectionCell } from '../../results/tables/failures.ts';
import { versionsOfNotes } from '../../results/tables/systems.ts';
import { type Fact, isQuantity, NOT_MEASURED, type TextCell } from '../../results/tables/table.ts';
import { typesCell } from '../../results/tables/types.ts';
import { isOutside } from '../../core/plan/index.ts';
import { findOutline } from '../../libraries/studies/outlines.ts';
import { acceptOf, allSystems, missingSystems, versionsOf } from '../../libraries/systems/index.ts';
import { ways } from '../../wire/objects/list.ts';
import type { Case, CaseLine, CasePanel } from './cases.ts';
import type { ChooseData, Configuration, Line, Panel } from './choice.ts';
import { standingOf, casePanels } from './tables.ts';
import {
  isTriedOver,
  needAnswer,
  needsOf,
  type NeedSources,
  releaseOf,
  systemOf,
} from './needs.ts';
import { oncePerBuild, recordedAnswers } from '../../journal/build.ts';
import { studyAnswers, systemNotes } from '../../journal/studies.ts';

function chooseData(own: Case, panels: readonly CasePanel[], sources: NeedSources): ChooseData {
  const lines = Map.groupBy(
    panels.flatMap((panel) => panel.lines),
    ({ id }) => id,
  );
  return {
    title: own.title,
    against: own.against,
    needs: needsOf(own),
    // A configuration is described as the first panel that has it does.
    configurations: [...lines.values()].flatMap(([line]) =>
      line === undefined ? [] : configurationOf(own, line, sources),
    ),
    panels: Object.fromEntries(panels.map((panel) => [panel.key, panelData(own, panel)])),
    pricesOf: own.billed === 'bench' ? formatDay(PRICES_READ) : undefined,
  };
}

function configurationOf(own: Case, line: CaseLine, sources: NeedSources): Configuration {
  const { recorded, notes, failures } = sources;
  const { id, arm, library, over, accept } = line;
  const system = systemOf(arm);
  const { advice, know } = notes.get(system) ?? {};
  const [, name = ''] = arm.split('/');
  const isBilled = own.billed === 'bench';
  const weight = weightOf(recorded, system, name);
  return {
    row: id,
    library,
    name: nameOf(system, library.label),
    standing: standingOf(arm, notes),
    since: advice && formatDay(advice.date),
    over,
    needs: Object.fromEntries(
      needsOf(own).map(({ id: need }) => {
        const { answer, takes } = needAnswer(need, arm, sources);
        const elsewhere = answer === 'no' ? otherWith(own, { need, arm }, sources) : undefined;
        return [need, { answer, takes, elsewhere }];
      }),
    ),
    // The author’s lines are about clients of a Worker.
    know: own.features && know,
    weight: isBilled ? measured(weight, 'kB') : undefined,
    idle: isBilled && accept !== undefined ? idleText(idlePerDay(accept)) : undefined,
    notices: own.features ? noticesCell(arm, failures) : undefined,
    facts: factsOf(own, line, sources),
  };
}

/** Another configuration of the library that meets a need, over the same transport if one does. */
function otherWith(
  { study }: Case,
  { need, arm }: { need: string; arm: string },
  sources: NeedSources,
): string | undefined {
  const system = systemOf(arm);
  const isHttp = (id: string) => acceptOf(system, id.split('/')[1] ?? '') === 'request';
  const others = findOutline(study).arms.filter(
    (each) => each.system === system && needAnswer(need, each.id, sources).answer === 'yes',
  );
  return (others.find(({ id }) => isHttp(id) === isHttp(arm)) ?? others[0])?.label;
}

/** The library’s own name, without its configuration. */
const nameOf = (system: string, label: string): string =>
  allSystems.find(({ id }) => id === system)?.label ?? label;

const idleText = (usd: number): string => (usd === 0 ? '$0' : `$${formatNumber(usd, 2)}`);

/** When a configuration notices a dead connection, if that was tried over its transport. */
function noticesCell(arm: string, failures: FailureResult): TextCell {
  const cell = isTriedOver(arm) ? deadConnectionCell(systemOf(arm), failures) : undefined;
  return cell ?? { text: 'not tested', muted: true };
}

/** What the opened row says of a configuration, whatever the operation. */
function factsOf(own: Case, { arm, library }: CaseLine, sources: NeedSources): Fact[] {
  const { notes, recorded } = sources;
  const system = systemOf(arm);
  const { goodFor, avoidIf, advice, ...rest } = notes.get(system) ?? {};
  const answers = needsOf(own).map((need) => ({ ...need, ...needAnswer(need.id, arm, sources) }));
  const among = (asked: string): string =>
    answers.flatMap(({ answer, label }) => (answer === asked ? [label] : [])).join(', ');
  const types = typesCell(arm);
  const isPlain = standingOf(arm, notes) === 'plain';
  const said = [
    ['Meets', isPlain ? '' : among('yes')],
    ['Lacks', isPlain ? '' : among('no')],
    ['Not tested', isPlain ? '' : among('not tested')],
    ['Good for', capitalized(goodFor ?? '')],
    ['Avoid if', capitalized(avoidIf ?? '')],
    ['Versions measured', versionsText(system, rest)],
    ['Newest release', releaseOf(rest.newest)?.text ?? ''],
    ['Advice of its authors', advice?.text ?? ''],
    ['Known issues', issuesText(system, recorded)],
  ] as const;
  return [
    ...said.flatMap(([label, cell]) => (cell === '' ? [] : [{ label, cell }])),
    ...(types === '' ? [] : [{ label: 'Types of a procedure', cell: types }]),
    ...(library.href === undefined
      ? []
      : [
          {
            label: 'More',
            cell: { text: `Code, answers and all times of ${library.label}`, href: library.href },
          },
        ]),
  ];
}

function versionsText(system: string, notes: Partial<SystemNotes>): string {
  const packages = versionsOfNotes(versionsOf(system), notes);
  return packages
    .map(({ name, measured, newest }) => {
      const newer = newest !== undefined && newest !== measured ? `, newest ${newest}` : '';
      return `${name} ${measured}${newer}`;
    })
    .join('; ');
}

/** The reports on a library that the questions still show here. */
function issuesText(system: string, { results }: Pick<Recorded, 'results'>): string {
  const { issues } = knownIssues();
  const still = issues.filter(
    (issue) => issue.systems.includes(system) && stateOf(issue, system, results) === 'still so',
  );
  const [first, ...others] = still;
  if (first === undefined) return '';
  return `${first.says}${others.length === 0 ? '' : ` And ${others.length} more.`}`;
}

function panelData(own: Case, panel: CasePanel): Panel {
  const { study, name, lines, groups, fastest, roundTripMs, from } = panel;
  const found = new Map(lines.map((line) => [line.shown?.arm, line]));
  const days = from.map(
    ({ startedAt, environment }) => `${formatDay(startedAt)} with ${environment.runtime}`,
  );
  return {
    operation: name,
    distance: distanceName({ roundTripMs }),
    lines: Object.fromEntries(
      lines.flatMap((line) => (line.shown?.row ? [[line.id, lineData(own, line)]] : [])),
    ),
    plain: groups.flatMap(({ plain, over }) => {
      const line = found.get(plain);
      return line === undefined
        ? []
        : [
            {
              over,
              row: line.id,
              spoken: spokenName(nameOf(systemOf(line.arm), line.library.label)),
            },
          ];
    }),
    fastest,
    runs: own.live ? study : undefined,
    measured: listed(new Set(days)),
  };
}

function lineData(own: Case, line: CaseLine): Line {
  const { arm = '', row, time = NOT_MEASURED, ratio, isOfOtherPlan } = line.shown ?? {};
  const percentiles = ([50, 95, 99] as const).flatMap((percent) => {
    const found = row && percentileOf(row, percent);
    return found ? [Number(found.value.toPrecision(4))] : [];
  });
  return {
    arm: isMissing(arm) ? undefined : arm,
    ratio: ratio && {
      ...pick(ratio, ['value', 'low', 'high', 'unit', 'from', 'class']),
      mayBeFastest: ratio.mayBeFastest || undefined,
    },
    time: isQuantity(time) ? pick(time, ['value', 'unit', 'from']) : time,
    percentiles: percentiles.length > 0 ? percentiles : undefined,
    bytes: row?.bytes && row.bytes.in + row.bytes.out,
    cost: costOf(own, line),
    isOfOtherPlan: isOfOtherPlan || undefined,
  };
}

const isMissing = (arm: string): boolean =>
  isOutside(arm) || missingSystems.some(({ id }) => id === systemOf(arm));

/** Cost of a million calls in USD; undefined where no row counts the frames of a call. */
function costOf({ billed }: Case, { arm, accept, shown }: CaseLine): number | undefined {
  if (billed === undefined) return undefined;
  if (billed === 'objects') {
    const cost = ways.find((way) => way.arm === arm)?.cost;
    return cost && costOfCalls(cost);
  }
  if (accept === 'request') return costOfCalls({ requests: 1 });
  if (accept === 'worker') return undefined;
  return shown?.row?.frames && costOfCalls({ messages: shown.row.frames.out });
}

/** A case with its panels. @throws where no record answers its first operation */
export const readCase = oncePerBuild(async (own: Case) => {
  const studies = [own.study, ...own.operations.flatMap(({ other }) => other?.study ?? [])];
  const answers = new Map(
    await Promise.all(studies.map(async (study) => [study, await studyAnswers(study)] as const)),
  );
  const notes = await systemNotes();
  const panels = casePanels(own, { answers: (study) => answers.get(study) ?? [], notes });
  if (panels.length === 0) {
    throw new Error(
      `choose: got no answer of "${own.study}" for ${own.id}, expected one to its first operation`,
    );
  }
  const sources = { recorded: recordedAnswers(), notes, failures: publishedFailures() };
  return { panels, data: chooseData(own, panels, sources) };
});
