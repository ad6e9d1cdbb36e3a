/** The callee's half of durable calls: outbox.ts says what both promise together. */
import { type Answer, type AnswerMessage, type CallMessage, limits, type Mode } from './message.ts';

export interface InboxOptions {
  mode: Mode;
  /** What may be called, by name; each answers at once, with what JSON can say. */
  methods: Readonly<Record<string, (...args: never[]) => unknown>>;
}

type Call = readonly [method: string, args: unknown[]];

/** Answers by message, and of each life which of its messages the caller has the answers to. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS durable_call_inbox (life TEXT NOT NULL, n INTEGER NOT NULL,
    deadline INTEGER NOT NULL, answers TEXT NOT NULL, PRIMARY KEY (life, n));
  CREATE INDEX IF NOT EXISTS durable_call_deadline ON durable_call_inbox (deadline);
  CREATE TABLE IF NOT EXISTS durable_call_life (life TEXT PRIMARY KEY,
    before INTEGER NOT NULL, deadline INTEGER NOT NULL)`;

/**
 * Runs the calls of outboxes. When durable, the effects of a message and its answers are stored in
 * one transaction, and the same message again is answered from there.
 */
export class Inbox {
  readonly #storage: DurableObjectStorage;
  readonly #options: InboxOptions;

  constructor(ctx: DurableObjectState, options: InboxOptions) {
    this.#storage = ctx.storage;
    this.#options = options;
  }

  /**
   * Runs the calls of a message, each once however often the message comes.
   *
   * @throws TypeError or SyntaxError on what is no message; RangeError when too many are kept
   */
  take(message: CallMessage): AnswerMessage {
    const calls = callsOf(message);
    if (this.#options.mode === 'in-memory') return this.#answer(calls, (run) => run());
    const { life, n, deadline } = message;
    const { sql } = this.#storage;
    // The owner may have deleted all of its storage since the last message.
    sql.exec(TABLES);
    const upsert = `INSERT INTO durable_call_life VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET
      before = max(before, excluded.before), deadline = max(deadline, excluded.deadline)
      RETURNING before`;
    const known = sql.exec<{ before: number }>(upsert, life, message.before, deadline).one();
    const now = Date.now();
    sql.exec('DELETE FROM durable_call_inbox WHERE life = ? AND n < ?', life, known.before);
    sql.exec('DELETE FROM durable_call_inbox WHERE deadline <= ?', now);
    sql.exec('DELETE FROM durable_call_life WHERE deadline <= ?', now);
    if (calls.length === 0) return { answers: '[]' };
    const select = 'SELECT answers FROM durable_call_inbox WHERE life = ? AND n = ?';
    const [kept] = sql.exec<{ answers: string }>(select, life, n).toArray();
    if (kept !== undefined) return kept;
    // What was answered may be forgotten by now: it is not done, lest it be done twice.
    if (n < known.before || deadline <= now) {
      const late: Answer = { error: { name: 'DeadlineError', message: 'it came too late' } };
      return { answers: JSON.stringify(calls.map(() => late)) };
    }
    const count = 'SELECT count(*) AS got FROM durable_call_inbox';
    const { got } = sql.exec<{ got: number }>(count).one();
    if (got >= limits.kept) {
      throw new RangeError(`inbox: got ${got} messages whose answers nobody took, expected fewer`);
    }
    return this.#storage.transactionSync(() => {
      const answer = this.#answer(calls, (run) => this.#storage.transactionSync(run));
      const insert = 'INSERT INTO durable_call_inbox VALUES (?, ?, ?, ?)';
      sql.exec(insert, life, n, deadline, answer.answers);
      return answer;
    });
  }

  /** Runs calls in their order, each within what can undo it. What throws is an answer. */
  #answer(calls: readonly Call[], within: (run: () => string) => string): AnswerMessage {
    let room = limits.characters;
    const answers = calls.map((call) => {
      let answer: string;
      try {
        answer = within(() => this.#run(call, room));
      } catch (error) {
        const { name, message } = error instanceof Error ? error : new Error(String(error));
        answer = JSON.stringify({ error: { name, message } } satisfies Answer);
      }
      room -= answer.length;
      return answer;
    });
    return { answers: `[${answers.join(',')}]` };
  }

  #run([name, args]: Call, room: number): string {
    const { methods } = this.#options;
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (method === undefined) {
      const names = Object.keys(methods).join(', ');
      throw new TypeError(`method: got ${name}, expected one of ${names}`);
    }
    const value = method(...(args as never[]));
    if (value instanceof Promise) {
      // What becomes of it concerns nobody any more.
      value.catch(() => undefined);
      throw new TypeError(`method ${name}: got a promise, expected an answer at once`);
    }
    const answer = JSON.stringify({ value } satisfies Answer);
    if (answer.length <= room) return answer;
    throw new RangeError(`answer: got ${answer.length} characters, expected at most ${room}`);
  }
}

/** @throws TypeError or SyntaxError naming what was got where it is no message */
function callsOf(message: CallMessage): Call[] {
  const { life, n, before, deadline } = message;
  const numbers = [n, before, deadline].every((each) => Number.isSafeInteger(each));
  const calls: unknown = JSON.parse(message.calls);
  const isCall = (each: unknown) =>
    Array.isArray(each) && typeof each[0] === 'string' && Array.isArray(each[1]);
  const few = Array.isArray(calls) && calls.length <= limits.calls && calls.every(isCall);
  if (typeof life === 'string' && numbers && few) return calls as Call[];
  const expected = `life, n, before, deadline and at most ${limits.calls} calls of [method, args]`;
  throw new TypeError(
    `message: got ${JSON.stringify(message).slice(0, 200)}, expected ${expected}`,
  );
}
