import type { Env } from '../env.ts';
import { jsonError } from '../gate.ts';
import { hasPlatform } from './config.ts';
import type { Caller, Reached, Refusal } from './protocol.ts';
import { doorOf } from './stubs.ts';
import { TICKET_HEADER, writeTicket } from './ticket.ts';
import { TurnedAway } from './turned-away.ts';

/** Header with which the command line says what it is, as a page says by its origin. */
export const CLIENT_HEADER = 'Roundtrip-Client';
/** Header with the secret of the nightly check. */
const KEY_HEADER = 'Roundtrip-Key';

const words: Readonly<Record<Reached, (limit: number) => string>> = {
  sockets: (limit) => `sockets: ${limit} are open, which is all that one visitor may have at once`,
  connections: (limit) => `connections: ${limit} in this minute, all that one visitor may open`,
  objects: (limit) => `objects: ${limit} in this minute, all that one visitor may reach`,
  'day-objects': (limit) => `day: all ${limit} objects of today are used`,
  'day-messages': (limit) => `day: all ${limit} messages of today are used`,
  'day-rows': (limit) => `day: all ${limit} rows that may be written today are used`,
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

function callerOf(request: Request, env: Env): Caller {
  const { headers } = request;
  const key = env.NIGHTLY_KEY ?? '';
  // Only the platform's header can be believed; anybody can send one like it to anything else.
  const header = hasPlatform(env) ? 'CF-Connecting-IP' : env.VISITOR_HEADER;
  return {
    address: (header === '' ? null : headers.get(header)) ?? '',
    page: headers.has('Origin'),
    share: key !== '' && headers.get(KEY_HEADER) === key ? 'nightly' : 'visitors',
  };
}

function placeOf(request: Request, env: Env): string {
  const colo = hasPlatform(env) ? request.cf?.colo : undefined;
  return typeof colo === 'string' ? colo : 'here';
}

/** Who was refused a moment ago: knocking on costs the door, and those behind it, nothing. */
const turnedAway = new TurnedAway();

/** Why this caller would be refused now; undefined when it would not. Nothing is counted. */
export async function refusalOf(request: Request, env: Env): Promise<Response | undefined> {
  const caller = callerOf(request, env);
  const told = await turnedAway.of(caller);
  const refusal = told ?? (await doorOf(env, placeOf(request, env)).look(caller));
  return refusal === undefined ? undefined : refuse(refusal);
}

/** Lets a request through to its object, or answers why not. */
export async function admit(
  request: Request,
  env: Env,
  namespace: DurableObjectNamespace,
  name: string,
): Promise<Response> {
  if (!request.headers.has('Origin') && !request.headers.has(CLIENT_HEADER)) {
    const expected = `expected the origin of a page, or the header ${CLIENT_HEADER}`;
    return jsonError(403, 'origin', `origin: got none, ${expected}`);
  }
  const [place, caller] = [placeOf(request, env), callerOf(request, env)];
  const told = await turnedAway.of(caller);
  if (told !== undefined) return refuse(told);
  const door = doorOf(env, place);
  const isSocket = request.headers.has('Upgrade');
  const entered = await door.enter(caller, name, isSocket);
  if ('refusal' in entered) {
    await turnedAway.add(caller, entered.refusal);
    return refuse(entered.refusal);
  }
  const { ticket: id, lease } = entered;
  const { share } = caller;
  const inside = new Request(request);
  const ticket = { place, share, id, openedAt: Date.now() };
  inside.headers.set(TICKET_HEADER, writeTicket(ticket, lease));
  // Nothing of the visitor goes further than this.
  for (const header of ['CF-Connecting-IP', env.VISITOR_HEADER, KEY_HEADER]) {
    if (header !== '') inside.headers.delete(header);
  }
  let opened = false;
  try {
    const response = await namespace.get(namespace.idFromName(name)).fetch(inside);
    opened = response.webSocket !== null;
    return response;
  } finally {
    if (isSocket && !opened) await door.leave(share, lease, id);
  }
}
