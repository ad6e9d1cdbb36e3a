import type { AcceptMode } from '../src/core/record/index.ts';
import { type Env, objectOf } from './env.ts';
import {
  admittedOrigin,
  jsonError,
  preflight,
  refuseHost,
  refuseObject,
  refuseOrigin,
  secured,
} from './http.ts';
import { about, health } from './gate/about.ts';
import { admit, refusalOf, refuseQuestion, refuseStranger } from './gate/admit.ts';
import { begin, isThreadHeld, ownTurn, quietConsole } from './guard/isolate.ts';
import { libraries } from './libraries.ts';

export { BenchObject } from './object.ts';
export { BudgetObject } from './gate/allowance.ts';

quietConsole();

/** Routes `/bench/<system>/<arm>/<object>` to the object; the gate stands in front. */
export default {
  async fetch(request, env): Promise<Response> {
    // As of a request with two hosts, which no browser and no platform lets through.
    if (!URL.canParse(request.url)) {
      const got = JSON.stringify(request.headers.get('Host'));
      return secured(jsonError(400, 'host', `host: got ${got}, expected one name`), null);
    }
    if (isThreadHeld(Date.now())) await ownTurn();
    const { pathname } = new URL(request.url);
    if (pathname !== '/bench' && !pathname.startsWith('/bench/')) {
      return (
        env.ASSETS?.fetch(request) ?? jsonError(404, 'not-found', `${pathname}: expected /bench/…`)
      );
    }
    const stranger = refuseHost(request, env);
    if (stranger !== undefined) return secured(stranger, null);
    const origin = admittedOrigin(request, env);
    if (origin === undefined) return secured(refuseOrigin(request), null);
    const response = await bench(request, env, pathname);
    return response.webSocket === null ? secured(response, origin) : response;
  },
} satisfies ExportedHandler<Env>;

async function bench(request: Request, env: Env, pathname: string): Promise<Response> {
  if (pathname === '/bench/about' || pathname === '/bench/health') {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refuseMethod(request, 'GET');
    }
    const refusal = refuseStranger(request, true) ?? (await refuseQuestion(request, env));
    return refusal ?? (pathname === '/bench/about' ? about(request, env) : health(env));
  }
  const [systemId = '', armName = '', object = '', ...rest] = pathname.split('/').slice(2);
  const { served } = libraries();
  const system = served.find(({ id }) => id === systemId);
  const ids = served.map(({ id }) => id);
  if (system === undefined) return unknown('system', systemId, ids);
  const arm = system.arms.find(({ name }) => name === armName);
  const names = system.arms.map(({ name }) => name);
  if (arm === undefined) return unknown('arm', armName, names);
  const stranger = refuseObject(object);
  if (stranger !== undefined) return stranger;
  const suffix = rest.map((segment) => `/${segment}`).join('');
  const { addressSuffix = '' } = system;
  if (arm.paths !== true && suffix !== addressSuffix) {
    return unknown('address', suffix, [addressSuffix]);
  }
  const methods = arm.paths === true ? ['GET', 'POST'] : ['POST'];
  if (arm.accept === 'request' && request.method === 'OPTIONS') return preflight(methods);
  const name = `${systemId}/${object}`;
  const refused = refuseStranger(request);
  if (request.method === 'DELETE' && env.EVICTS === 'true') return refused ?? evict(env, name);
  const wrongForm = refuseForm(request, arm.accept, methods);
  if (wrongForm !== undefined) {
    // A browser cannot see why a WebSocket was refused; a plain GET of the same address tells its page.
    const isAsked = request.method === 'GET' && refused === undefined;
    return (isAsked ? await refusalOf(request, env) : undefined) ?? wrongForm;
  }
  if (refused !== undefined) return refused;
  const stub = env.BENCH.get(env.BENCH.idFromName(name));
  return admit(request, env, name, {
    async fetch(inside: Request) {
      await begin(name);
      return stub.fetch(inside);
    },
  } as Fetcher);
}

/** Ends an object’s instance with its sockets, as a deployment of new code does; its storage stays. */
async function evict(env: Env, name: string): Promise<Response> {
  // The call ends with the instance, so it is always rejected.
  await objectOf(env, name)
    .evict()
    .catch(() => undefined);
  return new Response(null, { status: 204 });
}

/** Answers a request that is not of the form that the arm speaks; undefined for one that is. */
function refuseForm(
  request: Request,
  accept: AcceptMode,
  methods: readonly string[],
): Response | undefined {
  if (accept === 'request') {
    const { method } = request;
    if (request.headers.get('Upgrade') !== null) {
      return jsonError(400, 'upgrade', 'upgrade: got one, expected a request');
    }
    if (!methods.includes(method)) return refuseMethod(request, methods.join(', '));
    return undefined;
  }
  if (request.headers.get('Upgrade')?.toLowerCase() === 'websocket') return undefined;
  return jsonError(426, 'upgrade', 'upgrade: got none, expected a WebSocket', {
    Upgrade: 'websocket',
  });
}

function refuseMethod({ method }: Request, expected: string): Response {
  const headers = { Allow: expected };
  return jsonError(405, 'method', `method: got ${method}, expected ${expected}`, headers);
}

function unknown(what: string, got: string, expected: readonly string[]): Response {
  const known = expected.map((name) => JSON.stringify(name)).join(', ');
  return jsonError(404, 'not-found', `${what}: got ${JSON.stringify(got)}, expected ${known}`);
}
