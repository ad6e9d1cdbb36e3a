/** The process of one configuration: holds all of its clients, connects them and watches what they see. */
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../core/plan/index.ts';
import type { Trial } from '../../matrix/failures/record.ts';
import { answerRequests } from '../shared/client-process.ts';
import '../shared/identify.ts';
import { now, type TrialPlace, WatchedClient } from './trial.ts';

/** Longest pause before a client connects, in ms: all of them together are spread over more than one time between pings. */
const PAUSE_MS = 500;
/** Clients that may fail to connect on a busy machine, and are replaced before anything is tried. */
const REPLACED = 5;

const clients = new Map<string, { all: WatchedClient[]; evicts: boolean }>();

/** The functions of the process, each for one failure. */
const functions = {
  async connect(
    failure: string,
    place: TrialPlace,
    { repeats, seed, evicts }: { repeats: number; seed: number; evicts: boolean },
  ): Promise<void> {
    const random = seeded(seed);
    const all: WatchedClient[] = [];
    const errors: unknown[] = [];
    // One after the other: the moments of hundreds of clients would be the machine’s, not the library’s.
    while (all.length < repeats) {
      await sleep(random() * PAUSE_MS);
      try {
        all.push(await WatchedClient.connect(place));
      } catch (error) {
        errors.push(error);
        if (errors.length > REPLACED) throw error;
      }
    }
    clients.set(failure, { all, evicts });
  },

  async hold(failure: string): Promise<void> {
    const { all = [] } = clients.get(failure) ?? {};
    for (const client of all) await client.leavePending();
  },

  /** @param since when the failure came; undefined of an eviction, which is made here */
  async watch(failure: string, since: number | undefined): Promise<Trial[]> {
    const { all = [], evicts = false } = clients.get(failure) ?? {};
    if (evicts) {
      const evicted = all.map(({ address }) => fetch(address, { method: 'DELETE' }));
      for (const { status } of await Promise.all(evicted)) {
        if (status !== 204) throw new Error(`evict: got status ${status}, expected 204`);
      }
    }
    const at = since ?? now();
    const trials = await Promise.all(
      all.map(async (client, repeat) => ({ failure, repeat, ...(await client.watch(at)) })),
    );
    clients.delete(failure);
    return trials;
  },
};
export type FailureFunctions = typeof functions;

answerRequests(functions);
