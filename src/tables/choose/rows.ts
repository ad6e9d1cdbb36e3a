/** The tables of `/choose/`: each number from the newest record that has it, or modelled where none does. */
import type { SystemNotes } from '../../collections/systems.ts';
import { lookOf } from '../palette.ts';
import { formatDay } from '../../numbers/format.ts';
import { type ArmOutline, findWorkload, withOutsideOf } from '../../harness/plan/index.ts';
import { type Asked, newestOf, type PublishedRun } from '../../journal/newest.ts';
import type { Recorded } from '../../probes/recorded.ts';
import { type Amount, type ChooseTable, placeKey, type Row } from '../../report/choose.ts';
import { armNames } from '../../report/words.ts';
import { findStudy } from '../../studies/index.ts';
import { findOutline } from '../../studies/outlines.ts';
import { allSystems } from '../../systems/index.ts';
import {
  amountIn,
  columnsOf,
  FAR_MS,
  fixedOf,
  modelled,
  trafficOf,
  versionsText,
} from './amounts.ts';
import type { Case } from './cases.ts';
import { lacksOfArm, needs } from './needs.ts';

/** What a table is made of besides its case. */
export interface Sources {
  /** Of its study, the newest first. */
  runs: readonly PublishedRun[];
  /** Of the study that measures some of its times besides, if one does; the newest first too. */
  also?: readonly PublishedRun[];
  recorded: Pick<Recorded, 'results'>;
  /** What is known of systems from outside the bench, by their ids. */
  notes: ReadonlyMap<string, Pick<SystemNotes, 'newest' | 'advice' | 'original'>>;
}

/** A row as its arms: by side, the ids by which records call it. */
interface Group {
  row: string;
  over: string | undefined;
  arms: Map<string, ArmOutline[]>;
}

export function chooseTable(own: Case, { runs, also = [], recorded, notes }: Sources): ChooseTable {
  const live = findStudy(own.study);
  const study = withOutsideOf(
    findOutline(own.study),
    runs.map(({ record }) => record.environment),
  );
  const nameOfArm = armNames(study);
  const outside = new Map<string, string>(
    runs.flatMap(({ record }) =>
      (record.environment.outside ?? []).map(({ id, label }): [string, string] => [
        `outside:${id}`,
        label,
      ]),
    ),
  );
  const places = own.sides.flatMap((side) =>
    own.networks.map((network) => ({ side, network, key: placeKey({ side: side.id, network }) })),
  );
  const askedOf = (workload: string, place: (typeof places)[number]): Asked => ({
    workload,
    roundTripMs: place.network,
    client: place.side.client,
  });
  const baseline = study.arms.find(({ id }) => id === study.baseline)?.system;
  const groups = groupsOf(own, study.arms);
  const rows = groups.map(({ row, over, arms }): Row => {
    const first = [...arms.values()].flat()[0] as ArmOutline;
    const system =
      allSystems.find(({ measuredAs }) => measuredAs === first.system)?.id ?? first.system;
    const idsAt = (side: string) => (arms.get(side) ?? []).map(({ id }) => id);
    const cells = Object.fromEntries(
      places.map((place) => {
        const ids = idsAt(place.side.id);
        const at = (workload: string, network: number) =>
          newestOf(runs, ids, askedOf(workload, { ...place, network }));
        const amounts = own.measures.flatMap(({ id, workload }) => {
          const found = at(workload, place.network);
          const amount = found
            ? amountIn(found)
            : modelled(at(workload, 0), at(workload, FAR_MS), place.network);
          return amount ? [[id, amount] as const] : [];
        });
        const traffic = trafficOf(at(own.measures[0].workload, 0));
        const others = alsoOf(own, also, row, (workload) => askedOf(workload, place));
        return [place.key, { ...Object.fromEntries([...amounts, ...others]), traffic }];
      }),
    );
    const one = runs.find(({ record }) =>
      [...arms.values()].flat().some(({ id }) => record.plan.arms.includes(id)),
    );
    const { variable, glyph } = lookOf(system);
    const { newest, advice, original } = notes.get(system) ?? {};
    const label =
      outside.get(first.system) ?? allSystems.find(({ id }) => id === system)?.label ?? system;
    return {
      id: row,
      name:
        over === undefined
          ? legible(nameOfArm(first.id).label.replace(' (from outside)', ''))
          : legible([label, over].filter((part) => part !== '').join(', ')),
      href: allSystems.some(({ id }) => id === system)
        ? `/systems/${system}/`
        : (one?.entry.href ?? ''),
      glyph: glyph.filled,
      color: variable,
      versions: versionsText(first, system, one, newest),
      // What authors say of their library is not said of what stands in for it.
      ...(advice &&
        original === undefined && {
          advice: {
            text: `Since ${formatDay(advice.date)}: ${advice.text.split('. ')[0]}`,
            href: advice.source,
          },
        }),
      baseline: system === baseline,
      arms: Object.fromEntries(
        [...arms].flatMap(([side, some]) => {
          const found = some.find(({ id }) => live.arms.some((arm) => arm.id === id));
          return found ? [[side, found.id] as const] : [];
        }),
      ),
      fixed: fixedOf(own, {
        ...{ arm: first.id, system, run: one, recorded },
        call: newestOf(runs, idsAt(own.sides[0].id), {
          ...{ workload: own.measures[0].workload, roundTripMs: 0 },
        }),
      }),
      cells,
      lacks: own.asked ? lacksOfArm(first, recorded, live) : runtimeLacks(own, cells, runs),
    };
  });
  const table = {
    ...{ id: own.id, title: own.title, study: own.study, sideLabel: own.sideLabel },
    ...{ networks: own.networks, live: own.live },
    sides: own.sides.map(({ id, label, flags }) => ({ id, label, ...(flags && { flags }) })),
    columns: columnsOf(own, also.length > 0).map((column) =>
      column.workload === undefined || findWorkload(live, column.workload)
        ? column
        : { ...column, retired: true as const },
    ),
    // A need that no row lacks would change nothing.
    needs: [...(own.asked ? needs : []), ...runtimeNeeds(own)]
      .filter(({ id }) => rows.some(({ lacks }) => lacks[id]))
      .map(({ id, label }) => ({ id, label })),
    rows: rows.filter(({ cells }) =>
      Object.values(cells).some((each) =>
        own.measures.some(({ id }) => each[id]?.value !== undefined),
      ),
    ),
  };
  return { ...table, sources: sourcesOf(table.rows, [...runs, ...also]) };
}

