/**
 * What the bench lets in: one configuration for each place that it runs in. `/bench/about` shows it.
 *
 * The arithmetic is that of Cloudflare's free plan, which has a day of 100,000 requests to objects
 * (20 messages of a socket count as one), 100,000 rows written and 13,000 GB-s of objects awake.
 */
import { type Amounts, amountsOf, type Share } from './protocol.ts';

/** What of a Worker’s variables says where it runs, and by what numbers. */
interface Setting {
  SETTING: string;
  GATE: string;
}

/** What one visitor may have. */
export interface VisitorLimits {
  /** Sockets open at once. */
  sockets: number;
  /** Sockets opened in a minute, by the clock, and questions why one does not open. */
  connectionsPerMinute: number;
  /** Requests of arms without a socket, in a minute. */
  requestsPerMinute: number;
  /** Objects reached in a minute, by the clock. */
  objectsPerMinute: number;
  /** Questions about the bench in a minute, `/bench/about` and `/bench/health`, to one instance of the Worker. */
  questionsPerMinute: number;
}

export interface GateConfig {
  /** A visitor whose page says where it is from. */
  page: VisitorLimits;
  /** The command line: it has no origin, and says with a header what it is. */
  commandLine: VisitorLimits;
  /** The day by its shares; null where nobody pays for it. */
  day: Record<Share, Amounts> | null;
  /** One visitor may have one of so many parts of what is left of the visitors’ day. */
  dayParts: number;
  /** An object is emptied and its sockets are closed after this many seconds, used or not. */
  lifetimeSeconds: number;
  /**
   * Most calls from one object to others that a message may ask for. Each is a request, so 20
   * messages: the visitors’ 600,000 are 30,000 such calls, 150 batches of 200.
   */
  callsPerBatch: number;
}

/**
 * Sockets that a page may have open at once: six arms with 20 listeners each, beside a reader who runs
 * all arms of another study. Browsers have 200 and more.
 */
export const publicSockets = 160;

/**
 * A run of the standard plan, counted at 25 ms round trip: 38 sessions of 6 sockets in 30 s, so 228
 * sockets and objects, 12 at once where every arm takes part. Nearby it opens some 900 a minute.
 * Two readers behind one address fit, in the lab too. Requests come one after the other, and none is
 * answered in less than 5 ms over a network.
 */
const PAGE: VisitorLimits = {
  sockets: publicSockets,
  connectionsPerMinute: 1800,
  requestsPerMinute: 24_000,
  objectsPerMinute: 1800,
  questionsPerMinute: 300,
};
/** One run at a time. */
const COMMAND_LINE: VisitorLimits = {
  ...PAGE,
  sockets: 16,
  connectionsPerMinute: 1000,
  requestsPerMinute: 12_000,
  objectsPerMinute: 1000,
};

/**
 * An object costs 4 requests: the rate limiter asked, the object reached, its ticket back, its alarm. So
 * 10,000 objects and 600,000 messages are 40,000 + 30,000 of the day's 100,000 requests; 70,000 s
 * are 8,960 of its 13,000 GB-s.
 */
const VISITORS: Amounts = { objects: 10_000, messages: 600_000, rows: 75_000, seconds: 70_000 };
/** 4,000 + 3,000 requests: some four runs of the standard plan. */
const NIGHTLY: Amounts = { objects: 1000, messages: 60_000, rows: 5000, seconds: 5000 };
/**
 * Each preview counts its own day: two of them are 13,000 requests and 10,000 rows. With all that
 * stands above, 90,000 requests, 90,000 rows and 10,880 GB-s; the rest is for leases, and for what is
 * awake without being counted, for some milliseconds at a time.
 */
const PREVIEW: Amounts = { objects: 1000, messages: 50_000, rows: 5000, seconds: 5000 };
const NONE = amountsOf(() => 0);

/**
 * A fifth for each: 2,000 objects, 120,000 messages, 15,000 rows and 14,000 s while nobody else was
 * there. A run of the standard plan over 10 ms takes 300 objects, 6,300 messages, 4,400 rows and 250 s:
 * three of them fit, and six over 25 ms, whose rows are 2,500. Ten visitors who take all that
 * they can leave a tenth of the day.
 */
const DAY_PARTS = 5;

const LIFETIME_S = 3600;

