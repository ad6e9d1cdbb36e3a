import type { Claims } from '../../../src/journal/claims/claim.ts';
import type { Figures } from '../../../src/journal/claims/figures.ts';

type Row = 'node-stdio' | 'bun-stdio' | 'deno-stdio' | 'bun-websocket';
const tests = ['echo-sequential', 'echo-concurrent'] as const;
type Test = (typeof tests)[number];

/** Calls a second. */
const rate = ($: Figures, row: Row, test: Test) =>
  $.result(`kkrpc/${row}`, test).operationsPerSecond;

const latency = ($: Figures, row: Row) => $.result(`kkrpc/${row}`, 'echo-sequential').latencyMs;

const megabytes = ($: Figures, test: 'upload-1mb' | 'download-1mb') =>
  $.result('kkrpc/bun-stdio', test).megabytesPerSecond;

/** Calls that Bun makes over stdio while another makes one. */
const bunTo = ($: Figures, row: Row, test: Test) => rate($, 'bun-stdio', test) / rate($, row, test);

const bunMakes = ($: Figures, row: Row) => {
  const [sequential, concurrent] = tests.map((test) => Number(bunTo($, row, test).toFixed(3)));
  return `Bun makes ${sequential}× the calls one after another and ${concurrent}× at once`;
};

