/** View: calls answered in a second by every arm under one workload, the fastest first. */
import { amounts, callRate, type AmountRow } from '../../figures/amounts.ts';
import { formatEnds, formatNumber, formatRatio, NONE, rateDecimals } from '../../figures/format.ts';
import { workloadNames } from '../../report/words.ts';
import { type Cell, numbers, type View } from '../view.ts';
import { measuredSource, missing, numberCell, runHeadings, type ViewPage } from './page.ts';
import { type ArmRate, CANNOT, type Ranged, ratesOf } from './rates.ts';

/**
 * From the records that have the workload.
 *
 * @param workload its id
 */
export function throughputView(page: ViewPage, workload: string): View {
  const { study, names } = page;
  const runs = page.runs.filter(({ record }) => record.plan.workloads.includes(workload));
  const { floor } = study;
  const headings = runs.length > 1 ? runHeadings(runs) : new Map<string, string>();
  const groups = runs.map((run) => ({
    heading: headings.get(run.id) ?? '',
    rates: ratesOf(run, workload, floor)
      .filter(({ perSecond, instead }) => perSecond !== undefined || instead !== undefined)
      .toSorted((one, other) => (other.perSecond?.value ?? 0) - (one.perSecond?.value ?? 0)),
  }));
  if (!groups.some(({ rates }) => rates.some(({ perSecond }) => perSecond !== undefined))) {
    throw missing(page, `throughput:${workload}`, 'turns of that workload that count');
  }
  const rows = groups.flatMap(({ heading, rates }) =>
    rates.map(({ arm, perSecond, instead }): AmountRow => ({
      group: heading,
      ...{ label: names(arm).label, system: names(arm).system, mark: 'measured' },
      ...ends(perSecond ?? { value: Number.NaN }),
      ...(instead !== undefined && { instead }),
      ...(arm === floor && { isBaseline: true }),
    })),
  );
  const what = workloadNames(study)(workload);
  const baseline = floor === undefined ? 'the baseline' : names(floor).label;
  return {
    id: `throughput-${workload}`,
    title: `Calls a second: ${what}`,
    figure: (width) => amounts({ rows, quantity: callRate, width }),
    marks: ['derived'],
    source: measuredSource(runs),
    table: {
      caption: `Calls a second: ${what}`,
      marks: ['derived'],
      note: [
        `Medians with their intervals. The ratio is to ${baseline}, the baseline, in the same rounds.`,
        ...reasonsOf(groups.flatMap(({ rates }) => rates)),
      ].join(' '),
      columns: [
        { label: 'Arm' },
        ...numbers(['Calls a second', 'From', 'To', 'Against the baseline']),
      ],
      groups: groups.map(({ heading, rates }) => ({
        ...(heading !== '' && { heading }),
        rows: rates.map((rate): Cell[] => {
          const { arm, perSecond, ratio } = rate;
          const { label, system } = names(arm);
          const decimals = rateDecimals(perSecond?.value ?? Number.NaN);
          return [
            { text: label, system, filled: true, ...noteOf(rate) },
            ...[perSecond?.value, perSecond?.low, perSecond?.high].map((value) =>
              numberCell(value, decimals),
            ),
            ratioCell(ratio),
          ];
        }),
      })),
    },
  };
}

/** Value and interval of a row. */
function ends({ value, low, high }: Ranged) {
  return { value, ...(low !== undefined && high !== undefined && { low, high }) };
}

/** A ratio with its interval below. */
export function ratioCell(ratio: Ranged | undefined): Cell {
  if (ratio === undefined) return { text: NONE, muted: true };
  const { value, low, high } = ratio;
  return {
    text: formatRatio(value),
    ...(low !== undefined && high !== undefined && { note: formatEnds({ low, high }) }),
  };
}

/** A number with its interval below, both with as many decimals. */
export function rangedCell(ranged: Ranged | undefined, decimals: number): Cell {
  const cell = numberCell(ranged?.value, decimals);
  if (ranged?.low === undefined || ranged.high === undefined) return cell;
  const [low, high] = [ranged.low, ranged.high].map((end) => formatNumber(end, decimals));
  return { ...cell, note: `${low}–${high}` };
}

/** What stands under an arm’s name where it has no number, or has stalled or failed on the way. */
export function noteOf({ instead, reason }: ArmRate): Pick<Cell, 'note'> {
  const note = instead === CANNOT ? instead : (reason ?? instead);
  return note === undefined ? {} : { note };
}

/** What arms cannot do, each reason once. */
export function reasonsOf(rates: readonly ArmRate[]): string[] {
  const reasons = rates.flatMap(({ instead, reason }) => (instead === CANNOT ? reason : []) ?? []);
  return [...new Set(reasons)].map((reason) => `What cannot: ${reason}`);
}
