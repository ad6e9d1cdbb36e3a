/** What goes wrong with streams: one is cut, its reader stops, or listeners leave; of every way at night. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalBench, startBench } from '../../src/cli/shared/bench.ts';
import type { Connection, Workload } from '../../src/harness/plan/index.ts';
import { benchChannel } from '../../src/places/bench/bench.ts';
import { cut } from '../../src/places/streams/cut.ts';
import type { FanOutOperations } from '../../src/places/streams/fan-out.ts';
import { most } from '../../src/places/streams/items.ts';
import { leave, slow } from '../../src/places/streams/slow.ts';
import { study } from '../../src/studies/streams/study.ts';
import { oneOfEach } from '../../src/testing/nightly.ts';
import { limits } from '../limits.ts';

type Arm = (typeof study.arms)[number];

let bench: LocalBench;
const open: Array<Connection<FanOutOperations>> = [];
beforeAll(async () => {
  bench = await startBench({ root: process.cwd(), port: 0 });
});
afterAll(async () => {
  for (const connection of open) connection.close();
  await bench.stop();
});

/** Does it once, and looks at its outcome as a run does. @returns what it read */
async function readingsOf(workload: Workload<FanOutOperations>, arm: Arm) {
  const connecting = await arm.load();
  const { origin } = bench;
  const object = crypto.randomUUID();
  const world = { origin, object, WebSocketClass: WebSocket, fetch, EventSourceClass: EventSource };
  const connection = await connecting(benchChannel(world));
  open.push(connection);
  const { operations } = connection;
  const answer = await workload.operation(0)(operations);
  expect(workload.wrong([answer], 0)).toBeUndefined();
  expect(await workload.check(operations, 1)).toBeUndefined();
  return workload.readings?.(answer);
}

const cases = (arms: readonly Arm[], kindOf: (arm: Arm) => unknown) =>
  oneOfEach(arms, kindOf).map((arm) => [arm.id, arm] as const);

const GO_ON = ['fetch-json/events', 'trpc/websocket', 'trpc/events', 'orpc/http'];
const goesOn = ({ id }: Arm) => GO_ON.includes(id);

describe.each(cases(study.arms, (arm) => `${arm.accept} ${goesOn(arm)}`))('%s, cut', (_, arm) => {
  it(`goes on${goesOn(arm) ? ' by itself' : ' when it is asked to'}, nothing lost or twice`, async () => {
    expect(await readingsOf(cut, arm)).toEqual({
      ...{ lost: 0, twice: 0, byItself: Number(goesOn(arm)), noticed: 1 },
    });
  });
});

/** A stream of Cap’n Web may hang, for which it has a test of its own. */
const slowed = study.arms.filter(({ id }) => id !== 'capnweb/stream');

describe.each(cases(slowed, ({ accept }) => accept))('%s, its reader stopped', (_, arm) => {
  it('has sent on as much as it may, and all comes in the end', async () => {
    const { sentOn = 0, halted, held, ofBytes } = (await readingsOf(slow, arm)) ?? {};
    expect(ofBytes).toBe(most.slow);
    expect(sentOn).toBeGreaterThan(0);
    expect(sentOn).toBeLessThan(most.slow);
    if (arm.accept === 'request') expect([halted, held]).toEqual([0, undefined]);
    else {
      expect(halted).toBe(1);
      expect(held).toBeGreaterThan(limits.streams.heldBytes);
      expect(held).toBeLessThan(limits.socket.queuedBytes);
    }
  });
});

const heard = ({ id }: Arm) => !/^(capnweb\/stream|kkrpc|lumenize)/.test(id);
const listening = study.arms.filter(({ cannot }) => cannot?.['leave'] === undefined);

describe.each(cases(listening, heard))('%s, left by its listeners', (_, arm) => {
  it(`holds ${heard(arm) ? 'none' : 'all'} of a thousand`, async () => {
    const still = heard(arm) ? 0 : 1000;
    expect(await readingsOf(leave, arm)).toMatchObject({ left: 1000, still });
  });
});