export const claims: Claims = [
  {
    text: '“Even Node 25.2.1 failed with ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX” [Node.js runs TypeScript by taking types away, which leaves a parameter property without meaning]',
    line: 16,
    holds: ($) => $.figure('parameter-properties') > 0,
    shows: ($) => `${$.figure('parameter-properties')} parameter property in channel.ts`,
    here: '/studies/kkrpc-transports/2026-11-22-the-journals-findings/',
  },
  {
    text: '“Zero additional dependencies” [of Bun.build(), which needs Bun itself]',
    known: 8,
    line: 31,
    stated: '0',
    unit: 'dependencies',
    missing: 'The package file before and after the change.',
  },
  {
    text: '“Works reliably across all Node versions”',
    known: 9,
    line: 25,
    missing: 'Runs on any version besides the two that are listed as tested.',
  },
  {
    text: '“Works with all Node versions (tested on v24.10.0 and v25.2.1)”',
    line: 32,
    missing: 'Runs on any version besides the two.',
  },
  {
    text: 'Node.js, stdio: “25,256 calls/sec” one after another, beside a latency of “0.038ms”',
    known: 10,
    line: 61,
    stated: '0.038',
    unit: 'ms',
    value: ($) => 1000 / rate($, 'node-stdio', 'echo-sequential'),
    likely:
      'Either the caller itself needs the rest of the time between two calls, or the two columns were taken from different calls.',
  },
  {
    text: 'Bun, stdio: “20,034 calls/sec” one after another, beside a latency of “0.050ms”',
    line: 62,
    stated: '0.050',
    unit: 'ms',
    value: ($) => 1000 / rate($, 'bun-stdio', 'echo-sequential'),
  },
  {
    text: 'Deno, stdio: “19,185 calls/sec” one after another, beside a latency of “0.044ms”',
    line: 63,
    stated: '0.044',
    unit: 'ms',
    value: ($) => 1000 / rate($, 'deno-stdio', 'echo-sequential'),
    likely:
      'Either the caller itself needs the rest of the time between two calls, or the two columns were taken from different calls.',
  },
  {
    text: 'Bun, WebSocket: “22,314 calls/sec” one after another, beside a latency of “0.040ms”',
    line: 64,
    stated: '0.040',
    unit: 'ms',
    value: ($) => 1000 / rate($, 'bun-websocket', 'echo-sequential'),
    likely:
      'Either the caller itself needs the rest of the time between two calls, or the two columns were taken from different calls.',
  },
  {
    text: '“Bun consistently outperforms Node.js and Deno for stdio communication” [Node.js, in both throughput columns]',
    known: 1,
    line: 73,
    holds: ($) => tests.every((test) => bunTo($, 'node-stdio', test) > 1),
    shows: ($) => bunMakes($, 'node-stdio'),
    likely: 'Bun leads by a little when many calls run at once, and only there.',
    today: [
      {
        record: 'same-runtime',
        of: 'kkrpc-2/bun-bun-stdio',
        to: 'kkrpc-2/node-node-stdio',
        workload: 'echo',
        says: '<1',
      },
      {
        record: 'same-runtime',
        of: 'kkrpc-2/bun-bun-stdio',
        to: 'kkrpc-2/node-node-stdio',
        workload: 'burst-100',
        says: '<1',
      },
    ],
  },
  {
    text: '“Bun consistently outperforms Node.js and Deno for stdio communication” [Deno, in both throughput columns]',
    known: 4,
    line: 73,
    holds: ($) => tests.every((test) => bunTo($, 'deno-stdio', test) > 1),
    shows: ($) => bunMakes($, 'deno-stdio'),
    today: [
      {
        record: 'same-runtime',
        of: 'kkrpc-2/bun-bun-stdio',
        to: 'kkrpc-2/deno-deno-stdio',
        workload: 'echo',
        says: '<1',
      },
    ],
  },
  {
    text: '“Bun consistently outperforms Node.js and Deno for stdio communication” [both, in the latency column]',
    line: 73,
    holds: ($) =>
      latency($, 'bun-stdio') < Math.min(latency($, 'node-stdio'), latency($, 'deno-stdio')),
    shows: ($) =>
      `Bun ${latency($, 'bun-stdio')} ms, Node.js ${latency($, 'node-stdio')} ms, ` +
      `Deno ${latency($, 'deno-stdio')} ms`,
  },
  {
    text: '“Stdio is 2–3x faster than WebSocket for local process communication” [Bun, one call after another]',
    known: 2,
    line: 74,
    stated: 'within 2–3',
    unit: '×',
    value: ($) =>
      rate($, 'bun-stdio', 'echo-sequential') / rate($, 'bun-websocket', 'echo-sequential'),
    likely: 'The factor is that of many calls at once, the other column of the same table.',
    today: [
      {
        record: '2026-11-22-the-journals-findings-1',
        of: 'outside:kkrpc-061/bun-one-process-websocket',
        to: 'outside:kkrpc-061/bun-bun-stdio',
        workload: 'echo',
      },
      {
        record: '2026-11-22-the-journals-findings-1',
        of: 'outside:kkrpc-061/bun-bun-websocket',
        to: 'outside:kkrpc-061/bun-bun-stdio',
        workload: 'echo',
      },
      {
        record: 'same-runtime',
        of: 'kkrpc-2/bun-bun-websocket',
        to: 'kkrpc-2/bun-bun-stdio',
        workload: 'echo',
      },
    ],
  },
  {
    text: '“Stdio is 2–3x faster than WebSocket for local process communication” [Bun, many calls at once]',
    known: 3,
    line: 74,
    stated: 'within 2–3',
    unit: '×',
    value: ($) =>
      rate($, 'bun-stdio', 'echo-concurrent') / rate($, 'bun-websocket', 'echo-concurrent'),
    today: [
      {
        record: 'same-runtime',
        of: 'kkrpc-2/bun-bun-websocket',
        to: 'kkrpc-2/bun-bun-stdio',
        workload: 'burst-100',
      },
    ],
  },
  {
    text: '“Concurrent operations achieve 6–7x higher throughput than sequential” [all three stdio rows]',
    known: 5,
    line: 75,
    stated: 'within 6–7',
    unit: '×',
    value: ($) =>
      (['node-stdio', 'bun-stdio', 'deno-stdio'] as const).map(
        (row) => rate($, row, 'echo-concurrent') / rate($, row, 'echo-sequential'),
      ),
  },
  {
    text: '“Concurrent operations achieve 6–7x higher throughput than sequential” [the WebSocket row]',
    line: 75,
    stated: 'within 6–7',
    unit: '×',
    value: ($) =>
      rate($, 'bun-websocket', 'echo-concurrent') / rate($, 'bun-websocket', 'echo-sequential'),
    likely: 'The factor is roughly that of the stdio rows, and was stated of all.',
  },
  {
    text: '“Batching (100 ops/batch) achieves 400K–500K effective calls/sec” [the two rows of the README]',
    known: 6,
    line: 76,
    stated: 'within 400000–500000',
    unit: '/s',
    value: ($) => [
      $.figure('bun.batch', '2026-02-05-readme'),
      $.figure('websocket.batch', '2026-02-05-readme'),
    ],
  },
  {
    text: '“Upload is faster than download” [Bun, stdio, 1MB]',
    line: 77,
    holds: ($) => megabytes($, 'upload-1mb') > megabytes($, 'download-1mb'),
    shows: ($) => {
      const factor = (megabytes($, 'upload-1mb') / megabytes($, 'download-1mb')).toFixed(1);
      return `an upload moves ${factor}× the data of a download`;
    },
  },
  {
    text: '“Upload is faster than download due to JSON serialization overhead on response path” [the reason]',
    known: 7,
    line: 77,
    shows: ($) => {
      const times = (arm: string, record: string) => {
        const [up, down] = ['up-text-1048576', 'down-text-1048576'].map((workload) =>
          Number($.median(arm, workload, record).toFixed(1)),
        );
        return `${up} ms up and ${down} ms down`;
      };
      const bun = times('outside:kkrpc-061/bun-bun-stdio', '2026-11-22-the-journals-findings-1');
      const newest = times('kkrpc-2/bun-bun-stdio', 'plain-lines');
      return (
        `with data made beforehand, a MiB of text over stdio takes ${bun} on Bun with kkrpc 0.6.1, ` +
        `and ${newest} on Bun with 2.1, measured here`
      );
    },
    against: {
      says: 'In the published code the process called makes up the data of a download, one character at a time, within the time measured; of an upload and an echo it makes none.',
      url: 'https://github.com/kunkunsh/kkrpc/blob/6c97889f501ceb5254b34251622fa240534b975f/packages/kkrpc/__tests__/scripts/large-data-api.ts#L8-L16',
    },
    here: '/studies/kkrpc-transports/first-edition/',
  },
];
