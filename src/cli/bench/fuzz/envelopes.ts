/** How a visit speaks to each protocol: the same values, in its own messages. */
import { StandardRPCJsonSerializer } from '@orpc/client/standard';
import { serialize as ofCapnweb } from 'capnweb';
import fc from 'fast-check';
import superjson from 'superjson';
import { encode as ofLumenize } from '../../../systems/lumenize/rpc/protocol/codec.ts';
import { name, plain, shape, stepsOf, value, weighed } from './values.ts';

/** What a message may have to know of where it goes. */
export interface Spoken {
  /** `lumenize/in-memory`, or `probe/lumenize/hibernating`. */
  id: string;
  /** The beginning of addresses, without a slash: `bench/lumenize`. */
  prefix: string;
  /** Whether it is sent in a request, and not over a socket. */
  overHttp: boolean;
}

export interface Envelope {
  /**
   * Kinds of messages, of which a visit sends some again and again.
   *
   * @param address as far as the object, without a slash at its end
   */
  kinds: (spoken: Spoken, address: string) => readonly fc.Arbitrary<string>[];
  /** All texts of a visit, where one message builds upon those before. */
  visit?: fc.Arbitrary<string[]>;
  /** The rest of a request’s address, where it names what is called. */
  path?: fc.Arbitrary<string>;
  /** Headers of a request by which it is read or answered in another way. */
  headers?: fc.Arbitrary<Readonly<Record<string, string>>>;
  /** A frame that the server answers once it has dealt with those before it, and a part of the answer. */
  last?: (spoken: Spoken) => { frame: string; answer: string };
}

const id = weighed<unknown>([8, fc.nat(9)], [1, value.map(plain)]);
const inputs = fc.array(value, { maxLength: 3 });
const json = (arbitrary: fc.Arbitrary<unknown>) => arbitrary.map((each) => JSON.stringify(each));
/** A value that a library cannot encode is sent as JSON has it. */
const by = (encode: (given: unknown) => unknown) => (given: unknown) => {
  try {
    return encode(given);
  } catch {
    return plain(given);
  }
};

const orpc = new StandardRPCJsonSerializer();
const orpcBody = by((given) => {
  const [body, meta, maps] = orpc.serialize(given);
  return { json: body, meta, maps };
});
const capnweb = by((given) => JSON.parse(ofCapnweb(given)) as unknown);

const rawWebSocket: Envelope = {
  kinds: () => [
    json(fc.record({ id, method: name, args: inputs.map(plain) })),
    json(fc.record({ callback: id, result: value.map(plain) })),
  ],
  last: () => ({ frame: '{"id":4711,"method":"add","args":[1,2]}', answer: '"id":4711' }),
};

const short = fc.record({ items: fc.constantFrom<unknown>(1, 3, 0), bytes: fc.constant(100) });

