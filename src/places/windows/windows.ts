/** A page’s workers and frames, and the ports between workers. */
import type { Channel, Connection, Meter } from '../../harness/plan/index.ts';
import { AgentClient, type FromAgent } from '../peers/agent-client.ts';
import { type Context, type End, PEER_PAGE, PEER_SCRIPT, READY, type Speak } from './channel.ts';
import type { Kind } from '../contestant.ts';
import { countIn, metered, meteredTarget } from '../../links/port.ts';

/** Says, along with a port, which connection is to be opened through it. */
interface PortFor {
  portFor: string;
}

/** Ports to other workers that a page handed to the worker this is in. */
export class Ports {
  readonly #ports = new Map<string, MessagePort>();

  /** Keeps the port that came with a message. @returns whether there was one */
  accept({ data, ports: [port] }: MessageEvent<unknown>): boolean {
    const id = (data as Partial<PortFor> | null)?.portFor;
    if (id === undefined || port === undefined) return false;
    this.#ports.set(id, port);
    return true;
  }

  /** @throws RangeError for an id that no port came for */
  take(id: string): MessagePort {
    const port = this.#ports.get(id);
    this.#ports.delete(id);
    if (port !== undefined) return port;
    throw new RangeError(`port: got the id ${id}, expected one that a port came for`);
  }
}

/** An end to call the other side through, and what ends it. */
export interface CalledSide {
  end: End;
  close: () => void;
}

/** The system that the called side speaks, and whether through a port that is handed to it. */
interface Spoken {
  system: string;
  throughPort: boolean;
}

/** The workers and frames through which a study of the page reaches the called side. */
export class Windows {
  readonly #makeAgent: () => Worker;
  #agent: { worker: Worker; client: AgentClient } | undefined;

  /**
   * @param makeAgent makes the worker that calls other workers, once one is needed, as
   *   src/live-bench/run/agent.ts is
   */
  constructor(makeAgent: () => Worker) {
    this.#makeAgent = makeAgent;
  }

  /**
   * Opens the called side in a place of its own. Resolves once it is there and has been told what to speak.
   *
   * @throws Error that says why it is not there
   */
  open(kind: Kind, how: Spoken, meter: Meter): Promise<CalledSide> {
    return kind === 'worker' ? this.#openWorker(how, meter) : this.#openFrame(kind, how, meter);
  }

  /**
   * Opens a connection from one worker to another by a port. An agent in the first takes its turns
   * and counts what passes. There is one agent for all such connections.
   */
  async betweenWorkers(system: string, channel: Channel): Promise<Connection<never>> {
    const { worker, close } = await startWorker(channel.meter);
    try {
      const { port1, port2 } = new MessageChannel();
      worker.postMessage({ speak: system } satisfies Speak, [port2]);
      this.#agent ??= agentIn(this.#makeAgent());
      const { worker: agent, client } = this.#agent;
      agent.postMessage({ portFor: channel.id } satisfies PortFor, [port1]);
      const connection = await client.connect(`${system}/port`, channel);
      const leave = connection.close.bind(connection);
      connection.close = () => {
        leave();
        close();
      };
      return connection;
    } catch (error) {
      close();
      throw error;
    }
  }

  /** Ends what outlives single connections. */
  close(): void {
    this.#agent?.worker.terminate();
    this.#agent = undefined;
  }

  async #openWorker({ system, throughPort }: Spoken, meter: Meter): Promise<CalledSide> {
    const { worker, close } = await startWorker(meter);
    const { end, ports } = throughPort ? portEnd(meter) : { end: undefined, ports: [] };
    worker.postMessage({ speak: system } satisfies Speak, ports);
    return { end: end ?? { kind: 'worker', worker: metered(worker, meter) }, close };
  }

  async #openFrame(
    kind: 'frame' | 'sandbox',
    { system, throughPort }: Spoken,
    meter: Meter,
  ): Promise<CalledSide> {
    const closing = new AbortController();
    const { signal } = closing;
    const context: Context = {
      addEventListener: (type, listener) => window.addEventListener(type, listener, { signal }),
      removeEventListener: (type, listener) => window.removeEventListener(type, listener),
    };
    const element = document.createElement('iframe');
    element.title = 'The other end of a measurement';
    element.hidden = true;
    if (kind === 'sandbox') element.setAttribute('sandbox', 'allow-scripts');
    element.src = PEER_PAGE;
    const close = () => {
      closing.abort();
      element.remove();
    };
    document.body.append(element);
    const frame = element.contentWindow;
    if (frame === null) throw new Error('the frame has no window');
    await new Promise<void>((resolve) => {
      context.addEventListener('message', (event) => {
        if (event instanceof MessageEvent && event.source === frame && event.data === READY)
          resolve();
      });
    });
    const { end, ports } = throughPort ? portEnd(meter) : { end: undefined, ports: [] };
    // A sandboxed frame has no origin that could be named.
    frame.postMessage({ speak: system } satisfies Speak, '*', ports);
    if (end !== undefined) return { end, close };
    context.addEventListener('message', (event) => {
      if (event instanceof MessageEvent && event.source === frame) countIn(event, meter);
    });
    return { end: { kind: 'window', target: meteredTarget(frame, meter), frame, context }, close };
  }
}

/** Speaks with the agent of a worker, for all connections of a run between workers. */
function agentIn(worker: Worker): { worker: Worker; client: AgentClient } {
  const client = new AgentClient((message) => worker.postMessage(message));
  worker.addEventListener('message', ({ data }: MessageEvent<FromAgent>) => client.take(data));
  worker.addEventListener('error', ({ message }) =>
    client.lost(`the calling worker failed: ${message || 'it could not be loaded'}`),
  );
  return { worker, client };
}

/** A port to call through, and the one that goes to the other end. */
function portEnd(meter: Meter): { end: End; ports: MessagePort[] } {
  const { port1, port2 } = new MessageChannel();
  return { end: { kind: 'port', port: metered(port1, meter) }, ports: [port2] };
}

/** Starts a worker and waits until its code has run. */
async function startWorker(meter: Meter): Promise<{ worker: Worker; close: () => void }> {
  const worker = new Worker(PEER_SCRIPT);
  const close = () => worker.terminate();
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('error', ({ message }) => {
      const how = `the worker failed: ${message || 'it could not be loaded'}`;
      reject(new Error(how));
      meter.lost(how);
    });
    worker.addEventListener('message', ({ data }) => data === READY && resolve(), { once: true });
  });
  return { worker, close };
}
