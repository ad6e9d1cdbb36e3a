import { describe, expect, it } from 'vitest';
import { never, inRound1, runVirtual, type Hands } from '../testing/virtual-run.ts';

describe('an aborted run', () => {
  const moments: Array<[string, (call: { connection: number; index: number }) => boolean]> = [
    ['a warm-up', ({ connection, index }) => connection === 5 && index === 1],
    ['a turn', ({ connection, index }) => connection === 5 && index === inRound1(1)],
  ];
  it.each(moments)('ends at once in %s and keeps the sessions that ended', async (_, here) => {
    const { sessions, end, opened, closed, clock } = await runVirtual({
      behave(call, { abort }) {
        if (!here(call)) return undefined;
        abort.abort();
        return never;
      },
    });
    expect(end).toEqual({ kind: 'cancelled' });
    expect(sessions).toHaveLength(1);
    expect(opened).toHaveLength(8);
    expect(new Set(closed)).toEqual(new Set(opened));
    // Calls of other arms may still be under way; none follows them.
    await clock.drive(clock.sleep(10));
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['before its first session', 'session-started', 0],
    ['after a session', 'session-ended', 1],
  ] as const)('ends %s', async (_when, type, complete) => {
    const { sessions, end, opened } = await runVirtual({
      onEvent: (event, { abort }) => {
        if (event.type === type) abort.abort();
      },
    });
    expect(end).toEqual({ kind: 'cancelled' });
    expect(sessions).toHaveLength(complete);
    expect(opened).toHaveLength(4 * complete);
  });

  it('ends while connecting, and closes what opens later', async () => {
    let hands: Hands | undefined;
    const { sessions, end, opened, closed, clock } = await runVirtual({
      world: (own) => {
        hands = own;
        return {
          freshObject: () => {
            if (own.opened.length === 5) own.clock.after(1, () => own.abort.abort());
            return 'object';
          },
        };
      },
    });
    expect(hands?.abort.signal.aborted).toBe(true);
    expect(end).toEqual({ kind: 'cancelled' });
    expect(sessions).toHaveLength(1);
    await clock.drive(clock.sleep(100));
    expect(opened).toHaveLength(8);
    expect(new Set(closed)).toEqual(new Set(opened));
  });

  it.each(['page', 'bench'] as const)('ends while it waits for the %s', async (waitsFor) => {
    const untilAborted = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const { end, sessions } = await runVirtual({
      world: ({ refuse }) => {
        refuse(() => waitsFor === 'bench');
        const hidden = waitsFor === 'page';
        return {
          presence: { hidden, onHide: () => () => undefined, visible: untilAborted },
          recover: untilAborted,
        };
      },
      onEvent: (event, { abort }) => {
        if (event.type === 'waiting') process.nextTick(() => abort.abort());
      },
    });
    expect(end).toEqual({ kind: 'cancelled' });
    expect(sessions).toHaveLength(waitsFor === 'page' ? 0 : 1);
  });
});
