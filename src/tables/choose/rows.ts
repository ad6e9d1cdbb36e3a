/** The tables of `/choose/`: each number from the newest record that has it, or modelled where none does. */
import type { SystemNotes } from '../../collections/systems.ts';
import { lookOf } from '../../figures/palette.ts';
import { formatDay, formatNumber, THIN } from '../../figures/format.ts';
import { type ArmOutline, withOutsideOf } from '../../harness/plan/index.ts';
import type { AcceptMode } from '../../harness/record/index.ts';
import {
  type Asked,
  newestOf,
  newestRatio,
  type PublishedRun,
  shortly,
} from '../../journal/newest.ts';
import { callTime } from '../../network/source.ts';
import { ways } from '../../places/objects/list.ts';
import type { Recorded } from '../../probes/recorded.ts';
import {
  type Amount,
  type ChooseTable,
  type Column,
  placeKey,
  ratioKey,
  type Row,
} from '../../report/choose.ts';
import { armNames } from '../../report/words.ts';
import { findStudy } from '../../studies/index.ts';
import { findOutline } from '../../studies/outlines.ts';
import { allSystems, versionsOf } from '../../systems/index.ts';
import { awakePerDay, costOfCalls } from '../costs.ts';
import type { Case } from './cases.ts';
import { lacksOfArm, needsIn } from './needs.ts';

/** What a table is made of besides its case. */
export interface Sources {
  /** Of its study, the newest first. */
  runs: readonly PublishedRun[];
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

export function chooseTable(own: Case, { runs, recorded, notes }: Sources): ChooseTable {
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
          const amount =
            found === undefined
              ? modelled(at(workload, 0), at(workload, FAR_MS), place.network)
              : 'instead' in found
                ? {
                    text: found.instead,
                    record: found.run.id,
                    ...(found.noisy && { noisy: true as const }),
                  }
                : timeOf(found);
          return amount ? [[id, amount] as const] : [];
        });
        const call = own.measures[0] && at(own.measures[0].workload, 0);
        return [place.key, { ...Object.fromEntries(amounts), ...trafficOf(call, own) }];
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
      own: label.includes('this site'),
      arms: Object.fromEntries(
        [...arms].flatMap(([side, some]) => {
          const found = some.find(({ id }) => live.arms.some((arm) => arm.id === id));
          return found ? [[side, found.id] as const] : [];
        }),
      ),
      fixed: fixedOf(own, first, system, { one, cells, recorded }),
      cells,
      lacks: own.asked ? lacksOfArm(first, own.asked, recorded, live) : {},
    };
  });
  const table = {
    ...{ id: own.id, title: own.title, study: own.study, sideLabel: own.sideLabel },
    ...{ networks: own.networks, baseline: own.baseline, live: own.live },
    sides: own.sides.map(({ id, label, flags }) => ({ id, label, ...(flags && { flags }) })),
    columns: columnsOf(own),
    // A need that no row lacks would change nothing.
    needs: needsIn(own.asked)
      .filter(({ id }) => rows.some(({ lacks }) => lacks[id]))
      .map(({ id, label }) => ({ id, label })),
    rows: rows.filter(({ cells }) =>
      Object.values(cells).some((each) =>
        own.measures.some(({ id }) => each[id]?.value !== undefined),
      ),
    ),
  };
  const ratios = places.flatMap((place) =>
    own.measures.slice(0, 2).flatMap(({ id, workload }) =>
      ratiosOf(table.rows, place.key, id, (one, other) => {
        const armsOf = (row: string) =>
          (groups.find((each) => each.row === row)?.arms.get(place.side.id) ?? []).map(
            (arm) => arm.id,
          );
        return newestRatio(runs, [armsOf(one), armsOf(other)], askedOf(workload, place));
      }),
    ),
  );
  return { ...table, ratios: Object.fromEntries(ratios), sources: sourcesOf(table.rows, runs) };
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

type Found = Extract<NonNullable<ReturnType<typeof newestOf>>, { summary: unknown }>;

/** A measured time. */
function timeOf({ summary: { msPerOperation, failure }, run }: Found): Amount {
  const { low, high } = msPerOperation?.interval ?? {};
  return {
    value: msPerOperation?.estimate ?? NaN,
    ...(low !== undefined && high !== undefined && { low, high }),
    ...(failure && { text: shortly(failure) }),
    record: run.id,
  };
}

type Maybe = ReturnType<typeof newestOf>;

/** What ran over a network of 25 ms, from which a farther one is modelled. */
const FAR_MS = 25;

/**
 * A time over a network that nothing was measured over: what it takes over a nearer one, and the rest of the
 * way for each time that the client waits. How often was counted near; of calls at once, what 25 ms added says.
 */
function modelled(near: Maybe, far: Maybe, roundTripMs: number): Amount | undefined {
  if (near === undefined || 'instead' in near || roundTripMs === 0) return undefined;
  const msOf = (found: Maybe): number | undefined =>
    found && 'summary' in found ? found.summary.msPerOperation?.estimate : undefined;
  const [nearMs = NaN, farMs] = [msOf(near), msOf(far)];
  const waits =
    near.summary.roundTripsPerOperation ?? Math.round(((farMs ?? NaN) - nearMs) / FAR_MS);
  if (!Number.isFinite(waits)) return undefined;
  const restMs = farMs === undefined ? roundTripMs : roundTripMs - FAR_MS;
  const path = { baseLatencyMs: waits * restMs, megabitsPerSecond: Infinity };
  const call = { payloadBytes: 0, processingMs: farMs ?? nearMs };
  const record = (farMs === undefined ? near : (far ?? near)).run.id;
  return { value: callTime(path, call, 'once').totalMs, mark: 'modelled', record };
}

