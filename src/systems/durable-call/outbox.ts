/**
 * Calls from one Durable Object to another that survive a crash: what they need cost. An
 * illustration of this site, and no library. Mode `durable` promises, while both keep their storage:
 * - A call is stored in the transaction of the tick that makes it: it remains if, and only if, what
 *   the caller stored in that tick does.
 * - The callee stores effect and answer in one transaction, under an idempotency key. The effect
 *   happens once at most, and exactly once where the method’s answer arrives.
 * - A continuation is a method, found by its name. Its writes and the end of the call are one
 *   transaction: they happen exactly once, unless it throws, which undoes them and is reported.
 *   What else it does, such as settling a promise of `ask`, a crash may lose or repeat.
 * - A call that has no answer at its deadline gets a `DeadlineError`. Its effect may have happened,
 *   or not; later than the deadline on the callee’s clock it does not happen.
 * Not promised: an order between messages (calls within one keep theirs), or undoing the calls of a
 * continuation that throws. Mode `in-memory` stores nothing and sends nothing twice: an effect
 * happens once at most, and where nobody knows whether it did, the answer is a `TransportError`.
 * The ideas: an outbox within the transaction, and a receiver that knows what it has had
 * (https://microservices.io/patterns/data/transactional-outbox.html and
 * https://microservices.io/patterns/communication-style/idempotent-consumer.html); nothing leaves an
 * object before its writes are durable, so that none is awaited here
 * (https://blog.cloudflare.com/durable-objects-easy-fast-correct-choose-three/); an alarm that
 * happens at least once (https://developers.cloudflare.com/durable-objects/api/alarms/); fresh stubs
 * and growing pauses (https://developers.cloudflare.com/durable-objects/best-practices/error-handling/).
 */
import { Pending } from '../../places/peers/by-hand.ts';
import { type Answer, type AnswerMessage, type CallMessage, limits, type Mode } from './message.ts';

/** What runs with the answer, and a call as it is told of it. */
export type Next = { name: string; data?: unknown };
export type Call = { target: string; method: string; args: unknown[]; data: unknown };

/** The object that is called, as its stub: gives a message to its inbox. */
export interface Stub {
  takeCalls(message: CallMessage): Promise<AnswerMessage>;
}

export interface OutboxOptions {
  mode: Mode;
  /** Time from a call to its `DeadlineError`, in ms; up to `PULSE_MS` more. */
  deadlineMs: number;
  /** A fresh stub of the object that a target names; called again after one failed. */
  stubOf: (target: string) => Stub;
  /** What may run with an answer, by name; each at once, without waiting for anything. */
  continuations: Readonly<Record<string, (answer: Answer, call: Call) => void>>;
  /** Has `resume()` called by the owner’s alarm at a time in ms since 1970, or before; asked rarely. */
  wakeAt: (time: number) => void;
  /** How long after a crash calls go on by themselves at the latest, in ms. */
  wakeMs: number;
}

/** A message that waits for its answers. */
interface Message extends Pick<CallMessage, 'life' | 'n' | 'deadline'> {
  target: string;
  /** JSON of each `[method, args]`, and of its `[continuation, data]`. */
  calls: string[];
  then: string[];
  size: number;
  tries: number;
  /** When to try again, in ms since 1970; never while a try waits for its answer. */
  retryAt: number;
  /** What the last try failed with. */
  failure?: string;
}

/** How often deadlines, retries and acknowledgements are looked at while there are any, in ms. */
const PULSE_MS = 50;
/** The pause before the second try, and the longest one, in ms. */
const [PAUSE_MS, LONGEST_PAUSE_MS] = [50, 5000];
/** Turns of the microtask queue without a call after which a tick is taken to have made all of its. */
const QUIET = 8;
/** A message without calls. */
const UNTRIED = { size: 0, tries: 0, retryAt: 0 };
/** Name of the continuation that settles a promise of `ask`. */
const ASK = '';
/** A rowid stays, because large values make a tree that is searched by its key slow. */
const TABLE = `CREATE TABLE IF NOT EXISTS durable_call_outbox (life TEXT NOT NULL,
  n INTEGER NOT NULL, deadline INTEGER NOT NULL, target TEXT NOT NULL, calls TEXT NOT NULL,
  continuations TEXT NOT NULL, PRIMARY KEY (life, n))`;

/** The caller’s half of durable calls. */
export class Outbox {
  readonly #storage: DurableObjectStorage;
  readonly #options: OutboxOptions;
  readonly #durable: boolean;
  /** Part of every key: no two lives of an object share it, so that a counter in memory will do. */
  readonly #life = crypto.randomUUID();
  #messages = 0;
  /** Calls made in this life, and those of them and of earlier lives that wait. */
  #made = 0;
  #waiting = 0;
  /** Messages of this tick, by target. */
  readonly #open = new Map<string, Message>();
  /** Messages that wait, those of a life in the order of their numbers. */
  readonly #pending = new Set<Message>();
  /** Targets that still keep answers which this object has. */
  readonly #unacknowledged = new Set<string>();
  readonly #asked = new Pending();
  readonly #stubs = new Map<string, Stub>();
  #pulsing = false;
  #wakesAt = -Infinity;

