/** What the two ends of a channel are, and how they meet. Neither end’s library has a part in that. */

/** Where the other end is. */
export const places = ['worker', 'frame', 'sandbox', 'port'] as const;
export type Place = (typeof places)[number];

/** Systems that the other end can speak. */
export const speakers = ['post-message', 'comlink', 'kkrpc', 'capnweb', 'birpc'] as const;
export type Speaker = (typeof speakers)[number];

/** Of a window, what reaches it from another. */
export interface Target {
  postMessage(message: unknown, targetOrigin: string, transfer?: Transferable[]): void;
}

/** Where messages of other windows are heard: the page, as long as the connection is open. */
export interface Context {
  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void;
}

/** What a client calls through: a worker, a window or a port. */
export type End =
  | { kind: 'worker'; worker: Worker }
  | { kind: 'window'; target: Target; frame: Window; context: Context }
  | { kind: 'port'; port: MessagePort };

/** Of a worker’s own scope, what its library needs; the types of a page do not hold it. */
export interface WorkerScope {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

/** What the called side answers through. */
export type Host =
  | { kind: 'worker'; scope: WorkerScope }
  | { kind: 'window'; parent: Window; origin: string }
  | { kind: 'port'; port: MessagePort };

/** Where the called side’s code is, the same for a worker and for a frame, and the page of a frame. */
export const PEER_SCRIPT = '/peer/peer.js';
export const PEER_PAGE = '/peer/index.html';

/** The called side is there, and knows no system yet. */
export const READY = 'roundtrip: ready';

/** Tells the called side which system to speak; with a port where it is to speak through that. */
export interface Speak {
  speak: Speaker;
}

export function isSpeak(data: unknown): data is Speak {
  const name = (data as Partial<Speak> | null)?.speak;
  return speakers.some((speaker) => speaker === name);
}

/** Messages there and back, for systems that leave the channel to whoever uses them. */
export interface Pipe {
  post: (message: unknown, transfer?: Transferable[]) => void;
  /** Called once. */
  listen: (take: (message: unknown) => void) => void;
}

/** The client’s side of a channel. */
export function pipeTo(end: End): Pipe {
  switch (end.kind) {
    case 'worker':
      return {
        post: (message, transfer = []) => end.worker.postMessage(message, transfer),
        listen: (take) => end.worker.addEventListener('message', ({ data }) => take(data)),
      };
    case 'window':
      return {
        post: (message, transfer) => end.target.postMessage(message, '*', transfer),
        listen(take) {
          end.context.addEventListener('message', (event) => {
            if (event instanceof MessageEvent && event.source === end.frame) take(event.data);
          });
        },
      };
    case 'port':
      return throughPort(end.port);
  }
}

/** The called side’s. */
export function pipeFrom(host: Host): Pipe {
  switch (host.kind) {
    case 'worker':
      return {
        post: (message, transfer) => host.scope.postMessage(message, transfer),
        listen: (take) => host.scope.addEventListener('message', ({ data }) => take(data)),
      };
    case 'window':
      return {
        post: (message, transfer) => host.parent.postMessage(message, host.origin, transfer),
        listen(take) {
          window.addEventListener('message', ({ source, data }) => {
            if (source === host.parent) take(data);
          });
        },
      };
    case 'port':
      return throughPort(host.port);
  }
}

function throughPort(port: MessagePort): Pipe {
  return {
    post: (message, transfer = []) => port.postMessage(message, transfer),
    listen(take) {
      port.addEventListener('message', ({ data }) => take(data));
      port.start();
    },
  };
}
