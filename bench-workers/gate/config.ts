/**
 * What the bench lets in, by where it runs; `/bench/about` shows it. The arithmetic is that of
 * Cloudflare's free plan, which has a day of 100,000 requests to objects (20 messages of a socket count
 * as one), 100,000 rows written and 13,000 GB-s of objects awake.
 */
import { type Amounts, expectAmounts, NOTHING } from './protocol.ts';

/** Calls from one object to others in a message. Each is a request: a day has 150 batches of 200. */
export const publicCallsPerBatch = 200;

const deployed = {
  /** Sockets open at once, of all visitors; Infinity where the platform bounds what they cost. */
  sockets: Infinity,
  /**
   * Sockets that one visitor opens in a minute by the clock, and clients over HTTP that it begins; also
   * the limit of RATE_LIMIT in wrangler.jsonc. A run of the standard plan opens 228 in 30 s at 25 ms
   * round trip, and nearby some 900 a minute: two readers behind one address fit.
   */
  connectionsPerMinute: 1800,
  /** Requests of one client over HTTP, which come one after the other. */
  requestsPerMinute: 12_000,
  /** Questions of one visitor, `/bench/about` and `/bench/health`. */
  questionsPerMinute: 300,
  /**
   * Null where nobody pays for it. An object costs 2 requests besides its messages: it is reached, and
   * its alarm rings. So these are 50,000 of the plan's requests, and 8,960 of its GB-s.
   */
  day: { objects: 10_000, messages: 600_000, rows: 75_000, seconds: 70_000 } as Amounts | null,
  /** One visitor may have one of so many parts of what is left: ten who do leave a tenth of the day. */
  dayParts: 5,
  /** An object is emptied and its sockets are closed after this many seconds, used or not. */
  lifetimeSeconds: 3600,
  callsPerBatch: publicCallsPerBatch,
};
export type GateConfig = typeof deployed;

/** On one’s own machine nobody pays, and nothing tells visitors apart: the tests hold hundreds. */
const local: GateConfig = {
  ...deployed,
  sockets: 4000,
  connectionsPerMinute: 60_000,
  requestsPerMinute: 6_000_000,
  questionsPerMinute: 60_000,
  day: null,
  callsPerBatch: 10_000,
};

/** Each preview counts its own day: two of them are 9,000 requests and 10,000 rows more. */
const preview: GateConfig = {
  ...deployed,
  day: { objects: 1000, messages: 50_000, rows: 5000, seconds: 5000 },
};

const configs = new Map(
  Object.entries({ deployed, preview, workerd: local, 'wrangler-dev': local }),
);

/** Whether the platform stands in front: it alone tells true addresses, data centres and hosts. */
export function hasPlatform({ SETTING }: { SETTING: string }): boolean {
  return configs.get(SETTING) !== local;
}

const parsed = new Map<string, GateConfig>();

/**
 * The configuration of a setting, with what `GATE` has instead, as JSON.
 *
 * @throws TypeError or RangeError naming what was got and expected
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
  const own = GATE === '' ? {} : (JSON.parse(GATE) as unknown);
  const config = merged('GATE', base, own);
  parsed.set(key, config);
  return config;
}

/** Fields with those that are given in the place of their own; refuses one that is not known. */
function merged<Fields extends object>(what: string, base: Fields, own: unknown): Fields {
  const fields = new Map<string, unknown>(Object.entries(base));
  const given = own instanceof Object ? Object.keys(own) : [JSON.stringify(own)];
  const stranger = given.find((name) => !fields.has(name));
  if (stranger !== undefined) {
    const known = [...fields.keys()].join(', ');
    throw new TypeError(`${what}: got ${stranger}, expected ${known}`);
  }
  for (const [name, value] of Object.entries(own as Record<string, unknown>)) {
    const [path, before] = [`${what}.${name}`, fields.get(name)];
    if (typeof before === 'number') expectAmounts({ [path]: value });
    const isNumber = typeof value === 'number';
    fields.set(name, isNumber ? value : merged(path, before ?? NOTHING, value));
  }
  return Object.fromEntries(fields) as Fields;
}
