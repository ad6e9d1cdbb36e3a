/**
 * The ways in which one object calls another, as data that page, command line and Worker share. What
 * each does stands in ways/.
 */
import { version as workerd } from '../../../node_modules/workerd/package.json';
import type { Batch } from './protocol.ts';

/** What a call costs of the day, at most. */
export interface Cost {
  /** Of a socket; a request to an object, which a call of Workers RPC is, is 20 of them. */
  messages: number;
  /** Written to storage, those that are deleted again included. */
  rows: number;
  /** What the first call to each object costs besides, in messages. */
  opening?: number;
}

/** One way to call another object. */
export interface Way {
  /** Its part of an address: `/bench/between/<name>/<object>`. */
  name: string;
  /** Id of its arm in the study. */
  arm: string;
  /** Id of its system, which gives it its colour. */
  system: string;
  label: string;
  /** How a sentence calls it, where its label is too long for one. */
  spoken?: string;
  /** Whether it runs only where it is asked for. */
  optional?: true;
  cost: Cost;
}

/** Versions of what the ways are built from besides the systems’ own packages. */
export const versions = { workerd };

/**
 * What a call has in a session of Workers RPC costs nothing more, and neither has what is sent back:
 * https://developers.cloudflare.com/durable-objects/platform/pricing/
 */
const REQUEST = { messages: 20, rows: 0 };
/** @param messages that a call sends to the other object */
const overSocket = (messages: number): Cost => ({ messages, rows: 0, opening: REQUEST.messages });
const suspected = { optional: true, cost: REQUEST } as const;

const listed: ReadonlyArray<Omit<Way, 'system'>> = [
  {
    name: 'no-call',
    arm: 'no-call',
    label: 'No call: a function of the first object',
    spoken: 'work without a call',
    cost: { messages: 0, rows: 0 },
  },
  {
    name: 'workers-rpc',
    arm: 'workers-rpc',
    label: 'Workers RPC',
    cost: REQUEST,
  },
  {
    name: 'fetch',
    arm: 'fetch-json/between',
    label: 'stub.fetch with JSON',
    spoken: 'fetch with JSON',
    cost: REQUEST,
  },
  {
    name: 'callback',
    arm: 'workers-rpc/callback',
    label: 'Workers RPC, answered through a callback',
    spoken: 'Workers RPC with a callback',
    optional: true,
    cost: REQUEST,
  },
  {
    name: 'pipelined',
    arm: 'workers-rpc/pipelined',
    label: 'Workers RPC, two calls in a pipeline',
    spoken: 'a pipeline of two calls',
    optional: true,
    cost: REQUEST,
  },
  {
    name: 'websocket',
    arm: 'raw-websocket/between',
    label: 'Plain WebSocket between the objects',
    spoken: 'a WebSocket',
    cost: overSocket(1),
  },
  {
    name: 'capnweb',
    arm: 'capnweb/between',
    label: 'Cap’n Web between the objects',
    spoken: 'Cap’n Web',
    // It pushes a call, pulls its answer and releases it.
    cost: overSocket(3),
  },
  {
    name: 'lumenize',
    arm: 'lumenize/between',
    label: 'Lumenize RPC (reimplementation) between the objects',
    spoken: 'Lumenize RPC (reimplementation)',
    cost: overSocket(1),
  },
  {
    ...suspected,
    name: 'boundary',
    arm: 'workers-rpc/boundary',
    label: 'Workers RPC, each call in blockConcurrencyWhile',
    spoken: 'Workers RPC with blockConcurrencyWhile',
  },
  {
    name: 'stored',
    arm: 'workers-rpc/stored',
    label: 'Workers RPC, each call stored and read back',
    spoken: 'Workers RPC that stores each call',
    cost: { messages: 20, rows: 2 },
  },
  {
    ...suspected,
    name: 'queued',
    arm: 'workers-rpc/queued',
    label: 'Workers RPC behind a work queue',
    spoken: 'Workers RPC behind a queue',
  },
  {
    ...suspected,
    name: 'continued',
    arm: 'workers-rpc/continued',
    label: 'Workers RPC with a serialized continuation',
    spoken: 'Workers RPC with continuations',
  },
  {
    name: 'reconstruction',
    arm: 'reconstruction',
    label: 'The described design, rebuilt by this site',
    spoken: 'the rebuilt design',
    optional: true,
    cost: { messages: 40, rows: 4 },
  },
];

export const ways: readonly Way[] = listed.map((way) => ({
  ...way,
  system: way.arm.replace(/\/.*/, ''),
}));

/** What a call cost in ways that nothing runs any more: /choose/ shows it beside their published times. */
export const retiredCosts: Readonly<Record<string, Cost>> = {
  'durable-call/in-memory': REQUEST,
  // At each end an entry with its index, written and deleted, and the caller’s line at the other.
  'durable-call/durable': { ...REQUEST, rows: 9 },
};

/**
 * What a batch costs of the day, at most.
 *
 * @param fresh objects among those called that were not called before over this connection
 * @param called objects that were called so far, which are asked for their counts
 */
export function costOf(
  { messages, rows, opening = 0 }: Cost,
  { calls, writes }: Pick<Batch, 'calls' | 'writes'>,
  fresh: number,
  called: number,
): { messages: number; rows: number } {
  if (messages === 0) return { messages, rows };
  const asked = called * (writes ? 2 : 1) * REQUEST.messages;
  return {
    messages: calls * messages + fresh * opening + asked,
    rows: calls * rows + (writes ? calls : 0),
  };
}
