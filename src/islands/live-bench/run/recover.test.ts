import { describe, expect, it } from 'vitest';
import { PATIENCE_MS, recover } from './recover.ts';

/** A bench that answers after so many questions, and a clock that only pauses move. */
function bench(answersAfter: number, final: (error: unknown) => string | undefined) {
  let [now, asked] = [0, 0];
  const pauses: number[] = [];
  const controller = new AbortController();
  const options = {
    ask: () => {
      asked += 1;
      return asked > answersAfter ? Promise.resolve() : Promise.reject(new Error(`no ${asked}`));
    },
    final,
    pause: (ms: number) => {
      pauses.push(ms);
      now += ms;
      return Promise.resolve();
    },
    now: () => now,
    signal: controller.signal,
  };
  return { options, pauses, controller };
}

describe('recover', () => {
  it('asks at once, then with pauses that double up to five seconds', async () => {
    const { options, pauses } = bench(7, () => undefined);
    expect(await recover(options)).toEqual({ ready: true });
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
  });

  it('gives up after a minute', async () => {
    const { options } = bench(Infinity, () => undefined);
    expect(await recover(options)).toEqual({ ready: false, why: 'no answer for a minute' });
    expect(options.now()).toBeGreaterThan(PATIENCE_MS - 5000);
    expect(options.now()).toBeLessThanOrEqual(PATIENCE_MS);
  });

  it('gives up at once for a reason that waiting does not mend', async () => {
    const { options, pauses } = bench(Infinity, () => 'refused');
    expect(await recover(options)).toEqual({ ready: false, why: 'refused' });
    expect(pauses).toEqual([]);
  });

  it('ends with the signal', async () => {
    const { options, controller } = bench(Infinity, () => undefined);
    controller.abort(new Error('cancelled'));
    await expect(recover(options)).rejects.toThrow('cancelled');
  });
});
