/** Ratios with their intervals on a log axis, as small as an image for links allows. */
import { formatRatio } from '../../figures/format.ts';
import { logDomain } from '../../figures/ticks.ts';
import { entryRatios, namesOf, systemIn, type EntryRatio, type RatioSource } from '../ratios.ts';
import { colours, label, line, shape } from './draw.ts';
import { cut, widthOf, type TextStyle } from './text.ts';

/** Where it is drawn, in px. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Rows that fit. */
const MOST_ROWS = 4;
/** Room for the rows' names, in px. */
const NAMES = 190;
const style: TextStyle = { size: 22, weight: 'regular' };

/**
 * The rows: of the same record and arm, one for each workload; or of the same workload, one for
 * each arm, where the arm has no other workload.
 */
export function rowsOf(page: RatioSource, first: EntryRatio): { name: string; row: EntryRatio }[] {
  const same = entryRatios(page).filter(({ record }) => record === first.record);
  const workloads = same.filter(({ arm }) => arm === first.arm);
  const by = workloads.length > 1 ? 'workload' : 'arm';
  const rows =
    by === 'workload' ? workloads : same.filter((row) => row.workload === first.workload);
  return rows.slice(0, MOST_ROWS).map((row) => ({ name: namesOf(page.study, row)[by], row }));
}

/** Draws the ratios of an entry's first record around the first. */
export function forest(page: RatioSource, first: EntryRatio, area: Area): string {
  const rows = rowsOf(page, first);
  const domain = logDomain([
    1,
    ...rows.flatMap(({ row }) => [row.ratio, row.low ?? row.ratio, row.high ?? row.ratio]),
  ]);
  const [left, width] = [area.x + NAMES, area.width - NAMES - 20];
  const at = (ratio: number): number =>
    left + (Math.log(ratio / domain[0]) / Math.log(domain[1] / domain[0])) * width;
  const step = (area.height - 40) / rows.length;
  const one = formatRatio(1).replace('.00', '');
  return [
    line([at(1), area.y], [at(1), area.y + area.height - 36], colours.line),
    label(one, style, at(1) - widthOf(one, style) / 2, area.y + area.height - 4, colours.faint),
    ...rows.map(({ name, row }, index) => {
      const y = area.y + (index + 0.5) * step;
      const system = systemIn(page.study, row.arm);
      return [
        label(cut(name, style, NAMES - 16), style, area.x, y + 8, colours.text),
        row.low !== undefined && row.high !== undefined
          ? line([at(row.low), y], [at(row.high), y], colours.text)
          : '',
        shape(system, at(row.ratio), y, 11, row.from === 'measured'),
      ].join('');
    }),
  ].join('');
}
