/** Columns of numbers for the tables of views. */
import { formatNumber, NONE } from '../../figures/format.ts';
import type { Cell } from '../view.ts';

/**
 * Decimals of a column of quoted numbers: as many as the most precise of them was printed with. A
 * record holds numbers, so a zero at the end of one would be lost otherwise.
 */
export function decimalsOf(values: ReadonlyArray<number | undefined>): number {
  const lengths = values.map((value) =>
    value === undefined || !Number.isFinite(value) ? 0 : (String(value).split('.')[1]?.length ?? 0),
  );
  return Math.max(0, ...lengths);
}

/** A cell with a number, or with a dash where there is none. */
export function numberCell(
  value: number | undefined,
  decimals: number,
  approximate: boolean | undefined = false,
): Cell {
  if (value === undefined || !Number.isFinite(value)) return { text: NONE, muted: true };
  return { text: `${approximate ? '≈' : ''}${formatNumber(value, decimals)}` };
}
