/** Admits requests to their objects, or answers why not. */
import { budgetOf, type Env } from '../env.ts';
import { jsonError } from '../http.ts';
import { FIRST, PAYER_HEADER } from './allowance.ts';
import { gateConfig, hasPlatform, VISITORS } from './config.ts';
import {
  dayOf,
  networkOf,
  NOTHING,
  type Payer,
  type Refusal,
  remember,
} from '../../src/wire/amounts.ts';

/** Header of the command line, which has no page’s origin to say who it is. */
const CLIENT_HEADER = 'Roundtrip-Client';
const MINUTE_MS = 60_000;
/** Pause until a visitor may look again for a free socket, in ms. Nobody knows when others close theirs. */
const LOOK_AGAIN_MS = 10_000;

/** Status 429 with the limit that was reached, and when the gate opens again. */
export function limitError({ reached, limit, retryAt }: Refusal): Response {
  const until = new Date(retryAt).toISOString();
  const message = `${reached}: got more than the limit of ${limit}; it opens again at ${until}`;
  const seconds = Math.max(1, Math.ceil((retryAt - Date.now()) / 1000));
  const headers = { 'Retry-After': String(seconds) };
  return jsonError(429, 'limit', message, headers, { reached, limit, retryAt: until });
}

let minute = 0;
const counts = new Map<string, number>();

type Rate = 'connections' | 'requests' | 'questions';

/**
 * Counts one in the minute of the clock.
 *
 * @param isOver whether the platform has counted too many
 * @returns why it is one too many
 */
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

// The salt is kept, and not its promise: that of a request whose client leaves is never settled.
let today: { day: string; salt: string } | undefined;

