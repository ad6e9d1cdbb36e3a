import type { Claims } from '../../../src/journal/claims/claim.ts';
import type { Figures } from '../../../src/journal/claims/figures.ts';
import { capnweb } from './shared.ts';

/** Time on a network by the script’s formula. */
const networkTime = ($: Figures, network: string) =>
  2 *
  ($.figure(`${network}.latency`) +
    $.figure('payload.increment') / $.figure(`${network}.bandwidth`) / 1000);

/** The same with the time to process it. */
const totalTime = ($: Figures, network: string) =>
  networkTime($, network) + $.figure('processing.client') + $.figure('processing.server');

export const claims: Claims = [
  {
    text: 'increment(): “Total: 348 bytes per round-trip” [of “221 bytes” and “127 bytes”]',
    line: [359, 357, 358],
    neighbour: 'log',
    stated: '348',
    unit: 'B',
    value: ($) => $.figure('payload.increment.request') + $.figure('payload.increment.response'),
  },
  {
    text: 'getValue(): “Total: 340 bytes per round-trip” [of “212 bytes” and “128 bytes”]',
    line: [364, 362, 363],
    neighbour: 'log',
    stated: '340',
    unit: 'B',
    value: ($) => $.figure('payload.get-value.request') + $.figure('payload.get-value.response'),
  },
  {
    text: '“Payloads are small (~340–350 bytes per operation)” [both calls]',
    line: 397,
    neighbour: 'log',
    stated: 'within 340–350',
    unit: 'B',
    value: ($) => [$.figure('payload.increment'), $.figure('payload.get-value')],
  },
  {
    text: 'Client: “Total: 0.018ms per operation” [of “0.010ms” and “0.008ms”]',
    line: [372, 370, 371],
    neighbour: 'log',
    stated: '0.018',
    unit: 'ms',
    value: ($) => $.figure('client.stringify') + $.figure('client.parse'),
  },
  {
    text: 'Client: “stringify: 0.010ms” and “parse: 0.008ms” [as in the profile]',
    line: [370, 371],
    neighbour: 'log',
    holds: ($) =>
      $.figure('client.stringify') ===
        $.figure('client.stringify', '2025-01-20-serialization-profiling') &&
      $.figure('client.parse') === $.figure('client.parse', '2025-01-20-serialization-profiling'),
    shows: ($) =>
      `${$.figure('client.stringify', '2025-01-20-serialization-profiling')} ms and ${$.figure('client.parse', '2025-01-20-serialization-profiling')} ms`,
  },
  {
    text: 'Server: “Total: ~0.090ms per operation” [of its four steps]',
    line: 379,
    neighbour: 'log',
    stated: '0.090',
    unit: 'ms',
    value: ($) =>
      $.figure('server.parse') +
      $.figure('server.execute') +
      $.figure('server.preprocess') +
      $.figure('server.stringify'),
  },
  {
    text: '“Server (estimated – wrangler logs not captured)” [the times of its four steps]',
    line: 374,
    neighbour: 'log',
    missing: 'The server’s own times. They went to wrangler’s log, which the test did not see.',
  },
  {
    text: '“Combined: ~0.108ms processing time per RPC call”',
    line: 381,
    neighbour: 'log',
    stated: '0.108',
    unit: 'ms',
    value: ($) => $.figure('processing.client') + $.figure('processing.server'),
  },
  {
    text: 'High Speed (1 Gbps): network time “2.01ms” [by the script’s formula]',
    line: 388,
    neighbour: 'log',
    stated: '2.01',
    unit: 'ms',
    value: ($) => networkTime($, 'datacenter'),
  },
  {
    text: 'High Speed (1 Gbps): total latency “2.11ms” [by the script’s formula]',
    line: 388,
    neighbour: 'log',
    stated: '2.11',
    unit: 'ms',
    value: ($) => totalTime($, 'datacenter'),
  },
  {
    text: 'High Speed (1 Gbps): network “95%” [of the total, by the script’s formula]',
    line: 388,
    neighbour: 'log',
    stated: '95',
    unit: '%',
    value: ($) => (100 * networkTime($, 'datacenter')) / totalTime($, 'datacenter'),
  },
  {
    text: 'Fast Broadband (100 Mbps): network time “20.06ms” [by the script’s formula]',
    line: 389,
    neighbour: 'log',
    stated: '20.06',
    unit: 'ms',
    value: ($) => networkTime($, 'broadband'),
  },
  {
    text: 'Fast Broadband (100 Mbps): total latency “20.16ms” [by the script’s formula]',
    line: 389,
    neighbour: 'log',
    stated: '20.16',
    unit: 'ms',
    value: ($) => totalTime($, 'broadband'),
  },
  {
    text: 'Fast Broadband (100 Mbps): network “99%” [of the total, by the script’s formula]',
    line: 389,
    neighbour: 'log',
    stated: '99',
    unit: '%',
    value: ($) => (100 * networkTime($, 'broadband')) / totalTime($, 'broadband'),
  },
  {
    text: 'Mobile 4G (50 Mbps): network time “60.11ms” [by the script’s formula]',
    line: 390,
    neighbour: 'log',
    stated: '60.11',
    unit: 'ms',
    value: ($) => networkTime($, 'mobile'),
  },
  {
    text: 'Mobile 4G (50 Mbps): total latency “60.22ms” [by the script’s formula]',
    line: 390,
    neighbour: 'log',
    stated: '60.22',
    unit: 'ms',
    value: ($) => totalTime($, 'mobile'),
  },
  {
    text: 'Mobile 4G (50 Mbps): network “99.8%” [of the total, by the script’s formula]',
    line: 390,
    neighbour: 'log',
    stated: '99.8',
    unit: '%',
    value: ($) => (100 * networkTime($, 'mobile')) / totalTime($, 'mobile'),
  },
  {
    text: 'Slow Connection (10 Mbps): network time “100.56ms” [by the script’s formula]',
    line: 391,
    neighbour: 'log',
    stated: '100.56',
    unit: 'ms',
    value: ($) => networkTime($, 'slow'),
  },
  {
    text: 'Slow Connection (10 Mbps): total latency “100.66ms” [by the script’s formula]',
    line: 391,
    neighbour: 'log',
    stated: '100.66',
    unit: 'ms',
    value: ($) => totalTime($, 'slow'),
  },
  {
    text: 'Slow Connection (10 Mbps): network “99.9%” [of the total, by the script’s formula]',
    line: 391,
    neighbour: 'log',
    stated: '99.9',
    unit: '%',
    value: ($) => (100 * networkTime($, 'slow')) / totalTime($, 'slow'),
  },
  {
    text: 'Processing: “0.11ms” [in every row]',
    line: 388,
    neighbour: 'log',
    stated: '0.11',
    unit: 'ms',
    value: ($) => $.figure('processing.client') + $.figure('processing.server'),
  },
  {
    text: '“Network base latency dominates (95–99% of total latency)” [all four]',
    line: 402,
    neighbour: 'log',
    stated: 'within 95–99',
    unit: '%',
    value: ($) =>
      ['datacenter', 'broadband', 'mobile', 'slow'].map(
        (network) => (200 * $.figure(`${network}.latency`)) / $.figure(`${network}.total`),
      ),
  },
  {
    text: '“Actual transfer time <0.1ms even on slow networks” [once there and back]',
    line: 400,
    neighbour: 'log',
    stated: '<0.1',
    unit: 'ms',
    value: ($) => $.figure('payload.increment') / $.figure('slow.bandwidth') / 1000,
  },
  {
    text: '“Even on 1 Gbps connections, network setup takes 2ms” [twice the base latency]',
    line: 403,
    neighbour: 'log',
    stated: '2',
    unit: 'ms',
    value: ($) => 2 * $.figure('datacenter.latency'),
  },
  {
    text: '“On realistic connections (100 Mbps+), network is 99%+ of latency”',
    known: 9,
    line: 404,
    neighbour: 'log',
    stated: '≥99',
    unit: '%',
    value: ($) => [$.figure('datacenter.network-share'), $.figure('broadband.network-share')],
    likely: 'The fastest network, one of those it speaks of, was left out.',
  },
  {
    text: '“Client serialization: <0.02ms (measured)”',
    line: 408,
    neighbour: 'log',
    stated: '<0.02',
    unit: 'ms',
    value: ($) => $.figure('client.stringify') + $.figure('client.parse'),
  },
  {
    text: '“Combined processing is <1% of total latency on real networks” [all four]',
    line: 410,
    neighbour: 'log',
    stated: '<1',
    unit: '%',
    value: ($) =>
      ['datacenter', 'broadband', 'mobile', 'slow'].map(
        (network) => (100 * $.figure('processing')) / $.figure(`${network}.total`),
      ),
    likely: 'The fastest network was left out.',
  },
  {
    text: '“Real-world latency will be 10–100x higher” [than “our 0.71ms test latency”]',
    line: [414, 413],
    neighbour: 'log',
    as: 'expectation',
    stated: 'within 10–100',
    unit: '×',
    value: ($) =>
      ['datacenter', 'broadband', 'mobile', 'slow'].map(
        (network) => $.figure(`${network}.total`) / $.figure('local.round-trip'),
      ),
    likely: 'It describes the networks between the fastest and the slowest.',
  },
  {
    text: '“Lumenize: 0.244ms per increment” [as in the log’s entry]',
    line: 420,
    neighbour: 'log',
    stated: '0.244',
    unit: 'ms',
    value: ($) => $.time('lumenize/hibernating', 'increment', '2025-01-02-fresh-connections'),
  },
  {
    text: '“Cap’n Web: 0.172ms per increment” [as in the log’s entry]',
    line: 421,
    neighbour: 'log',
    stated: '0.172',
    unit: 'ms',
    value: ($) => $.time(capnweb, 'increment', '2025-01-02-fresh-connections'),
  },
  {
    text: '“Local gap: 0.072ms” [from the times beside it]',
    line: 422,
    neighbour: 'log',
    stated: '0.072',
    unit: 'ms',
    value: ($) => $.figure('local.lumenize') - $.figure('local.capnweb'),
  },
  {
    text: 'Local gap: “1.42x slower”',
    line: 422,
    neighbour: 'log',
    stated: '1.42',
    unit: '×',
    value: ($) => $.figure('local.lumenize') / $.figure('local.capnweb'),
    today: [
      {
        record: 'sockets-node',
        of: 'lumenize-rpc/hibernating',
        to: capnweb,
        workload: 'increment',
      },
      {
        record: 'sockets-chromium',
        of: 'lumenize-rpc/hibernating',
        to: capnweb,
        workload: 'increment',
      },
    ],
  },
  {
    text: 'High-speed (1 Gbps): Cap’n Web “2.11ms” [the time that the table above computes for Lumenize’s own call]',
    line: 428,
    neighbour: 'log',
    stated: '2.11',
    unit: 'ms',
    value: ($) => $.figure('datacenter.total'),
  },
  {
    text: 'High-speed (1 Gbps): Lumenize “2.18ms” [the time beside it and the local gap]',
    line: 428,
    neighbour: 'log',
    stated: '2.18',
    unit: 'ms',
    value: ($) => $.figure('datacenter.capnweb') + $.figure('gap.local'),
  },
  {
    text: 'High-speed (1 Gbps): gap “0.07ms” [from the two times beside it]',
    line: 428,
    neighbour: 'log',
    stated: '0.07',
    unit: 'ms',
    value: ($) => $.figure('datacenter.lumenize') - $.figure('datacenter.capnweb'),
  },
  {
    text: 'High-speed (1 Gbps): gap “3%” [of Cap’n Web’s time]',
    line: 428,
    neighbour: 'log',
    stated: '3',
    unit: '%',
    value: ($) => (100 * $.figure('datacenter.gap')) / $.figure('datacenter.capnweb'),
  },
  {
    text: 'Broadband (100 Mbps): Cap’n Web “20.16ms” [the time that the table above computes for Lumenize’s own call]',
    line: 429,
    neighbour: 'log',
    stated: '20.16',
    unit: 'ms',
    value: ($) => $.figure('broadband.total'),
  },
  {
    text: 'Broadband (100 Mbps): Lumenize “20.23ms” [the time beside it and the local gap]',
    line: 429,
    neighbour: 'log',
    stated: '20.23',
    unit: 'ms',
    value: ($) => $.figure('broadband.capnweb') + $.figure('gap.local'),
  },
  {
    text: 'Broadband (100 Mbps): gap “0.07ms” [from the two times beside it]',
    line: 429,
    neighbour: 'log',
    stated: '0.07',
    unit: 'ms',
    value: ($) => $.figure('broadband.lumenize') - $.figure('broadband.capnweb'),
  },
  {
    text: 'Broadband (100 Mbps): gap “<1%” [of Cap’n Web’s time]',
    line: 429,
    neighbour: 'log',
    stated: '<1',
    unit: '%',
    value: ($) => (100 * $.figure('broadband.gap')) / $.figure('broadband.capnweb'),
  },
  {
    text: 'Mobile (50 Mbps): Cap’n Web “60.22ms” [the time that the table above computes for Lumenize’s own call]',
    line: 430,
    neighbour: 'log',
    stated: '60.22',
    unit: 'ms',
    value: ($) => $.figure('mobile.total'),
  },
  {
    text: 'Mobile (50 Mbps): Lumenize “60.29ms” [the time beside it and the local gap]',
    line: 430,
    neighbour: 'log',
    stated: '60.29',
    unit: 'ms',
    value: ($) => $.figure('mobile.capnweb') + $.figure('gap.local'),
  },
  {
    text: 'Mobile (50 Mbps): gap “0.07ms” [from the two times beside it]',
    line: 430,
    neighbour: 'log',
    stated: '0.07',
    unit: 'ms',
    value: ($) => $.figure('mobile.lumenize') - $.figure('mobile.capnweb'),
  },
  {
    text: 'Mobile (50 Mbps): gap “<0.2%” [of Cap’n Web’s time]',
    line: 430,
    neighbour: 'log',
    stated: '<0.2',
    unit: '%',
    value: ($) => (100 * $.figure('mobile.gap')) / $.figure('mobile.capnweb'),
  },
  {
    text: 'Slow (10 Mbps): Cap’n Web “100.66ms” [the time that the table above computes for Lumenize’s own call]',
    line: 431,
    neighbour: 'log',
    stated: '100.66',
    unit: 'ms',
    value: ($) => $.figure('slow.total'),
  },
  {
    text: 'Slow (10 Mbps): Lumenize “100.73ms” [the time beside it and the local gap]',
    line: 431,
    neighbour: 'log',
    stated: '100.73',
    unit: 'ms',
    value: ($) => $.figure('slow.capnweb') + $.figure('gap.local'),
  },
  {
    text: 'Slow (10 Mbps): gap “0.07ms” [from the two times beside it]',
    line: 431,
    neighbour: 'log',
    stated: '0.07',
    unit: 'ms',
    value: ($) => $.figure('slow.lumenize') - $.figure('slow.capnweb'),
  },
  {
    text: 'Slow (10 Mbps): gap “<0.1%” [of Cap’n Web’s time]',
    line: 431,
    neighbour: 'log',
    stated: '<0.1',
    unit: '%',
    value: ($) => (100 * $.figure('slow.gap')) / $.figure('slow.capnweb'),
  },
  {
    text: '“Cap’n Web Total” [over the four networks, as times of Cap’n Web]',
    line: 426,
    neighbour: 'log',
    missing:
      'Cap’n Web’s own payload and processing. The log computed these times from Lumenize’s.',
  },
  {
    text: 'cbor-x: “~30–50 bytes = 0.2–0.5ms on slow networks” [by the script’s formula]',
    line: 440,
    neighbour: 'log',
    stated: '0.2–0.5',
    unit: 'ms',
    value: ($) => [
      (2 * $.low('saving.bytes')) / $.figure('slow.bandwidth') / 1000,
      (2 * $.high('saving.bytes')) / $.figure('slow.bandwidth') / 1000,
    ],
  },
  {
    text: 'cbor-x: “<0.5% improvement even on slowest networks” [the time and the bytes that it is said to save]',
    line: 441,
    neighbour: 'log',
    as: 'expectation',
    stated: '<0.5',
    unit: '%',
    value: ($) =>
      (100 *
        ($.figure('saving.processing') +
          (2 * $.high('saving.bytes')) / $.figure('slow.bandwidth') / 1000)) /
      $.figure('slow.total'),
  },
  {
    text: 'cbor-x: “Would only save ~0.02ms in processing time” [all of the client’s stringify and parse]',
    line: 438,
    neighbour: 'log',
    as: 'expectation',
    stated: '0.02',
    unit: 'ms',
    value: ($) => $.figure('client.stringify') + $.figure('client.parse'),
  },
  {
    text: 'Connection reuse: “Could save 10–50ms per operation”',
    line: 447,
    neighbour: 'log',
    stated: '10–50',
    unit: 'ms',
    missing: 'A time of connecting. The log’s own tests keep one connection for all their calls.',
  },
  {
    text: 'Connection reuse: “50–500x more than serialization optimization” [than the “~0.02ms” above]',
    line: [447, 438],
    neighbour: 'log',
    stated: '50–500',
    unit: '×',
    value: ($) => [
      $.low('pooling-saving') / $.figure('saving.processing'),
      $.high('pooling-saving') / $.figure('saving.processing'),
    ],
    likely: 'It may have been taken from another saving than the one that the same list names.',
  },
  {
    text: '“Local performance gap (<0.1ms)”',
    line: 459,
    neighbour: 'log',
    stated: '<0.1',
    unit: 'ms',
    value: ($) => $.figure('gap.local'),
  },
  {
    text: '“network latency (20–100ms)” [twice the base latency, all but the fastest network]',
    line: 459,
    neighbour: 'log',
    stated: '20–100',
    unit: 'ms',
    value: ($) =>
      $.ends(['broadband', 'mobile', 'slow'].map((network) => 2 * $.figure(`${network}.latency`))),
  },
  {
    text: '“~350 bytes per operation” [within the range that it found]',
    line: 460,
    neighbour: 'log',
    holds: ($) =>
      $.figure('payload.finding') >= $.low('payload') &&
      $.figure('payload.finding') <= $.high('payload'),
    shows: ($) => `${$.low('payload')}–${$.high('payload')} B`,
  },
  {
    text: 'The script prints: “On high-speed networks (1 Gbps), processing dominates (>95% of latency)”',
    line: 119,
    neighbour: 'network-script',
    stated: '>95',
    unit: '%',
    value: ($) =>
      (100 * ($.figure('processing.client') + $.figure('processing.server'))) /
      $.figure('datacenter.total'),
    likely: 'The two parts were likely exchanged: the network takes that much.',
  },
  {
    text: 'The script prints: “On mobile/slow networks, network time dominates (>90% of latency)”',
    line: 120,
    neighbour: 'network-script',
    stated: '>90',
    unit: '%',
    value: ($) => [$.figure('mobile.network-share'), $.figure('slow.network-share')],
  },
  {
    text: 'The script prints: “For typical broadband (100 Mbps), it’s roughly 50/50 split” [the part of the processing]',
    line: 122,
    neighbour: 'network-script',
    stated: '50',
    unit: '%',
    value: ($) =>
      (100 * ($.figure('processing.client') + $.figure('processing.server'))) /
      $.figure('broadband.total'),
    likely: 'The sentence was likely written before the numbers were computed.',
  },
  {
    text: 'The script prints: “client serialization (already <20ms)”',
    line: 128,
    neighbour: 'network-script',
    stated: '<20',
    unit: 'ms',
    value: ($) => $.figure('processing.client'),
  },
  {
    text: '“2025-01-20” [after the baseline of 2025-10-20, on which it builds]',
    line: 343,
    neighbour: 'log',
    holds: ($) =>
      $.date('2025-01-20-payloads-and-projections') >
      $.date('2025-10-20-synchronous-storage-baseline'),
    shows: ($) =>
      `${$.date('2025-01-20-payloads-and-projections').slice(0, 10)}, the baseline ${$.date('2025-10-20-synchronous-storage-baseline').slice(0, 10)}`,
    likely:
      'The commit that brought it into the log is of 20 October 2025, so the date is mistyped.',
  },
];
