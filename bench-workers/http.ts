import type { Env } from './env.ts';
import { hasPlatform } from './gate/config.ts';
import { isObjectId, limits } from '../src/wire/limits.ts';

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
    // The second tells a batch of oRPC, the third one of tRPC that is answered call by call.
    'Access-Control-Allow-Headers': 'Content-Type, X-ORPC-Batch, trpc-accept, Last-Event-ID',
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

/**
 * The headers of every answer of the bench. It is no document: nothing may run, be framed or be
 * taken for another type, and a page on another origin may read it only where the gate admits it.
 */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** An answer with the headers that all have. @param origin whose page may read it; null: no other’s */
export function secured(response: Response, origin: string | null): Response {
  const answer = new Response(response.body, response);
  for (const [name, value] of Object.entries(HEADERS)) answer.headers.set(name, value);
  answer.headers.set('Vary', 'Origin');
  if (origin === null) return answer;
  answer.headers.set('Access-Control-Allow-Origin', origin);
  // By this the page learns which version of HTTP its requests go by.
  answer.headers.set('Timing-Allow-Origin', origin);
  answer.headers.set('Access-Control-Expose-Headers', 'Retry-After');
  return answer;
}

/** An address of the bench: `/bench/<system>/<arm>/<object>`. */
interface BenchAddress {
  system: string;
  arm: string;
  /** As far as the object, without a slash at its end. */
  base: string;
  /** What goes on behind it, without a slash before. */
  path: string;
}

/** Takes the address of a request apart that the Worker let through. */
export function addressOf(request: Request): BenchAddress {
  const parts = new URL(request.url).pathname.split('/');
  const [, , system = '', arm = ''] = parts;
  return { system, arm, base: parts.slice(0, 5).join('/'), path: parts.slice(5).join('/') };
}
