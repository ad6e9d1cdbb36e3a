/** Channels of a page to workers and frames, without any library. Each connection has a worker or frame of its own. */
import type { Meter, Open } from '../../core/plan/index.ts';
import { countIn, metered, meteredTarget, type MessageTarget } from '../links/port.ts';
import type { PeerPlace } from '../system-data.ts';
import type { Pipe } from '../peers/baseline.ts';
import type { CallerSide, PeerOperations } from '../peers/operations.ts';
import type { PeerService } from '../peers/service.ts';

/** The receiver of messages of other windows: the page, as long as the connection is open. */
type Context = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** The caller’s end: a worker, a window or a port to call through. */
export type CallerEnd =
  | { kind: 'worker'; worker: Worker }
  | { kind: 'window'; target: MessageTarget; frame: Window; context: Context }
  | { kind: 'port'; port: MessagePort };

/** The part of a worker’s own scope that its library needs; the types of a page do not hold it. */
export type WorkerScope = Pick<Worker, 'postMessage' | 'addEventListener' | 'removeEventListener'>;

/** The called side’s end, to answer through. */
export type CalledEnd =
  | { kind: 'worker'; worker: WorkerScope }
  | { kind: 'window'; parent: Window; origin: string }
  | { kind: 'port'; port: MessagePort };

/** Says that the called side is there. */
export const READY = 'roundtrip: ready';

/** Tells the called side which system to speak, through the port that comes with it if there is one. */
export interface Speak {
  /** Id of a system. */
  speak: string;
}

/** The pipe of either side of a channel. */
export function pipeOf(side: CallerEnd | CalledEnd): Pipe {
  if (side.kind !== 'window') {
    const own: Messages = side.kind === 'port' ? side.port : side.worker;
    return {
      post: (message, transfer = []) => own.postMessage(message, transfer),
      listen(take) {
        own.addEventListener('message', ({ data }) => take(data));
        own.start?.();
      },
    };
  }
  const isCalled = 'parent' in side;
  const [target, origin]: [MessageTarget, string] = isCalled
    ? [side.parent, side.origin]
    : [side.target, '*'];
  const [source, context]: [Window, Context] = isCalled
    ? [side.parent, window]
    : [side.frame, side.context];
  return {
    post: (message, transfer) => target.postMessage(message, origin, transfer),
    listen(take) {
      context.addEventListener('message', (event) => {
        if (event instanceof MessageEvent && event.source === source) take(event.data);
      });
    },
  };
}

type Messages = WorkerScope & { start?(): void };

/** Both halves of a system, as its `window.ts` exports them. */
export interface WindowSystem {
  open: (end: CallerEnd) => CallerSide;
  serve: (host: CalledEnd, service: PeerService) => void;
}

/** Loads both halves of a system by its id, apart from all that only lists them. */
export async function loadWindowSystem(id: string): Promise<WindowSystem> {
  return (await import(`../../libraries/systems/${id}/window.ts`)) as WindowSystem;
}

/** Addresses of the called side’s code, the same for a worker and for a frame, and of a frame’s page. */
const PEER_SCRIPT = '/peer/peer.js';
const PEER_PAGE = '/peer/index.html';

/** The called side of an arm. */
export interface WindowTarget {
  system: string;
  kind: PeerPlace;
  /** True if it speaks through a port that the other side gets. */
  throughPort: boolean;
}

/** Loads an arm’s client. @returns opens connections, and rejects with the reason if the other side fails */
export async function openerOf({
  system,
  kind,
  throughPort,
}: WindowTarget): Promise<Open<PeerOperations>> {
  const { open } = await loadWindowSystem(system);
  return async ({ meter }) => {
    const side = await (kind === 'worker' ? startWorker(meter) : startFrame(kind, meter));
    const { port1, port2 } = new MessageChannel();
    side.tell({ speak: system }, throughPort ? [port2] : []);
    const end: CallerEnd = throughPort ? { kind: 'port', port: metered(port1, meter) } : side.end();
    const { operations, close } = open(end);
    meter.opened();
    return {
      operations,
      close() {
        close();
        side.close();
      },
    };
  };
}

/** The called side, once its code has run. */
interface StartedSide {
  tell: (speak: Speak, ports: MessagePort[]) => void;
  /** The end to call it without a port, which counts; valid once the system was told. */
  end: () => CallerEnd;
  close: () => void;
}

/** Starts a worker and waits until its code has run. */
async function startWorker(meter: Meter): Promise<StartedSide> {
  const worker = new Worker(PEER_SCRIPT);
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('error', ({ message }) => {
      const how = `the worker failed: ${message || 'it could not be loaded'}`;
      reject(new Error(how));
      meter.lost(how);
    });
    worker.addEventListener('message', ({ data }) => data === READY && resolve(), { once: true });
  });
  return {
    tell: (speak, ports) => worker.postMessage(speak, ports),
    end: () => ({ kind: 'worker', worker: metered(worker, meter) }),
    close: () => worker.terminate(),
  };
}

/** Adds a frame to the page and waits until its code has run. */
async function startFrame(kind: 'frame' | 'sandbox', meter: Meter): Promise<StartedSide> {
  const closing = new AbortController();
  const { signal } = closing;
  const page: EventTarget = window;
  const context: Context = {
    addEventListener: (type, listener) => page.addEventListener(type, listener, { signal }),
    removeEventListener: (type, listener) => page.removeEventListener(type, listener),
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
    tell: (speak, ports) => frame.postMessage(speak, '*', ports),
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
