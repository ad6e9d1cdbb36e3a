import type { Env } from '../env.ts';
import { jsonError, preflight, refuseBody, refuseObject } from '../http.ts';
import { admit } from '../gate/admit.ts';
import { systems } from '../../src/systems/index.ts';

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
