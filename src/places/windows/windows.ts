/** A page’s workers and frames, and the ports between workers. */
import type { Channel, Connection, Meter } from '../../harness/plan/index.ts';
import { AgentClient, type FromAgent } from '../peers/agent-client.ts';
import {
  type Context,
  type End,
  PEER_PAGE,
  PEER_SCRIPT,
  pipeOf,
  READY,
  type Speak,
} from './channel.ts';
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

/** The called side, once its code has run. */
interface StartedSide {
  tell: (speak: Speak, ports?: MessagePort[]) => void;
  /** To call it without a port, which counts; once the system to speak was told. */
  end: () => End;
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
  async open(kind: Kind, { system, throughPort }: Spoken, meter: Meter): Promise<CalledSide> {
    const { tell, end, close } = await (kind === 'worker'
      ? startWorker(meter)
      : startFrame(kind, meter));
    if (!throughPort) {
      tell({ speak: system });
      return { end: end(), close };
    }
    const { port1, port2 } = new MessageChannel();
    tell({ speak: system }, [port2]);
    return { end: { kind: 'port', port: metered(port1, meter) }, close };
  }

  /**
   * Opens a connection from one worker to another by a port. An agent in the first takes its turns
   * and counts what passes. There is one agent for all such connections.
   */
  async betweenWorkers(system: string, channel: Channel): Promise<Connection<never>> {
    this.#agent ??= agentIn(this.#makeAgent());
    const { worker: agent, client } = this.#agent;
    const { tell, close } = await startWorker(channel.meter);
    const { port1, port2 } = new MessageChannel();
    tell({ speak: system }, [port2]);
    agent.postMessage({ portFor: channel.id } satisfies PortFor, [port1]);
    return client.connect(`${system}/port`, channel, undefined, close);
  }

  /** Ends what outlives single connections. */
  close(): void {
    this.#agent?.worker.terminate();
    this.#agent = undefined;
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

/** Starts a worker and waits until its code has run. */
async function startWorker(meter: Meter): Promise<StartedSide> {
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
  return {
    tell: (speak, ports = []) => worker.postMessage(speak, ports),
    end: () => ({ kind: 'worker', worker: metered(worker, meter) }),
    close,
  };
}

/** Adds a frame to the page and waits until its code has run. */
async function startFrame(kind: 'frame' | 'sandbox', meter: Meter): Promise<StartedSide> {
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
  document.body.append(element);
  const frame = element.contentWindow;
  if (frame === null) throw new Error('the frame has no window');
  const { listen } = pipeOf({ kind: 'window', target: frame, frame, context });
  await new Promise<void>((resolve) => listen((data) => data === READY && resolve()));
  return {
    // A sandboxed frame has no origin that could be named.
    tell: (speak, ports = []) => frame.postMessage(speak, '*', ports),
    end() {
      context.addEventListener('message', (event) => {
        if (event instanceof MessageEvent && event.source === frame) countIn(event, meter);
      });
      return { kind: 'window', target: meteredTarget(frame, meter), frame, context };
    },
    close() {
      closing.abort();
      element.remove();
    },
  };
}
