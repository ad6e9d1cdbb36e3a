import type { Claims } from '../../../src/journal/claims/claim.ts';
import {
  capnweb,
  each,
  faster,
  lumenize,
  operations,
  saved,
  today,
  totalByRate,
} from './shared.ts';

export const claims: Claims = [
  {
    text: '“Both use same Worker routing pattern for fair comparison” [by the code of the commit that the entry names]',
    line: 131,
    holds: ($) => $.figure('routes.alike') === $.figure('routes'),
    shows: ($) =>
      `${$.figure('routes.alike')} of ${$.figure('routes')} systems are reached by one pattern, the request passed on as it is`,
  },
  {
    text: 'Lumenize RPC, 100 increments: “0.263ms per operation”',
    line: 143,
    stated: '0.263',
    unit: 'ms',
    value: ($) => $.time(lumenize, 'increment'),
  },
  {
    text: 'Lumenize RPC, 100 increments: “26.33ms” in total, beside “3797.4 ops/sec”',
    line: [142, 144],
    stated: '26.33',
    unit: 'ms',
    value: ($) => totalByRate($.result(lumenize, 'increment')),
  },
  {
    text: 'Lumenize RPC, 100 getValue calls: “0.168ms per operation”',
    line: 148,
    stated: '0.168',
    unit: 'ms',
    value: ($) => $.time(lumenize, 'get-value'),
  },
  {
    text: 'Lumenize RPC, 100 getValue calls: “16.83ms” in total, beside “5942.6 ops/sec”',
    line: [147, 149],
    stated: '16.83',
    unit: 'ms',
    value: ($) => totalByRate($.result(lumenize, 'get-value')),
  },
  {
    text: 'Lumenize RPC, 50 mixed operations: “0.185ms per operation”',
    line: 153,
    stated: '0.185',
    unit: 'ms',
    value: ($) => $.time(lumenize, 'mixed'),
  },
  {
    text: 'Lumenize RPC, 50 mixed operations: “18.47ms” in total, beside “5414.1 ops/sec”',
    line: [152, 154],
    stated: '18.47',
    unit: 'ms',
    value: ($) => totalByRate($.result(lumenize, 'mixed')),
  },
  {
    text: 'Cap’n Web, 100 increments: “0.176ms per operation”',
    line: 158,
    stated: '0.176',
    unit: 'ms',
    value: ($) => $.time(capnweb, 'increment'),
    also: ($) => 1000 / $.result(capnweb, 'increment').operationsPerSecond,
  },
  {
    text: 'Cap’n Web, 100 increments: “17.65ms” in total, beside “5666.6 ops/sec”',
    line: [157, 159],
    stated: '17.65',
    unit: 'ms',
    value: ($) => totalByRate($.result(capnweb, 'increment')),
  },
  {
    text: 'Cap’n Web, 100 getValue calls: “0.108ms per operation”',
    line: 163,
    stated: '0.108',
    unit: 'ms',
    value: ($) => $.time(capnweb, 'get-value'),
  },
  {
    text: 'Cap’n Web, 100 getValue calls: “10.76ms” in total, beside “9292.2 ops/sec”',
    line: [162, 164],
    stated: '10.76',
    unit: 'ms',
    value: ($) => totalByRate($.result(capnweb, 'get-value')),
  },
  {
    text: 'Cap’n Web, 50 mixed operations: “0.144ms per operation”',
    line: 168,
    stated: '0.144',
    unit: 'ms',
    value: ($) => $.time(capnweb, 'mixed'),
  },
  {
    text: 'Cap’n Web, 50 mixed operations: “14.44ms” in total, beside “6924.9 ops/sec”',
    line: [167, 169],
    stated: '14.44',
    unit: 'ms',
    value: ($) => totalByRate($.result(capnweb, 'mixed')),
  },
  {
    text: '“50 mixed operations (increment + getValue)” are “100 operations”',
    line: [151, 152],
    stated: '100',
    unit: 'operations',
    value: ($) => 2 * $.setting('Pairs in the mixed test'),
  },
  {
    text: 'The comparison repeats the totals: “26.33ms vs 17.65ms”, “16.83ms vs 10.76ms”, “18.47ms vs 14.44ms”',
    line: [173, 174, 175],
    holds: ($) =>
      operations.map((operation) => $.asPrinted.result(lumenize, operation).totalMs).join(', ') ===
        '26.33, 16.83, 18.47' &&
      operations.map((operation) => $.asPrinted.result(capnweb, operation).totalMs).join(', ') ===
        '17.65, 10.76, 14.44',
    shows: ($) =>
      each(
        (operation) =>
          `${$.result(lumenize, operation).totalMs} ms against ${$.result(capnweb, operation).totalMs} ms`,
      ),
  },
  {
    text: 'Increments: “Lumenize 1.49x slower”',
    line: 173,
    stated: '1.49',
    unit: '×',
    value: ($) => $.ratio(lumenize, 'increment'),
    today: today('increment'),
  },
  {
    text: 'Increments: “Cap’n Web 33% faster”',
    line: 173,
    stated: '33',
    unit: '%',
    value: ($) => faster($, 'increment'),
    today: today('increment', { as: saved }),
  },
  {
    text: 'getValue: “Lumenize 1.56x slower”',
    line: 174,
    stated: '1.56',
    unit: '×',
    value: ($) => $.ratio(lumenize, 'get-value'),
    today: today('get-value'),
  },
  {
    text: 'getValue: “Cap’n Web 36% faster”',
    line: 174,
    stated: '36',
    unit: '%',
    value: ($) => faster($, 'get-value'),
    today: today('get-value', { as: saved }),
  },
  {
    text: 'Mixed ops: “Lumenize 1.28x slower”',
    line: 175,
    stated: '1.28',
    unit: '×',
    value: ($) => $.ratio(lumenize, 'mixed'),
    today: today('mixed'),
  },
  {
    text: 'Mixed ops: “Cap’n Web 22% faster”',
    line: 175,
    stated: '22',
    unit: '%',
    value: ($) => faster($, 'mixed'),
    today: today('mixed', { as: saved }),
  },
  {
    text: '“Success Criteria Met: Lumenize is 1.28x–1.56x slower than Cap’n Web”',
    line: 178,
    stated: '1.28–1.56',
    unit: '×',
    value: ($) => $.ends(operations.map((operation) => $.ratio(lumenize, operation))),
  },
  {
    text: '“within 2x is competitive” and “Well within acceptable range” [within 2x]',
    line: [179, 180],
    holds: ($) =>
      Math.max(...operations.map((operation) => $.ratio(lumenize, operation))) <=
      $.figure('criterion'),
    shows: ($) =>
      'Lumenize takes, of Cap’n Web’s time: ' +
      each((operation) => `${$.ratio(lumenize, operation).toFixed(2)}×`),
  },
  {
    text: '“Within 2x of Cloudflare’s official solution”',
    known: 6,
    line: 200,
    stated: '≤2',
    unit: '×',
    value: ($) => operations.map((operation) => $.ratio(lumenize, operation)),
    today: operations.flatMap((operation) => today(operation)),
  },
  {
    text: '“Cap’n Web consistently faster”',
    known: 5,
    line: 181,
    holds: ($) =>
      operations.every((operation) => $.time(capnweb, operation) < $.time(lumenize, operation)),
    shows: ($) =>
      'Cap’n Web takes less time by: ' +
      each((operation) => `${faster($, operation).toFixed(1)} %`),
    today: operations.flatMap((operation) => today(operation, { says: '>1' })),
  },
  {
    text: '“Likely more optimized serialization/transport” and “Smaller protocol overhead”',
    line: [183, 184],
    missing: 'Times or sizes of each protocol’s own work; the entry has totals of whole tests.',
  },
  {
    text: '“Read operations faster than writes (both implementations)”',
    line: 188,
    holds: ($) =>
      [lumenize, capnweb].every((arm) => $.time(arm, 'get-value') < $.time(arm, 'increment')),
    shows: ($) => {
      const times = (arm: string) => {
        const [read, write] = ['get-value', 'increment'].map((each) =>
          $.time(arm, each).toFixed(3),
        );
        return `a read ${read} ms, a write ${write} ms`;
      };
      return `Lumenize RPC: ${times(lumenize)}; Cap’n Web: ${times(capnweb)}`;
    },
  },
  {
    text: '“getValue ~1.5–1.6x faster than increment (Lumenize)”',
    line: 189,
    stated: 'within 1.5–1.6',
    unit: '×',
    value: ($) => $.time(lumenize, 'increment') / $.time(lumenize, 'get-value'),
  },
  {
    text: '“getValue ~1.6x faster than increment (Cap’n Web)”',
    line: 190,
    stated: '1.6',
    unit: '×',
    value: ($) => $.time(capnweb, 'increment') / $.time(capnweb, 'get-value'),
  },
  {
    text: '“Indicates storage write overhead in both cases”',
    line: 191,
    missing:
      'A write that stores nothing, or tests in another order; the tests differ in more than the storage write.',
  },
  {
    text: '“2025-01-02 12:08:03” [after the baseline, “2025-10-20 10:51:52”, on which it builds]',
    line: [119, 15],
    holds: ($) => $.date() > $.date('2025-10-20-synchronous-storage-baseline'),
    shows: ($) =>
      `${$.date().slice(0, 10)}, the baseline ${$.date('2025-10-20-synchronous-storage-baseline').slice(0, 10)}`,
    likely:
      'The commit that the entry names is of 20 October 2025, two minutes after the printed time of day. So the day is mistyped.',
  },
];
