import type { Env } from './env.ts';
import { hasPlatform } from './gate/config.ts';
import { isObjectId, limits } from './limits.ts';

/** A JSON answer that no cache keeps. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}

/** A JSON error: `error` is a word for programs, `message` a sentence with what was expected. */
export function jsonError(
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
  more: Record<string, unknown> = {},
): Response {
  return json({ error, message, ...more }, status, headers);
}

/** The answer to what a browser asks before it sends JSON to another origin; good for two hours. */
export function preflight(methods: readonly string[]): Response {
  const headers = {
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': 'Content-Type',
    'Access-Control-Max-Age': '7200',
  };
  return new Response(null, { status: 204, headers });
}

/** Names under which this machine is reached by itself. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses a host that is not this bench's: on one's own machine, a stranger's name that leads here
 * would make the stranger's pages its own. Where the platform stands in front, it knows the names.
 */
export function refuseHost(request: Request, env: Env): Response | undefined {
  const { hostname } = new URL(request.url);
  if (hasPlatform(env) || LOOPBACK.has(hostname)) return undefined;
  const got = JSON.stringify(hostname);
  return jsonError(421, 'host', `host: got ${got}, expected ${[...LOOPBACK].join(', ')}`);
}

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
