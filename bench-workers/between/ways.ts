/** The ways in which one object calls another. */
import { parse, stringify } from '@lumenize/structured-clone';
import { Pending } from '../../src/wire/links/pending.ts';
import { effectOf } from '../../src/wire/objects/protocol.ts';
import type { BenchMethods } from '../env.ts';
import { type EffectTarget, libraries, type SpokenBetween } from '../server.ts';

/** Makes the call of a number. Calls of one turn may share a message. @returns the result of the call */
export type Call = (n: number) => Promise<number>;

/** The tools of a way of calling. */
interface Caller {
  ctx: DurableObjectState;
  /** A stub of the object that is called. */
  stub: () => DurableObjectStub<BenchMethods>;
  /** Counts a call that reached no other object. */
  count: () => void;
  /** Aborted when the client is gone, so that sockets to other objects are closed. */
  gone: AbortSignal;
}

/** A way of calling, made once for each connection of a client. */
export type MakeWay = (caller: Caller) => Call;

// The ways over a WebSocket that one object opens to another and keeps open.

/** An answer over a plain socket. */
interface RawAnswer {
  id: number;
  value?: number;
  error?: string;
}

/** One small JSON message each way. A number tells calls apart. */
const plain: SpokenBetween = {
  serve(socket, target) {
    socket.addEventListener('message', (event) => {
      const { id, n } = JSON.parse(event.data as string) as { id: number; n: number };
      let answer: RawAnswer;
      try {
        answer = { id, value: target.effect(n) };
      } catch (error) {
        answer = { id, error: String(error) };
      }
      socket.send(JSON.stringify(answer));
    });
  },
  connect(socket) {
    const pending = new Pending();
    socket.addEventListener('message', (event) => {
      const { id, value, error } = JSON.parse(event.data as string) as RawAnswer;
      if (error === undefined) pending.resolve(id, value);
      else pending.reject(id, new Error(error));
    });
    onEnd(socket, (why) => pending.end(new Error(`the socket between the objects ${why}`)));
    return { effect: (n) => pending.ask<number>((id) => socket.send(JSON.stringify({ id, n }))) };
  },
};

/** The protocols over sockets between objects, by the name of the way, which ends the address. */
export const spokenBetween = (): Readonly<Record<string, SpokenBetween>> => ({
  websocket: plain,
  ...libraries().between,
});

/** Calls an object over a socket. The socket is opened once, and again after its end. */
function overSocket(name: string, { connect }: SpokenBetween): MakeWay {
  return ({ stub, gone }: Caller) => {
    let opened: Promise<ReturnType<typeof connect>> | undefined;
    const forget = () => (opened = undefined);
    const open = async () => {
      const headers = { Upgrade: 'websocket' };
      const { webSocket } = await stub().fetch(`https://callee/${name}`, { headers });
      if (webSocket === null) throw new Error(`${name}: got no WebSocket, expected one`);
      webSocket.accept();
      onEnd(webSocket, forget);
      // An open socket keeps the other object in memory.
      if (gone.aborted) webSocket.close();
      gone.addEventListener('abort', () => webSocket.close());
      return connect(webSocket);
    };
    return async (n) => {
      if (opened === undefined) {
        opened = open();
        opened.catch(forget);
      }
      return (await opened).effect(n);
    };
  };
}

/** Calls back when a socket closes, or breaks. */
function onEnd(socket: WebSocket, callback: (why: string) => void): void {
  socket.addEventListener('close', ({ code }) => callback(`closed with code ${code}`));
  socket.addEventListener('error', ({ message }) => callback(`broke: ${message}`));
}

// The ways of Workers RPC: https://developers.cloudflare.com/workers/runtime-apis/rpc/

/** A method of the other object. */
const method: MakeWay =
  ({ stub }) =>
  (n) =>
    stub().effect(n);

/** A request to the other object, with JSON both ways. */
const fetchJson: MakeWay =
  ({ stub }) =>
  async (n) => {
    const response = await stub().fetch('https://callee/effect', {
      method: 'POST',
      body: JSON.stringify({ n }),
    });
    const { value } = await response.json<{ value: number }>();
    return value;
  };

// The parts of a library’s design that the journal suspects. Each is added to a call of Workers RPC by itself, and
// makes the call wait for nothing else.

/** Adds one part to a way of calling. */
type Part = (inner: Call, caller: Caller) => Call;

