/** Numbers and tables as a terminal shows them: plain spaces, columns that line up. */

/** What stands where there is no number. */
export const NONE = '–';

/** A time in ms without its unit, to three significant digits, at most three decimals: `0.244`. */
export function ms(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return NONE;
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3);
}

/** `1.42×` */
export function factor(value: number | undefined): string {
  return value === undefined ? NONE : `${value.toFixed(2)}×`;
}

/** Both ends of an interval, each written alike: `1.31–1.55`; with the level unless it is 95 %. */
export function range(
  interval: { low: number; high: number; level: number } | undefined,
  write: (value: number) => string = (value) => value.toFixed(2),
): string {
  if (interval === undefined) return NONE;
  const ends = `${write(interval.low)}–${write(interval.high)}`;
  // A level above 95 % only means that ranks allow no narrower interval.
  return interval.level < 0.9495 ? `${ends} (${percent(interval.level, 1)})` : ends;
}

/** A whole number with spaces between thousands: `12 500`. */
export function count(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return NONE;
  return value.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** A share of one: `5 %`. */
export function percent(share: number, decimals = 0): string {
  return `${(share * 100).toFixed(decimals)} %`;
}

/** `1 round`, `5 rounds` */
export function several(number: number, what: string): string {
  return `${count(number)} ${what}${number === 1 ? '' : 's'}`;
}

/** `about 12 s`, `about 3 min` */
export function duration(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 100 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} min`;
}

/** Rows under a head, in columns: the first to the left, the others to the right unless `left`. */
export function columns(
  head: readonly string[],
  rows: ReadonlyArray<readonly string[]>,
  left: readonly number[] = [0],
): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...all.map((row) => (row[at] ?? '').length)));
  return all.map((row) =>
    widths
      .map((width, at) => {
        const cell = row[at] ?? '';
        return left.includes(at) ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Rows under a head as a Markdown table; the first column to the left, the others to the right. */
export function markdownTable(
  head: readonly string[],
  rows: ReadonlyArray<readonly string[]>,
): string[] {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)];
}
