import type { Claims } from '../../../src/journal/claims/claim.ts';
import type { Figures } from '../../../src/journal/claims/figures.ts';
import { lumenize } from './shared.ts';

const script = '2025-10-20-network-script';

/** Time on a network by the script’s formula. */
const networkTime = ($: Figures, network: string) =>
  2 *
  ($.figure(`${network}.latency`) +
    $.figure('payload.increment', script) / $.figure(`${network}.bandwidth`) / 1000);

/** The same with the time to process it. */
const totalTime = ($: Figures, network: string) =>
  networkTime($, network) +
  $.figure('processing.client', script) +
  $.figure('processing.server', script);

export const claims: Claims = [
  {
    text: '“~340–350 bytes per round-trip operation”, restated as “~350 bytes”',
    line: [41, 53],
    holds: ($) =>
      $.figure('payload.finding') >= $.low('payload') &&
      $.figure('payload.finding') <= $.high('payload'),
    shows: ($) => `${$.low('payload')}–${$.high('payload')} B`,
  },
  {
    text: 'Datacenter (1 Gbps): “125 MB/s”',
    line: 47,
    stated: '125',
    unit: 'MB/s',
    value: ($) => ($.figure('datacenter.speed') * 1000) / 8,
  },
  {
    text: 'Datacenter (1 Gbps): Lumenize “2.25ms” [by the script’s formula, and the gap beside it]',
    line: 47,
    stated: '2.25',
    unit: 'ms',
    value: ($) => totalTime($, 'datacenter') + $.figure('datacenter.gap'),
  },
  {
    text: 'Datacenter (1 Gbps): Cap’n Web “2.11ms” [by the script’s formula, for Lumenize’s own call]',
    line: 47,
    stated: '2.11',
    unit: 'ms',
    value: ($) => totalTime($, 'datacenter'),
  },
  {
    text: 'Datacenter (1 Gbps): gap “0.14ms” [from the two times beside it]',
    line: 47,
    stated: '0.14',
    unit: 'ms',
    value: ($) => $.figure('datacenter.lumenize') - $.figure('datacenter.capnweb'),
  },
  {
    text: 'Datacenter (1 Gbps): gap “6.6%” [of Cap’n Web’s time]',
    line: 47,
    stated: '6.6',
    unit: '%',
    value: ($) => (100 * $.figure('datacenter.gap')) / $.figure('datacenter.capnweb'),
  },
  {
    text: 'Broadband (100 Mbps): “12.5 MB/s”',
    line: 48,
    stated: '12.5',
    unit: 'MB/s',
    value: ($) => $.figure('broadband.speed') / 8,
  },
  {
    text: 'Broadband (100 Mbps): Lumenize “20.30ms” [by the script’s formula, and the gap beside it]',
    line: 48,
    stated: '20.30',
    unit: 'ms',
    value: ($) => totalTime($, 'broadband') + $.figure('broadband.gap'),
  },
  {
    text: 'Broadband (100 Mbps): Cap’n Web “20.16ms” [by the script’s formula, for Lumenize’s own call]',
    line: 48,
    stated: '20.16',
    unit: 'ms',
    value: ($) => totalTime($, 'broadband'),
  },
  {
    text: 'Broadband (100 Mbps): gap “0.14ms” [from the two times beside it]',
    line: 48,
    stated: '0.14',
    unit: 'ms',
    value: ($) => $.figure('broadband.lumenize') - $.figure('broadband.capnweb'),
  },
  {
    text: 'Broadband (100 Mbps): gap “0.7%” [of Cap’n Web’s time]',
    line: 48,
    stated: '0.7',
    unit: '%',
    value: ($) => (100 * $.figure('broadband.gap')) / $.figure('broadband.capnweb'),
  },
  {
    text: 'Mobile (50 Mbps): “6.25 MB/s”',
    line: 49,
    stated: '6.25',
    unit: 'MB/s',
    value: ($) => $.figure('mobile.speed') / 8,
  },
  {
    text: 'Mobile (50 Mbps): Lumenize “60.36ms” [by the script’s formula, and the gap beside it]',
    line: 49,
    stated: '60.36',
    unit: 'ms',
    value: ($) => totalTime($, 'mobile') + $.figure('mobile.gap'),
  },
  {
    text: 'Mobile (50 Mbps): Cap’n Web “60.22ms” [by the script’s formula, for Lumenize’s own call]',
    line: 49,
    stated: '60.22',
    unit: 'ms',
    value: ($) => totalTime($, 'mobile'),
  },
  {
    text: 'Mobile (50 Mbps): gap “0.14ms” [from the two times beside it]',
    line: 49,
    stated: '0.14',
    unit: 'ms',
    value: ($) => $.figure('mobile.lumenize') - $.figure('mobile.capnweb'),
  },
  {
    text: 'Mobile (50 Mbps): gap “0.2%” [of Cap’n Web’s time]',
    line: 49,
    stated: '0.2',
    unit: '%',
    value: ($) => (100 * $.figure('mobile.gap')) / $.figure('mobile.capnweb'),
  },
  {
    text: 'Slow (10 Mbps): “1.25 MB/s”',
    line: 50,
    stated: '1.25',
    unit: 'MB/s',
    value: ($) => $.figure('slow.speed') / 8,
  },
  {
    text: 'Slow (10 Mbps): Lumenize “100.80ms” [by the script’s formula, and the gap beside it]',
    line: 50,
    stated: '100.80',
    unit: 'ms',
    value: ($) => totalTime($, 'slow') + $.figure('slow.gap'),
  },
  {
    text: 'Slow (10 Mbps): Cap’n Web “100.66ms” [by the script’s formula, for Lumenize’s own call]',
    line: 50,
    stated: '100.66',
    unit: 'ms',
    value: ($) => totalTime($, 'slow'),
  },
  {
    text: 'Slow (10 Mbps): gap “0.14ms” [from the two times beside it]',
    line: 50,
    stated: '0.14',
    unit: 'ms',
    value: ($) => $.figure('slow.lumenize') - $.figure('slow.capnweb'),
  },
  {
    text: 'Slow (10 Mbps): gap “0.1%” [of Cap’n Web’s time]',
    line: 50,
    stated: '0.1',
    unit: '%',
    value: ($) => (100 * $.figure('slow.gap')) / $.figure('slow.capnweb'),
  },
  {
    text: '“Payloads are small (~350 bytes) – transfer time negligible” [“negligible”]',
    line: 53,
    as: 'description',
    shows: ($) => {
      const perNetwork = ['datacenter', 'broadband', 'mobile', 'slow'].map((network) => {
        const bytes = 2 * $.mean([$.low('payload'), $.high('payload')]);
        return bytes / $.figure(`${network}.bandwidth`) / 1000 / $.figure(`${network}.lumenize`);
      });
      return `at most ${Number((100 * Math.max(...perNetwork)).toFixed(2))} % of the total`;
    },
  },
  {
    text: '“Network base latency (DNS, TCP, TLS) dominates 95–99% of total time” [Datacenter (1 Gbps)]',
    known: 5,
    line: 54,
    stated: 'within 95–99',
    unit: '%',
    value: ($) => [
      (200 * $.figure('datacenter.latency')) / $.figure('datacenter.lumenize'),
      (200 * $.figure('datacenter.latency')) / $.figure('datacenter.capnweb'),
    ],
    likely: 'The range describes the three slower networks; the fastest one was left out.',
  },
  {
    text: '“Network base latency (DNS, TCP, TLS) dominates 95–99% of total time” [Broadband (100 Mbps)]',
    line: 54,
    stated: 'within 95–99',
    unit: '%',
    value: ($) => [
      (200 * $.figure('broadband.latency')) / $.figure('broadband.lumenize'),
      (200 * $.figure('broadband.latency')) / $.figure('broadband.capnweb'),
    ],
  },
  {
    text: '“Network base latency (DNS, TCP, TLS) dominates 95–99% of total time” [Mobile (50 Mbps)]',
    line: 54,
    stated: 'within 95–99',
    unit: '%',
    value: ($) => [
      (200 * $.figure('mobile.latency')) / $.figure('mobile.lumenize'),
      (200 * $.figure('mobile.latency')) / $.figure('mobile.capnweb'),
    ],
    likely: 'The range was cut off at a whole per cent; the share is above it.',
  },
  {
    text: '“Network base latency (DNS, TCP, TLS) dominates 95–99% of total time” [Slow (10 Mbps)]',
    line: 54,
    stated: 'within 95–99',
    unit: '%',
    value: ($) => [
      (200 * $.figure('slow.latency')) / $.figure('slow.lumenize'),
      (200 * $.figure('slow.latency')) / $.figure('slow.capnweb'),
    ],
  },
  {
    text: '“Network base latency (DNS, TCP, TLS)” [that it is these three]',
    line: 54,
    missing:
      'A measurement of any of them. The base latencies are assumptions, and an open connection pays none of the three.',
  },
  {
    text: '“Local 0.14ms gap” [of the row that the document quotes]',
    line: 55,
    stated: '0.14',
    unit: 'ms',
    value: ($) =>
      $.time(lumenize, 'mixed', '2025-01-02-fresh-connections') -
      $.time('capnweb/in-memory', 'mixed', '2025-01-02-fresh-connections'),
    likely:
      'It is the gap of the log’s three configurations. The row that the document quotes has a far smaller one.',
  },
  {
    text: '“Local 0.14ms gap” [of the log’s three configurations]',
    line: 55,
    stated: '0.14',
    unit: 'ms',
    value: ($) =>
      $.time(lumenize, 'mixed', '2025-01-20-three-configurations') -
      $.time('capnweb/in-memory', 'mixed', '2025-01-20-three-configurations'),
  },
  {
    text: '“Local 0.14ms gap is <1% on typical networks” [all but the datacenter]',
    line: 55,
    stated: '<1',
    unit: '%',
    value: ($) => [
      (100 * $.figure('broadband.gap')) / $.figure('broadband.capnweb'),
      (100 * $.figure('mobile.gap')) / $.figure('mobile.capnweb'),
      (100 * $.figure('slow.gap')) / $.figure('slow.capnweb'),
    ],
  },
  {
    text: '“only ~5% of processing time” [the client’s part of the local round trip, as the log has it]',
    line: 56,
    stated: '5',
    unit: '%',
    value: ($) =>
      (100 * $.figure('client.total', '2025-01-20-serialization-profiling')) /
      $.time(lumenize, 'increment', '2025-01-20-serialization-profiling'),
  },
  {
    text: '“only ~5% of processing time” [of both ends]',
    line: 56,
    stated: '5',
    unit: '%',
    missing: 'The server’s steps, which the log did not capture; only the client’s are known.',
  },
  {
    text: '“cbor-x optimization would provide <0.5% improvement”',
    line: 57,
    as: 'expectation',
    shows: ($) => {
      const profiling = '2025-01-20-serialization-profiling';
      const gain = `${$.low('gain.cbor-x', profiling)}–${$.high('gain.cbor-x', profiling)}`;
      return `not tried; the log of the same day expects ${gain} % at best, of a local call`;
    },
  },
  {
    text: '“connection pooling (saves 10–50ms)”',
    line: 59,
    stated: '10–50',
    unit: 'ms',
    missing:
      'A time of connecting. The ends of the range are the base latencies of the broadband and the slow network.',
  },
  {
    text: '“micro-optimizations (saves 0.14ms)” [the whole modelled gap]',
    line: 59,
    stated: '0.14',
    unit: 'ms',
    value: ($) => $.figure('gap.total', '2025-01-20-recommendations'),
  },
  {
    text: '“2025-01-20” [after the baseline of 2025-10-20, on which it builds]',
    line: 37,
    holds: ($) => $.date() > $.date('2025-10-20-synchronous-storage-baseline'),
    shows: ($) =>
      `${$.date().slice(0, 10)}, the baseline ${$.date('2025-10-20-synchronous-storage-baseline').slice(0, 10)}`,
    likely:
      'The commit that brought its first table into the log is of 20 October 2025, so the date is mistyped.',
  },
];
