import type { Claims } from '../../../src/journal/claims/claim.ts';
import { lumenize, totalByRate } from './shared.ts';

export const claims: Claims = [
  {
    text: 'Server: “wrangler dev 4.38.0” [in this and the later entries]',
    line: 25,
    against: {
      says: 'In the lockfile of each commit that the entries name, wrangler is 4.43.0, and no other is there.',
      url: 'https://github.com/lumenize/lumenize/blob/6d55b474ddd28b98aa2ba4dd224920e7e4b500af/package-lock.json#L23192-L23193',
    },
    likely: 'The package file of the tests asks for “^4.38.0”, which 4.43.0 satisfies.',
  },
  {
    text: 'Lumenize RPC, 100 increments: “0.267ms per operation”',
    line: 32,
    stated: '0.267',
    unit: 'ms',
    value: ($) => $.time(lumenize, 'increment'),
    also: ($) => 1000 / $.result(lumenize, 'increment').operationsPerSecond,
  },
  {
    text: 'Lumenize RPC, 100 increments: “26.75ms” in total, beside “3738.4 ops/sec”',
    line: [31, 33],
    stated: '26.75',
    unit: 'ms',
    value: ($) => totalByRate($.result(lumenize, 'increment')),
  },
  {
    text: 'Lumenize RPC, 100 getValue calls: “0.165ms per operation”',
    line: 37,
    stated: '0.165',
    unit: 'ms',
    value: ($) => $.time(lumenize, 'get-value'),
    also: ($) => 1000 / $.result(lumenize, 'get-value').operationsPerSecond,
  },
  {
    text: 'Lumenize RPC, 100 getValue calls: “16.45ms” in total, beside “6078.1 ops/sec”',
    line: [36, 38],
    stated: '16.45',
    unit: 'ms',
    value: ($) => totalByRate($.result(lumenize, 'get-value')),
  },
  {
    text: 'Lumenize RPC, 50 mixed operations: “0.193ms per operation”',
    line: 42,
    stated: '0.193',
    unit: 'ms',
    value: ($) => $.time(lumenize, 'mixed'),
  },
  {
    text: 'Lumenize RPC, 50 mixed operations: “19.29ms” in total, beside “5184.4 ops/sec”',
    line: [41, 43],
    stated: '19.29',
    unit: 'ms',
    value: ($) => totalByRate($.result(lumenize, 'mixed')),
  },
  {
    text: '“50 mixed operations (increment + getValue)” are “100 operations”',
    line: [40, 41],
    stated: '100',
    unit: 'operations',
    value: ($) => 2 * $.setting('Pairs in the mixed test'),
  },
];
