/** The network page as plain data: its source’s records, its tables and its figure. */
import type { Figure } from '../figures/figure.ts';
import { formatCount, formatMs, formatNumber } from '../figures/format.ts';
import { networkParts, type NetworkRow } from '../figures/parts-of-a-call.ts';
import type { QuotedRecord } from '../harness/record/index.ts';
import { findRecord } from '../journal/records.ts';
import {
  callTime,
  type Counting,
  countings,
  gapOf,
  type PrintedNetwork,
  readSource,
  type SourceModel,
} from '../network/source.ts';
import { valuesOf } from '../network/values.ts';
import { type NetworkConfig, systems as modelled } from '../report/network.ts';
import { findStudy } from '../studies/index.ts';
import { findSystem } from '../systems/index.ts';
import { type Cell, numeric, type Table, tableOf, worded } from './view.ts';

/** A network with what defines it: `Broadband: 10 ms, 100 Mbit/s`. */
function headingOf({ label, baseLatencyMs, megabitsPerSecond }: PrintedNetwork): string {
  return `${label}: ${baseLatencyMs}\u202fms, ${formatCount(megabitsPerSecond)}\u202fMbit/s`;
}

/** The source’s figures are of what it measured itself. */
const systems = modelled.map(({ id, label }) => ({ id, label: findSystem(id).quotedAs ?? label }));

function timesOf(source: SourceModel, network: PrintedNetwork, counting: Counting) {
  const { lumenize, capnweb } = source;
  return {
    lumenize: callTime(network, lumenize, counting),
    capnweb: callTime(network, capnweb, counting),
  };
}

/** The source’s table as first and as last printed, by its formula, and with everything charged once. */
export function comparison(source: SourceModel): Table {
  const ms = (value: number): string => formatNumber(value, 2);
  const percent = (share: number): string => formatNumber(share * 100, 1);
  const rows = source.networks.flatMap((network) => {
    const counted = (['source', 'once'] as const).map((counting) =>
      timesOf(source, network, counting),
    );
    const gaps = counted.map(({ lumenize, capnweb }) => gapOf(lumenize, capnweb));
    const { earlier } = network;
    const row = (first: Cell, ...values: string[]) => ({ network, first, values });
    return [
      ...systems.map(({ id, label }) =>
        row(
          { text: `${label} (ms)`, system: id },
          ...[earlier[`${id}Ms`], network[`${id}Ms`]].map(ms),
          ...counted.map((times) => ms(times[id].totalMs)),
        ),
      ),
      row(
        { text: 'Gap (ms)' },
        ...[earlier, network].map(({ gapMs }) => ms(gapMs)),
        ...gaps.map((gap) => ms(gap.ms)),
      ),
      row(
        { text: 'Gap as a part of Cap’n Web’s time (%)' },
        `${earlier.gapShare.atMost ? '<' : ''}${percent(earlier.gapShare.value)}`,
        ...[network.gapShare, ...gaps.map(({ share }) => share)].map(percent),
      ),
    ];
  });
  const column = (label: string, note: string, at: number) =>
    numeric<(typeof rows)[number]>(label, ({ values }) => values[at] ?? '', { note });
  return tableOf(rows, {
    caption: 'One call over each network',
    marks: ['quoted', 'modelled'],
    note: 'First printed in the log two hours before, with another gap. The source takes the gap’s part from times already rounded, so its last digit can differ.',
    headingOf: ({ network }) => headingOf(network),
    columns: [
      worded('Network and system', ({ first }) => first),
      column('Printed at first', 'quoted', 0),
      column('As printed', 'quoted', 1),
      column('By its formula', 'modelled', 2),
      column('Charged once', 'modelled', 3),
    ],
  });
}

