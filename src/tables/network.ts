/** What the network page is made from: the source’s records, its tables and its figure, as plain data. */
import type { Figure } from '../figures/figure.ts';
import { formatCount, formatMs, formatNumber } from '../figures/format.ts';
import { networkParts, type NetworkRow } from '../figures/networks.ts';
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
import { findSystem } from '../studies/systems.ts';
import { type Cell, numbers, type Table, underHeadings } from './view.ts';

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

const milliseconds = (ms: number): Cell => ({ text: formatNumber(ms, 2) });
const percent = (share: number): Cell => ({ text: formatNumber(share * 100, 1) });

/** The source’s table as first and as last printed, by its formula, and with everything charged once. */
export function comparison(source: SourceModel): Table {
  return {
    caption: 'One call over each network',
    marks: ['quoted', 'modelled'],
    note: 'First printed in the log two hours before, with another gap. The source takes the gap’s part from times already rounded, so its last digit can differ.',
    columns: [
      { label: 'Network and system' },
      { label: 'Printed at first', note: 'quoted', number: true },
      { label: 'As printed', note: 'quoted', number: true },
      { label: 'By its formula', note: 'modelled', number: true },
      { label: 'Charged once', note: 'modelled', number: true },
    ],
    groups: source.networks.map((network) => {
      const own = timesOf(source, network, 'source');
      const once = timesOf(source, network, 'once');
      const { earlier } = network;
      const printed = { lumenize: network.lumenizeMs, capnweb: network.capnwebMs };
      const first = { lumenize: earlier.lumenizeMs, capnweb: earlier.capnwebMs };
      const share = formatNumber(earlier.gapShare.value * 100, 1);
      const gaps = [own, once].map(({ lumenize, capnweb }) => gapOf(lumenize, capnweb));
      return {
        heading: headingOf(network),
        rows: [
          ...systems.map(({ id, label }) => [
            { text: `${label} (ms)`, system: id },
            milliseconds(first[id]),
            milliseconds(printed[id]),
            milliseconds(own[id].totalMs),
            milliseconds(once[id].totalMs),
          ]),
          [
            { text: 'Gap (ms)' },
            milliseconds(earlier.gapMs),
            milliseconds(network.gapMs),
            ...gaps.map(({ ms }) => milliseconds(ms)),
          ],
          [
            { text: 'Gap as a part of Cap’n Web’s time (%)' },
            { text: earlier.gapShare.atMost ? `<${share}` : share },
            percent(network.gapShare),
            ...gaps.map(({ share }) => percent(share)),
          ],
        ],
      };
    }),
  };
}

/** Everything the model takes in, with what the source says of it. */
export function inputs(source: SourceModel): Table {
  const { payloadBytes, processing, lumenize, capnweb, networks, configurations } = source;
  const row = (name: string, value: string, mark: 'quoted' | 'derived', note: string): Cell[] => [
    { text: name },
    { text: value, mark },
    { text: note },
  ];
  const list = (values: number[]): string => values.map(formatCount).join(', ');
  const ms = (value: number): string => formatNumber(value, 3);
  return {
    caption: 'Inputs, and where they come from',
    marks: [],
    columns: [{ label: 'Input' }, { label: 'Value' }, { label: 'How the source came by it' }],
    groups: [
      {
        rows: [
          row(
            'Base latency (ms)',
            list(networks.map(({ baseLatencyMs }) => baseLatencyMs)),
            'quoted',
            'Assumed, one for each network; explained as DNS, TCP and TLS.',
          ),
          row(
            'Bandwidth (Mbit/s)',
            list(networks.map(({ megabitsPerSecond }) => megabitsPerSecond)),
            'quoted',
            'Assumed, one for each network.',
          ),
          row(
            'Payload (B)',
            formatCount(payloadBytes),
            'quoted',
            'Measured: an increment of Lumenize RPC, there and back. Taken for both systems.',
          ),
          row(
            'Processing, Cap’n Web (ms)',
            ms(capnweb.processingMs),
            'derived',
            `Lumenize RPC’s: ${ms(processing.clientMs)} measured in the client, ${ms(processing.serverMs)} estimated for the server.`,
          ),
          row(
            'Processing, Lumenize RPC (ms)',
            ms(lumenize.processingMs),
            'derived',
            'The same and the gap, as the table rounds it.',
          ),
          row(
            'Gap (ms)',
            ms(source.gapMs),
            'quoted',
            `Between averages of three runs each, ${ms(configurations.helper.averageMs)} and ${ms(configurations.capnweb.averageMs)}.`,
          ),
          row(
            'Gap of the earlier table (ms)',
            ms(source.earlierGapMs),
            'quoted',
            'Of increments, with fresh connections.',
          ),
          row(
            'Gap of the row that the summary quotes (ms)',
            ms(source.measuredGapMs),
            'quoted',
            'Of the mixed test, with fresh connections. No table uses it.',
          ),
        ],
      },
    ],
  };
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
export function gapRuns({ configurations }: SourceModel): Table {
  const { helper, byHand, capnweb } = configurations;
  const ms = (value: number): string => formatNumber(value, 3);
  const label = (id: string): string => systems.find((each) => each.id === id)?.label ?? id;
  const row = (
    system: string,
    how: string,
    { runsMs, averageMs }: typeof byHand,
    more = '',
  ): Cell[] => [
    { text: `${label(system)}, ${how}`, system },
    { text: `${runsMs.map(ms).join(', ')}${more}` },
    { text: ms(averageMs) },
  ];
  const dropped = `; discarded: ${ms(helper.discardedMs)}`;
  return {
    caption: 'The three configurations, in ms for an operation',
    marks: ['quoted'],
    columns: [
      { label: 'Configuration' },
      { label: 'Runs' },
      ...numbers(['Average of the runs counted']),
    ],
    groups: [
      {
        rows: [
          row('lumenize', 'routed by its helper', helper, dropped),
          row('lumenize', 'routed by hand', byHand),
          row('capnweb', 'routed by hand', capnweb),
        ],
      },
    ],
  };
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

/** What each call is made of. */
export function partsFigure(source: SourceModel, counting: Counting): (width: number) => Figure {
  const rows = calls(source, counting);
  return (width) => networkParts({ rows, width, counted: countedWords[counting] });
}

/** The same as a table. */
export function partsTable(source: SourceModel, counting: Counting): Table {
  const exact = (ms: number): Cell => ({ text: formatNumber(ms, 3) });
  return {
    caption: `Parts of one call, ${countedWords[counting]}`,
    marks: ['modelled'],
    columns: [
      { label: 'System' },
      ...numbers(['Base latency (ms)', 'Transfer (ms)', 'Processing (ms)']),
    ],
    groups: underHeadings(
      calls(source, counting),
      ({ network }) => network,
      ({ label, system, latencyMs, transferMs, processingMs }) => [
        { text: label, system },
        ...[latencyMs, transferMs, processingMs].map(exact),
      ],
    ),
  };
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

/** What the panel starts with: the source’s inputs, counted once. */
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
      floor: study.floor,
      lumenize: study.subjects,
      capnweb: study.reference,
    },
    workloads: Object.fromEntries(study.workloads.map(({ id, label }) => [id, label])),
    arms: Object.fromEntries(study.arms.map(({ id, label }) => [id, label])),
  };
}
