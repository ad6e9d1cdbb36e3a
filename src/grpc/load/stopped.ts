/** Clients that stopped before a turn was over, in a sentence. */
import { Stalled } from '../../harness/plan/index.ts';
import { Failed, NoAnswer } from '../clients/client.ts';

/** A client that goes on no more. */
export interface Stopped {
  /** What its last call came to. */
  error: unknown;
  /** What it had done on its connection when it stopped: calls, and bytes of messages with prefixes. */
  calls: number;
  bytes: number;
  /** Bytes that went out for a long request without an answer, frames of HTTP/2 included; else 0. */
  part: number;
}

/** Of a turn, in numbers. */
interface Whole {
  clients: number;
  operations: number;
  /** How many of those were answered to clients that go on, or to any where none does. */
  answered: number;
}

/** Characters kept of what a server says of an error. */
const KEPT = 200;

const count = (value: number) => value.toLocaleString('en');

/** What a turn ends with in which clients stopped; a Stalled where some got no answer in time. */
export function interruption(stopped: readonly Stopped[], whole: Whole): Error {
  const { clients, operations, answered } = whole;
  const stalled = stopped.filter(({ error }) => error instanceof NoAnswer);
  const failed = stopped.filter(({ error }) => !(error instanceof NoAnswer));
  const part = (some: readonly Stopped[], how: string) =>
    some.length === 0 ? [] : [`${some.length} of ${clients} clients ${how} ${after(some)}`];
  const rest = `${count(answered)} of ${count(operations)}`;
  const text = [
    ...part(stalled, `stalled: ${(stalled[0]?.error as Error | undefined)?.message}`),
    ...part(failed, `failed: ${statuses(failed)},`),
    stopped.length < clients ? `the others answered ${rest}` : `${rest} were answered`,
  ].join('; ');
  return stalled.length > 0 ? new Stalled(text) : new Error(text);
}

/** `UNAVAILABLE 1, INTERNAL 1 ("malformed header")` */
function statuses(failed: readonly Stopped[]): string {
  const said = new Map<string, { times: number; details: string }>();
  for (const { error } of failed) {
    const name = error instanceof Failed ? error.status : 'ERROR';
    const known = said.get(name) ?? { times: 0, details: (error as Error).message.slice(0, KEPT) };
    said.set(name, { ...known, times: known.times + 1 });
  }
  const texts = Array.from(said, ([name, { times, details }]) =>
    details === '' ? `${name} ${times}` : `${name} ${times} (${JSON.stringify(details)})`,
  );
  return texts.join(', ');
}

function after(stopped: readonly Stopped[]): string {
  const range = (values: readonly number[]) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return least === most ? count(most) : `${count(least)} to ${count(most)}`;
  };
  const calls = range(stopped.map((each) => each.calls));
  // Frames are counted with a part, so that not all of its digits are right.
  const rounded = (value: number) => Number(value.toPrecision(3));
  const bytes = range(
    stopped.map((each) => (each.part > 0 ? rounded(each.bytes + each.part) : each.bytes)),
  );
  const about = stopped.some(({ part }) => part > 0) ? 'about ' : '';
  const where = stopped.length === 1 ? 'its connection' : 'their connections';
  return `after ${calls} calls and ${about}${bytes} bytes of request messages on ${where}`;
}
