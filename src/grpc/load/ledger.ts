import type { Timed } from '../../harness/plan/index.ts';
import { type Request, wrongIn } from '../clients/request.ts';
import type { Link } from './link.ts';
import { interruption, type Stopped } from './stopped.ts';

/** What becomes of the operations of a turn. */
export class Ledger {
  readonly #requests: readonly Request[];
  readonly #links: readonly Link[];
  /** Calls in a row that one operation makes. */
  readonly #calls: number;
  readonly #samplesMs: number[] = [];
  /** Of each operation the answers to its calls. */
  readonly #answers: Array<ReadonlyArray<readonly unknown[]>> = [];
  readonly #stopped = new Map<number, Stopped>();
  /** Operations that each client had answers to. */
  readonly #answered: number[];
  #firstAt = Infinity;
  #lastAt = 0;

  /** @param links one for each client; clients of one connection share it */
  constructor(requests: readonly Request[], links: readonly Link[], calls: number) {
    this.#requests = requests;
    this.#links = links;
    this.#calls = calls;
    this.#answered = links.map(() => 0);
  }

  get operations(): number {
    return this.#requests.length;
  }

  /** Clients that go on, by their places. */
  get going(): number[] {
    return [...this.#links.keys()].filter((client) => !this.#stopped.has(client));
  }

  /**
   * Makes an operation and times it. A client whose operation fails goes on no more.
   *
   * @param at place of the operation
   * @param since moment that its sample counts from, in ms
   * @returns whether the client goes on
   */
  async make(at: number, client: number, since: number): Promise<boolean> {
    const request = this.#requests[at] as Request;
    const link = this.#links[client] as Link;
    if (since < this.#firstAt) this.#firstAt = since;
    const answers: Array<readonly unknown[]> = [];
    try {
      while (answers.length < this.#calls) answers.push(await link.call(request));
    } catch (error) {
      const { calls, bytes, part } = link.done;
      if (!this.#stopped.has(client)) this.#stopped.set(client, { error, calls, bytes, part });
      return false;
    }
    this.#lastAt = performance.now();
    this.#samplesMs[at] = this.#lastAt - since;
    this.#answers[at] = answers;
    this.#answered[client] = (this.#answered[client] ?? 0) + 1;
    return true;
  }

  /**
   * What was timed: a sample for each operation, and the whole from the first beginning to the last
   * end. Frames are messages.
   *
   * @throws Error or Stalled where clients stopped
   */
  get timed(): Required<Pick<Timed, 'samplesUs' | 'totalUs' | 'frames'>> {
    if (this.#stopped.size > 0) {
      const { operations, going } = this;
      const counted = this.#answered.filter(
        (_, client) => going.length === 0 || going.includes(client),
      );
      const answered = counted.reduce((sum, each) => sum + each, 0);
      const clients = this.#links.length;
      throw interruption([...this.#stopped.values()], { clients, operations, answered });
    }
    const microseconds = (ms: number) => Math.max(0, Math.round(ms * 1000));
    const asked = this.#requests.reduce((sum, { messages }) => sum + messages, 0);
    return {
      samplesUs: this.#samplesMs.map(microseconds),
      totalUs: microseconds(this.#lastAt - this.#firstAt),
      frames: { out: asked * this.#calls, in: this.#answers.flat(2).length },
    };
  }

  /** What is wrong with the first wrong answer. */
  get wrong(): string | undefined {
    const link = this.#links[0] as Link;
    for (const [at, request] of this.#requests.entries()) {
      for (const [call, answer] of (this.#answers[at] ?? []).entries()) {
        const wrong = wrongIn(request, link.words(request, answer));
        if (wrong !== undefined) return `answer ${at * this.#calls + call + 1}: ${wrong}`;
      }
    }
    return undefined;
  }
}
