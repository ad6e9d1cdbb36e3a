/** Costs of a deployment by its readers, from Cloudflare's prices and the use of a published run. */
import { costOf, ways } from '../places/objects/list.ts';
import { gateConfig } from '../../bench-workers/gate/config.ts';
import { formatCount, formatNumber } from '../numbers/format.ts';
import type { RoundtripRecord, SessionRecord } from '../harness/record/index.ts';
import { spentMs } from '../harness/statistics/index.ts';
import { numeric, type Table, tableOf, worded } from './view.ts';

/**
 * Cloudflare's plans, read on 2026-11-22. Requests to files are free and not counted.
 *
 * @see https://developers.cloudflare.com/workers/platform/pricing/
 * @see https://developers.cloudflare.com/durable-objects/platform/pricing/
 */
export const PLANS = {
  read: '2026-11-22',
  /** Of a day; what is over is refused until midnight, UTC. */
  free: { requests: 100_000, rows: 100_000, gbSeconds: 13_000 },
  /** Of a month, with what a million more costs, in USD. */
  paid: {
    base: 5,
    requests: { included: 1_000_000, perMillion: 0.15 },
    rows: { included: 50_000_000, perMillion: 1 },
    gbSeconds: { included: 400_000, perMillion: 12.5 },
    workerRequests: { included: 10_000_000, perMillion: 0.3 },
  },
  /** Incoming messages of a socket that are billed as one request. */
  messagesPerRequest: 20,
  /** Memory that an object is billed for while it is awake, in GB. */
  objectGb: 0.128,
} as const;

/** Requests that an object costs besides its messages: the door asked, itself reached, left, emptied. */
const REQUESTS_PER_OBJECT = 4;
/** Rows that an object costs besides its counter: an alarm set, and everything deleted. */
const ROWS_PER_OBJECT = 2;
const DAYS_OF_MONTH = 30;

/** Billed use of a run. */
export interface Usage {
  objects: number;
  messages: number;
  requests: number;
  rows: number;
  gbSeconds: number;
}

/**
 * The billed use of a record’s run: an object and a socket for each arm of each session, the frames that
 * were sent, a row for each operation, and every object awake for as long as its session took. That
 * is more than was used: reads write no row, and a hibernating object is billed only while it works.
 */
export function usageOf(record: Pick<SessionRecord, 'sessions'> | RoundtripRecord): Usage {
  if (!('sessions' in record)) {
    throw new Error('costs: got a record without sessions, expected one of sessions');
  }
  let [objects, messages, operations, seconds] = [0, 0, 0, 0];
  const opened = new Set<number>();
  for (const { arms, turns, opening, pauseUs = 0, ...times } of record.sessions) {
    // Workloads that share connections share the objects.
    if (opening === undefined || !opened.has(opening)) objects += arms.length;
    if (opening !== undefined) opened.add(opening);
    seconds += (arms.length * (spentMs([times]) + pauseUs / 1000)) / 1000;
    for (const { arm, warmUp = 0 } of arms) {
      const own = turns.filter((turn) => turn.arm === arm);
      const counted = own.reduce((sum, { samplesUs }) => sum + samplesUs.length, 0);
      const sent = own.reduce((sum, { frames }) => sum + frames.out, 0);
      operations += counted + warmUp;
      messages += sent + (counted === 0 ? 0 : (warmUp * sent) / counted);
    }
  }
  return {
    objects,
    messages: Math.round(messages),
    requests: Math.round(objects * REQUESTS_PER_OBJECT + messages / PLANS.messagesPerRequest),
    rows: operations + objects * ROWS_PER_OBJECT,
    gbSeconds: seconds * PLANS.objectGb,
  };
}

/** The use of a run, as the end of a sentence about it. */
export function usageText({ objects, messages, requests, rows, gbSeconds }: Usage): string {
  return (
    `opens ${formatCount(objects)} objects and sends ${formatCount(messages)} messages. ` +
    `Billed are ${formatCount(requests)} requests, ${formatCount(rows)} rows written and ` +
    `${formatCount(Math.round(gbSeconds))} GB-s at most.`
  );
}

