import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HeldCalls, LONGEST_WAIT_MS } from './held.ts';

describe('two calls that wait for one key', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are both let go by one release', async () => {
    const held = new HeldCalls();
    const answers: string[] = [];
    for (let call = 0; call < 2; call += 1) void held.hold('gate').then((key) => answers.push(key));
    const other = held.hold('other');
    expect(held.keys).toEqual(['gate', 'gate', 'other']);
    expect(held.release('gate')).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toEqual(['gate', 'gate']);
    expect(held.release('gate')).toBe(false);
    expect(held.release('other')).toBe(true);
    await expect(other).resolves.toBe('other');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('wait for as long as each of them may', async () => {
    const held = new HeldCalls();
    const first = held.hold('gate');
    const late = expect(first).rejects.toThrow('hold: got no release of gate');
    await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS / 2);
    const second = held.hold('gate');
    await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS / 2);
    await late;
    expect(held.size).toBe(1);
    expect(held.release('gate')).toBe(true);
    await expect(second).resolves.toBe('gate');
  });
});
