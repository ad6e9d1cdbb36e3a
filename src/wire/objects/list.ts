/**
 * The ways in which one object calls another, as data that page, command line and Worker share. Their code
 * is in `bench-workers/between/ways/`.
 */
import { version as workerd } from '../../../node_modules/workerd/package.json';
import type { Batch } from './protocol.ts';
import listed from './ways.json';

/** The price of a call, out of what a day allows, at most. */
export interface Cost {
  /**
   * Messages of a socket; a request to an object, which a call of Workers RPC is, is 20 of them. What else a
   * call does in its session costs nothing, and neither does what is sent back. Cap’n Web pushes a call, pulls
   * its answer and releases it.
   */
  messages: number;
  /** Rows written to storage, those that are deleted again included. */
  rows: number;
  /** Messages that the first call costs besides. */
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
  /** It runs only where it is asked for. */
  optional?: true;
  cost: Cost;
}

/** Versions of what the ways are built from besides the systems’ own packages. */
export const versions = { workerd };

/** A request to an object: https://developers.cloudflare.com/durable-objects/platform/pricing/ */
const REQUEST = { messages: 20, rows: 0 };

export const ways: readonly Way[] = (listed as ReadonlyArray<Omit<Way, 'system'>>).map((way) => ({
  ...way,
  system: way.arm.replace(/\/.*/, ''),
}));

/** The price of a call in ways that nothing runs any more: /choose/ shows it beside their published times. */
export const retiredCosts: Readonly<Record<string, Cost>> = {
  'workers-rpc/callback': REQUEST,
  'workers-rpc/pipelined': REQUEST,
  reconstruction: { messages: 40, rows: 4 },
  'durable-call/in-memory': REQUEST,
  // At each end an entry with its index, written and deleted, and the caller’s line at the other.
  'durable-call/durable': { ...REQUEST, rows: 9 },
};

/**
 * The price of a batch, at most: its calls, what the object is told before and asked afterwards, and its alarm.
 *
 * @param isFirst whether the object was not called before over this connection
 */
export function costOf(
  { messages, rows, opening = 0 }: Cost,
  { calls, writes }: Pick<Batch, 'calls' | 'writes'>,
  isFirst: boolean,
): { messages: number; rows: number } {
  if (messages === 0) return { messages, rows };
  const asked = (writes || isFirst ? 2 : 1) * REQUEST.messages;
  return {
    messages: calls * messages + (isFirst ? opening : 0) + asked,
    rows: calls * rows + (writes ? calls + 1 : 0),
  };
}
