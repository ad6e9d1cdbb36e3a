/** How other code than a published library stands to that library: what interoperates, and how fast it is. */
import type { Original } from '../collections/systems.ts';
import {
  formatCount,
  formatDay,
  formatEnds,
  formatNumber,
  formatSpan,
  formatRatio,
  NONE,
} from '../figures/format.ts';
import type { MeasuredRecord } from '../harness/record/index.ts';
import { cellsOf, pairedLogRatios, type Ratio, ratioOf } from '../harness/statistics/index.ts';
import { capital } from '../report/words.ts';
import { findStudy } from '../studies/index.ts';
import { workloadOf } from '../harness/plan/index.ts';
import { numbers, type Table } from './view.ts';

const halves = { published: 'published', ours: 'this site’s' } as const;

type Pair = Original['interop']['pairs'][number];

const failedIn = ({ failed }: Pair): number => failed.reduce((sum, { cases }) => sum + cases, 0);

/** A workload of a record in which both took turns. */
interface SpeedRow {
  workload: string;
  runtime: string;
  /** Our time ÷ the published library’s. */
  ratio: Ratio;
}

/** @param records those that the original’s `speed` names @throws for one without a ratio of the two */
function speedRows({ speed }: Original, records: readonly MeasuredRecord[]): SpeedRow[] {
  return records.flatMap((record) => {
    const study = findStudy(record.study);
    const cells = cellsOf(record);
    return record.plan.workloads.map((id) => {
      const { label } = workloadOf(study, id);
      const [ours, theirs] = [speed.ours, speed.original].map((arm) =>
        cells.find((cell) => cell.workload === id && cell.arm === arm),
      );
      const ratio = ours && theirs && ratioOf(pairedLogRatios(ours, theirs));
      if (ratio) return { workload: label, runtime: record.environment.runtime, ratio };
      throw new Error(
        `${record.study}: got no rounds of "${id}" with both ${speed.ours} and ${speed.original}, expected a record that has them`,
      );
    });
  });
}

/** The cases that each pair of client and server passed. */
export function interopTable({ name, interop }: Original): Table {
  const { date, how, cases, pairs } = interop;
  return {
    caption: `Cases of the test suite of ${name} that pass`,
    marks: [],
    note: `${formatDay(date)}. ${how}`,
    columns: [
      { label: 'Client and server' },
      ...numbers(['Cases passed', 'Cases in all']),
      { label: 'What fails' },
    ],
    groups: [
      {
        rows: pairs.map((pair) => [
          { text: `${capital(halves[pair.client])} client, ${halves[pair.server]} server` },
          { text: formatCount(cases - failedIn(pair)) },
          { text: formatCount(cases) },
          pair.failed.length === 0
            ? { text: 'nothing', muted: true }
            : { text: pair.failed.map((each) => `${each.cases} × ${each.what}`).join(' ') },
        ]),
      },
    ],
  };
}

/** Our time ÷ the published library’s, by workload and client. */
export function speedTable(original: Original, records: readonly MeasuredRecord[]): Table {
  const { name, speed } = original;
  return {
    caption: `Time of this site’s implementation ÷ time of ${name}`,
    marks: [],
    note: `${speed.how} Below 1×, this site’s implementation takes less time.`,
    columns: [
      { label: 'Calls' },
      { label: 'Client' },
      ...numbers(['Ratio (×)', '95 % interval (×)']),
    ],
    groups: [
      {
        rows: speedRows(original, records).map(({ workload, runtime, ratio }) => [
          { text: workload },
          { text: runtime },
          { text: formatNumber(ratio.estimate, 2) },
          { text: ratio.interval ? formatEnds(ratio.interval) : NONE },
        ]),
      },
    ],
  };
}

/** Both in two sentences, for those who read no table. */
export function originalText(original: Original, records: readonly MeasuredRecord[]): string {
  const { name, interop } = original;
  const { cases, pairs } = interop;
  const mixed = pairs
    .filter(({ client, server }) => client !== server)
    .map((pair) => {
      const own = pair.client === 'ours' ? 'its client' : 'its server';
      return `${own} passes ${formatCount(cases - failedIn(pair))}`;
    });
  const list = new Intl.ListFormat('en').format(mixed);
  const ratios = speedRows(original, records).map(({ ratio }) => ratio.estimate);
  return `Of the ${formatCount(cases)} cases of the test suite of ${name}, with the published library at the other end, ${list}. It takes ${formatSpan(ratios, formatRatio)} the published library’s time, so its figures are not the library’s.`;
}