/** Bytes and frames of a call, both ways. */
function trafficOf(call: Maybe, own: Case): Record<string, Amount> {
  if (call === undefined || 'instead' in call || own.billed !== 'bench') return {};
  const { bytesPerOperation: bytes, framesPerOperation: frames } = call.summary;
  if (bytes === undefined || frames === undefined) return {};
  const count = (each: number): string => formatNumber(each, Number.isInteger(each) ? 0 : 1);
  const text = `${count(frames.out)} out, ${count(frames.in)} in`;
  return { traffic: { value: bytes.out + bytes.in, text, record: call.run.id } };
}

/** The columns besides times. */
function columnsOf({ measures, billed, weighed }: Case): Column[] {
  return [
    ...measures.map(({ id, label, unit, spoken, workload }) => ({
      id,
      label,
      unit,
      spoken,
      workload,
    })),
    ...(billed === 'bench'
      ? [{ id: 'traffic', label: 'Bytes and frames a call', unit: 'B', decimals: 0 }]
      : []),
    ...(weighed ? [{ id: 'weight', label: 'Client, compressed', unit: 'kB', decimals: 1 }] : []),
    ...(billed
      ? [
          {
            id: 'cost',
            label: 'A million calls',
            unit: 'USD',
            decimals: 4,
            mark: 'modelled' as const,
          },
        ]
      : []),
    ...(billed ? [{ id: 'held', label: 'How it is held', unit: '' }] : []),
  ];
}

const heldWords: Readonly<Record<AcceptMode, string>> = {
  hibernating: 'hibernates',
  'in-memory': 'stays awake',
  request: 'no socket',
};

/** What is the same from every side and over every network. */
function fixedOf(
  { billed, weighed }: Case,
  { id }: ArmOutline,
  system: string,
  {
    one,
    cells,
    recorded,
  }: { one: PublishedRun | undefined; cells: Row['cells']; recorded: Sources['recorded'] },
): Record<string, Amount> {
  const answer = (probe: string) =>
    recorded.results.find((each) => each.probe === probe && each.system === system);
  const accept = one?.record.environment.accept[id];
  const [, weight] = /([\d.]+) kB with gzip/.exec(answer('bundle-10-kb')?.detail ?? '') ?? [];
  const way = ways.find(({ arm }) => arm === id);
  const idle = answer('between-idle');
  const [traffic] = Object.values(cells).flatMap((each) => each['traffic'] ?? []);
  const out = Number(/^([\d.]+) out/.exec(traffic?.text ?? '')?.[1] ?? NaN);
  const cost =
    billed === 'objects'
      ? way && costOfCalls(way.cost)
      : accept === 'request'
        ? costOfCalls({ requests: 1 })
        : Number.isFinite(out)
          ? costOfCalls({ messages: out })
          : undefined;
  const held =
    billed === 'bench'
      ? accept && heldWords[accept]
      : idle && (idle.result === 'pass' ? 'may sleep' : 'stays awake');
  return {
    ...(weighed && {
      weight: weight === undefined ? { text: 'not weighed' } : { value: Number(weight) },
    }),
    ...(billed && { cost: cost === undefined ? { text: 'not known' } : { value: cost } }),
    ...(billed && { held: { text: held ?? 'not asked' } }),
  };
}

/** Its main package as measured, and the newest one. */
function versionsText(
  { system: measured }: ArmOutline,
  system: string,
  run: PublishedRun | undefined,
  newest: SystemNotes['newest'],
): string {
  const { versions = {}, outside = [] } = run?.record.environment ?? {};
  const brought = outside.find(({ id }) => `outside:${id}` === measured)?.versions;
  const installed = versionsOf(system);
  const needed = allSystems.find(({ id }) => id === system)?.needs;
  const had = { ...installed, ...versions, ...brought };
  const names = [needed ?? '', ...Object.keys(brought ?? {}), ...Object.keys(installed)];
  const name = names.find((each) => had[each] !== undefined);
  if (name === undefined) return '';
  const latest = newest?.versions[name];
  const state =
    latest === undefined ? '' : latest === had[name] ? ', the newest' : `, newest is ${latest}`;
  return `${name} ${had[name]}${state}`;
}

type Ratios = ChooseTable['ratios'];

/** The ratios of each two rows, of the one that took longer to the other. */
function ratiosOf(
  rows: readonly Row[],
  place: string,
  column: string,
  ratioOf: (one: string, other: string) => ReturnType<typeof newestRatio>,
): Array<[string, Ratios[string]]> {
  const valueOf = (row: Row) => row.cells[place]?.[column]?.value;
  const timed = rows.filter((row) => valueOf(row) !== undefined && !row.baseline);
  return timed.flatMap((one) =>
    timed.flatMap((other): Array<[string, Ratios[string]]> => {
      if (one === other || (valueOf(one) ?? 0) < (valueOf(other) ?? 0)) return [];
      const ratio = ratioOf(one.id, other.id);
      if (ratio === undefined) return [];
      const { low, high } = ratio.interval ?? {};
      const short = (value: number): number => Number(value.toPrecision(4));
      const ends = low === undefined || high === undefined ? [] : [short(low), short(high)];
      return [[ratioKey(place, column, one.id, other.id), [short(ratio.estimate), ...ends]]];
    }),
  );
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

/** What an object that stays awake costs, for whoever reads that it does. */
export const awakeText = `An object that stays awake is billed for it, ${formatNumber(awakePerDay(), 2)}${THIN}USD a day, as long as anybody is connected; one that hibernates is not.`;
