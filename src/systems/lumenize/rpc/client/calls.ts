import { encode } from '../protocol/codec.ts';
import {
  type CallItem,
  isObject,
  type Key,
  type NestedOperation,
  REMOTE_KEY,
  replaceDeep,
  type Step,
} from '../protocol/protocol.ts';
import { type BatchResponse, hasPlainArguments, type RpcTransport } from './transport.ts';

/** Key by which a stand-in tells what it stands for. No other code has it. */
export const CALL = Symbol('call');

/** One thing that a client can ask for: a chain of steps, and how far it has come. */
export interface Call {
  readonly calls: Calls;
  readonly steps: readonly Step[];
  /** What it continues. */
  readonly head: Call | undefined;
  /** Settles with the answer; there once the call is to be sent. */
  answer: Promise<unknown> | undefined;
  /** Whether somebody wants the answer. */
  awaited: boolean;
  /** Whether it was sent by itself. */
  sent: boolean;
  /** Whether it was sent as an argument alone, so that its result stayed at the server. */
  absorbed: boolean;
}

/** What a stand-in of any client stands for; undefined for every other value. */
function callOf(value: unknown): Call | undefined {
  return typeof value === 'function' ? (Reflect.get(value, CALL) as Call | undefined) : undefined;
}

interface Pending {
  readonly id: string;
  readonly call: Call;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Ids of the calls of a page, so that clients can share a transport. */
let lastId = 0;

/** The calls of one client, and the batch that the next microtask sends. */
export class Calls {
  readonly transport: RpcTransport;
  readonly #remoteFunction: (steps: readonly Step[]) => unknown;
  #batch: Pending[] = [];
  readonly #flush = () => {
    const batch = this.#batch;
    this.#batch = [];
    this.#send(batch);
  };

  /** @param remoteFunction makes a stand-in for a function on the server */
  constructor(transport: RpcTransport, remoteFunction: (steps: readonly Step[]) => unknown) {
    this.transport = transport;
    this.#remoteFunction = remoteFunction;
  }

  /** Puts a call into the batch, once; the promise settles with its answer. */
  make(call: Call): Promise<unknown> {
    if (call.answer !== undefined) return call.answer;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    call.answer = promise;
    if (this.#batch.length === 0) queueMicrotask(this.#flush);
    this.#batch.push({ id: String((lastId += 1)), call, resolve, reject });
    return promise;
  }

  /** The answer to a call, for whoever awaits it. */
  answerOf(call: Call): Promise<unknown> {
    call.awaited = true;
    if (!call.absorbed) return this.make(call);
    return Promise.reject(new TypeError('call: got an await of a sent argument'));
  }

  /** Closes the connection, behind what was called before. What is pending is rejected. */
  close(): void {
    this.#flush();
    this.transport.disconnect?.();
  }

  #send(batch: readonly Pending[]): void {
    const isPlain = batch.every((pending) => hasPlainArguments(itemOf(pending)));
    const isWhole = batch.length === 1 && isPlain;
    this.#sendInOrder(isWhole ? batch : withoutParts(batch, isPlain), isPlain);
  }

  /**
   * Sends calls whose arguments may be calls and promises. One that has to wait for an argument is
   * sent once that has settled, and so are those behind it; those before it wait for nothing.
   */
  #sendInOrder(batch: readonly Pending[], isPlain: boolean): void {
    const ready: Pending[] = [];
    const items: CallItem[] = [];
    let references: References = new Map();
    for (const [index, pending] of batch.entries()) {
      const { call } = pending;
      const item = itemOf(pending);
      if (!isPlain) {
        // Of a call that fails here, and of one that is held back, no other may be a reference.
        const known: References = new Map(references);
        const waiting: Promise<unknown>[] = [];
        try {
          item.operations = travelling(call, known, waiting);
          // A call whose arguments cannot travel fails alone.
          if (!hasPlainArguments(item)) encode(item);
        } catch (error) {
          pending.reject(error);
          continue;
        }
        if (waiting.length > 0) {
          void Promise.all(waiting).then(() => this.#sendInOrder(batch.slice(index), isPlain));
          break;
        }
        references = known;
      }
      call.sent = true;
      ready.push(pending);
      items.push(item);
    }
    if (items.length > 0) void this.#execute(ready, items);
  }

