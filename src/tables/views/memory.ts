/** View: the memory of caller and server over a course of calls and payloads, as measured here. */
import { median } from 'simple-statistics';
import { formatNumber } from '../../figures/format.ts';
import { memory as memoryFigure, type MemoryPoint, type MemoryRow } from '../../figures/memory.ts';
import { unitsOf } from '../../harness/statistics/index.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import {
  counters,
  type Counter,
  type Point,
  points,
  readingName,
  type Side,
  sides,
} from '../../peers/processes/memory/points.ts';
import { countOf } from '../../report/words.ts';
import { type Cell, type Group, numbers, type View } from '../view.ts';
import { measuredSource, missing, severalHeadings, type ViewPage, withRecord } from './page.ts';

const WORKLOAD = 'memory';
const MB = 1_000_000;

const columns: Readonly<Record<Point, string>> = {
  rest: 'At rest',
  'after-calls': 'After the calls',
  'under-payloads': 'Under payloads',
  'after-payloads': 'After them',
  end: 'At the end',
};
/** Points of the figure, as they are called under its axis. */
const drawn = [
  ['rest', 'at rest'],
  ['after-calls', 'after calls'],
  ['under-payloads', 'payloads'],
  ['end', 'at the end'],
] as const;

const countedBy: Readonly<Record<Counter, string>> = {
  system: 'by the system',
  runtime: 'by its runtime',
};

/** The repeats of one arm’s course in one record. */
interface Courses {
  label: string;
  system: string;
  readings: ReadonlyArray<Readonly<Record<string, number>>>;
}

/** From sessions of the workload that reads memory. The figure has what the system counts, the table all. */
export function memoryView(page: ViewPage): View {
  const headings = severalHeadings(page.runs);
  const courses = page.runs.flatMap((run) => coursesOf(run, headings.get(run.id), page));
  if (courses.length === 0) {
    throw missing(page, 'memory', `sessions of the workload ${WORKLOAD}`);
  }
  return {
    ...{ id: 'memory', title: 'Memory of both processes' },
    ...{ marks: ['measured'], source: measuredSource(page.runs) },
    figure: (width) => memoryFigure({ rows: courses.map(rowOf), width }),
    table: {
      caption: 'Resident sets of caller and server, in MB',
      marks: ['derived'],
      note: 'Median of the repeats, under it the lowest and the highest. Under payloads, each repeat has the highest of what was read after each payload. Nobody asked for garbage to be collected.',
      columns: [{ label: 'Process' }, ...numbers(points.map((point) => `${columns[point]} (MB)`))],
      groups: courses.map(groupOf),
    },
  };
}

function coursesOf({ record }: MeasuredRun, heading: string | undefined, { names }: ViewPage) {
  const units = unitsOf(record).filter(
    ({ workload, unit }) => workload === WORKLOAD && unit.void === undefined,
  );
  return record.plan.arms.flatMap((arm): Courses[] => {
    const readings = units.flatMap(({ unit }) =>
      unit.arm === arm && unit.readings ? [unit.readings] : [],
    );
    const { label, system } = names(arm);
    return readings.length === 0 ? [] : [{ label: withRecord(label, heading), system, readings }];
  });
}

function rangeOf({ readings }: Courses, side: Side, point: Point, counter: Counter) {
  const name = readingName(side, point, counter);
  const values = readings.map((each) => each[name] ?? Number.NaN);
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

function rowOf(courses: Courses): MemoryRow {
  const of = (side: Side): MemoryPoint[] =>
    drawn.map(([point, label]) => ({ label, ...rangeOf(courses, side, point, 'system') }));
  const { label, system } = courses;
  return { label, system, caller: of('caller'), server: of('server') };
}

function groupOf(courses: Courses): Group {
  const { label, system, readings } = courses;
  const rows = sides.flatMap((side) =>
    counters.map((counter): Cell[] => [
      {
        text: `${side === 'caller' ? 'Caller' : 'Server'}, ${countedBy[counter]}`,
        system,
        filled: true,
      },
      ...points.map((point): Cell => {
        const range = rangeOf(courses, side, point, counter);
        const [text = '', ...ends] = [range.median, range.low, range.high].map((bytes) =>
          formatNumber(bytes / MB, 1),
        );
        return { text, ...(readings.length > 1 && { note: ends.join('–') }) };
      }),
    ]),
  );
  return { heading: `${label}: ${countOf(readings.length, 'repeat')}`, rows };
}