/** Streams by hand. Those up are short, so that the last frame is rarely an item of one that never ends. */
export const rawStreams: Envelope = {
  kinds: ({ overHttp }) => [
    json(fc.record({ down: shape })),
    ...(overHttp ? [] : [json(fc.record({ up: short })), fc.string()]),
  ],
  path: shape.map((asked) => {
    const all = Object.entries(asked).filter(([, value]) => value !== undefined);
    return `/down?${all.map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`).join('&')}`;
  }),
  last: () => ({ frame: '{}', answer: '"passed"' }),
};

const fetchJson: Envelope = {
  kinds: () => [json(inputs.map(plain))],
  path: name.map((each) => `/${encodeURIComponent(each)}`),
};

const nested = (chains: fc.Arbitrary<unknown[]>): fc.Arbitrary<unknown> =>
  chains.map((steps) => ({
    ...{ __isNestedOperation: true, __refId: 'a', __operationChain: steps },
  }));

/** Steps of a chain; some of its arguments are chains. */
const chain = fc.letrec<{ steps: unknown[] }>((tie) => ({
  steps: fc
    .tuple(
      name,
      fc.array(weighed([4, value], [1, nested(tie('steps'))]), { maxLength: 3 }),
      fc.nat(3),
    )
    .map(([key, args, more]) => [
      ...stepsOf(key, args),
      ...Array.from({ length: more }, () => ({ type: 'get', key })),
    ]),
})).steps;

const lumenize: Envelope = {
  kinds({ prefix }) {
    const batch = fc.array(fc.record({ id, operations: chain }), { maxLength: 8 });
    const frame = (calls: unknown) => ({ type: prefix, batch: calls });
    const references = fc.array(fc.record({ $ref: fc.nat(3) }), { maxLength: 9 });
    return [
      batch.map((calls) => String(by((each) => ofLumenize(each))(frame(calls)))),
      json(
        fc.tuple(batch.map(plain), references).map(([calls, aliases]) => ({
          ...{ json: frame(calls), meta: { aliases } },
        })),
      ),
    ];
  },
  last({ prefix }) {
    const batch = [{ id: 'last', operations: stepsOf('add', [1, 2]) }];
    return { frame: ofLumenize({ type: prefix, batch }), answer: '"last"' };
  },
};

/** The habits of a visit of Cap’n Web, so that some keep all and some nothing. */
const habit = fc.record({
  release: fc.constantFrom<number | undefined>(undefined, 0, 0, 1),
  pull: fc.boolean(),
  kinds: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 1, maxLength: 2 }),
  pushes: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 200 })),
});

const capnwebVisit = fc
  .tuple(habit, fc.array(value, { minLength: 1, maxLength: 20 }), name)
  .map(([{ release, pull, kinds, pushes }, values, method]) => {
    const texts: string[] = [];
    for (let at = 1; at <= pushes; at += 1) {
      const given = capnweb(values[at % values.length]);
      const before = ['pipeline', at - 1];
      const expressions = [
        ['pipeline', 0, [method], [given]],
        ['pipeline', 0, ['echo'], [given]],
        // What was pushed before, twice; the first time there is nothing but the main object.
        at === 1 ? ['pipeline', 0, ['echo'], ['x']] : [[before, before]],
        ['pipeline', 0, ['echo'], [before]],
        ['remap', at - 1, [], [['import', 0]], [['pipeline', -1, ['getValue'], []]]],
        given,
      ];
      texts.push(JSON.stringify(['push', expressions[kinds[at % kinds.length] ?? 0]]));
      if (release !== undefined) texts.push(`["release",${at},${release}]`);
      if (pull) texts.push(`["pull",${at}]`);
    }
    return [...texts, `["pull",${pushes}]`];
  });

const capnwebEnvelope: Envelope = {
  kinds: () => [
    json(fc.tuple(fc.constantFrom('resolve', 'reject', 'abort'), fc.integer(), value.map(capnweb))),
    json(fc.tuple(fc.constantFrom('pull', 'release'), fc.nat(6), fc.nat(3))),
    json(fc.tuple(fc.constant('push'), value.map(plain))),
    json(fc.tuple(fc.constantFrom('pipe', 'stream'), value.map(plain))),
  ],
  visit: capnwebVisit,
  // What is no message ends the session.
  last: () => ({ frame: '["last"]', answer: '["abort"' }),
};

const kkrpc: Envelope = {
  kinds() {
    const type = fc.constantFrom('request', 'request', 'response', 'callback', 'x');
    const call = fc.record({ id, method: name, args: inputs, type, version: fc.constant('json') });
    const equal = { 'args.0': ['args', 'args.0.0', 'args.1'] };
    const lines = [
      json(call.map(plain)),
      json(call.map(by((each) => superjson.serialize(each)))),
      json(
        call.map(plain).map((each) => ({
          ...{ json: each, meta: { values: { id: ['regexp'] }, referentialEqualities: equal } },
        })),
      ),
    ];
    return lines.map((line) => line.map((text) => `${text}\n`));
  },
  // The line break before it ends what has none.
  last: () => ({
    frame: '\n{"id":"last","method":"add","args":[1,2],"type":"request"}\n',
    answer: '"last"',
  }),
};

const orpcEnvelope: Envelope = {
  kinds({ id: target, overHttp }, address) {
    const body = fc.oneof(
      inputs.map(orpcBody),
      value.map((each) => ({ json: plain(each) })),
    );
    if (overHttp && !target.endsWith('batch')) return [json(body)];
    if (overHttp) {
      const url = weighed(
        [8, name.map((each) => `${address}/${each}`)],
        [1, fc.constantFrom('http://elsewhere/add', '/add', '', `${address}/__batch__`)],
      );
      const call = weighed<unknown>(
        [8, fc.record({ url, body })],
        [1, fc.record({ url, body, method: fc.constantFrom('GET', 'PUT', 7) })],
        [1, fc.record({ url, body, headers: value.map(plain) })],
      );
      return [10, 10, 1500].map((maxLength) => json(fc.array(call, { maxLength })));
    }
    const path = name.map((each) => `/${each}`);
    const stops = fc.record({ i: fc.nat(9).map(String), t: fc.nat(5), p: fc.constant({}) });
    return [
      json(fc.record({ i: fc.nat(9).map(String), p: fc.record({ u: path, b: body }) })),
      json(stops),
    ];
  },
  path: name.map((each) => `/${encodeURIComponent(each)}`),
  headers: fc
    .constantFrom('streaming', 'streaming', 'buffered', undefined)
    .map((mode) => (mode === undefined ? {} : { 'X-ORPC-Batch': mode })),
  last: () => ({ frame: '{"i":"last","p":{"u":"/add","b":{"json":[1,2]}}}', answer: '"last"' }),
};

/** A value as superjson writes it, and with notes on it that superjson would not write. */
const superjsonInput = fc.oneof(
  inputs.map(by((each) => superjson.serialize(each))),
  inputs.map(plain).map((each) => ({
    json: each,
    meta: {
      ...{ v: 1, values: { 0: ['regexp'] } },
      referentialEqualities: { 0: ['1', '2', '0.0'] },
    },
  })),
);
/** Whether an arm of tRPC, or its probe, has superjson as its transformer. */
const isSuperjson = ({ id: target }: Spoken) => target.endsWith('superjson');

const trpc: Envelope = {
  kinds(spoken) {
    const input = isSuperjson(spoken) ? superjsonInput : inputs.map(plain);
    if (spoken.overHttp) {
      // In a batch, by the places of their calls.
      return [json(input), json(fc.array(input, { maxLength: 5 }).map((all) => ({ ...all })))];
    }
    const method = fc.constantFrom('query', 'mutation', 'subscription', 'subscription.stop', 'x');
    const params = fc.record({ path: name, input });
    const call = fc.record({ id, method, params });
    const small = (path: string) => ({ id: 1, method: 'query', params: { path } });
    return [
      json(call),
      json(fc.array(call, { maxLength: 5 })),
      json(name.map((each) => Array.from({ length: 1500 }, () => small(each)))),
    ];
  },
  path: fc
    .tuple(name, fc.constantFrom(1, 1, 2, 40, 3000), fc.constantFrom('batch=1', 'batch=x', ''))
    .map(([each, calls, query]) => {
      return `/${Array.from({ length: calls }, () => encodeURIComponent(each)).join()}?${query}`;
    }),
  headers: fc
    .constantFrom('application/jsonl', 'application/jsonl', 'text/event-stream', undefined)
    .map((accept) => (accept === undefined ? {} : { 'trpc-accept': accept })),
  last(spoken) {
    const input = isSuperjson(spoken) ? { json: [1, 2] } : [1, 2];
    const frame = { id: 'last', method: 'query', params: { path: 'add', input } };
    return { frame: JSON.stringify(frame), answer: '"last"' };
  },
};

/** Few calls: a batch of very many is honest where this bench allows it, and only takes its time. */
const batch = fc.record({
  calls: fc.integer({ min: 1, max: 20 }),
  order: fc.constantFrom<unknown>('at-once', 'in-a-row', { waves: 3 }),
  bytes: fc.constantFrom(0, 10, 100_000),
  objects: fc.integer({ min: 1, max: 3 }),
  first: fc.constantFrom(0, 7, 2 ** 40),
  writes: fc.boolean(),
});

export const between: Envelope = {
  kinds: () => [
    json(fc.record({ id, batch })),
    json(
      fc.record({
        id,
        batch: fc.tuple(batch, value).map(([each, calls]) => ({ ...each, calls: plain(calls) })),
      }),
    ),
    json(fc.record({ id, effects: value.map(plain) })),
  ],
  last: () => ({ frame: '{"id":4711,"effects":true}', answer: '"id":4711' }),
};

/** Of each system, by its id. */
export const envelopes: Readonly<Partial<Record<string, Envelope>>> = {
  'raw-websocket': rawWebSocket,
  'fetch-json': fetchJson,
  capnweb: capnwebEnvelope,
  orpc: orpcEnvelope,
  lumenize,
  'lumenize-rpc': lumenize,
  kkrpc,
  trpc,
};
