/** Lets requests through to their objects, or answers why not. */
import { rateLimiterOf, type Env } from '../env.ts';
import { jsonError } from '../http.ts';
import { gateConfig, hasPlatform } from './config.ts';
import { DailyHash, networkOf } from './visitors.ts';
import {
  type Caller,
  dayOf,
  NOTHING,
  type Reached,
  type Refusal,
  TICKET_HEADER,
  type Visit,
  writeTicket,
} from './protocol.ts';

const MINUTE_MS = 60_000;

/** How often each caller asked about the bench in this minute, in the memory of the Worker. */
class Questions {
  readonly #asked = new Map<string, number>();
  readonly #hash = new DailyHash();
  #minute = 0;

  /** Counts a question; a refusal to one too many. */
  async ask({ address }: Caller, most: number): Promise<Refusal | undefined> {
    const now = Date.now();
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#asked.clear();
    }
    const { text } = await this.#hash.of(address, dayOf(now));
    const asked = (this.#asked.get(text) ?? 0) + 1;
    this.#asked.set(text, asked);
    const retryAt = (minute + 1) * MINUTE_MS;
    return asked > most ? { reached: 'questions', limit: most, retryAt } : undefined;
  }
}

/** How long an answer of a rate limiter is repeated before it is asked again, in ms: at first, and at most. */
const FIRST_MS = 250;
const LONGEST_MS = 10_000;

interface RecentAnswer {
  until: number;
  forMs: number;
  refusal: Refusal | undefined;
}

/** The last answers of rate limiters to callers, in the memory of the Worker. */
class RecentAnswers {
  readonly #answers = new Map<string, RecentAnswer>();
  readonly #hash = new DailyHash();

  /** The answer that this caller got a moment ago, and may get again. */
  async of(caller: Caller): Promise<RecentAnswer | undefined> {
    const now = Date.now();
    this.#forget(now);
    if (this.#answers.size === 0) return undefined;
    const told = this.#answers.get(await this.#keyOf(caller, now));
    return told !== undefined && told.until > now ? told : undefined;
  }

  /** @param refusal undefined: the caller may come in, which is told to questions alone */
  async add(caller: Caller, refusal: Refusal | undefined): Promise<void> {
    const now = Date.now();
    const key = await this.#keyOf(caller, now);
    const before = this.#answers.get(key);
    // Whoever asks on and on reaches the rate limiter ever more seldom; who came in the same moment did not.
    const goesOn = before !== undefined && before.until <= now;
    const forMs = goesOn ? Math.min(2 * before.forMs, LONGEST_MS) : (before?.forMs ?? FIRST_MS);
    const until = Math.min(refusal?.retryAt ?? Infinity, now + forMs);
    this.#answers.set(key, { until, forMs, refusal });
  }

  /** Forgets those who have not asked again for as long as their answer was repeated. */
  #forget(now: number): void {
    for (const [key, { until, forMs }] of this.#answers) {
      if (until + forMs <= now) this.#answers.delete(key);
    }
  }

  async #keyOf({ address, page, share }: Caller, now: number): Promise<string> {
    return `${(await this.#hash.of(address, dayOf(now))).text} ${page} ${share}`;
  }
}

/** Header with which the command line says what it is, as a page says by its origin. */
const CLIENT_HEADER = 'Roundtrip-Client';
/** Header with the secret of the nightly check. */
const KEY_HEADER = 'Roundtrip-Key';

const day = (what: string) => (limit: number) => `day: all ${limit} ${what} are used`;
const part = (what: string) => (limit: number) =>
  `day: one visitor may use ${limit} ${what}, a part of what was left, and has`;

const words: Readonly<Record<Reached, (limit: number) => string>> = {
  sockets: (limit) => `sockets: ${limit} are open, which is all that one visitor may have at once`,
  connections: (limit) => `connections: ${limit} in this minute, all that one visitor may open`,
  requests: (limit) => `requests: ${limit} in this minute, all that one visitor may make`,
  objects: (limit) => `objects: ${limit} in this minute, all that one visitor may reach`,
  questions: (limit) => `questions: ${limit} in this minute, all that one visitor may ask`,
  'day-objects': day('objects of today'),
  'day-messages': day('messages of today'),
  'day-rows': day('rows that may be written today'),
  'day-seconds': day('seconds that objects may be awake today'),
  'visitor-objects': part('objects'),
  'visitor-messages': part('messages'),
  'visitor-rows': part('rows written'),
  'visitor-seconds': part('seconds of objects kept awake'),
};

