import type { Claims } from '../../../src/journal/claims/claim.ts';
import type { Figures } from '../../../src/journal/claims/figures.ts';
import { each, lumenize, operations, signed, totalByRate } from './shared.ts';

const baseline = '2025-10-20-synchronous-storage-baseline';
const run3 = '2025-10-20-debug-suppression';
const run1 = '2025-10-20-debug-suppression-run-1';
const run2 = '2025-10-20-debug-suppression-run-2';

/** Times of the three runs, and the sum of a run’s totals. */
const times = ($: Figures, operation: string) =>
  [run1, run2, run3].map((run) => $.time(lumenize, operation, run));
const sumOf = ($: Figures, run: string) =>
  $.sum(operations.map((operation) => $.result(lumenize, operation, run).totalMs));

/** Mean of the runs against the baseline. */
const means = ($: Figures) =>
  'mean of the runs against the baseline: ' +
  each((operation) => {
    const factor = $.mean(times($, operation)) / $.time(lumenize, operation, baseline);
    return `${signed((factor - 1) * 100)} %`;
  });

/** Totals as the log prints them. */
const totals = ($: Figures, run: string) =>
  operations.map((operation) => $.asPrinted.result(lumenize, operation, run).totalMs).join(', ');

export const claims: Claims = [
  {
    text: 'Lumenize RPC, 100 increments: “0.305ms per operation”',
    line: 74,
    stated: '0.305',
    unit: 'ms',
    value: ($) => $.time(lumenize, 'increment', run3),
  },
  {
    text: 'Lumenize RPC, 100 increments: “30.46ms” in total, beside “3283.4 ops/sec”',
    line: [73, 75],
    stated: '30.46',
    unit: 'ms',
    value: ($) => totalByRate($.result(lumenize, 'increment', run3)),
  },
  {
    text: 'Lumenize RPC, 100 getValue calls: “0.170ms per operation”',
    line: 79,
    stated: '0.170',
    unit: 'ms',
    value: ($) => $.time(lumenize, 'get-value', run3),
  },
  {
    text: 'Lumenize RPC, 100 getValue calls: “17.00ms” in total, beside “5881.3 ops/sec”',
    line: [78, 80],
    stated: '17.00',
    unit: 'ms',
    value: ($) => totalByRate($.result(lumenize, 'get-value', run3)),
  },
  {
    text: 'Lumenize RPC, 50 mixed operations: “0.195ms per operation”',
    line: 84,
    stated: '0.195',
    unit: 'ms',
    value: ($) => $.time(lumenize, 'mixed', run3),
    also: ($) => 1000 / $.result(lumenize, 'mixed', run3).operationsPerSecond,
  },
  {
    text: 'Lumenize RPC, 50 mixed operations: “19.55ms” in total, beside “5115.7 ops/sec”',
    line: [83, 85],
    stated: '19.55',
    unit: 'ms',
    value: ($) => totalByRate($.result(lumenize, 'mixed', run3)),
  },
  {
    text: '“50 mixed operations (increment + getValue)” are “100 operations”',
    line: [82, 83],
    stated: '100',
    unit: 'operations',
    value: ($) => 2 * $.setting('Pairs in the mixed test'),
  },
  {
    text: 'The comparison repeats the totals: “30.46ms vs 26.75ms”, “17.00ms vs 16.45ms”, “19.55ms vs 19.29ms”',
    line: [89, 90, 91],
    holds: ($) =>
      totals($, run3) === '30.46, 17, 19.55' && totals($, baseline) === '26.75, 16.45, 19.29',
    shows: ($) =>
      each(
        (operation) =>
          `${$.result(lumenize, operation, run3).totalMs} ms against ${$.result(lumenize, operation, baseline).totalMs} ms`,
      ),
  },
  {
    text: 'Increments: “+13.9% slower” [than the baseline]',
    line: 89,
    stated: '+13.9',
    unit: '%',
    value: ($) =>
      ($.time(lumenize, 'increment', run3) / $.time(lumenize, 'increment', baseline) - 1) * 100,
  },
  {
    text: 'getValue: “+3.3% slower” [than the baseline]',
    line: 90,
    stated: '+3.3',
    unit: '%',
    value: ($) =>
      ($.time(lumenize, 'get-value', run3) / $.time(lumenize, 'get-value', baseline) - 1) * 100,
  },
  {
    text: 'Mixed ops: “+1.3% slower” [than the baseline]',
    line: 91,
    stated: '+1.3',
    unit: '%',
    value: ($) => ($.time(lumenize, 'mixed', run3) / $.time(lumenize, 'mixed', baseline) - 1) * 100,
  },
  {
    text: '“Run 3: 30.46ms, 17.00ms, 19.55ms (recorded above)”',
    line: 99,
    holds: ($) => totals($, run3) === '30.46, 17, 19.55',
    shows: ($) => each((operation) => `${$.result(lumenize, operation, run3).totalMs} ms`),
  },
  {
    text: '“Run 2: 25.31ms, 14.00ms, 20.29ms (best run)” [by the sum of its tests]',
    line: 98,
    holds: ($) => sumOf($, run2) < Math.min(sumOf($, run1), sumOf($, run3)),
    shows: ($) => {
      const sums = [run1, run2, run3].map((run) => sumOf($, run).toFixed(2));
      return `sums of runs 1, 2 and 3: ${sums.join(', ')} ms`;
    },
  },
  {
    text: '“Best run (25.31ms/14.00ms/20.29ms) actually faster than baseline” [in each of the three tests]',
    line: 109,
    holds: ($) =>
      operations.every(
        (operation) => $.time(lumenize, operation, run2) < $.time(lumenize, operation, baseline),
      ),
    shows: ($) =>
      each((operation) => {
        const factor = $.time(lumenize, operation, run2) / $.time(lumenize, operation, baseline);
        return `${signed((factor - 1) * 100)} %`;
      }),
    likely:
      'Two of its three tests are faster, and so is the sum of the three; the sentence was likely meant of these.',
  },
  {
    text: '“Best run (25.31ms/14.00ms/20.29ms) actually faster than baseline” [the three tests together]',
    line: 109,
    holds: ($) => sumOf($, run2) < sumOf($, baseline),
    shows: ($) => `${sumOf($, run2).toFixed(2)} ms against ${sumOf($, baseline).toFixed(2)} ms`,
  },
  {
    text: '“High measurement variance observed across runs” [“High”]',
    line: 96,
    as: 'description',
    shows: ($) =>
      'slowest over fastest of the three runs: ' +
      each((operation) => {
        const [fastest, slowest] = $.ends(times($, operation));
        return `${signed((slowest / fastest - 1) * 100)} %`;
      }),
  },
  {
    text: '“Measurement variance more significant than debug overhead” [the spread of the runs is wider than their mean is off the baseline]',
    line: 114,
    holds: ($) =>
      operations.every((operation) => {
        const [fastest, slowest] = $.ends(times($, operation));
        const off = $.mean(times($, operation)) - $.time(lumenize, operation, baseline);
        return slowest - fastest > Math.abs(off);
      }),
    shows: means,
  },
  {
    text: '“Removing debug didn’t improve performance” [by the mean of the runs]',
    line: 100,
    holds: ($) =>
      operations.every(
        (operation) => $.mean(times($, operation)) >= $.time(lumenize, operation, baseline),
      ),
    shows: means,
  },
  {
    text: '“Debug overhead was NOT the cause of regression vs baseline”',
    line: 107,
    missing:
      'Runs of one commit with the debug output on and off, in turn; the two entries are of different commits, and the runs differ among themselves by more than the regression.',
  },
  {
    text: '“No console.debug output or overhead”, with “zero runtime overhead”',
    line: [94, 55],
    missing:
      'Times with the package and with no debug calls at all; the entry has only times with the package.',
  },
  {
    text: '“2025-10-20 11:57:13” [after the baseline, “2025-10-20 10:51:52”]',
    line: [51, 15],
    holds: ($) => $.date() > $.date(baseline),
    shows: ($) => `${$.date().slice(0, 10)}, the baseline ${$.date(baseline).slice(0, 10)}`,
  },
];
