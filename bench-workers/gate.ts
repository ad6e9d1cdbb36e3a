import type { Env } from './env.ts';
import { isObjectId, limits } from './limits.ts';
import { systems } from './registry.ts';

/** A JSON answer that no cache keeps. */
function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}

/** A JSON error: `error` is a word for programs, `message` a sentence with what was expected. */
export function jsonError(
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return json({ error, message }, status, headers);
}

const MINUTE_MS = 60_000;
/** Connections in the current minute per client, for settings in which the platform does not count. */
const connections = new Map<string, number>();
let minute = 0;

/** The origin whose page may read the answer: null for a request from no page; undefined refuses. */
export function admittedOrigin(request: Request, env: Env): string | null | undefined {
  const origin = request.headers.get('Origin');
  if (origin === null) return null;
  const admitted = [new URL(request.url).origin, ...env.ALLOWED_ORIGINS.split(' ')];
  return admitted.includes(origin) ? origin : undefined;
}

/** The answer to a page whose origin is not on the list. */
export function refuseOrigin(request: Request): Response {
  const origin = request.headers.get('Origin');
  return jsonError(403, 'origin', `origin: got ${origin}, expected one that this bench admits`);
}

/** Counts a connection of this client; answers with the refusal when it has had too many. */
export async function refuseConnection(request: Request, env: Env): Promise<Response | undefined> {
  const client = request.headers.get('CF-Connecting-IP') ?? 'local';
  const admitted =
    env.CONNECTIONS === undefined
      ? countHere(client, env.CONNECTIONS_PER_MINUTE)
      : (await env.CONNECTIONS.limit({ key: client })).success;
  if (admitted) return undefined;
  return jsonError(
    429,
    'rate-limit',
    'connections: got more than this bench allows a client in a minute; try again in a minute',
    { 'Retry-After': '60' },
  );
}

function countHere(client: string, perMinute: string): boolean {
  if (perMinute === '') return true;
  const now = Math.floor(Date.now() / MINUTE_MS);
  if (now !== minute) {
    minute = now;
    connections.clear();
  }
  const count = (connections.get(client) ?? 0) + 1;
  connections.set(client, count);
  return count <= Number(perMinute);
}

/** The answer to an address whose object is no id; undefined for one that is. */
export function refuseObject(object: string): Response | undefined {
  if (isObjectId(object)) return undefined;
  const got = JSON.stringify(object);
  return jsonError(400, 'object', `object: got ${got}, expected ${limits.objectId}`);
}

/** Admits a body whose length is stated and within the limit. */
export function refuseBody(request: Request): Response | undefined {
  const length = request.headers.get('Content-Length');
  if (length === null) {
    return jsonError(411, 'length', 'Content-Length: got none, expected the length of the body');
  }
  if (Number(length) <= limits.maxMessageBytes) return undefined;
  const expected = `expected at most ${limits.maxMessageBytes}`;
  return jsonError(413, 'too-big', `body: got ${length} bytes, ${expected}`);
}

/** `GET /bench/about`: what runs here. */
export function about(request: Request, env: Env): Response {
  return json({
    setting: env.SETTING,
    commit: env.COMMIT === '' ? null : env.COMMIT,
    dirty: env.DIRTY === 'true',
    builtAt: env.BUILT_AT,
    colo: request.cf?.colo ?? null,
    systems: systems.map(({ id, label, versions, arms, addressSuffix }) => ({
      id,
      label,
      versions,
      arms: arms.map(({ name, accept }) => ({ name, accept })),
      address: `/bench/${id}/<arm>/<object>${addressSuffix}`,
    })),
    limits: {
      ...limits,
      idleSeconds: Number(env.IDLE_SECONDS),
      connectionsPerMinute:
        env.CONNECTIONS_PER_MINUTE === '' ? null : Number(env.CONNECTIONS_PER_MINUTE),
    },
  });
}
