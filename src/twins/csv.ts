/** Records as CSV (RFC 4180, with line feeds): a row for each quoted figure, or for each block. */
import { csvFormat } from 'd3-dsv';
import { median } from 'simple-statistics';
import type { QuotedFigure, QuotedRecord, QuotedResult } from '../harness/quoted-record.ts';
import type { Block, MeasuredRecord, RoundtripRecord } from '../harness/record.ts';

type Value = string | number | boolean | undefined;
type Row = Record<string, Value>;

/** Columns of a quoted record. A name ends with the unit, unless the column `unit` has it. */
export const quotedColumns = [
  'row',
  'arm',
  'workload',
  'operations',
  'clients',
  'total_ms',
  'ms_per_operation',
  'operations_per_second',
  'latency_ms',
  'megabytes_per_second',
  'outcome',
  'completed',
  'validated',
  'figure',
  'label',
  'value',
  'low',
  'high',
  'unit',
  'origin',
  'approximate',
] as const;

/** Columns of a measured record. The single samples stand in its JSON. */
export const blockColumns = [
  'round',
  'arm',
  'workload',
  'void',
  'operations',
  'connect_us',
  'total_us',
  'min_us',
  'median_us',
  'max_us',
  'frames_out',
  'frames_in',
  'bytes_out',
  'bytes_in',
  'extensions',
  'detail',
] as const;

/** What a record says as CSV, with a header and a line feed at the end. */
export function recordCsv(record: RoundtripRecord): string {
  const text =
    record.kind === 'quoted'
      ? csvFormat(quotedRows(record), [...quotedColumns])
      : csvFormat(blockRows(record), [...blockColumns]);
  return `${text}\n`;
}

function quotedRows({ results, figures }: QuotedRecord): Row[] {
  return [...results.map(resultRow), ...figures.map(figureRow)];
}

function resultRow(result: QuotedResult): Row {
  const { totalMs, msPerOperation, operationsPerSecond, latencyMs, megabytesPerSecond, ...rest } =
    result;
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

function figureRow({ id, ...rest }: QuotedFigure): Row {
  return { row: 'figure', figure: id, ...rest };
}

function blockRows({ blocks }: MeasuredRecord): Row[] {
  return blocks.map(
    ({ round, arm, workload, connectUs, samplesUs, frames, bytes, ...rest }: Block): Row => {
      const some = samplesUs.length > 0;
      return {
        ...{ round, arm, workload },
        void: rest.void,
        operations: samplesUs.length,
        connect_us: connectUs,
        total_us: samplesUs.reduce((sum, us) => sum + us, 0),
        min_us: some ? Math.min(...samplesUs) : undefined,
        median_us: some ? median(samplesUs) : undefined,
        max_us: some ? Math.max(...samplesUs) : undefined,
        frames_out: frames.out,
        frames_in: frames.in,
        bytes_out: bytes.out,
        bytes_in: bytes.in,
        extensions: rest.extensions,
        detail: rest.detail,
      };
    },
  );
}
