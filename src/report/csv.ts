/** Records as CSV (RFC 4180, with line feeds): a row for each quoted figure, or for each turn or block. */
import { csvFormatRow } from 'd3-dsv';
import { median } from 'simple-statistics';
import { overlaps } from '../harness/plan/index.ts';
import type {
  MeasuredRecord,
  QuotedFigure,
  QuotedRecord,
  QuotedResult,
  RoundtripRecord,
} from '../harness/record/index.ts';
import { type ArmNames } from './words.ts';
import { loadIn, unitsOf, wholeUs } from '../harness/statistics/index.ts';

type Value = string | number | boolean | undefined;
type Row = Record<string, Value>;

/** Columns of a quoted record, each with what stands in it. A name ends with the unit if it has one. */
export const quotedColumns = {
  row: 'result, of an arm under a workload, or figure, for everything else',
  arm: 'arm of the study',
  workload: 'workload of the study',
  operations: 'operations that the total covers',
  clients: 'clients that called at the same time',
  total_ms: 'total time',
  ms_per_operation: 'average that the source states',
  operations_per_second: 'throughput that the source states',
  latency_ms: 'latency that the source prints beside a throughput',
  megabytes_per_second: 'amount of data that the source states',
  outcome: 'hung, where not every operation ended',
  completed: 'operations that had ended then',
  validated: 'true where the source says that it checked the results',
  figure: 'name of the figure in the record',
  label: 'what the figure is',
  value: 'the figure, in the unit of its row',
  low: 'lower end, where the source gives a range',
  high: 'upper end of that range',
  unit: 'unit of value, low and high',
  origin: 'how the source came by the figure',
  approximate: 'true where the source calls its figures approximate',
  arm_label: 'what ran as that arm, by the name pages give it',
} as const;

/** Columns of a measured record, each with what stands in it. The single samples stand in its JSON. */
export const unitColumns = {
  round: 'round, from 0; of turns in their session',
  arm: 'arm of the study; twin, which is the A/A control; or outside:…, an arm from outside, named in the JSON',
  workload: 'workload of the study',
  void: 'why it was discarded, which leaves it out of the statistics; empty where it counts',
  operations:
    'timed operations; under a load with fromMarker, which stands in the JSON, from the server’s first frame of each',
  connect_us: 'time from creating the socket to its being open',
  total_us:
    'the sum of the operations; where they overlap, from the start of the first to the end of the last',
  min_us: 'shortest operation',
  median_us: 'median of the operations',
  max_us: 'longest operation',
  frames_out: 'frames sent by the client',
  frames_in: 'frames received by the client',
  bytes_out: 'bytes of payload sent by the client',
  bytes_in: 'bytes of payload received by the client',
  extensions: 'extensions that the socket negotiated',
  detail: 'what was got and expected, where it was discarded',
  session: 'session of the workload, from 0; in records of blocks the round',
  arm_label: 'what ran as that arm, by the name pages give it',
} as const;

/**
 * What a record says as CSV, with a header and a line feed at the end.
 *
 * @param names of the arms of its study
 */
export function recordCsv(record: RoundtripRecord, names: ArmNames): string {
  const [rows, columns] =
    record.kind === 'quoted'
      ? [quotedRows(record, names), quotedColumns]
      : [unitRows(record, names), unitColumns];
  const named = Object.keys(columns);
  const lines = rows.map((row) => csvFormatRow(named.map((name) => harmless(row[name]))));
  return `${[named.join(','), ...lines].join('\n')}\n`;
}

/**
 * A cell that no spreadsheet takes for a formula, as OWASP advises: an apostrophe stands before a text
 * that begins as they do. Numbers stay, those that are kept as printed too.
 */
function harmless(value: Value): string {
  const formula = typeof value === 'string' && /^[=+\-@\t\r\n]/.test(value);
  return formula && !NUMBER.test(value) ? `'${value}` : String(value ?? '');
}

const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

function quotedRows({ results, figures }: QuotedRecord, names: ArmNames): Row[] {
  return [
    ...results.map((each) => ({ ...resultRow(each), arm_label: names(each.arm, 'quoted').label })),
    ...figures.map(figureRow),
  ];
}

/** Figures with their digits as printed. */
function resultRow({ printed, ...result }: QuotedResult): Row {
  const { totalMs, msPerOperation, operationsPerSecond, latencyMs, megabytesPerSecond, ...rest } = {
    ...result,
    ...printed,
  };
  return {
    row: 'result',
    ...rest,
    total_ms: totalMs,
    ms_per_operation: msPerOperation,
    operations_per_second: operationsPerSecond,
    latency_ms: latencyMs,
    megabytes_per_second: megabytesPerSecond,
  };
}

function figureRow({ id, printed, ...rest }: QuotedFigure): Row {
  return { row: 'figure', figure: id, ...rest, ...printed };
}

function unitRows(record: MeasuredRecord, names: ArmNames): Row[] {
  return unitsOf(record).map(({ workload, unit }): Row => {
    const { session, round, arm, connectUs, samplesUs, frames, bytes, ...rest } = unit;
    const some = samplesUs.length > 0;
    // What was discarded while operations overlapped may have no total, and their sum is none.
    const total = unit.totalUs !== undefined || !overlaps(loadIn(record.plan, workload));
    return {
      ...{ round, arm, workload },
      void: rest.void,
      operations: samplesUs.length,
      connect_us: connectUs,
      total_us: total ? wholeUs(unit) : undefined,
      min_us: some ? Math.min(...samplesUs) : undefined,
      median_us: some ? median([...samplesUs]) : undefined,
      max_us: some ? Math.max(...samplesUs) : undefined,
      frames_out: frames.out,
      frames_in: frames.in,
      bytes_out: bytes.out,
      bytes_in: bytes.in,
      extensions: rest.extensions,
      detail: rest.detail,
      session,
      arm_label: names(arm).label,
    };
  });
}
