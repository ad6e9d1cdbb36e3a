import { expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { MessageBudget } from './budget.ts';

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
  let turns = 0;
  const others = () => Promise.resolve(void (turns += 1));
  const failed = (count: number) =>
    Array.from({ length: count }, () => budget.fail(others)).filter((turn) => turn !== undefined);
  budget.renew();
  expect(failed(19)).toHaveLength(0);
  expect(failed(1)).toHaveLength(1);
  const turned = failed(20);
  await Promise.all(turned);
  expect([turned.length, turns]).toEqual([20, 2]);
  budget.renew();
  expect(failed(19)).toHaveLength(0);
});
