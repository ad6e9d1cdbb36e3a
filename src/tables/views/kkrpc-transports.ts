/** Views of the study of calls between processes: memory, and data by the size of a payload. */
import { median } from 'simple-statistics';
import { formatBytes, rateDecimals } from '../../numbers/format.ts';
import {
  memory as memoryFigure,
  type MemoryPoint,
  type MemoryRow,
  type SizeKind,
  sizeKinds,
  type SizePoint,
  sizes,
  type SizeWay,
  sizeWays,
  wayNames,
} from '../../figures/processes.ts';
import { CONTROL } from '../../harness/record/index.ts';
import { unitsOf } from '../../harness/statistics/index.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import { capital, countOf } from '../../report/words.ts';
import { numeric, rangedCell, type View, worded } from '../view.ts';
import { measuredView, severalHeadings, type ViewPage, withRecord } from './page.ts';
import { times } from './rates.ts';

// The workload runs no more: its published records have a reading of each of these names.
const WORKLOAD = 'memory';
const MB = 1_000_000;

/** Moments at which memory was read, in their order. */
const points = ['rest', 'after-calls', 'under-payloads', 'after-payloads', 'end'] as const;
type Point = (typeof points)[number];

const sides = ['caller', 'server'] as const;
type Side = (typeof sides)[number];

/** The reader: the operating system, or the runtime by its own API. */
const counters = ['system', 'runtime'] as const;
type Counter = (typeof counters)[number];

/** `server/rest/system`, under which a record has the bytes. */
type ReadingName = `${Side}/${Point}/${Counter}`;

const readingName = (side: Side, point: Point, counter: Counter): ReadingName =>
  `${side}/${point}/${counter}`;

export const readingNames: readonly ReadingName[] = sides.flatMap((side) =>
  points.flatMap((point) => counters.map((counter) => readingName(side, point, counter))),
);

const pointNames: Readonly<Record<Point, string>> = {
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

/**
 * Memory of caller and server over a course of calls and payloads, from sessions of the workload that reads
 * it. The figure has what the system counts, the table all.
 */
export function memoryView(page: ViewPage): View {
  const headings = severalHeadings(page.runs);
  const courses = page.runs.flatMap((run) => coursesOf(run, headings.get(run.id), page));
  const rows = courses.flatMap((course) =>
    sides.flatMap((side) => counters.map((counter) => ({ course, side, counter }))),
  );
  return measuredView(page, page.runs, rows, {
    ...{ name: 'memory', title: 'Memory of both processes', marks: ['measured'] },
    needs: `sessions of the workload ${WORKLOAD}`,
    figure: (width) => memoryFigure({ rows: courses.map(rowOf), width }),
    table: {
      caption: 'Resident sets of caller and server, in MB',
      note: 'Median of the repeats, under it the lowest and the highest. Under payloads, each repeat has the highest of what was read after each payload. Nobody asked for garbage to be collected.',
      headingOf: ({ course: { label, readings } }) =>
        `${label}: ${countOf(readings.length, 'repeat')}`,
      columns: [
        worded('Process', ({ course: { system }, side, counter }) => ({
          ...{ system, filled: true },
          text: `${side === 'caller' ? 'Caller' : 'Server'}, ${countedBy[counter]}`,
        })),
        ...points.map((point) =>
          numeric<(typeof rows)[number]>(
            `${pointNames[point]} (MB)`,
            ({ course, side, counter }) => {
              const { median: middle, low, high } = rangeOf(course, side, point, counter);
              const ends = course.readings.length > 1 ? { low: low / MB, high: high / MB } : {};
              return rangedCell({ value: middle / MB, ...ends }, 1);
            },
          ),
        ),
      ],
    },
  });
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

const form = new RegExp(`^(${sizeWays.join('|')})-(${sizeKinds.join('|')})-(\\d+)$`);

/** Data moved in a second against the size of a payload, from records with payloads of two sizes or more. */
export function sizesView(page: ViewPage): View {
  const { runs } = page;
  const headings = severalHeadings(runs);
  const points = runs.flatMap((run): SizePoint[] =>
    run.analysis.arms.flatMap(({ arm, workload, megabytesPerSecond }): SizePoint[] => {
      const [, way, kind, bytes] = form.exec(workload) ?? [];
      if (bytes === undefined || megabytesPerSecond === undefined || arm === CONTROL) return [];
      const { label, system } = page.names(arm);
      const { value: perSecond, low, high } = times(megabytesPerSecond, 1);
      return [
        {
          ...{ way: way as SizeWay, kind: kind as SizeKind, bytes: Number(bytes) },
          ...{ label: withRecord(label, headings.get(run.id)), system },
          ...{ perSecond, low, high },
        },
      ];
    }),
  );
  const rows = [
    ...Map.groupBy(points, (point) => [point.label, point.kind, point.bytes].join()).values(),
  ];
  return measuredView(page, runs, rows, {
    ...{ name: 'sizes', title: 'Data by the size of a payload' },
    needs: 'workloads <up|down|echo>-<text|bytes>-<size> of two sizes or more',
    isEnough: new Set(points.map(({ bytes }) => bytes)).size > 1,
    figure: (width) => sizes({ rows: points, width }),
    table: {
      caption: 'Data moved in a second, by the size of a payload',
      note: 'Medians with their intervals. MB are a million bytes; what goes up and back counts both ways.',
      headingOf: ([first]) => `${first?.label}, ${first?.kind}`,
      columns: [
        worded('Size', ([first]) => formatBytes(first?.bytes ?? Number.NaN)),
        ...sizeWays.map((way) =>
          numeric<SizePoint[]>(`${capital(wayNames[way])} (MB/s)`, (members) => {
            const found = members.find((point) => point.way === way);
            if (found === undefined) return rangedCell(undefined, 0);
            return rangedCell({ ...found, value: found.perSecond }, rateDecimals(found.perSecond));
          }),
        ),
      ],
    },
  });
}
