/** The process of one configuration: holds all of its clients, connects them and watches what they see. */
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../harness/plan/index.ts';
import type { Trial } from '../../failures/record.ts';
import { messageOf } from '../../questions/outcome.ts';
import '../shared/identify.ts';
import { now, type Place, Subject } from './trial.ts';

/** What the process is asked for, failure by failure. */
export type ToClients =
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

/** Connections are spread over the time between two pings, so that a failure comes at any moment of it. */
const SPREAD_MS = 5000;

const subjects = new Map<string, { all: Subject[]; evicts: boolean }>();

// What a library leaves unhandled or prints is what its users see; here it must not end the others.
process.on('unhandledRejection', () => undefined);
const quiet = () => undefined;
Object.assign(console, { log: quiet, warn: quiet, error: quiet, debug: quiet, info: quiet });

async function connect(message: Extract<ToClients, { ask: 'connect' }>): Promise<FromClients> {
  const { failure, place, repeats, seed, evicts } = message;
  const random = seeded(seed);
  const all = await Promise.all(
    Array.from({ length: repeats }, async () => {
      await sleep(random() * SPREAD_MS);
      return await Subject.connect(place);
    }),
  );
  subjects.set(failure, { all, evicts });
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
  const done = message.ask === 'connect' ? connect(message) : watch(message);
  void done
    .catch((error: unknown): FromClients => ({ failure, error: messageOf(error) }))
    .then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
