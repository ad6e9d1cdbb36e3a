/** The process of one configuration: holds all of its clients, connects them and watches what they see. */
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../harness/plan/index.ts';
import type { Trial } from '../../failures/record.ts';
import { messageOf } from '../../questions/outcome.ts';
import '../shared/identify.ts';
import type { Place } from './kits.ts';
import { now, Subject } from './trial.ts';

/** A request to the process, failure by failure. */
export type ToClients =
  | { ask: 'hold'; failure: string }
  | {
      ask: 'connect';
      failure: string;
      place: Place;
      repeats: number;
      seed: number;
      evicts: boolean;
    }
  | { ask: 'watch'; failure: string; at: number | undefined; limitMs: number };

export type FromClients = { failure: string } & (
  { ready: true } | { trials: Trial[] } | { error: string }
);

/** Longest pause before a client connects, in ms: all of them together are spread over more than one time between pings. */
const PAUSE_MS = 500;
/** Clients that may fail to connect on a busy machine, and are replaced before anything is tried. */
const REPLACED = 5;

const subjects = new Map<string, { all: Subject[]; evicts: boolean }>();

// A rejection or a line of one library is for its users; here it must not end the others.
process.on('unhandledRejection', () => undefined);
const quiet = () => undefined;
Object.assign(console, { log: quiet, warn: quiet, error: quiet, debug: quiet, info: quiet });

async function connect(message: Extract<ToClients, { ask: 'connect' }>): Promise<FromClients> {
  const { failure, place, repeats, seed, evicts } = message;
  const random = seeded(seed);
  const all: Subject[] = [];
  const errors: unknown[] = [];
  // One after the other: the moments of hundreds of clients would be the machine’s, not the library’s.
  while (all.length < repeats) {
    await sleep(random() * PAUSE_MS);
    try {
      all.push(await Subject.connect(place));
    } catch (error) {
      errors.push(error);
      if (errors.length > REPLACED) throw error;
    }
  }
  subjects.set(failure, { all, evicts });
  return { failure, ready: true };
}

async function hold({ failure }: ToClients): Promise<FromClients> {
  const { all = [] } = subjects.get(failure) ?? {};
  for (const subject of all) await subject.leavePending();
  return { failure, ready: true };
}

async function watch(message: Extract<ToClients, { ask: 'watch' }>): Promise<FromClients> {
  const { failure, limitMs } = message;
  const { all = [], evicts = false } = subjects.get(failure) ?? {};
  if (evicts) {
    const evicted = all.map(({ address }) => fetch(address, { method: 'DELETE' }));
    for (const { status } of await Promise.all(evicted)) {
      if (status !== 204) throw new Error(`evict: got status ${status}, expected 204`);
    }
  }
  const at = message.at ?? now();
  const trials = await Promise.all(
    all.map(async (subject, repeat) => ({
      failure,
      repeat,
      ...(await subject.watch(at, limitMs)),
    })),
  );
  subjects.delete(failure);
  return { failure, trials };
}

process.on('message', (message: ToClients) => {
  const { failure } = message;
  const doing = () => {
    if (message.ask === 'connect') return connect(message);
    return message.ask === 'hold' ? hold(message) : watch(message);
  };
  void doing()
    .catch((error: unknown): FromClients => ({ failure, error: messageOf(error) }))
    .then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
