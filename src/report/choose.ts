/**
 * The tables that answer which system to choose: what is shown of them, and in which order. Pure, so that the
 * page as it was built and as a reader changed it are made by one thing.
 */
import type { Mark } from '../figures/figure.ts';
import { medianDecimals, THIN } from '../numbers/format.ts';

/** A number of a row, or the words in its place. */
export interface Amount {
  value?: number;
  low?: number;
  high?: number;
  /** Where the number comes from: absent where it was measured. */
  mark?: Mark;
  /** What stands for the number, or under it. */
  text?: string;
  /** Id of the record that it comes from. */
  record?: string;
  /** Whether it has to be measured again, because noise hid it. */
  noisy?: true;
}

/** What a contestant cannot do, in words, and the address of the answer that shows it. */
export interface Lack {
  why: string;
  href: string;
}

export interface Row {
  id: string;
  name: string;
  /** Address of its system’s page. */
  href: string;
  glyph: string;
  /** Custom property with its colour. */
  color: string;
  /** Its versions, measured and newest. */
  versions: string;
  /** What its authors advise, with its source. */
  advice?: { text: string; href: string };
  /** Whether it is the baseline: the same work by hand. */
  baseline: boolean;
  /** Ids of the arms that this bench can run, by the side they are called from. */
  arms: Readonly<Record<string, string>>;
  /** By column, what is the same everywhere. */
  fixed: Readonly<Record<string, Amount>>;
  /** By side and network, then by column. */
  cells: Readonly<Record<string, Readonly<Record<string, Amount>>>>;
  /** By the id of a need: what it lacks. */
  lacks: Readonly<Record<string, Lack>>;
}

export interface Column {
  id: string;
  label: string;
  /** Unit of its numbers; none for words. */
  unit: string;
  /** Id of its workload, where it is a time. */
  workload?: string;
  /** Nothing runs its workload any more, so that no command asks for it. */
  retired?: true;
  /** Where its numbers come from, where they were not measured. */
  mark?: Mark;
  /** Decimals of its numbers, where it is no time. */
  decimals?: number;
}

/** One question of where calls go from and to. */
export interface ChooseTable {
  id: string;
  title: string;
  study: string;
  columns: readonly Column[];
  /** What the sides are: `Call from`. */
  sideLabel: string;
  sides: ReadonlyArray<{ id: string; label: string; flags?: string }>;
  /** Round trips of the networks to choose from, in ms; 0 alone where there is none between. */
  networks: readonly number[];
  needs: ReadonlyArray<{ id: string; label: string }>;
  rows: readonly Row[];
  /** Whether a reader’s browser can run it. */
  live: boolean;
  /** The entries that brought the records of its numbers, by the records’ ids. */
  sources: Readonly<Record<string, Source>>;
}

/** An entry, with the day on which the record was measured. */
interface Source {
  title: string;
  href: string;
  date: string;
}

/** What a reader chose to see. */
export interface Choice {
  side: string;
  network: number;
  /** Id of the column that rows are ordered by. */
  sort: string;
  /** Whether the largest stands first. */
  down: boolean;
  needs: readonly string[];
}

export function usualChoice({ sides, networks, columns }: ChooseTable): Choice {
  const [side, network, sort] = [sides[0]?.id ?? '', networks[0] ?? 0, columns[0]?.id ?? ''];
  return { side, network, sort, down: false, needs: [] };
}

/** The key of what differs by side and network. */
export const placeKey = ({ side, network }: Pick<Choice, 'side' | 'network'>): string =>
  `${side} ${network}`;

export function networkName(roundTripMs: number): string {
  return roundTripMs === 0 ? 'near' : `${roundTripMs}${THIN}ms`;
}

/** What is written over a table: `Called from Node.js, 25 ms away`. */
export function placeText(
  { sideLabel, sides, networks }: ChooseTable,
  { side, network }: Choice,
): string {
  const label = sides.find(({ id }) => id === side)?.label ?? side;
  const away =
    networks.length === 1 ? '' : `, ${networkName(network)}${network === 0 ? '' : ' away'}`;
  return `${sideLabel} ${label}${away}`;
}

// The address: `?from=browser&network=25&sort=-many&needs=streams,types`.

/** What an address asks for, and a sentence for each parameter that could not be read. */
export function readChoice(
  search: string,
  table: ChooseTable,
): { choice: Choice; wrong: string[] } {
  const query = new URLSearchParams(search);
  const usual = usualChoice(table);
  const wrong: string[] = [];
  /** The values asked for that there are. */
  const read = (name: string, known: readonly string[]): string[] => {
    const asked = (query.get(name) ?? '').split(',').filter((value) => value !== '');
    const unknown = asked.filter((value) => !known.includes(value));
    if (unknown.length > 0) {
      wrong.push(`${name}: got "${unknown.join(',')}", expected one of ${known.join(', ')}.`);
    }
    return asked.filter((value) => known.includes(value));
  };
  const idsOf = (items: ReadonlyArray<{ id: string }>): string[] => items.map(({ id }) => id);
  const orders = idsOf(table.columns).flatMap((id) => [id, `-${id}`]);
  const [side = usual.side] = read('from', idsOf(table.sides));
  const [network = usual.network] = read('network', table.networks.map(String)).map(Number);
  const [order = usual.sort] = read('sort', orders);
  const needs = read('needs', idsOf(table.needs));
  const [sort, down] = [order.replace(/^-/, ''), order.startsWith('-')];
  return { choice: { side, network, sort, down, needs }, wrong };
}

