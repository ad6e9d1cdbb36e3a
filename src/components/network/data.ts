/** What the network page is made from: the source’s records, and the panel’s configuration. */
import type { QuotedRecord } from '../../harness/quoted-record.ts';
import type { NetworkConfig } from '../../islands/network/config.ts';
import { readSource, type SourceModel } from '../../network/source.ts';
import { valuesOf } from '../../network/values.ts';
import { findStudy } from '../../studies/index.ts';
import { findRecord } from '../record-data.ts';

const STUDY = 'lumenize-vs-capnweb';

/** Entries that the page speaks of. */
export const entries = {
  network: `/studies/${STUDY}/2025-01-20-network-latency/`,
  recommendations: `/studies/${STUDY}/2025-01-20-recommendations/`,
  study: `/studies/${STUDY}/`,
};

/** Network that the panel starts with: the commonest of the four. */
const START = 'broadband';

/** @throws naming the record or the figure that is missing */
export async function sourceModel(): Promise<SourceModel & { url: string }> {
  const [network, summary, measured] = await Promise.all([
    quoted('2025-01-20-network-latency'),
    quoted('2025-01-20-recommendations'),
    quoted('2025-01-02-fresh-connections-summary'),
  ]);
  return { ...readSource({ network, summary, measured }), url: network.source.url };
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
  const start = networks.find(({ id }) => id === START);
  if (!start) throw new Error(`network model: got no network "${START}", expected one`);
  return {
    defaults: valuesOf(start, lumenize, capnweb, 'once'),
    origins: {
      latency: 'quoted',
      bandwidth: 'quoted',
      'lumenize-payload': 'quoted',
      'lumenize-processing': 'quoted',
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
