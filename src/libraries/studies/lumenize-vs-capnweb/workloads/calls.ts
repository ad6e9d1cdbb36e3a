/** Calls one after the other, the first call, and calls that hang together; and the parts of all workloads. */
import {
  checked,
  type Held,
  mismatch,
  mismatchOfAll,
  type Recipe,
} from '../../../../wire/service/answers.ts';
import { idsFrom, LAST_LIST, LIST_LENGTH, nameOf } from '../../../../wire/service/payloads.ts';
import type { Api } from '../../../../wire/service/api.ts';
import { type Operation, wholeTurn, type Workload } from '../../../../core/plan/index.ts';

export type CounterOperation = Operation<Api>;
export type CounterWorkload = Workload<Api>;

export const increment: CounterOperation = (counter) => counter.increment(1);
const getValue: CounterOperation = (counter) => counter.getValue();

const value: Held<Api> = {
  ask: (counter) => counter.getValue(),
  spoken: (number) => `the counter holds ${number}`,
};

/** A workload whose answers are known in advance, and so is the counter after it. */
interface Counted extends Recipe<Api> {
  /** The amount that so many operations add to the counter; nothing unless given. */
  adds?: (done: number) => number;
  /** Names the fault of the answer at a place, given what the counter held before. */
  wrong: (answer: unknown, place: number, held: number) => string | undefined;
}

export const counting = ({ adds = () => 0, wrong, ...recipe }: Counted): CounterWorkload =>
  checked(recipe, value, adds, wrong);

const SEQUENTIAL = { group: 'One call after the other' } as const;
const WRITES: Pick<Counted, 'operation' | 'adds' | 'wrong'> = {
  operation: () => increment,
  adds: (done) => done,
  wrong: (answer, place, held) => mismatch(answer, held + place + 1),
};
export const READS: Pick<Counted, 'operation' | 'wrong'> = {
  operation: () => getValue,
  wrong: (answer, _place, held) => mismatch(answer, held),
};
const IN_A_ROW = { optional: true, turn: wholeTurn(1, 1000) } as const;

export const sequential: readonly CounterWorkload[] = [
  counting({
    ...SEQUENTIAL,
    id: 'increment',
    label: 'One write',
    question: 'How long does a call take that writes?',
    spoken: 'one call that writes',
    ...WRITES,
  }),
  counting({
    ...SEQUENTIAL,
    id: 'get-value',
    label: 'One read',
    question: 'How long does a call take that only reads?',
    spoken: 'one call that reads',
    ...READS,
  }),
  counting({
    ...SEQUENTIAL,
    id: 'mixed',
    label: 'Writes and reads in turn',
    question: 'How long does a call take when writes and reads alternate?',
    spoken: 'one call, writing and reading in turn',
    cycle: 2,
    operation: (place) => (place % 2 === 0 ? increment : getValue),
    adds: (done) => Math.ceil(done / 2),
    // A read answers the same as the increment before it.
    wrong: (answer, place, held) => mismatch(answer, held + Math.floor(place / 2) + 1),
  }),
  counting({
    ...SEQUENTIAL,
    id: 'get-1000',
    label: '1,000 reads in a row',
    question: 'How long does a call take that only reads, in a long row?',
    spoken: 'one of a thousand calls that read',
    ...IN_A_ROW,
    ...READS,
  }),
  counting({
    ...SEQUENTIAL,
    id: 'increment-1000',
    label: '1,000 writes in a row',
    question: 'How long does a call take that writes, in a long row?',
    spoken: 'one of a thousand calls that write',
    ...IN_A_ROW,
    ...WRITES,
  }),
];

/** From opening a connection to a new object until the first answer. */
export const starting: CounterWorkload = counting({
  id: 'cold',
  label: 'Connect, then one read',
  question: 'How long is it from opening a connection to a new object until the first answer?',
  spoken: 'connecting and the first call',
  group: 'The first call',
  optional: true,
  cold: true,
  operation: () => getValue,
  wrong: (answer) => mismatch(answer, 0),
});

const TOGETHER = { group: 'Calls that hang together', optional: true } as const;
const CALLS = 50;
/** The counter’s value during bursts: not the 0 of a fresh object. */
const HELD = 7;

/** Makes all calls in one tick. The library decides how it sends them. */
const burst: CounterOperation = (counter) =>
  Promise.all(Array.from({ length: CALLS }, () => counter.getValue()));

/** Where the list at a place begins. */
const listAt = (place: number): number => (place * LIST_LENGTH) % LAST_LIST;

const CALLBACKS = 100;
/** The answer of the function at a place. It differs at each index and each place. */
const calledAt = (place: number, index: number): number => place + index ** 2;
const sumAt = (place: number): number =>
  Array.from({ length: CALLBACKS }, (_, index) => calledAt(place, index)).reduce((a, b) => a + b);

export const together: readonly CounterWorkload[] = [
  counting({
    id: 'burst',
    label: `${CALLS} reads at once`,
    question: 'How long is it until many calls made at once are all answered?',
    spoken: `a batch of ${CALLS} calls`,
    ...TOGETHER,
    callsPerOperation: CALLS,
    prepare: (counter) => counter.increment(HELD),
    operation: () => burst,
    adds: () => HELD,
    wrong: (answer, _place, held) => mismatchOfAll(answer, Array<number>(CALLS).fill(held + HELD)),
  }),
  counting({
    id: 'chain',
    label: 'Chain of three',
    question: 'Does a chain of dependent calls take one round trip, or one for each call?',
    spoken: 'a chain of three calls',
    ...TOGETHER,
    operation: () => (counter) => counter.chain(),
    wrong: (answer) => mismatch(answer, 1),
  }),
  counting({
    id: 'nested',
    label: 'A call on the results of two',
    question: 'Can a call take the results of two others without waiting for them?',
    spoken: 'a call on the results of two others',
    ...TOGETHER,
    operation: () => (counter) => counter.nested(),
    adds: (done) => 2 * done,
    // The two values that the place before left off at, each one further.
    wrong: (answer, place, held) => mismatch(answer, 2 * held + 4 * place + 3),
  }),
  counting({
    id: 'mapped',
    label: `A list of ${LIST_LENGTH} ids, then each name`,
    question: 'Do a list and a call for each of its items take one round trip, or two?',
    spoken: 'fetching a list and the name of each item',
    ...TOGETHER,
    operation: (place) => (counter) => counter.mapped(listAt(place)),
    wrong: (answer, place) => mismatchOfAll(answer, idsFrom(listAt(place)).map(nameOf)),
  }),
  counting({
    id: 'called-back',
    label: `A callback, called ${CALLBACKS} times`,
    question:
      'How long is it until the server has called a function of the client many times at once, and has all its answers?',
    spoken: `a call that calls back ${CALLBACKS} times`,
    ...TOGETHER,
    callsPerOperation: CALLBACKS,
    operation: (place) => (counter) =>
      counter.calledBack(CALLBACKS, (index) => calledAt(place, index)),
    wrong: (answer, place) => mismatch(answer, sumAt(place)),
  }),
];
