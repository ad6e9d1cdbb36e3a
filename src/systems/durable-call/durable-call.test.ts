/** Durable calls between objects on workerd: what is lost and what is not, whatever is killed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nightly } from '../../testing/nightly.ts';
import { type AnswerMessage, type CallMessage, limits } from './message.ts';
import { type Objects, serveObjects } from './testing/serve.ts';
import { eventually } from '../../../src/testing/eventually.ts';

let objects: Objects;
beforeAll(async () => {
  objects = await serveObjects();
});
afterAll(() => objects.stop());

type Noted = Record<'calls' | 'notes', number>;
interface Stored {
  rows: Record<string, number>;
  error?: { name: string; message: string };
  alarm: boolean;
}
const caller = <Value>(name: string, method: string, ...args: unknown[]) =>
  objects.call<Value>('CALLER', name, method, ...args);
const callee = <Value>(name: string, method: string, ...args: unknown[]) =>
  objects.call<Value>('CALLEE', name, method, ...args);

const once = (calls: number): Noted => ({ calls, notes: calls });
/** Waits until each of an object’s calls has had its effect and its continuation once, and no row is left. */
async function expectOnce(name: string, calls: number): Promise<void> {
  await eventually(async () =>
    expect(await caller(name, 'waiting')).toEqual({ calls: 0, wakes: false }),
  );
  expect(await caller(name, 'noted')).toEqual(once(calls));
  expect(await callee(name, 'noted')).toEqual(once(calls));
  expect((await caller<Stored>(name, 'stored')).rows['durable_call_outbox']).toBe(0);
}
/** A message without calls, of a caller that is none of these objects. */
const message = (n: number): CallMessage => ({
  ...{ life: 'by hand', n, before: 0, deadline: Date.now() + 60_000, calls: '[]' },
});

const KILLS = nightly ? 20 : 4;

it(`loses no call and makes none twice when workerd is killed ${KILLS} times`, async () => {
  let random = 20_261_122;
  /** Linear congruential generator: numbers from 0 to below a bound, the same in each run. */
  const draw = (below: number) => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((random / 2 ** 32) * below);
  };
  const CALLS = 200;
  /** Kills after which something was still waiting. */
  let interrupted = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const from = kill * CALLS;
    // Killed once so many of the calls have had their effect: from none to nearly all.
    const progress = from + draw(CALLS);
    const perTick = 1 + draw(20);
    const made = caller('killed', 'makeSlowly', 'killed', from, CALLS, perTick).catch(() => 0);
    let noted = 0;
    do noted = (await callee<Noted>('killed', 'noted')).calls;
    while (noted < progress);
    await objects.kill();
    await made;
    await objects.start();
    // What was not made before the kill is made now, as a client would go on.
    const left = await caller<Noted & { made: number }>('killed', 'made');
    if (left.made > left.calls) interrupted += 1;
    const missing = from + CALLS - left.made;
    if (missing > 0) await caller('killed', 'make', 'killed', left.made, missing);
  }
  await expectOnce('killed', KILLS * CALLS);
  expect(interrupted).toBeGreaterThan(0);
});

it('goes on by its alarm alone', async () => {
  await callee('alone', 'fallSilent');
  await caller('alone', 'make', 'alone', 0, 5);
  expect(await caller('alone', 'waiting')).toEqual({ calls: 5, wakes: true });
  await objects.kill();
  await objects.start();
  // Nobody but its alarm wakes the caller.
  await eventually(async () =>
    expect(await callee('alone', 'heard')).toMatchObject({ messages: 1 }),
  );
  await expectOnce('alone', 5);
});

