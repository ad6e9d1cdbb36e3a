import { describe, expect, it } from 'vitest';
import { makePlan, type PlanOptions } from '../plan/index.ts';
import type { Block } from '../record/index.ts';
import { virtualBench, type Behaviour } from '../testing/virtual-bench.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { run, type RunEnd, type RunEvent } from './run.ts';
import type { World } from './world.ts';

const ONE_ROUND: PlanOptions = { rounds: 1, workloads: ['short'] };

interface Setup {
  behave?: Behaviour;
  options?: PlanOptions;
  world?: (clock: VirtualClock) => Partial<World>;
  onEvent?: (event: RunEvent, abort: AbortController) => void;
}

/** Runs a plan on a virtual bench to its end. */
async function runVirtual({ behave, options = ONE_ROUND, world, onEvent }: Setup = {}) {
  const clock = new VirtualClock();
  const bench = virtualBench(clock, behave);
  const plan = makePlan(bench.study, options, 1);
  const abort = new AbortController();
  const events: RunEvent[] = [];
  const consume = async (): Promise<RunEnd> => {
    const running = run(
      bench.study,
      plan,
      'ws://virtual',
      { ...bench.world, ...world?.(clock) },
      abort.signal,
    );
    for (;;) {
      const step = await running.next();
      if (step.done === true) return step.value;
      events.push(step.value);
      onEvent?.(step.value, abort);
    }
  };
  const end = await clock.drive(consume());
  const blocks = events.flatMap((event) => (event.type === 'block-ended' ? [event.block] : []));
  return { ...bench, clock, plan, abort, events, end, blocks };
}

const only = (wanted: number, behaviour: ReturnType<Behaviour>): Behaviour => {
  return ({ connection, index }) => (connection === wanted && index === 3 ? behaviour : undefined);
};

const never = new Promise<void>(() => undefined);

function voids(blocks: readonly Block[]): Array<string | undefined> {
  return blocks.map((block) => block.void);
}

describe('a run', () => {
  it('runs every block in the order of the plan, each on a fresh object', async () => {
    const { plan, blocks, end, opened, closed, clock } = await runVirtual({
      options: { rounds: 3 },
    });
    expect(end).toEqual({ type: 'complete' });
    expect(blocks.map(({ round, arm, workload }) => ({ round, arm, workload }))).toEqual(
      plan.blocks,
    );
    expect(new Set(opened.map(({ url }) => url)).size).toBe(plan.blocks.length);
    expect(closed).toHaveLength(opened.length);
    expect(clock.pending).toBe(0);
  });

  it('times each operation, after the warm-up, and connecting on its own', async () => {
    const { blocks } = await runVirtual({
      // A warm-up that takes no time would show at once if it were counted.
      behave: ({ index }) => (index < 2 ? Promise.resolve() : undefined),
    });
    expect(blocks[0]).toMatchObject({
      connectUs: 5000,
      samplesUs: [2000, 2000, 2000, 2000],
      frames: { out: 4, in: 4 },
      bytes: { out: 16, in: 24 },
      extensions: 'virtual',
    });
    expect(blocks[0]).not.toHaveProperty('void');
  });

  it('reports progress between operations of a slow block, and no sample is lost', async () => {
    let clock: VirtualClock | undefined;
    const { events, blocks } = await runVirtual({
      world: (given) => {
        clock = given;
        return {};
      },
      behave: () => clock?.sleep(600),
    });
    const done = events.flatMap((event) => (event.type === 'progress' ? [event.operations] : []));
    expect(done.slice(0, 1)).toEqual([2]);
    expect(voids(blocks)).toEqual([undefined, undefined, undefined, undefined]);
    expect(blocks[0]?.samplesUs).toEqual([600_000, 600_000, 600_000, 600_000]);
  });
});

