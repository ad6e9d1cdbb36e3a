import { describe, expect, it } from 'vitest';
import type { Block } from '../record/index.ts';
import { run, type RunEvent, type World } from '../run/index.ts';
import {
  virtualBench,
  type Behaviour,
  type Tally,
  type VirtualSocket,
} from '../testing/virtual-bench.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { makePlan } from './plan.ts';
import type { Study, Workload } from './study.ts';

const never = new Promise<void>(() => undefined);

interface Setup {
  behave?: (clock: VirtualClock) => Behaviour;
  world?: (clock: VirtualClock) => Partial<World>;
  onEvent?: (event: RunEvent, abort: AbortController, opened: VirtualSocket[]) => void;
}

/** Runs one block for each arm of the virtual bench: eight calls without a warm-up, changed. */
async function runLoad(change: Partial<Workload<Tally>>, setup: Setup = {}) {
  const clock = new VirtualClock();
  const bench = virtualBench(clock, setup.behave?.(clock));
  const [, long] = bench.study.workloads as [Workload<Tally>, Workload<Tally>];
  const study: Study<Tally> = { ...bench.study, workloads: [{ ...long, ...change }] };
  const plan = makePlan(study, { rounds: 1 }, 1);
  const abort = new AbortController();
  const events: RunEvent[] = [];
  const consume = async () => {
    const world = { ...bench.world, ...setup.world?.(clock) };
    for await (const event of run(study, plan, 'ws://virtual', world, abort.signal)) {
      events.push(event);
      setup.onEvent?.(event, abort, bench.opened);
    }
  };
  await clock.drive(consume());
  const blocks = events.flatMap((event) => (event.type === 'block-ended' ? [event.block] : []));
  return { ...bench, clock, plan, events, blocks, first: blocks[0] as Block };
}

describe('a closed loop', () => {
  it('keeps so many calls under way, and times each and the whole', async () => {
    const { first, opened } = await runLoad({ concurrency: 4 });
    expect(first.samplesUs).toEqual(Array.from({ length: 8 }, () => 2000));
    expect(first).toMatchObject({ totalUs: 4000, frames: { out: 8, in: 8 } });
    expect(first).not.toHaveProperty('roundTrips');
    expect(first).not.toHaveProperty('void');
    expect(opened).toHaveLength(4);
  });

  it('lets the other callers go on while one waits', async () => {
    const { first } = await runLoad(
      { concurrency: 2 },
      {
        behave:
          (clock) =>
          ({ index }) =>
            clock.sleep(index === 0 ? 20 : 2),
      },
    );
    expect(first.samplesUs).toEqual([20_000, ...Array.from({ length: 7 }, () => 2000)]);
    expect(first.totalUs).toBe(20_000);
  });

  it('takes no longer with more callers than there are calls', async () => {
    const { first } = await runLoad({ concurrency: 64 });
    expect(first.totalUs).toBe(2000);
  });

  it('is void when one call stalls, and keeps what was answered', async () => {
    const { first, clock } = await runLoad(
      { concurrency: 2 },
      {
        behave:
          () =>
          ({ connection, index }) =>
            connection === 0 && index === 3 ? never : undefined,
      },
    );
    expect(first).toMatchObject({
      void: 'stalled',
      detail: 'operation 4 of 8 got no answer within 1000 ms',
    });
    expect(first.samplesUs).toHaveLength(7);
    expect(first).not.toHaveProperty('totalUs');
    expect(clock.pending).toBe(0);
  });

  it('is void when one call fails, and starts no further ones', async () => {
    const { first, clock } = await runLoad(
      { concurrency: 2 },
      {
        behave:
          () =>
          ({ connection, index }) =>
            connection === 0 && index === 3 ? Promise.reject(new Error('no')) : undefined,
      },
    );
    expect(first).toMatchObject({ void: 'error', frames: { out: 4 } });
    expect(first.detail).toMatch(/^operation \d of 8: no$/);
    expect(clock.pending).toBe(0);
  });
});

describe('an open loop', () => {
  /** One call after the other is answered, each after 5 ms. */
  const queue = (clock: VirtualClock): Behaviour => {
    const queues = new Map<number, Promise<void>>();
    return ({ connection }) => {
      const answered = (queues.get(connection) ?? Promise.resolve()).then(() => clock.sleep(5));
      queues.set(connection, answered);
      return answered;
    };
  };

  it('sends each call when it is due, whatever is still unanswered', async () => {
    const sentAt: number[] = [];
    const { first } = await runLoad(
      { ratePerSecond: 500 },
      {
        behave:
          (clock) =>
          ({ connection }) => {
            if (connection === 0) sentAt.push(clock.now());
            return clock.sleep(20);
          },
      },
    );
    const [start = 0] = sentAt;
    expect(sentAt.map((at) => at - start)).toEqual([0, 2, 4, 6, 8, 10, 12, 14]);
    expect(first.samplesUs).toEqual(Array.from({ length: 8 }, () => 20_000));
    expect(first).toMatchObject({ totalUs: 34_000, lateUs: 0 });
    expect(first).not.toHaveProperty('roundTrips');
  });

  it('counts the wait of a call behind those before it', async () => {
    const { first } = await runLoad({ ratePerSecond: 500 }, { behave: queue });
    expect(first.samplesUs).toEqual([5, 8, 11, 14, 17, 20, 23, 26].map((ms) => ms * 1000));
  });

  it('counts from when a call was due, and keeps how late the client was', async () => {
    const { first } = await runLoad(
      { ratePerSecond: 500 },
      // A clock whose timers fire 3 ms late.
      { world: (clock) => ({ after: (ms, callback) => clock.after(ms + 3, callback) }) },
    );
    const late = first.samplesUs.map((us) => us - 2000);
    expect(late[0]).toBe(0);
    expect(late.slice(1).every((us) => us > 0 && us <= 3000)).toBe(true);
    expect(first.lateUs).toBe(late.reduce((sum, us) => sum + us, 0));
  });

  it('stops sending when it is void', async () => {
    const { first, clock } = await runLoad(
      { ratePerSecond: 500 },
      {
        behave:
          () =>
          ({ connection, index, socket }) => {
            if (connection === 0 && index === 2) socket.close(1006);
            return undefined;
          },
      },
    );
    expect(first).toMatchObject({ void: 'closed', frames: { out: 3 } });
    expect(clock.pending).toBe(0);
  });

  it('counts its deadline from when the call was due', async () => {
    const { first } = await runLoad(
      { ratePerSecond: 500 },
      {
        behave:
          () =>
          ({ connection, index }) =>
            connection === 0 && index > 4 ? never : undefined,
      },
    );
    expect(first).toMatchObject({ void: 'stalled' });
    expect(first.detail).toContain('operation 6 of 8');
    expect(first.samplesUs).toHaveLength(5);
  });
});

