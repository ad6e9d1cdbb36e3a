/** Takes turns for a run in another process or thread, by the code with which a run takes its own. */
import { type Open, Stalled, type Workload } from '../../core/plan/index.ts';
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

/** A connection of an agent: its lane, and its operations once it is open. */
interface Opened<Operations> {
  lane: Lane<Operations>;
  operations: Operations | undefined;
}

/** The agent’s side. It must get each message that comes. */
export class Agent<Operations> {
  readonly #job: AgentJob<Operations>;
  readonly #opened = new Map<number, Opened<Operations>>();

  constructor(job: AgentJob<Operations>) {
    this.#job = job;
  }

  /** Takes a message, and answers a question. Never throws. */
  async take(message: ToAgent): Promise<void> {
    const { connection } = message;
    const { post } = this.#job;
    if ('close' in message) {
      this.#opened.get(connection)?.lane.close();
      this.#opened.delete(connection);
      return;
    }
    const { id, ask } = message;
    try {
      post({ connection, id, value: await this.#answer(connection, ask) });
    } catch (error) {
      const { failure } = this.#opened.get(connection)?.lane ?? {};
      const stalled = error instanceof Stalled || failure?.reason === 'stalled';
      post({ connection, id, error: messageOf(error), stalled });
    }
  }

  async #answer(connection: number, ask: Ask): Promise<AgentAnswers[Ask['do']]> {
    if (ask.do === 'open') return this.#open(connection, ask);
    const { lane, operations } = this.#opened.get(connection) ?? {};
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
      case 'check':
        return { wrong: await lane.race(workload.check(operations, ask.done, ask.held)) };
    }
  }

  async #open(
    connection: number,
    { arm, deadlineMs, target }: Extract<Ask, { do: 'open' }>,
  ): Promise<AgentAnswers['open']> {
    const { load, world, post } = this.#job;
    const lane = new Lane<Operations>({
      arm,
      open: async (opening) => (await load(arm, target))(opening),
      deadlineMs,
      world,
      // The run closes the connection instead.
      signal: new AbortController().signal,
      onLost: (lost) => post({ connection, lost }),
    });
    const opened: Opened<Operations> = { lane, operations: undefined };
    this.#opened.set(connection, opened);
    ({ operations: opened.operations } = await lane.connect());
    return { extensions: lane.traffic.extensions };
  }
}
