/** Cost of calls and of idle objects on Cloudflare’s paid plan. */
import type { AcceptMode } from '../../core/record/index.ts';

/** The day on which the prices were read. */
export const PRICES_READ = '2026-11-22';
/** The page that they were read on. */
export const PRICES = 'https://developers.cloudflare.com/durable-objects/platform/pricing/';

/**
 * Prices of a million on Cloudflare's paid plan beyond what a month includes, in USD. Requests to files are free
 * and not counted.
 *
 * @see https://developers.cloudflare.com/workers/platform/pricing/
 * @see {@link PRICES}
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

/** Cost a day of an object with an idle client, in USD: only a socket in memory keeps its object awake. */
export function idlePerDay(accept: AcceptMode): number {
  return accept === 'in-memory' ? (24 * 3600 * OBJECT_GB * prices.gbSeconds) / 1e6 : 0;
}
