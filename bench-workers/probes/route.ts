import type { Env } from '../env.ts';
import { jsonError, refuseConnection } from '../gate.ts';
import { isObjectId, limits } from '../limits.ts';
import { probeMethods } from './methods.ts';
import type { ProbeService } from './service.ts';

/** The arm in which each system is probed; the hibernating one where there is one. */
const arms: Readonly<Record<string, string>> = {
  lumenize: 'hibernating',
  capnweb: 'in-memory',
  kkrpc: 'in-memory',
  'raw-websocket': 'hibernating',
};

/** Routes `/bench/probe/<system>/<arm>/<object>` with what a system's addresses end with. */
export async function routeProbe(
  request: Request,
  env: Env,
  [system = '', arm = '', object = '']: readonly string[],
): Promise<Response> {
  if (arms[system] !== arm) {
    const known = Object.entries(arms).map((pair) => pair.join('/'));
    return jsonError(
      404,
      'not-found',
      `probe: got "${system}/${arm}", expected ${known.join(', ')}`,
    );
  }
  if (!isObjectId(object)) {
    return jsonError(400, 'object', `object: got "${object}", expected ${limits.objectId}`);
  }
  // What a browser asks before it posts JSON to another origin.
  if (request.method === 'OPTIONS') {
    const headers = {
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': 'Content-Type',
    };
    return new Response(null, { status: 204, headers });
  }
  if (request.method === 'POST') {
    const length = Number(request.headers.get('Content-Length') ?? NaN);
    if (!(length <= limits.maxMessageBytes)) {
      return jsonError(413, 'too-big', `body: expected at most ${limits.maxMessageBytes} bytes`);
    }
  }
  const refusal = await refuseConnection(request, env);
  if (refusal !== undefined) return refusal;
  return env.PROBE.get(env.PROBE.idFromName(`${system}/${object}`)).fetch(request);
}

/** Answers one frame of the hand-written floor: parse, call, answer. */
export async function answerRaw(service: ProbeService, message: string): Promise<string> {
  let id: unknown = -1;
  try {
    const call = JSON.parse(message) as { id: number; method: string; args: unknown[] };
    id = call.id;
    const method = probeMethods.find((name) => name === call.method);
    if (method === undefined) throw new TypeError(`method: got ${JSON.stringify(call.method)}`);
    const implementation = Reflect.get(service, method) as (...args: unknown[]) => unknown;
    const result: unknown = await implementation.apply(service, call.args);
    return JSON.stringify({ id, result });
  } catch (error) {
    const { name, message: text } = error instanceof Error ? error : new Error(String(error));
    return JSON.stringify({ id, error: { name, message: text } });
  }
}
