/** Messages of each library, as its clients write them or nearly so. */
import { inputOf, namedInput } from '../../src/wire/service/arguments.ts';
import { mutations } from '../../src/libraries/systems/trpc/system.ts';
import { type Check, FrameRefused } from '../guard/frame.ts';

/** A message of text or of bytes. */
export type Frame = string | Uint8Array<ArrayBuffer>;

export const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));

/** A line of kkrpc. */
export const superjson = (method: string, args: unknown[], values = {}, meta = {}) =>
  `${JSON.stringify({
    json: { id: 'x', method, args, type: 'request', version: 'superjson' },
    meta: { values, v: 1, ...meta },
  })}\n`;

/** Steps of a chain of Lumenize. */
export const stepsOf = (method: string, ...args: unknown[]) => [
  { type: 'get', key: method },
  { type: 'apply', args },
];
export const lumenize = (chains: unknown[][], meta: object = {}) => {
  const batch = chains.map((operations) => ({ id: 'x', operations }));
  return JSON.stringify({ json: { type: 'bench/lumenize', batch }, meta });
};

// Messages of Cap’n Web. A result has the number of its call.
export const push = (expression: unknown) => JSON.stringify(['push', expression]);
export const piped = (method: string, ...args: unknown[]) => ['pipeline', 0, [method], args];
export const pushed = (method: string, ...args: unknown[]) => push(piped(method, ...args));
export const pull = (id: number) => JSON.stringify(['pull', id]);
export const release = (id: number, count = 1) => JSON.stringify(['release', id, count]);
export const result = (id: number) => ['pipeline', id];

export const trpc = (path: string, input: unknown) => {
  const method = mutations.has(path) ? 'mutation' : 'query';
  return JSON.stringify({ id: 1, method, params: { path, input } });
};
export const orpc = (method: string, input: object, more: object = {}) =>
  JSON.stringify({ i: '1', p: { u: `/${method}`, b: input, ...more } });

/** Writes a call of a method as messages. */
export type Write = (method: string, ...args: unknown[]) => string[];

const orpcInputs: Write = (method, ...args) => [JSON.stringify({ json: inputOf(method, args) })];
const trpcInputs: Write = (method, ...args) => [JSON.stringify(inputOf(method, args))];

/** Calls of one method by arm, or by system. */
const writers: Readonly<Record<string, Write>> = {
  'raw-websocket': (method, ...args) => [JSON.stringify({ id: 1, method, args })],
  lumenize: (method, ...args) => [lumenize([stepsOf(method, ...args)])],
  capnweb: (method, ...args) => [pushed(method, ...args), pull(1)],
  kkrpc: (method, ...args) => [superjson(method, args)],
  orpc: (method, ...args) => [orpc(method, { json: inputOf(method, args) })],
  'orpc/http': orpcInputs,
  'orpc/http-batch': orpcInputs,
  trpc: (method, ...args) => [trpc(method, inputOf(method, args))],
  'trpc/superjson': (method, ...args) => [trpc(method, { json: inputOf(method, args) })],
  'trpc/http': trpcInputs,
  'trpc/http-batch': trpcInputs,
  'trpc/http-batch-stream': trpcInputs,
  'fetch-json': (_method, ...args) => [JSON.stringify(args)],
  hono: (method, ...args) => [JSON.stringify(namedInput(method, args) ?? {})],
};

/** Writes the calls of an arm, if it takes any and its messages are known here. */
export const knownWriterOf = (arm: string): Write | undefined =>
  arm === 'capnweb/events' ? undefined : (writers[arm] ?? writers[arm.split('/')[0] ?? '']);

/** @throws RangeError for an arm whose messages are not known */
export function writerOf(arm: string): Write {
  const write = knownWriterOf(arm);
  if (write === undefined) throw new RangeError(`${arm}: got no messages, expected its library’s`);
  return write;
}

/** The reason why a check refuses one of some frames; undefined if all pass. */
export function violationIn(check: Check, frames: readonly unknown[]): string | undefined {
  try {
    for (const frame of frames) check(typeof frame === 'string' ? frame : JSON.stringify(frame));
  } catch (error) {
    if (error instanceof FrameRefused) return error.violation.reason;
    throw error;
  }
  return undefined;
}