/** Calls from one object to others in a message: each is a request, so that a page’s batches stay small. */
export const publicCallsPerBatch = 200;

const DEPLOYED: GateConfig = {
  page: PAGE,
  commandLine: COMMAND_LINE,
  day: { visitors: VISITORS, nightly: NIGHTLY },
  dayParts: DAY_PARTS,
  lifetimeSeconds: LIFETIME_S,
  callsPerBatch: publicCallsPerBatch,
};

/** On one’s own machine nobody pays, and nothing tells visitors apart: the tests hold hundreds. */
const OWN: VisitorLimits = {
  sockets: 4000,
  connectionsPerMinute: 60_000,
  requestsPerMinute: 6_000_000,
  objectsPerMinute: 60_000,
  questionsPerMinute: 60_000,
};
const LOCAL: GateConfig = {
  page: OWN,
  commandLine: OWN,
  day: null,
  dayParts: DAY_PARTS,
  lifetimeSeconds: LIFETIME_S,
  callsPerBatch: 10_000,
};

const configs: Readonly<Record<string, GateConfig>> = {
  deployed: DEPLOYED,
  preview: { ...DEPLOYED, day: { visitors: PREVIEW, nightly: NONE } },
  workerd: LOCAL,
  'wrangler-dev': LOCAL,
};

/** Whether the platform stands in front: it alone tells true addresses, data centres and hosts. */
export function hasPlatform({ SETTING }: Pick<Setting, 'SETTING'>): boolean {
  return SETTING === 'deployed' || SETTING === 'preview';
}

const parsed = new Map<string, GateConfig>();

/**
 * The configuration of a Worker: that of its setting, with what `GATE` has instead, as JSON.
 *
 * @throws TypeError naming what was got and expected
 */
export function gateConfig({ SETTING, GATE }: Setting): GateConfig {
  const key = `${SETTING} ${GATE}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const base = configs[SETTING];
  if (base === undefined) {
    const settings = Object.keys(configs).join(', ');
    throw new TypeError(`SETTING: got ${JSON.stringify(SETTING)}, expected one of ${settings}`);
  }
  const config = GATE === '' ? base : merged(base, JSON.parse(GATE));
  parsed.set(key, config);
  return config;
}

function merged(base: GateConfig, own: unknown): GateConfig {
  const { page, commandLine, day, ...rest } = fieldsOf('GATE', own, Object.keys(base));
  const { dayParts, lifetimeSeconds, callsPerBatch } = base;
  return {
    page: numbers('GATE.page', base.page, page),
    commandLine: numbers('GATE.commandLine', base.commandLine, commandLine),
    day: day === undefined ? base.day : day === null ? null : shares(base.day, day),
    ...numbers('GATE', { dayParts, lifetimeSeconds, callsPerBatch }, rest),
  };
}

function shares(base: GateConfig['day'], own: unknown): Record<Share, Amounts> {
  const given = fieldsOf('GATE.day', own, ['visitors', 'nightly']);
  return {
    visitors: numbers('GATE.day.visitors', base?.visitors ?? NONE, given['visitors']),
    nightly: numbers('GATE.day.nightly', base?.nightly ?? NONE, given['nightly']),
  };
}

/** The fields of an object; refuses one that is not known. */
function fieldsOf(what: string, value: unknown, known: readonly string[]): Record<string, unknown> {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
  const stranger = fields?.find(([name]) => !known.includes(name));
  if (fields === undefined || stranger !== undefined) {
    const got = stranger?.[0] ?? JSON.stringify(value);
    throw new TypeError(`${what}: got ${got}, expected ${known.join(', ')}`);
  }
  return Object.fromEntries(fields);
}

function numbers<Fields extends object>(what: string, base: Fields, own: unknown): Fields {
  if (own === undefined) return base;
  const given = fieldsOf(what, own, Object.keys(base));
  for (const [name, value] of Object.entries(given)) {
    if (!Number.isSafeInteger(value) || (value as number) < 0) {
      const got = JSON.stringify(value);
      throw new TypeError(`${what}.${name}: got ${got}, expected a whole number from 0`);
    }
  }
  return { ...base, ...given };
}

/** The part of a share that a rate limiter leases at once: a fiftieth, so that many of them find some. */
export function chunkOf(day: Amounts): Amounts {
  return amountsOf((name) => Math.ceil(day[name] / 50));
}
