/** Measurements over simulated networks, beside the formula of the source’s own script. */
import { getCollection } from 'astro:content';
import { distance, type DistancePoint } from '../figures/distance.ts';
import type { Figure } from '../figures/figure.ts';
import { formatMs, formatNumber, formatRatio } from '../figures/format.ts';
import type { MeasuredRecord, QuotedRecord } from '../harness/record/index.ts';
import { cellsOf, summarise } from '../harness/statistics/index.ts';
import { findRecord, publishedRecord } from '../journal/records.ts';
import { callTime } from '../network/source.ts';
import { armNames } from '../report/words.ts';
import { findStudy } from '../studies/index.ts';
import { numeric, type Table, tableOf, worded } from './view.ts';

const STUDY = 'lumenize-vs-capnweb';
/** The workload of the source’s question, and the arms that keep their sockets in memory. */
const WORKLOAD = 'mixed';
const ARMS = ['lumenize/in-memory', 'capnweb/in-memory'] as const;

/** A measured point, with the client that took it. */
interface Point extends DistancePoint {
  arm: string;
  runtime: string;
}

/** Every measured point, by round trip; empty where nothing was measured over a network yet. */
export async function measuredPoints(): Promise<Point[]> {
  const script = await networkScript();
  const names = armNames(findStudy(STUDY));
  const records = await measuredOverNetworks();
  return records
    .flatMap((record) => {
      const { network, runtime, clockStepUs } = record.environment;
      if (network === undefined) return [];
      const { roundTripMs } = network;
      const modelledMs = modelledFor(script, roundTripMs);
      return cellsOf(record)
        .filter(({ workload, arm }) => workload === WORKLOAD && ARMS.some((id) => id === arm))
        .flatMap((cell): Point[] => {
          const ms = summarise(cell, clockStepUs).msPerOperation?.estimate;
          const { arm } = cell;
          return ms === undefined
            ? []
            : [{ ...names(arm), arm, runtime, roundTripMs, ms, modelledMs }];
        });
    })
    .toSorted((one, other) => one.roundTripMs - other.roundTripMs);
}

/** The source’s own script, with what it puts in. */
export async function networkScript(): Promise<QuotedRecord> {
  const id = `${STUDY}/2025-10-20-network-script`;
  const record = await publishedRecord(id);
  if (record.kind === 'quoted') return record;
  throw new Error(`network model: got a ${record.kind} record ${id}, expected a quoted one`);
}

function distanceOf({ environment }: MeasuredRecord): number | undefined {
  return environment.network?.roundTripMs;
}

/** The records of the newest entry that has some over several simulated networks. */
async function measuredOverNetworks(): Promise<MeasuredRecord[]> {
  const entries = await getCollection('entries', ({ data }) => data.study.id === STUDY);
  for (const { data } of entries.toSorted((one, other) => other.data.place - one.data.place)) {
    const records = await Promise.all(data.records.map(({ id }) => findRecord(id)));
    const found = records.filter(
      (record): record is MeasuredRecord =>
        record?.kind === 'measured' && record.environment.network !== undefined,
    );
    // One distance does not show what distances do.
    if (new Set(found.map(distanceOf)).size > 1) return found;
  }
  return [];
}

/** The script’s formula: twice the base latency, twice the payload’s transfer, and the processing. */
function modelledFor(script: QuotedRecord, roundTripMs: number): number {
  const value = (id: string): number => {
    const found = script.figures.find((figure) => figure.id === id)?.value;
    if (found === undefined) throw new Error(`network script: got no figure "${id}", expected one`);
    return found;
  };
  const path = { baseLatencyMs: roundTripMs, megabitsPerSecond: Infinity };
  const call = {
    payloadBytes: value('payload.increment'),
    processingMs: value('processing.client') + value('processing.server'),
  };
  return callTime(path, call, 'source').totalMs;
}

/** The points that one client measured: the one that most readers have. */
export function measuredFigure(points: readonly Point[]): (width: number) => Figure {
  const browser = points.filter(({ runtime }) => runtime.startsWith('Chromium'));
  return (width) => distance({ rows: browser.length > 0 ? browser : points, width });
}

/** All points, with what the formula says of each. */
export function measuredTable(points: readonly Point[]): Table {
  const rows = [
    ...Map.groupBy(points, ({ roundTripMs, runtime }) => `${roundTripMs} ${runtime}`).values(),
  ];
  const msOf = (row: readonly Point[], arm: string) =>
    row.find((point) => point.arm === arm)?.ms ?? NaN;
  const modelledOf = ([point]: readonly Point[]) => point?.modelledMs ?? NaN;
  return tableOf(rows, {
    caption: 'A call over simulated networks, measured and by the source’s formula',
    marks: ['measured', 'modelled'],
    note: 'Medians of increment(1) and getValue() in turn, with sockets in memory. The proxy limits no bandwidth, so the formula has none either.',
    headingOf: ([point]) => `${formatMs(point?.roundTripMs ?? NaN)} there and back`,
    columns: [
      worded('Round trip and client', ([point]) => point?.runtime ?? ''),
      numeric('Lumenize (ms)', (row) => formatNumber(msOf(row, ARMS[0]), 2)),
      numeric('Cap’n Web (ms)', (row) => formatNumber(msOf(row, ARMS[1]), 2)),
      numeric('By the formula (ms)', (row) => formatNumber(modelledOf(row), 2)),
      numeric('Formula ÷ Cap’n Web', (row) => formatRatio(modelledOf(row) / msOf(row, ARMS[1]))),
    ],
  });
}

/** Where the formula fails, in sentences with the figures of the farthest network. */
export function failureText(points: readonly Point[]): string {
  const far = points.filter(({ arm }) => arm === ARMS[1]).at(-1);
  const near = points.find(({ arm }) => arm === ARMS[1]);
  if (far === undefined || near === undefined) return '';
  return (
    `With ${formatMs(far.roundTripMs)} there and back, a call of Cap’n Web took ${formatMs(far.ms)}, ` +
    `and the formula says ${formatMs(far.modelledMs)}: it charges the base latency twice, and a call ` +
    `waits for one round trip. With ${formatMs(near.roundTripMs)} the two lie closer, ${formatMs(near.ms)} ` +
    `and ${formatMs(near.modelledMs)}, because the software’s own time, which the formula puts too low, ` +
    'makes up for a part of that.'
  );
}
