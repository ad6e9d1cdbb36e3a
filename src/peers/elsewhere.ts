/** A run’s half of the turns that an agent takes for it. */
import { type Channel, type Connection, Stalled } from '../harness/plan/index.ts';
import type { Answers, Asked, FromAgent, ToAgent } from './agent-protocol.ts';

interface Waiting {
  connection: number;
  resolve: (value: Answers[keyof Answers]) => void;
  reject: (error: Error) => void;
}

/** Speaks with one agent, for all connections that it has; hand it each message that comes. */
export class AgentClient {
  readonly #post: (message: ToAgent) => void;
  readonly #waiting = new Map<number, Waiting>();
  readonly #lost = new Map<number, (how: string) => void>();
  #connections = 0;
  #asked = 0;
  #gone: string | undefined;

  constructor(post: (message: ToAgent) => void) {
    this.#post = post;
  }

  take(message: FromAgent): void {
    if ('lost' in message) {
      this.#lost.get(message.connection)?.(message.lost);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('value' in message) waiting?.resolve(message.value);
    else waiting?.reject(new (message.stalled ? Stalled : Error)(message.error));
  }

  /** The agent is gone: whatever waits for it fails with this sentence, and so does what comes later. */
  lost(how: string): void {
    this.#gone = how;
    for (const { reject } of this.#waiting.values()) reject(new Error(how));
    this.#waiting.clear();
    for (const lost of this.#lost.values()) lost(how);
  }

  /**
   * Has the agent open a connection. Its operations are made where the agent is; whoever reaches for
   * them here gets an error.
   *
   * @param arm its id, by which the agent knows it
   * @param target what is to be called, for an agent that is told so; it has to be JSON
   * @throws Stalled where nothing came in time; an Error with what went wrong
   */
  async connect(arm: string, channel: Channel, target?: unknown): Promise<Connection<never>> {
    this.#connections += 1;
    const connection = this.#connections;
    this.#lost.set(connection, (how) => channel.meter.lost(how));
    const ask = <Do extends Asked['do']>(asked: Extract<Asked, { do: Do }>) =>
      this.#ask(connection, asked) as Promise<Answers[Do]>;
    const close = () => {
      this.#lost.delete(connection);
      for (const [id, waiting] of this.#waiting) {
        if (waiting.connection !== connection) continue;
        this.#waiting.delete(id);
        waiting.reject(new Error('the connection was closed'));
      }
      if (this.#gone === undefined) this.#post({ connection, close: true });
    };
    try {
      const { id: object, deadlineMs } = channel;
      const { extensions } = await ask({ do: 'open', arm, object, deadlineMs, target });
      channel.meter.opened(extensions);
    } catch (error) {
      close();
      throw error;
    }
    return {
      get operations(): never {
        throw new Error('operations: got a call from the run, expected one where its agent is');
      },
      elsewhere: {
        async prepare(workload) {
          await ask({ do: 'prepare', workload });
        },
        turn: (asked) => ask({ do: 'turn', ...asked }),
        check: async (workload, done) => (await ask({ do: 'check', workload, done })).wrong,
      },
      close,
    };
  }

  #ask(connection: number, ask: Asked): Promise<Answers[keyof Answers]> {
    if (this.#gone !== undefined) return Promise.reject(new Error(this.#gone));
    this.#asked += 1;
    const id = this.#asked;
    const { promise, resolve, reject } = Promise.withResolvers<Answers[keyof Answers]>();
    this.#waiting.set(id, { connection, resolve, reject });
    this.#post({ connection, id, ask });
    return promise;
  }
}