describe.each(['durable', 'in-memory'])('%s', (mode) => {
  const name = (of: string) => `${mode}-${of}`;

  it('answers what a method gives, or what it throws, which is not tried again', async () => {
    const answers = await caller(name('ask'), 'ask', name('ask'), [
      ['echo', { a: [1, 'ü'] }],
      ['noteAndFail', 3],
      ['nothing'],
      ['unsayable'],
      ['later', 4],
      ['toString'],
      ['note', 5],
    ]);
    expect(answers).toEqual([
      { a: [1, 'ü'] },
      'RangeError: note 3: as asked',
      null,
      expect.stringMatching(/^TypeError: .*BigInt/),
      'TypeError: method later: got a promise, expected an answer at once',
      expect.stringMatching(/^TypeError: method: got toString, expected one of note, /),
      5,
    ]);
    expect(await callee(name('ask'), 'heard')).toMatchObject({ messages: 1 });
    // What throws leaves nothing where effects can be undone: a plain call does leave it.
    const left = mode === 'durable' ? 1 : 3;
    expect(await callee(name('ask'), 'noted')).toEqual(once(left));
  });

  it('sends the calls of a tick at once, as many messages as they need', async () => {
    const [first, second] = [name('tick'), name('tick-2')];
    await caller(first, 'make', second, 0, 2 * limits.calls + 1);
    await eventually(async () =>
      expect(await callee(second, 'noted')).toEqual(once(2 * limits.calls + 1)),
    );
    expect(await callee(second, 'heard')).toMatchObject({ messages: 3 });
    const chained = await caller(first, 'chain', name('tick-3'), 5);
    expect(chained).toEqual([0, 1, 2, 3, 4]);
  });

  it('refuses more calls than may wait, and what is too large, unknown or unsayable', async () => {
    const full = caller(name('full'), 'make', name('full'), 0, limits.pending + 1);
    await expect(full).rejects.toThrow(
      'RangeError: outbox: got 10000 calls that wait, expected fewer',
    );
    const unknown = caller(name('full'), 'make', name('full'), 0, 1, 'note', 'toString');
    await expect(unknown).rejects.toThrow(
      'TypeError: continuation: got toString, expected one of note, noteAndFail',
    );
    const text = 'x'.repeat(limits.characters);
    expect(await caller(name('large'), 'ask', name('large'), [['echo', text]])).toEqual([
      expect.stringMatching(/^RangeError: call: got \d+ characters, expected at most \d+$/),
    ]);
    expect(
      await caller(name('large'), 'ask', name('large'), [['text', limits.characters]]),
    ).toEqual([
      expect.stringMatching(/^RangeError: answer: got \d+ characters, expected at most \d+$/),
    ]);
  });

  it('answers with an error at the deadline', async () => {
    const hasty = name('hasty');
    await callee(hasty, 'fallSilent');
    await caller(hasty, 'make', hasty, 1, 1);
    expect(await caller(hasty, 'ask', hasty, [['note', 2]])).toEqual([
      'DeadlineError: got no answer, expected one within 600 ms; the effect may or may not have happened',
    ]);
    expect(await callee(hasty, 'noted')).toEqual(once(2));
    expect(await caller(hasty, 'stored')).toMatchObject({ error: { name: 'DeadlineError' } });
    expect(await caller(hasty, 'waiting')).toEqual({ calls: 0, wakes: false });
  });

  it.each([
    ['no number', { n: undefined }],
    ['no JSON', { calls: '{' }],
    ['a call without arguments', { calls: '[["note"]]' }],
    ['too many calls', { calls: JSON.stringify(Array(limits.calls + 1).fill(['note', [1]])) }],
  ])('refuses a message with %s', async (_what, part) => {
    const taken = callee(name('malformed'), 'takeCalls', { ...message(1), ...part });
    await expect(taken).rejects.toThrow(
      /^TypeError: message: got {.*, expected life, n, before, deadline and at most 1000 calls|^SyntaxError: Expected .* in JSON/,
    );
  });
});

it('stores nothing in memory mode', async () => {
  const name = 'in-memory-rows';
  await caller(name, 'ask', name, [['echo', 1], ['nothing']]);
  await callee(name, 'lose', 1);
  // What is lost is answered, and not tried again: it might be done twice.
  expect(await caller(name, 'ask', name, [['echo', 1]])).toEqual([
    'TransportError: the call failed; the effect may or may not have happened; last failure: Error: the answer is lost',
  ]);
  expect(await caller(name, 'stored')).toEqual({ rows: {}, alarm: false });
  expect(await callee(name, 'rows')).toEqual({});
  expect(await callee(name, 'heard')).toMatchObject({ messages: 2 });
});

it('asks again when answers are lost, and makes no call twice', async () => {
  await callee('lost', 'lose', 2);
  expect(await caller('lost', 'ask', 'lost', [['note', 1]])).toEqual([1]);
  expect(await callee('lost', 'heard')).toMatchObject({ messages: 3 });
  expect(await callee('lost', 'noted')).toEqual(once(1));
});

it('goes on when callee or caller is aborted', async () => {
  await callee('aborted', 'lose', 1);
  await caller('aborted', 'make', 'aborted', 0, 10);
  await expect(callee('aborted', 'abort')).rejects.toThrow('as asked');
  await caller('aborted', 'make', 'aborted', 10, 10);
  await expect(caller('aborted', 'abort')).rejects.toThrow('as asked');
  await expectOnce('aborted', 20);
});

it('answers the same message from what it kept, and not once the caller has the answer', async () => {
  const same = { ...message(1), calls: '[["note",[1]]]' };
  const take = (part: Partial<CallMessage>) =>
    callee<AnswerMessage>('same', 'takeCalls', { ...same, ...part });
  expect(await take({})).toEqual({ answers: '[{"value":1}]' });
  expect(await take({})).toEqual({ answers: '[{"value":1}]' });
  await take({ n: 2, before: 2, calls: '[]' });
  expect((await take({})).answers).toMatch('"DeadlineError"');
  expect((await take({ n: 2, deadline: Date.now() - 1 })).answers).toMatch('"DeadlineError"');
  expect(await callee('same', 'noted')).toEqual(once(1));
  expect(await callee('same', 'rows')).toMatchObject({ durable_call_inbox: 0 });
});

it('undoes what a continuation stored before it threw, and reports that', async () => {
  await caller('throws', 'make', 'throws', 0, 1, 'note', 'noteAndFail');
  await caller('throws', 'make', 'throws', 1, 1, 'note', 'note');
  await eventually(async () =>
    expect(await caller('throws', 'waiting')).toMatchObject({ calls: 0 }),
  );
  expect(await caller('throws', 'noted')).toEqual(once(1));
  expect(await caller('throws', 'reported')).toEqual([
    expect.stringContaining('a continuation failed as asked'),
  ]);
});

it('goes on after its owner deleted all that is stored', async () => {
  for (const kind of ['CALLER', 'CALLEE'] as const) {
    expect(await caller('deleted', 'ask', 'deleted', [['echo', kind]])).toEqual([kind]);
    await objects.call(kind, 'deleted', 'deleteAll');
  }
  expect(await caller('deleted', 'ask', 'deleted', [['echo', 3]])).toEqual([3]);
});

it('makes 10,000 calls in waves and 1,000 at once, and keeps little of them', async () => {
  for (let wave = 0; wave < 10; wave += 1) {
    const questions = Array.from({ length: 1000 }, (_, at) => ['note', wave * 1000 + at]);
    expect(await caller('waves', 'ask', 'waves', questions)).toHaveLength(1000);
  }
  await caller('waves', 'make', 'waves', 10_000, 1000);
  await eventually(async () =>
    expect(await caller('waves', 'waiting')).toMatchObject({ calls: 0 }),
  );
  expect(await callee('waves', 'noted')).toEqual(once(11_000));
  expect(await caller('waves', 'noted')).toEqual(once(1000));
  expect((await caller<Stored>('waves', 'stored')).rows['durable_call_outbox']).toBe(0);
  // Once it is acknowledged: no answers, and a line for the life of the caller.
  await eventually(async () =>
    expect(await callee('waves', 'rows')).toMatchObject({
      ...{ durable_call_inbox: 0, durable_call_life: 1 },
    }),
  );
});

it('keeps answers up to a limit, and each until its deadline', async () => {
  const take = (name: string) =>
    callee(name, 'takeCalls', { ...message(1), calls: '[["nothing",[]]]' });
  await callee('crowded', 'crowd', limits.kept, Date.now() + 600_000);
  await expect(take('crowded')).rejects.toThrow(
    'RangeError: inbox: got 10000 messages whose answers nobody took, expected fewer',
  );
  await callee('forgetful', 'crowd', 5, Date.now() + 300);
  await eventually(async () => {
    expect(await take('forgetful')).toEqual({ answers: '[{}]' });
    expect(await callee('forgetful', 'rows')).toMatchObject({ durable_call_inbox: 1 });
  });
});