  async #execute(sent: readonly Pending[], batch: CallItem[]): Promise<void> {
    const { transport } = this;
    try {
      if (transport.connect && !transport.isConnected?.()) await transport.connect();
      this.#settle(sent, await transport.execute({ batch }));
    } catch (error) {
      for (const pending of sent) pending.reject(error);
    }
  }

  #settle(sent: readonly Pending[], { batch, mayHoldFunctions = true }: BatchResponse): void {
    let left = sent.length;
    for (const [index, item] of batch.entries()) {
      const { id } = item;
      const own = sent[index]?.id === id ? sent[index] : sent.find((each) => each.id === id);
      if (own === undefined) continue;
      left -= 1;
      if (!item.success) own.reject(item.error);
      else own.resolve(mayHoldFunctions ? this.#withFunctions(item.result) : item.result);
    }
    if (left > 0) throw new Error('call: got no answer');
  }

  #withFunctions(result: unknown): unknown {
    return replaceDeep(result, (value) => {
      if (!isObject(value) || value[REMOTE_KEY] !== true) return undefined;
      return { value: this.#remoteFunction(value['__operationChain'] as Step[]), descend: false };
    });
  }
}

const itemOf = ({ id, call }: Pending): CallItem => ({ id, operations: call.steps });

/**
 * A batch without the calls that are a part of others: the beginning of a longer chain, or an
 * argument. One whose answer somebody awaits is sent by itself.
 */
function withoutParts(batch: readonly Pending[], isPlain: boolean): readonly Pending[] {
  const heads = new Set<Call>();
  const inside = new Set<Call>();
  const looked = new Set<Call>();
  const look = (call: Call): void => {
    if (looked.has(call)) return;
    looked.add(call);
    for (let each = call.head; each; each = each.head) heads.add(each);
    if (isPlain) return;
    replaceDeep(call.steps, (value, path) => {
      const part = callOf(value);
      if (part === undefined) return undefined;
      inside.add(part);
      look(part);
      // The published server looks into no Map and no Set: what stands there has to be a value.
      if (path === undefined) part.awaited = true;
      return { value, descend: false };
    });
  };
  for (const { call } of batch) look(call);
  return batch.filter(({ call }) => {
    if (call.awaited || !(inside.has(call) || heads.has(call))) return true;
    call.absorbed = inside.has(call);
    // Each longer chain runs its beginning anew, and so may it be awaited anew.
    call.answer = undefined;
    return false;
  });
}

/** What the calls that serve as arguments are called in a frame. */
type References = Map<Call, string>;

/** How promises that were given as arguments have settled. */
const outcomes = new WeakMap<Promise<unknown>, PromiseSettledResult<unknown>>();

/**
 * The steps of a call with each of its arguments in the form in which it travels.
 *
 * @param references is given those that are used for the first time
 * @param waiting is given what settles when arguments that it cannot go without have settled
 */
function travelling(
  { calls, steps }: Call,
  references: References,
  waiting: Promise<unknown>[],
): Step[] {
  const valueOf = (given: unknown): unknown =>
    replaceDeep(given, (value, path) => {
      const call = callOf(value);
      if (call !== undefined) return { value: inPlaceOf(call, path), descend: false };
      return value instanceof Promise ? { value: settled(value), descend: false } : undefined;
    });
  /** What stands for a call: itself, or its value where it is sent by itself. */
  const inPlaceOf = (call: Call, path: readonly Key[] | undefined): unknown => {
    if (call.calls !== calls) throw new TypeError('argument: got a call of another client');
    if (call.sent || path === undefined) return settled(calls.make(call));
    const known = references.get(call);
    const __refId = known ?? `proxy-${references.size}`;
    const marker: NestedOperation = { __isNestedOperation: true, __refId };
    if (known !== undefined) return marker;
    references.set(call, __refId);
    return { ...marker, __operationChain: valueOf(call.steps) as Step[] };
  };
  const settled = (promise: Promise<unknown>): unknown => {
    const outcome = outcomes.get(promise);
    if (outcome?.status === 'fulfilled') return valueOf(outcome.value);
    if (outcome !== undefined) throw outcome.reason;
    waiting.push(Promise.allSettled([promise]).then(([each]) => outcomes.set(promise, each)));
    return undefined;
  };
  return valueOf(steps) as Step[];
}
