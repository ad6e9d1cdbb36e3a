import { postprocess, stringify } from '@lumenize/structured-clone';
import {
  type CallItem,
  DEFAULT_PREFIX,
  DOWNSTREAM_TYPE,
  openFrame,
  PARSE_ERROR_ID,
  type ResultItem,
  SUBPROTOCOL,
} from './protocol.ts';

/** Is given what the server sends without being asked. */
export type DownstreamHandler = (payload: unknown) => unknown;

/** Sends the batches of a client. Users may bring their own. */
export interface RpcTransport {
  /** Sends a batch, and connects first if it has to. */
  execute(request: { batch: CallItem[] }): Promise<{ batch: ResultItem[] }>;
  /** Opens the connection unless it is open. */
  connect?(): Promise<unknown>;
  /** Closes the connection and rejects pending calls. The next batch opens another one. */
  disconnect?(): void;
  /** Says whether to connect again after each loss. */
  setKeepAlive(enabled: boolean): void;
  setDownstreamHandler?(handler: DownstreamHandler): void;
}

/** How to reach one object over a WebSocket. */
export interface WebSocketTransportOptions {
  /** Origin of the server, `http://localhost:8787` unless given. */
  baseUrl?: string;
  /** Address prefix, `__rpc` unless the server was configured otherwise. */
  prefix?: string;
  /** Longest that a batch may wait for its answer, in ms; 30,000 unless given. */
  timeout?: number;
  /** Socket class, the global one unless given. */
  WebSocketClass?: new (url: string, protocols?: string | string[]) => WebSocket;
  /** Id under which the server can reach this client without being asked. */
  clientId?: string;
  /** Is called each time the socket has closed. */
  onClose?: (code: number, reason: string) => unknown;
}

/** The beginning of the subprotocol with a client’s id. */
const CLIENT_ID_SUBPROTOCOL = 'lumenize.rpc.clientId.';

/** The `type` of the frames of an address prefix: `/bench/lumenize` has `bench/lumenize`. */
const frameType = (prefix: string): string => prefix.replace(/^\/+|\/+$/g, '');

/** Pauses before reconnecting, in ms: the first, doubled each time up to the last. */
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 30_000;

/**
 * A transport to `{baseUrl}/{prefix}/{binding}/{instance}/call`. It connects on the first call, and again on the first
 * call after a drop. Kept alive, it reconnects by itself after pauses that grow from 1 s to 30 s.
 */
export function createWebSocketTransport(
  binding: string,
  instance: string,
  options: WebSocketTransportOptions = {},
): Required<RpcTransport> {
  const { baseUrl = 'http://localhost:8787', prefix = DEFAULT_PREFIX, timeout = 30_000 } = options;
  const { WebSocketClass = WebSocket, clientId, onClose } = options;
  const parts = [baseUrl, prefix, binding, instance, 'call'];
  const address = parts.map(frameType).join('/').replace(/^http/, 'ws');
  const type = frameType(prefix);
  const protocols = [SUBPROTOCOL];
  if (clientId) protocols.push(CLIENT_ID_SUBPROTOCOL + clientId);
  /** By the id of their first call: answers come in the order of the batch. */
  const waiting = new Map<string, PromiseWithResolvers<{ batch: ResultItem[] }>>();
  let onDownstream: DownstreamHandler = () => undefined;
  let socket: WebSocket | undefined;
  let opening: Promise<void> | undefined;
  let keepAlive = false;
  let pauseMs = FIRST_PAUSE_MS;
  let reconnecting: ReturnType<typeof setTimeout> | undefined;

  const isConnected = (): boolean => socket?.readyState === WebSocket.OPEN;

  function open(): Promise<void> {
    const opened = new WebSocketClass(address, protocols);
    socket = opened;
    opened.addEventListener('message', ({ data }: { data: unknown }) => read(String(data)));
    return new Promise((resolve, reject) => {
      if (isConnected()) resolve();
      opened.addEventListener('open', () => {
        pauseMs = FIRST_PAUSE_MS;
        resolve();
      });
      opened.addEventListener('close', ({ code, reason }) => {
        const error = new Error(`the WebSocket closed with code ${code}`);
        reject(error);
        if (socket === opened) {
          lose(error);
          if (keepAlive) {
            reconnecting = setTimeout(() => void connect().catch(() => undefined), pauseMs);
            pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS);
          }
        }
        onClose?.(code, reason);
      });
    });
  }

  async function connect(): Promise<void> {
    opening ??= open();
    await opening;
  }

  /** Takes a message of the server. Messages of other protocols are ignored. */
  function read(text: string): void {
    const frame = openFrame(text);
    const kind = frame?.json['type'];
    if (frame === undefined || (kind !== type && kind !== DOWNSTREAM_TYPE)) return;
    let message: { payload?: unknown; batch?: ResultItem[] };
    try {
      message = postprocess(frame) as typeof message;
    } catch (error) {
      // Nobody knows which calls it answered, so none is left waiting.
      rejectAll(error);
      return;
    }
    const { payload, batch = [] } = message;
    const [first] = batch;
    if (kind === DOWNSTREAM_TYPE) onDownstream(payload);
    else if (first?.id === PARSE_ERROR_ID && !first.success) rejectAll(first.error);
    else waiting.get(first?.id ?? '')?.resolve({ batch });
  }

  function lose(error: Error): void {
    socket = undefined;
    opening = undefined;
    rejectAll(error);
  }

  function rejectAll(error: unknown): void {
    for (const { reject } of waiting.values()) reject(error);
  }

  return {
    async execute({ batch }) {
      const text = stringify({ type, batch });
      const answer = Promise.withResolvers<{ batch: ResultItem[] }>();
      const late = () => answer.reject(new Error(`got no answer within ${timeout} ms`));
      const deadline = setTimeout(late, timeout);
      const id = batch[0]?.id ?? '';
      waiting.set(id, answer);
      try {
        if (!isConnected()) await Promise.race([connect(), answer.promise]);
        socket?.send(text);
        return await answer.promise;
      } finally {
        clearTimeout(deadline);
        waiting.delete(id);
      }
    },
    connect,
    disconnect() {
      if (reconnecting !== undefined) clearTimeout(reconnecting);
      const last = socket;
      lose(new Error('the client closed the WebSocket'));
      last?.close(1000);
    },
    setKeepAlive(enabled) {
      keepAlive = enabled;
      if (!enabled && reconnecting !== undefined) clearTimeout(reconnecting);
    },
    setDownstreamHandler(handler) {
      onDownstream = handler;
    },
  };
}
