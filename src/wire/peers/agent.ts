/** Takes turns for a run in another process or thread, by the code with which a run takes its own. */
import { type Connection, type Open, Stalled, type Workload } from '../../core/plan/index.ts';
import { Lane, messageOf, takeTurn, type World } from '../../core/run/index.ts';
import type { AgentAnswers, Ask, FromAgent, ToAgent } from '../processes/processes.ts';

interface AgentJob<Operations> {
  /** Loads the opener of an arm’s connections. @param target the called side, from the run */
  load: (arm: string, target: unknown) => Promise<Open<Operations>>;
  /** @throws RangeError for one that the study does not have */
  workload: (id: string) => Workload<Operations>;
  world: World;
  post: (message: FromAgent) => void;
}

/** The agent’s side. It must get each message that comes. */
export class Agent<Operations> {
  readonly #job: AgentJob<Operations>;
  readonly #connections = new Map<number, AgentConnection<Operations>>();

  constructor(job: AgentJob<Operations>) {
    this.#job = job;
  }

  /** Takes a message, and answers a question. Never throws. */
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
  readonly #number: number;
  readonly #abort = new AbortController();
  #lane: Lane<Operations> | undefined;
  #connection: Connection<Operations> | undefined;

  constructor(job: AgentJob<Operations>, number: number) {
    this.#job = job;
    this.#number = number;
  }

  /** True if an answer did not come in time. */
  get stalled(): boolean {
    return this.#lane?.failure?.reason === 'stalled';
  }

  async answer(ask: Ask): Promise<AgentAnswers[Ask['do']]> {
    if (ask.do === 'open') return this.#open(ask);
    const lane = this.#lane;
    const operations = this.#connection?.operations;
    if (lane === undefined || operations === undefined) {
      throw new Error(`got ${ask.do}, expected a connection to be opened first`);
    }
    const { world, workload: find } = this.#job;
    const workload = find(ask.workload);
    lane.step = ask.do === 'turn' ? 'a turn' : ask.do;
    switch (ask.do) {
      case 'prepare':
        if (workload.prepare) await lane.race(workload.prepare(operations));
        return null;
      case 'turn': {
        const taken = await takeTurn({ ...ask, workload, watch: lane }, operations, world.now());
        if ('error' in taken) throw taken.error;
        return taken;
      }
      case 'check': {
        const wrong = await lane.race(workload.check(operations, ask.done, ask.held));
        return wrong === undefined ? {} : { wrong };
      }
    }
  }

  close(): void {
    this.#lane?.close();
    this.#abort.abort(new Error('closed'));
  }

  async #open({
    arm,
    deadlineMs,
    target,
  }: Extract<Ask, { do: 'open' }>): Promise<AgentAnswers['open']> {
    const { load, world, post } = this.#job;
    const lane = new Lane<Operations>({
      arm,
      open: async (opening) => (await load(arm, target))(opening),
      deadlineMs,
      world,
      signal: this.#abort.signal,
      onLost: (lost) => post({ connection: this.#number, lost }),
    });
    this.#lane = lane;
    this.#connection = await lane.connect();
    return { extensions: lane.traffic.extensions };
  }
}
