/** Lets requests through to their objects, or answers why not. */
import { budgetOf, type Env } from '../env.ts';
import { jsonError } from '../http.ts';
import { FIRST, PAYER_HEADER } from './allowance.ts';
import { gateConfig, hasPlatform } from './config.ts';
import { enterPlace, leavePlace, takenPlaces } from './places.ts';
import {
  dayOf,
  networkOf,
  NOTHING,
  type Payer,
  type Refusal,
  remember,
} from '../../src/wire/amounts.ts';

/** Header with which the command line says what it is, as a page says by its origin. */
const CLIENT_HEADER = 'Roundtrip-Client';
const MINUTE_MS = 60_000;
/** Nobody knows when others close their sockets, so one may look again soon. */
const LOOK_AGAIN_MS = 10_000;

/** Status 429 with a reason: what was reached, its limit, and when it opens again. */
export function refuse({ reached, limit, retryAt }: Refusal): Response {
  const until = new Date(retryAt).toISOString();
  const message = `${reached}: got more than the limit of ${limit}; it opens again at ${until}`;
  const seconds = Math.max(1, Math.ceil((retryAt - Date.now()) / 1000));
  const headers = { 'Retry-After': String(seconds) };
  return jsonError(429, 'limit', message, headers, { reached, limit, retryAt: until });
}

let minute = 0;
const counts = new Map<string, number>();

type Rate = 'connections' | 'requests' | 'questions';

/** Counts one in the minute of the clock. @returns why it is one too many */
function overRate(reached: Rate, who: string, env: Env, isOver = false): Refusal | undefined {
  const now = Math.floor(Date.now() / MINUTE_MS);
  if (now !== minute) counts.clear();
  minute = now;
  const key = `${reached} ${who}`;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  const limit = gateConfig(env)[`${reached}PerMinute`];
  return isOver || count > limit ? { reached, limit, retryAt: (now + 1) * MINUTE_MS } : undefined;
}

// No promise is kept for other requests: one whose client goes away would never be settled.
let today: { day: string; salt: string } | undefined;

