/** Columns and cells of a journal's results over time. */
import { NONE } from '../../figures/format.ts';
import type { HistoryRow } from '../../figures/history-layout.ts';
import type { HistoryArm } from '../../figures/history.ts';
import type { Cell } from '../view.ts';

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
}

/** More columns than these would not fit beside the entries. */
export const MOST_COLUMNS = 5;

/** A column of the table: an arm, or those of one system. */
export interface HistoryColumn {
  label: string;
  /** Each arm by its label, with what tells it from the others of its column. */
  arms: ReadonlyMap<string, string>;
}

/** A column for each arm; where those are too many, arms whose names begin alike share one. */
export function columnsOf(shown: readonly HistoryArm[]): HistoryColumn[] {
  if (shown.length <= MOST_COLUMNS) {
    return shown.map(({ label }) => ({ label, arms: new Map([[label, '']]) }));
  }
  const split = shown.map(({ label }) => {
    const [system = label, ...kind] = label.split(', ');
    return { label, system, kind: kind.join(', ') };
  });
  return [...Map.groupBy(split, ({ system }) => system)].map(([system, members]) => ({
    label: system,
    arms: new Map(members.map(({ label, kind }) => [label, kind])),
  }));
}

/** A row's results under one workload, a cell for each column; none where it has none. */
export function cellsOf(
  row: FoundRow,
  { id, unit }: { id: string; unit: string },
  columns: readonly HistoryColumn[],
) {
  const { entry, when, commit, where, measured } = row;
  const results = row.results.filter(
    (each) => each.workload === id && (each.unit === unit || each.value === undefined),
  );
  if (results.length === 0) return [];
  const cells = columns.map(({ arms }): Cell => {
    const lines = [...arms].flatMap(([arm, kind]) => {
      const own = results.filter((each) => each.arm === arm);
      const texts = own.map(({ value, text, instead = NONE }) =>
        value === undefined ? instead : text,
      );
      return own.length === 0 ? [] : [{ kind, text: texts.join(', ') }];
    });
    const [main, ...others] = lines;
    if (main === undefined) return { text: NONE, muted: true };
    const more = others.map(({ kind, text }) => `${text} ${kind}`);
    const note = [main.kind, ...more].filter((line) => line !== '').join('\n');
    return { text: main.text, ...(note !== '' && { note }) };
  });
  const note = [when, commit, where].filter(Boolean).join(' · ');
  return [
    [
      {
        text: entry.title,
        href: entry.href,
        note,
        ...(measured && { mark: 'derived' as const }),
      },
      ...cells,
    ],
  ];
}
