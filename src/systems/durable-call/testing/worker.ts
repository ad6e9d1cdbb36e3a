/** Objects that call each other durably, driven over HTTP: `/<object>/<method>` with arguments as JSON. */
import { DurableObject } from 'cloudflare:workers';
import { Inbox } from '../inbox.ts';
import type { AnswerMessage, CallMessage, Mode } from '../message.ts';
import { Outbox } from '../outbox.ts';

interface Env {
  CALLER: DurableObjectNamespace<Caller>;
  CALLEE: DurableObjectNamespace<Callee>;
}

/** Objects whose name begins so store nothing of their calls. */
const modeOf = (name: string | undefined): Mode =>
  name?.startsWith('in-memory') === true ? 'in-memory' : 'durable';

/** What was thrown where nobody caught it. */
const reported: string[] = [];
(globalThis as EventTarget).addEventListener('error', (event) => {
  reported.push((event as ErrorEvent).message);
});

abstract class Stored extends DurableObject<Env> {
  /** Rows of all tables, by the table’s name, without the runtime’s own. */
  rows(): Record<string, number> {
    const { sql } = this.ctx.storage;
    const tables = sql.exec<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    );
    const counted = [...tables].map(({ name }) => [
      name,
      sql.exec<{ n: number }>(`SELECT count(*) AS n FROM "${name}"`).one().n,
    ]);
    return Object.fromEntries(counted) as Record<string, number>;
  }

  /** How often each call is noted: how many are noted at all, and how many notes there are. */
  noted(): { calls: number; notes: number } {
    this.#table();
    return this.ctx.storage.sql
      .exec<{
        calls: number;
        notes: number;
      }>('SELECT count(DISTINCT call) AS calls, count(*) AS notes FROM note')
      .one();
  }

  protected note(call: number): number {
    this.#table();
    this.ctx.storage.sql.exec('INSERT INTO note VALUES (?)', call);
    return call;
  }

  #table(): void {
    this.ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS note (call INTEGER NOT NULL)');
  }

  deleteAll(): Promise<void> {
    return this.ctx.storage.deleteAll();
  }

  abort(): void {
    this.ctx.abort('as asked');
  }
}

export class Callee extends Stored {
  /** What this life of the object was sent. */
  readonly #heard = { messages: 0, acknowledgements: 0 };
  /** How many answers are lost from now on. */
  #losing = 0;
  #silent = false;

  readonly #inbox = new Inbox(this.ctx, {
    mode: modeOf(this.ctx.id.name),
    methods: {
      note: (call: number) => this.note(call),
      noteAndFail: (call: number) => {
        this.note(call);
        throw new RangeError(`note ${call}: as asked`);
      },
      later: async (call: number) => this.note(call),
      echo: (value: unknown) => value,
      text: (length: number) => 'x'.repeat(length),
      nothing: () => undefined,
      unsayable: () => 1n,
    },
  });

  async takeCalls(message: CallMessage): Promise<AnswerMessage> {
    this.#heard.messages += Number(message.calls !== '[]');
    this.#heard.acknowledgements += Number(message.calls === '[]');
    const answer = this.#inbox.take(message);
    if (this.#silent) return new Promise(() => undefined);
    if (this.#losing === 0) return answer;
    this.#losing -= 1;
    // Its effect is stored, and only the answer is lost.
    await this.ctx.storage.sync();
    throw new Error('the answer is lost');
  }

  lose(answers: number): void {
    this.#losing = answers;
  }

  fallSilent(): void {
    this.#silent = true;
  }

  /** Takes messages of a call each, all in one turn. */
  crowd(messages: number, deadline: number): void {
    for (let n = 0; n < messages; n += 1) {
      this.#inbox.take({ life: 'crowd', n, before: 0, deadline, calls: '[["nothing",[]]]' });
    }
  }

  heard() {
    return this.#heard;
  }
}

export class Caller extends Stored {
  readonly #mode = modeOf(this.ctx.id.name);
  readonly #outbox = new Outbox(this.ctx, {
    mode: this.#mode,
    deadlineMs: this.ctx.id.name?.includes('hasty') === true ? 600 : 60_000,
    stubOf: (target) => this.env.CALLEE.getByName(target),
    continuations: {
      note: (answer, { data }) => {
        this.note(data as number);
        if ('error' in answer) this.ctx.storage.kv.put('error', answer.error);
      },
      noteAndFail: (_answer, { data }) => {
        this.note(data as number);
        throw new Error('a continuation failed as asked');
      },
    },
    wakeAt: (time) => void this.ctx.storage.setAlarm(time),
    wakeMs: 1000,
  });

  override alarm(): void {
    this.#outbox.resume();
  }

  /**
   * Calls that are noted by the callee, and by the continuation.
   *
   * @returns calls that wait
   */
  make(target: string, from: number, calls: number, method = 'note', then = 'note'): number {
    // In one transaction with the calls: after a crash both are there, or neither.
    if (this.#mode === 'durable') this.ctx.storage.kv.put('made', from + calls);
    for (let call = from; call < from + calls; call += 1) {
      this.#outbox.call(target, method, [call], { name: then, data: call });
    }
    return this.#outbox.pending();
  }

  /** The same a few calls a tick; what is made is stored with each tick. */
  async makeSlowly(target: string, from: number, calls: number, perTick: number): Promise<void> {
    for (let call = from; call < from + calls; call += perTick) {
      const more = Math.min(perTick, from + calls - call);
      this.make(target, call, more);
      await scheduler.wait(0);
    }
  }

  /** How many calls were ever made, and how many are noted. */
  made() {
    return { ...this.noted(), made: this.ctx.storage.kv.get<number>('made') ?? 0 };
  }

  /** Asks for all at once; each value, or the error’s name and message. */
  async ask(target: string, questions: Array<[method: string, ...args: unknown[]]>) {
    const asked = questions.map(([method, ...args]) => this.#outbox.ask(target, method, args));
    const settled = await Promise.allSettled(asked);
    return settled.map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason)));
  }

  /** Makes each call once the one before is answered. */
  async chain(target: string, calls: number): Promise<unknown[]> {
    const values: unknown[] = [];
    while (values.length < calls) {
      values.push(await this.#outbox.ask(target, 'echo', [values.length]));
    }
    return values;
  }

  reported(): string[] {
    return reported;
  }

  waiting() {
    return { calls: this.#outbox.pending(), wakes: this.#outbox.nextWake() !== undefined };
  }

  async stored() {
    const { kv } = this.ctx.storage;
    const alarm = await this.ctx.storage.getAlarm();
    return { rows: this.rows(), error: kv.get('error'), alarm: alarm !== null };
  }
}

export default {
  /** `/CALLER/<object>/<method>`: its arguments are the body’s list, its answer is JSON. */
  async fetch(request, env) {
    const [, kind, name = '', method = ''] = new URL(request.url).pathname.split('/');
    const stub = (kind === 'CALLER' ? env.CALLER : env.CALLEE).getByName(name);
    const run = Reflect.get(stub, method) as (...args: unknown[]) => Promise<unknown>;
    try {
      return Response.json({ value: await run(...(await request.json<unknown[]>())) });
    } catch (error) {
      return Response.json({ error: String(error) }, { status: 500 });
    }
  },
} satisfies ExportedHandler<Env>;