describe('a cold block', () => {
  const add = (tally: Tally) => tally.add();
  const once = {
    cold: true as const,
    operations: [add],
    check: (_: Tally, answers: readonly unknown[]) =>
      Promise.resolve(answers[0] === 1 ? undefined : `got ${String(answers[0])}, expected 1`),
  };

  it('is timed from creating the connection to the first answer', async () => {
    const { first } = await runLoad(once);
    expect(first).toMatchObject({ connectUs: 5000, samplesUs: [7000], roundTrips: 1 });
    expect(first).toMatchObject({ frames: { out: 1, in: 1 }, bytes: { out: 4, in: 6 } });
    expect(first).not.toHaveProperty('void');
  });

  it('is void when it does not connect', async () => {
    const { first } = await runLoad(once, {
      world: () => ({
        WebSocketClass: class {
          constructor() {
            throw new Error('no network');
          }
        } as unknown as World['WebSocketClass'],
      }),
    });
    expect(first).toMatchObject({
      void: 'connect',
      detail: 'the connect: no network',
      samplesUs: [],
    });
  });
});

describe('a pause', () => {
  // Longer than the deadline of 1000 ms: nobody owes an answer meanwhile.
  const paused = { pauseMs: 12_000 };

  it('is not timed, and says once a second that the run goes on', async () => {
    const { blocks, events, clock } = await runLoad(paused);
    expect(blocks.map((block) => block.void)).toEqual([undefined, undefined, undefined, undefined]);
    expect(blocks[0]?.samplesUs).toEqual(Array.from({ length: 8 }, () => 2000));
    expect(clock.now()).toBeGreaterThan(4 * 12_000);
    expect(clock.now()).toBeLessThan(4 * 12_100);
    const reports = events.filter(({ type }) => type === 'progress');
    expect(reports).toHaveLength(4 * 12);
    expect(clock.pending).toBe(0);
  });

  it('still ends with an aborted run, and leaves no timer', async () => {
    const { blocks, clock } = await runLoad(paused, {
      onEvent: (event, abort) => {
        if (event.type === 'progress') abort.abort();
      },
    });
    expect(blocks).toEqual([]);
    expect(clock.now()).toBeLessThan(2000);
    expect(clock.pending).toBe(0);
  });

  it('is void when the page is hidden or the socket closes in it', async () => {
    let hide: (() => void) | undefined;
    const { blocks } = await runLoad(paused, {
      world: () => ({
        presence: {
          hidden: false,
          onHide(callback) {
            hide = callback;
            return () => undefined;
          },
          visible: () => Promise.resolve(),
        },
      }),
      onEvent: (event, _abort, opened) => {
        if (event.type === 'progress' && event.index === 0) hide?.();
        if (event.type === 'progress' && event.index === 1) opened[1]?.close(1006);
      },
    });
    expect(blocks.map((block) => block.void)).toEqual(['hidden', 'closed', undefined, undefined]);
    expect(blocks[0]?.detail).toBe('the page was hidden during the pause');
  });
});

describe('what a check sees', () => {
  it('are the answers to the timed operations, in their order', async () => {
    const seen: unknown[] = [];
    await runLoad({
      concurrency: 3,
      check: (_tally, answers) => {
        seen.push([...answers]);
        return Promise.resolve(undefined);
      },
    });
    expect(seen[0]).toHaveLength(8);
    expect((seen[0] as number[]).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('an operation of several calls', () => {
  it('is one sample, and has no count of round trips', async () => {
    const burst = (tally: Tally) => Promise.all([tally.add(), tally.add(), tally.add()]);
    const { first } = await runLoad({
      callsPerOperation: 3,
      operations: [burst, burst],
      check: (_tally, answers) =>
        Promise.resolve(JSON.stringify(answers) === '[[1,2,3],[4,5,6]]' ? undefined : 'other'),
    });
    expect(first).toMatchObject({ samplesUs: [2000, 2000], frames: { out: 6, in: 6 } });
    expect(first).not.toHaveProperty('roundTrips');
    expect(first).not.toHaveProperty('void');
  });
});
