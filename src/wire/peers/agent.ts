/** Takes turns for a run in another process or thread, by the code with which a run takes its own. */
import { type Connect, type Connection, Stalled, type Workload } from '../../core/plan/index.ts';
import { Guard, messageOf, takeTurn, TrafficMeter, type World } from '../../core/run/index.ts';
import type { AgentAnswers, Ask, FromAgent, ToAgent } from '../processes/processes.ts';

interface AgentJob<Operations> {
  /**
   * How an arm is opened.
   *
   * @param target what the run says of what is to be called
   */
  load: (arm: string, target: unknown) => Promise<Connect<Operations>>;
  /** @throws RangeError for one that the study does not have */
  workload: (id: string) => Workload<Operations>;
  world: World;
  post: (message: FromAgent) => void;
}

/** The agent’s side; hand it each message that comes. */
export class Agent<Operations> {
  readonly #job: AgentJob<Operations>;
  readonly #connections = new Map<number, AgentConnection<Operations>>();

  constructor(job: AgentJob<Operations>) {
    this.#job = job;
  }

  /** Deals with a message, and answers it where it asks for something. Never throws. */
  async take(message: ToAgent): Promise<void> {
    const { connection } = message;
    const known = this.#connections.get(connection);
    if ('close' in message) {
      this.#connections.delete(connection);
      known?.close();
      return;
    }
    const { id, ask } = message;
    const { post } = this.#job;
    const own = known ?? new AgentConnection(this.#job, connection);
    this.#connections.set(connection, own);
    try {
      post({ connection, id, value: await own.answer(ask) });
    } catch (error) {
      const stalled = error instanceof Stalled || own.stalled;
      post({ connection, id, error: messageOf(error), stalled });
    }
  }
}

/** One connection of an agent. */
class AgentConnection<Operations> {
  readonly #job: AgentJob<Operations>;
  readonly #traffic: TrafficMeter;
  readonly #abort = new AbortController();
  #connection: Connection<Operations> | undefined;
  #guard: Guard | undefined;
  #step = 'the connect';

  constructor(job: AgentJob<Operations>, connection: number) {
    this.#job = job;
    this.#traffic = new TrafficMeter((lost) => {
      this.#guard?.interrupt('closed', lost);
      job.post({ connection, lost });
    });
  }

  /** Whether an answer did not come in time. */
  get stalled(): boolean {
    return this.#guard?.interruption?.reason === 'stalled';
  }

  async answer(ask: Ask): Promise<AgentAnswers[Ask['do']]> {
    if (ask.do === 'open') return this.#connect(ask);
    const connection = this.#connection;
    const guard = this.#guard;
    if (connection === undefined || guard === undefined) {
      throw new Error(`got ${ask.do}, expected a connection to be opened first`);
    }
    const { world } = this.#job;
    const workload = this.#job.workload(ask.workload);
    this.#step = ask.do === 'turn' ? 'a turn' : ask.do;
    const { operations } = connection;
    switch (ask.do) {
      case 'prepare':
        if (workload.prepare) await guard.race(workload.prepare(operations));
        return null;
      case 'turn': {
        const traffic = this.#traffic;
        const job = { ...ask, workload, world, guard, traffic };
        const taken = await takeTurn(job, operations, world.now());
        if ('error' in taken) throw taken.error;
        return taken;
      }
      case 'check': {
        const wrong = await guard.race(workload.check(operations, ask.done, ask.held));
        return wrong === undefined ? {} : { wrong };
      }
    }
  }

  close(): void {
    this.#guard?.stop();
    this.#abort.abort(new Error('closed'));
    this.#connection?.close();
  }

  async #connect(ask: Extract<Ask, { do: 'open' }>): Promise<AgentAnswers['open']> {
    const { arm, object, deadlineMs, target } = ask;
    const { load, world } = this.#job;
    const { signal } = this.#abort;
    const guard = new Guard(world, deadlineMs, signal, () => this.#step);
    this.#guard = guard;
    const connect = await load(arm, target);
    const channel = { id: object, meter: this.#traffic, deadlineMs, through: world.through };
    this.#connection = await guard.open(connect(channel));
    this.#traffic.aside = this.#connection.aside;
    return { extensions: this.#traffic.extensions };
  }
}
