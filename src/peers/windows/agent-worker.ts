import type { Channel, Connection } from '../../harness/plan/index.ts';
import type { FromAgent } from '../agent-protocol.ts';
import { AgentClient } from '../elsewhere.ts';
import type { PortFor } from './ports.ts';

/** A worker whose agent calls other workers by ports, for all such connections of a run. */
export class AgentWorker {
  readonly #worker: Worker;
  readonly #client: AgentClient;

  /** @param worker one that takes what is posted here, as src/islands/live-bench/run/agent.ts does */
  constructor(worker: Worker) {
    this.#worker = worker;
    this.#client = new AgentClient((message) => worker.postMessage(message));
    worker.addEventListener('message', ({ data }: MessageEvent<FromAgent>) =>
      this.#client.take(data),
    );
    worker.addEventListener('error', ({ message }) =>
      this.#client.lost(`the calling worker failed: ${message || 'it could not be loaded'}`),
    );
  }

  /** As {@link AgentClient.connect}, through a port. */
  connect(arm: string, channel: Channel, port: MessagePort): Promise<Connection<never>> {
    this.#worker.postMessage({ portFor: channel.id } satisfies PortFor, [port]);
    return this.#client.connect(arm, channel);
  }

  close(): void {
    this.#worker.terminate();
  }
}
