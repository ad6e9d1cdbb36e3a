/** Arms, columns and cells of a journal's results over time. */
import { NONE } from '../../figures/format.ts';
import type { HistoryArm, HistoryRow } from '../../figures/history.ts';
import { symbols } from '../../places/contestant.ts';
import type { EntryPage } from '../../journal/entries.ts';
import { type Cell, NOTHING } from '../view.ts';

/** The parts of an entry's page that the history needs. */
export type HistoryPage = Pick<EntryPage, 'study' | 'runs' | 'quoted' | 'names' | 'href'> & {
  entry: {
    data: Pick<
      EntryPage['entry']['data'],
      'title' | 'place' | 'timestamp' | 'repositoryDate' | 'commit' | 'state' | 'methodChanged'
    >;
  };
};

/** One result: an amount with its unit, or what stands in place of one. */
export interface Found {
  /** Name of the arm: what a quoted result is of and what is measured here may be two. */
  arm: string;
  workload: string;
  unit: string;
  value: number | undefined;
  /** The value as text, with the digits it was printed with and without its unit. */
  text: string;
  instead: string | undefined;
  /** Whether it follows from a printed total. */
  computed: boolean;
  /** Whether its entry has another run of the same test before it, which the line goes through. */
  again: boolean;
}

/** A record of an entry, with its results. */
export interface FoundRow extends HistoryRow {
  results: Found[];
  /** Whether a simulated network was between, which is another question. */
  isAway: boolean;
}

/** More columns than these would not fit beside the entries. */
const MOST_COLUMNS = 5;

/** The name of a row’s entry, with when and where it was measured. */
export function entryCell({ entry, when, commit, where, measured }: FoundRow): Cell {
  const note = [when, commit, where].filter(Boolean).join(' · ');
  return { text: entry.title, href: entry.href, note, ...(measured && { mark: 'derived' }) };
}

/** The results of an arm: of several runs of one test each. */
export function foundCell(results: readonly Found[], label: string): Cell {
  const own = results.filter(({ arm }) => arm === label);
  const texts = own.map(({ value, text, instead = NONE }) =>
    value === undefined ? instead : text,
  );
  return own.length === 0 ? NOTHING : { text: texts.join(', ') };
}

/**
 * The arms whose results are shown: all that have some or, where those would not fit, the reference and
 * as many subjects as do. What else an entry measured stands there.
 */
export function toldOf(page: HistoryPage, rows: readonly FoundRow[]): HistoryArm[] {
  const found = new Set(rows.flatMap(({ results }) => results.map(({ arm }) => arm)));
  const items = armsOf(page).filter(({ label }) => found.has(label));
  if (items.length <= MOST_COLUMNS) return items;
  const { arms, reference, subjects } = page.study;
  const compared = [reference, ...subjects].flatMap((id) => {
    const label = arms.find((arm) => arm.id === id)?.label;
    const names = [label, page.names(id, 'quoted').label];
    return items.filter((item) => names.includes(item.label));
  });
  const told = [...new Set(compared)].slice(0, MOST_COLUMNS);
  return items.filter((item) => told.includes(item));
}

/** How each arm is drawn, so that those of one system can be told apart. */
function armsOf({ study: { arms }, names }: HistoryPage): HistoryArm[] {
  return arms.flatMap(({ id, label, system }): HistoryArm[] => {
    const siblings = arms.filter((other) => other.system === system);
    const at = siblings.findIndex((other) => other.id === id);
    // Two differ in size; more of them would need too fine a step, so they differ in shape.
    const look: Pick<HistoryArm, 'r' | 'symbol'> =
      siblings.length > 2
        ? { symbol: symbols[at % symbols.length] ?? 'circle' }
        : at > 0
          ? { r: 3 }
          : {};
    const quoted = names(id, 'quoted').label;
    if (quoted === label) return [{ label, system, ...look }];
    return [
      { label: quoted, system, ...look },
      { label, system, ...look, filled: true },
    ];
  });
}
