import type { Claims, Today } from '../../../src/journal/claims/claim.ts';
import type { Figures } from '../../../src/journal/claims/figures.ts';

/** Both published packages, as they were measured here. */
const published: Today[] = ['outside:lumenize-call/as-exported', 'outside:lumenize-mesh/call'].map(
  (of) => ({ record: 'between-packages', of, to: 'workers-rpc', workload: 'calls-50' }),
);

/** Workers RPC with one part of @lumenize/call added. */
const part = (of: string): Today => ({
  record: 'between-suspects',
  of,
  to: 'workers-rpc',
  workload: 'calls-50',
});

const perOperation = ($: Figures, arm: 'lumenize-call' | 'workers-rpc', size: 10 | 50) => {
  const { totalMs, operations } = $.result(arm, `calls-${size}`);
  return totalMs / operations;
};

const plainBatches = ($: Figures) =>
  [$.result('workers-rpc', 'calls-10'), $.result('workers-rpc', 'calls-50')] as const;

export const claims: Claims = [
  {
    text: 'Summary: “@lumenize/call is 30–35x slower than native Workers RPC in local testing” [at both sizes]',
    known: 1,
    line: 5,
    stated: 'within 30–35',
    unit: '×',
    value: ($) => [$.ratio('lumenize-call', 'calls-10'), $.ratio('lumenize-call', 'calls-50')],
    today: published,
  },
  {
    text: '“Workers RPC does NOT hit the 6 concurrent request limit, even with 50 parallel operations”',
    line: 7,
    missing:
      'How many calls were under way at one time. A batch whose calls wait their turn also completes.',
  },
  {
    text: '10 operations: “@lumenize/call: 28ms total (2.80ms/op)”',
    line: 21,
    stated: '2.80',
    unit: 'ms',
    value: ($) => perOperation($, 'lumenize-call', 10),
  },
  {
    text: '10 operations: “Workers RPC: 1ms total (0.10ms/op)”',
    line: 22,
    stated: '0.10',
    unit: 'ms',
    value: ($) => perOperation($, 'workers-rpc', 10),
  },
  {
    text: '10 operations: “27x slower” [as a ratio of the times]',
    line: 23,
    stated: '27',
    unit: '×',
    value: ($) => $.ratio('lumenize-call', 'calls-10'),
  },
  {
    text: '10 operations: “+2700%”',
    line: 23,
    stated: '+2700',
    unit: '%',
    value: ($) => 100 * ($.ratio('lumenize-call', 'calls-10') - 1),
  },
  {
    text: '50 operations: “@lumenize/call: 201ms total (4.02ms/op)”',
    line: 28,
    stated: '4.02',
    unit: 'ms',
    value: ($) => perOperation($, 'lumenize-call', 50),
  },
  {
    text: '50 operations: “Workers RPC: 6ms total (0.12ms/op)”',
    line: 29,
    stated: '0.12',
    unit: 'ms',
    value: ($) => perOperation($, 'workers-rpc', 50),
  },
  {
    text: '50 operations: “33x slower” [as a ratio of the times]',
    known: 2,
    line: 30,
    stated: '33',
    unit: '×',
    value: ($) => $.ratio('lumenize-call', 'calls-50'),
    today: published,
  },
  {
    text: '50 operations: “+3250%”',
    line: 30,
    stated: '+3250',
    unit: '%',
    value: ($) => 100 * ($.ratio('lumenize-call', 'calls-50') - 1),
  },
  {
    text: 'Workers RPC: “~0.1ms per operation” [at 10 operations]',
    line: 36,
    stated: '0.1',
    unit: 'ms',
    value: ($) => $.time('workers-rpc', 'calls-10'),
  },
  {
    text: 'Workers RPC: “~0.1ms per operation” [at 50 operations]',
    line: 36,
    stated: '0.1',
    unit: 'ms',
    value: ($) => $.time('workers-rpc', 'calls-50'),
  },
  {
    text: 'Workers RPC: “Handled 50 parallel calls without issues”',
    line: 37,
    holds: ($) => $.result('workers-rpc', 'calls-50').outcome === 'finished',
    shows: ($) =>
      `${$.result('workers-rpc', 'calls-50').operations} calls finished in ${$.result('workers-rpc', 'calls-50').totalMs} ms`,
  },
  {
    text: 'Workers RPC: “5x operations = 6x time” [the operations]',
    line: 38,
    stated: '5',
    unit: '×',
    value: ($) =>
      $.result('workers-rpc', 'calls-50').operations /
      $.result('workers-rpc', 'calls-10').operations,
  },
  {
    text: 'Workers RPC: “5x operations = 6x time” [the time]',
    line: 38,
    stated: '6',
    unit: '×',
    value: ($) =>
      $.result('workers-rpc', 'calls-50').totalMs / $.result('workers-rpc', 'calls-10').totalMs,
  },
  {
    text: 'Workers RPC: “Linear scaling: 5x operations = 6x time (excellent)” [the time grows no faster than the operations]',
    line: 38,
    holds: ($) => {
      const [few, many] = plainBatches($);
      return many.totalMs / few.totalMs <= many.operations / few.operations;
    },
    shows: ($) => {
      const [few, many] = plainBatches($);
      const factor = many.operations / few.operations;
      return `${few.totalMs} ms and ${many.totalMs} ms, in whole ms: too few digits to rule ${factor}× out`;
    },
  },
  {
    text: 'Analysis: “30–35x slower than Workers RPC” [at both sizes]',
    line: 42,
    stated: 'within 30–35',
    unit: '×',
    value: ($) => [$.ratio('lumenize-call', 'calls-10'), $.ratio('lumenize-call', 'calls-50')],
    today: published,
  },
  {
    text: '@lumenize/call: “Significant overhead: 3–4ms per operation”',
    line: 43,
    stated: '3–4',
    unit: 'ms',
    value: ($) => [
      $.time('lumenize-call', 'calls-10') - $.time('workers-rpc', 'calls-10'),
      $.time('lumenize-call', 'calls-50') - $.time('workers-rpc', 'calls-50'),
    ],
  },
  {
    text: 'A root cause, as a hypothesis: “blockConcurrencyWhile overhead”',
    known: 8,
    line: 48,
    missing:
      'The time of @lumenize/call with that part taken away. Here the part was added to Workers RPC alone.',
    today: [part('workers-rpc/boundary')],
  },
  {
    text: 'A root cause, as a hypothesis: “KV storage operations”',
    line: 49,
    missing:
      'The time of @lumenize/call with that part taken away. Here the part was added to Workers RPC alone.',
    today: [part('workers-rpc/stored')],
  },
  {
    text: 'A root cause, as a hypothesis: “Queue processing”',
    line: 50,
    missing:
      'The time of @lumenize/call with that part taken away. Here the part was added to Workers RPC alone.',
    today: [part('workers-rpc/queued')],
  },
  {
    text: 'A root cause, as a hypothesis: “Continuation serialization”',
    line: 51,
    missing:
      'The time of @lumenize/call with that part taken away. Here the part was added to Workers RPC alone.',
    today: [part('workers-rpc/continued')],
  },
  {
    text: 'A root cause, as a hypothesis: “Work queue system”',
    line: 52,
    missing:
      'The time of @lumenize/call with that part taken away. Here it is one part with the queue, and was added to Workers RPC alone.',
    today: [part('workers-rpc/queued')],
  },
];
