/** What a million calls of an entry’s records cost, estimated from the frames that were counted and Cloudflare’s prices. */
import type { StudyOutline } from '../harness/plan/index.ts';
import { type AcceptMode, CONTROL } from '../harness/record/index.ts';
import { formatCount, formatDay } from '../numbers/format.ts';
import type { Quantity, QuantityUnit } from '../numbers/quantity.ts';
import { type Recorded, weightOf } from '../probes/recorded.ts';
import { libraryOf, operationOf } from '../results/names.ts';
import type { MeasuredResult, Row } from '../results/result.ts';
import { costOfCalls, PLANS } from './costs.ts';
import { groupedTable } from './entry.ts';
import type { Table } from './table.ts';

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
  if (accept === undefined || frames === undefined || time === undefined) return undefined;
  const operations = MILLION / calls;
  const messages = operations * frames.out;
  const isRequest = accept === 'request';
  const requests = isRequest ? messages : messages / PLANS.messagesPerRequest;
  const seconds = accept === 'in-memory' ? operations : (operations * time.value) / 1000;
  const gbSeconds = seconds * PLANS.objectGb;
  const forCalls = costOfCalls(isRequest ? { requests } : { messages });
  const usd = (forCalls + gbSeconds * PLANS.paid.gbSeconds.perMillion) / MILLION;
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
  const estimated = (value: number, unit: QuantityUnit): Quantity => ({
    ...{ value, unit, from: 'estimated' },
  });
  return groupedTable(costs, ({ row }) => operationOf(study, row.workload), {
    caption: 'What a million calls cost, estimated',
    note: `A caller stays connected and makes one operation a second. ${PLANS.messagesPerRequest} messages to an object are billed as one request; answers are free; rows written and connecting are left out. Prices of Cloudflare’s paid plan beyond its allowance, read on ${formatDay(PLANS.read)}. A client is weighed bundled, minified and compressed.`,
    columns: [
      {
        id: 'library',
        label: 'Library',
        kind: 'library',
        of: ({ row }) => libraryOf(study, row.arm),
      },
      { id: 'bar', label: 'Cost', kind: 'bar', of: ({ usd }) => estimated(usd, 'USD') },
      {
        ...{ id: 'usd', label: 'Cost', kind: 'number', note: 'USD' },
        of: ({ usd }) => (usd < 0.01 ? usd.toFixed(4) : usd.toFixed(2)),
      },
      {
        ...{ id: 'messages', label: 'Messages sent', kind: 'number' },
        of: ({ messages }) => formatCount(Math.round(messages)),
      },
      {
        ...{ id: 'requests', label: 'Billed requests', kind: 'number' },
        of: ({ requests }) => formatCount(Math.round(requests)),
      },
      {
        ...{ id: 'duration', label: 'Duration', kind: 'number', note: 'GB-s' },
        of: ({ gbSeconds }) => gbSeconds.toFixed(1),
      },
      {
        ...{ id: 'weight', label: 'Client', kind: 'number', note: 'kB' },
        of: ({ row: { arm } }) => {
          const [system = '', name] = arm.split('/');
          return weightOf(recorded, system, name)?.toFixed(1) ?? '';
        },
      },
    ],
  });
}
