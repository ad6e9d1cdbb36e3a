/** The amounts that one object takes of the day, in this process: its budget answers as it is told. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Amounts, NOTHING, type Payer, type Refusal } from '../../src/wire/amounts.ts';
import { envHere, startAllowance, startBudget } from '../testing/here.ts';
import { times } from '../testing/messages.ts';

const NOON = Date.UTC(2026, 10, 22, 12);
const MIDNIGHT = Date.UTC(2026, 10, 23);
const payer: Payer = { visitor: 1, openedAt: NOON };
const amounts = (some: Partial<Amounts>): Amounts => ({ ...NOTHING, ...some });
const room = amounts({ messages: 7, rows: 3 });
const refusal = { reached: 'visitor-messages', limit: 9, retryAt: MIDNIGHT, room } as const;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  vi.stubGlobal('scheduler', { wait });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An allowance whose budget gives these answers, and then grants. Its takings are what it wanted and owed. */
async function allowanceWith(answers: Array<Refusal | Error> = [], SETTING = 'deployed') {
  const takings: Array<[wanted: Partial<Amounts>, owed: Partial<Amounts>]> = [];
  const ends: Refusal[] = [];
  const some = (all: Amounts) => Object.fromEntries(Object.entries(all).filter(([, of]) => of));
  const take = async (_: Payer, wanted: Amounts, owed = NOTHING) => {
    takings.push([some(wanted), some(owed)]);
    const answer = takings.length > 50 ? new Error('asked too often') : answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const env = { ...envHere, SETTING, BUDGET: { getByName: () => ({ take }) } };
  const allowance = await startAllowance(env, (end) => ends.push(end));
  return { allowance, takings, ends, pass: vi.advanceTimersByTimeAsync };
}

/** The same after a first visit, which has brought 60 messages, 20 rows and 5 seconds. */
async function visited(...answers: Array<Refusal | Error>) {
  const made = await allowanceWith(answers);
  expect(made.allowance.begin({ ...payer, visit: 'first' })).toBeUndefined();
  return made;
}

it('takes messages and rows once they are low, and twice as many rows each time', async () => {
  const { allowance, takings, pass } = await visited();
  allowance.count(45);
  expect(takings).toEqual([]);
  allowance.count(1);
  allowance.count(1);
  await pass(0);
  expect(takings).toEqual([[{ messages: 120 }, {}]]);
  const found: string[] = [];
  for (let write = 1; write <= 481; write += 1) {
    const before = takings.length;
    expect(allowance.store(1, () => write)).toBe(write);
    await pass(0);
    for (const [wanted] of takings.slice(before)) found.push(`${write}: ${wanted.rows}`);
  }
  // Each time when under half of what it takes is left.
  expect(found.join()).toBe('11: 20,21: 40,41: 80,81: 160,161: 320,481: 320');
});

it('takes all that is low for a visit that brings nothing, and what it owes', async () => {
  const { allowance, takings, pass } = await allowanceWith();
  allowance.count(1);
  expect(await allowance.store(9, () => 'at once')).toBe('at once');
  await allowance.pay('stream', 9, 9);
  expect(takings).toEqual([]);
  allowance.begin({ ...payer, visit: 'again' });
  await pass(0);
  expect(takings).toEqual([[{ messages: 120, rows: 20 }, { messages: 21 }]]);
});

it('has writes wait in their order until they are paid for', async () => {
  const { allowance, takings, pass } = await visited();
  const done: string[] = [];
  const failing = allowance.store<never>(25, () => {
    done.push('25');
    throw new Error('full');
  });
  const failed = expect(failing).rejects.toThrow('full');
  void allowance.store(40, () => done.push('40'));
  expect([done, takings]).toEqual([[], [[{ rows: 45 }, {}]]]);
  await pass(0);
  await failed;
  expect([done.join(), takings[1]]).toEqual(['25,40', [{ rows: 40 }, {}]]);
  expect(allowance.store(40, () => 'all')).toBe('all');
});

it('refuses the writes that wait if nobody answers, and those above a thousand', async () => {
  const { allowance, takings, pass } = await visited(new Error('moved'));
  const waiting = times(1001, async () => allowance.store(21, () => undefined));
  const settled = Promise.allSettled(waiting);
  await pass(0);
  const reasons = (await settled).map((each) => String('reason' in each && each.reason));
  expect(reasons.slice(-2)).toEqual([
    'Error: rows: got no answer of the day’s budget, expected one',
    'RangeError: rows: got one more call that waits for the day, expected at most 1000',
  ]);
  expect(new Set(reasons).size).toBe(2);
  void allowance.store(21, () => undefined);
  expect(takings.at(-1)).toEqual([{ rows: 41 }, {}]);
});

it('may use all that it has after a refusal, and then ends and reports what is owed', async () => {
  const { allowance, takings, ends, pass } = await visited(refusal);
  allowance.count(60);
  await pass(5000);
  expect([takings, ends]).toEqual([[[{ messages: 120 }, {}]], []]);
  expect(allowance.begin(payer)).toBeUndefined();
  allowance.count(1);
  expect(ends).toEqual([refusal]);
  expect(allowance.begin(payer)).toBe(refusal);
  await pass(999);
  expect(takings).toHaveLength(1);
  await pass(1);
  expect(takings.slice(1)).toEqual([[{}, { messages: 1 }]]);
  expect(allowance.begin({ ...payer, visit: 'first' })).toBeUndefined();
  allowance.count(46);
  await pass(0);
  expect(takings[2]).toEqual([{ messages: 120 }, {}]);
});

it('ends with a write that the day has no room for', async () => {
  const { allowance, ends, pass } = await visited(refusal);
  const refused = expect(allowance.store(21, () => 0)).rejects.toThrow(
    'rows: got a call that writes one, expected none: visitor-messages, of 9, is used up until 2026-11-23T00:00:00.000Z',
  );
  await pass(0);
  await refused;
  expect(ends).toEqual([refusal]);
});

it('pays before a use from what is left, else from the day', async () => {
  const { allowance, takings, pass } = await visited(refusal, refusal);
  await allowance.pay('batch', 60, 0);
  await pass(0);
  await expect(allowance.pay('batch', 1, 0)).rejects.toThrow(
    'batch: got what takes 1 messages and 0 rows of the day, expected at most the 7 messages and 20 rows that are left; it opens again at 2026-11-23',
  );
  await allowance.pay('batch', 1, 20);
  const asked = takings.map(([wanted]) => wanted);
  expect(asked).toEqual([{ messages: 120 }, { messages: 1 }, { messages: 1, rows: 20 }]);
});

it('counts seconds while something is open, twice for a call of another object', async () => {
  const { allowance, takings, pass } = await visited();
  await pass(9000);
  for (let at = 0; at < 2; at += 1) allowance.opened();
  allowance.closed();
  await pass(3999);
  expect(takings).toEqual([]);
  await pass(1);
  expect(takings).toEqual([[{ seconds: 15 }, {}]]);
  await pass(0);
  // 16 are left. A clock that jumps is counted when the last one closes.
  await allowance.pay('stream', 1, 0);
  vi.setSystemTime(NOON + 13_000 + 16_000);
  allowance.closed();
  allowance.opened();
  allowance.closed();
  expect([vi.getTimerCount(), takings.length]).toEqual([0, 1]);
  await pass(9000);
  allowance.opened();
  await allowance.pay('batch', 1, 0, 2);
  vi.setSystemTime(Date.now() + 4_000_000);
  allowance.closed();
  await pass(0);
  // 15 were taken when it opened with none left.
  expect(takings.slice(2)).toEqual([[{ seconds: 15 }, { seconds: 8000 - 15 }]]);
});

it('counts nothing on one’s own machine', async () => {
  const { allowance, takings } = await allowanceWith([], 'workerd');
  allowance.begin({ ...payer, visit: 'first' });
  allowance.opened();
  allowance.count(1000);
  expect(allowance.store(1000, () => 'at once')).toBe('at once');
  await allowance.pay('batch', 1000, 1000);
  expect([takings, vi.getTimerCount()]).toEqual([[], 0]);
});

it('the budget gives a visitor a fifth of the day, to the last one', async () => {
  const { budget } = await startBudget();
  // A fifth less the price of asking, which is 20 messages and a row.
  const room = { objects: 2000, messages: 119_980, rows: 14_999, seconds: 14_000 };
  const refused = { reached: 'visitor-messages', limit: 120_000, retryAt: MIDNIGHT, room };
  expect(budget.take(payer, amounts({ messages: 119_981 }))).toEqual(refused);
  expect(budget.take(payer, amounts({ messages: 119_960 }))).toBeUndefined();
  const rest = { objects: 10_000, messages: 480_000 - 20, rows: 75_000 - 3, seconds: 70_000 };
  expect(budget.today().left).toEqual(rest);
  const other = { ...payer, visitor: 2 };
  expect(budget.take(other, amounts({ objects: 1 }), NOTHING, false)).toBeUndefined();
  expect(budget.take(other, amounts({ objects: 10_000 }))?.reached).toBe('visitor-objects');
  expect(budget.take(other, amounts({ objects: 10_001 }))?.reached).toBe('day-objects');
  expect(budget.take(other, amounts({ objects: 2 }), amounts({ seconds: 7 }))).toBeUndefined();
  expect(budget.today().left).toMatchObject({ objects: 9998, rows: 75_000 - 8, seconds: 69_993 });
  budget.take(other, NOTHING, amounts({ seconds: 70_000 }));
  expect(budget.today().left.seconds).toBe(0);
  expect(budget.take(other, NOTHING)).toBeUndefined();
});
