/** Plans and launches made up for tests. */
import type { SessionRecord } from '../../../core/record/index.ts';
import { madeUpSessions } from '../../../core/testing/fixture.ts';
import type { Provenance } from '../launches.ts';
import type { CampaignPlan } from '../plans.ts';

export const provenance: Provenance = {
  tree: 'a1'.repeat(32),
  machine: { cpu: 'A processor', cores: 2, kernel: 'Linux 1 x64' },
};

export const planOf = (id: string, launches = 12): CampaignPlan => ({
  id,
  title: 'One write from Node.js',
  study: 'lumenize-vs-capnweb',
  client: 'node',
  setting: 'workerd',
  place: 'same machine',
  reference: 'capnweb/in-memory',
  arms: ['raw-websocket/in-memory', 'capnweb/in-memory'],
  workloads: ['increment'],
  seconds: 1,
  launches,
  outside: [],
  servers: [],
});

/** A launch in which the plain way takes so many times the reference’s time. */
export function madeUpLaunch(seed: number, times = 1): SessionRecord {
  const made = madeUpSessions({
    arms: ['raw-websocket/in-memory', 'capnweb/in-memory', 'control'],
    workloads: ['increment'],
    sessions: 4,
    plan: { rule: 'time', budgetMs: 1000, rounds: undefined, reference: 'capnweb/in-memory' },
    turn: ({ arm, session, round }) => [
      Math.round(1e6 * (arm.startsWith('raw') ? times : 1) * (1 + 0.01 * session)) + round,
    ],
  });
  const environment = { ...made.environment, commit: 'abc', dirty: false };
  return { ...made, study: 'lumenize-vs-capnweb', seed, environment };
}
