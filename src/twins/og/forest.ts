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
const MOST_ROWS = 3;
/** Room for the label of the axis, in px. */
const AXIS = 34;
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
  // Room for half a shape on either side.
  const [left, width] = [area.x + 14, area.width - 28];
  const at = (ratio: number): number =>
    left + (Math.log(ratio / domain[0]) / Math.log(domain[1] / domain[0])) * width;
  const bottom = area.y + area.height;
  const step = (area.height - AXIS) / MOST_ROWS;
  const one = formatRatio(1).replace('.00', '');
  return [
    label(one, style, at(1) - widthOf(one, style) / 2, bottom, colours.faint),
    ...rows.map(({ name, row }, index) => {
      const y = area.y + index * step;
      const ends = [row.low ?? row.ratio, row.high ?? row.ratio] as const;
      return [
        label(cut(name, style, area.width), style, area.x, y + 18, colours.text),
        line([at(1), y + 28], [at(1), y + 52], colours.line),
        line([at(ends[0]), y + 40], [at(ends[1]), y + 40], colours.text),
        shape(systemIn(page.study, row.arm), at(row.ratio), y + 40, 10, row.from === 'measured'),
      ].join('');
    }),
  ].join('');
}
