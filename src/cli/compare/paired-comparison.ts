import type { Plan } from '../../harness/plan.ts';
import type { Block } from '../../harness/record.ts';
import { cellsOf } from '../../harness/statistics-blocks.ts';
import { compare } from '../../harness/statistics-compare.ts';
import { pairedLogRatios } from '../../harness/statistics-ratio.ts';
import { summarise } from '../../harness/statistics-summary.ts';
import { judge } from '../../harness/statistics-verdict.ts';
import type { Study } from '../../harness/study.ts';
import { armNames, countOf, twinSentence } from '../../report/words.ts';
import { slowerRows, type Comparison, type Row, type Side } from './comparison.ts';
import { sideId, type PairedStudy } from './paired-study.ts';

/** A run of two revisions, and what its comparison needs besides. */
export interface PairedRun<Operations> {
  /** The study whose arms and workloads the rows are named after. */
  study: Study<Operations>;
  paired: PairedStudy<Operations>;
  plan: Plan;
  blocks: readonly Block[];
  /** Half-width of what counts as equal, as a fraction. */
  margin: number;
  /** Smallest step of the client's clock, in µs. */
  clockStepUs: number;
  base: Side;
  head: Side;
}

/** Judges the head's time against the base's, arm by arm, from the rounds in which both ran. */
export function pairedComparison<Operations>(run: PairedRun<Operations>): Comparison {
  const { study, paired, plan, blocks, margin, clockStepUs, base, head } = run;
  const record = { plan, blocks: [...blocks] };
  const cells = cellsOf(record);
  const cell = (arm: string, workload: string) =>
    cells.find((each) => each.arm === arm && each.workload === workload);
  const pairs = plan.workloads.flatMap((workload) =>
    paired.arms.flatMap((arm) => {
      const base = cell(sideId('base', arm), workload);
      const head = cell(sideId('head', arm), workload);
      // Without a cell where one of the two cannot do the workload.
      return base === undefined || head === undefined ? [] : [{ arm, base, head }];
    }),
  );
  const judged = judge(
    pairs.map((pair) => pairedLogRatios(pair.head, pair.base)),
    margin,
    1,
  );
  const names = armNames(study);
  const rows = pairs.map((pair, index): Row => {
    const { ratio, verdict, basis } = judged[index] as (typeof judged)[number];
    return {
      arm: pair.arm,
      label: names(pair.arm).label,
      workload: pair.head.workload,
      baseMs: summarise(pair.base, clockStepUs).msPerOperation,
      headMs: summarise(pair.head, clockStepUs).msPerOperation,
      ratio,
      verdict,
      basis,
    };
  });
  const { reference } = paired.study;
  const { twins, rounds } = compare(record, { reference, subjects: [], margin, rule: 'fixed' });
  const doubts = twins
    .filter(({ flaw }) => flaw !== undefined)
    .map((twin) => `First, the noise in ${twin.workload}: ${twinSentence(twin, margin)}`);
  const voids = blocks.filter((block) => block.void !== undefined);
  const reasons = new Set(voids.map(({ arm, detail }) => `${arm}: ${detail ?? 'void'}`));
  return {
    kind: 'interleaved',
    study: study.id,
    base,
    head,
    margin,
    corrected: rows.length,
    rounds,
    doubts,
    notes: [
      ...twins
        .filter(({ flaw }) => flaw === undefined)
        .map((twin) => `The base’s twin in ${twin.workload}: ${twinSentence(twin, margin)}`),
      ...paired.unpaired,
      ...(voids.length === 0 ? [] : [`${countOf(voids.length, 'block')} void.`]),
      ...[...reasons].slice(0, 5),
    ],
    rows,
    slower: slowerRows(rows, margin),
  };
}
