import type { AcceptMode } from '../src/core/record/index.ts';
import { type Env, objectOf } from './env.ts';
import {
  admittedOrigin,
  jsonError,
  originError,
  preflight,
  refuseHost,
  refuseObject,
  secured,
} from './http.ts';
import { about, health } from './gate/about.ts';
import { servesIn } from './gate/config.ts';
import { admit, refuseEntry, refuseQuestion, refuseStranger } from './gate/admit.ts';
import { libraries } from './server.ts';
import { openSession } from './sessions.ts';
import { isThreadBusy, quietConsole, waitForTurn, waitToBegin } from './guard/isolate.ts';

export { BenchObject } from './object.ts';
export { BudgetObject } from './gate/budget.ts';

quietConsole();

/** Routes `/bench/<system>/<arm>/<object>` to the object. The gate stands in front. */
export default {
  async fetch(request, env, ctx): Promise<Response> {
    // A request with two hosts has no URL. No browser sends one, and no platform passes one on.
    if (!URL.canParse(request.url)) {
      const got = JSON.stringify(request.headers.get('Host'));
      return secured(jsonError(400, 'host', `host: got ${got}, expected one name`), null);
    }
    if (isThreadBusy(Date.now())) await waitForTurn();
    const { pathname } = new URL(request.url);
    if (pathname !== '/bench' && !pathname.startsWith('/bench/')) {
      return (
        env.ASSETS?.fetch(request) ?? jsonError(404, 'not-found', `${pathname}: expected /bench/…`)
      );
    }
    const stranger = refuseHost(request, env);
    if (stranger !== undefined) return secured(stranger, null);
    const origin = admittedOrigin(request, env);
    if (origin === undefined) return secured(originError(request), null);
    const response = await bench(request, env, ctx);
    return response.webSocket === null ? secured(response, origin) : response;
  },
} satisfies ExportedHandler<Env>;

async function bench(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/bench/about' || pathname === '/bench/health') {
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodError(request, 'GET');
    const refused = refuseStranger(request, true) ?? (await refuseQuestion(request, env));
    return refused ?? (pathname === '/bench/about' ? about(request, env) : health(env));
  }
  const [systemId = '', armName = '', object = '', ...rest] = pathname.split('/').slice(2);
  const { served } = libraries();
  const system = served.find(({ id }) => id === systemId);
  const ids = served.map(({ id }) => id);
  if (system === undefined) return notFound('system', systemId, ids);
  const arms = system.arms.filter(servesIn(env));
  const arm = arms.find(({ name }) => name === armName);
  const names = arms.map(({ name }) => name);
  if (arm === undefined) return notFound('arm', armName, names);
  const wrongObject = refuseObject(object);
  if (wrongObject !== undefined) return wrongObject;
  const suffix = rest.map((segment) => `/${segment}`).join('');
  const { addressSuffix = '' } = system;
  if (arm.paths !== true && suffix !== addressSuffix) {
    return notFound('address', suffix, [addressSuffix]);
  }
  const methods = arm.paths === true ? ['GET', 'POST'] : ['POST'];
  if (arm.accept === 'request' && request.method === 'OPTIONS') return preflight(methods);
  const name = `${systemId}/${object}`;
  const stranger = refuseStranger(request);
  if (request.method === 'DELETE' && env.EVICTS === 'true') return stranger ?? evict(env, name);
  const wrongForm = refuseForm(request, arm.accept, methods);
  if (wrongForm !== undefined) {
    // A browser hides why a WebSocket was refused, so that its page asks with a GET of the same address.
    const isAsked = request.method === 'GET' && stranger === undefined;
    return (isAsked ? await refuseEntry(request, env) : undefined) ?? wrongForm;
  }
  if (stranger !== undefined) return stranger;
  return admit(request, env, name, async (admitted) => {
    await waitToBegin(name);
    if (arm.accept !== 'worker') return objectOf(env, name).fetch(admitted);
    return openSession(admitted, env, ctx, await libraries().load(systemId));
  });
}

/** Ends an object’s instance with its sockets, as a deployment of new code does. Its storage stays. */
async function evict(env: Env, name: string): Promise<Response> {
  // The call ends with the instance, so it is always rejected.
  await objectOf(env, name)
    .evict()
    .catch(() => undefined);
  return new Response(null, { status: 204 });
}

/** Refuses a request whose form is not that of its arm. @returns undefined for the right form */
function refuseForm(
  request: Request,
  accept: AcceptMode,
  methods: readonly string[],
): Response | undefined {
  const upgrade = request.headers.get('Upgrade');
  if (accept === 'request') {
    if (upgrade !== null) {
      return jsonError(400, 'upgrade', 'upgrade: got one, expected a request');
    }
    return methods.includes(request.method) ? undefined : methodError(request, methods.join(', '));
  }
  if (upgrade?.toLowerCase() === 'websocket') return undefined;
  return jsonError(426, 'upgrade', 'upgrade: got none, expected a WebSocket', {
    Upgrade: 'websocket',
  });
}

function methodError({ method }: Request, expected: string): Response {
  const headers = { Allow: expected };
  return jsonError(405, 'method', `method: got ${method}, expected ${expected}`, headers);
}

function notFound(what: string, got: string, expected: readonly string[]): Response {
  const known = expected.map((name) => JSON.stringify(name)).join(', ');
  return jsonError(404, 'not-found', `${what}: got ${JSON.stringify(got)}, expected ${known}`);
}
