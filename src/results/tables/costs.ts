/** Cost of calls on Cloudflare’s paid plan, and its table, estimated from the frames that were counted. */
import type { StudyOutline } from '../../core/plan/index.ts';
import { type AcceptMode, CONTROL } from '../../core/record/index.ts';
import { formatCount, formatDay } from '../numbers/format.ts';
import { type Recorded, weightOf } from '../../matrix/questions/recorded.ts';
import { libraryOf, operationOf } from '../names.ts';
import type { MeasuredResult, Row } from '../result.ts';
import { column, groupedTable, type Table } from './table.ts';

/** The day on which the prices were read. */
export const PRICES_READ = '2026-11-22';

/**
 * Prices of a million on Cloudflare's paid plan beyond what a month includes, in USD. Requests to files are free
 * and not counted.
 *
 * @see https://developers.cloudflare.com/workers/platform/pricing/
 * @see https://developers.cloudflare.com/durable-objects/platform/pricing/
 */
const prices = { requests: 0.15, rows: 1, gbSeconds: 12.5, workerRequests: 0.3 };
/** Incoming messages of a socket that are billed as one request. */
const MESSAGES_PER_REQUEST = 20;
/** Memory that an object is billed for while it is awake, in GB. */
const OBJECT_GB = 0.128;

/**
 * Cost of a million calls on the paid plan beyond its allowance, in USD, for what each is billed:
 * messages of a socket, requests to a Worker that asks an object, and rows written.
 */
export function costOfCalls({
  messages = 0,
  requests = 0,
  rows = 0,
}: Partial<Record<'messages' | 'requests' | 'rows', number>>): number {
  return (
    (messages / MESSAGES_PER_REQUEST + requests) * prices.requests +
    requests * prices.workerRequests +
    rows * prices.rows
  );
}

/** Cost a day of an object that is never out of memory, in USD. */
export function awakePerDay(): number {
  return (24 * 3600 * OBJECT_GB * prices.gbSeconds) / 1e6;
}

const MILLION = 1_000_000;

interface Cost {
  row: Row;
  messages: number;
  requests: number;
  gbSeconds: number;
  usd: number;
}

/**
 * The billed use of a million calls. A caller makes one operation a second, so that an object that cannot hibernate
 * is awake from call to call; any other is awake while it works, for which the measured time stands.
 */
function costOf(row: Row, accept: AcceptMode | undefined): Cost | undefined {
  const { frames, time, calls = 1 } = row;
  // The calls of such an operation that need the object are not counted.
  if (accept === 'worker') return undefined;
  if (accept === undefined || frames === undefined || time === undefined) return undefined;
  const operations = MILLION / calls;
  const messages = operations * frames.out;
  const isRequest = accept === 'request';
  const requests = isRequest ? messages : messages / MESSAGES_PER_REQUEST;
  const seconds = accept === 'in-memory' ? operations : (operations * time.value) / 1000;
  const gbSeconds = seconds * OBJECT_GB;
  const forCalls = costOfCalls(isRequest ? { requests } : { messages });
  const usd = (forCalls + gbSeconds * prices.gbSeconds) / MILLION;
  return { row, messages, requests, gbSeconds, usd };
}

/** Cheapest first, of the first result on workloads of one machine. */
export function costsTable(
  study: StudyOutline,
  results: readonly MeasuredResult[],
  workloads: readonly string[],
  recorded: Recorded,
): Table {
  const [result] = results;
  const costs = workloads.flatMap((workload) => {
    const rows = (result?.rows ?? []).filter(
      (row) => row.workload === workload && row.arm !== CONTROL,
    );
    return rows
      .flatMap((row) => costOf(row, result?.environment.accept[row.arm]) ?? [])
      .sort((one, other) => one.usd - other.usd);
  });
  if (costs.length === 0) {
    throw new Error(
      `costs: got ${workloads.join(', ')}, expected workloads that a record of the entry has`,
    );
  }
  return groupedTable(costs, ({ row }) => operationOf(study, row.workload), {
    caption: 'What a million calls cost, estimated',
    note: `A caller stays connected and makes one operation a second. ${MESSAGES_PER_REQUEST} messages to an object are billed as one request; answers are free; rows written and connecting are left out. Prices of Cloudflare’s paid plan beyond its allowance, read on ${formatDay(PRICES_READ)}. A client is weighed bundled, minified and compressed.`,
    columns: [
      column('library', 'Library', ({ row }) => libraryOf(study, row.arm)),
      column('bar', 'Cost', ({ usd }) => ({ value: usd, unit: 'USD', from: 'estimated' })),
      column('number', 'Cost', ({ usd }) => usd.toFixed(usd < 0.01 ? 4 : 2), 'USD'),
      column('number', 'Messages sent', ({ messages }) => formatCount(Math.round(messages))),
      column('number', 'Billed requests', ({ requests }) => formatCount(Math.round(requests))),
      column('number', 'Duration', ({ gbSeconds }) => gbSeconds.toFixed(1), 'GB-s'),
      column('number', 'Client', ({ row: { arm } }) => weightCell(recorded, arm), 'kB'),
    ],
  });
}

function weightCell(recorded: Recorded, arm: string): string {
  const [system = '', name] = arm.split('/');
  return weightOf(recorded, system, name)?.toFixed(1) ?? '';
}
