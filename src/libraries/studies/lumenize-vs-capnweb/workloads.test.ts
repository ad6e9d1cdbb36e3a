import { describe, expect, it } from 'vitest';
import { idsFrom, nameOf, payloadAt } from '../../../wire/service/payloads.ts';
import { type Api, noStreams } from '../../../wire/service/api.ts';
import { armsFor, makePlan, workloadOf, workloadsOf } from '../../../core/plan/index.ts';
import { CONTROL } from '../../../core/record/index.ts';
import { runsHere } from '../../systems/index.ts';
import { study } from './study.ts';
import type { CounterWorkload } from './workloads/calls.ts';

/** A counter without a network that does all that is asked of it. */
function counter(change: Partial<Api> = {}): Api {
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
    mapped: (first) => Promise.resolve(idsFrom(first).map(nameOf)),
    calledBack: (count, call) =>
      Promise.resolve(Array.from({ length: count }, (_, at) => call(at)).reduce((a, b) => a + b)),
    upload: (text) => Promise.resolve(text.length),
    download: (length) => Promise.resolve(payloadAt(length, (downloads += 1) - 1)),
    fail: () => Promise.reject(new RangeError('fail: as asked')),
    passed: () => Promise.resolve(0),
    ...noStreams(),
    ...change,
  };
}

/** Operations of a turn, unless the workload says. */
const TURN = 12;

/** Runs two turns one after the other, and then the check. */
async function outcome(workload: CounterWorkload, operations: Api) {
  const turn = workload.turn?.near.operations ?? TURN;
  await workload.prepare?.(operations);
  for (const first of [0, turn]) {
    const answers: unknown[] = [];
    for (let place = first; place < first + turn; place += 1) {
      answers.push(await workload.operation(place)(operations));
    }
    const wrong = workload.wrong(answers, first);
    if (wrong !== undefined) return wrong;
  }
  return workload.check(operations, 2 * turn);
}

const find = (id: string) => workloadOf(study, id);
const ofAnyPayload = [
  'up-0x1',
  'up-2500x8',
  'down-2500x8',
  'down-1x64',
  'echo-2500x8',
  'echo-1000000x2',
];
const every = [...study.workloads, ...workloadsOf(study, ofAnyPayload)];