describe('a void block', () => {
  it('keeps its reason and its samples, and the run goes on', async () => {
    const { blocks, end } = await runVirtual({ behave: only(1, 'lose') });
    expect(end).toEqual({ type: 'complete' });
    expect(voids(blocks)).toEqual([undefined, 'check', undefined, undefined]);
    expect(blocks[1]?.detail).toBe('the total is 5, expected 6');
    expect(blocks[1]?.samplesUs).toHaveLength(4);
  });

  it('is a stalled operation, reported with how far it got', async () => {
    const { blocks, clock } = await runVirtual({ behave: only(2, never) });
    expect(voids(blocks)).toEqual([undefined, undefined, 'stalled', undefined]);
    expect(blocks[2]?.detail).toBe('operation 2 of 4 got no answer within 1000 ms');
    expect(blocks[2]?.samplesUs).toEqual([2000]);
    expect(clock.pending).toBe(0);
  });

  it('is one whose socket closes, even when the client never rejects', async () => {
    const { blocks } = await runVirtual({
      behave: ({ connection, index, socket }) => {
        if (connection !== 0 || index !== 4) return undefined;
        socket.close(1006);
        return never;
      },
    });
    expect(voids(blocks)).toEqual(['closed', undefined, undefined, undefined]);
    expect(blocks[0]?.detail).toBe('the socket closed with code 1006 during operation 3 of 4');
    expect(blocks[0]?.frames).toEqual({ out: 3, in: 2 });
  });

  it('is one whose call fails', async () => {
    const { blocks } = await runVirtual({
      behave: ({ connection, index }) =>
        connection === 0 && index === 3 ? Promise.reject(new RangeError('no')) : undefined,
    });
    expect(blocks[0]).toMatchObject({ void: 'error', detail: 'operation 2 of 4: no' });
  });

  it('is one during which the page is hidden; the next waits until it is visible', async () => {
    let hide: (() => void) | undefined;
    let clock: VirtualClock | undefined;
    const presence = { hidden: false };
    const { blocks, events, end } = await runVirtual({
      world: (given) => {
        clock = given;
        return {
          presence: {
            get hidden() {
              return presence.hidden;
            },
            onHide(callback) {
              hide = callback;
              return () => undefined;
            },
            async visible() {
              await given.sleep(60_000);
              presence.hidden = false;
            },
          },
        };
      },
      behave: ({ connection, index }) => {
        if (connection === 1 && index === 3) {
          presence.hidden = true;
          hide?.();
        }
        return undefined;
      },
    });
    expect(end).toEqual({ type: 'complete' });
    expect(voids(blocks)).toEqual([undefined, 'hidden', undefined, undefined]);
    expect(events.filter((event) => event.type === 'waiting')).toEqual([
      { type: 'waiting', for: 'page' },
    ]);
    expect(clock?.now()).toBeGreaterThan(60_000);
  });
});

describe('a lost bench', () => {
  it('is waited for, and the run goes on when it is back', async () => {
    const asked: string[] = [];
    const { blocks, end } = await runVirtual({
      behave: ({ connection, index, socket }) => {
        if (connection === 0 && index === 3) socket.close(1006);
        return undefined;
      },
      world: (clock) => ({
        async recover(arm) {
          asked.push(arm);
          await clock.sleep(30_000);
          return { ready: true };
        },
      }),
    });
    expect(end).toEqual({ type: 'complete' });
    expect(voids(blocks)).toEqual(['closed', undefined, undefined, undefined]);
    expect(asked).toHaveLength(1);
  });

  it('ends the run with what is complete when it does not come back', async () => {
    const { blocks, end } = await runVirtual({
      behave: ({ connection, index, socket }) => {
        if (connection === 1 && index === 3) socket.close(1006);
        return undefined;
      },
      world: () => ({ recover: () => Promise.resolve({ ready: false, why: 'it is gone' }) }),
    });
    expect(end).toEqual({ type: 'lost', why: 'it is gone' });
    expect(voids(blocks)).toEqual([undefined, 'closed']);
  });

  it('ends the run when connections keep failing', async () => {
    const clock = new VirtualClock();
    const bench = virtualBench(clock);
    bench.refuse(true);
    const plan = makePlan(bench.study, { rounds: 9 }, 1);
    const events: RunEvent[] = [];
    const consume = async () => {
      const running = run(bench.study, plan, 'ws://v', bench.world, new AbortController().signal);
      for (let step = await running.next(); ; step = await running.next()) {
        if (step.done === true) return step.value;
        events.push(step.value);
      }
    };
    expect(await clock.drive(consume())).toEqual({ type: 'lost', why: 'the connect: refused' });
    expect(events.filter((event) => event.type === 'block-ended')).toHaveLength(12);
    expect(clock.pending).toBe(0);
  });
});

