import type { MeasuredRecord } from '../../harness/record.ts';
import { cellsOf, type Cell } from '../../harness/statistics-blocks.ts';
import { pairedLogRatios, ratioOf } from '../../harness/statistics-ratio.ts';
import { TWIN } from '../../harness/study.ts';

/** One line of `--json`. */
export interface RatioRow {
  /** `node` or `chromium`. */
  client: string;
  workload: string;
  arm: string;
  /** The arm whose time the ratio is of. */
  against: string;
  /** The arm's time ÷ the other's, paired by rounds; null when no round has both. */
  ratio: number | null;
  /** Ends of the interval; null with too few rounds for one. */
  low: number | null;
  high: number | null;
}

/** Which arms are compared. */
export interface Compared {
  /** Every other arm is set against each of these, as far as they ran. */
  against: readonly string[];
  /** Further pairs: an arm and the one it is set against. */
  pairs: ReadonlyArray<readonly [arm: string, against: string]>;
}

/** Every ratio of a record's arms, workload by workload. The twin stands against its original alone. */
export function ratioRows(
  client: string,
  record: Pick<MeasuredRecord, 'plan' | 'blocks'>,
  { against, pairs }: Compared,
  reference: string,
): RatioRow[] {
  const cells = cellsOf(record);
  return record.plan.workloads.flatMap((workload) => {
    const here = cells.filter((cell) => cell.workload === workload);
    const arms = here.map(({ arm }) => arm);
    const wanted = [
      ...against.flatMap((other) =>
        arms
          .filter((arm) => arm !== other && (arm !== TWIN || other === reference))
          .map((arm) => [arm, other] as const),
      ),
      ...pairs,
    ];
    return wanted.flatMap(([arm, other]): RatioRow[] => {
      const [one, two] = [cellOf(here, arm), cellOf(here, other)];
      if (one === undefined || two === undefined) return [];
      const ratio = ratioOf(pairedLogRatios(one, two));
      return [
        {
          client,
          workload,
          arm,
          against: other,
          ratio: ratio?.estimate ?? null,
          low: ratio?.interval?.low ?? null,
          high: ratio?.interval?.high ?? null,
        },
      ];
    });
  });
}

function cellOf(cells: readonly Cell[], arm: string): Cell | undefined {
  return cells.find((cell) => cell.arm === arm);
}