/** The query of a choice: what is as usual is left out, and what is of others stays. */
export function writeChoice(choice: Choice, table: ChooseTable, search = ''): string {
  const query = new URLSearchParams(search);
  const usual = usualChoice(table);
  const set = (name: string, value: string, isUsual: boolean): void =>
    isUsual ? query.delete(name) : query.set(name, value);
  const sort = `${choice.down ? '-' : ''}${choice.sort}`;
  set('from', choice.side, choice.side === usual.side);
  set('network', String(choice.network), choice.network === usual.network);
  set('sort', sort, sort === usual.sort);
  set('needs', choice.needs.join(','), choice.needs.length === 0);
  return query.size === 0 ? '' : `?${query.toString().replaceAll('%2C', ',')}`;
}

// Rows in their order.

export function amountOf(
  row: Row,
  column: string,
  choice: Pick<Choice, 'side' | 'network'>,
): Amount {
  return row.cells[placeKey(choice)]?.[column] ?? row.fixed[column] ?? {};
}

/** What a row lacks of what is ticked. */
export function lacksOf({ lacks }: Row, { needs }: Choice): Lack[] {
  return needs.flatMap((id) => lacks[id] ?? []);
}

/** The rows that have any time here, ordered: what lacks what is ticked stands last, and before it what has no number. */
export function orderedRows(table: ChooseTable, choice: Choice): Row[] {
  const times = table.columns.filter(({ workload }) => workload !== undefined);
  const sign = choice.down ? -1 : 1;
  const valueOf = (row: Row) => amountOf(row, choice.sort, choice).value;
  const textOf = (row: Row) => amountOf(row, choice.sort, choice).text ?? row.name;
  return table.rows
    .filter((row) => times.some(({ id }) => amountOf(row, id, choice).value !== undefined))
    .toSorted((a, b) => {
      const lacking = Number(lacksOf(a, choice).length > 0) - Number(lacksOf(b, choice).length > 0);
      const [one, other] = [valueOf(a), valueOf(b)];
      if (lacking !== 0) return lacking;
      if (one !== undefined && other !== undefined) return sign * (one - other);
      if (one !== other) return one === undefined ? 1 : -1;
      return sign * textOf(a).localeCompare(textOf(b));
    });
}

/** Decimals of a number and its interval. */
export const decimalsIn = ({ decimals }: Column, { value = NaN, low, high }: Amount): number =>
  decimals ?? medianDecimals(value, low, high);

// How to measure.

/** The command that measures arms under workloads where the choice is. */
function commandFor(
  { study, sides }: ChooseTable,
  arms: readonly string[],
  workloads: readonly string[],
  { side, network }: Choice,
): string {
  return [
    `npm run measure -- ${study} --workloads ${workloads.join(',')} --arms ${arms.join(',')}`,
    ...(network === 0 ? [] : [`--network ${network}ms`]),
    ...[sides.find(({ id }) => id === side)?.flags ?? []].flat(),
  ].join(' ');
}

/** What of the choice was not measured and could be: the command; undefined where all was. */
export function missingCommand(table: ChooseTable, choice: Choice): string | undefined {
  const [arms, workloads] = [new Set<string>(), new Set<string>()];
  for (const row of table.rows) {
    const arm = row.arms[choice.side];
    for (const { id, workload, retired } of table.columns) {
      const { value, text, mark, noisy } = amountOf(row, id, choice);
      const isThere = noisy === undefined && (value ?? text) !== undefined && mark !== 'modelled';
      if (arm === undefined || workload === undefined || retired || isThere) continue;
      arms.add(arm);
      workloads.add(workload);
    }
  }
  return arms.size === 0 ? undefined : commandFor(table, [...arms], [...workloads], choice);
}

/** What runs the rows that are left: the address of the lab, or where that cannot, a command. */
export function runOf(
  table: ChooseTable,
  choice: Choice,
): { href?: string; command?: string } | undefined {
  const left = orderedRows(table, choice).filter((row) => lacksOf(row, choice).length === 0);
  const arms = left.flatMap(({ arms: own }) => own[choice.side] ?? []);
  const workloads = table.columns.flatMap(({ workload, retired }) =>
    workload === undefined || retired ? [] : [workload],
  );
  if (arms.length === 0) return undefined;
  if (!table.live) return { command: commandFor(table, arms, workloads, choice) };
  return {
    href: `/lab/?study=${table.study}&workloads=${workloads.join(',')}&arms=${arms.join(',')}`,
  };
}
