/** A run’s half of the turns that an agent takes in another process, and the messages between both, which are JSON. */
import { fileURLToPath } from 'node:url';
import {
  type Connection,
  type Ends,
  type Meter,
  type Opening,
  Stalled,
  type TurnRequest,
  type TurnResult,
} from '../../core/plan/index.ts';
import { Pending } from '../links/pending.ts';
import { lineOf, readLines, readMarked } from '../links/stdio.ts';
import { Child, Children, type Command, commandOf, type EndWithThis } from './child.ts';
import type { ProcessArm } from './names.ts';

/** The question of a run on one of its connections, which it numbers. */
export type Ask =
  /** Opens the connection of an arm. `target` describes the called side, if the arm’s id does not. */
  | { do: 'open'; arm: string; deadlineMs: number; target?: unknown }
  | { do: 'prepare'; workload: string }
  | ({ do: 'turn' } & TurnRequest)
  | { do: 'check'; workload: string; done: number; held: number | undefined };

export type ToAgent =
  | { connection: number; id: number; ask: Ask }
  /** Has no answer. */
  | { connection: number; close: true };

/** The answer to each of them. */
export interface AgentAnswers {
  open: { extensions?: string | undefined };
  prepare: null;
  turn: TurnResult;
  /** `wrong` names the fault, if there is one. */
  check: { wrong?: string | undefined };
}

export type FromAgent =
  | { connection: number; id: number; value: AgentAnswers[keyof AgentAnswers] }
  /** It failed; `stalled` if nothing came in time. */
  | { connection: number; id: number; error: string; stalled: boolean }
  /** The channel was lost, in a sentence without a full stop. */
  | { connection: number; lost: string };

/** Speaks with one agent for all of its connections. It must get each message that comes. */
export class AgentClient {
  readonly #post: (message: ToAgent) => void;
  readonly #connections = new Map<number, { pending: Pending; meter: Meter }>();
  #last = 0;
  #gone: string | undefined;

  constructor(post: (message: ToAgent) => void) {
    this.#post = post;
  }

  take(message: FromAgent): void {
    const known = this.#connections.get(message.connection);
    if ('lost' in message) known?.meter.lost(message.lost);
    else if ('value' in message) known?.pending.resolve(message.id, message.value);
    else known?.pending.reject(message.id, new (message.stalled ? Stalled : Error)(message.error));
  }

  /** Fails all open and later questions with this sentence, because the agent is gone. */
  lost(how: string): void {
    this.#gone = how;
    const all = [...this.#connections.values()];
    for (const { pending } of all) pending.end(new Error(how));
    for (const { meter } of all) meter.lost(how);
  }

  /**
   * Has the agent open a connection, whose operations exist only there.
   *
   * @param arm its id, by which the agent knows it
   * @param target the called side, as JSON, if the id does not say it
   * @throws Stalled if nothing came in time; an Error with what went wrong
   */
  async open(
    arm: string,
    { meter, deadlineMs }: Opening,
    target?: unknown,
  ): Promise<Connection<never>> {
    const connection = (this.#last += 1);
    const pending = new Pending();
    this.#connections.set(connection, { pending, meter });
    if (this.#gone !== undefined) pending.end(new Error(this.#gone));
    const ask = <Do extends Ask['do']>(question: Extract<Ask, { do: Do }>) =>
      pending.ask<AgentAnswers[Do]>((id) => this.#post({ connection, id, ask: question }));
    const close = () => {
      this.#connections.delete(connection);
      pending.end(new Error('the connection was closed'));
      if (this.#gone === undefined) this.#post({ connection, close: true });
    };
    try {
      const { extensions } = await ask({ do: 'open', arm, deadlineMs, target });
      meter.opened(extensions);
    } catch (error) {
      close();
      throw error;
    }
    return {
      get operations(): never {
        throw new Error('operations: got a call from the run, expected one where its agent is');
      },
      elsewhere: {
        prepare: (workload) => ask({ do: 'prepare', workload }),
        turn: (turn) => ask({ do: 'turn', ...turn }),
        check: async (workload, done, held) =>
          (await ask({ do: 'check', workload, done, held })).wrong,
      },
      close,
    };
  }
}

/** A process that takes the turns of a run. All that it has started is in its group, and ends with it. */
export class AgentProcess extends Child {
  readonly client: AgentClient;

  /**
   * @param name its name in a sentence
   * @param read reads the messages on its stdout, a line each unless given
   */
  constructor(command: Command, name: string, endWithThis: EndWithThis, read = readLines) {
    super(command, { name, group: true, endWithThis });
    const { stdin, stdout } = this.process;
    this.client = new AgentClient((message) => stdin.write(lineOf(message)));
    read<FromAgent>(stdout, (message) => this.client.take(message));
    void this.ended.then((how) => this.client.lost(how));
  }
}

const AGENT = fileURLToPath(new URL('agent.ts', import.meta.url));

/** The calling processes of a run: for each client runtime one, started at its first use. */
export class Processes implements NonNullable<Ends['processes']> {
  readonly #endWithThis: EndWithThis;
  readonly #agents = new Children<AgentProcess>();

  constructor(endWithThis: EndWithThis) {
    this.#endWithThis = endWithThis;
  }

  /** Opens a connection whose caller is the process of the arm’s client runtime. */
  open(arm: ProcessArm, opening: Opening): Promise<Connection<never>> {
    const agent = this.#agents.of(arm.client, () => {
      const command = commandOf(arm.client, AGENT);
      return new AgentProcess(command, 'the client’s process', this.#endWithThis, readMarked);
    });
    return agent.client.open(arm.id, opening, arm);
  }

  /** Ends all of them; resolves once they are gone. */
  close(): Promise<void> {
    return this.#agents.close();
  }
}