describe('an aborted run', () => {
  const phases: Array<[string, (call: { connection: number; index: number }) => boolean]> = [
    ['warm-up', ({ connection, index }) => connection === 1 && index === 1],
    ['timed operations', ({ connection, index }) => connection === 1 && index === 4],
  ];
  it.each(phases)('ends at once in the %s and keeps what is complete', async (_phase, here) => {
    let abort: AbortController | undefined;
    const { blocks, end, opened, closed, clock } = await runVirtual({
      onEvent: (_event, controller) => {
        abort = controller;
      },
      behave: (call) => {
        if (!here(call)) return undefined;
        abort?.abort();
        return never;
      },
    });
    expect(end).toEqual({ type: 'cancelled' });
    expect(blocks).toHaveLength(1);
    expect(voids(blocks)).toEqual([undefined]);
    expect(closed).toHaveLength(opened.length);
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['before its first block', 'block-started', 0],
    ['between two blocks', 'block-ended', 1],
  ] as const)('ends %s', async (_when, type, complete) => {
    const { blocks, end } = await runVirtual({
      onEvent: (event, abort) => {
        if (event.type === type) abort.abort();
      },
    });
    expect(end).toEqual({ type: 'cancelled' });
    expect(blocks).toHaveLength(complete);
  });

  it('ends while connecting and closes the connection that opens later', async () => {
    const { end, blocks, opened, closed, clock } = await runVirtual({
      onEvent: (event, abort) => {
        if (event.type === 'block-started' && event.index === 1) {
          queueMicrotask(() => queueMicrotask(() => abort.abort()));
        }
      },
    });
    expect(end).toEqual({ type: 'cancelled' });
    expect(blocks).toHaveLength(1);
    await clock.drive(clock.sleep(100));
    expect(opened).toHaveLength(2);
    expect(closed).toHaveLength(2);
  });

  it.each(['page', 'bench'] as const)('ends while it waits for the %s', async (waitsFor) => {
    const untilAborted = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        const fail = () => reject(signal.reason as Error);
        signal.addEventListener('abort', fail);
      });
    const { end, blocks } = await runVirtual({
      behave: ({ index, socket }) => {
        if (index === 3) socket.close(1006);
        return undefined;
      },
      world: () => ({
        presence: {
          hidden: waitsFor === 'page',
          onHide: () => () => undefined,
          visible: untilAborted,
        },
        recover: (_arm, signal) => untilAborted(signal),
      }),
      onEvent: (event, abort) => {
        if (event.type === 'waiting') process.nextTick(() => abort.abort());
      },
    });
    expect(end).toEqual({ type: 'cancelled' });
    expect(blocks).toHaveLength(waitsFor === 'page' ? 0 : 1);
  });

  it('closes the connection when its consumer stops listening in the middle of a block', async () => {
    const clock = new VirtualClock();
    const bench = virtualBench(clock, () => clock.sleep(600));
    const plan = makePlan(bench.study, ONE_ROUND, 1);
    const consume = async () => {
      const signal = new AbortController().signal;
      for await (const event of run(bench.study, plan, 'ws://v', bench.world, signal)) {
        if (event.type === 'progress') break;
      }
    };
    await clock.drive(consume());
    expect(bench.closed).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });
});