/** The costs of a batch of calls between objects in each way, and how many of them a deployment’s day has room for. */
export function batchCostsTable(): Table {
  const { callsPerBatch: calls, day } = gateConfig({ SETTING: 'deployed', GATE: '' });
  const room = day?.visitors ?? { messages: 0, rows: 0 };
  const batch = { calls, order: 'at-once', objects: 1, writes: false } as const;
  const used = ways.map(({ label, cost }) => {
    const { messages, rows } = costOf(cost, batch, 1, 1);
    // The question is a message itself.
    return { label, rows, messages: messages + 1 };
  });
  return tableOf(used, {
    caption: `A batch of ${formatCount(calls)} calls from one object to another, and how many such batches a day has`,
    marks: ['modelled'],
    note: `A day has what a deployment lets visitors use: ${formatCount(room.messages)} messages, ${PLANS.messagesPerRequest} of which are a request, and ${formatCount(room.rows)} rows.`,
    columns: [
      worded('Way of calling', ({ label }) => label),
      numeric('Requests', ({ messages }) =>
        formatCount(Math.ceil(messages / PLANS.messagesPerRequest)),
      ),
      numeric('Rows', ({ rows }) => formatCount(Math.ceil(rows))),
      numeric('Batches a day', ({ messages, rows }) =>
        formatCount(
          Math.floor(Math.min(room.messages / messages, rows === 0 ? Infinity : room.rows / rows)),
        ),
      ),
    ],
  });
}

/** Whether so many runs fit a day of the free plan. */
export function fitsFree(usage: Usage, runsPerDay: number): boolean {
  const { free } = PLANS;
  return (['requests', 'rows', 'gbSeconds'] as const).every(
    (what) => usage[what] * runsPerDay <= free[what],
  );
}

/** Costs of a month with so many runs a day on the paid plan, in USD. */
export function paidPerMonth(usage: Usage, runsPerDay: number): number {
  const { paid } = PLANS;
  const runs = runsPerDay * DAYS_OF_MONTH;
  const over = (used: number, { included, perMillion }: { included: number; perMillion: number }) =>
    (Math.max(0, used - included) / 1e6) * perMillion;
  return (
    paid.base +
    over(usage.requests * runs, paid.requests) +
    over(usage.rows * runs, paid.rows) +
    over(usage.gbSeconds * runs, paid.gbSeconds) +
    over(usage.objects * runs, paid.workerRequests)
  );
}

/**
 * What a million calls cost on the paid plan beyond what it includes, in USD, for what each is billed:
 * messages of a socket, requests to a Worker that asks an object, and rows written.
 */
export function costOfCalls({
  messages = 0,
  requests = 0,
  rows = 0,
}: Partial<Record<'messages' | 'requests' | 'rows', number>>): number {
  const { paid, messagesPerRequest } = PLANS;
  return (
    (messages / messagesPerRequest + requests) * paid.requests.perMillion +
    requests * paid.workerRequests.perMillion +
    rows * paid.rows.perMillion
  );
}

/** What an object costs a day that is never out of memory, in USD. */
export function awakePerDay(): number {
  return (24 * 3600 * PLANS.objectGb * PLANS.paid.gbSeconds.perMillion) / 1e6;
}

/** Readers of a day, and which part of them presses Run: nobody knows yet, so one in ten. */
const READERS = [10, 1000, 100_000];
const RUNS_PER_READER = 0.1;

/** Costs by readers, were nobody refused. */
export function costsTable(usage: Usage): Table {
  const runs = (readers: number) => readers * RUNS_PER_READER;
  const used = (label: string, amount: number) =>
    numeric<number>(label, (readers) => formatCount(Math.round(amount * runs(readers))));
  return tableOf(READERS, {
    caption: 'A day’s use, and what it costs, were no run refused',
    marks: ['modelled'],
    note: `One reader in ${formatCount(1 / RUNS_PER_READER)} runs once. Prices as read on ${PLANS.read}.`,
    columns: [
      numeric('Readers a day', (readers) => formatCount(readers)),
      used('Requests', usage.requests),
      used('Rows', usage.rows),
      used('GB-s', usage.gbSeconds),
      worded('Free plan', (readers) => (fitsFree(usage, runs(readers)) ? 'fits' : 'does not fit')),
      numeric('Paid plan, USD a month', (readers) =>
        formatNumber(paidPerMonth(usage, runs(readers)), 2),
      ),
    ],
  });
}
