/**
 * The ways in which one object calls another, as data that page, command line and Worker share. What
 * each does stands in ways/.
 */
import { version as workerd } from '../../node_modules/workerd/package.json';
import type { Reasons } from '../../src/harness/plan/index.ts';

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
  /** What a call costs of the day: a request to an object is 20 messages of a socket, and rows written. */
  cost: { messages: number; rows: number };
  /** Workloads that it cannot do, by id, with the reason. */
  cannot?: Reasons;
}

/** Versions of what the ways are built from besides the systems’ own packages. */
export const versions = { workerd };

const REQUEST = { messages: 20, rows: 0 };
const suspected = { system: 'workers-rpc', optional: true, cost: REQUEST } as const;

export const ways: readonly Way[] = [
  {
    name: 'no-call',
    arm: 'no-call',
    system: 'no-call',
    label: 'No call: a function of the first object',
    spoken: 'work without a call',
    cost: { messages: 0, rows: 0 },
  },
  {
    name: 'workers-rpc',
    arm: 'workers-rpc',
    system: 'workers-rpc',
    label: 'Workers RPC',
    cost: REQUEST,
  },
  {
    name: 'fetch',
    arm: 'fetch-json/between',
    system: 'fetch-json',
    label: 'stub.fetch with JSON',
    spoken: 'stub.fetch',
    cost: REQUEST,
  },
  {
    name: 'callback',
    arm: 'workers-rpc/callback',
    system: 'workers-rpc',
    label: 'Workers RPC, answered through a callback',
    spoken: 'Workers RPC with a callback',
    cost: REQUEST,
  },
  {
    name: 'pipelined',
    arm: 'workers-rpc/pipelined',
    system: 'workers-rpc',
    label: 'Workers RPC, two calls in a pipeline',
    spoken: 'a pipeline of two calls',
    cost: REQUEST,
  },
  {
    name: 'websocket',
    arm: 'raw-websocket/between',
    system: 'raw-websocket',
    label: 'WebSocket between the objects',
    spoken: 'a WebSocket',
    cost: { messages: 1, rows: 0 },
  },
  {
    name: 'capnweb',
    arm: 'capnweb/between',
    system: 'capnweb',
    label: 'Cap’n Web between the objects',
    spoken: 'Cap’n Web',
    cost: { messages: 3, rows: 0 },
  },
  {
    name: 'lumenize',
    arm: 'lumenize/between',
    system: 'lumenize',
    label: 'Lumenize’s protocol between the objects (this site’s implementation)',
    spoken: 'this site’s Lumenize protocol',
    cost: { messages: 1, rows: 0 },
  },
  {
    ...suspected,
    name: 'boundary',
    arm: 'workers-rpc/boundary',
    label: 'Workers RPC, each call in blockConcurrencyWhile',
    spoken: 'Workers RPC with blockConcurrencyWhile',
  },
  {
    ...suspected,
    name: 'stored',
    arm: 'workers-rpc/stored',
    label: 'Workers RPC, each call stored and read back',
    spoken: 'Workers RPC with storage',
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
    ...suspected,
    name: 'all-four',
    arm: 'workers-rpc/all-four',
    label: 'Workers RPC with all four suspects',
    spoken: 'Workers RPC with all suspects',
    cost: { messages: 20, rows: 2 },
  },
  {
    name: 'reconstruction',
    arm: 'reconstruction',
    system: 'reconstruction',
    label: 'The described design, rebuilt by this site',
    spoken: 'the rebuilt design',
    optional: true,
    cost: { messages: 40, rows: 6 },
  },
];