/** The times of a row that another study measures; where that has none, it says so. */
function alsoOf(
  { also }: Case,
  runs: readonly PublishedRun[],
  row: string,
  askedOf: (workload: string) => Asked,
): Array<readonly [string, Amount]> {
  if (also === undefined) return [];
  const arms = Object.keys(also.rows).filter((arm) => also.rows[arm] === row);
  return also.measures.map(({ id, workload }) => {
    const found = newestOf(runs, arms, askedOf(workload));
    return [id, found ? amountIn(found) : { text: 'not measured' }] as const;
  });
}

/** The runtimes that a contestant may have to run in. */
const runtimeNeeds = ({ runtimes, sides }: Case) =>
  (runtimes ? sides : []).map(({ id, label }) => ({ id, label: `Runs in ${label}` }));

/** Those for which no record has a time of its first call, with what the newest says in its place. */
function runtimeLacks(own: Case, cells: Row['cells'], runs: Sources['runs']): Row['lacks'] {
  const lacks = runtimeNeeds(own).flatMap(({ id, label }) => {
    const { value, text, record } =
      cells[placeKey({ side: id, network: 0 })]?.[own.measures[0].id] ?? {};
    const href = runs.find((run) => run.id === record)?.entry.href ?? `/studies/${own.study}/`;
    const why = `${label}: ${text ?? 'no published record has it.'}`;
    return value === undefined ? [[id, { why, href }] as const] : [];
  });
  return Object.fromEntries(lacks);
}

/** A name that can stand in a list: what it says behind a comma is put in brackets, unless it has some. */
const legible = (name: string): string =>
  name.includes('(') ? name : name.replace(/, (.*)$/, ' ($1)');

/** The rows of a case, each with its arms by the side they are called from. */
function groupsOf(own: Case, arms: readonly ArmOutline[]): Group[] {
  const groups = new Map<string, Group>();
  for (const arm of arms) {
    const placed = own.place(arm.id);
    if (placed === undefined) continue;
    const { row, over } = placed;
    const group: Group = groups.get(row) ?? { row, over, arms: new Map<string, ArmOutline[]>() };
    groups.set(row, group);
    const sides = placed.side === undefined ? own.sides.map(({ id }) => id) : [placed.side];
    for (const side of sides) group.arms.set(side, [...(group.arms.get(side) ?? []), arm]);
  }
  return [...groups.values()];
}

/** The entries and days of the records that the rows name. */
function sourcesOf(rows: readonly Row[], runs: readonly PublishedRun[]): ChooseTable['sources'] {
  const named = new Set(
    rows.flatMap(({ cells }) =>
      Object.values(cells).flatMap((each) =>
        Object.values(each).flatMap(({ record }) => record ?? []),
      ),
    ),
  );
  return Object.fromEntries(
    runs.flatMap(({ id, entry, record }) =>
      named.has(id) ? [[id, { ...entry, date: formatDay(record.startedAt) }] as const] : [],
    ),
  );
}
