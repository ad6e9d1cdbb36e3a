import type { Claims } from '../../../src/journal/claims/claim.ts';
import type { Figures } from '../../../src/journal/claims/figures.ts';

type Outcome = 'finished' | 'hung';

/** Sizes of the batches of @lumenize/call that ended so, or of all. */
const batches = ($: Figures, ...outcomes: Outcome[]) =>
  $.settings('Operations in a batch of @lumenize/call').filter(
    (size) =>
      outcomes.length === 0 ||
      outcomes.includes($.result('lumenize-call', `calls-${size}`).outcome),
  );

const time = ($: Figures, size: number) => $.time('lumenize-call', `calls-${size}`);

const perOperation = ($: Figures, arm: 'lumenize-call' | 'workers-rpc', size: number) => {
  const { totalMs, operations } = $.result(arm, `calls-${size}`);
  return totalMs / operations;
};

export const claims: Claims = [
  {
    text: 'Workers RPC: “50 operations: 222ms total (4.44ms/op)”',
    line: 91,
    stated: '4.44',
    unit: 'ms',
    value: ($) => perOperation($, 'workers-rpc', 50),
  },
  {
    text: 'Workers RPC: “Completed successfully, all results validated”',
    line: 92,
    holds: ($) =>
      $.result('workers-rpc', 'calls-50').outcome === 'finished' &&
      $.result('workers-rpc', 'calls-50').validated,
    shows: ($) =>
      `${$.result('workers-rpc', 'calls-50').operations} operations finished, their results checked`,
  },
  {
    text: '@lumenize/call: “25 operations: 642ms total (25.68ms/op)”',
    line: 97,
    stated: '25.68',
    unit: 'ms',
    value: ($) => perOperation($, 'lumenize-call', 25),
  },
  {
    text: '@lumenize/call: “35 operations: 988ms total (28.23ms/op)”',
    line: 98,
    stated: '28.23',
    unit: 'ms',
    value: ($) => perOperation($, 'lumenize-call', 35),
  },
  {
    text: '@lumenize/call: “40 operations: 1025ms total (25.63ms/op)”',
    line: 99,
    stated: '25.63',
    unit: 'ms',
    value: ($) => perOperation($, 'lumenize-call', 40),
  },
  {
    text: '@lumenize/call: “45 operations: 1208ms total (26.84ms/op)”',
    line: 100,
    stated: '26.84',
    unit: 'ms',
    value: ($) => perOperation($, 'lumenize-call', 45),
  },
  {
    text: 'Summary beside the document, 45 operations: “1535ms” [the document’s own total]',
    line: 22,
    neighbour: 'summary',
    stated: '1535',
    unit: 'ms',
    value: ($) => $.result('lumenize-call', 'calls-45').totalMs,
    likely: 'The two files are of one commit; one of them may have kept the time of another run.',
  },
  {
    text: '@lumenize/call, 25, 35, 40 and 45 operations: “Success” [each]',
    line: 97,
    holds: ($) => [25, 35, 40, 45].every((size) => batches($, 'finished').includes(size)),
    shows: ($) => `${batches($, 'finished').length} of ${batches($).length} batches finished`,
  },
  {
    text: '@lumenize/call: “50 operations: HANGS at 45/50 mark”',
    known: 4,
    line: 101,
    stated: '45',
    unit: 'operations',
    value: ($) => $.result('lumenize-call', 'calls-50').completed,
  },
  {
    text: '@lumenize/call, 50 operations: “FAILURE (reproducible)”',
    line: 101,
    missing: 'How often that batch was run, and how each run ended.',
  },
  {
    text: '“hard failure threshold around 45–50 concurrent operations” [the largest batch that finished, the smallest that hung]',
    known: 5,
    line: 104,
    stated: '45–50',
    unit: 'operations',
    value: ($) => [Math.max(...batches($, 'finished')), Math.min(...batches($, 'hung'))],
  },
  {
    text: '“not general performance degradation” [an operation of the largest batch that finished takes no longer than one of the smaller]',
    line: 107,
    holds: ($) => time($, 45) <= Math.max(...[25, 35, 40].map((size) => time($, size))),
    shows: ($) => {
      // A range that is rounded outwards holds both of its ends.
      const [least, most] = $.ends([25, 35, 40].map((size) => 100 * time($, size)));
      const smaller = `${Math.floor(least) / 100}–${Math.ceil(most) / 100}`;
      return `${time($, 45).toFixed(2)} ms in the largest, ${smaller} ms in the smaller`;
    },
  },
  {
    text: '“Not a slowness issue – executes fast up to the threshold” [“fast”]',
    line: 105,
    as: 'description',
    shows: ($) => {
      const range = $.ends([25, 35, 40, 45].map((size) => time($, size))).map((ms) =>
        ms.toFixed(1),
      );
      const plain = $.time('workers-rpc', 'calls-50');
      return `an operation takes ${range.join('–')} ms up to the threshold, with Workers RPC ${plain} ms`;
    },
  },
  {
    text: '“Consistent hang at exactly 45/50 operations” [with the “Previous production hangs”, “stuck at 40/50 operations”]',
    known: 7,
    line: [106, 44, 44],
    holds: ($) => $.figure('earlier.completed') === $.result('lumenize-call', 'calls-50').completed,
    shows: ($) =>
      `${$.result('lumenize-call', 'calls-50').completed} in this experiment, ${$.figure('earlier.completed')} in earlier attempts`,
    likely:
      'The sentence was likely meant of this experiment alone; how the earlier attempts were made is not said.',
  },
  {
    text: 'Summary: “Workers RPC: 4.44ms/op (50 operations, no issues)”',
    line: 112,
    stated: '4.44',
    unit: 'ms',
    value: ($) => $.time('workers-rpc', 'calls-50'),
  },
  {
    text: 'Summary: “@lumenize/call: 26.84ms/op (45 operations max)”',
    line: 113,
    stated: '26.84',
    unit: 'ms',
    value: ($) => $.time('lumenize-call', 'calls-45'),
  },
  {
    text: '“45 operations max” [the largest batch that finished]',
    line: 113,
    stated: '45',
    unit: 'operations',
    value: ($) => Math.max(...batches($, 'finished')),
  },
  {
    text: '“Performance Comparison (Production, with result validation)”',
    line: 109,
    holds: ($) =>
      $.result('lumenize-call', 'calls-45').validated &&
      $.result('workers-rpc', 'calls-50').validated,
    shows: 'the source says so of both batches compared',
  },
  {
    text: '“~6x slower when it works” [45 operations against 50]',
    known: 3,
    line: 114,
    stated: '6',
    unit: '×',
    value: ($) => $.time('lumenize-call', 'calls-45') / $.time('workers-rpc', 'calls-50'),
  },
  {
    text: '“fails completely above 45 operations”',
    known: 6,
    line: 114,
    missing: 'Batches of sizes between the largest that finished and the smallest that hung.',
  },
];
