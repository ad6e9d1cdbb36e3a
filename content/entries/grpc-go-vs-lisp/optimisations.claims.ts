import type { Claims } from '../../../src/journal/claims/claim.ts';
import type { Figures } from '../../../src/journal/claims/figures.ts';

const unary = '2026-01-11-unary';

/** Rate of Lisp in per cent of Go’s. */
const share = ($: Figures, n: 1 | 100) => 100 / $.ratio('grpc-lisp', `unary-${n}`, unary);

const allGains = [
  'gain.debug-logging',
  'gain.connection-pooling',
  'gain.type-declarations',
  'gain.allocations',
  'gain.hpack-caching',
  'gain.frame-batching',
];

export const claims: Claims = [
  {
    text: '“Current CL performance is 0.13–1.5% of Go”',
    line: 158,
    stated: '0.13–1.5',
    unit: '%',
    value: ($) => [share($, 1), share($, 100)],
  },
  {
    text: '“Remove debug logging (10–50x improvement)” [beside runs without the output, of the same day]',
    line: 160,
    as: 'expectation',
    stated: 'within 10–50',
    unit: '×',
    value: ($) =>
      [1, 10, 100].map(
        (n) =>
          $.figure(`all.unary-${n}`, '2026-01-11-optimisation-log') /
          $.result('grpc-lisp', `unary-${n}`, unary).operationsPerSecond,
      ),
  },
  {
    text: '“Connection pooling (2–5x)”',
    line: 161,
    as: 'expectation',
    stated: '2–5',
    unit: '×',
    missing:
      'A run that shares connections. By its code each client of the benchmark keeps the one that it opens.',
  },
  {
    text: '“Type declarations (2–3x)”',
    line: 162,
    as: 'expectation',
    stated: '2–3',
    unit: '×',
    missing: 'A run with the declarations.',
  },
  {
    text: '“Reduce allocations (2–3x)”',
    line: 163,
    as: 'expectation',
    stated: '2–3',
    unit: '×',
    missing: 'A run with pooled arrays and reused buffers.',
  },
  {
    text: '“HPACK caching (1.5–2x)”',
    line: 164,
    as: 'expectation',
    stated: '1.5–2',
    unit: '×',
    missing:
      'A run with cached headers. An index of the static table was tried, which is no cache of them.',
  },
  {
    text: '“Frame batching (1.3–1.5x)”',
    line: 165,
    as: 'expectation',
    stated: 'within 1.3–1.5',
    unit: '×',
    value: ($) =>
      $.figure('batched.after', '2026-01-11-performance') /
      $.figure('batched.before', '2026-01-11-performance'),
  },
  {
    text: '“Realistic target: 10–20% of Go performance with these optimizations”',
    known: 9,
    line: 167,
    as: 'expectation',
    shows: ($) => {
      const target = (n: 1 | 100) => {
        const low = allGains.reduce((part, gain) => part * $.low(gain), share($, n));
        const high = allGains.reduce((part, gain) => part * $.high(gain), share($, n));
        return `${low.toFixed(0)}–${high.toFixed(0)} %`;
      };
      const gained = `${target(1)} with one client, and ${target(100)} with a hundred`;
      return `not tried; all the gains above together would make ${gained}`;
    },
  },
  {
    text: 'Ten calls in a row, before: “Average: ~42ms per request” [of “Request 1: 54ms” and nine of “~41ms each”]',
    line: [10, 8, 9],
    neighbour: 'performance',
    stated: '42',
    unit: 'ms',
    value: ($) => ($.figure('before.first') + 9 * $.figure('sequential.before')) / 10,
  },
  {
    text: 'Ten calls in a row, before: “Rate: ~24 req/sec”',
    line: 11,
    neighbour: 'performance',
    stated: '24',
    unit: '/s',
    value: ($) => 1000 / $.figure('before.average'),
  },
  {
    text: 'Ten calls in a row, after: “Average: ~2.3ms per request” [of “Request 1: 19.5ms” and nine in the middle of “~350-400µs each”]',
    line: [16, 14, 15],
    neighbour: 'performance',
    stated: '2.3',
    unit: 'ms',
    value: ($) =>
      ($.figure('after.first') + (9 * ($.low('after.others') + $.high('after.others'))) / 2) / 10,
  },
  {
    text: 'Ten calls in a row, after: “Rate: ~435 req/sec”',
    line: 17,
    neighbour: 'performance',
    stated: '435',
    unit: '/s',
    value: ($) => 1000 / $.figure('after.average'),
  },
  {
    text: '“18x faster overall”',
    known: 7,
    line: 19,
    neighbour: 'performance',
    stated: '18',
    unit: '×',
    value: ($) => $.figure('before.average') / $.figure('after.average'),
  },
  {
    text: '“100x faster for subsequent requests” [at least that, by both ends of their times]',
    known: 8,
    line: 19,
    neighbour: 'performance',
    holds: ($) => $.figure('sequential.before') / $.high('after.others') >= 100,
    shows: ($) =>
      // “At least” is said of whole numbers that are reached.
      [$.high('after.others'), $.low('after.others')]
        .map((ms) => Math.floor($.figure('sequential.before') / ms))
        .join('–') + '×',
  },
  {
    text: 'Frames in batches: “17% improvement for single client (24 → 28 rps)”',
    line: 33,
    neighbour: 'performance',
    stated: '17',
    unit: '%',
    value: ($) => 100 * ($.figure('batched.after') / $.figure('batched.before') - 1),
  },
  {
    text: 'After the changes: “CL is still 2-4x slower” [than Go, but for the first call]',
    known: 10,
    line: 54,
    neighbour: 'performance',
    stated: '2–4',
    unit: '×',
    value: ($) => [
      $.low('after.others') / $.high('go.others'),
      $.high('after.others') / $.low('go.others'),
    ],
    today: [
      {
        record: 'unary-servers',
        of: 'outside:clgrpc/as-it-stands',
        to: 'grpc-go',
        workload: 'unary-1',
      },
    ],
  },
];
