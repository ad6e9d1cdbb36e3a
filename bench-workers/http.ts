import type { Env } from './env.ts';
import { hasPlatform } from './gate/config.ts';
import { limits } from '../src/wire/limits.ts';

/** A JSON answer that no cache keeps. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}

/** A JSON error: `error` is a word for programs, `message` a sentence that names what was expected. */
export function jsonError(
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
  more: Record<string, unknown> = {},
): Response {
  return json({ error, message, ...more }, status, headers);
}

/** The answer to a browser that may send JSON to another origin. It holds for two hours. */
export function preflight(methods: readonly string[]): Response {
  const headers = {
    'Access-Control-Allow-Methods': methods.join(', '),
    // X-ORPC-Batch marks a batch of oRPC, trpc-accept one of tRPC that is answered call by call.
    'Access-Control-Allow-Headers': 'Content-Type, X-ORPC-Batch, trpc-accept, Last-Event-ID',
    'Access-Control-Max-Age': '7200',
  };
  return new Response(null, { status: 204, headers });
}

/** Names by which this machine reaches itself. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses a host name that is not this bench's. On one's own machine a stranger's name may lead here,
 * and the stranger's pages would then have the origin of the bench. The platform checks names itself.
 *
 * @returns the answer to a strange host; undefined for the bench's own
 */
export function refuseHost(request: Request, env: Env): Response | undefined {
  const { hostname } = new URL(request.url);
  if (hasPlatform(env) || LOOPBACK.has(hostname)) return undefined;
  const got = JSON.stringify(hostname);
  return jsonError(421, 'host', `host: got ${got}, expected ${[...LOOPBACK].join(', ')}`);
}

/** The origin whose page may read the answer: null for a request from no page, undefined for a stranger. */
export function admittedOrigin(request: Request, env: Env): string | null | undefined {
  const origin = request.headers.get('Origin');
  if (origin === null) return null;
  const admitted = [new URL(request.url).origin, ...env.ALLOWED_ORIGINS.split(' ')];
  return admitted.includes(origin) ? origin : undefined;
}

/** The answer to a page of a strange origin. */
export function originError(request: Request): Response {
  const origin = request.headers.get('Origin');
  return jsonError(403, 'origin', `origin: got ${origin}, expected one that this bench admits`);
}

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Refuses an address whose object is no id, see {@link limits.objectId}. @returns undefined for an id */
export function refuseObject(object: string): Response | undefined {
  if (UUID_V4.test(object)) return undefined;
  const got = JSON.stringify(object);
  return jsonError(400, 'object', `object: got ${got}, expected ${limits.objectId}`);
}

/**
 * The headers of every answer of the bench. No answer is a document: nothing in it may run, be framed
 * or be taken for another type. Only pages of admitted origins may read it.
 */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Adds the headers of every answer. @param origin whose page may read it; null: only the Worker’s own */
export function secured(response: Response, origin: string | null): Response {
  const answer = new Response(response.body, response);
  for (const [name, value] of Object.entries(HEADERS)) answer.headers.set(name, value);
  answer.headers.set('Vary', 'Origin');
  if (origin === null) return answer;
  answer.headers.set('Access-Control-Allow-Origin', origin);
  // This header tells the page which version of HTTP its requests use.
  answer.headers.set('Timing-Allow-Origin', origin);
  answer.headers.set('Access-Control-Expose-Headers', 'Retry-After');
  return answer;
}

/** An address of the bench: `/bench/<system>/<arm>/<object>`. */
interface BenchAddress {
  system: string;
  arm: string;
  /** The address up to the object, without a slash at its end. */
  base: string;
  /** The rest of the address, without a slash at its beginning. */
  path: string;
}

/** Splits the address of a request that the Worker let through. */
export function addressOf(request: Request): BenchAddress {
  const parts = new URL(request.url).pathname.split('/');
  const [, , system = '', arm = ''] = parts;
  return { system, arm, base: parts.slice(0, 5).join('/'), path: parts.slice(5).join('/') };
}
