import { describe, expect, it } from 'vitest';
import type { CounterOperations } from '../../../bench-workers/operations.ts';
import { payloadAt } from '../../../bench-workers/payload-text.ts';
import { expectedMs, makePlan, NEAR, sizeOf } from '../../harness/plan/index.ts';
import { TWIN } from '../../harness/record/index.ts';
import { study } from './study.ts';
import type { CounterWorkload } from './workloads/recipe.ts';

/** A counter without a network that does all that is asked of it. */
function counter(change: Partial<CounterOperations> = {}): CounterOperations {
  let value = 0;
  let downloads = 0;
  const increment = (amount: number) => Promise.resolve((value += amount));
  return {
    increment,
    getValue: () => Promise.resolve(value),
    reset: () => Promise.resolve((value = 0)),
    echo: (sent) => Promise.resolve(structuredClone(sent)),
    add: (a, b) => Promise.resolve(a + b),
    chain: () => Promise.resolve(1),
    nested: async () => (await increment(1)) + (await increment(1)),
    upload: (text) => Promise.resolve(text.length),
    download: (length) => Promise.resolve(payloadAt(length, (downloads += 1) - 1)),
    fail: () => Promise.reject(new RangeError('fail: as asked')),
    ...change,
  };
}

/** Runs a workload’s operations one after the other and then its check. */
async function outcome(workload: CounterWorkload, operations: CounterOperations) {
  const answers: unknown[] = [];
  for (const operation of workload.warmUp) await operation(operations);
  for (const operation of workload.operations) answers.push(await operation(operations));
  return workload.check(operations, answers);
}

const find = (id: string) => {
  const found = study.workloads.find((workload) => workload.id === id);
  if (found === undefined) throw new RangeError(`workload: got "${id}", expected one of the study`);
  return found;
};

describe('the workloads', () => {
  it.each(study.workloads.map((workload) => [workload.id, workload] as const))(
    '%s is right where everything is done that is asked',
    async (_id, workload) => {
      expect(await outcome(workload, counter())).toBeUndefined();
    },
  );

  it.each(study.workloads.map((workload) => [workload.id, workload] as const))(
    '%s asks one question, in a sentence',
    (_id, { question, group, label }) => {
      expect(question).toMatch(/^[A-Z][^?]*\?$/);
      expect(group).not.toBe('');
      expect(label).not.toBe('');
    },
  );

  it('each have an id and a label of their own', () => {
    for (const of of ['id', 'label'] as const) {
      expect(new Set(study.workloads.map((each) => each[of])).size).toBe(study.workloads.length);
    }
  });

  const same = (value: number) => () => Promise.resolve(value);
  it.each<[string, Partial<CounterOperations>, RegExp]>([
    ['increment', { increment: same(1) }, /^the counter holds 0, expected 120$/],
    ['get-1000', { getValue: same(0.5) }, /^the counter holds 0\.5, expected 0$/],
    ['burst', { increment: same(0) }, /^the counter holds 0, expected 7$/],
    ['chain', { chain: same(2) }, /^answer 1 of 50: got 2, expected 1$/],
    ['nested', { nested: same(3) }, /^the counter holds 0, expected 120$/],
    ['payload-up-1k', { upload: same(999) }, /^answer 1 of 100: got 999, expected 1000$/],
    [
      'payload-down-1k',
      { download: (length) => Promise.resolve(payloadAt(length, 0)) },
      /^answer 1 of 100: got a text of 1000 characters, expected another$/,
    ],
    [
      'payload-echo-1k',
      { echo: () => Promise.resolve('' as never) },
      /^answer 1 of 100: got "", expected a text of 1000 characters$/,
    ],
    [
      'structured',
      { echo: (sent) => Promise.resolve({ ...sent, tags: [] }) },
      /^answer 1 of 50: its field tags did not come back as it was sent$/,
    ],
    [
      'structured',
      { echo: (sent) => Promise.resolve({ ...structuredClone(sent) }) },
      /its field self did not come back/,
    ],
    [
      'errors',
      { fail: () => Promise.reject(new Error('internal error')) },
      /^answer 1 of 50: got Error: internal error, expected the error that the server threw$/,
    ],
    ['errors', { fail: () => Promise.resolve(undefined as never) }, /got undefined/],
    ['idle-wake', { getValue: same(0) }, /^the counter holds 0, expected 1$/],
  ])('%s is void where %o goes wrong', async (id, change, message) => {
    expect(await outcome(find(id), counter(change))).toMatch(message);
  });

  it('of load take answers in any order, but each value once', async () => {
    const workload = find('sustained-16');
    const done = counter();
    const answers: unknown[] = [];
    for (const operation of workload.warmUp) await operation(done);
    for (const operation of workload.operations) answers.push(await operation(done));
    expect(await workload.check(done, answers.toReversed())).toBeUndefined();
    const twice = answers.with(3, answers[4]);
    expect(await workload.check(done, twice)).toBe('got 799 different values, expected 800');
    expect(await workload.check(done, answers.slice(1))).toBe('got 799 answers, expected 800');
  });
});

describe('what runs unless it is asked for more', () => {
  const plan = makePlan(study, { rounds: 5 }, 1);

  it('are the three workloads and five arms of the source, and the twin', () => {
    expect(plan.workloads).toEqual(['increment', 'get-value', 'mixed']);
    expect(plan.arms).toEqual([
      'raw-websocket/in-memory',
      'raw-websocket/hibernating',
      'lumenize/hibernating',
      'lumenize/in-memory',
      'capnweb/in-memory',
      TWIN,
    ]);
    expect(plan.blocks).toHaveLength(5 * 3 * 6);
    expect(plan).not.toHaveProperty('cannot');
  });

  it('is expected to take some seconds on the reader’s own machine', () => {
    const sizes = new Map(study.workloads.map((each) => [each.id, sizeOf(each)]));
    const ms = plan.blocks.reduce((sum, { workload }) => {
      const size = sizes.get(workload);
      return sum + (size === undefined ? NaN : expectedMs(size, NEAR));
    }, 0);
    expect(ms).toBeLessThan(15_000);
  });

  it('can be all of it, without what arms cannot do', () => {
    const all = makePlan(
      study,
      {
        rounds: 1,
        arms: study.arms.map(({ id }) => id),
        workloads: study.workloads.map(({ id }) => id),
      },
      1,
    );
    const kinds = Object.keys(all.loads ?? {});
    expect(kinds).toContain('sustained-open');
    expect(kinds).toContain('payload-echo-1m');
    const structured = all.blocks.filter(({ workload }) => workload === 'structured');
    expect(structured.map(({ arm }) => arm)).toContain('lumenize/in-memory');
    expect(structured.map(({ arm }) => arm)).not.toContain('raw-websocket/in-memory');
    for (const { reason } of all.cannot ?? []) expect(reason).toMatch(/^[A-Z].*\.$/);
  });
});
