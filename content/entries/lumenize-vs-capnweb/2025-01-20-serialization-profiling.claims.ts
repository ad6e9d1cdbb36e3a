import type { Claims } from '../../../src/journal/claims/claim.ts';
import { lumenize } from './shared.ts';

const recommendations = '2025-01-20-recommendations';
const capnwebCode = '2025-09-20-capnweb-code';

export const claims: Claims = [
  {
    text: '“Total client-side: ~0.035ms per operation” [of “~0.010ms”, “~0.017ms” and “~0.008ms”]',
    line: [315, 312, 313, 314],
    stated: '0.035',
    unit: 'ms',
    value: ($) => $.figure('client.stringify') + $.figure('client.send') + $.figure('client.parse'),
  },
  {
    text: '“Client-side serialization: ~0.035ms” [stringify and parse]',
    line: 320,
    stated: '0.035',
    unit: 'ms',
    value: ($) => $.figure('client.stringify') + $.figure('client.parse'),
    likely:
      'The log counts sending as serialization; stringify and parse alone are about half of the sum.',
  },
  {
    text: 'Client-side serialization: “~5% of total”',
    line: 320,
    stated: '5',
    unit: '%',
    value: ($) => ($.figure('client.total') / $.time(lumenize, 'increment')) * 100,
  },
  {
    text: '“Remaining 95%”',
    line: 321,
    stated: '95',
    unit: '%',
    value: ($) => (1 - $.figure('client.total') / $.time(lumenize, 'increment')) * 100,
  },
  {
    text: '“(~0.675ms): Network + Server processing + Wrangler overhead”',
    line: 321,
    stated: '0.675',
    unit: 'ms',
    value: ($) => $.time(lumenize, 'increment') - $.figure('client.total'),
  },
  {
    text: '“~5% of total” and “Remaining 95%” [the two shares make the whole]',
    line: [320, 321],
    stated: '100',
    unit: '%',
    value: ($) => $.figure('share.client') + $.figure('share.remaining'),
  },
  {
    text: '“Total round-trip time: ~0.71ms per operation” [of “~0.035ms” and “~0.675ms”]',
    line: [319, 320, 321],
    stated: '0.71',
    unit: 'ms',
    value: ($) => $.figure('client.total') + $.figure('remaining'),
  },
  {
    text: '“Total round-trip time: ~0.71ms per operation (from end-to-end test)”',
    line: 319,
    missing:
      'Which test that was. Increments took about a third of it in the entry before, and less than half of it in the slowest run there.',
  },
  {
    text: 'Serialization “accounts for only ~5% of total RPC time”',
    line: 324,
    stated: '5',
    unit: '%',
    missing:
      'The server’s parse, preprocess and stringify, which were not captured; the client’s part alone cannot give the share of the whole.',
  },
  {
    text: '“Serialization is NOT the bottleneck”',
    line: 324,
    missing: 'The times of the server’s steps, which were not captured.',
  },
  {
    text: '“cbor-x optimization would provide minimal benefit (~2–3% improvement at best)”',
    line: 325,
    as: 'expectation',
    shows: ($) =>
      `not tried; stringify and parse together take ${((($.figure('client.stringify') + $.figure('client.parse')) / $.time(lumenize, 'increment')) * 100).toFixed(1)} % of the round trip`,
  },
  {
    text: '“Performance gap vs Cap’n Web is NOT due to JSON serialization overhead” [by times of the steps]',
    line: 326,
    missing: 'Cap’n Web’s times for the same steps, and the server’s steps of both.',
  },
  {
    text: '“Performance gap vs Cap’n Web is NOT due to JSON serialization overhead” [by the breakdown in the summary]',
    line: 326,
    holds: ($) => $.figure('gap.serialization', recommendations) === 0,
    shows: ($) =>
      `the summary’s line “Protocol/Serialization” has ${$.figure('gap.serialization', recommendations)} ms of the gap’s ${$.figure('gap.total', recommendations)} ms`,
    likely: 'The summary takes protocol and serialization together; the log speaks of JSON alone.',
  },
  {
    text: '“Both implementations use JSON with pre/post processing (Cap’n Web doesn’t use Cap’n Proto binary format)” [Cap’n Web, by its code]',
    line: 327,
    holds: ($) =>
      $.figure('messages.binary', capnwebCode) === 0 &&
      $.figure('messages.text', capnwebCode) === 1,
    shows: ($) =>
      `of the two kinds of WebSocket message it takes ${$.figure('messages.text', capnwebCode)}, text`,
  },
  {
    text: '“2025-01-20” [after the comparison with fresh connections, “2025-01-02 12:28:52”]',
    line: [292, 206],
    holds: ($) => $.date() > $.date('2025-01-02-fresh-connections'),
    shows: ($) =>
      `${$.date().slice(0, 10)}, the comparison ${$.date('2025-01-02-fresh-connections').slice(0, 10)}`,
  },
  {
    text: '“2025-01-20” [after the baseline, “2025-10-20 10:51:52”]',
    line: [292, 15],
    holds: ($) => $.date() > $.date('2025-10-20-synchronous-storage-baseline'),
    shows: ($) =>
      `${$.date().slice(0, 10)}, the baseline ${$.date('2025-10-20-synchronous-storage-baseline').slice(0, 10)}`,
    likely:
      'The commit that brought it into the log is of 20 October 2025, so the date is mistyped.',
  },
];
