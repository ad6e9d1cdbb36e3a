import type { Claims } from '../../../src/journal/claims/claim.ts';

export const claims: Claims = [
  {
    text: '“Performance: 6x slower than Workers RPC (when it works)” [by the batches in production]',
    line: 58,
    stated: '6',
    unit: '×',
    value: ($) =>
      $.time('lumenize-call', 'calls-45', 'production') /
      $.time('workers-rpc', 'calls-50', 'production'),
  },
  {
    text: '“The 6x slowdown” [in production; the summary’s “30–35x slower” is of the local machine]',
    line: [61, 5],
    stated: '6',
    unit: '×',
    value: ($) =>
      $.time('lumenize-call', 'calls-45', 'production') /
      $.time('workers-rpc', 'calls-50', 'production'),
  },
  {
    text: '“Hard failure at 45–50 concurrent operations” [the largest batch that finished, the smallest that hung]',
    line: 59,
    stated: '45–50',
    unit: 'operations',
    value: ($) => {
      const batches = [45, 50].map((size) =>
        $.result('lumenize-call', `calls-${size}`, 'production'),
      );
      return (['finished', 'hung'] as const).flatMap((outcome) =>
        batches.filter((batch) => batch.outcome === outcome).map(({ operations }) => operations),
      );
    },
  },
  {
    text: '“reproducible deadlock/resource exhaustion”',
    line: 59,
    missing: 'The number of runs, and what the calls that never came back were waiting for.',
  },
  {
    text: '“Queue processing can’t keep up with 50 concurrent operations” [a hypothesis]',
    line: 67,
    missing: 'The length of the queue while the batch ran.',
  },
  {
    text: 'Redesign, fire and forget: “50 operations: 179ms (3.58ms/op)”',
    line: 72,
    neighbour: 'phase-1',
    stated: '3.58',
    unit: 'ms',
    value: ($) => $.figure('forget.total-50', 'phase-1') / 50,
  },
  {
    text: 'Redesign, fire and forget: “100 operations: 381ms (3.81ms/op)”',
    line: 73,
    neighbour: 'phase-1',
    stated: '3.81',
    unit: 'ms',
    value: ($) => $.figure('forget.total-100', 'phase-1') / 100,
  },
  {
    text: 'Redesign, fire and forget: “200 operations: 720ms (3.60ms/op)”',
    line: 74,
    neighbour: 'phase-1',
    stated: '3.60',
    unit: 'ms',
    value: ($) => $.figure('forget.total-200', 'phase-1') / 200,
  },
  {
    text: 'Redesign: “Workers RPC: 688ms total” [with 200 operations], “3.44ms/op”',
    line: [45, 14],
    neighbour: 'phase-1',
    stated: '3.44',
    unit: 'ms',
    value: ($) => $.figure('workers-rpc.total-200', 'phase-1') / 200,
  },
  {
    text: 'Redesign, fire and forget: “7x faster” [than the old implementation]',
    known: 9,
    line: 64,
    neighbour: 'phase-1',
    stated: '7',
    unit: '×',
    value: ($) =>
      $.figure('old.per-operation', 'phase-1') / $.figure('forget.per-operation', 'phase-1'),
  },
  {
    text: 'Redesign, fire and forget: “4x capacity” [the largest batch that finished, 200 operations of “200+ ops”, against “45 ops”]',
    known: 10,
    line: 65,
    neighbour: 'phase-1',
    stated: '4',
    unit: '×',
    value: ($) =>
      $.setting('Operations in the largest batch of the redesign') /
      $.figure('old.capacity', 'phase-1'),
  },
];