  constructor(ctx: DurableObjectState, options: OutboxOptions) {
    this.#storage = ctx.storage;
    this.#options = options;
    this.#durable = options.mode === 'durable';
    if (!this.#durable) return;
    this.#storage.sql.exec(TABLE);
    type Row = Record<'life' | 'target' | 'calls' | 'continuations', string> &
      Record<'n' | 'deadline', number>;
    const rows = this.#storage.sql.exec<Row>('SELECT * FROM durable_call_outbox ORDER BY rowid');
    for (const { continuations, ...row } of rows) {
      const calls = row.calls.split('\n');
      this.#pending.add({ ...row, calls, then: continuations.split('\n'), ...UNTRIED });
      this.#waiting += calls.length;
    }
    if (this.#waiting === 0) return;
    // Until then the alarm rings that was set before the crash.
    this.#wakesAt = Date.now() + options.wakeMs;
    this.#pulse();
  }

  /**
   * Calls a method of the object that `target` names, and forgets it: the continuation hears of the
   * answer. The calls that one tick makes to one target are one message, up to `limits`. Arguments
   * and data are what JSON can say.
   *
   * @throws TypeError on what is none, or an unknown continuation; RangeError when the call is too
   *   large, or too many wait
   */
  call(target: string, method: string, args: readonly unknown[], { name, data }: Next): void {
    if (name !== ASK) this.#continuation(name);
    if (this.#waiting >= limits.pending) {
      throw new RangeError(`outbox: got ${this.#waiting} calls that wait, expected fewer`);
    }
    const [call, then] = [JSON.stringify([method, args]), JSON.stringify([name, data])];
    const size = call.length + then.length;
    const most = limits.characters;
    if (size > most) throw new RangeError(`call: got ${size} characters, expected at most ${most}`);
    this.#made += 1;
    this.#waiting += 1;
    if (this.#open.size === 0) void this.#sendWhenQuiet();
    let message = this.#open.get(target);
    const full = message && message.size + size > most;
    if (message === undefined || full || message.calls.length >= limits.calls) {
      if (message !== undefined) this.#send(message);
      this.#messages += 1;
      const deadline = Date.now() + this.#options.deadlineMs;
      const key = { life: this.#life, n: this.#messages };
      message = { ...key, target, deadline, calls: [], then: [], ...UNTRIED };
      this.#open.set(target, message);
    }
    message.calls.push(call);
    message.then.push(then);
    message.size += size;
  }

  /** Calls as `call` does. The promise is settled with the answer if this object lives till then. */
  ask(target: string, method: string, args: readonly unknown[]): Promise<unknown> {
    return this.#asked.ask((data) => this.call(target, method, args, { name: ASK, data }));
  }

  /** Calls that wait for their answers. */
  pending(): number {
    return this.#waiting;
  }

  /** When the owner’s alarm has to ring at the latest, in ms since 1970; undefined: no need. */
  nextWake(): number | undefined {
    return this.#durable && this.#pending.size > 0 ? this.#wakesAt : undefined;
  }

  /** Goes on with what waits: for the owner’s alarm. Otherwise an outbox goes on by itself. */
  resume(): void {
    if (this.#pending.size === 0) return;
    // The alarm that called this has rung.
    this.#wakesAt = -Infinity;
    this.#stayAwake();
    this.#look();
  }

  /** Sends the messages of a tick within its transaction, to which its microtasks belong. */
  async #sendWhenQuiet(): Promise<void> {
    for (let seen = this.#made, quiet = 0; quiet < QUIET; quiet += 1) {
      await Promise.resolve();
      if (seen !== this.#made) quiet = 0;
      seen = this.#made;
    }
    const messages = [...this.#open.values()];
    this.#open.clear();
    for (const message of messages) this.#send(message);
  }

  #send(message: Message): void {
    const { life, n, target, deadline, calls, then } = message;
    this.#pending.add(message);
    if (this.#durable) {
      // The owner may have deleted all of its storage since the last one.
      this.#storage.sql.exec(TABLE);
      const insert = 'INSERT INTO durable_call_outbox VALUES (?, ?, ?, ?, ?, ?)';
      this.#storage.sql.exec(insert, life, n, deadline, target, calls.join('\n'), then.join('\n'));
      this.#stayAwake();
    }
    void this.#try(message);
  }

  /** Has the alarm ring once in a while for as long as something waits. */
  #stayAwake(): void {
    const now = Date.now();
    if (!this.#durable || this.#wakesAt > now) return;
    this.#wakesAt = now + this.#options.wakeMs;
    this.#options.wakeAt(this.#wakesAt);
  }

  async #try(message: Message): Promise<void> {
    const { life, n, target, deadline, calls } = message;
    message.retryAt = Infinity;
    message.tries += 1;
    this.#pulse();
    this.#unacknowledged.delete(target);
    let answers: Answer[];
    try {
      const key = { life, n, before: this.#before(message) };
      const sent = { ...key, deadline, calls: `[${calls.join(',')}]` };
      answers = JSON.parse((await this.#stub(target).takeCalls(sent)).answers) as Answer[];
      if (answers.length !== calls.length) {
        throw new TypeError(`answers: got ${answers.length}, expected ${calls.length}`);
      }
    } catch (error) {
      this.#stubs.delete(target);
      message.failure = String(error);
      const pauseMs = Math.min(PAUSE_MS * 2 ** (message.tries - 1), LONGEST_PAUSE_MS);
      message.retryAt = Date.now() + pauseMs;
      if (!this.#durable) this.#giveUp(message, 'TransportError', 'the call failed');
      return;
    }
    if (this.#durable) this.#unacknowledged.add(target);
    this.#settle(message, (at) => answers[at] as Answer);
  }

  /** The first message of a life to its target whose answers this object does not have. */
  #before({ life, target, n }: Message): number {
    for (const each of this.#pending) {
      if (each.life === life && each.target === target) return each.n;
    }
    return n;
  }

  /** One for all messages to a target until one fails or nothing waits: making one takes long. */
  #stub(target: string): Stub {
    const stub = this.#stubs.get(target) ?? this.#options.stubOf(target);
    this.#stubs.set(target, stub);
    return stub;
  }

  #giveUp(message: Message, name: string, why: string): void {
    const { failure } = message;
    const last = failure === undefined ? '' : `; last failure: ${failure}`;
    const error = { name, message: `${why}; the effect may or may not have happened${last}` };
    this.#settle(message, () => ({ error }));
  }

  /** Ends calls and runs their continuations: no await is here, so that it is one transaction. */
  #settle(message: Message, answerAt: (at: number) => Answer): void {
    // Its deadline may have passed before its answer came.
    if (!this.#pending.delete(message)) return;
    const { life, n, calls } = message;
    this.#waiting -= calls.length;
    const end = 'DELETE FROM durable_call_outbox WHERE life = ? AND n = ?';
    if (this.#durable) this.#storage.sql.exec(end, life, n);
    for (const at of calls.keys()) {
      const run = () => this.#continue(message, at, answerAt(at));
      try {
        if (this.#durable) this.#storage.transactionSync(run);
        else run();
      } catch (error) {
        reportError(error);
      }
    }
  }

  #continue({ life, target, calls, then }: Message, at: number, answer: Answer): void {
    const [name, data] = JSON.parse(then[at] as string) as [string, unknown];
    if (name === ASK) {
      // Whoever asked in another life is gone.
      if (life !== this.#life) return;
      if (!('error' in answer)) this.#asked.resolve(Number(data), answer.value);
      else this.#asked.reject(Number(data), Object.assign(new Error(), answer.error));
      return;
    }
    const [method, args] = JSON.parse(calls[at] as string) as [string, unknown[]];
    this.#continuation(name)(answer, { target, method, args, data });
  }

  /** The continuation of a name; one from before a deployment may be there no more. */
  #continuation(name: string): (answer: Answer, call: Call) => void {
    const { continuations } = this.#options;
    const found = Object.hasOwn(continuations, name) ? continuations[name] : undefined;
    if (found !== undefined) return found;
    const names = Object.keys(continuations).join(', ');
    throw new TypeError(`continuation: got ${name}, expected one of ${names}`);
  }

  /** Looks at what time has brought, again and again while something waits. */
  #pulse(): void {
    if (this.#pulsing) return;
    this.#pulsing = true;
    setTimeout(() => {
      this.#pulsing = false;
      this.#look();
      if (this.#pending.size > 0) this.#pulse();
      else this.#stubs.clear();
    }, PULSE_MS);
  }

  #look(): void {
    const now = Date.now();
    const why = `got no answer, expected one within ${this.#options.deadlineMs} ms`;
    for (const message of [...this.#pending]) {
      if (message.deadline <= now) this.#giveUp(message, 'DeadlineError', why);
      else if (message.retryAt <= now) void this.#try(message);
    }
    // Where something is under way, its answer or the next message will do.
    for (const { target } of this.#pending) this.#unacknowledged.delete(target);
    const n = this.#messages + 1;
    const deadline = now + this.#options.deadlineMs;
    const nothing = { life: this.#life, n, before: n, deadline, calls: '[]' };
    for (const target of this.#unacknowledged) {
      // One that is lost is made up for by the deadline, after which all are forgotten.
      const taken = this.#stub(target).takeCalls(nothing);
      taken.catch(() => undefined);
    }
    this.#unacknowledged.clear();
  }
}
