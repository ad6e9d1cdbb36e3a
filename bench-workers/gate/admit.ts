/** Lets requests through to their objects, or answers why not. */
import { budgetOf, type Env } from '../env.ts';
import { jsonError } from '../http.ts';
import { FIRST, PAYER_HEADER, sockets } from './allowance.ts';
import { gateConfig, hasPlatform } from './config.ts';
import { dayOf, networkOf, type Payer, type Refusal } from './protocol.ts';

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

/** Refusals of the day by the hash of their visitor. Nothing is given back, so each holds until midnight. */
const refused = new Map<string, Refusal>();

/** Asks the gate for a connection: sockets at once, the rate, the day. What is granted stays taken. */
async function enter(request: Request, env: Env): Promise<Payer | Refusal> {
  const { sockets: limit, day } = gateConfig(env);
  const now = Date.now();
  if (sockets.open >= limit) return { reached: 'sockets', limit, retryAt: now + LOOK_AGAIN_MS };
  const words = await hashOf(request, env);
  const hash = String(words);
  // The platform's count is of a whole location, the Worker's own of one isolate.
  const rate = hasPlatform(env) ? await env.RATE_LIMIT?.limit({ key: hash }) : undefined;
  const tooMany = overRate('connections', hash, env, rate?.success === false);
  if (tooMany !== undefined) return tooMany;
  const payer: Payer = { visitor: (words[0] ?? 0) % 1024, openedAt: now };
  if (day === null) return payer;
  const refusal = refused.get(hash) ?? (await budgetOf(env).take(payer, FIRST));
  if (refusal === undefined) return payer;
  remember(refused, hash, refusal);
  return refusal;
}

/** Sets what an isolate remembers, at most 10,000 of a kind: the oldest goes first. */
function remember<Value>(memory: Map<string, Value>, key: string, value: Value): void {
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > 10_000 && oldest !== undefined) memory.delete(oldest);
}

/** Why a caller may ask no more about the bench in this minute. */
export async function refuseQuestion(request: Request, env: Env): Promise<Response | undefined> {
  const refusal = overRate('questions', String(await hashOf(request, env)), env);
  return refusal && refuse(refusal);
}

/** Why a socket would be refused now; undefined when it would not. The question costs as much as one. */
export async function refusalOf(request: Request, env: Env): Promise<Response | undefined> {
  const entered = await enter(request, env);
  return 'reached' in entered ? refuse(entered) : undefined;
}

/** Payers of clients over HTTP by the name of their object, whose id nobody else knows. */
const clients = new Map<string, Payer>();

/** Lets a request through to its object. The gate is asked for each socket, and once for all requests to a name. */
export async function admit(request: Request, env: Env, name: string, object: Fetcher) {
  const { headers } = request;
  // A page of this origin names it in no GET, and says so in a header that no page can write.
  const isPage = headers.has('Origin') || headers.get('Sec-Fetch-Site') === 'same-origin';
  if (!isPage && !headers.has(CLIENT_HEADER)) {
    const expected = `expected the origin of a page, or the header ${CLIENT_HEADER}`;
    return jsonError(403, 'origin', `origin: got none, ${expected}`);
  }
  const isSocket = headers.has('Upgrade');
  const tooMany = isSocket ? undefined : overRate('requests', name, env);
  if (tooMany !== undefined) return refuse(tooMany);
  const known = isSocket ? undefined : clients.get(name);
  const entering = known ?? enter(request, env);
  // Sockets are counted before anything is waited for: others come meanwhile.
  if (isSocket) sockets.open += 1;
  let isIn = false;
  try {
    const entered = await entering;
    if ('reached' in entered) return refuse(entered);
    if (!isSocket) remember(clients, name, entered);
    const inside = new Request(request);
    const payer: Payer = { ...entered, visit: known === undefined ? 'first' : 'again' };
    inside.headers.set(PAYER_HEADER, JSON.stringify(payer));
    for (const header of ['CF-Connecting-IP', env.VISITOR_HEADER]) {
      if (header !== '') inside.headers.delete(header);
    }
    const answer = await object.fetch(inside);
    isIn = isSocket ? answer.webSocket !== null : answer.status !== 429;
    return answer;
  } finally {
    // After a failure, and where an object may use no more, a client's next request asks the gate.
    if (!isIn && isSocket) sockets.open -= 1;
    else if (!isIn) clients.delete(name);
  }
}
