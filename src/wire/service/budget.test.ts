import { expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { MessageBudget } from './budget.ts';
import type { Host } from './host.ts';
import { serviceOf } from './service.ts';

const { bytes: CALLBACK } = limits.callbacks;

it('keeps what a message brought, and is answered, for as long as one of its calls waits', () => {
  const budget = new MessageBudget();
  let kept = 0;
  const keep = (bytes: number) => (kept += bytes);
  budget.renew(1000);
  budget.answer(200);
  const first = budget.wait(keep);
  expect(kept).toBe(1200 + CALLBACK);
  const second = budget.wait(keep, 3);
  budget.answer(50);
  expect(kept).toBe(1250 + 4 * CALLBACK);
  first();
  // Of the next message nothing waits.
  budget.renew(5000);
  budget.answer(7);
  expect(kept).toBe(1250 + 3 * CALLBACK);
  second();
  expect(kept).toBe(0);
});

it('lets others have the thread after each twenty errors of a message', async () => {
  const budget = new MessageBudget();
  const turns: Array<() => void> = [];
  const letOthersRun = () => new Promise<void>((resolve) => turns.push(resolve));
  const service = serviceOf({ budget, letOthersRun } as Partial<Host> as Host)();
  const told: number[] = [];
  const fail = async (number: number) => {
    // A call may fail before it makes a promise.
    await (async () => service.upload(number as never))().catch(() => told.push(number));
  };
  budget.renew();
  const failed = Array.from({ length: 45 }, (_, number) => fail(number));
  await new Promise(setImmediate);
  expect([told.length, turns.length]).toEqual([19, 1]);
  turns[0]?.();
  await new Promise(setImmediate);
  expect([told.length, turns.length]).toEqual([39, 2]);
  turns[1]?.();
  await Promise.all(failed);
  budget.renew();
  await Promise.all(Array.from({ length: 19 }, (_, number) => fail(number)));
  expect([told.length, turns.length]).toEqual([64, 2]);
});
