import type { Env } from '../env.ts';
import { jsonError, preflight, refuseBody, refuseObject } from '../http.ts';
import { admit } from '../gate/admit.ts';
import { systems } from '../../src/systems/index.ts';
import { probeMethods } from '../../src/places/bench/probe-methods.ts';
import type { ProbeService } from './service.ts';

/** Routes `/bench/probe/<system>/<arm>/<object>` with what a system's addresses end with. */
export async function routeProbe(
  request: Request,
  env: Env,
  [system = '', arm = '', object = '']: readonly string[],
): Promise<Response> {
  if (systems.find(({ id }) => id === system)?.probed !== arm) {
    const probed = systems.filter((each) => each.probed !== undefined);
    const known = probed.map((each) => `${each.id}/${each.probed}`);
    const message = `probe: got "${system}/${arm}", expected ${known.join(', ')}`;
    return jsonError(404, 'not-found', message);
  }
  const stranger = refuseObject(object);
  if (stranger !== undefined) return stranger;
  // What a browser asks before it posts JSON to another origin.
  if (request.method === 'OPTIONS') return preflight(['GET', 'POST']);
  if (request.method !== 'POST' && request.method !== 'GET') {
    const message = `method: got ${request.method}, expected GET, POST or OPTIONS`;
    return jsonError(405, 'method', message, { Allow: 'GET, POST, OPTIONS' });
  }
  const refusal = request.method === 'POST' ? refuseBody(request) : undefined;
  return refusal ?? admit(request, env, env.PROBE, `${system}/${object}`, 'stream');
}

/** Answers one frame of the hand-written floor: parse, call, answer. */
export async function answerRaw(service: ProbeService, message: string): Promise<string> {
  let id: unknown = -1;
  try {
    const call = JSON.parse(message) as { id: number; method: string; args: unknown[] };
    id = call.id;
    const method = probeMethods.find((name) => name === call.method);
    if (method === undefined)
      throw new TypeError(`method: got ${JSON.stringify(call.method).slice(0, 80)}`);
    const implementation = Reflect.get(service, method) as (...args: unknown[]) => unknown;
    const result: unknown = await implementation.apply(service, call.args);
    return JSON.stringify({ id, result });
  } catch (error) {
    const { name, message: text } = error instanceof Error ? error : new Error(String(error));
    return JSON.stringify({ id, error: { name, message: text } });
  }
}
