/** The table of the home page: its libraries, its operations, and the author’s sentence on each of its panels. */
import type { CollectionEntry } from 'astro:content';
import { elementsIn } from '../journal/claims.ts';
import type { Figures } from '../journal/claims/figures.ts';
import type { Answer } from '../results/answer.ts';

/** The study whose answers home shows. */
export const STUDY = 'lumenize-vs-capnweb';

/** Features that home has columns for. */
export const FEATURES = ['functions', 'chains', 'types', 'hibernation'] as const;

/** Operations that the switch offers, in this order. */
export const OPERATIONS = ['increment', 'burst', 'chain', 'payload-down-64k'];

const PLAIN = 'raw-websocket/in-memory';
const CAPNWEB = 'capnweb/in-memory';
const LUMENIZE = 'lumenize-rpc/hibernating';
const KKRPC = 'kkrpc-2/json';

/** One installable configuration of each library. */
const libraries = [KKRPC, CAPNWEB, 'orpc/in-memory', 'trpc/in-memory', LUMENIZE];

/** The plain ways, one configuration of each library, and our reimplementation. */
export const ARMS = [
  PLAIN,
  ...libraries,
  'lumenize/hibernating',
  ...['fetch-json/http', 'hono/http', 'capnweb/http-batch', 'orpc/http-batch', 'trpc/http-batch'],
];

/** Of one panel: its formulas over the record that answers it. */
interface Sentence {
  workloads: readonly string[];
  /** Round trips in ms. */
  distances: readonly number[];
  holds: ($: Figures, record: string, workload: string) => boolean;
  /** Ranges of ratios to the plain way are written by `range`. */
  text: (range: (arms: readonly string[]) => string) => string;
}

const without = (...gone: string[]) => libraries.filter((arm) => !gone.includes(arm));

const sentences: readonly Sentence[] = [
  {
    workloads: ['increment', 'payload-down-64k'],
    distances: [0],
    holds: ($, record, workload) =>
      libraries.every((arm) => $.class(arm, PLAIN, workload, record).startsWith('slower')),
    text: (range) =>
      `A plain WebSocket is fastest. Of the packages over a WebSocket, kkrpc takes ${range([KKRPC])} its time and the others ${range(without(KKRPC))}.`,
  },
  {
    workloads: ['increment'],
    distances: [25, 100],
    holds: ($, record) =>
      libraries.every((arm) => $.class(arm, PLAIN, 'increment', record) === 'within'),
    text: () =>
      'One write takes one round trip with every library, all within 10 % of a plain WebSocket.',
  },
  {
    workloads: ['burst'],
    distances: [0, 25, 100],
    holds: ($, record) =>
      $.class(LUMENIZE, PLAIN, 'burst', record).startsWith('faster') &&
      $.frames('out', LUMENIZE, 'burst', record) === 1,
    text: (range) =>
      `Lumenize RPC sends 50 reads as one message and takes ${range([LUMENIZE])} a plain WebSocket’s time, the other packages ${range(without(LUMENIZE))}.`,
  },
  {
    workloads: ['chain'],
    distances: [0],
    holds: ($, record) => $.class(LUMENIZE, PLAIN, 'chain', record) === 'faster-by-margin',
    text: (range) =>
      `Three calls in a chain take ${range([LUMENIZE])} a plain WebSocket’s time with Lumenize RPC, ${range([CAPNWEB])} with Cap’n Web, and ${range(without(LUMENIZE, CAPNWEB))} with the other packages.`,
  },
  {
    workloads: ['chain'],
    distances: [25, 100],
    holds: ($, record) =>
      $.frames('out', PLAIN, 'chain', record) === 3 &&
      [LUMENIZE, CAPNWEB].every((arm) => $.upTo(arm, PLAIN, 'chain', record) < 0.4) &&
      without(LUMENIZE, CAPNWEB).every((arm) => $.class(arm, PLAIN, 'chain', record) === 'within'),
    text: () =>
      'A chain of three calls takes one round trip with Cap’n Web and Lumenize RPC, and three with the others.',
  },
];

/**
 * The sentence of an answer, which its formula bears out.
 *
 * @throws Error if there is none, or if it does not hold
 */
export function homeSentence(
  entry: CollectionEntry<'studies'>,
  { workload, roundTripMs, result: { id = '' } }: Answer,
): string {
  const sentence = sentences.find(
    (each) => each.workloads.includes(workload) && each.distances.includes(roundTripMs),
  );
  if (sentence === undefined) {
    throw new Error(
      `src/site/home.ts: got no sentence for "${workload}" over ${roundTripMs} ms, expected one`,
    );
  }
  const record = id.split('/').at(-1) ?? '';
  const { claim, number } = elementsIn(entry);
  claim({ holds: ($: Figures) => sentence.holds($, record, workload) });
  const range = (arms: readonly string[]) =>
    number({ value: ($: Figures) => $.ends($.paired(arms, PLAIN, workload, record)), unit: '×' })
      .text;
  return sentence.text(range);
}
