import { expect, it } from 'vitest';
import type { Open, Workload } from '../../core/plan/index.ts';
import { runSession } from '../../core/run/index.ts';
import {
  VirtualClock,
  type Behaviour,
  type Tally,
  virtualBench,
} from '../../core/testing/virtual-bench.ts';
import { Agent } from './agent.ts';
import { noMeter } from '../links/link.ts';
import { AgentClient } from '../processes/processes.ts';

/** One session of one arm, its turns taken here or by an agent that is reached by messages as JSON. */
async function sessionOf(where: 'here' | 'elsewhere', behave?: Behaviour) {
  const clock = new VirtualClock();
  const { study, world, closed } = virtualBench(clock, behave);
  const [, workload] = study.workloads as [Workload<Tally>, Workload<Tally>];
  const load = async () => (await study.arms[0]?.load()) as Open<Tally>;
  const copy = <Value>(value: Value) => JSON.parse(JSON.stringify(value)) as Value;
  const client: AgentClient = new AgentClient((message) => void agent.take(copy(message)));
  const agent = new Agent({
    load,
    workload: () => workload,
    world,
    post: (message) => client.take(copy(message)),
  });
  const openers: Record<typeof where, Open<Tally>> = {
    here: await load(),
    elsewhere: (opening) => client.open('plain', opening),
  };
  const steps = runSession({
    plan: {
      study: 'virtual',
      seed: 1,
      arms: ['plain'],
      workloads: ['long'],
      turns: { long: { leadIn: 1, operations: 4 } },
      deadlineMs: 1000,
      rule: 'fixed',
      rounds: 2,
    },
    parts: [{ workload, session: 0, arms: ['plain'], maxRounds: 2, isFirst: false }],
    world,
    openers: new Map([['plain', openers[where]]]),
    leftMs: Infinity,
    among: 1,
    signal: new AbortController().signal,
  });
  const session = await clock.drive(lastOf(steps));
  const detail = session?.turns.map((turn) => turn.detail);
  return { session, detail, closed: closed.length > 0 };
}

async function lastOf(steps: ReturnType<typeof runSession>) {
  for await (const step of steps) if ('session' in step) return step.session;
  return undefined;
}

const never = new Promise<void>(() => undefined);

it('takes turns as the run itself would', async () => {
  const [here, elsewhere] = [await sessionOf('here'), await sessionOf('elsewhere')];
  expect(elsewhere).toEqual(here);
  expect(here.session?.turns).toHaveLength(2);
  expect(here.closed).toBe(true);
});

it.each([
  ['answers wrong', () => 'garble'],
  ['loses an operation', () => 'lose'],
  ['never answers', () => never],
  ['closes its socket', ({ socket }) => (socket.close(1011), never)],
] satisfies Array<[string, Behaviour]>)('says so of what %s', async (_, behave) => {
  const faulty: Behaviour = (call) => (call.index === 9 ? behave(call) : undefined);
  const [here, elsewhere] = [await sessionOf('here', faulty), await sessionOf('elsewhere', faulty)];
  const reasons = ({ session }: typeof here) => session?.arms.map((arm) => arm.discardedBecause);
  const voids = ({ session }: typeof here) => session?.turns.map((turn) => turn.discardedBecause);
  expect([reasons(elsewhere), voids(elsewhere)]).toEqual([reasons(here), voids(here)]);
  expect(elsewhere.detail).toEqual(here.detail);
  expect(elsewhere.closed).toBe(here.closed);
});

it('fails what waits when the agent is gone, and what comes later', async () => {
  const client = new AgentClient(() => undefined);
  const lost: string[] = [];
  const meter = { ...noMeter, lost: (how: string) => lost.push(how) };
  const to = { object: 'o', meter, deadlineMs: 1 };
  const opening = client.open('plain', to);
  client.lost('the agent ended with signal SIGKILL');
  await expect(opening).rejects.toThrow('the agent ended with signal SIGKILL');
  await expect(client.open('plain', to)).rejects.toThrow('signal SIGKILL');
});
