import type { AcceptMode } from '../src/harness/record/index.ts';
import type { Env } from './env.ts';
import {
  admittedOrigin,
  jsonError,
  preflight,
  refuseBody,
  refuseHost,
  refuseObject,
  refuseOrigin,
  secured,
} from './http.ts';
import { about, health } from './gate/about.ts';
import { admit, refusalOf, refuseQuestion } from './gate/admit.ts';
import { quietConsole } from './guard/quiet-console.ts';
import { isThreadHeld, others } from './guard/thread.ts';
import { bindingOf, type Served, served, systems } from '../src/systems/index.ts';

// The Durable Object class of each system; wrangler.jsonc binds them by these names.
export { RawWebSocketObject } from '../src/systems/raw-websocket/server.ts';
export { LumenizeRpcObject } from '../src/systems/lumenize-rpc/server.ts';
export { LumenizeObject } from '../src/systems/lumenize/server.ts';
export { CapnwebObject } from '../src/systems/capnweb/server.ts';
export { KkrpcObject } from '../src/systems/kkrpc/server.ts';
export { TrpcObject } from '../src/systems/trpc/server.ts';
export { OrpcObject } from '../src/systems/orpc/server.ts';
export { FetchJsonObject } from '../src/systems/fetch-json/server.ts';
export { CalleeObject } from './between/callee.ts';
export { CallerObject } from './between/caller.ts';
export { StreamsObject } from './streams/object.ts';
export { ProbeObject } from './probes/object.ts';
export { BudgetObject } from './gate/budget.ts';

quietConsole();

/** Routes `/bench/<system>/<arm>/<object>` to the object; the gate stands in front. */
export default {
  async fetch(request, env): Promise<Response> {
    // As of a request with two hosts, which no browser and no platform lets through.
    if (!URL.canParse(request.url)) {
      const got = JSON.stringify(request.headers.get('Host'));
      return secured(jsonError(400, 'host', `host: got ${got}, expected one name`), null);
    }
    while (isThreadHeld(Date.now())) await others();
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
    const refusal = await refuseQuestion(request, env);
    return refusal ?? (pathname === '/bench/about' ? about(request, env) : health(env));
  }
  const [systemId = '', armName = '', id = '', ...rest] = pathname.split('/').slice(2);
  if (systemId === 'probe') return routeProbe(request, env, [armName, id, ...rest]);
  const system = served.find((each) => each.id === systemId);
  const ids = served.map((each) => each.id);
  if (system === undefined) return unknown('system', systemId, ids);
  const arm = system.arms.find(({ name }) => name === armName);
  const names = system.arms.map(({ name }) => name);
  if (arm === undefined) return unknown('arm', armName, names);
  const stranger = refuseObject(id);
  if (stranger !== undefined) return stranger;
  const suffix = rest.map((segment) => `/${segment}`).join('');
  if (arm.paths !== true && suffix !== system.addressSuffix) {
    return unknown('address', suffix, [system.addressSuffix]);
  }
  const methods = arm.paths === true ? ['GET', 'POST'] : ['POST'];
  if (arm.accept === 'request' && request.method === 'OPTIONS') return preflight(methods);
  const wrongForm = refuseForm(request, arm.accept, methods);
  // A browser cannot see why a WebSocket was refused; a plain GET of the same address tells.
  if (wrongForm !== undefined) {
    return (request.method === 'GET' ? await refusalOf(request, env) : undefined) ?? wrongForm;
  }
  const namespace = namespaceOf(env, system);
  const object = namespace.get(namespace.idFromName(`${armName}/${id}`));
  return admit(request, env, `${systemId}/${armName}/${id}`, object);
}

/** Answers a request that is not of the form that the arm speaks; undefined for one that is. */
function refuseForm(
  request: Request,
  accept: AcceptMode,
  methods: readonly string[],
): Response | undefined {
  if (accept === 'request') {
    const { method } = request;
    if (!methods.includes(method)) return refuseMethod(request, methods.join(', '));
    return method === 'POST' ? refuseBody(request) : undefined;
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

/** @throws Error naming the binding, where wrangler.jsonc has none for the system */
function namespaceOf(env: Env, system: Served): DurableObjectNamespace {
  const binding = bindingOf(system);
  const bindings: Partial<Record<string, unknown>> = { ...env };
  const namespace = bindings[binding];
  if (namespace === undefined) {
    throw new Error(`wrangler.jsonc: got no binding ${binding}, expected one for each system`);
  }
  return namespace as DurableObjectNamespace;
}

function unknown(what: string, got: string, expected: readonly string[]): Response {
  const known = expected.map((name) => JSON.stringify(name)).join(', ');
  return jsonError(404, 'not-found', `${what}: got ${JSON.stringify(got)}, expected ${known}`);
}

/** Routes `/bench/probe/<system>/<arm>/<object>` with what a system's addresses end with. */
async function routeProbe(
  request: Request,
  env: Env,
  [system = '', arm = '', object = '']: readonly string[],
): Promise<Response> {
  if (systems.find(({ id }) => id === system)?.probed !== arm) {
    const probed = systems.filter((each) => each.probed !== undefined);
    const known = probed.map((each) => `${each.id}/${each.probed}`);
    return unknown('probe', `${system}/${arm}`, known);
  }
  const stranger = refuseObject(object);
  if (stranger !== undefined) return stranger;
  // What a browser asks before it posts JSON to another origin.
  if (request.method === 'OPTIONS') return preflight(['GET', 'POST']);
  if (request.method !== 'POST' && request.method !== 'GET') {
    return refuseMethod(request, 'GET, POST, OPTIONS');
  }
  const refusal = request.method === 'POST' ? refuseBody(request) : undefined;
  const name = `${system}/${object}`;
  const stub = env.PROBE.get(env.PROBE.idFromName(name));
  return refusal ?? admit(request, env, `probe/${name}`, stub);
}
