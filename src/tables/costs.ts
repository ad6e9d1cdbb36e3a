/** What calls cost on Cloudflare’s paid plan. */

/**
 * Cloudflare's plans, read on 2026-11-22. Requests to files are free and not counted.
 *
 * @see https://developers.cloudflare.com/workers/platform/pricing/
 * @see https://developers.cloudflare.com/durable-objects/platform/pricing/
 */
export const PLANS = {
  read: '2026-11-22',
  /** What a million costs beyond what a month includes, in USD. */
  paid: {
    requests: { perMillion: 0.15 },
    rows: { perMillion: 1 },
    gbSeconds: { perMillion: 12.5 },
    workerRequests: { perMillion: 0.3 },
  },
  /** Incoming messages of a socket that are billed as one request. */
  messagesPerRequest: 20,
  /** Memory that an object is billed for while it is awake, in GB. */
  objectGb: 0.128,
} as const;

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
