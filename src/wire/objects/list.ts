/** The ways in which one object calls another, as data. Their code is in `bench-workers/between/ways.ts`. */
import { version as workerd } from '../../../node_modules/workerd/package.json';
import type { Batch } from './protocol.ts';
import listed from './ways.json';

/** The highest price of a call. */
export interface Cost {
  /**
   * Messages of a socket. A request to an object, also a call of Workers RPC, is 20 of them. Answers cost nothing.
   * Cap’n Web sends three messages: it pushes a call, pulls its answer and releases it.
   */
  messages: number;
  /** Rows written to storage, also those that are deleted again. */
  rows: number;
  /** Further messages of the first call. */
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
  /** Its name in a sentence, if its label is too long. */
  spoken?: string;
  /** It runs only if it is asked for. */
  optional?: true;
  cost: Cost;
}

/** Versions of the packages of ways that belong to no system. */
export const versions = { workerd };

/** A request to an object: https://developers.cloudflare.com/durable-objects/platform/pricing/ */
const REQUEST = { messages: 20, rows: 0 };

export const ways: readonly Way[] = (listed as ReadonlyArray<Omit<Way, 'system'>>).map((way) => ({
  ...way,
  system: way.arm.replace(/\/.*/, ''),
}));

/**
 * The highest price of a batch: its calls, the requests to the object before and after them, and its alarm.
 *
 * @param isFirst whether this connection calls the object for the first time
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
