import type { Notice } from '../harness/statistics/index.ts';
import { capital } from './words.ts';

/** What a record consists of: the sessions of its turns, or the blocks of older ones. */
type Layout = 'sessions' | 'blocks';

/**
 * What a notice says, in a sentence.
 *
 * @throws RangeError for a notice that lacks how much it is by
 */
export function noticeText({ name, by }: Notice, layout: Layout): string {
  switch (name) {
    case 'zero-time':
      return 'Operations took no time by the clock: nothing was measured, or the clock is far too coarse.';
    case 'no-frames':
      return 'Operations ended without a frame received, so the answers may not have come from the server.';
    case 'clock':
      return `The shortest operation lasts less than ten steps of the clock, so only whole ${layout === 'sessions' ? 'turns' : 'blocks'} were timed.`;
    case 'late':
      return 'The client sent calls late by more than a tenth of their median time, so part of that time is its own.';
    case 'throughput-latency':
      return 'A few slow operations take most of the time: throughput is less than half of what the median promises.';
    case 'drift':
      return `${capital(layout)} grew steadily slower or faster, so the machine or the network may have changed during the run.`;
    case 'two-humps':
      return 'Times fall into two groups with little between them, so one median does not describe them.';
    case 'delayed-ack':
      return 'Some operations take about 40 ms more than the rest, as when a sender waits for a delayed acknowledgement (Nagle).';
    case 'busy':
      return 'The machine was busy with something else when the run began, so times may be longer than they need be.';
    case 'load-changed':
      return `The machine became ${known(name, by) > 0 ? 'busier' : 'less busy'} during the run, so early and late sessions may differ.`;
    case 'carry-over':
      return `Its turns take up to ${Math.round(known(name, by) * 100)} % longer after one arm than after another, so turns disturb each other.`;
  }
}

function known(name: string, by: number | undefined): number {
  if (by !== undefined) return by;
  throw new RangeError(`notice "${name}": got no amount, expected how much it is by`);
}
