import type { Claim, Claims } from '../../../src/journal/claims/claim.ts';

/** A claim on one figure ÷ another. @param figures the names of both */
const quotient = (
  text: string,
  line: number,
  stated: NonNullable<Claim['stated']>,
  figures: readonly [string, string],
  neighbour?: 'v1',
): Claim => ({
  text,
  line,
  neighbour,
  stated,
  unit: '×',
  value: ($) => $.figure(figures[0]) / $.figure(figures[1]),
});

/** A claim that oRPC takes so many per cent less than tRPC. */
const less = (text: string, stated: `${number}`, what: string): Claim => ({
  text,
  line: 108,
  stated,
  unit: '%',
  value: ($) => 100 * (1 - $.figure(`${what}.orpc`) / $.figure(`${what}.trpc`)),
});

const compared: Claims = [
  quotient('“about 4.3x as many requests as tRPC over HTTP”', 87, '4.3', [
    'http.orpc',
    'http.trpc',
  ]),
  {
    ...quotient('“4.8x over WebSocket”', 87, '4.8', ['ws.orpc', 'ws.trpc']),
    // Ten sockets with one read on each are what the source calls over.
    today: ['orpc-trpc-node', 'orpc-trpc-chromium'].map((record) => ({
      record,
      of: 'trpc/in-memory',
      to: 'orpc/in-memory',
      workload: 'ten-sockets-1',
    })),
  },
  quotient('tRPC’s memory is “more than double oRPC’s highest reading”', 102, '>2', [
    'memory.trpc',
    'memory.orpc',
  ]),
  less('“about 20% faster” at checking types [less time]', '20', 'types'),
  less('“about 28% less memory” to check types', '28', 'types.memory'),
  quotient('“1,6 times typecheck faster”', 98, '1.6', ['v1.types.trpc', 'v1.types.orpc'], 'v1'),
  quotient('“2,8 times runtime faster”', 99, '2.8', ['v1.requests.orpc', 'v1.requests.trpc'], 'v1'),
  quotient('“1,26 times less max cpu usage”', 100, '1.26', ['v1.cpu.trpc', 'v1.cpu.orpc'], 'v1'),
  quotient(
    '“2,6 times less max ram usage”',
    101,
    '2.6',
    ['v1.memory.trpc', 'v1.memory.orpc'],
    'v1',
  ),
  quotient('“2 times smaller in bundle size”', 102, '2', ['v1.size.trpc', 'v1.size.orpc'], 'v1'),
];

export const claims: Claims = [
  ...compared.map((claim, at) => ({ ...claim, known: at + 1 })),
  quotient('“over 4x tRPC’s requests” over HTTP', 102, '>4', ['http.orpc', 'http.trpc']),
  {
    text: 'Over HTTP, oRPC’s “per-request CPU cost is several times lower”',
    line: 102,
    as: 'description',
    shows: ($) => {
      const cost = (name: string) => $.figure(`cpu.http.${name}`) / $.figure(`http.${name}`);
      return `${(cost('trpc') / cost('orpc')).toFixed(1)} times lower`;
    },
  },
  {
    text: 'oRPC and Hono are “effectively tied” as REST',
    line: 87,
    as: 'description',
    shows: ($) =>
      `oRPC answers ${($.figure('rest.orpc') / $.figure('rest.hono')).toFixed(2)} times as many`,
  },
  {
    text: 'Over WebSockets, tRPC’s “throughput is capped elsewhere in the stack”',
    line: 104,
    as: 'description',
    shows: ($) =>
      `tRPC’s server is busy ${$.figure('cpu.ws.trpc')} % of a processor’s time, oRPC’s ${$.figure('cpu.ws.orpc')} %`,
  },
];
