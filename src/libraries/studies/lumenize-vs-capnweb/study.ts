import { allCallArms, missing } from '../../systems/arms.ts';
import { mismatchOfAll } from '../../../wire/service/answers.ts';
import type { Api } from '../../../wire/service/api.ts';
import { type Study, wholeTurn, type WorkloadMaker } from '../../../core/plan/index.ts';
import { usual } from '../study-types.ts';
import { payloads, values, ways } from './workloads/payloads.ts';
import {
  counting,
  type CounterWorkload,
  increment,
  READS,
  sequential,
  starting,
  together,
} from './workloads/calls.ts';
import {
  payloadForm,
  payloadOutline,
  readPayloadId,
  type PayloadLoad,
} from '../parametric-workloads.ts';
import { findIn } from '../../systems/index.ts';

// Load: several callers on one connection.

/** More calls where more run at once, so that all turns take about as long. */
const callers = [
  { concurrency: 1, writes: 40 },
  { concurrency: 4, writes: 160 },
  { concurrency: 16, writes: 320 },
  { concurrency: 64, writes: 640 },
] as const;

/** Increments that overlap may be answered in any order, but each value comes exactly once. */
function wrong(answers: readonly unknown[], first: number): string | undefined {
  const last = first + answers.length;
  const fits = (answer: unknown) =>
    Number.isInteger(answer) && Number(answer) > first && Number(answer) <= last;
  const stray = answers.findIndex((answer) => !fits(answer));
  if (stray >= 0) return `got ${String(answers[stray])}, expected ${first + 1} to ${last}`;
  const different = new Set(answers).size;
  if (different === answers.length) return undefined;
  return `got ${different} different values, expected ${answers.length}`;
}

const sustained: readonly CounterWorkload[] = callers.map(({ concurrency, writes }) => {
  const isAlone = concurrency === 1;
  const workload = counting({
    id: `sustained-${concurrency}`,
    label: `${writes} writes, ${isAlone ? 'one caller' : `${concurrency} callers`}`,
    question: isAlone
      ? 'How many calls a second does one connection take when each waits for the one before?'
      : `How many calls a second does one connection take when ${concurrency} are always under way, and how long do the slowest wait?`,
    spoken: isAlone ? 'one call of one caller' : `one call of ${concurrency} under way`,
    group: 'Under load',
    optional: true,
    operation: () => increment,
    concurrency,
    turn: wholeTurn(concurrency, writes),
    adds: (done) => done,
    wrong: () => undefined,
  });
  return { ...workload, wrong };
});

/** The sockets of oRPC’s benchmark, each with so many calls under way; the source has one. */
const SOCKETS = 10;
const tenSockets: readonly CounterWorkload[] = [
  { each: 1, reads: 40 },
  { each: 4, reads: 120 },
  { each: 16, reads: 320 },
  { each: 64, reads: 1280 },
].map(({ each, reads }) => {
  const concurrency = SOCKETS * each;
  return counting({
    id: `ten-sockets-${each}`,
    label: `Reads over ten sockets, ${each} at a time on each`,
    question: `How many calls a second do ten sockets to one object take when ${each} ${each === 1 ? 'is' : 'are'} always under way on each?`,
    spoken: `one read of ${each} under way on each of ten sockets`,
    group: 'Under load',
    optional: true,
    concurrency,
    connections: SOCKETS,
    turn: wholeTurn(Math.min(concurrency, 100), reads),
    ...READS,
  });
});

/** Payloads of any size, so many calls at once. */
function made(load: PayloadLoad): CounterWorkload {
  const { bytes, calls } = load;
  const way = findIn('way', ways, load.way);
  // Each call has a payload of its own, in the operation as in the row of them.
  const placesOf = (place: number) => Array.from({ length: calls }, (_, at) => place * calls + at);
  return counting({
    ...payloadOutline(load),
    optional: true,
    alone: way.alone,
    operation(place) {
      const each = placesOf(place).map((at) => way.operation(bytes, at));
      return (counter) => Promise.all(each.map((call) => call(counter)));
    },
    wrong(answer, place) {
      const expected = placesOf(place).map((at) => way.expected(bytes, at));
      return mismatchOfAll(answer, expected);
    },
  });
}

const maker: WorkloadMaker<CounterWorkload> = {
  form: payloadForm,
  make(id) {
    const load = readPayloadId(id);
    return load && made(load);
  },
};

/** The arms of the source journal, with both kinds of socket. Others run only if they are asked for. */
const arms = usual(allCallArms(), [
  'raw-websocket/in-memory',
  'raw-websocket/hibernating',
  'lumenize-rpc/hibernating',
  'lumenize/hibernating',
  'capnweb/in-memory',
]);

/** The published library comes first if it is installed, because readers choose its package. */
const subjects = ['lumenize-rpc/hibernating', 'lumenize/hibernating', 'lumenize/in-memory'];

/** Payloads of 64 kB are left out: of all arms they send more than a visitor is asked for. */
const usualWorkloads = ['increment', 'get-value', 'burst', 'chain'];

/** The question of the source journal. */
export const study: Study<Api> = {
  id: 'lumenize-vs-capnweb',
  title: 'Lumenize RPC and Cap’n Web',
  question: 'How long does a call to a Durable Object take with each?',
  arms,
  missing: allCallArms(missing),
  baseline: 'raw-websocket/in-memory',
  reference: 'capnweb/in-memory',
  subjects: subjects.filter((id) => arms.some((arm) => arm.id === id)),
  original: {
    standIn: 'lumenize/hibernating',
    arms: ['lumenize-rpc/hibernating', 'outside:lumenize-rpc/hibernating'],
    system: 'lumenize-rpc',
    label: 'Lumenize RPC',
    spoken: 'Lumenize RPC',
  },
  deadlineMs: 10_000,
  workloads: usual(
    [...sequential, starting, ...together, ...payloads, ...values, ...sustained, ...tenSockets],
    usualWorkloads,
  ),
  maker,
};