/** Everything the model takes in, with what the source says of it. */
export function inputs(source: SourceModel): Table {
  const { payloadBytes, processing, lumenize, capnweb, networks, configurations } = source;
  const list = (values: number[]): string => values.map(formatCount).join(', ');
  const ms = (value: number): string => formatNumber(value, 3);
  const averages = `${ms(configurations.helper.averageMs)} and ${ms(configurations.capnweb.averageMs)}`;
  const quoted: Readonly<Record<string, readonly [value: string, how: string]>> = {
    'Base latency (ms)': [
      list(networks.map(({ baseLatencyMs }) => baseLatencyMs)),
      'Assumed, one for each network; explained as DNS, TCP and TLS.',
    ],
    'Bandwidth (Mbit/s)': [
      list(networks.map(({ megabitsPerSecond }) => megabitsPerSecond)),
      'Assumed, one for each network.',
    ],
    'Payload (B)': [
      formatCount(payloadBytes),
      'Measured: an increment of Lumenize RPC, there and back. Taken for both systems.',
    ],
    'Processing, Cap’n Web (ms)': [
      ms(capnweb.processingMs),
      `Lumenize RPC’s: ${ms(processing.clientMs)} measured in the client, ${ms(processing.serverMs)} estimated for the server.`,
    ],
    'Processing, Lumenize RPC (ms)': [
      ms(lumenize.processingMs),
      'The same and the gap, as the table rounds it.',
    ],
    'Gap (ms)': [ms(source.gapMs), `Between averages of three runs each, ${averages}.`],
    'Gap of the earlier table (ms)': [
      ms(source.earlierGapMs),
      'Of increments, with fresh connections.',
    ],
    'Gap of the row that the summary quotes (ms)': [
      ms(source.measuredGapMs),
      'Of the mixed test, with fresh connections. No table uses it.',
    ],
  };
  return tableOf(Object.entries(quoted), {
    caption: 'Inputs, and where they come from',
    marks: [],
    columns: [
      worded('Input', ([name]) => name),
      worded('Value', ([name, [text]]) => ({
        text,
        mark: name.startsWith('Processing') ? 'derived' : 'quoted',
      })),
      worded('How the source came by it', ([, [, how]]) => how),
    ],
  });
}

/** The two ways of counting, as formulas, with one network worked out. */
export function formulas({ networks, capnweb }: SourceModel) {
  const network = findNetwork(networks);
  const ways = {
    once: { name: 'Charged once', times: '' },
    source: { name: 'As the source charges', times: '2 × ' },
  };
  return countings.map((counting) => {
    const { latencyMs, transferMs, processingMs, totalMs } = callTime(network, capnweb, counting);
    const { name, times } = ways[counting];
    const parts = [formatMs(latencyMs, 0), formatMs(transferMs, 3), formatMs(processingMs, 3)];
    return {
      name,
      formula: `time = ${times}base latency + ${times}payload ÷ bandwidth + processing`,
      worked: `${network.label}, the column printed as Cap’n Web’s: ${parts.join(' + ')} = ${formatMs(totalMs, 2)}`,
    };
  });
}

/** The runs that the gap is from. */
export function gapRuns({ configurations: { helper, byHand, capnweb } }: SourceModel): Table {
  const ms = (value: number): string => formatNumber(value, 3);
  const rows = [
    ...[{ system: 'lumenize', how: 'routed by its helper', ...helper }],
    ...[{ system: 'lumenize', how: 'routed by hand', discardedMs: undefined, ...byHand }],
    ...[{ system: 'capnweb', how: 'routed by hand', discardedMs: undefined, ...capnweb }],
  ];
  const label = (id: string): string => systems.find((each) => each.id === id)?.label ?? id;
  return tableOf(rows, {
    caption: 'The three configurations, in ms for an operation',
    marks: ['quoted'],
    columns: [
      worded('Configuration', ({ system, how }) => ({ text: `${label(system)}, ${how}`, system })),
      worded('Runs', ({ runsMs, discardedMs }) =>
        [
          runsMs.map(ms).join(', '),
          ...(discardedMs === undefined ? [] : [`discarded: ${ms(discardedMs)}`]),
        ].join('; '),
      ),
      numeric('Average of the runs counted', ({ averageMs }) => ms(averageMs)),
    ],
  });
}

/** Every call over every network, with its parts. */
function calls(source: SourceModel, counting: Counting): NetworkRow[] {
  return source.networks.flatMap((network) => {
    const times = timesOf(source, network, counting);
    return systems.map(({ id, label }) => ({
      network: headingOf(network),
      label,
      system: id,
      ...times[id],
    }));
  });
}

