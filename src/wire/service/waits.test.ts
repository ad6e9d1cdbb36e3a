import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limits } from '../limits.ts';
import { Waits } from './waits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ended = vi.fn();
const LONGEST_MS = 20_000;
const { waiting } = limits.callbacks;

it('lets all calls go that wait for one key', async () => {
  const waits = new Waits(LONGEST_MS, ended);
  const both = Promise.all([waits.hold('gate'), waits.hold('gate')]);
  const other = waits.hold('other');
  expect(waits.keys).toEqual(['gate', 'gate', 'other']);
  expect(waits.release('gate')).toBe(true);
  expect(await both).toEqual(['gate', 'gate']);
  expect(waits.release('gate')).toBe(false);
  expect(waits.release('other')).toBe(true);
  await expect(other).resolves.toBe('other');
  expect(vi.getTimerCount()).toBe(0);
});

it('lets each call wait for as long as it may', async () => {
  const waits = new Waits(LONGEST_MS, ended);
  const late = expect(waits.hold('gate')).rejects.toThrow('hold: got no release of gate');
  await vi.advanceTimersByTimeAsync(LONGEST_MS / 2);
  const second = waits.hold('gate');
  await vi.advanceTimersByTimeAsync(LONGEST_MS / 2);
  await late;
  expect(waits.keys).toEqual(['gate']);
  expect(waits.release('gate')).toBe(true);
  await expect(second).resolves.toBe('gate');
  expect(ended).not.toHaveBeenCalled();
});

it('ends a client whose function does not answer, and has room for others then', async () => {
  const waits = new Waits(LONGEST_MS, ended);
  const never = new Promise<never>(() => undefined);
  expect(await waits.ask('publish', 1, () => 'told')).toBe('told');
  const late = expect(waits.ask('publish', waiting, () => never)).rejects.toThrow(
    `publish: got no answer of the client within ${LONGEST_MS} ms`,
  );
  const refused = `steps: got 1 calls more, expected at most ${waiting} that wait for answers`;
  await expect(waits.ask('steps', 1, () => never)).rejects.toThrow(refused);
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  await late;
  expect(ended).toHaveBeenCalledTimes(1);
  expect(await waits.ask('steps', waiting, () => 'answered')).toBe('answered');
  expect(vi.getTimerCount()).toBe(0);
});
