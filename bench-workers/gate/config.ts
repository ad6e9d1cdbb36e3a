/**
 * The limits of the gate, by where the bench runs. `/bench/about` shows them. They follow Cloudflare's free
 * plan: a day has 100,000 requests to objects (20 messages of a socket count as one), 100,000 rows written
 * and 13,000 GB-s of objects awake.
 */
import type { AcceptMode } from '../../src/core/record/index.ts';
import { type Amounts, expectAmounts, NOTHING } from '../../src/wire/amounts.ts';

/** Visitors that the day tells apart, by number: too few to say who a visitor is. */
export const VISITORS = 1024;

/** Calls from one object to others in a message. Each is a request, so that a day has 150 batches of 200. */
export const publicCallsPerBatch = 200;

const deployed = {
  /** Open sockets of all visitors. Infinity where the platform bounds their cost. */
  sockets: Infinity,
  /**
   * Sockets that one visitor opens in a minute of the clock, plus clients over HTTP that it begins. It is
   * also the limit of RATE_LIMIT in wrangler.jsonc. A run of the standard plan opens 228 in 30 s at 25 ms
   * round trip, and about 900 a minute nearby, so that two readers behind one address fit.
   */
  connectionsPerMinute: 1800,
  /** Requests of one client over HTTP. */
  requestsPerMinute: 12_000,
  /** Questions of one visitor: `/bench/about` and `/bench/health`. */
  questionsPerMinute: 300,
  /**
   * Null where nobody pays. An object costs 2 requests in addition to its messages: one reaches it, one is
   * its alarm. So these amounts are 50,000 of the plan's requests, and 8,960 of its GB-s.
   */
  day: { objects: 10_000, messages: 600_000, rows: 75_000, seconds: 70_000 } as Amounts | null,
  /** One visitor may have one of so many parts of what is left. Ten who take all of theirs leave a tenth of the day. */
  dayParts: 5,
  /** An object is emptied and its sockets are closed after this many seconds, used or not. */
  lifetimeSeconds: 3600,
  callsPerBatch: publicCallsPerBatch,
  /**
   * Bytes held for all clients of one isolate. Above it the client with the most is ended. A library may hold
   * a value twice, as it is and as it is sent: both fit into the 128 MB of an isolate.
   */
  heldBytes: 48 * 1024 * 1024,
  /** Time for a request and its answer, in seconds. */
  answerSeconds: 25,
  /** Time for which a call may wait for a client, in seconds. */
  callbackSeconds: 20,
  /** Most calls that wait in one object; also functions that are kept, clients that listen, and streams of numbers. */
  mostHeld: 100,
  /** Time for the calls of a batch between objects, in seconds. */
  batchSeconds: 8,
};
export type GateConfig = typeof deployed;

/** On one’s own machine nobody pays, and nothing tells visitors apart. The tests open hundreds of sockets. */
const local: GateConfig = {
  ...deployed,
  sockets: 4000,
  connectionsPerMinute: 60_000,
  requestsPerMinute: 6_000_000,
  questionsPerMinute: 60_000,
  day: null,
  callsPerBatch: 10_000,
};

/** Each preview counts its own day. Two of them add 9,000 requests and 10,000 rows. */
const preview: GateConfig = {
  ...deployed,
  day: { objects: 1000, messages: 50_000, rows: 5000, seconds: 5000 },
};

const configs = new Map(
  Object.entries({ deployed, preview, workerd: local, 'wrangler-dev': local }),
);

/** True if the platform stands in front. Only the platform tells true addresses, data centres and hosts. */
export function hasPlatform({ SETTING }: { SETTING: string }): boolean {
  return configs.get(SETTING) !== local;
}

/** Whether a bench serves an arm. For the platform a session in the Worker is one request, which it soon ends. */
export const servesIn =
  (env: { SETTING: string }) =>
  ({ accept }: { accept: AcceptMode }) =>
    accept !== 'worker' || !hasPlatform(env);

const parsed = new Map<string, GateConfig>();

/**
 * The limits of a setting, with those replaced that `GATE` has as JSON.
 *
 * @throws TypeError or RangeError naming the value got and expected
 */
export function gateConfig({ SETTING, GATE }: { SETTING: string; GATE: string }): GateConfig {
  const key = `${SETTING} ${GATE}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const base = configs.get(SETTING);
  if (base === undefined) {
    const settings = [...configs.keys()].join(', ');
    throw new TypeError(`SETTING: got ${JSON.stringify(SETTING)}, expected one of ${settings}`);
  }
  const given = JSON.parse(GATE || '{}') as Partial<GateConfig> | null;
  if (!(given instanceof Object) || given.day === null) {
    throw new TypeError(`GATE: got ${GATE}, expected fields, and amounts of a day`);
  }
  const { day, ...own } = given;
  const config = { ...base, ...own };
  if (day !== undefined) config.day = { ...NOTHING, ...base.day, ...day };
  expectFields('GATE', own, base);
  expectFields('GATE.day', { ...day }, NOTHING);
  parsed.set(key, config);
  return config;
}

/** @throws TypeError or RangeError for an unknown field, or one that is no whole number */
function expectFields(what: string, given: object, known: object): void {
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (stranger !== undefined) {
    throw new TypeError(`${what}: got ${stranger}, expected ${Object.keys(known).join(', ')}`);
  }
  expectAmounts({ ...given }, `${what}.`);
}