/** Hashes a visitor’s network with the salt of the day. The address itself goes no further. */
async function hashOf({ headers }: Request, env: Env): Promise<Uint32Array> {
  const day = dayOf(Date.now());
  if (today?.day !== day) {
    const isCounted = gateConfig(env).day !== null;
    today = { day, salt: isCounted ? await budgetOf(env).salt(day) : crypto.randomUUID() };
  }
  // Only the platform can be believed: without one, any client may send its header.
  const header = hasPlatform(env) ? 'CF-Connecting-IP' : env.VISITOR_HEADER;
  const network = networkOf((header === '' ? null : headers.get(header)) ?? '');
  const bytes = new TextEncoder().encode(today.salt + network);
  return new Uint32Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** Number of the visitor whose refusal holds for everybody. */
const EVERYBODY = -1;
/** Refusals of the day by the number of their visitor. Nothing is given back, so that each holds until midnight. */
const refused = new Map<number, Refusal>();

function refusedUntilMidnight(visitor: number): Refusal | undefined {
  const refusal = refused.get(visitor);
  return refusal !== undefined && refusal.retryAt > Date.now() ? refusal : undefined;
}

/** Why nobody may open a connection today; undefined until this isolate is told so. */
export const dayIsOver = (): Refusal | undefined => refusedUntilMidnight(EVERYBODY);

/**
 * Asks the gate for a connection: open sockets, the rate, the day. Everything granted stays taken.
 *
 * @param isTaken false only asks whether a connection would be admitted
 */
async function enter(request: Request, env: Env, isTaken = true): Promise<Payer | Refusal> {
  const { sockets: limit, day } = gateConfig(env);
  const now = Date.now();
  if (takenPlaces() >= limit) return { reached: 'sockets', limit, retryAt: now + LOOK_AGAIN_MS };
  const over = dayIsOver();
  if (over !== undefined) return over;
  const words = await hashOf(request, env);
  const hash = String(words);
  // The platform counts in a whole location, the Worker in one isolate.
  const rate = hasPlatform(env) ? await env.RATE_LIMIT?.limit({ key: hash }) : undefined;
  const tooMany = overRate('connections', hash, env, rate?.success === false);
  if (tooMany !== undefined) return tooMany;
  const visitor = (words[0] ?? 0) % VISITORS;
  const payer: Payer = { visitor, openedAt: now };
  if (day === null) return payer;
  const known = refusedUntilMidnight(visitor);
  const refusal = known ?? (await budgetOf(env).take(payer, FIRST, NOTHING, isTaken));
  if (refusal === undefined) return payer;
  refused.set(refusal.reached.startsWith('day-') ? EVERYBODY : visitor, refusal);
  return refusal;
}

/** Refuses a visitor who asks too much about the bench in this minute. @returns undefined for others */
export async function refuseQuestion(request: Request, env: Env): Promise<Response | undefined> {
  const refusal = overRate('questions', String(await hashOf(request, env)), env);
  return refusal && limitError(refusal);
}

/** Answers as a socket would be refused now, for at most the price of a request. @returns undefined if it would be admitted */
export async function refuseEntry(request: Request, env: Env): Promise<Response | undefined> {
  const entered = await enter(request, env, false);
  return 'reached' in entered ? limitError(entered) : undefined;
}

/** Payers of clients over HTTP by the name of their object, whose id nobody else knows. */
const clients = new Map<string, Payer>();

/**
 * Refuses a stranger before anything is counted: a page of another site, whose images name no origin, and
 * a program that does not say what it is. A request with an origin was looked at before.
 *
 * @param isOpen whether anybody may ask but another site’s page, as a browser’s address bar does
 * @returns undefined for those who may enter
 */
export function refuseStranger({ headers }: Request, isOpen = false): Response | undefined {
  // A page of this origin sends no Origin with a GET, but this header, which no page can set itself.
  const site = headers.get('Sec-Fetch-Site');
  if (headers.has('Origin') || site === 'same-origin' || headers.has(CLIENT_HEADER)) return;
  const isOpened = site === null || site === 'none' || headers.get('Sec-Fetch-Dest') === 'document';
  if (isOpen && isOpened) return;
  const expected = `expected the origin of a page, or the header ${CLIENT_HEADER}`;
  return jsonError(403, 'origin', `origin: got none, ${expected}`);
}

/**
 * Admits a request to its object, or answers why not. It asks the gate for each socket, and once for all
 * requests to one object.
 *
 * @param reach passes the request on to the object
 */
export async function admit(
  request: Request,
  env: Env,
  name: string,
  reach: (request: Request) => Promise<Response>,
): Promise<Response> {
  const isSocket = request.headers.has('Upgrade');
  const tooMany = isSocket ? undefined : overRate('requests', name, env);
  if (tooMany !== undefined) return limitError(tooMany);
  const known = isSocket ? undefined : clients.get(name);
  const entering = known ?? enter(request, env);
  // A socket takes its place before the first wait, because others come during it.
  const place = isSocket ? enterPlace() : undefined;
  let isIn = false;
  try {
    const entered = await entering;
    if ('reached' in entered) return limitError(entered);
    if (!isSocket) remember(clients, name, entered);
    const admitted = new Request(request);
    const payer: Payer = { ...entered, visit: known === undefined ? 'first' : 'again' };
    if (place !== undefined) payer.place = place;
    admitted.headers.set(PAYER_HEADER, JSON.stringify(payer));
    for (const header of ['CF-Connecting-IP', env.VISITOR_HEADER]) {
      if (header !== '') admitted.headers.delete(header);
    }
    const answer = await reach(admitted);
    isIn = answer.status !== 429;
    return answer;
  } finally {
    // After a failure, or in an object that may use no more, a client’s next request asks the gate.
    // The place of a socket that was accepted no longer waits.
    if (place !== undefined) waitingPlaces.delete(place);
    else if (!isIn) clients.delete(name);
  }
}

// Places of sockets in this isolate. A socket has one from its question to the gate until its end.

/** Longest time that the gate takes to answer, in ms. */
const LONGEST_WAIT_MS = 60_000;

/** Places of sockets that wait for the gate, by number: when each is forgotten, in ms since 1970. */
const waitingPlaces = new Map<number, number>();
let lastPlace = 0;
let openSockets = 0;

/** How many places are taken. */
function takenPlaces(): number {
  // The code that gives a place back ends with its client, if that leaves while it waits.
  for (const [place, until] of waitingPlaces) {
    if (until > Date.now()) break;
    waitingPlaces.delete(place);
  }
  return openSockets + waitingPlaces.size;
}

/** Takes a place for a socket that asks the gate. @returns its number */
function enterPlace(): number {
  lastPlace += 1;
  waitingPlaces.set(lastPlace, Date.now() + LONGEST_WAIT_MS);
  return lastPlace;
}

/** Hands a place to the object that has accepted the socket. */
export function occupyPlace(place: number): void {
  waitingPlaces.delete(place);
  openSockets += 1;
}

/** Gives back the place of an accepted socket. Its object calls this once. */
export function freePlace(): void {
  openSockets -= 1;
}