describe('the workloads', () => {
  it.each(every.map((workload) => [workload.id, workload] as const))(
    '%s is right where everything is done that is asked',
    async (_id, workload) => {
      expect(await outcome(workload, counter())).toBeUndefined();
    },
  );

  it('make what they send before they are timed', async () => {
    const sent: unknown[] = [];
    const echo = (value: unknown) => Promise.resolve(void sent.push(value) as never);
    const operation = find('structured').operation(1);
    for (let time = 0; time < 2; time += 1) await operation(counter({ echo }));
    expect(sent[0]).toBe(sent[1]);
  });

  it('each have an id and a label of their own, and ask one question in a sentence', () => {
    for (const { question } of every) expect(question).toMatch(/^[A-Z][^?]*\?$/);
    for (const of of ['id', 'label'] as const) {
      expect(new Set(every.map((each) => each[of])).size).toBe(every.length);
    }
  });

  const same = (value: number) => () => Promise.resolve(value);
  const names = (first: number) => idsFrom(first).map(nameOf);
  /** Sends the same text each time. */
  const alike: Partial<Api> = { download: async (length) => payloadAt(length, 0) };
  it.each<[string, Partial<Api>, RegExp]>([
    ['increment', { increment: same(1) }, /^answer 2: got 1, expected 2$/],
    ['increment', { getValue: same(3) }, /^the counter holds 3, expected 24$/],
    ['mixed', { getValue: same(1) }, /^answer 4: got 1, expected 2$/],
    ['get-1000', { getValue: same(0.5) }, /^answer 1: got 0\.5, expected 0$/],
    ['burst', { increment: same(0) }, /^answer 1: got 0, expected 7$/],
    ['chain', { chain: same(2) }, /^answer 1: got 2, expected 1$/],
    ['nested', { nested: same(3) }, /^answer 2: got 3, expected 7$/],
    ['mapped', { mapped: async () => names(0) }, /^answer 2: got "name 0", expected "name 10"$/],
    ['mapped', { mapped: async (first) => names(first).slice(1) }, /: got 9 answers, expected 10$/],
    [
      'called-back',
      { calledBack: async (count, call) => count * call(0) },
      /: got 0, expected 328350$/,
    ],
    ['payload-up-1k', { upload: same(999) }, /^answer 1: got 999, expected 1000$/],
    ['payload-down-1k', alike, /^answer 2: got a text of 1000 characters, expected another$/],
    [
      'payload-echo-1k',
      { echo: async () => '' as never },
      /: got "", expected a text of 1000 char/,
    ],
    [
      'structured',
      { echo: async (sent) => ({ ...sent, tags: [] }) },
      /^answer 1: its field tags did/,
    ],
    [
      'structured',
      { echo: async (sent) => ({ ...structuredClone(sent) }) },
      /its field self did not/,
    ],
    [
      'errors',
      { fail: () => Promise.reject(new Error('no')) },
      /^answer 1: got Error: no, expected the/,
    ],
    ['errors', { fail: async () => undefined as never }, /got undefined/],
    ['up-2500x8', { upload: same(2499) }, /^answer 1: got 2499, expected 2500$/],
    ['down-2500x8', alike, /^answer 1: got a text of 2500 characters, expected another$/],
    ['echo-10x2', { getValue: same(1) }, /^the counter holds 1, expected 0$/],
  ])('%s is discarded where %o goes wrong', async (id, change, message) => {
    expect(await outcome(find(id), counter(change))).toMatch(message);
  });

  it('of load take answers in any order, but each value of the turn once', () => {
    const loop = find('sustained-16');
    const wrong = (answers: readonly unknown[]) => loop.wrong(answers, 640);
    const answers = Array.from({ length: 320 }, (_, index) => 641 + index);
    expect(wrong(answers.toReversed())).toBeUndefined();
    expect(wrong(answers.with(3, 645))).toBe('got 319 different values, expected 320');
    expect(wrong(answers.with(3, 640))).toBe('got 640, expected 641 to 960');
    expect(wrong(answers.with(3, 961))).toBe('got 961, expected 641 to 960');
    expect(wrong(answers.map((at) => (at === 700 ? undefined : at)))).toBe(
      'got undefined, expected 641 to 960',
    );
    expect(wrong(answers.with(3, 700.5))).toBe('got 700.5, expected 641 to 960');
  });
});

describe('what runs unless it is asked for more', () => {
  const place = { msPerOperation: 0.5, clockStepUs: 1 };
  const { plan } = makePlan(study, {}, 1, place);

  it('are what the study’s page leads with, the batch where calls are made at once, and the control', () => {
    expect(plan.workloads).toEqual(['increment', 'get-value', 'burst', 'chain']);
    expect(plan.arms).toEqual([
      'raw-websocket/in-memory',
      'raw-websocket/hibernating',
      ...(runsHere('lumenize-rpc') ? ['lumenize-rpc/hibernating'] : []),
      'lumenize/hibernating',
      'capnweb/in-memory',
      'capnweb/http-batch',
      CONTROL,
    ]);
    expect(plan).not.toHaveProperty('cannot');
  });

  it('can be all of it, without what arms cannot do', () => {
    const { plan: all } = makePlan(
      study,
      { arms: study.arms.map(({ id }) => id), workloads: study.workloads.map(({ id }) => id) },
      1,
      place,
    );
    const kinds = Object.keys(all.loads ?? {});
    expect(kinds).toContain('sustained-64');
    expect(kinds).toContain('payload-echo-1m');
    const structured = armsFor(all, 'structured');
    expect(structured).toContain('lumenize/in-memory');
    expect(structured).not.toContain('raw-websocket/in-memory');
    for (const { reason } of all.cannot ?? []) expect(reason).toMatch(/^[A-Z].*\.$/);
  });
});
