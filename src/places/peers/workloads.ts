/**
 * The workloads that the studies of processes and of windows share. None is optional here: each study says which
 * of them run only where they are asked for.
 */
import type { Operation, Workload } from '../../harness/plan/index.ts';
import { eachAnswer, unlike, unlikeAll, unlikeData } from '../../service/answers.ts';
import { type PayloadWay, payloadWays } from '../../service/payloads.ts';
import { bytesOf, type PeerOperations, textOf } from './service.ts';

export type PeerWorkload = Workload<PeerOperations>;
type PeerOperation = Operation<PeerOperations>;

/** A workload as it is written down: its answers looked at one by one. */
interface Recipe<Operations extends PeerOperations> extends Omit<
  Workload<Operations>,
  'check' | 'wrong' | 'leaves'
> {
  /** Calls that the other end counts for one operation; 1 where it is left out, 0 where it is not asked. */
  counted?: number;
}

/**
 * A workload whose every answer is known beforehand, and after which the other end must have counted
 * each call.
 *
 * @param wrong what is wrong with the answer at a place, in words; undefined when it is right
 */
export function asking<Operations extends PeerOperations>(
  { counted = 1, ...recipe }: Recipe<Operations>,
  wrong: (answer: unknown, place: number) => string | undefined,
): Workload<Operations> {
  return {
    ...recipe,
    ...(counted > 0 && { leaves: (done) => done * counted }),
    wrong: eachAnswer('answer', wrong),
    async check(peer, done, held = 0) {
      const [got, expected] = [await peer.answered(), held + done * counted];
      return got === expected
        ? undefined
        : `the other end answered ${got} calls, expected ${expected}`;
    },
  };
}

const grouped = new Intl.NumberFormat('en');

const echo: PeerWorkload = asking(
  {
    id: 'echo',
    label: 'Echo, one call after another',
    question: 'How long does a call take that carries next to nothing?',
    spoken: 'one call',
    operation: (place) => (peer) => peer.echo(place),
  },
  (answer, place) => unlike(answer, place),
);

const TOGETHER = { group: 'Many calls' } as const;

/** So many calls made in one tick; the operation ends with the last answer. */
function burst(calls: number): PeerWorkload {
  const count = grouped.format(calls);
  const values = (place: number): number[] =>
    Array.from({ length: calls }, (_, index) => place * calls + index);
  return asking(
    {
      id: `burst-${calls}`,
      label: `${count} calls at once`,
      question: `How long is it until ${count} calls made at once are all answered?`,
      spoken: `a burst of ${count} calls`,
      ...TOGETHER,
      callsPerOperation: calls,
      counted: calls,
      operation(place) {
        const given = values(place);
        return (peer) => Promise.all(given.map((value) => peer.echo(value)));
      },
    },
    (answer, place) => unlikeAll(answer, values(place)),
  );
}

const PAIRS = 100;

/** One call with a hundred additions in it. */
const batch: PeerWorkload = asking(
  {
    id: `batch-${PAIRS}`,
    label: `One call with ${PAIRS} additions`,
    question: `How long does one call take that carries ${PAIRS} small pieces of work?`,
    spoken: `a call with ${PAIRS} additions`,
    ...TOGETHER,
    operation(place) {
      const pairs = Array.from({ length: PAIRS }, (_, index) => [place, index] as const);
      return (peer) => peer.addAll(pairs);
    },
  },
  (answer, place) =>
    unlikeAll(
      answer,
      Array.from({ length: PAIRS }, (_, index) => place + index),
    ),
);

const CALLBACKS = 1000;

/** One call with a function of the caller, which the other end calls a thousand times. */
const callbacks: PeerWorkload = asking(
  {
    id: `callback-${CALLBACKS}`,
    label: `A function of the caller, called ${grouped.format(CALLBACKS)} times`,
    question: 'How long is it until the other end has called a function of the caller many times?',
    spoken: `a call that calls back ${grouped.format(CALLBACKS)} times`,
    ...TOGETHER,
    callsPerOperation: CALLBACKS,
    operation: () => (peer) => peer.calledBack(CALLBACKS),
  },
  (answer) => unlike(answer, CALLBACKS),
);

/** Sizes of payloads in characters or bytes, with what each is called. */
const payloadSizes = {
  1000: '1 kB',
  10_000: '10 kB',
  102_400: '100 KiB',
  1_048_576: '1 MiB',
  10_485_760: '10 MiB',
} as const;
type PayloadSize = keyof typeof payloadSizes;

type PayloadKind = 'text' | 'bytes';

/** `up-text-1000`: a payload of text, none of it outside of ASCII, or of bytes. */
function payload(way: PayloadWay, kind: PayloadKind, size: PayloadSize): PeerWorkload {
  const { label, spoken, crossings, carries } = payloadWays[way];
  const [name, what] = [payloadSizes[size], kind === 'text' ? 'text' : 'bytes'];
  const details = {
    id: `${way}-${kind}-${size}`,
    label: `${name} of ${what} ${label}`,
    question: `How long does a call take ${carries} ${name} of ${what}?`,
    spoken: `${spoken} ${name} of ${what}`,
    group: 'Payloads',
  };
  return carrying({ ...details, bytesPerOperation: crossings * size }, way, kind, size);
}

/** A call with a payload, which is made once. */
export function carrying(
  details: Omit<Recipe<PeerOperations>, 'operation'>,
  way: PayloadWay,
  kind: PayloadKind,
  size: number,
): PeerWorkload {
  let data: string | Uint8Array | undefined;
  const made = () => (data ??= kind === 'text' ? textOf(size) : bytesOf(size));
  return asking({ ...details, operation: () => operationOf(way, kind, size, made()) }, (answer) =>
    way === 'up' ? unlike(answer, size) : unlikeData(answer, made()),
  );
}

function operationOf(
  way: PayloadWay,
  kind: PayloadKind,
  size: number,
  data: string | Uint8Array,
): PeerOperation {
  if (way === 'up') return (peer) => peer.upload(data);
  if (way === 'echo') return (peer) => peer.echo(data);
  return (peer) => (kind === 'text' ? peer.downloadText(size) : peer.downloadBytes(size));
}

/** Those that run unless others are asked for. */
const USUAL: readonly string[] = ['echo', 'burst-100', 'echo-text-102400'];
const ways = Object.keys(payloadWays) as PayloadWay[];
const sizes = Object.keys(payloadSizes).map(Number) as PayloadSize[];

/** All that is asked of any other end. */
export const peerWorkloads: readonly PeerWorkload[] = [
  echo,
  ...[10, 100, 10_000].map(burst),
  batch,
  callbacks,
  ...(['text', 'bytes'] as const).flatMap((kind) =>
    ways.flatMap((way) => sizes.map((size) => payload(way, kind, size))),
  ),
].map((workload) => (USUAL.includes(workload.id) ? workload : { ...workload, optional: true }));
