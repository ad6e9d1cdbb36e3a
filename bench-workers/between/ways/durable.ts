/** The way of this site’s durable calls: those of one turn to one object share a message. */
import type { Outbox } from '../../../src/systems/durable-call/outbox.ts';
import type { MakeWay } from './way.ts';

export const durable =
  (outbox: Outbox): MakeWay =>
  ({ name }) =>
  (at, n, text) =>
    outbox.ask(`${name}/${at}`, 'effect', [n, text]) as Promise<number>;
