import { encode, encodePlain, FUNCTIONS, Look, type Need, PLAIN } from '../protocol/codec.ts';
import {
  isChain,
  isObject,
  PARSE_ERROR_ID,
  type CallItem,
  type NestedOperation,
  type ResultItem,
  type Step,
} from '../protocol/protocol.ts';
import { replaceDeep } from '../protocol/replace.ts';
import type { Transport } from './transport.ts';

/**
 * Deadlines of one length. They pass in the order in which they were set, so one timer serves all,
 * and a call that is answered in time costs no timer of its own.
 */
export class Deadlines<Call> {
  readonly #ms: number;
  readonly #onPassed: (calls: readonly Call[]) => void;
  #queue: { at: number; calls: readonly Call[] }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param ms how long after it was set a deadline passes, in ms
   * @param onPassed is given the calls whose deadline passed, answered or not
   */
  constructor(ms: number, onPassed: (calls: readonly Call[]) => void) {
    this.#ms = ms;
    this.#onPassed = onPassed;
  }

  set(calls: readonly Call[]): void {
    this.#queue.push({ at: Date.now() + this.#ms, calls });
    this.#timer ??= this.#arm(this.#ms);
  }

  /** Forgets all deadlines: nothing is waited for. The timer stays, for the next call. */
  clear(): void {
    this.#queue.length = 0;
  }

  /** Forgets all, and the timer. */
  stop(): void {
    this.clear();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #arm(ms: number): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => this.#check(), ms);
    // In Node, a timer must not keep a process alive that waits for nothing else.
    if (typeof timer === 'object' && 'unref' in timer) timer.unref();
    return timer;
  }

  #check(): void {
    const now = Date.now();
    const waiting = this.#queue.findIndex(({ at }) => at > now);
    const passed = this.#queue.splice(0, waiting === -1 ? this.#queue.length : waiting);
    const [next] = this.#queue;
    this.#timer = next && this.#arm(next.at - now);
    this.#onPassed(passed.flatMap(({ calls }) => calls));
  }
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** What the calls need to know of the stand-ins that chains are made of. */
interface Chains {
  /** The steps of a stand-in of this client; undefined for any other function. */
  stepsOf(value: unknown): readonly Step[] | undefined;
  /** A stand-in for a function on the server. */
  remoteFunction(steps: readonly Step[]): unknown;
}

/** Every text of results that hold a function holds this. */
const REMOTE_KEY = '__isRemoteFunction';

/** The calls under way, and the batch that the next microtask sends. */
export class Calls {
  readonly #transport: Transport;
  readonly #chains: Chains;
  readonly #pending = new Map<string, Pending>();
  readonly #deadlines: Deadlines<CallItem>;
  #batch: CallItem[] = [];
  #lastId = 0;
  readonly #flushSoon = () => this.#flush();

