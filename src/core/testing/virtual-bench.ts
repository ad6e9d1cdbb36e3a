/** A bench without a network, and a clock that waits for nothing. */
import {
  type Ends,
  type Study,
  type WebSocketClass,
  wholeTurn,
  type Workload,
} from '../plan/index.ts';
import type { World } from '../run/index.ts';
import { type Link, openByLink } from '../../wire/links/link.ts';

export interface Tally {
  /** Resolves to the number of calls on its connection, this one included. */
  add(): Promise<number>;
  total(): Promise<number>;
}

/**
 * The behaviour at a call; by default an answer after 2 ms. `lose` answers right and adds nothing, `garble` adds
 * and answers wrong, both at once.
 */
export type Behaviour = (call: {
  arm: string;
  /** Connections opened before this one. */
  connection: number;
  /** Calls of `add` on this connection before this one. */
  index: number;
  socket: VirtualSocket;
}) => Promise<void> | 'lose' | 'garble' | undefined;

/** A socket with the standard events, without a network. */
export class VirtualSocket extends EventTarget {
  readonly extensions = 'virtual';
  constructor(
    readonly url: string,
    readonly protocols?: string | string[],
  ) {
    super();
  }
  send(...data: string[]): void {
    void data;
  }
  close(code = 1000): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '' }));
  }
  receive(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** The ends of a world that reaches the virtual bench. */
export const virtualEnds: Ends = {
  origin: 'ws://virtual',
  WebSocketClass: VirtualSocket as unknown as WebSocketClass,
};

/** The workload of calls that count: answers and totals are known beforehand. */
const counting = (id: string): Workload<Tally> => ({
  id,
  label: id,
  question: id,
  operation: () => (tally) => tally.add(),
  wrong(answers, first, held = 0) {
    const before = held + first;
    const at = answers.findIndex((answer, index) => answer !== before + index + 1);
    if (at < 0) return undefined;
    return `answer ${first + at + 1}: got ${String(answers[at])}, expected ${before + at + 1}`;
  },
  async check(tally, done, held = 0) {
    const [total, expected] = [await tally.total(), held + done];
    return total === expected ? undefined : `the total is ${total}, expected ${expected}`;
  },
});

/** A bench without a network, whose calls take the time that the test says. */
export function virtualBench(clock: VirtualClock, behave: Behaviour = () => undefined) {
  const opened: VirtualSocket[] = [];
  const closed: VirtualSocket[] = [];
  let refusing: (arm: string) => boolean = () => false;

  async function open({ origin, arm, object, WebSocketClass }: Link) {
    const connection = opened.length;
    const socket = new WebSocketClass(`${origin}/${arm}/${object}`) as unknown as VirtualSocket;
    opened.push(socket);
    await clock.sleep(5);
    if (refusing(arm)) throw new Error('refused');
    socket.dispatchEvent(new Event('open'));
    let total = 0;
    let calls = 0;
    const operations: Tally = {
      async add() {
        const index = calls;
        calls += 1;
        socket.send('call');
        const behaviour = behave({ arm, connection, index, socket });
        if (behaviour !== 'lose') total += 1;
        if (typeof behaviour !== 'string') await (behaviour ?? clock.sleep(2));
        socket.receive('answer');
        return behaviour === 'garble' ? -1 : index + 1;
      },
      total: () => clock.sleep(1).then(() => total),
    };
    const close = () => {
      closed.push(socket);
      socket.close();
    };
    return { operations, close };
  }

  const study: Study<Tally> = {
    id: 'virtual',
    title: 'Virtual',
    question: 'None',
    arms: ['plain', 'reference', 'subject'].map((id) => {
      const load = () => Promise.resolve(openByLink(open, { system: 'virtual', arm: id }));
      return { id, label: id, system: id, accept: 'in-memory', load };
    }),
    workloads: [{ ...counting('short'), turn: wholeTurn(0, 4) }, counting('long')],
    baseline: 'plain',
    reference: 'reference',
    subjects: ['subject'],
    deadlineMs: 1000,
  };
  let objects = 0;
  const freshObject = () => `object-${(objects += 1)}`;
  const world: World = { now: clock.now, after: clock.after, freshObject, ends: virtualEnds };
  /** Refuses the connections of these arms from now on. */
  const refuse = (which: typeof refusing) => void (refusing = which);
  return { study, world, opened, closed, refuse };
}

/** A clock that stands still until everything that can happen has happened, then jumps to the next timer. */
export class VirtualClock {
  #now = 0;
  #timers: Array<{ at: number; callback: () => void }> = [];

  now = (): number => this.#now;

  after = (delayMs: number, callback: () => void): (() => void) => {
    const timer = { at: this.#now + delayMs, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  };

  /** Lets time pass in which nothing else happens. */
  spend = (ms: number): void => void (this.#now += ms);

  sleep = (delayMs: number): Promise<void> =>
    new Promise((resolve) => this.after(delayMs, resolve));

  get pending(): number {
    return this.#timers.length;
  }

  /** Lets time pass until the promise has settled. Fails when it never can. */
  async drive<Value>(promise: Promise<Value>): Promise<Value> {
    let settled = false;
    const mark = () => void (settled = true);
    promise.then(mark, mark);
    for (;;) {
      // A turn of the event loop runs every promise callback that is ready.
      await new Promise((resolve) => setImmediate(resolve));
      if (settled) return promise;
      const [next] = this.#timers.toSorted((one, other) => one.at - other.at);
      if (next === undefined) throw new Error(`stuck at ${this.#now} ms: no timer is set`);
      this.#timers = this.#timers.filter((each) => each !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
  }
}