const countedWords: Record<Counting, string> = {
  once: 'latency and payload charged once',
  source: 'as the source charges them',
};

/** The parts of each call. */
export function partsFigure(source: SourceModel, counting: Counting): (width: number) => Figure {
  const rows = calls(source, counting);
  return (width) => networkParts({ rows, width, counted: countedWords[counting] });
}

/** The same as a table. */
export function partsTable(source: SourceModel, counting: Counting): Table {
  const exact = (label: string, part: 'latencyMs' | 'transferMs' | 'processingMs') =>
    numeric<NetworkRow>(label, (row) => formatNumber(row[part], 3));
  return tableOf(calls(source, counting), {
    caption: `Parts of one call, ${countedWords[counting]}`,
    marks: ['modelled'],
    headingOf: ({ network }) => network,
    columns: [
      worded('System', ({ label, system }) => ({ text: label, system })),
      exact('Base latency (ms)', 'latencyMs'),
      exact('Transfer (ms)', 'transferMs'),
      exact('Processing (ms)', 'processingMs'),
    ],
  });
}

const STUDY = 'lumenize-vs-capnweb';

/** Entries that the page speaks of. */
export const entries = {
  network: `/studies/${STUDY}/2025-01-20-network-latency/`,
  projections: `/studies/${STUDY}/2025-01-20-payloads-and-projections/`,
  configurations: `/studies/${STUDY}/2025-01-20-three-configurations/`,
  recommendations: `/studies/${STUDY}/2025-01-20-recommendations/`,
  study: `/studies/${STUDY}/`,
};

/** Network that is worked out, and that the panel starts with: the commonest of the four. */
const START = 'broadband';

/** @throws Error where the source has no such network */
function findNetwork(networks: readonly PrintedNetwork[]): PrintedNetwork {
  const found = networks.find(({ id }) => id === START);
  if (!found) throw new Error(`network model: got no network "${START}", expected one`);
  return found;
}

/** @throws naming the record or the figure that is missing */
export async function sourceModel(): Promise<SourceModel & { url: string }> {
  const [network, script, projections, configurations, byHand, summary, measured] =
    await Promise.all([
      quoted('2025-01-20-network-latency'),
      quoted('2025-10-20-network-script'),
      quoted('2025-01-20-payloads-and-projections'),
      quoted('2025-01-20-three-configurations'),
      quoted('2025-01-20-three-configurations-by-hand'),
      quoted('2025-01-20-recommendations'),
      quoted('2025-01-02-fresh-connections-summary'),
    ]);
  const records = { network, script, projections, configurations, byHand, summary, measured };
  return { ...readSource(records), url: network.source.url };
}

async function quoted(name: string): Promise<QuotedRecord> {
  const id = `${STUDY}/${name}`;
  const record = await findRecord(id);
  if (record?.kind === 'quoted') return record;
  throw new Error(`network model: got ${record?.kind ?? 'no'} record ${id}, expected a quoted one`);
}

/** The values that the panel starts with: the source’s inputs, counted once. */
export function panelConfig({ lumenize, capnweb, networks }: SourceModel): NetworkConfig {
  const study = findStudy(STUDY);
  return {
    defaults: valuesOf(findNetwork(networks), lumenize, capnweb, 'once'),
    origins: {
      latency: 'quoted',
      bandwidth: 'quoted',
      'lumenize-payload': 'quoted',
      'lumenize-processing': 'derived',
      'capnweb-payload': 'quoted',
      'capnweb-processing': 'derived',
    },
    presets: networks.map(({ id, baseLatencyMs, megabitsPerSecond }) => ({
      id,
      latency: baseLatencyMs,
      bandwidth: megabitsPerSecond,
    })),
    roles: {
      study: STUDY,
      baseline: study.baseline,
      lumenize: study.subjects,
      capnweb: study.reference,
    },
    workloads: Object.fromEntries(study.workloads.map(({ id, label }) => [id, label])),
    arms: Object.fromEntries(study.arms.map(({ id, label }) => [id, label])),
  };
}
