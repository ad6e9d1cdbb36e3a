/** The two sides of a channel, and how they meet. Neither side’s library has a part in that. */
import type { Pipe } from '../peers/by-hand.ts';
import type { CallerSide } from '../peers/operations.ts';
import type { PeerService } from '../peers/service.ts';

/** The part of a window that another one reaches it by. */
export interface Target {
  postMessage(message: unknown, targetOrigin: string, transfer?: Transferable[]): void;
}

/** The receiver of messages of other windows: the page, as long as the connection is open. */
export interface Context {
  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void;
}

/** The caller’s end: a worker, a window or a port to call through. */
export type End =
  | { kind: 'worker'; worker: Worker }
  | { kind: 'window'; target: Target; frame: Window; context: Context }
  | { kind: 'port'; port: MessagePort };

/** The part of a worker’s own scope that its library needs; the types of a page do not hold it. */
export interface WorkerScope {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

/** The called side’s end, to answer through. */
export type Host =
  | { kind: 'worker'; scope: WorkerScope }
  | { kind: 'window'; parent: Window; origin: string }
  | { kind: 'port'; port: MessagePort };

/** The called side is there, and knows no system yet. */
export const READY = 'roundtrip: ready';

/** Tells the called side which system to speak; with a port where it is to speak through that. */
export interface Speak {
  /** Id of a system. */
  speak: string;
}

/** A channel as either side has it. */
export function pipeOf(side: End | Host): Pipe {
  if (side.kind !== 'window') {
    const own: Messages =
      side.kind === 'port' ? side.port : 'scope' in side ? side.scope : side.worker;
    return {
      post: (message, transfer = []) => own.postMessage(message, transfer),
      listen(take) {
        own.addEventListener('message', ({ data }) => take(data));
        own.start?.();
      },
    };
  }
  const isCalled = 'parent' in side;
  const [target, origin]: [Target, string] = isCalled
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

type Messages = Pick<WorkerScope, 'postMessage' | 'addEventListener'> & { start?(): void };

/** Both halves of a system, as its `window.ts` exports them. */
export interface WindowSystem {
  open: (end: End) => CallerSide;
  serve: (host: Host, service: PeerService) => void;
}

/** Loads both halves of a system by its id, apart from all that only lists them. */
export async function loadWindowSystem(id: string): Promise<WindowSystem> {
  return (await import(`../../systems/${id}/window.ts`)) as WindowSystem;
}
