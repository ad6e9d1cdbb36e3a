/** Frames as clients of each system send them, with anything in them. */

export const superjson = (args: unknown[], values: object, more: object = {}) =>
  `${JSON.stringify({
    json: { id: 'x', method: 'echo', args, type: 'request', version: 'superjson' },
    meta: { values, v: 1, ...more },
  })}\n`;
export const typed = (name = 'Uint8Array') => [['typed-array', name]];

export const get = (key: unknown) => ({ type: 'get', key });
export const apply = (...args: unknown[]) => ({ type: 'apply', args });
export const lumenize = (batch: unknown[], meta: object = {}) =>
  JSON.stringify({ json: { type: 'bench/lumenize', batch }, meta });
export const call = (...operations: unknown[]) => ({ id: 'x', operations });
export const trpc = (path: string, input?: unknown) =>
  JSON.stringify({ id: 1, method: 'mutation', params: { path, input } });
export const orpc = (path: string, json: unknown, more: object = {}) =>
  JSON.stringify({ i: '1', p: { u: `/${path}`, b: { json }, ...more } });