/** Status 429 with a reason: what was reached, its limit, and when it opens again. */
function refuse({ reached, limit, retryAt }: Refusal): Response {
  const seconds = Math.max(1, Math.ceil((retryAt - Date.now()) / 1000));
  const until = new Date(retryAt).toISOString();
  const message = `${words[reached](limit)}; it opens again at ${until}`;
  return jsonError(
    429,
    'limit',
    message,
    { 'Retry-After': String(seconds) },
    { reached, limit, retryAt: until },
  );
}

/** Whether a page asks. One of this origin names it in no GET, and says so in a header that no page can write. */
function isPage(headers: Headers): boolean {
  return headers.has('Origin') || headers.get('Sec-Fetch-Site') === 'same-origin';
}

function callerOf(request: Request, env: Env): Caller {
  const { headers } = request;
  const key = env.NIGHTLY_KEY ?? '';
  // Only the platform's header can be believed; anybody can send one like it to anything else.
  const header = hasPlatform(env) ? 'CF-Connecting-IP' : env.VISITOR_HEADER;
  return {
    address: networkOf((header === '' ? null : headers.get(header)) ?? ''),
    page: isPage(headers),
    share: key !== '' && headers.get(KEY_HEADER) === key ? 'nightly' : 'visitors',
  };
}

function placeOf(request: Request, env: Env): string {
  const colo = hasPlatform(env) ? request.cf?.colo : undefined;
  return typeof colo === 'string' ? colo : 'here';
}

/** Asking again costs the rate limiter, and all others who use it, nothing. */
const recentAnswers = new RecentAnswers();
const questions = new Questions();

/** Why a caller may ask no more about the bench in this minute. */
export async function refuseQuestion(request: Request, env: Env): Promise<Response | undefined> {
  const { page, commandLine } = gateConfig(env);
  const caller = callerOf(request, env);
  const most = (caller.page ? page : commandLine).questionsPerMinute;
  const refusal = await questions.ask(caller, most);
  return refusal && refuse(refusal);
}

/** Why this caller would be refused now; undefined when it would not. */
export async function refusalOf(request: Request, env: Env): Promise<Response | undefined> {
  const caller = callerOf(request, env);
  const told = await recentAnswers.of(caller);
  if (told !== undefined) return told.refusal && refuse(told.refusal);
  const refusal = await rateLimiterOf(env, placeOf(request, env)).look(caller);
  await recentAnswers.add(caller, refusal);
  return refusal && refuse(refusal);
}

/**
 * Lets a request through to its object, or answers why not.
 *
 * @param visit what it is where it opens no socket
 */
export async function admit(
  request: Request,
  env: Env,
  namespace: DurableObjectNamespace,
  name: string,
  visit: Exclude<Visit, 'socket'> = 'request',
): Promise<Response> {
  if (!isPage(request.headers) && !request.headers.has(CLIENT_HEADER)) {
    const expected = `expected the origin of a page, or the header ${CLIENT_HEADER}`;
    return jsonError(403, 'origin', `origin: got none, ${expected}`);
  }
  const [place, caller] = [placeOf(request, env), callerOf(request, env)];
  const told = (await recentAnswers.of(caller))?.refusal;
  if (told !== undefined) return refuse(told);
  const limiter = rateLimiterOf(env, place);
  const kind = request.headers.has('Upgrade') ? 'socket' : visit;
  const entered = await limiter.enter(caller, name, kind);
  if ('refusal' in entered) {
    await recentAnswers.add(caller, entered.refusal);
    return refuse(entered.refusal);
  }
  const { ticket: id, payer, lease } = entered;
  const inside = new Request(request);
  const ticket = { ...payer, place, id, openedAt: Date.now() };
  inside.headers.set(TICKET_HEADER, writeTicket(ticket, lease));
  // Nothing of the visitor goes further than this.
  for (const header of ['CF-Connecting-IP', env.VISITOR_HEADER, KEY_HEADER]) {
    if (header !== '') inside.headers.delete(header);
  }
  try {
    return await namespace.get(namespace.idFromName(name)).fetch(inside);
  } catch (error) {
    // Its object, which would have said that it left, is no more.
    if (id !== '') await limiter.leave(payer, NOTHING, id);
    throw error;
  }
}