/** Hash of a visitor’s network with the salt of the day. The address itself goes no further. */
async function hashOf({ headers }: Request, env: Env): Promise<Uint32Array> {
  const day = dayOf(Date.now());
  if (today?.day !== day) {
    const isCounted = gateConfig(env).day !== null;
    today = { day, salt: isCounted ? await budgetOf(env).salt(day) : crypto.randomUUID() };
  }
  // Only the platform's header can be believed; anybody can send one like it to anything else.
  const header = hasPlatform(env) ? 'CF-Connecting-IP' : env.VISITOR_HEADER;
  const network = networkOf((header === '' ? null : headers.get(header)) ?? '');
  const bytes = new TextEncoder().encode(today.salt + network);
  return new Uint32Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** Number of the visitor whose refusal holds for everybody. */
const EVERYBODY = -1;
/** Refusals of the day by the number of their visitor. Nothing is given back, so each holds until midnight. */
const refused = new Map<number, Refusal>();

function refusedUntilMidnight(visitor: number): Refusal | undefined {
  const refusal = refused.get(visitor);
  return refusal !== undefined && refusal.retryAt > Date.now() ? refusal : undefined;
}

/** Why nobody may open a connection any more today; undefined while this isolate was told of no such thing. */
export const dayIsOver = (): Refusal | undefined => refusedUntilMidnight(EVERYBODY);

/**
 * Asks the gate for a connection: sockets at once, the rate, the day. What is granted stays taken.
 *
 * @param isTaken false asks only whether a connection would be let in
 */
async function enter(request: Request, env: Env, isTaken = true): Promise<Payer | Refusal> {
  const { sockets: limit, day } = gateConfig(env);
  const now = Date.now();
  if (takenPlaces() >= limit) return { reached: 'sockets', limit, retryAt: now + LOOK_AGAIN_MS };
  const over = dayIsOver();
  if (over !== undefined) return over;
  const words = await hashOf(request, env);
  const hash = String(words);
  // The platform's count is of a whole location, the Worker's own of one isolate.
  const rate = hasPlatform(env) ? await env.RATE_LIMIT?.limit({ key: hash }) : undefined;
  const tooMany = overRate('connections', hash, env, rate?.success === false);
  if (tooMany !== undefined) return tooMany;
  const payer: Payer = { visitor: (words[0] ?? 0) % 1024, openedAt: now };
  if (day === null) return payer;
  const { visitor } = payer;
  const known = refusedUntilMidnight(visitor);
  const refusal = known ?? (await budgetOf(env).take(payer, FIRST, NOTHING, isTaken));
  if (refusal === undefined) return payer;
  refused.set(refusal.reached.startsWith('day-') ? EVERYBODY : visitor, refusal);
  return refusal;
}

/** Why a caller may ask no more about the bench in this minute. */
export async function refuseQuestion(request: Request, env: Env): Promise<Response | undefined> {
  const refusal = overRate('questions', String(await hashOf(request, env)), env);
  return refusal && refuse(refusal);
}

/** Why a socket would be refused now; undefined when it would not. At most, it costs the visitor a request. */
export async function refusalOf(request: Request, env: Env): Promise<Response | undefined> {
  const entered = await enter(request, env, false);
  return 'reached' in entered ? refuse(entered) : undefined;
}

/** Payers of clients over HTTP by the name of their object, whose id nobody else knows. */
const clients = new Map<string, Payer>();

/**
 * Refuses who may not enter, before anything is counted: a page of another site, whose images name no origin,
 * and what is no page and does not say that it is a client. An admitted origin was looked at before.
 *
 * @param isOpen whether anybody may ask who is no other site’s page, as a browser’s address bar does
 */
export function refuseStranger({ headers }: Request, isOpen = false): Response | undefined {
  // A page of this origin names it in no GET, and says so in a header that no page can write.
  const site = headers.get('Sec-Fetch-Site');
  if (headers.has('Origin') || site === 'same-origin' || headers.has(CLIENT_HEADER)) return;
  const isOpened = site === null || site === 'none' || headers.get('Sec-Fetch-Dest') === 'document';
  if (isOpen && isOpened) return;
  const expected = `expected the origin of a page, or the header ${CLIENT_HEADER}`;
  return jsonError(403, 'origin', `origin: got none, ${expected}`);
}

/**
 * Lets a request of somebody who may enter through to its object. The gate is asked for each socket, and once
 * for all requests to a name.
 */
export async function admit(request: Request, env: Env, name: string, object: Fetcher) {
  const isSocket = request.headers.has('Upgrade');
  const tooMany = isSocket ? undefined : overRate('requests', name, env);
  if (tooMany !== undefined) return refuse(tooMany);
  const known = isSocket ? undefined : clients.get(name);
  const entering = known ?? enter(request, env);
  // Sockets are counted before anything is waited for: others come meanwhile.
  const place = isSocket ? enterPlace() : undefined;
  let isIn = false;
  try {
    const entered = await entering;
    if ('reached' in entered) return refuse(entered);
    if (!isSocket) remember(clients, name, entered);
    const inside = new Request(request);
    const visit = known === undefined ? 'first' : 'again';
    const payer: Payer = { ...entered, visit, ...(place !== undefined && { place }) };
    inside.headers.set(PAYER_HEADER, JSON.stringify(payer));
    for (const header of ['CF-Connecting-IP', env.VISITOR_HEADER]) {
      if (header !== '') inside.headers.delete(header);
    }
    const answer = await object.fetch(inside);
    isIn = answer.status !== 429;
    return answer;
  } finally {
    // After a failure, and where an object may use no more, a client's next request asks the gate.
    if (place !== undefined) leavePlace(place);
    else if (!isIn) clients.delete(name);
  }
}
