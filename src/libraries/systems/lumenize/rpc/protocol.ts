/**
 * Messages of the Lumenize RPC protocol, as version 0.26 of the published packages speaks it. Every
 * frame is `{"json": message, "meta": {…}}`, written and read by the published codec.
 */

/** Address prefix and subprotocol unless configured otherwise. */
export const DEFAULT_PREFIX = '__rpc';
export const SUBPROTOCOL = 'lumenize.rpc';

/** What the subprotocol that carries a client's id begins with. */
export const CLIENT_ID_SUBPROTOCOL = 'lumenize.rpc.clientId.';

/** Id of the answer to a frame whose ids could not be read. */
export const PARSE_ERROR_ID = 'parse-error';

/** `type` of a message that the server sends without being asked. */
export const DOWNSTREAM_TYPE = '__downstream';

/** Most steps of one chain, and most arguments of one call. */
export const MAX_DEPTH = 50;
export const MAX_ARGS = 100;

/** One step of a chain, run from the object itself. */
export type Step = { type: 'get'; key: string | number } | { type: 'apply'; args: unknown[] };

/** One call of a batch. The id is opaque and made by the client. */
export interface CallItem {
  id: string;
  operations: readonly Step[];
}

/** The answer to one call. */
export type ResultItem =
  { id: string; success: true; result: unknown } | { id: string; success: false; error: unknown };

/** Key that marks a call as an argument, and one that marks a function in a result. */
export const NESTED_KEY = '__isNestedOperation';
export const REMOTE_KEY = '__isRemoteFunction';

/**
 * A call that serves as an argument of another. It has its chain where it stands first in a
 * batch; where it stands again, the reference alone, and it is run once. One without a reference,
 * as the published client writes calls inside calls, stands nowhere else.
 */
export interface NestedOperation {
  __isNestedOperation: true;
  __refId?: string;
  __operationChain?: readonly Step[];
}

/** The `type` of the frames of an address prefix: `/bench/lumenize` has `bench/lumenize`. */
export function frameType(prefix: string): string {
  return prefix.replace(/^\/+|\/+$/g, '');
}

/** An object whose properties may have any name. */
export type Fields = Record<string, unknown>;

/** Whether a value is an object that may have properties of any name. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** Opens the frame of a text, whose values are still to be read; undefined for a text that is none. */
export function openFrame(text: string): { json: Fields; meta: object } | undefined {
  try {
    const frame: unknown = JSON.parse(text);
    if (!isObject(frame) || !isObject(frame['json'])) return undefined;
    return { json: frame['json'], meta: Object(frame['meta']) as object };
  } catch {
    return undefined;
  }
}

/**
 * Whether a value is a well-formed chain; its arguments may be anything. One of no steps leads to the object
 * itself, which is handed to nobody.
 */
export function isChain(value: unknown): value is Step[] {
  return Array.isArray(value) && value.length > 0 && value.every(isStep);
}

function isStep(step: unknown): step is Step {
  if (!isObject(step)) return false;
  if (step['type'] === 'apply') return Array.isArray(step['args']);
  if (step['type'] !== 'get') return false;
  return typeof step['key'] === 'string' || typeof step['key'] === 'number';
}
