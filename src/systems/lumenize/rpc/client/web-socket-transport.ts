import { CLIENT_ID_SUBPROTOCOL, SUBPROTOCOL } from '../protocol/protocol.ts';
import {
  addressOf,
  type BatchResponse,
  DEFAULT_TIMEOUT_MS,
  type DownstreamHandler,
  encodeBatch,
  readServerMessage,
  type RpcTransport,
  type TransportOptions,
} from './transport.ts';

/** How to reach one object over a WebSocket. */
export interface WebSocketTransportOptions extends TransportOptions {
  /** Socket class, the global one unless given. */
  WebSocketClass?: new (url: string, protocols?: string | string[]) => WebSocket;
  /** Id under which the server can reach this client without being asked. */
  clientId?: string;
  /** Is given what the server sends without being asked. It does not keep the connection up. */
  onDownstream?: DownstreamHandler;
  /** Is told each time the socket closed, whoever closed it. */
  onClose?: (code: number, reason: string) => unknown;
}

/** A batch that waits for its answer. */
interface Pending {
  /** When it has waited too long, in ms of `Date.now()`. */
  until: number;
  resolve: (response: BatchResponse) => void;
  reject: (error: unknown) => void;
}

type Timer = ReturnType<typeof setTimeout>;

/** Pauses before reconnecting, in ms: the first, doubled each time up to the last. */
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 30_000;

/**
 * A transport to `{baseUrl}/{prefix}/{binding}/{instance}/call`. It connects on the first call, or
 * when told to, and again on the first call after a drop. Kept alive, it reconnects by itself, after
 * pauses that grow from 1 s to 30 s.
 */
export function createWebSocketTransport(
  binding: string,
  instance: string,
  options: WebSocketTransportOptions = {},
): RpcTransport & { connect(): Promise<void> } {
  const { WebSocketClass = WebSocket, timeout = DEFAULT_TIMEOUT_MS } = options;
  const { address, type } = addressOf(binding, instance, options);
  /** By the id of their first call: answers come in the order of the batch. */
  const waiting = new Map<string, Pending>();
  let { clientId, onDownstream } = options;
  let socket: WebSocket | undefined;
  let opening: Promise<void> | undefined;
  let keepAlive = false;
  let pauseMs = FIRST_PAUSE_MS;
  let reconnecting: Timer | undefined;
  /** For the batch that has waited longest. One serves all, so that no call costs one of its own. */
  let deadline: Timer | undefined;

  const isConnected = (): boolean => socket?.readyState === WebSocket.OPEN;

  function connect(): Promise<void> {
    if (opening !== undefined) return opening;
    const started = openSocket();
    opening = started;
    // The next call tries anew.
    started.catch(() => {
      if (opening === started) opening = undefined;
    });
    return started;
  }

  async function openSocket(): Promise<void> {
    const id = clientId ? [CLIENT_ID_SUBPROTOCOL + clientId] : [];
    const opened = new WebSocketClass(address.replace(/^http/, 'ws'), [SUBPROTOCOL, ...id]);
    socket = opened;
    opened.addEventListener('message', ({ data }: { data: unknown }) => read(data));
    opened.addEventListener('close', ({ code, reason }) => {
      if (socket === opened) {
        lose(closedWith(code));
        if (keepAlive) {
          // A socket that does not open closes, which is where the next pause begins.
          reconnecting = setTimeout(() => {
            connect().catch(() => undefined);
          }, pauseMs);
          pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS);
        }
      }
      tell(options.onClose, code, reason);
    });
    await untilOpen(opened);
    pauseMs = FIRST_PAUSE_MS;
  }

  function read(data: unknown): void {
    if (typeof data !== 'string') return;
    try {
      const message = readServerMessage(data, type);
      if (message === undefined) return;
      if ('payload' in message) tell(onDownstream, message.payload);
      else {
        const id = message.batch[0]?.id ?? '';
        waiting.get(id)?.resolve(message);
        waiting.delete(id);
      }
    } catch (error) {
      // Nobody can say which calls it answered, so none is left waiting.
      rejectAll(error);
    }
  }

  /** Rejects, in time, what has waited too long. What was answered before that costs no timer. */
  function watch(ms: number): void {
    deadline ??= setTimeout(() => {
      deadline = undefined;
      const now = Date.now();
      for (const [id, { until, reject }] of waiting) {
        if (until > now) {
          watch(until - now);
          return;
        }
        waiting.delete(id);
        reject(new Error(`got no answer within ${timeout} ms`));
      }
    }, ms);
    // In Node, a timer must not keep a process alive that waits for nothing else.
    const timer: unknown = deadline;
    if (typeof timer === 'object') (timer as { unref(): void }).unref();
  }

  function lose(why: string): void {
    socket = undefined;
    opening = undefined;
    rejectAll(new Error(why));
  }

  function rejectAll(error: unknown): void {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  return {
    execute: (request) =>
      new Promise((resolve, reject) => {
        const text = encodeBatch(request, type);
        waiting.set(request.batch[0]?.id ?? '', { until: Date.now() + timeout, resolve, reject });
        watch(timeout);
        if (isConnected()) socket?.send(text);
        else {
          connect()
            .then(() => socket?.send(text))
            .catch(reject);
        }
      }),
    isConnected,
    connect,
    disconnect() {
      if (reconnecting !== undefined) clearTimeout(reconnecting);
      const last = socket;
      lose('the client closed the WebSocket');
      last?.close(1000);
    },
    setKeepAlive(enabled) {
      keepAlive = enabled;
      if (!enabled && reconnecting !== undefined) clearTimeout(reconnecting);
    },
    setDownstreamHandler(handler) {
      onDownstream = handler;
    },
    setClientId(id) {
      clientId ??= id;
    },
  };
}

/** Where browsers and workerd report what nobody caught. */
const { reportError } = globalThis as { reportError?: (error: unknown) => void };

/** Tells a user's handler; what it throws is no concern of the connection. */
function tell<Args extends unknown[]>(
  handler: ((...args: Args) => unknown) | undefined,
  ...args: Args
): void {
  (async () => handler?.(...args))().catch((error: unknown) => reportError?.(error));
}

function untilOpen(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.readyState === WebSocket.OPEN) resolve();
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('close', ({ code }) => reject(new Error(closedWith(code))));
  });
}

function closedWith(code: number): string {
  return `the WebSocket closed with code ${code}`;
}