  constructor(transport: Transport, chains: Chains) {
    this.#transport = transport;
    this.#chains = chains;
    const { timeoutMs } = transport;
    this.#deadlines = new Deadlines(timeoutMs, (batch) =>
      this.#failAll(batch, new Error(`got no answer within ${timeoutMs} ms`)),
    );
    transport.listen({
      onResults: (results, text) => this.#settle(results, text),
      onLost: (error) => this.#rejectAll(error),
    });
  }

  /** Puts a chain into the batch. The promise settles with its answer, and always settles. */
  send(operations: readonly Step[]): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = String((this.#lastId += 1));
    this.#pending.set(id, { resolve, reject });
    if (this.#batch.length === 0) queueMicrotask(this.#flushSoon);
    this.#batch.push({ id, operations });
    return promise;
  }

  /** Closes the connection; what is pending is rejected. */
  close(): void {
    this.#transport.close();
    this.#deadlines.stop();
  }

  #flush(): void {
    const batch = this.#batch;
    this.#batch = [];
    let text: string;
    try {
      text = this.#encode(batch);
    } catch (error) {
      if (batch.length === 1) this.#failAll(batch, error);
      else this.#flushApart(batch);
      return;
    }
    this.#deadlines.set(batch);
    try {
      const sending = this.#transport.send(text);
      if (sending) sending.catch((error: unknown) => this.#failAll(batch, error));
    } catch (error) {
      this.#failAll(batch, error);
    }
  }

  #failAll(batch: readonly CallItem[], error: unknown): void {
    for (const { id } of batch) this.#fail(id, error);
  }

  /** A call whose arguments cannot travel fails alone; the others still go out as one frame. */
  #flushApart(batch: readonly CallItem[]): void {
    for (const call of batch) {
      try {
        this.#encode([call]);
      } catch (error) {
        this.#fail(call.id, error);
        continue;
      }
      if (this.#batch.length === 0) queueMicrotask(this.#flushSoon);
      this.#batch.push(call);
    }
  }

  #encode(batch: CallItem[]): string {
    const { type } = this.#transport;
    const need = needOf(batch);
    if (need === PLAIN) return encodePlain({ type, batch });
    return encode({ type, batch: need === FUNCTIONS ? this.#withNested(batch) : batch });
  }

  /** The batch with each call that serves as an argument in the form in which it travels. */
  #withNested(batch: readonly CallItem[]): CallItem[] {
    const references = new Map<unknown, string>();
    const travelling = (argument: unknown): unknown =>
      replaceDeep(argument, (value) => {
        if (typeof value !== 'function') return undefined;
        const steps = this.#chains.stepsOf(value);
        if (steps === undefined) {
          throw new TypeError(
            `argument: got ${nameOf(value)}, expected data or a call of this client`,
          );
        }
        return { value: nested(value, steps), descend: false };
      });
    const chainOf = (steps: readonly Step[]): Step[] =>
      steps.map((step) =>
        step.type === 'get' ? step : { type: 'apply', args: step.args.map(travelling) },
      );
    const nested = (value: unknown, steps: readonly Step[]): NestedOperation => {
      const known = references.get(value);
      if (known !== undefined) return { __isNestedOperation: true, __refId: known };
      const reference = `proxy-${references.size}`;
      references.set(value, reference);
      return {
        __isNestedOperation: true,
        __refId: reference,
        __operationChain: chainOf(steps),
      };
    };
    return batch.map(({ id, operations }) => ({ id, operations: chainOf(operations) }));
  }

  #settle(results: readonly ResultItem[], text: string): void {
    const functions = text.includes(REMOTE_KEY) || text.includes('\\u');
    for (const item of results) {
      if (!item.success) {
        // The server could not tell whose frame it was: none of them will be answered.
        if (item.id === PARSE_ERROR_ID) this.#rejectAll(item.error);
        else this.#fail(item.id, item.error);
        continue;
      }
      const call = this.#take(item.id);
      call?.resolve(functions ? this.#withFunctions(item.result) : item.result);
    }
  }

  #withFunctions(result: unknown): unknown {
    return replaceDeep(result, (value) => {
      if (!isObject(value) || value[REMOTE_KEY] !== true) return undefined;
      const steps = value['__operationChain'];
      if (!isChain(steps)) return undefined;
      return { value: this.#chains.remoteFunction(steps), descend: false };
    });
  }

  #fail(id: string, error: unknown): void {
    this.#take(id)?.reject(error);
  }

  #take(id: string): Pending | undefined {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#deadlines.clear();
    return call;
  }

  #rejectAll(error: unknown): void {
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    this.#deadlines.clear();
    for (const call of lost) call.reject(error);
  }
}

function needOf(batch: readonly CallItem[]): Need {
  const look = new Look();
  let need: Need = PLAIN;
  for (const { operations } of batch) {
    for (const step of operations) {
      if (step.type === 'apply') need = look.mostOf(step.args, need);
    }
  }
  return need;
}

/** A function in words. A stand-in of another client has no name, but a member for every one. */
function nameOf(callable: { name: unknown }): string {
  const { name } = callable;
  return typeof name === 'string' && name !== '' ? `the function ${name}` : 'a function';
}