/** Lets the object take nothing else while the call is under way. */
const inBoundary: Part =
  (inner, { ctx }) =>
  async (n) => {
    // An error inside of it would reset the object.
    const call = () => Promise.allSettled([inner(n)]);
    const [settled] = await ctx.blockConcurrencyWhile(call);
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  };

/** Writes the call to key-value storage and reads it back before it is made, and deletes it afterwards. */
const inStorage: Part = (inner, { ctx: { storage } }) => {
  let last = 0;
  return async (n) => {
    const key = `call:${(last += 1)}`;
    storage.kv.put(key, { n });
    const stored = storage.kv.get<{ n: number }>(key);
    if (stored === undefined) throw new Error(`${key}: got nothing back, expected the call`);
    try {
      return await inner(stored.n);
    } finally {
      storage.kv.delete(key);
    }
  };
};

/** Queues the call as work of any kind: an entry names its handler, and a loop starts entries in order. */
const inQueue: Part = (inner) => {
  interface Work {
    type: string;
    start: () => void;
  }
  const handlers = new Map([['call', (work: Work) => work.start()]]);
  const queue: Work[] = [];
  let draining = false;
  const drain = async (): Promise<void> => {
    draining = true;
    for (let work = queue.shift(); work !== undefined; work = queue.shift()) {
      handlers.get(work.type)?.(work);
      // The next entry has a turn of its own.
      await Promise.resolve();
    }
    draining = false;
  };
  return (n) =>
    new Promise((resolve, reject) => {
      queue.push({ type: 'call', start: () => void inner(n).then(resolve, reject) });
      if (!draining) void drain();
    });
};

// A call as data, together with its continuation, both ways.

type Step = { type: 'get'; key: string } | { type: 'apply'; args: unknown[] };

/** A call and its continuation. */
interface Continuation {
  steps: Step[];
  /** The handler of the answer, and the operation that waits for it. */
  then: { handler: string; operation: number };
}

/** A call of `effect` and its continuation as text. */
function boxed(n: number, operation: number): string {
  const continuation: Continuation = {
    steps: [
      { type: 'get', key: 'effect' },
      { type: 'apply', args: [n] },
    ],
    then: { handler: 'settle', operation },
  };
  return stringify(continuation);
}

/** The result of a call and the operation that waits for it, as {@link perform} wrote them. */
function openBox(text: string): { value: number; operation: number } {
  const { value, then } = parse(text) as { value: number; then: Continuation['then'] };
  return { value, operation: then.operation };
}

/**
 * Runs the steps of a continuation on an object.
 *
 * @returns the result and the rest of the continuation, as text
 * @throws TypeError for a step that asks for another member than `effect`
 */
export function perform(target: EffectTarget, text: string): string {
  const { steps, then } = parse(text) as Continuation;
  let value: unknown;
  for (const step of steps) {
    if (step.type === 'apply') {
      const [n] = step.args as [number];
      value = target.effect(n);
    } else if (step.key !== 'effect') {
      throw new TypeError(`step: got the member ${JSON.stringify(step.key)}, expected "effect"`);
    }
  }
  return stringify({ value, then });
}

const asContinuation: MakeWay = ({ stub }) => {
  const pending = new Pending();
  return (n) =>
    pending.ask((id) => {
      stub()
        .perform(boxed(n, id))
        .then((answer) => {
          const { value, operation } = openBox(answer);
          pending.resolve(operation, value);
        })
        .catch((error: unknown) => pending.reject(id, error));
    });
};

/** Calls no other object: the baseline. */
const noCall: MakeWay =
  ({ count }) =>
  async (n) => {
    const effect = effectOf(n);
    count();
    return effect;
  };

const ways: Readonly<Record<string, MakeWay>> = {
  'no-call': noCall,
  'workers-rpc': method,
  fetch: fetchJson,
  boundary: (caller) => inBoundary(method(caller), caller),
  stored: (caller) => inStorage(method(caller), caller),
  queued: (caller) => inQueue(method(caller), caller),
  continued: asContinuation,
};

/** The way of calling with a name of `src/wire/objects/ways.json`. */
export function wayNamed(name: string): MakeWay {
  const spoken = spokenBetween()[name];
  const makeWay = spoken === undefined ? ways[name] : overSocket(name, spoken);
  if (makeWay === undefined) throw new Error(`way: got ${name}, expected one that is served`);
  return makeWay;
}
